// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/fuzz/CompressedRows.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sporos_fuzz::Bytes bytes(data, size);
  switch (bytes.below(3)) {
    case 0:
      sporos_fuzz::check_double(bytes);
      break;
    case 1:
      sporos_fuzz::check_mixed(bytes);
      break;
    default:
      sporos_fuzz::check_complex(bytes);
  }
  return 0;
}
