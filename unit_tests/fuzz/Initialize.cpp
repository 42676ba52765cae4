// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/common/Sporos_Kokkos.hpp"
#include "unit_tests/fuzz/Harness.hpp"

// Called once, for all inputs. A fuzzer never finalizes Kokkos, because it may end anywhere.
int LLVMFuzzerInitialize(int* argc, char*** argv) {
  Kokkos::initialize(*argc, *argv);
  return 0;
}
