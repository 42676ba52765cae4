// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The binary form of a matrix in a file, the same for all formats.
///
/// A head, the parts of the matrix, and a checksum, all of them multiples of 8 bytes:
///
///     head       8 bytes "sporos\r\n", version (uint32), byte order (uint32 0x01020304 as the writer stores it), and
///                in 16 bytes each, filled up with zeros: format, type of the values, of the columns, of the offsets
///     part       name (32 bytes) and type (16 bytes) of the elements, filled up with zeros; their number (int64); the
///                elements, filled up with zeros
///     checksum   of all that precedes (uint64)
///
/// Types are int32, uint8, float64, complex128 (two float64), float16, bfloat16, and so on. A single number is a part
/// with one int64. StoredParts says which parts a format has, and in which order. The version changes whenever these or
/// the form change.
///
/// The checksum starts with 0. For each word of 8 bytes it is changed in three steps: `exclusive or` with the word,
/// multiplication by 0x9e3779b97f4a7c15, and `exclusive or` with its own upper half. Each step can be inverted, so
/// files that differ in one word have different checksums.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "formats/common/Sporos_Require.hpp"
#include "formats/common/Sporos_ValueTypes.hpp"

namespace sporos {
namespace detail {

inline constexpr std::string_view binary_magic = "sporos\r\n";
inline constexpr std::uint32_t binary_version = 1;
inline constexpr std::uint32_t binary_order = 0x01020304;
inline constexpr std::size_t binary_word = 8;
inline constexpr std::size_t type_length = 16;
inline constexpr std::size_t name_length = 32;

template <class T>
std::string binary_type(const T&) {
  static_assert(std::is_arithmetic<T>::value || is_narrow_value<T>,
                "sporos::write_binary, read_binary: files have no elements of this type");
  if constexpr (is_narrow_value<T>) {
    return name_of_narrow<T>;
  } else {
    const char* const kind = std::is_floating_point<T>::value ? "float" : std::is_signed<T>::value ? "int" : "uint";
    return concat(kind, 8 * sizeof(T));
  }
}
template <class T>
std::string binary_type(const Kokkos::complex<T>&) {
  return concat("complex", 8 * sizeof(Kokkos::complex<T>));
}

/// \brief The format and the types of a matrix in a file.
struct BinaryHead {
  std::string format;
  std::string value;
  std::string column;
  std::string offset;

  std::string types() const { return concat(value, ", ", column, " columns and ", offset, " offsets"); }
};

template <class Matrix>
BinaryHead binary_head(const char* format) {
  return {format, binary_type(typename Matrix::value_type()), binary_type(typename Matrix::column_type()),
          binary_type(typename Matrix::offset_type())};
}

class BinaryChecksum {
 public:
  /// \brief Adds whole words.
  void add(const char* bytes, std::size_t count) {
    for (std::size_t i = 0; i < count; i += binary_word) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes + i, binary_word);
      sum_ = (sum_ ^ word) * 0x9e3779b97f4a7c15u;
      sum_ ^= sum_ >> 32;
    }
  }
  std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

/// \brief How many bytes fill up the last word.
constexpr std::size_t binary_filling(std::size_t bytes) { return (binary_word - bytes % binary_word) % binary_word; }

}  // namespace detail
}  // namespace sporos
