// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What must be true for every conversion, whatever the structure and the options.
#pragma once

#include <optional>

#include "core/Sporos_FormatPlan.hpp"
#include "unit_tests/fuzz/Structures.hpp"

namespace sporos_fuzz {

/// \brief The largest size of a converted matrix: more than any structure of a fuzzer needs, unless it is refused.
inline constexpr std::int64_t max_bytes = std::int64_t{1} << 25;

template <class Options>
Options limited() {
  Options options;
  options.max_bytes = max_bytes;
  return options;
}

/// \brief Which good matrices a format may refuse.
struct Refusals {
  bool of_structure = false;  ///< this one
  bool of_new_values = false;
};

/// \brief Checks the rows, entry for entry, with the present numbers.
template <class Matrix, class Crs>
void demand_same_rows(const Matrix& matrix, const Crs& crs, const char* who) {
  demand(crs.num_rows == matrix.num_rows && crs.num_columns == matrix.num_columns && crs.nnz() == matrix.nnz(), who,
         ": back, it has another shape");
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    demand(crs.row_offsets(row + 1) == matrix.offsets[row + 1], who, ": back, row ", row, " ends elsewhere");
  }
  for (std::int64_t k = 0; k < matrix.nnz(); ++k) {
    demand(crs.columns(k) == matrix.columns[k], who, ": back, entry ", k, " has another column");
    demand(crs.values(k) == matrix.values[k], who, ": back, entry ", k, " has another value");
  }
}

template <class Products, class Format>
void demand_right_products(const Products& products, const Format& format, const char* who) {
  const Kokkos::DefaultHostExecutionSpace exec;
  const sporos::Plan plan(exec, format);
  products.demand_right(who, [&](auto... arguments) { plan.apply(arguments...); });
  products.demand_right(who, [&](auto a, auto x, auto b, auto y) { sporos::spmv(exec, a, format, x, b, y); });
}

/// \brief `convert(exec, crs)` must take all valid structures except those that it may refuse, and no others. The
/// result must multiply correctly, take new numbers, and be converted back to the same rows.
template <class Matrix, class Convert>
void check_format(const Matrix& matrix, const char* who, const Refusals& refusals, const Convert& convert) {
  const Kokkos::DefaultHostExecutionSpace exec;
  std::optional<std::decay_t<decltype(convert(exec, matrix.view()))>> format;
  std::string why;
  const bool refused = is_refused([&] { format.emplace(convert(exec, matrix.view())); }, &why);
  if (!matrix.is_convertible()) demand(refused, who, " takes a matrix that is wrong");
  const bool is_large = why.find("max_bytes") != std::string::npos;
  if (matrix.is_convertible()) demand(!refused || is_large || refusals.of_structure, who, " refuses: ", why);
  if (refused) return;

  demand(format->num_rows == matrix.num_rows && format->num_columns == matrix.num_columns &&
             format->nnz() == matrix.nnz() && format->bytes() >= 0 && format->bytes() <= max_bytes,
         who, " says something else of its size");
  const Products<double, Matrix> products(matrix);
  demand_right_products(products, *format, who);
  demand_same_rows(matrix, to_crs(exec, *format), who);

  matrix.fill_values(2);
  const bool keeps = is_refused([&] { update_values(exec, *format, matrix.values.view()); }, &why);
  demand(!keeps || refusals.of_new_values, who, " refuses new numbers: ", why);
  if (keeps) {
    demand_right_products(products, *format, who);
  } else {
    demand_right_products(Products<double, Matrix>(matrix), *format, who);
    demand_same_rows(matrix, to_crs(exec, *format), who);
  }
}

/// \brief The first byte chooses the types, the next one of `formats`, then come four bytes for its options, and the
/// rest is the matrix. Calls `check(matrix, format, small_types, wishes)`.
template <class Check>
void check_formats(const std::uint8_t* data, std::size_t size, int formats, const Check& check) {
  Bytes bytes(data, size);
  const bool small_types = bytes.flag();
  const int format = bytes.below(formats);
  std::uint8_t options[4];
  for (std::uint8_t& option : options) option = static_cast<std::uint8_t>(bytes.next());
  Bytes wishes(options, sizeof options);
  if (small_types) {
    check(Structure<float, signed char, unsigned char>::of(bytes), format, true, wishes);
  } else {
    check(Structure<double, int, int>::of(bytes), format, false, wishes);
  }
}

}  // namespace sporos_fuzz
