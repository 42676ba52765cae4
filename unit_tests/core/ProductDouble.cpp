// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/core/ProductTests.hpp"

namespace sporos_test {

using DoubleTypes = AllIndexTypes<double, double>;
INSTANTIATE_TYPED_TEST_SUITE_P(Double, Product, DoubleTypes);

}  // namespace sporos_test
