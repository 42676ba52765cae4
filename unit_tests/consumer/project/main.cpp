// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Sporos.hpp>
#include <cstdio>
#include <string_view>

#if defined(SPOROS_HAS_ZLIB) != defined(EXPECT_ZLIB)
#error "Sporos::sporos and this build do not agree on zlib."
#endif
#if defined(SPOROS_HAS_METIS) != defined(EXPECT_METIS)
#error "Sporos::sporos and this build do not agree on METIS."
#endif
#if SPOROS_VERSION < 100 || SPOROS_VERSION >= 200
#error "The version is not 0.1."
#endif
static_assert(std::string_view(SPOROS_VERSION_STRING) == EXPECT_VERSION, "CMake knows another version.");

double second_element_of_product();
bool optional_libraries_answer();

int main(int argc, char** argv) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  const double result = second_element_of_product();
  std::printf("y(1) = %g\n", result);
  return result == 231.0 && optional_libraries_answer() ? 0 : 1;
}
