// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A text file, plain or gzip, as blocks of whole lines in constant memory.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "formats/matrix_market/Sporos_Gzip.hpp"

namespace sporos::detail {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FilePointer = std::unique_ptr<std::FILE, FileCloser>;

/// \brief What the operating system says about the last failure, in words.
inline std::string system_message() { return std::generic_category().message(errno); }

/// \brief Reads a file front to back; whether it is gzip is told by its first bytes, so that pipes work too.
class TextSource {
 public:
  /// \brief The longest line that is read, in bytes.
  static constexpr std::size_t capacity = std::size_t{1} << 18;

  /// \throws std::runtime_error with the reason alone where the file cannot be opened or unpacked
  explicit TextSource(const std::string& path) : buffer_(new char[capacity + 1]) {
    std::error_code ignored;
    if (path.empty()) throw std::runtime_error("the name of the file is empty");
    if (std::filesystem::is_directory(path, ignored)) throw std::runtime_error("is a directory");
    if (std::filesystem::is_regular_file(path, ignored)) {
      file_bytes_ = static_cast<std::int64_t>(std::filesystem::file_size(path, ignored));
    }
    file_.reset(std::fopen(path.c_str(), "rb"));
    if (!file_) throw std::runtime_error("cannot be opened: " + system_message());
    char start[2];
    const std::string_view found(start, std::fread(start, 1, sizeof start, file_.get()));
    if (is_gzip(found)) {
      gzip_ = std::make_unique<GzipInflater>(file_.get(), found);
    } else {
      std::memcpy(buffer_.get(), found.data(), found.size());
      filled_ = found.size();
      text_bytes_ = static_cast<std::int64_t>(filled_);
    }
  }

  /// \brief The next lines, each ended by '\n' (added where the last one lacks it); empty at the end, or after what
  /// precedes a failure().
  std::string_view next_lines() {
    if (!failure_.empty()) return {};
    filled_ -= used_;
    std::memmove(buffer_.get(), buffer_.get() + used_, filled_);
    while (filled_ < capacity && !ended_) fill();
    const std::size_t last_newline = std::string_view(buffer_.get(), filled_).rfind('\n');
    used_ = last_newline == std::string_view::npos ? 0 : last_newline + 1;
    if (ended_ && failure_.empty() && used_ < filled_) {
      buffer_[filled_++] = '\n';
      used_ = filled_;
    }
    if (used_ == 0 && !ended_) failure_ = "the line is longer than " + std::to_string(capacity) + " bytes";
    return {buffer_.get(), used_};
  }

  /// \brief Why next_lines() stopped before the end; empty while all is well.
  const std::string& failure() const { return failure_; }

  /// \brief Size of the file as it lies on disk; 0 where it is not a regular file.
  std::int64_t file_bytes() const { return file_bytes_; }

  /// \brief How much of the file has been read, in bytes as on disk.
  std::int64_t bytes_done() const { return gzip_ ? gzip_->packed_bytes() : text_bytes_; }

  /// \brief How much text has been read, in unpacked bytes.
  std::int64_t text_bytes() const { return text_bytes_; }

  /// \brief An upper bound of the length of the text, known before it is read.
  std::int64_t max_text_bytes() const {
    constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::max();
    if (file_bytes_ == 0) return unknown;
    if (!gzip_) return file_bytes_;
    return file_bytes_ < unknown / max_gzip_expansion ? file_bytes_ * max_gzip_expansion : unknown;
  }

 private:
  void fill() {
    char* const to = buffer_.get() + filled_;
    const std::size_t room = capacity - filled_;
    const std::size_t got = gzip_ ? gzip_->read(to, room) : std::fread(to, 1, room, file_.get());
    if (std::ferror(file_.get())) failure_ = "cannot be read: " + system_message();
    if (gzip_ && failure_.empty()) failure_ = gzip_->failure();
    ended_ = got < room;
    filled_ += got;
    text_bytes_ += static_cast<std::int64_t>(got);
  }

  FilePointer file_;
  std::unique_ptr<GzipInflater> gzip_;
  std::unique_ptr<char[]> buffer_;
  std::size_t filled_ = 0;  // bytes of text in the buffer
  std::size_t used_ = 0;    // of these, handed out already
  bool ended_ = false;
  std::string failure_;
  std::int64_t file_bytes_ = 0;
  std::int64_t text_bytes_ = 0;
};

}  // namespace sporos::detail
