// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A text file that appears under its name only when it is complete.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "formats/common/Sporos_Require.hpp"
#include "formats/matrix_market/Sporos_Gzip.hpp"
#include "formats/matrix_market/Sporos_TextSource.hpp"

namespace sporos::detail {

/// \brief Writes to a new file beside the target, gzip where the name ends in `.gz`; commit() gives it its name.
class TextSink {
 public:
  /// \param function  who writes, for the messages
  /// \throws std::runtime_error "sporos::<function>: <path>: <reason>", as all members
  TextSink(const char* function, const std::string& path)
      : origin_(concat("sporos::", function, ": ", of_file(path))), path_(path) {
    if (path.empty()) throw std::runtime_error(origin_ + "the name of the file is empty");
    std::error_code ignored;
    // Renaming onto a device or a pipe would put a file in its place.
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) {
      throw std::runtime_error(origin_ + "exists and is not a regular file");
    }
    open_new_file();
    constexpr std::string_view suffix = ".gz";
    if (path.size() < suffix.size() || path.compare(path.size() - suffix.size(), suffix.size(), suffix) != 0) return;
    try {
      gzip_ = std::make_unique<GzipDeflater>(file_.get());
    } catch (const std::exception& reason) {
      discard();
      throw std::runtime_error(origin_ + reason.what());
    }
  }
  ~TextSink() { discard(); }
  TextSink(const TextSink&) = delete;
  TextSink& operator=(const TextSink&) = delete;

  void write(std::string_view text) {
    const bool written =
        gzip_ ? gzip_->write(text) : std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size();
    if (!written) fail("cannot be written: ");
  }

  /// \brief Flushes, closes, and replaces whatever had the name.
  void commit() {
    if (gzip_ && !gzip_->finish()) fail("cannot be written: ");
    if (std::fclose(file_.release()) != 0) fail("cannot be written: ");
    if (std::rename(unfinished_.c_str(), path_.c_str()) != 0) fail("cannot be replaced: ");
    unfinished_.clear();
  }

 private:
  void open_new_file() {
    constexpr int names_to_try = 1000;
    for (int i = 0; i < names_to_try && !file_; ++i) {
      unfinished_ = concat(path_, ".unfinished-", i);
      file_.reset(std::fopen(unfinished_.c_str(), "wbx"));
      if (!file_ && errno != EEXIST) break;
    }
    if (!file_) {
      unfinished_.clear();
      fail("cannot be created: ");
    }
  }

  [[noreturn]] void fail(const char* what) const { throw std::runtime_error(origin_ + what + system_message()); }

  void discard() {
    file_.reset();
    if (!unfinished_.empty()) std::remove(unfinished_.c_str());
    unfinished_.clear();
  }

  std::string origin_;
  std::string path_;
  std::string unfinished_;
  FilePointer file_;
  std::unique_ptr<GzipDeflater> gzip_;
};

}  // namespace sporos::detail
