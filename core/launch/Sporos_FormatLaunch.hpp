// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The launches of the library's own formats, and which types are formats.
#pragma once

#include <type_traits>

#include "core/launch/Sporos_FormatTraits.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "formats/crs/Sporos_CrsView.hpp"

namespace sporos {

template <class Value, class Column, class Offset, class MemorySpace, class... Own>
class AnyMatrix;

namespace detail {

/// \brief Specialised for each storage format of the library: `name`, `in_parts` and `run` of its FormatTraits.
template <class Matrix>
struct FormatLaunch;

template <class Matrix, class = void>
struct has_format_traits : std::false_type {};
template <class Matrix>
struct has_format_traits<Matrix, std::void_t<decltype(sizeof(FormatTraits<Matrix>))>> : std::true_type {};

template <class Matrix>
struct is_crs_view : std::false_type {};
template <class Value, class Column, class Offset, class MemorySpace>
struct is_crs_view<CrsView<Value, Column, Offset, MemorySpace>> : std::true_type {};

/// \brief Whether `Matrix` is in a storage format other than compressed rows. The header with its FormatTraits must be
/// included.
template <class Matrix>
inline constexpr bool is_format =
    std::conjunction<std::negation<is_crs_view<Matrix>>, has_format_traits<Matrix>>::value;

/// \brief Whether an AnyMatrix may hold a matrix in this format: not where there is no way to it from compressed rows.
template <class Matrix>
inline constexpr bool fits_any_matrix = true;

/// \brief Whether `Matrix` is an AnyMatrix, whose format is known only at run time.
template <class Matrix>
inline constexpr bool is_any_matrix = false;
template <class Value, class Column, class Offset, class MemorySpace, class... Own>
inline constexpr bool is_any_matrix<AnyMatrix<Value, Column, Offset, MemorySpace, Own...>> = true;

}  // namespace detail
}  // namespace sporos
