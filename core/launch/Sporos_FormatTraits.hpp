// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The definition of a storage format: everything else uses it through FormatTraits.
///
/// A format is a matrix type and a specialisation of FormatTraits for it. The formats of the library have theirs in
/// core/launch/formats, and are listed in core/Sporos_Formats.hpp. A format of the caller's derives its traits from
/// OwnFormat.
///
/// The matrix has
///
///     value_type, column_type, offset_type, memory_space   // types
///     std::int64_t num_rows, num_columns;
///     std::int64_t nnz() const;
///     std::int64_t bytes() const;                 // of all its arrays, except the map of update_values()
///     std::string shape_words() const;            // "5 entries a row, with padding": for descriptions
///     void each_written(const F& f);              // f(array) for each array that new values or products are written
///                                                 // to: clone() copies these and shares the others
///
/// and functions beside it, which are found by their argument,
///
///     to_crs(exec, matrix)                        // compressed rows, as anything that crs_view() takes
///     update_values(exec, matrix, values)         // new numbers, in the order of the compressed rows
///
/// The specialisation has
///
///     static constexpr const char* name;          // "ell": in descriptions, messages and labels
///
///     // A*x: hands the sum of each row to `product.epilogue(row, sum)`, exactly once. Arguments have been checked and
///     // are on the device, and there are rows and entries. It must not allocate or wait. `product` has
///     //     exec       the instance to launch on, a `Product::execution_space`
///     //     machine    its Machine
///     //     labels     names for launches: `product`, `scale`, `rest`, `fix_up`
///     //     x          `x(column)`, on the device; a `Product::Reader`
///     //     epilogue   a `Product::Epilogue`; the type of sums is `Product::Sum`
///     template <class Product>
///     static void run(const Product& product, const Matrix& A);
///
///     // Whether `run` works in parts, of which the later ones are added to y.
///     static constexpr bool in_parts;
///
/// and, for AnyMatrix, the conversion from compressed rows (a CrsView), with the formats that the type stands for and
/// the bytes of the converted matrix:
///
///     static constexpr std::array<Format, n> formats;
///     static Format format_of(const Matrix& A);
///     static Matrix from_crs(exec, crs, format, const ConversionOptions& options);
///     static std::int64_t bytes_from_crs(exec, crs, format, const ConversionOptions& options);
///
/// and, if the format multiplies by its transpose as it is stored,
///
///     static constexpr bool transposes = true;
///     template <class Product>
///     static void run_transposed(const Product& product, const Matrix& A);   // as `run`
///
/// FormatDefaults lists the optional members.
#pragma once

#include <array>
#include <cstdint>

#include "policies/Sporos_Format.hpp"

namespace sporos {

struct ConversionOptions;

/// \brief What the library knows about the storage format of `Matrix`.
template <class Matrix>
struct FormatTraits;

namespace detail {

/// \brief The defaults of the members of traits.
template <class Matrix, Format... stored>
struct FormatDefaults {
  /// \brief The formats that a matrix of this type can be in.
  static constexpr std::array<Format, sizeof...(stored)> formats{stored...};
  static Format format_of(const Matrix&) { return formats[0]; }

  /// \brief Whether the same numbers give the same products, bit for bit.
  template <class ExecutionSpace>
  static bool in_fixed_order(const Matrix&) {
    return true;
  }

  /// \brief Whether there is a `run_transposed`; if not, plans make the transposed matrix in compressed rows.
  static constexpr bool transposes = false;
  /// \brief Whether `run_transposed` takes this matrix.
  static bool can_transpose(const Matrix&) { return true; }

  /// \brief Whether plans make the transposed matrix in this format. If so, the traits must have `transposed(exec, A)`,
  /// as TransposedAlike requires it, and `transposed_bytes(A)`.
  static constexpr bool transposes_alike = false;

  /// \brief Whether transposed products without a plan take the entries as they are stored, from `scattered(A)`.
  static constexpr bool scatters = false;

  static std::int64_t bytes(const Matrix& A) { return A.bytes(); }

  /// \brief Stores new numbers, of any values.
  /// \return whether they are in new arrays now
  template <class ExecutionSpace, class Values>
  static bool update(const ExecutionSpace& exec, Matrix& A, const Values& values) {
    update_values(exec, static_cast<const Matrix&>(A), values);
    return false;
  }

  /// \brief Why exhaustive search does not try the format, if all expected products of compressed rows take this many
  /// seconds; null if it does.
  static const char* trial_fault(std::int64_t /*num_rows*/, double /*seconds*/) { return nullptr; }
};

}  // namespace detail

namespace detail {

/// \brief Whether a transposed product needs no other matrix.
template <class Matrix>
bool transposes_as_stored([[maybe_unused]] const Matrix& A) {
  if constexpr (FormatTraits<Matrix>::transposes) {
    return FormatTraits<Matrix>::can_transpose(A);
  } else {
    return false;
  }
}

}  // namespace detail

/// \brief The base of the traits of a format of the caller's.
template <class Matrix>
struct OwnFormat : detail::FormatDefaults<Matrix, Format::own> {
  static constexpr bool in_parts = false;  ///< `run` does not work in parts
};

}  // namespace sporos
