// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: the matrix of your own has no sporos::FormatTraits
#include "core/Sporos_AnyMatrix.hpp"

using Space = Kokkos::DefaultExecutionSpace::memory_space;

struct Nothing {
  using value_type = double;
  using column_type = int;
  using offset_type = int;
  using memory_space = Space;

  std::int64_t num_rows = 0;
  std::int64_t num_columns = 0;
};

#ifdef MUST_COMPILE
template <>
struct sporos::FormatTraits<Nothing> : sporos::OwnFormat<Nothing> {
  static constexpr const char* name = "nothing";
};
#endif

auto format(const sporos::CrsMatrix<double, int, int, Space>& A) { return sporos::any_matrix<Nothing>(A).format(); }
