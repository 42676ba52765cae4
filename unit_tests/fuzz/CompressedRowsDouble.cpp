// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/fuzz/CompressedRows.hpp"

void sporos_fuzz::check_double(Bytes& bytes) { check_compressed_rows<double, int, int, double>(bytes); }
