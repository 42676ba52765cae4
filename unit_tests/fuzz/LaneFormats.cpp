// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structures from the input as COO, DIA, ELL, HYB and SELL-C-sigma.
#include "core/Sporos_Formats.hpp"
#include "unit_tests/fuzz/Formats.hpp"

namespace {

using namespace sporos_fuzz;

template <class Matrix>
void check_coo(const Matrix& matrix, bool may_refuse) {
  const auto options = limited<sporos::CooOptions>();
  check_format(matrix, "coo", {may_refuse}, [&](auto exec, auto crs) { return sporos::to_coo(exec, crs, options); });
}

template <class Matrix>
void check_dia(const Matrix& matrix, bool may_refuse) {
  const auto options = limited<sporos::DiaOptions>();
  const bool suits = matrix.is_good() && matrix.ascends();
  check_format(matrix, "dia", {may_refuse || !suits}, [&](auto exec, auto crs) {
    auto dia = sporos::to_dia(exec, crs, options);
    demand(suits, "dia takes what it cannot store");
    return dia;
  });
}

template <class Matrix>
void check_ell(const Matrix& matrix, bool row_lengths) {
  auto options = limited<sporos::EllOptions>();
  options.row_lengths = row_lengths;
  check_format(matrix, "ell", {}, [&](auto exec, auto crs) { return sporos::to_ell(exec, crs, options); });
}

template <class Matrix>
void check_hyb(const Matrix& matrix, bool may_refuse, Bytes& wishes) {
  auto options = limited<sporos::HybOptions>();
  if (wishes.flag()) options.width = wishes.next();
  options.rule.fewest_rows = wishes.below(64);
  check_format(matrix, "hyb", {may_refuse}, [&](auto exec, auto crs) { return sporos::to_hyb(exec, crs, options); });
}

template <class Matrix>
void check_sell(const Matrix& matrix, Bytes& wishes) {
  auto options = limited<sporos::SellOptions>();
  if (wishes.flag()) options.shape = sporos::SellShape{2 << wishes.below(6), 1 << wishes.below(14)};
  if (wishes.flag()) options.row_lengths = wishes.flag();
  check_format(matrix, "sell", {}, [&](auto exec, auto crs) { return sporos::to_sell(exec, crs, options); });
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check_formats(data, size, 6, [](const auto& matrix, int format, bool small_types, Bytes& wishes) {
    // Some formats keep numbers of rows, or distances between rows and columns, in the type of columns.
    const bool many_rows = small_types && matrix.num_rows > std::numeric_limits<signed char>::max();
    switch (format) {
      case 0:
        return check_coo(matrix, many_rows);
      case 1:
        return check_dia(matrix, many_rows);
      case 2:
        return check_ell(matrix, false);
      case 3:
        return check_ell(matrix, true);
      case 4:
        return check_hyb(matrix, many_rows, wishes);
      default:
        return check_sell(matrix, wishes);
    }
  });
  return 0;
}
