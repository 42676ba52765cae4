// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The input is the description of a matrix. Types with small limits keep matrices small, and show what happens before a
// limit is noticed.
#include <optional>

#include "formats/Sporos_Generate.hpp"
#include "unit_tests/fuzz/Harness.hpp"

namespace {

using namespace sporos_fuzz;

template <class Value, class Column, class Offset>
using Matrix = sporos::CrsMatrix<Value, Column, Offset, Kokkos::HostSpace>;

template <class Value, class Column, class Offset>
void demand_sound(const Matrix<Value, Column, Offset>& matrix) {
  demand(matrix.num_rows >= 1 && matrix.num_columns >= 1, "the matrix is empty");
  demand(matrix.row_offsets(0) == 0 && static_cast<std::int64_t>(matrix.row_offsets(matrix.num_rows)) == matrix.nnz(),
         "entries outside of the rows");
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    demand(matrix.row_offsets(row) <= matrix.row_offsets(row + 1), "row ", row, " ends before it starts");
    for (auto k = matrix.row_offsets(row); k < matrix.row_offsets(row + 1); ++k) {
      demand(matrix.columns(k) >= 0 && matrix.columns(k) < matrix.num_columns, "entry ", +k, " has no column");
      demand(k == matrix.row_offsets(row) || matrix.columns(k - 1) < matrix.columns(k), "row ", row, " is unsorted");
      demand(matrix.values(k) != Value(0), "entry ", +k, " is zero");
    }
  }
}

template <class Value, class Column, class Offset>
std::optional<Matrix<Value, Column, Offset>> generate_or_refuse(const std::string& description) {
  try {
    auto matrix = sporos::generate<Value, Column, Offset>(description);
    demand_sound(matrix);
    demand(sporos::is_generator(description), "a generator that nobody knows");
    return matrix;
  } catch (const std::invalid_argument& error) {
    const std::string start = "sporos::generate: \"";
    demand(std::string_view(error.what()).substr(0, start.size()) == start, "another complaint: ", error.what());
    return std::nullopt;
  }
}

template <class A, class B>
void demand_same_structure(const A& a, const B& b) {
  demand(a.num_rows == b.num_rows && a.num_columns == b.num_columns && a.nnz() == b.nnz(), "another shape");
  for (std::int64_t row = 0; row <= a.num_rows; ++row) {
    demand(static_cast<std::int64_t>(a.row_offsets(row)) == static_cast<std::int64_t>(b.row_offsets(row)),
           "other rows with other types");
  }
  for (std::int64_t k = 0; k < a.nnz(); ++k) {
    demand(static_cast<std::int64_t>(a.columns(k)) == static_cast<std::int64_t>(b.columns(k)),
           "other columns with other types");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string description(text_of(data, size));
  const auto smallest = generate_or_refuse<float, signed char, unsigned char>(description);
  const auto small = generate_or_refuse<double, short, unsigned short>(description);
  if (smallest) {
    demand(small.has_value(), "larger types refuse what smaller ones can count");
    demand_same_structure(*smallest, *small);
  }
  if (small) {
    const auto large = generate_or_refuse<Kokkos::complex<double>, std::int64_t, std::uint64_t>(description);
    demand(large.has_value(), "larger types refuse what smaller ones can count");
    demand_same_structure(*small, *large);
  }
  return 0;
}
