// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Writes the parts of a matrix in the form of Sporos_BinaryForm.hpp.
#pragma once

#include <algorithm>

#include "formats/binary/Sporos_BinaryForm.hpp"
#include "formats/matrix_market/Sporos_TextSink.hpp"

namespace sporos {
namespace detail {

/// \brief The visitor that StoredParts::each() writes with. The file gets its name in finish().
class BinaryWriter {
 public:
  static constexpr bool reads = false;

  /// \throws std::runtime_error "sporos::write_binary: <path>: <reason>" where it cannot be written, as all members
  BinaryWriter(const std::string& path, const BinaryHead& head) : sink_("write_binary", path) {
    write(binary_magic.data(), binary_magic.size());
    const std::uint32_t numbers[] = {binary_version, binary_order};
    write(numbers, sizeof(numbers));
    for (const std::string* const text : {&head.format, &head.value, &head.column, &head.offset}) {
      write_text(*text, type_length);
    }
  }

  template <class T>
  void number(const char* name, const T& value) {
    const auto element = static_cast<std::int64_t>(value);
    write_part(name, &element, 1);
  }
  void flag(const char* name, bool value) { number(name, value ? 1 : 0); }
  template <class Choice>
  void choice(const char* name, Choice value, Choice choice) {
    flag(name, value == choice);
  }

  template <class Array>
  void array(const char* name, const Array& array) {
    const auto elements = host_copy(array);
    write_part(name, elements.data(), elements.extent(0));
  }

  template <class Each>
  void group(const char* prefix, const Each& each) {
    prefix_ = prefix;
    each();
    prefix_.clear();
  }

  void finish() {
    const std::uint64_t sum = checksum_.sum();
    write(&sum, sizeof(sum));
    sink_.commit();
  }

 private:
  template <class T>
  void write_part(const char* name, const T* elements, std::size_t count) {
    write_text(prefix_ + name, name_length);
    write_text(binary_type(std::remove_const_t<T>()), type_length);
    const auto number = static_cast<std::int64_t>(count);
    write(&number, sizeof(number));
    const std::size_t bytes = count * sizeof(T);
    const std::size_t left = bytes % binary_word;
    write(elements, bytes - left);
    if (left == 0) return;
    char last[binary_word] = {};
    std::memcpy(last, reinterpret_cast<const char*>(elements) + bytes - left, left);
    write(last, binary_word);
  }

  void write_text(const std::string& text, std::size_t length) {
    std::string filled = text;
    filled.resize(length, '\0');
    write(filled.data(), length);
  }

  // Writes whole words, a bounded number of them at once.
  void write(const void* from, std::size_t count) {
    constexpr std::size_t most = std::size_t{1} << 20;
    const char* const bytes = static_cast<const char*>(from);
    for (std::size_t done = 0; done < count; done += most) {
      const std::size_t now = std::min(most, count - done);
      checksum_.add(bytes + done, now);
      sink_.write(std::string_view(bytes + done, now));
    }
  }

  TextSink sink_;
  BinaryChecksum checksum_;
  std::string prefix_;
};

}  // namespace detail
}  // namespace sporos
