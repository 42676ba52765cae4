// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Vectors that are not one contiguous array: several columns, or elements with gaps between them.
#pragma once

#include <cstdint>
#include <numeric>
#include <type_traits>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

template <class View>
inline constexpr int rank_of = static_cast<int>(View::rank);

/// \brief Whether a View of this type can be anything other than a contiguous vector.
template <class View>
inline constexpr bool may_be_apart =
    rank_of<View> != 1 || std::is_same<typename View::array_layout, Kokkos::LayoutStride>::value;

template <class View>
bool is_apart(const View& view) {
  if constexpr (rank_of<View> == 1) {
    return view.extent(0) > 1 && view.span() != view.extent(0);
  } else {
    return true;
  }
}

/// \brief The addresses of the elements of a View; all numbers count elements.
template <class T>
struct VectorColumns {
  T* data;
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t row_stride;
  std::int64_t column_stride;
};

template <class View>
VectorColumns<typename View::value_type> vector_columns(const View& view) {
  const auto rows = static_cast<std::int64_t>(view.extent(0));
  if constexpr (rank_of<View> == 0) {
    return {view.data(), 1, 1, 1, 1};
  } else if constexpr (rank_of<View> == 1) {
    return {view.data(), rows, 1, static_cast<std::int64_t>(view.stride(0)), 1};
  } else {
    return {view.data(), rows, static_cast<std::int64_t>(view.extent(1)), static_cast<std::int64_t>(view.stride(0)),
            static_cast<std::int64_t>(view.stride(1))};
  }
}

/// \brief The bytes of one column: `count` elements, `step` bytes apart.
struct ByteSequence {
  std::int64_t begin;
  std::int64_t count;
  std::int64_t step;
  std::int64_t size;  ///< of an element

  std::int64_t end() const { return begin + (count - 1) * step + size; }
};

template <class T>
ByteSequence bytes_of_column(const VectorColumns<T>& view, std::int64_t c) {
  constexpr auto size = static_cast<std::int64_t>(sizeof(T));
  return {static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(view.data)) + c * view.column_stride * size,
          view.rows, view.row_stride * size, size};
}

/// \brief Whether two columns share a byte. If their steps differ, the answer may be true although they do not.
inline bool share_bytes(const ByteSequence& a, const ByteSequence& b) {
  if (a.count == 0 || b.count == 0 || a.end() <= b.begin || b.end() <= a.begin) return false;
  const std::int64_t period = std::gcd(a.count > 1 ? a.step : 0, b.count > 1 ? b.step : 0);
  if (period == 0) return true;
  const std::int64_t behind = ((b.begin - a.begin) % period + period) % period;
  return behind < a.size || behind + b.size > period;
}

/// \brief Whether two Views share an element. Compares all pairs of columns, if the ranges of memory overlap at all.
template <class A, class B>
bool share_elements(const VectorColumns<A>& a, const VectorColumns<B>& b) {
  const auto begin = [](const auto& view) { return bytes_of_column(view, 0).begin; };
  const auto end = [](const auto& view) { return bytes_of_column(view, view.columns - 1).end(); };
  if (a.rows == 0 || a.columns == 0 || b.rows == 0 || b.columns == 0) return false;
  if (end(a) <= begin(b) || end(b) <= begin(a)) return false;
  for (std::int64_t i = 0; i < a.columns; ++i) {
    for (std::int64_t j = 0; j < b.columns; ++j) {
      if (share_bytes(bytes_of_column(a, i), bytes_of_column(b, j))) return true;
    }
  }
  return false;
}

}  // namespace detail
}  // namespace sporos
