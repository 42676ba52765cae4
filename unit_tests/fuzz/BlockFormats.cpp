// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structures from the input as BSR and CSR5.
#include "core/Sporos_Formats.hpp"
#include "unit_tests/fuzz/Formats.hpp"

namespace {

using namespace sporos_fuzz;

template <class Matrix>
void check_bsr(const Matrix& matrix, bool small_types, Bytes& wishes) {
  auto options = limited<sporos::BsrOptions>();
  if (wishes.flag()) options.block_size = 1 + wishes.below(9);
  options.layout = wishes.flag() ? sporos::BlockLayout::row_by_row : sporos::BlockLayout::block_by_block;
  options.min_fill = (1 + wishes.below(16)) / 16.0;
  check_format(matrix, "bsr", {small_types}, [&](auto exec, auto crs) { return sporos::to_bsr(exec, crs, options); });
}

template <class Matrix>
void check_csr5(const Matrix& matrix, Bytes& wishes) {
  auto options = limited<sporos::Csr5Options>();
  if (wishes.flag()) options.omega = 1 << wishes.below(6);
  options.sigma = wishes.below(33);
  check_format(matrix, "csr5", {}, [&](auto exec, auto crs) { return sporos::to_csr5(exec, crs, options); });
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check_formats(data, size, 2, [](const auto& matrix, int format, bool small_types, Bytes& wishes) {
    if (format == 0) {
      check_bsr(matrix, small_types, wishes);
    } else {
      check_csr5(matrix, wishes);
    }
  });
  return 0;
}
