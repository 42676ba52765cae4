// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a format of the caller's must have. If a part is missing, the compiler says so in one sentence.
///
/// Each part is checked where it is used, so a format may lack what nobody uses.
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "core/launch/Sporos_FormatLaunch.hpp"
#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

template <class Void, template <class...> class Expression, class... T>
struct IsThere : std::false_type {};
template <template <class...> class Expression, class... T>
struct IsThere<std::void_t<Expression<T...>>, Expression, T...> : std::true_type {};

/// \brief Whether `Expression<T...>` is a type.
template <template <class...> class Expression, class... T>
inline constexpr bool is_there = IsThere<void, Expression, T...>::value;

template <class Matrix>
using types_of = std::void_t<typename Matrix::value_type, typename Matrix::column_type, typename Matrix::offset_type,
                             typename Matrix::memory_space>;
template <class Matrix>
using sizes_of = std::void_t<decltype(std::declval<const Matrix&>().num_rows + 0),
                             decltype(std::declval<const Matrix&>().num_columns + 0),
                             decltype(std::declval<const Matrix&>().nnz() + 0)>;
template <class Matrix>
using words_of = std::void_t<decltype(std::declval<const Matrix&>().bytes() + 0),
                             decltype(std::string(std::declval<const Matrix&>().shape_words()))>;
template <class Matrix>
using defaults_of = std::void_t<decltype(FormatTraits<Matrix>::in_parts), decltype(FormatTraits<Matrix>::formats)>;
template <class Matrix>
using name_of = decltype(std::string(FormatTraits<Matrix>::name));
template <class Matrix, class Product>
using run_of = decltype(FormatTraits<Matrix>::run(std::declval<const Product&>(), std::declval<const Matrix&>()));
template <class Matrix, class ExecutionSpace, class Values>
using update_of = decltype(update_values(std::declval<const ExecutionSpace&>(), std::declval<const Matrix&>(),
                                         std::declval<const Values&>()));
template <class Matrix, class ExecutionSpace>
using to_crs_of = decltype(to_crs(std::declval<const ExecutionSpace&>(), std::declval<const Matrix&>()));
template <class Matrix, class ExecutionSpace, class Crs>
using from_crs_of =
    decltype(FormatTraits<Matrix>::from_crs(std::declval<const ExecutionSpace&>(), std::declval<const Crs&>(),
                                            Format::own, std::declval<const ConversionOptions&>()));
template <class Matrix, class ExecutionSpace, class Crs>
using bytes_from_crs_of =
    decltype(FormatTraits<Matrix>::bytes_from_crs(std::declval<const ExecutionSpace&>(), std::declval<const Crs&>(),
                                                  Format::own, std::declval<const ConversionOptions&>()));

struct AnyArray {
  template <class Array>
  void operator()(Array&) const {}
};
template <class Matrix>
using written_of = decltype(std::declval<Matrix&>().each_written(AnyArray()));

// The messages. Each function returns true or does not compile.

template <class Matrix>
constexpr bool has_product_parts() {
  static_assert(
      is_there<defaults_of, Matrix>,
      "sporos::FormatTraits of a format of your own: FormatTraits<Matrix> must derive from sporos::OwnFormat<Matrix>");
  static_assert(is_there<name_of, Matrix>,
                "sporos::FormatTraits of a format of your own: FormatTraits lacks `static constexpr const char* name`");
  static_assert(is_there<types_of, Matrix>,
                "sporos::FormatTraits of a format of your own: the matrix lacks one of the types value_type, "
                "column_type, offset_type, "
                "memory_space");
  static_assert(is_there<sizes_of, Matrix>,
                "sporos::FormatTraits of a format of your own: the matrix lacks one of num_rows, num_columns, nnz()");
  return is_there<defaults_of, Matrix> && is_there<name_of, Matrix> && is_there<types_of, Matrix> &&
         is_there<sizes_of, Matrix>;
}

template <class Matrix, class Product>
constexpr bool has_run() {
  static_assert(is_there<run_of, Matrix, Product>,
                "sporos::FormatTraits of a format of your own: FormatTraits lacks run(const Product&, const Matrix&)");
  return is_there<run_of, Matrix, Product>;
}

template <class Matrix>
constexpr bool has_words() {
  static_assert(is_there<words_of, Matrix>,
                "sporos::FormatTraits of a format of your own: the matrix lacks bytes() or shape_words(), which "
                "descriptions need");
  return is_there<words_of, Matrix>;
}

/// \brief The same for all types that AnyMatrix can hold; for compressed rows their traits know the bytes.
template <class Matrix>
constexpr bool bytes_are_known() {
  if constexpr (is_crs_view<Matrix>::value) {
    return true;
  } else {
    return has_words<Matrix>();
  }
}

template <class Matrix>
constexpr bool has_each_written() {
  static_assert(
      is_there<written_of, Matrix>,
      "sporos::FormatTraits of a format of your own: the matrix lacks each_written(const F&), which clone() needs");
  return is_there<written_of, Matrix>;
}

template <class Matrix, class ExecutionSpace, class Values>
constexpr bool has_update() {
  static_assert(is_there<update_of, Matrix, ExecutionSpace, Values>,
                "sporos::FormatTraits of a format of your own: there is no update_values(exec, matrix, values) beside "
                "the matrix");
  return is_there<update_of, Matrix, ExecutionSpace, Values>;
}

template <class Matrix, class ExecutionSpace>
constexpr bool has_to_crs() {
  static_assert(is_there<to_crs_of, Matrix, ExecutionSpace>,
                "sporos::FormatTraits of a format of your own: there is no to_crs(exec, matrix) beside the matrix");
  return is_there<to_crs_of, Matrix, ExecutionSpace>;
}

template <class Matrix, class ExecutionSpace, class Crs>
constexpr bool has_from_crs() {
  static_assert(
      is_there<from_crs_of, Matrix, ExecutionSpace, Crs>,
      "sporos::FormatTraits of a format of your own: FormatTraits lacks from_crs(exec, crs, format, options), which "
      "conversions to it need");
  return is_there<from_crs_of, Matrix, ExecutionSpace, Crs>;
}

template <class Matrix, class ExecutionSpace, class Crs>
constexpr bool has_bytes_from_crs() {
  static_assert(is_there<bytes_from_crs_of, Matrix, ExecutionSpace, Crs>,
                "sporos::FormatTraits of a format of your own: FormatTraits lacks bytes_from_crs(exec, crs, format, "
                "options), which "
                "bytes_as() needs");
  return is_there<bytes_from_crs_of, Matrix, ExecutionSpace, Crs>;
}

}  // namespace detail
}  // namespace sporos
