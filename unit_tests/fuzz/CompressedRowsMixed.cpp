// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/fuzz/CompressedRows.hpp"

// Indices up to the limits of their types.
void sporos_fuzz::check_mixed(Bytes& bytes) { check_compressed_rows<float, signed char, unsigned char, double>(bytes); }
