// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/fuzz/CompressedRows.hpp"

void sporos_fuzz::check_complex(Bytes& bytes) {
  using Complex = Kokkos::complex<float>;
  check_compressed_rows<Complex, std::int64_t, std::size_t, Complex>(bytes);
}
