// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/core/ProductTests.hpp"

namespace sporos_test {

using ComplexDoubleTypes = AllIndexTypes<Kokkos::complex<double>, Kokkos::complex<double>>;
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexDouble, Product, ComplexDoubleTypes);

}  // namespace sporos_test
