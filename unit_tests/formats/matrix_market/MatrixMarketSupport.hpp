// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Common parts of the tests of Matrix Market files: files that are removed afterwards, and matrices as lists.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "formats/matrix_market/Sporos_MatrixMarket.hpp"

namespace sporos_test {

/// \brief A unique path in the folder for temporary files; the destructor removes the file.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& ending = ".mtx")
      : path_(testing::TempDir() + "sporos-" + std::to_string(std::random_device()()) + "-" +
              std::to_string(std::random_device()()) + ending) {}
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }
  void fill(const std::string& content) const {
    std::ofstream(path_, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
  }
  std::string content() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

 private:
  std::string path_;
};

/// \brief Reads a file with the given content.
template <class Value = double, class Column = int, class Offset = int>
auto read_text(const std::string& content, const sporos::ReadOptions& options = {}) {
  const TemporaryFile file;
  file.fill(content);
  return sporos::read_matrix_market<Value, Column, Offset>(file.path(), options);
}

/// \brief What the reader says about a file with the given content, with "FILE" in place of the path; empty if it reads
/// it.
template <class Value = double, class Column = int, class Offset = int>
std::string error_of(const std::string& content, const std::string& ending = ".mtx") {
  const TemporaryFile file(ending);
  file.fill(content);
  try {
    sporos::read_matrix_market<Value, Column, Offset>(file.path());
  } catch (const std::runtime_error& error) {
    std::string message = error.what();
    const auto path = message.find(file.path());
    return path == std::string::npos ? message : message.replace(path, file.path().size(), "FILE");
  }
  return "";
}

/// \brief `text` as a gzip member.
inline std::string packed(const std::string& text) {
  const TemporaryFile file(".gz");
  {
    const sporos::detail::FilePointer stream(std::fopen(file.path().c_str(), "wb"));
    sporos::detail::GzipDeflater deflater(stream.get());
    if (!deflater.write(text) || !deflater.finish()) throw std::runtime_error("cannot write " + file.path());
  }
  return file.content();
}

template <class Value>
using Triples = std::vector<std::tuple<std::int64_t, std::int64_t, Value>>;

/// \brief The stored entries in their order, zero-based.
template <class Matrix>
auto triples(const Matrix& matrix) {
  Triples<typename Matrix::value_type> list;
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    for (auto k = matrix.row_offsets(row); k < matrix.row_offsets(row + 1); ++k) {
      list.emplace_back(row, matrix.columns(k), matrix.values(k));
    }
  }
  return list;
}

/// \brief Whether the arrays are what CrsMatrix promises, with ascending columns and no duplicates.
template <class Matrix>
bool is_sound(const Matrix& matrix) {
  if (matrix.num_rows < 0 || matrix.num_columns < 0) return false;
  if (matrix.row_offsets.extent(0) != static_cast<std::size_t>(matrix.num_rows) + 1) return false;
  if (matrix.columns.extent(0) != matrix.values.extent(0) || matrix.row_offsets(0) != 0) return false;
  if (static_cast<std::int64_t>(matrix.row_offsets(matrix.num_rows)) != matrix.nnz()) return false;
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    const auto start = matrix.row_offsets(row);
    const auto end = matrix.row_offsets(row + 1);
    if (start > end) return false;
    for (auto k = start; k < end; ++k) {
      if (matrix.columns(k) < 0 || matrix.columns(k) >= matrix.num_columns) return false;
      if (k > start && matrix.columns(k - 1) >= matrix.columns(k)) return false;
    }
  }
  return true;
}

}  // namespace sporos_test
