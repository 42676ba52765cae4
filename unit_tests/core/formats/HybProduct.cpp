// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/launch/formats/Sporos_LaunchHyb.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace hyb_product_tests {

using sporos_test::check_format;

// Most matrices of the gallery are too small for the rule of the paper; these numbers divide them.
struct ByRule {
  template <class ExecutionSpace, class Matrix>
  auto operator()(const ExecutionSpace& exec, const Matrix& A) const {
    sporos::HybOptions options;
    options.rule.fewest_rows = 2;
    return to_hyb(exec, A, options);
  }
};
constexpr ByRule hyb;

template <int width>
struct OfWidth {
  template <class ExecutionSpace, class Matrix>
  auto operator()(const ExecutionSpace& exec, const Matrix& A) const {
    sporos::HybOptions options;
    options.width = width;
    return to_hyb(exec, A, options);
  }
};

TEST(HybProduct, Float) { check_format<float>(hyb); }
TEST(HybProduct, Double) { check_format<double>(hyb); }
TEST(HybProduct, ComplexFloat) { check_format<Kokkos::complex<float>>(hyb); }
TEST(HybProduct, ComplexDouble) { check_format<Kokkos::complex<double>>(hyb); }
TEST(HybProduct, FloatMatrixWithDoubleVectors) { check_format<float, double>(hyb); }
TEST(HybProduct, LongOffsets) { check_format<double, double, int, std::size_t>(hyb); }
TEST(HybProduct, LongColumns) { check_format<double, double, std::int64_t, int>(hyb); }
TEST(HybProduct, LongColumnsAndOffsets) { check_format<double, double, std::int64_t, std::int64_t>(hyb); }
TEST(HybProduct, OfWidthZero) { check_format<double>(OfWidth<0>()); }
TEST(HybProduct, OfWidthThree) { check_format<double>(OfWidth<3>()); }

}  // namespace hyb_product_tests
