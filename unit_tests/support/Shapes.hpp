// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief All ways in which an execution space can run a product: primitives, targets, shapes.
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
      const sporos::Primitives primitives{reduction, gather};
      if (sporos::EveryPrimitive::has<ExecutionSpace>(primitives)) all.push_back(primitives);
    }
  }
  return all;
}

template <class ExecutionSpace>
std::vector<sporos::Target> all_targets() {
  using sporos::Target;
  std::vector<Target> all;
  for (const auto target : {Target::fermi, Target::kepler, Target::current, Target::host}) {
    if (sporos::EveryPrimitive::has<ExecutionSpace>(sporos::detail::primitives_of(target))) all.push_back(target);
  }
  return all;
}

/// \brief Options for all shapes that matter to `algorithm` and can run on this machine.
template <class ExecutionSpace>
std::vector<sporos::Options> some_shapes(const ExecutionSpace& exec, sporos::Algorithm algorithm) {
  using sporos::Algorithm;
  using sporos::RowShape;
  std::vector<RowShape> shapes;
  if (algorithm == Algorithm::coop || algorithm == Algorithm::patterns) {
    const int most = algorithm == Algorithm::coop ? sporos::detail::max_coop : sporos::detail::most_pattern_lanes;
    for (int coop = 1; coop <= most; coop *= 2) {
      for (const RowShape shape :
           {RowShape{coop, 1, coop}, RowShape{coop, 1, 96}, RowShape{coop, 2, 512}, RowShape{coop, 3, 256}}) {
        shapes.push_back(shape);
      }
    }
  } else if (algorithm == Algorithm::light_vector || algorithm == Algorithm::light_warp) {
    for (int coop = 1; coop <= sporos::detail::max_coop; coop *= 2) {
      for (const int block_size : {96, 512}) shapes.push_back({coop, 1, block_size});
    }
  } else if (sporos::detail::uses_tile(algorithm)) {
    for (const RowShape shape : {RowShape{1, 1, 32}, RowShape{1, 3, 64}, RowShape{1, 12, 96}, RowShape{1, 8, 512}}) {
      shapes.push_back(shape);
    }
  }
  const sporos::Machine machine = sporos::detect_machine(exec);
  std::vector<sporos::Options> all;
  for (const RowShape& shape : shapes) {
    if (sporos::detail::shape_fault(shape, machine) != nullptr) continue;
    sporos::Options options;
    options.algorithm = algorithm;
    options.shape = shape;
    all.push_back(options);
  }
  return all;
}

}  // namespace sporos_test
