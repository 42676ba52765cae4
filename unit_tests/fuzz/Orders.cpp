// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structures from the input, renumbered, measured and written to a file.
#include <optional>

#include "formats/Sporos_Bandwidth.hpp"
#include "formats/Sporos_MatrixMarket.hpp"
#include "formats/Sporos_MetisOrdering.hpp"
#include "formats/Sporos_Permute.hpp"
#include "formats/Sporos_ReverseCuthillMcKee.hpp"
#include "unit_tests/fuzz/Structures.hpp"

namespace {

using namespace sporos_fuzz;
using Exec = Kokkos::DefaultHostExecutionSpace;

template <class Matrix>
void demand_refused_alike(const Matrix& matrix, bool refused, const char* who) {
  const bool suits = matrix.is_good() && matrix.num_rows == matrix.num_columns;
  demand(refused == !suits, who, refused ? " refuses a good matrix" : " takes a matrix that is wrong");
}

// Renumbering must not change the length of any row.
template <class Matrix>
void check_permuting(const Matrix& matrix, const sporos::Permutation& order) {
  const auto moved = sporos::permute_symmetric(Exec(), matrix.view(), order);
  sporos::validate(Exec(), moved);
  const auto band = sporos::measure_bandwidth(Exec(), moved);
  demand(
      band.lower < std::max<std::int64_t>(moved.num_rows, 1) && band.upper < std::max<std::int64_t>(moved.num_rows, 1),
      "the band is wider than the matrix");
  const auto& old_of_new = order.old_of_new();
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    const std::int64_t old = old_of_new[static_cast<std::size_t>(row)];
    demand(moved.row_offsets(row + 1) - moved.row_offsets(row) == matrix.offsets[old + 1] - matrix.offsets[old], "row ",
           old, " changes its length on the way to row ", row);
  }
}

template <class Matrix, class MakeOrder>
void check_order(const Matrix& matrix, const char* who, const MakeOrder& make_order) {
  std::optional<sporos::Permutation> order;
  const bool refused = is_refused([&] { order.emplace(make_order()); });
  demand_refused_alike(matrix, refused, who);
  if (order) check_permuting(matrix, *order);
}

template <class Matrix>
void check_writing(const Matrix& matrix) {
  static const ScratchFile file(".mtx");
  const auto write = [&] { sporos::write_matrix_market(file.path(), matrix.view()); };
  if (is_refused(write)) {
    demand(!matrix.is_good() || (matrix.num_rows > 0 && matrix.offsets[0] != 0), "a good matrix is not written");
    return;
  }
  if (!matrix.is_good() || matrix.has_loose_ends() || !matrix.ascends()) return;
  using Value = std::decay_t<decltype(matrix.values[0])>;
  const auto again = sporos::read_matrix_market<Value>(file.path());
  demand(again.num_rows == matrix.num_rows && again.num_columns == matrix.num_columns && again.nnz() == matrix.nnz(),
         "written and read again, it has another shape");
  for (std::int64_t k = 0; k < matrix.nnz(); ++k) {
    demand(again.columns(k) == matrix.columns[k] && again.values(k) == matrix.values[k],
           "written and read again, entry ", k, " is another");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const int wish = bytes.next();
  const int parts = bytes.next();
  const auto matrix = Structure<double, int, int>::of(bytes);
  switch (wish % 5) {
    case 0:
      check_order(matrix, "reverse_cuthill_mckee", [&] { return sporos::reverse_cuthill_mckee(matrix.view()); });
      break;
    case 1:
      if (sporos::has_metis) {
        check_order(matrix, "metis_ordering", [&] { return sporos::metis_ordering(matrix.view()); });
      }
      break;
    case 2:
      if (sporos::has_metis && (parts >= 1 && parts <= matrix.num_rows)) {
        check_order(matrix, "metis_partition", [&] { return sporos::metis_partition(matrix.view(), parts); });
      }
      break;
    case 3:
      check_order(matrix, "permute_symmetric", [&] {
        const auto order = sporos::Permutation::identity(matrix.num_rows);
        sporos::permute_symmetric(Exec(), matrix.view(), order);
        return order;
      });
      break;
    default:
      check_writing(matrix);
  }
  return 0;
}
