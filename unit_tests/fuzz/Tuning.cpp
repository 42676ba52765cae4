// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compressed rows from the input, multiplied by plans that tune while they run.
#include "core/Sporos_TuningCache.hpp"
#include "unit_tests/fuzz/Structures.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sporos_fuzz;
  const Kokkos::DefaultHostExecutionSpace exec;
  Bytes bytes(data, size);
  const int products = 1 + bytes.below(50);
  sporos::Options options;
  options.tuning = bytes.flag() ? sporos::Tuning::tuner_2012 : sporos::Tuning::run_time;
  sporos::TuningCache cache(2, options);
  for (int matrices = 1 + bytes.below(3); matrices > 0; --matrices) {
    const auto matrix = Structure<double, int, int>::of(bytes);
    const auto multiply = [&](auto a, auto x, auto b, auto y) { sporos::spmv(exec, cache, a, matrix.view(), x, b, y); };
    if (matrix.is_good()) {
      const auto wanted = products_of<double>(matrix);
      for (int product = 0; product < products; ++product) wanted.demand_right("a cache", multiply);
    } else {
      const Array<double> x(static_cast<std::size_t>(matrix.num_columns));
      const Array<double> y(static_cast<std::size_t>(matrix.num_rows));
      demand(is_refused([&] { multiply(1.0, x.view(), 0.0, y.view()); }), "a cache takes a matrix that is wrong");
    }
    cache.clear();  // the arrays go
  }
  return 0;
}
