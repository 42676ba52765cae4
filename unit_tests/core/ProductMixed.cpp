// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/core/ProductTests.hpp"

namespace sporos_test {

using MixedTypes = AllIndexTypes<float, double>;
INSTANTIATE_TYPED_TEST_SUITE_P(Mixed, Product, MixedTypes);

}  // namespace sporos_test
