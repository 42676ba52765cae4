// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/core/ProductTests.hpp"

namespace sporos_test {

using FloatTypes = AllIndexTypes<float, float>;
INSTANTIATE_TYPED_TEST_SUITE_P(Float, Product, FloatTypes);

}  // namespace sporos_test
