// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Writes a matrix in any format to a file and reads it back, also if the format is known only at run time.
#pragma once

#include "core/Sporos_AnyMatrix.hpp"
#include "formats/binary/Sporos_BinaryFile.hpp"

namespace sporos {
namespace detail {

/// Reads a matrix in the format that the file names.
template <class V, class C, class O, class M, class... Own>
struct BinaryInput<AnyMatrix<V, C, O, M, Own...>> {
  using Any = AnyMatrix<V, C, O, M, Own...>;

  template <class ExecutionSpace>
  static Any read(const ExecutionSpace& exec, BinaryReader& reader) {
    typename Any::storage_type stored;
    const bool found = StoredTypes<typename Any::storage_type>::find([&](auto type) {
      using Matrix = typename decltype(type)::type;
      if constexpr (has_stored_parts<Matrix>::value) {
        if (reader.head().format != StoredParts<Matrix>::format) return false;
        stored.template emplace<Matrix>(BinaryInput<Matrix>::read(exec, reader));
        return true;
      } else {
        return false;
      }
    });
    reader.checks().require(found, "holds a matrix in ", reader.head().format, ", which this Sporos does not know");
    return Any(std::move(stored));
  }
};

}  // namespace detail

/// \brief Writes A in the format that it has, as write_binary() of that format does.
/// \throws std::invalid_argument also where that is a format of the caller's own
template <class V, class C, class O, class M, class... Own>
void write_binary(const std::string& path, const AnyMatrix<V, C, O, M, Own...>& A) {
  A.visit([&](const auto& stored) {
    using Matrix = std::decay_t<decltype(stored)>;
    if constexpr (detail::has_stored_parts<Matrix>::value) {
      write_binary(path, stored);
    } else {
      detail::require(false, "write_binary", "files have no form for format ", FormatTraits<Matrix>::name,
                      "; convert the matrix to another");
    }
  });
}

}  // namespace sporos
