// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Gzip streams over stdio files. The only place that knows whether the build has zlib.
///
/// Where SPOROS_HAS_ZLIB is not defined both classes exist, and making one throws `std::runtime_error`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#ifdef SPOROS_HAS_ZLIB
#include <zlib.h>
#endif

namespace sporos::detail {

/// \brief True for the two bytes that every gzip file starts with.
inline bool is_gzip(std::string_view start) { return start.size() >= 2 && start[0] == '\x1f' && start[1] == '\x8b'; }

/// \brief No gzip stream holds more than this many bytes of text in one byte (a limit of the deflate format).
inline constexpr std::int64_t max_gzip_expansion = 1032;

#ifdef SPOROS_HAS_ZLIB

/// \brief Unpacks all members of a gzip file, checksums verified.
class GzipInflater {
 public:
  /// \param start  what has been read from `file` already
  GzipInflater(std::FILE* file, std::string_view start)
      : file_(file),
        packed_(start.begin(), start.end()),
        stream_(new z_stream()),
        packed_bytes_(static_cast<std::int64_t>(start.size())) {
    packed_.resize(std::size_t{1} << 16);
    stream_->next_in = packed_.data();
    stream_->avail_in = static_cast<uInt>(start.size());
    constexpr int window_bits_of_gzip = 15 + 16;
    if (inflateInit2(stream_.get(), window_bits_of_gzip) != Z_OK) throw std::bad_alloc();
  }
  ~GzipInflater() { inflateEnd(stream_.get()); }
  GzipInflater(const GzipInflater&) = delete;
  GzipInflater& operator=(const GzipInflater&) = delete;

  /// \brief Unpacks up to `size` bytes; fewer only at the end of the file or where failure() says what is wrong.
  std::size_t read(char* to, std::size_t size) {
    stream_->next_out = reinterpret_cast<Bytef*>(to);
    stream_->avail_out = static_cast<uInt>(size);
    while (stream_->avail_out > 0 && failure_.empty() && has_input()) {
      if (between_members_) inflateReset(stream_.get());
      const int outcome = inflate(stream_.get(), Z_NO_FLUSH);
      between_members_ = outcome == Z_STREAM_END;
      if (outcome != Z_OK && outcome != Z_STREAM_END && outcome != Z_BUF_ERROR) {
        failure_ = std::string("the gzip data is corrupt: ") + (stream_->msg ? stream_->msg : "no gzip member");
      }
    }
    return size - stream_->avail_out;
  }

  /// \brief Why the stream cannot be read further; empty while all is well.
  const std::string& failure() const { return failure_; }

  /// \brief How much has been taken from the file.
  std::int64_t packed_bytes() const { return packed_bytes_; }

 private:
  bool has_input() {
    if (stream_->avail_in > 0) return true;
    stream_->next_in = packed_.data();
    stream_->avail_in = static_cast<uInt>(std::fread(packed_.data(), 1, packed_.size(), file_));
    packed_bytes_ += stream_->avail_in;
    if (stream_->avail_in == 0 && !between_members_) failure_ = "the gzip data is truncated";
    return stream_->avail_in > 0;
  }

  std::FILE* file_;
  std::vector<unsigned char> packed_;
  std::unique_ptr<z_stream> stream_;
  std::int64_t packed_bytes_ = 0;
  bool between_members_ = false;
  std::string failure_;
};

/// \brief Packs what it is given into one gzip member.
class GzipDeflater {
 public:
  explicit GzipDeflater(std::FILE* file) : file_(file), packed_(std::size_t{1} << 16), stream_(new z_stream()) {
    constexpr int window_bits_of_gzip = 15 + 16;
    constexpr int default_memory_level = 8;
    if (deflateInit2(stream_.get(), Z_BEST_SPEED, Z_DEFLATED, window_bits_of_gzip, default_memory_level,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~GzipDeflater() { deflateEnd(stream_.get()); }
  GzipDeflater(const GzipDeflater&) = delete;
  GzipDeflater& operator=(const GzipDeflater&) = delete;

  /// \brief False, with `errno` set, where the file does not take the bytes.
  bool write(std::string_view text) { return pack(text, Z_NO_FLUSH); }
  bool finish() { return pack({}, Z_FINISH); }

 private:
  bool pack(std::string_view text, int flush) {
    stream_->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream_->avail_in = static_cast<uInt>(text.size());
    do {
      stream_->next_out = packed_.data();
      stream_->avail_out = static_cast<uInt>(packed_.size());
      deflate(stream_.get(), flush);
      const std::size_t ready = packed_.size() - stream_->avail_out;
      if (std::fwrite(packed_.data(), 1, ready, file_) != ready) return false;
    } while (stream_->avail_out == 0);
    return true;
  }

  std::FILE* file_;
  std::vector<unsigned char> packed_;
  std::unique_ptr<z_stream> stream_;
};

#else

class GzipInflater {
 public:
  GzipInflater(std::FILE*, std::string_view) {
    throw std::runtime_error(
        "the file is compressed with gzip, but Sporos is compiled without zlib here; install it and configure with "
        "SPOROS_WITH_ZLIB=ON");
  }
  std::size_t read(char*, std::size_t) { return 0; }
  const std::string& failure() const { return failure_; }
  std::int64_t packed_bytes() const { return 0; }

 private:
  std::string failure_;
};

class GzipDeflater {
 public:
  explicit GzipDeflater(std::FILE*) {
    throw std::runtime_error(
        "a name that ends in .gz asks for gzip, but Sporos is compiled without zlib here; install it and configure "
        "with SPOROS_WITH_ZLIB=ON");
  }
  bool write(std::string_view) { return false; }
  bool finish() { return false; }
};

#endif

}  // namespace sporos::detail
