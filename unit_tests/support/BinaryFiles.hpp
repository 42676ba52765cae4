// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Files of matrices for tests: their names and contents, and what the reader says about them.
#pragma once

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>

#include "formats/binary/Sporos_BinaryForm.hpp"

namespace sporos_test {

/// \brief A unique name in the folder of the tests; the destructor removes the file.
class FileName {
 public:
  explicit FileName(const std::string& end = ".sporos")
      : name_(sporos::detail::concat("binary-file-", std::random_device()(), end)) {}
  ~FileName() { std::remove(name_.c_str()); }
  FileName(const FileName&) = delete;
  FileName& operator=(const FileName&) = delete;

  operator const std::string&() const { return name_; }
  const std::string& operator()() const { return name_; }

 private:
  std::string name_;
};

inline std::string bytes_in(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void put_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// \brief The same bytes with the right checksum.
inline std::string with_checksum(std::string bytes) {
  constexpr std::size_t word = sporos::detail::binary_word;
  if (bytes.size() < word || bytes.size() % word != 0) return bytes;
  sporos::detail::BinaryChecksum checksum;
  checksum.add(bytes.data(), bytes.size() - word);
  const std::uint64_t sum = checksum.sum();
  std::memcpy(&bytes[bytes.size() - word], &sum, word);
  return bytes;
}

/// \brief The text of a std::runtime_error after "sporos::read_binary: <path>: ", or that there was none.
template <class Read>
std::string reading_fault(const std::string& path, const Read& read) {
  try {
    read();
  } catch (const std::runtime_error& error) {
    const std::string origin = "sporos::read_binary: " + path + ": ";
    const std::string what = error.what();
    return what.compare(0, origin.size(), origin) == 0 ? what.substr(origin.size()) : "of another origin: " + what;
  }
  return "no complaint";
}

}  // namespace sporos_test
