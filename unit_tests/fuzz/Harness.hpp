// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What every harness needs: a way to end the program that a fuzzer reports as a finding, and the input as
/// bytes.
///
/// A harness is a source file with LLVMFuzzerTestOneInput. It is linked with libFuzzer, or with Replay.cpp, which runs
/// it over files. It must allow every input; if a promise of the library is broken, demand() ends the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>

#include "formats/common/Sporos_Require.hpp"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace sporos_fuzz {

/// \brief Unless `condition` is true, prints the parts and ends the program.
template <class... Parts>
void demand(bool condition, const Parts&... parts) {
  if (condition) return;
  std::fprintf(stderr, "demand: %s\n", sporos::detail::concat(parts...).c_str());
  std::abort();
}

/// \brief The input, byte by byte; zeros after its end.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}

  bool is_empty() const { return at_ == end_; }
  int next() { return at_ == end_ ? 0 : *at_++; }
  int below(int bound) { return next() % bound; }
  bool flag() { return next() % 2 == 1; }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
};

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// \brief A file of this process, removed at its normal end.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& ending)
      : path_((std::filesystem::temp_directory_path() /
               sporos::detail::concat("sporos-fuzz-", std::random_device()(), std::random_device()(), ending))
                  .string()) {}
  ~ScratchFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  const std::string& path() const { return path_; }
  void fill(std::string_view content) const {
    std::ofstream file(path_, std::ios::binary);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close();
    demand(file.good(), "cannot write ", path_);
  }

 private:
  std::string path_;
};

}  // namespace sporos_fuzz
