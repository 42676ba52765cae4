// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The inverse of a matrix' diagonal, as Jacobi's preconditioner wants it.
#pragma once

#include <algorithm>
#include <limits>

#include "core/kernels/Sporos_SumType.hpp"
#include "core/launch/Sporos_CheckProduct.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_Arrays.hpp"
#include "formats/crs/Sporos_CrsView.hpp"

namespace sporos {

namespace detail {

/// \brief Writes the inverse of the diagonal entry of a row; finds the first row without one, or with 0.
template <class Matrix, class Inverse>
struct InvertDiagonal {
  Matrix matrix;
  Inverse inverse;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, std::int64_t& first_wrong) const {
    using Number = typename Inverse::value_type;
    Number sum(0);
    const auto end = static_cast<std::int64_t>(matrix.row_offsets(row + 1));
    for (auto entry = static_cast<std::int64_t>(matrix.row_offsets(row)); entry < end; ++entry) {
      if (static_cast<std::int64_t>(matrix.columns(entry)) == row) sum += static_cast<Number>(matrix.values(entry));
    }
    if (sum == Number(0)) {
      first_wrong = first_wrong < row ? first_wrong : row;
    } else {
      inverse(row) = Number(1) / sum;
    }
  }
};

}  // namespace detail

/// \brief `1 / a_ii` of each row; entries in the same place are added. Waits.
///
/// \param A  a square matrix in compressed rows, or in any format with to_crs(), which makes compressed rows first
/// \return   a View of as many numbers as there are rows, in the type of the matrix; in float if that is narrower
/// \throws std::invalid_argument where A is not square, or a diagonal entry is missing or 0, naming the first such row
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
auto inverse_diagonal(const ExecutionSpace& exec, const Matrix& A) {
  constexpr const char* function = "inverse_diagonal";
  if constexpr (detail::is_format<Matrix> || detail::is_any_matrix<Matrix>) {
    return inverse_diagonal(exec, to_crs(exec, A));
  } else {
    const auto matrix = detail::crs_view_for(function, A);
    using View = std::decay_t<decltype(matrix)>;
    static_assert(detail::matrix_values_are_taken<typename View::value_type>);
    using Number = typename detail::real_part<typename View::value_type>::type;
    using Value =
        std::conditional_t<detail::is_complex<typename View::value_type>::value, typename View::value_type, Number>;
    using Inverse = Kokkos::View<Value*, typename View::memory_space>;
    detail::require_kokkos(function);
    detail::require(matrix.num_rows == matrix.num_columns, function, "the matrix is ", matrix.num_rows, " x ",
                    matrix.num_columns, ", not square");
    const auto inverse = detail::fresh_array<Inverse>(exec, "sporos::inverse_diagonal", matrix.num_rows);
    std::int64_t first_wrong = std::numeric_limits<std::int64_t>::max();
    Kokkos::parallel_reduce("sporos::inverse_diagonal", detail::IndexRange<ExecutionSpace>(exec, 0, matrix.num_rows),
                            detail::InvertDiagonal<View, Inverse>{matrix, inverse},
                            Kokkos::Min<std::int64_t>(first_wrong));
    detail::wait_for(exec, "sporos::inverse_diagonal[wait]");
    detail::require(first_wrong >= matrix.num_rows, function, "the diagonal entry of row ", first_wrong,
                    " is missing or 0");
    return inverse;
  }
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix>, Given...>>
auto inverse_diagonal(const Given&...) {
  static_assert(detail::are_right<Given...>, "sporos::inverse_diagonal: the arguments are exec, A");
  return Kokkos::View<double*>();
}

}  // namespace sporos
