// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Reads the parts of a matrix in the form of Sporos_BinaryForm.hpp, and trusts none of them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>

#include "formats/binary/Sporos_BinaryForm.hpp"
#include "formats/common/Sporos_Arrays.hpp"
#include "formats/common/Sporos_StoredParts.hpp"
#include "formats/matrix_market/Sporos_TextSource.hpp"

namespace sporos {
namespace detail {

/// \brief The visitor that StoredParts::each() reads with. It allocates no array that is longer than the rest of the
/// file.
class BinaryReader {
 public:
  static constexpr bool reads = true;

  /// \throws std::runtime_error "sporos::read_binary: <path>: <reason>", as all members
  explicit BinaryReader(const std::string& path) : checks_(concat("sporos::read_binary: ", of_file(path))) {
    open(path);
    char magic[binary_magic.size()] = {};
    std::uint32_t numbers[2] = {};
    const std::size_t found = fill(magic, sizeof(magic));
    checks_.require(found > 0, "is empty");
    checks_.require(binary_magic.substr(0, found) == std::string_view(magic, found),
                    "was not written by write_binary; Matrix Market files are for read_matrix_market");
    checks_.require(found == sizeof(magic), "is too short for a head");
    read(numbers, sizeof(numbers), "the head");
    checks_.require(numbers[1] == binary_order, "was written on a machine of another byte order");
    checks_.require(numbers[0] == binary_version, "is of version ", numbers[0], ", but this Sporos reads version ",
                    binary_version);
    checksum_.add(magic, sizeof(magic));
    checksum_.add(reinterpret_cast<const char*>(numbers), sizeof(numbers));
    for (std::string* const text : {&head_.format, &head_.value, &head_.column, &head_.offset}) {
      *text = read_text(type_length, "the head");
    }
  }

  const BinaryHead& head() const { return head_; }
  const StoredChecks& checks() const { return checks_; }

  template <class T>
  void number(const char* name, T& value) {
    const std::string part = prefix_ + name;
    const std::int64_t count = read_part_head<std::int64_t>(part);
    checks_.require(count == 1, part, " is ", count, " numbers");
    std::int64_t element = 0;
    read_words(&element, sizeof(element), part);
    checks_.require(element >= std::numeric_limits<T>::min() && element <= std::numeric_limits<T>::max(), part, " = ",
                    element, " is too large");
    value = static_cast<T>(element);
  }
  void flag(const char* name, bool& value) {
    int element = 0;
    number(name, element);
    checks_.require(element == 0 || element == 1, prefix_, name, " = ", element, " is neither 0 nor 1");
    value = element == 1;
  }
  /// \brief Reads a flag; if it is set, the value becomes `choice`, else it stays.
  template <class Choice>
  void choice(const char* name, Choice& value, Choice choice) {
    bool is_chosen = false;
    flag(name, is_chosen);
    if (is_chosen) value = choice;
  }

  template <class Array>
  void array(const char* name, Array& array) {
    using Fresh = typename Array::non_const_type;
    using T = typename Array::non_const_value_type;
    const std::string part = prefix_ + name;
    const std::int64_t count = read_part_head<T>(part);
    array = Array();
    if (count == 0) return;
    const Fresh fresh = with_huge_pages(
        Fresh(Kokkos::view_alloc("sporos::" + head_.format + '[' + part + ']', Kokkos::WithoutInitializing),
              static_cast<std::size_t>(count)));
    const auto host = Kokkos::create_mirror_view(fresh);
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T);
    const std::size_t left = bytes % binary_word;
    char* const to = reinterpret_cast<char*>(host.data());
    read_words(to, bytes - left, part);
    if (left > 0) {
      char last[binary_word];
      read_words(last, binary_word, part);
      std::memcpy(to + bytes - left, last, left);
    }
    Kokkos::deep_copy(fresh, host);
    array = fresh;
  }

  template <class Each>
  void group(const char* prefix, const Each& each) {
    prefix_ = prefix;
    each();
    prefix_.clear();
  }

  /// \brief To be called after the last part: checks the checksum, and that nothing follows.
  void finish() {
    std::uint64_t sum = 0;
    read(&sum, sizeof(sum), "the checksum");
    checks_.require(sum == checksum_.sum(), "is damaged: the checksum is wrong");
    char more = 0;
    checks_.require(fill(&more, 1) == 0, "goes on behind the checksum");
  }

 private:
  void open(const std::string& path) {
    std::error_code error;
    checks_.require(!path.empty(), "the name of the file is empty");
    checks_.require(!std::filesystem::is_directory(path, error), "is a directory");
    file_.reset(std::fopen(path.c_str(), "rb"));
    checks_.require(file_ != nullptr, "cannot be opened: ", system_message());
    const auto size = std::filesystem::file_size(path, error);
    checks_.require(!error, "is not a regular file");
    bytes_left_ = static_cast<std::int64_t>(size);
    char start[2];
    const std::string_view found(start, std::fread(start, 1, sizeof(start), file_.get()));
    if (!is_gzip(found)) {
      std::rewind(file_.get());
      return;
    }
    bytes_left_ *= max_gzip_expansion;
    try {
      gzip_ = std::make_unique<GzipInflater>(file_.get(), found);
    } catch (const std::runtime_error& reason) {
      checks_.require(false, reason.what());
    }
  }

  // Reads the head of a part: its name and type must be as expected. Returns the number of its elements.
  template <class T>
  std::int64_t read_part_head(const std::string& part) {
    const std::string name = read_text(name_length, part);
    checks_.require(name == part, "has no ", part, " where it should be");
    const std::string type = read_text(type_length, part);
    checks_.require(type == binary_type(T()), part, " has elements of another type than ", binary_type(T()));
    std::int64_t count = 0;
    read_words(&count, sizeof(count), part);
    checks_.require(count >= 0 && count <= bytes_left_ / static_cast<std::int64_t>(sizeof(T)), part, " has ", count,
                    " elements, for which the file is too short");
    return count;
  }

  std::string read_text(std::size_t length, const std::string& part) {
    std::string text(length, '\0');
    read_words(&text[0], length, part);
    text.resize(std::min(text.find('\0'), length));
    return text;
  }

  void read_words(void* to, std::size_t count, const std::string& part) {
    read(to, count, part);
    checksum_.add(static_cast<const char*>(to), count);
  }

  void read(void* to, std::size_t count, const std::string& part) {
    const std::size_t got = fill(static_cast<char*>(to), count);
    if (std::ferror(file_.get()) != 0) checks_.require(false, "cannot be read: ", system_message());
    if (gzip_) checks_.require(gzip_->failure().empty(), gzip_->failure());
    checks_.require(got == count, "ends in the middle of ", part);
  }

  std::size_t fill(char* to, std::size_t count) {
    constexpr std::size_t most = std::size_t{1} << 20;
    std::size_t done = 0;
    while (done < count) {
      const std::size_t wanted = std::min(most, count - done);
      const std::size_t got = gzip_ ? gzip_->read(to + done, wanted) : std::fread(to + done, 1, wanted, file_.get());
      done += got;
      if (got < wanted) break;
    }
    bytes_left_ -= static_cast<std::int64_t>(done);
    return done;
  }

  StoredChecks checks_;
  FilePointer file_;
  std::unique_ptr<GzipInflater> gzip_;
  std::int64_t bytes_left_ = 0;  // at most
  BinaryHead head_;
  BinaryChecksum checksum_;
  std::string prefix_;
};

}  // namespace detail
}  // namespace sporos
