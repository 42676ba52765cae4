// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Chooses patterns of rows (the columns relative to the number of the row) from a sample of the rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "formats/common/Sporos_MixBits.hpp"
#include "policies/crs/Sporos_PatternRule.hpp"

namespace sporos {
namespace detail {

/// \brief What is known of the pattern of a row: its length, first and last column.
struct PatternKey {
  std::int64_t length;
  std::int64_t first;
  std::int64_t last;

  KOKKOS_INLINE_FUNCTION std::uint64_t hash() const {
    return mixed(mixed(mixed(static_cast<std::uint64_t>(length)) + static_cast<std::uint64_t>(first)) +
                 static_cast<std::uint64_t>(last));
  }
};

/// \brief A row of the sample.
struct SampledRow {
  std::uint64_t hash;  ///< of all columns; two patterns may have the same. 0: the row can have none
  PatternKey key;
};

/// \brief The `i`-th of `samples` rows: one of each equal part, at a place that no grid repeats.
KOKKOS_INLINE_FUNCTION std::int64_t sampled_row(std::int64_t i, std::int64_t samples, std::int64_t num_rows) {
  const std::int64_t part = num_rows / samples;
  return part * i +
         static_cast<std::int64_t>(mixed(static_cast<std::uint64_t>(i) + 1) % static_cast<std::uint64_t>(part));
}

/// \brief A place in a table of patterns, by the hash of their keys; patterns with the same key follow each other.
struct PatternSlot {
  std::int64_t row = -1;  ///< one that has the pattern; negative: the slot is empty
  std::uint64_t key = 0;  ///< hash of the key
  int start = 0;          ///< where its columns are to be, behind its length
  int length = 0;
};

/// \brief The patterns that were chosen from a sample.
class PatternSample {
 public:
  PatternSample() = default;
  /// \param sample    rows at sampled_row()
  /// \param num_rows  of the matrix
  PatternSample(const SampledRow* sample, std::int64_t samples, std::int64_t num_rows) {
    std::vector<Found> found;
    std::vector<std::int16_t> places(num_places, -1);
    std::int64_t entries = 0;
    for (std::int64_t i = 0; i < samples; ++i) {
      const SampledRow& row = sample[i];
      entries += row.key.length;
      if (row.hash == 0) continue;
      std::size_t at = row.hash % num_places;
      while (places[at] >= 0 && found[static_cast<std::size_t>(places[at])].hash != row.hash)
        at = (at + 1) % num_places;
      if (places[at] < 0) {
        places[at] = static_cast<std::int16_t>(found.size());
        found.push_back({row.hash, row.key, sampled_row(i, samples, num_rows), 0});
      }
      ++found[static_cast<std::size_t>(places[at])].rows;
    }
    choose(std::move(found), entries);
  }

  /// \brief The share of the entries that belongs to rows with patterns.
  double share() const { return share_; }
  /// \brief A table of those that were chosen; its size is a power of two, or 0.
  const std::vector<PatternSlot>& slots() const { return slots_; }
  /// \brief The most slots that must be looked at for a key.
  int longest_search() const { return longest_search_; }
  /// \brief What is stored of those that were chosen: a length and the columns of each.
  int num_numbers() const { return num_numbers_; }

 private:
  static constexpr std::size_t num_places = 2 * static_cast<std::size_t>(pattern_samples);
  struct Found {
    std::uint64_t hash;
    PatternKey key;
    std::int64_t row;
    std::int64_t rows;  // of the sample that have it
  };

  // Those that several rows have, the most common ones first, as long as there is room.
  void choose(std::vector<Found> found, std::int64_t entries) {
    found.erase(std::remove_if(found.begin(), found.end(), [](const Found& one) { return one.rows < 2; }), found.end());
    if (found.empty()) return;
    std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.rows > b.rows; });
    std::size_t size = 4;
    while (size < 4 * found.size()) size *= 2;
    slots_.resize(size);
    std::int64_t covered = 0;
    for (const Found& one : found) {
      if (num_numbers_ + 1 + one.key.length > max_row_pattern_columns) continue;
      insert({one.row, one.key.hash(), num_numbers_ + 1, static_cast<int>(one.key.length)});
      num_numbers_ += 1 + static_cast<int>(one.key.length);
      covered += one.rows * one.key.length;
    }
    share_ = static_cast<double>(covered) / static_cast<double>(entries);
  }

  void insert(const PatternSlot& slot) {
    std::size_t at = slot.key % slots_.size();
    int looked_at = 1;
    for (; slots_[at].row >= 0; ++looked_at) at = (at + 1) % slots_.size();
    slots_[at] = slot;
    longest_search_ = std::max(longest_search_, looked_at);
  }

  std::vector<PatternSlot> slots_;
  int longest_search_ = 0;
  int num_numbers_ = 0;
  double share_ = 0;
};

}  // namespace detail
}  // namespace sporos
