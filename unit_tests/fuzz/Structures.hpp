// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Compressed rows from bytes, valid or not, and an independent check of that.
///
/// Every array has exactly the elements that it needs, so that AddressSanitizer sees every read before or after it.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <vector>

#include "formats/crs/Sporos_CrsView.hpp"
#include "unit_tests/fuzz/Harness.hpp"
#include "unit_tests/support/Gallery.hpp"
#include "unit_tests/support/Reference.hpp"

namespace sporos_fuzz {

using sporos_test::Mixer;

/// \brief An array on the host of exactly this size.
template <class T>
class Array {
 public:
  using View = Kokkos::View<T*, Kokkos::LayoutRight, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  explicit Array(std::size_t size) : size_(size), elements_(new T[size]) {}
  Array(std::initializer_list<T> elements) : Array(elements.size()) {
    std::copy(elements.begin(), elements.end(), data());
  }

  T* data() const { return elements_.get(); }
  std::size_t size() const { return size_; }
  T& operator[](std::int64_t index) const { return elements_[static_cast<std::size_t>(index)]; }
  View view() const { return View(data(), size_); }

 private:
  std::size_t size_;
  std::unique_ptr<T[]> elements_;
};

/// \brief A matrix from bytes, before it has types.
struct RawStructure {
  int num_rows = 0;
  std::int64_t num_columns = 0;
  std::vector<std::int64_t> offsets;
  std::vector<std::int64_t> columns;
  int value_kinds = 0;  ///< how many different numbers there are; 0 is any
};

/// \brief Offsets and columns from bytes. By default they are valid. The first byte may ask for arbitrary offsets or
/// columns, long rows, many columns, sorted rows, mirror images, entries outside of the rows, or few different numbers.
RawStructure raw_structure(Bytes& bytes, std::int64_t max_entries, std::int64_t largest_column);

/// \brief A matrix in its own arrays, with a number for each entry.
template <class Value, class Column, class Offset>
struct Structure {
  std::int64_t num_rows;
  std::int64_t num_columns;
  Array<Offset> offsets;
  Array<Column> columns;
  Array<Value> values;
  int value_kinds;

  static Structure of(const RawStructure& raw) {
    Structure matrix{raw.num_rows,
                     raw.num_columns,
                     Array<Offset>(raw.offsets.size()),
                     Array<Column>(raw.columns.size()),
                     Array<Value>(raw.columns.size()),
                     raw.value_kinds};
    for (std::size_t i = 0; i < raw.offsets.size(); ++i) matrix.offsets.data()[i] = static_cast<Offset>(raw.offsets[i]);
    for (std::size_t k = 0; k < raw.columns.size(); ++k) matrix.columns.data()[k] = static_cast<Column>(raw.columns[k]);
    matrix.fill_values(1);
    return matrix;
  }
  static Structure of(Bytes& bytes) {
    constexpr std::uint64_t usual = 5000;
    const std::uint64_t countable = static_cast<std::uint64_t>(std::numeric_limits<Offset>::max());
    return of(raw_structure(bytes, static_cast<std::int64_t>(std::min(usual, countable)),
                            static_cast<std::int64_t>(std::numeric_limits<Column>::max())));
  }
  static Structure of_lengths(const std::vector<int>& lengths, int num_columns) {
    RawStructure raw;
    raw.num_rows = static_cast<int>(lengths.size());
    raw.num_columns = num_columns;
    raw.offsets.push_back(0);
    for (const int length : lengths) {
      for (int k = 0; k < length; ++k) raw.columns.push_back((3 * k + raw.offsets.back()) % num_columns);
      raw.offsets.push_back(raw.offsets.back() + length);
    }
    return of(raw);
  }

  std::int64_t nnz() const { return static_cast<std::int64_t>(values.size()); }

  auto view() const {
    return sporos::crs_view<Kokkos::HostSpace>(num_rows, num_columns, nnz(), offsets.data(), columns.data(),
                                               static_cast<const Value*>(values.data()));
  }

  /// \brief Mirror images get the same number, wherever they are stored.
  void fill_values(std::uint64_t seed) const {
    const auto kinds = static_cast<std::uint64_t>(value_kinds);
    std::int64_t row = 0;
    for (std::int64_t k = 0; k < nnz(); ++k) {
      while (row + 1 < num_rows && static_cast<std::int64_t>(offsets[row + 1]) <= k) ++row;
      const auto column = static_cast<std::int64_t>(columns[k]);
      const auto place = static_cast<std::uint64_t>(std::min(row, column)) * 1000003u +
                         static_cast<std::uint64_t>(std::max(row, column));
      Mixer place_mixer(seed + place);
      const auto kind = place_mixer.next();
      Mixer mixer(kinds > 0 ? seed + kind % kinds : kind);
      values[k] = sporos_test::make_number<Value>(mixer);
    }
  }

  bool has_good_rows() const {
    const auto is_count = [&](Offset offset) {
      return offset >= 0 && static_cast<std::uint64_t>(offset) <= static_cast<std::uint64_t>(nnz());
    };
    for (std::int64_t row = 0; row < num_rows; ++row) {
      if (!is_count(offsets[row]) || !is_count(offsets[row + 1]) || offsets[row] > offsets[row + 1]) return false;
    }
    return true;
  }
  bool has_good_columns() const {
    return std::all_of(columns.data(), columns.data() + columns.size(),
                       [&](Column column) { return column >= 0 && static_cast<std::int64_t>(column) < num_columns; });
  }
  bool has_loose_ends() const {
    if (num_rows == 0) return nnz() > 0;
    return offsets[0] != 0 || static_cast<std::int64_t>(offsets[num_rows]) != nnz();
  }
  bool is_good() const { return has_good_rows() && has_good_columns(); }
  bool is_convertible() const { return is_good() && !has_loose_ends(); }

  /// \brief For a valid matrix: whether the columns of each row ascend and are distinct.
  bool ascends() const {
    for (std::int64_t row = 0; row < num_rows; ++row) {
      for (auto k = static_cast<std::int64_t>(offsets[row]) + 1; k < static_cast<std::int64_t>(offsets[row + 1]); ++k) {
        if (columns[k - 1] >= columns[k]) return false;
      }
    }
    return true;
  }
};

/// \brief Whether `action` is refused with std::invalid_argument, whose text must name the function; other exceptions
/// are findings.
template <class Action>
bool is_refused(const Action& action, std::string* why = nullptr) {
  try {
    action();
  } catch (const std::invalid_argument& error) {
    demand(std::string_view(error.what()).substr(0, 8) == "sporos::", "a complaint of nobody: ", error.what());
    if (why != nullptr) *why = error.what();
    return true;
  }
  return false;
}

/// \brief The vectors of a valid matrix, and the right results of its products.
template <class Vector, class Matrix>
class Products {
 public:
  explicit Products(const Matrix& matrix)
      : x_(static_cast<std::size_t>(matrix.num_columns)),
        start_(static_cast<std::size_t>(matrix.num_rows)),
        y_(static_cast<std::size_t>(matrix.num_rows)) {
    fill(x_, 3);
    fill(start_, 4);
    for (const Factors& factors : all_factors) {
      references_.push_back(sporos_test::reference_product(matrix.view(), Vector(factors.alpha), x_.view(),
                                                           Vector(factors.beta), start_.view()));
    }
  }

  /// \brief `run(alpha, x, beta, y)` must compute them within the rounding bound, and write nothing else.
  template <class Run>
  void demand_right(const char* what, const Run& run) const {
    for (std::size_t i = 0; i < references_.size(); ++i) {
      const Factors& factors = all_factors[i];
      std::copy(start_.data(), start_.data() + start_.size(), y_.data());
      if (factors.beta == 0) std::fill(y_.data(), y_.data() + y_.size(), Vector(NAN));
      run(Vector(factors.alpha), x_.view(), Vector(factors.beta), y_.view());
      const auto wrong = sporos_test::first_wrong_row(references_[i], y_.view());
      demand(wrong == -1, what, ": row ", wrong, " is wrong with beta = ", factors.beta);
    }
  }

 private:
  struct Factors {
    double alpha;
    double beta;
  };
  static constexpr Factors all_factors[] = {{1, 0}, {-0.5, 2.5}};

  static void fill(const Array<Vector>& array, std::uint64_t seed) {
    Mixer mixer(seed);
    for (std::size_t i = 0; i < array.size(); ++i) array.data()[i] = sporos_test::make_number<Vector>(mixer);
  }

  Array<Vector> x_;
  Array<Vector> start_;
  Array<Vector> y_;
  std::vector<sporos_test::Reference> references_;
};

template <class Vector, class Matrix>
Products<Vector, Matrix> products_of(const Matrix& matrix) {
  return Products<Vector, Matrix>(matrix);
}

}  // namespace sporos_fuzz
