// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A matrix in any format to a file and back, also where its format is known at run time only.
#pragma once

#include "core/Sporos_AnyMatrix.hpp"
#include "formats/binary/Sporos_BinaryFile.hpp"

namespace sporos {
namespace detail {

/// \brief In the format that the file names.
template <class V, class C, class O, class M>
struct BinaryInput<AnyMatrix<V, C, O, M>> {
  using Any = AnyMatrix<V, C, O, M>;

  template <class ExecutionSpace>
  static Any read(const ExecutionSpace& exec, BinaryReader& reader) {
    return read_one_of(exec, reader, static_cast<const typename Any::storage_type*>(nullptr));
  }

 private:
  template <class ExecutionSpace, class... Stored>
  static Any read_one_of(const ExecutionSpace& exec, BinaryReader& reader, const std::variant<Stored...>*) {
    std::optional<Any> found;
    const auto try_to_read = [&](auto wanted) {
      using Matrix = typename decltype(wanted)::type;
      if (reader.head().format != StoredParts<Matrix>::format) return;
      found = Any(typename Any::storage_type(BinaryInput<Matrix>::read(exec, reader)));
    };
    (try_to_read(Named<Stored>()), ...);
    reader.checks().require(found.has_value(), "holds a matrix in ", reader.head().format, ", which is no format");
    return *found;
  }

  template <class T>
  struct Named {
    using type = T;
  };
};

}  // namespace detail

/// \brief As for a matrix in one format: in the one that it has.
template <class V, class C, class O, class M>
void write_binary(const std::string& path, const AnyMatrix<V, C, O, M>& A) {
  A.visit([&](const auto& stored) { write_binary(path, stored); });
}

}  // namespace sporos
