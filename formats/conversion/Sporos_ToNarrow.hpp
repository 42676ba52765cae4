// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A matrix with its values rounded to a narrower type.
#pragma once

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_Arrays.hpp"
#include "formats/common/Sporos_JoinReducer.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/common/Sporos_ValueTypes.hpp"
#include "formats/crs/Sporos_CrsView.hpp"

namespace sporos {

/// \brief How numbers changed when they were rounded to a narrower type. NaN and infinity stay as they are.
struct NarrowingReport {
  std::int64_t changed = 0;      ///< numbers that changed
  std::int64_t overflowed = 0;   ///< of these, finite ones that became infinite
  std::int64_t underflowed = 0;  ///< of these, those that became zero; one part of a complex number suffices for either
  double largest_change = 0;     ///< the largest `|new - old| / |old|`: infinite where one overflowed

  bool is_exact() const { return changed == 0; }  ///< whether no number changed

  /// \brief Adds one report to another, for a reduction.
  template <class Into, class From>
  KOKKOS_INLINE_FUNCTION static void join(Into& into, const From& from) {
    into.changed = into.changed + from.changed;
    into.overflowed = into.overflowed + from.overflowed;
    into.underflowed = into.underflowed + from.underflowed;
    if (from.largest_change > into.largest_change) into.largest_change = from.largest_change;
  }
};

namespace detail {

/// \brief A real number rounded to `New`. (For volatile see there_and_back() in Sporos_DeltaValues.hpp.)
template <class New, class Old>
KOKKOS_INLINE_FUNCTION New rounded(const Old& value) {
  if constexpr (is_narrow_value<New> || std::is_same<New, Old>::value) {
    return static_cast<New>(value);
  } else {
    const volatile New narrow = static_cast<New>(value);
    return narrow;
  }
}

// The change of one real number, or of one part of a complex one.
struct NarrowedPart {
  double old;
  double change;
  bool has_changed;
  bool has_overflowed;
  bool has_underflowed;
};

template <class Old, class New>
KOKKOS_INLINE_FUNCTION NarrowedPart narrowed_part(const Old& before, const New& after) {
  const auto old = static_cast<double>(before);
  const auto now = static_cast<double>(after);
  const bool was_finite = old - old == 0;
  const bool has_changed = was_finite && now != old;
  return {old, has_changed ? now - old : 0, has_changed, has_changed && !(now - now == 0), has_changed && now == 0};
}

KOKKOS_INLINE_FUNCTION double length_of(double a, double b) {
  const double x = a < 0 ? -a : a;
  const double y = b < 0 ? -b : b;
  const double larger = x < y ? y : x;
  const double smaller = x < y ? x : y;
  if (larger == 0) return 0;
  const double ratio = larger - larger == 0 ? smaller / larger : 0;
  return larger * Kokkos::abs(Kokkos::complex<double>(1, ratio));
}

KOKKOS_INLINE_FUNCTION void report_parts(NarrowingReport& report, const NarrowedPart& a, const NarrowedPart& b) {
  if (!a.has_changed && !b.has_changed) return;
  const double change = length_of(a.change, b.change) / length_of(a.old, b.old);
  NarrowingReport one;
  one.changed = 1;
  one.overflowed = a.has_overflowed || b.has_overflowed ? 1 : 0;
  one.underflowed = a.has_underflowed || b.has_underflowed ? 1 : 0;
  one.largest_change = change;
  NarrowingReport::join(report, one);
}

template <class Old, class New>
KOKKOS_INLINE_FUNCTION void narrow_number(const Old& from, New& to, NarrowingReport& report) {
  to = rounded<New>(from);
  report_parts(report, narrowed_part(from, to), NarrowedPart{});
}
template <class Old, class New>
KOKKOS_INLINE_FUNCTION void narrow_number(const Kokkos::complex<Old>& from, Kokkos::complex<New>& to,
                                          NarrowingReport& report) {
  to = Kokkos::complex<New>(rounded<New>(from.real()), rounded<New>(from.imag()));
  report_parts(report, narrowed_part(from.real(), to.real()), narrowed_part(from.imag(), to.imag()));
}

template <class Old, class New>
struct NarrowNumbers {
  const Old* from;
  New* to;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, NarrowingReport& report) const {
    narrow_number(from[k], to[k], report);
  }
};

template <class T>
inline constexpr bool is_complex_value = false;
template <class T>
inline constexpr bool is_complex_value<Kokkos::complex<T>> = true;

/// \brief Refuses types that cannot be made narrower; a class, as ValueType is.
template <class Old, class New>
struct NarrowingTypes {
  static_assert(matrix_values_are_taken<Old> && matrix_values_are_taken<New>);
  static_assert(is_complex_value<Old> == is_complex_value<New> && sizeof(New) <= sizeof(Old),
                "sporos::to_narrow, narrow_values: numbers are made narrower: double becomes float, half_t or bhalf_t, "
                "float one of these two, "
                "Kokkos::complex<double> Kokkos::complex<float>");
  static constexpr bool are_taken = true;
};

inline void require_exact(const char* function, const NarrowingReport& report, std::int64_t count, std::size_t bytes) {
  require(report.is_exact(), function, report.changed, " of ", count, " values would change in ", bytes,
          " bytes, the largest relative change being ", report.largest_change, "; ", report.overflowed,
          " would become infinite and ", report.underflowed, " zero. Pass a NarrowingReport to have them rounded");
}

}  // namespace detail

/// \brief A new array with the numbers rounded to the nearest `NewValue`; waits. How they changed is added to `report`.
template <class NewValue, class ExecutionSpace, class Values, class = detail::if_space<ExecutionSpace>,
          class = detail::if_views<Values>>
auto narrow_values(const ExecutionSpace& exec, const Values& values, NarrowingReport& report) {
  detail::require_kokkos("narrow_values");
  static_assert(detail::NarrowingTypes<typename Values::non_const_value_type, NewValue>::are_taken);
  using Old = typename Values::non_const_value_type;
  detail::require_contiguous("narrow_values", "values", values);
  detail::require_memory_of("narrow_values", "values", values);
  const auto count = static_cast<std::int64_t>(values.extent(0));
  const auto narrow = detail::fresh_array<Kokkos::View<NewValue*, Kokkos::LayoutRight, typename Values::memory_space>>(
      exec, "sporos::narrow[values]", count);
  NarrowingReport::join(
      report, detail::join_over<NarrowingReport>("sporos::narrow[values]", exec, count,
                                                 detail::NarrowNumbers<Old, NewValue>{values.data(), narrow.data()}));
  return narrow;
}

/// \brief The same if each number is exact in `NewValue`.
/// \throws std::invalid_argument where one is not
template <class NewValue, class ExecutionSpace, class Values, class = detail::if_space<ExecutionSpace>,
          class = detail::if_views<Values>>
auto narrow_values(const ExecutionSpace& exec, const Values& values) {
  NarrowingReport report;
  const auto narrow = narrow_values<NewValue>(exec, values, report);
  detail::require_exact("narrow_values", report, static_cast<std::int64_t>(values.extent(0)), sizeof(NewValue));
  return narrow;
}

/// \brief Compressed rows with values rounded to the nearest `NewValue`; columns and row offsets are shared with `A`.
/// Waits. How the values changed is added to `report`.
/// \param A  anything that crs_view() takes
template <class NewValue, class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
auto to_narrow(const ExecutionSpace& exec, const Matrix& A, NarrowingReport& report) {
  detail::require_kokkos("to_narrow");
  const auto wide = detail::crs_view_for("to_narrow", A);
  using Wide = std::decay_t<decltype(wide)>;
  using Narrow = CrsView<NewValue, typename Wide::column_type, typename Wide::offset_type, typename Wide::memory_space>;
  return Narrow{wide.num_rows, wide.num_columns, wide.row_offsets, wide.columns,
                narrow_values<NewValue>(exec, wide.values, report)};
}

/// \brief The same if each value is exact in `NewValue`; then products differ only by the rounding of sums.
/// \throws std::invalid_argument where one is not
template <class NewValue, class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
auto to_narrow(const ExecutionSpace& exec, const Matrix& A) {
  NarrowingReport report;
  const auto narrow = to_narrow<NewValue>(exec, A, report);
  detail::require_exact("to_narrow", report, narrow.nnz(), sizeof(NewValue));
  return narrow;
}

/// \brief Refuses other arguments at compile time.
template <
    class NewValue, class... Given,
    class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix, NarrowingReport>, Given...>>
auto to_narrow(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::to_narrow: the arguments are exec, A (, report); A is in compressed rows, and report a "
                "sporos::NarrowingReport, which is not const");
  return detail::NoCrsView();
}

/// \brief Refuses other arguments at compile time.
template <class NewValue, class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AView, NarrowingReport>, Given...>>
auto narrow_values(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::narrow_values: the arguments are exec, values (, report); values is a rank-1 View, and report "
                "a sporos::NarrowingReport, which is not const");
  return Kokkos::View<NewValue*>();
}

/// \brief Refuses calls that do not name the new type, at compile time.
template <class ExecutionSpace, class... Given, class = detail::if_space<ExecutionSpace>>
auto to_narrow(const ExecutionSpace&, const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::to_narrow: the new type of the numbers must be named: to_narrow<float>(exec, A)");
  return detail::NoCrsView();
}
/// \brief Refuses calls that do not name the new type, at compile time.
template <class ExecutionSpace, class... Given, class = detail::if_space<ExecutionSpace>>
auto narrow_values(const ExecutionSpace&, const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::narrow_values: the new type of the numbers must be named: narrow_values<float>(exec, values)");
  return Kokkos::View<float*>();
}

}  // namespace sporos
