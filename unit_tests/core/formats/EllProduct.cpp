// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/launch/formats/Sporos_LaunchEll.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace ell_product_tests {

using sporos_test::check_format;

struct Convert {
  sporos::EllOptions options;

  template <class ExecutionSpace, class Matrix>
  auto operator()(const ExecutionSpace& exec, const Matrix& A) const {
    return to_ell(exec, A, options);
  }
};

sporos::EllOptions with_memory(bool row_lengths) {
  sporos::EllOptions options;
  options.row_lengths = row_lengths;
  options.max_bytes = std::int64_t{1} << 28;
  return options;
}
const Convert ell{with_memory(false)};
const Convert ellpack_r{with_memory(true)};

// Others are padded to millions of slots, and only take time.
bool suits(const sporos_test::Pattern& pattern) {
  std::size_t longest = 0;
  for (const auto& row : pattern.rows) longest = std::max(longest, row.size());
  return pattern.rows.size() * longest < 1000000;
}
constexpr sporos_test::FormatChecks checks{true, suits};

TEST(EllProduct, Float) { check_format<float>(ell, checks); }
TEST(EllProduct, Double) { check_format<double>(ell, checks); }
TEST(EllProduct, ComplexFloat) { check_format<Kokkos::complex<float>>(ell, checks); }
TEST(EllProduct, ComplexDouble) { check_format<Kokkos::complex<double>>(ell, checks); }
TEST(EllProduct, FloatMatrixWithDoubleVectors) { check_format<float, double>(ell, checks); }
TEST(EllProduct, LongOffsets) { check_format<double, double, int, std::size_t>(ell, checks); }
TEST(EllProduct, LongColumns) { check_format<double, double, std::int64_t, int>(ell, checks); }
TEST(EllProduct, LongColumnsAndOffsets) { check_format<double, double, std::int64_t, std::int64_t>(ell, checks); }
TEST(EllProduct, WithRowLengths) { check_format<double>(ellpack_r, checks); }
TEST(EllProduct, WithRowLengthsInFloat) { check_format<float>(ellpack_r, checks); }

}  // namespace ell_product_tests
