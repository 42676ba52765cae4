// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: sporos::spmv, Plan, conversions, solvers, files: values cannot be integers. copy them into an array of float
// error: sporos::to_coo: the arguments are exec, num_rows, num_columns, rows, columns, values
// error: sporos::to_coo: rows and columns must be signed integers
#include <vector>

#include "formats/coo/Sporos_SortEntries.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
template <class T>
using List = Kokkos::View<T*, Exec::memory_space>;

void make(const Exec& exec, const List<int>& places, const List<double>& values, const List<std::int64_t>& wide,
          const List<unsigned>& counts, const std::vector<double>& array) {
  sporos::to_coo(exec, 2, 2, places, places, values);
#ifdef MUST_COMPILE
  sporos::to_coo<std::int64_t>(exec, 2, 2, wide, wide, values, sporos::CooOptions());
#else
  sporos::to_coo(exec, 2, 2, places, places, places);
  sporos::to_coo(exec, 2, 2, places, places, array);
  sporos::to_coo(exec, 2, 2, counts, counts, values);
#endif
  static_cast<void>(wide);
  static_cast<void>(counts);
  static_cast<void>(array);
}
