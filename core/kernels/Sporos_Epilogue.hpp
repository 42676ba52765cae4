// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What is done with a finished row sum.
///
/// A kernel hands the sum of each row to its epilogue, exactly once: `epilogue(row, sum)`, from any thread, in any
/// order. An epilogue is a small value that kernels copy, and has
///
///     using sum_t = ...;                                              // what rows are summed in
///     void operator()(std::int64_t row, const sum_t& sum) const;      // a device function
///     template <class F> void resolve(const F& f) const;              // f(epilogue), see LinearEpilogue::resolve
///
/// Formats that are multiplied in two parts add the second part to y. They need an epilogue that supports this, as
/// LinearEpilogue does.
///
/// On a host, an epilogue may also have
///
///     static constexpr bool is_told = true;
///     void finished(std::int64_t own, std::int64_t from, std::int64_t to) const;
///
/// Kernels that support this call it when the rows `from` to `to - 1` are finished. The calling thread has finished all
/// rows from `own` on, in order. Rows that threads share are left out.
#pragma once

#include <cstdint>
#include <type_traits>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

template <class Epilogue, class = void>
inline constexpr bool notices_rows = false;
template <class Epilogue>
inline constexpr bool notices_rows<Epilogue, std::void_t<decltype(Epilogue::is_told)>> = Epilogue::is_told;

/// \brief An epilogue with `is_told` is told at every multiple of this many rows.
inline constexpr std::int64_t noticed_rows = 256;

/// \brief Tells `epilogue`, if it is to be told, that the rows `from` to `to - 1` are finished.
template <class Epilogue>
KOKKOS_FORCEINLINE_FUNCTION void tell_finished([[maybe_unused]] const Epilogue& epilogue,
                                               [[maybe_unused]] std::int64_t own, [[maybe_unused]] std::int64_t from,
                                               [[maybe_unused]] std::int64_t to) {
  if constexpr (notices_rows<Epilogue>) epilogue.finished(own, from, to);
}

/// \brief Calls `run(from, to)` for the rows `from` to `to - 1`: once, or in parts, in order, if `epilogue` is told of
/// finished rows.
template <class Epilogue, class Run>
KOKKOS_FORCEINLINE_FUNCTION void in_noticed_parts(const Epilogue& epilogue, std::int64_t row, std::int64_t last,
                                                  const Run& run) {
  if constexpr (notices_rows<Epilogue>) {
    for (std::int64_t from = row; from < last;) {
      const std::int64_t multiple = (from / noticed_rows + 1) * noticed_rows;
      const std::int64_t to = multiple < last ? multiple : last;
      run(from, to);
      epilogue.finished(row, from, to);
      from = to;
    }
  } else {
    run(row, last);
  }
}

/// \brief `y = alpha * sum`. y is not read, so a NaN there is overwritten.
template <class Y, class Sum>
struct OverwriteEpilogue {
  using sum_t = Sum;

  Y* y;
  Sum alpha;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, const Sum& sum) const {
    y[row] = static_cast<Y>(alpha * sum);
  }
};

/// \brief `y = alpha * sum + beta * y`. If `beta == 0`, y is not read.
template <class Y, class Sum>
struct LinearEpilogue {
  using sum_t = Sum;

  Y* y;
  Sum alpha;
  Sum beta;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, const Sum& sum) const {
    if (beta == Sum(0)) {
      y[row] = static_cast<Y>(alpha * sum);
    } else {
      y[row] = static_cast<Y>(alpha * sum + beta * static_cast<Sum>(y[row]));
    }
  }

  /// \brief Calls `f` with an equivalent epilogue that need not test beta for each row: for loops of a single thread.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void resolve(const F& f) const {
    if (beta == Sum(0)) {
      f(OverwriteEpilogue<Y, Sum>{y, alpha});
    } else {
      f(*this);
    }
  }

  /// \brief The epilogue for the second part of a product: it keeps what y has after the first part.
  LinearEpilogue of_second_part() const { return {y, alpha, Sum(1)}; }

  /// \brief Whether a row whose sum is zero stays unchanged.
  bool leaves_y_alone() const { return beta == Sum(1); }

  /// \brief The epilogue for rows without products: their sums are zero, and alpha is ignored.
  LinearEpilogue of_no_product() const { return {y, Sum(0), beta}; }
};

}  // namespace detail
}  // namespace sporos
