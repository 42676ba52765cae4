// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Sporos.hpp>
#include <cstdio>

#if defined(SPOROS_HAS_ZLIB) != defined(EXPECT_ZLIB)
#error "Sporos::sporos and this build do not agree on zlib."
#endif
#if defined(SPOROS_HAS_METIS) != defined(EXPECT_METIS)
#error "Sporos::sporos and this build do not agree on METIS."
#endif
#ifdef SPOROS_HAS_METIS
#include <metis.h>
#endif
#ifdef SPOROS_HAS_ZLIB
#include <zlib.h>
#endif

double second_element_of_product();

int main(int argc, char** argv) {
  Kokkos::ScopeGuard kokkos(argc, argv);
#ifdef SPOROS_HAS_METIS
  idx_t options[METIS_NOPTIONS];
  std::printf("METIS %s\n", METIS_SetDefaultOptions(options) == METIS_OK ? "answers" : "fails");
#endif
#ifdef SPOROS_HAS_ZLIB
  std::printf("zlib %s\n", zlibVersion());
#endif
  const double result = second_element_of_product();
  std::printf("y(1) = %g\n", result);
  return result == 231.0 ? 0 : 1;
}
