// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/core/ProductTests.hpp"

namespace sporos_test {

using ComplexFloatTypes = AllIndexTypes<Kokkos::complex<float>, Kokkos::complex<float>>;
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexFloat, Product, ComplexFloatTypes);

}  // namespace sporos_test
