// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Every way to run the cooperating-rows kernel that an execution space has.
#pragma once

#include <vector>

#include "core/Sporos_Plan.hpp"

namespace sporos_test {

template <class ExecutionSpace>
std::vector<sporos::Primitives> all_primitives() {
  using sporos::Gather;
  using sporos::Reduction;
  std::vector<sporos::Primitives> all;
  for (const auto reduction : {Reduction::shuffle, Reduction::scratch, Reduction::thread}) {
    for (const auto gather : {Gather::plain, Gather::read_only, Gather::texture}) {
      if (sporos::Reductions<ExecutionSpace>::supports(reduction) &&
          sporos::VectorBinder<ExecutionSpace>::supports(gather)) {
        all.push_back({reduction, gather});
      }
    }
  }
  return all;
}

template <class ExecutionSpace>
std::vector<sporos::RowShape> some_shapes(const ExecutionSpace& exec) {
  const sporos::Machine machine = sporos::detect_machine(exec);
  std::vector<sporos::RowShape> shapes;
  for (int coop = 1; coop <= sporos::max_coop; coop *= 2) {
    for (const sporos::RowShape shape : {sporos::RowShape{coop, 1, coop}, sporos::RowShape{coop, 1, 96},
                                         sporos::RowShape{coop, 2, 1024}, sporos::RowShape{coop, 3, 256}}) {
      if (sporos::shape_fault(shape, machine) == nullptr) shapes.push_back(shape);
    }
  }
  return shapes;
}

}  // namespace sporos_test
