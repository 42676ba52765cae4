// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Converts from any storage format to one that is named at run time.
#pragma once

#include "core/Sporos_AnyMatrix.hpp"
#include "core/launch/Sporos_FormatParts.hpp"
#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/conversion/Sporos_ConvertibleCrs.hpp"
#include "policies/formats/Sporos_ConversionOptions.hpp"

namespace sporos {
namespace detail {

/// \brief Calls `f` with the type in which `Any` stores the format, as a Type.
template <class Any, class F>
void with_stored_type(const char* function, Format format, const F& f) {
  const bool found = StoredTypes<typename Any::storage_type>::with(format, f);
  require(found, function, "format = ", name(format),
          ", but the AnyMatrix knows no format of the caller's; make it with any_matrix<Matrix>(A), Matrix being in "
          "that format");
}

/// \brief Compressed rows, converted to the given format.
/// \param function  the public function that was called, for messages
template <class Any, class ExecutionSpace>
Any stored_as(const char* function, const ExecutionSpace& exec, const typename Any::crs_type& crs, Format format,
              const ConversionOptions& options) {
  typename Any::storage_type stored;
  with_stored_type<Any>(function, format, [&](auto type) {
    using Matrix = typename decltype(type)::type;
    if constexpr (has_from_crs<Matrix, ExecutionSpace, typename Any::crs_type>()) {
      stored.template emplace<Matrix>(FormatTraits<Matrix>::from_crs(exec, crs, format, options));
    }
  });
  return Any(std::move(stored));
}

// A function object, whose call finds to_crs() of the format by its argument.
template <class ExecutionSpace>
struct BackToCrs {
  const ExecutionSpace& exec;

  template <class V, class C, class O, class M>
  CrsView<V, C, O, M> operator()(const CrsView<V, C, O, M>& crs) const {
    return crs;
  }
  template <class Matrix>
  crs_view_t<CrsMatrix<typename Matrix::value_type, typename Matrix::column_type, typename Matrix::offset_type,
                       typename Matrix::memory_space>>
  operator()(const Matrix& matrix) const {
    if constexpr (has_to_crs<Matrix, ExecutionSpace>()) {
      return crs_view(to_crs(exec, matrix));
    } else {
      return {};
    }
  }
};

/// \brief What convert() does.
/// \param function  the public function that was called, for messages
template <class Any, class ExecutionSpace>
Any converted(const char* function, const ExecutionSpace& exec, const Any& matrix, Format format,
              const ConversionOptions& options = {}) {
  require_kokkos(function);
  require_known(function, "format", format);
  require_known(function, "delta_values", options.delta_values);
  require_not_negative(function, "max_bytes", options.max_bytes.value_or(0));
  require(format != Format::automatic, function, "format = automatic is for plans, which know how often they run");
  if (format == matrix.format()) return matrix;
  const auto crs = to_crs(exec, matrix);
  const Any stored = stored_as<Any>(function, exec, crs, format, options);
  wait_for(exec, "sporos::convert[wait]");  // before temporaries are destroyed
  return stored;
}

/// \brief Refuses compressed rows that no conversion takes; a matrix in another format was checked when it was made.
template <class Any, class ExecutionSpace>
void require_convertible(const char* function, const ExecutionSpace& exec, const Any& matrix) {
  const auto* const rows = matrix.rows();
  if (rows != nullptr) convertible_crs(exec, *rows, function);
}

/// \brief The same as converted(), and checks rows that stay as they are.
template <class Any, class ExecutionSpace>
Any converted_and_checked(const char* function, const ExecutionSpace& exec, const Any& matrix, Format format,
                          const ConversionOptions& options) {
  const Any stored = converted(function, exec, matrix, format, options);
  if (format == Format::crs && matrix.format() == format) require_convertible(function, exec, matrix);
  return stored;
}

}  // namespace detail

/// \brief The compressed rows: those of the caller if `matrix` holds them, otherwise what to_crs() of its format
/// returns.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class... Own>
CrsView<Value, Column, Offset, MemorySpace> to_crs(
    const ExecutionSpace& exec, const AnyMatrix<Value, Column, Offset, MemorySpace, Own...>& matrix) {
  return matrix.visit(detail::BackToCrs<ExecutionSpace>{exec});
}

/// \brief The matrix in another format, by way of compressed rows; the matrix itself if it already has that format.
/// Waits for the result.
/// \throws std::invalid_argument where the format refuses the matrix, and where compressed rows are malformed, also if
///         they stay as they are; where `options.max_bytes` is negative; where the format is `automatic`, which is for
///         plans; where it is `own` and the AnyMatrix has no such type
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class... Own>
AnyMatrix<Value, Column, Offset, MemorySpace, Own...> convert(
    const ExecutionSpace& exec, const AnyMatrix<Value, Column, Offset, MemorySpace, Own...>& matrix, Format format,
    const ConversionOptions& options = {}) {
  const detail::Caller caller("convert");
  return detail::converted_and_checked("convert", exec, matrix, format, options);
}

/// \brief Refuses a matrix of another type at compile time.
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
Matrix convert(const ExecutionSpace&, const Matrix& matrix, Format, const ConversionOptions& = {}) {
  static_assert(detail::is_any_matrix<Matrix>,
                "sporos::convert: the matrix must be an AnyMatrix, which sporos::any_matrix(A) makes; or convert any "
                "other by sporos::to_any(exec, A, format), element matrices by sporos::to_crs(exec, A) before");
  return matrix;
}

/// \brief Converts a matrix to the given format; waits for the result.
/// \param A  anything that any_matrix() takes
/// \throws std::invalid_argument as convert()
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
auto to_any(const ExecutionSpace& exec, const Matrix& A, Format format, const ConversionOptions& options = {}) {
  const detail::Caller caller("to_any");
  return detail::converted_and_checked("to_any", exec, any_matrix(A), format, options);
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<
              detail::Parameters<3, detail::AnInstance, detail::AMatrix, Format, ConversionOptions>, Given...>>
auto to_any(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::to_any: the arguments are exec, A, format (, options); format is a sporos::Format, and "
                "options are sporos::ConversionOptions");
  return AnyMatrix<double>();
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<
              detail::Parameters<3, detail::AnInstance, detail::AMatrix, Format, ConversionOptions>, Given...>>
auto convert(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::convert: the arguments are exec, A, format (, options); A is an AnyMatrix, format a "
                "sporos::Format, and options are sporos::ConversionOptions");
  return AnyMatrix<double>();
}

}  // namespace sporos
