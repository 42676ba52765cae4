// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Memory of bounded size for what kernels remember of the shares of many matrices.
#pragma once

#include <vector>

#include "core/kernels/crs/Sporos_RowsOfAShare.hpp"
#include "formats/common/Sporos_Arrays.hpp"

namespace sporos {
namespace detail {

/// \brief One array, of which each matrix gets a piece.
///
/// The array is filled from its beginning to its end. Then a longer one takes its place. The longest is filled again
/// and again: matrices lose their pieces to others, the oldest first. Kernels check what they find in a piece, and
/// those of one instance do not run at once, so a piece may be lost at any time. Nothing is freed: that would wait, and
/// graphs may use old arrays. All arrays together are shorter than twice the longest. Not safe from several threads.
template <class ExecutionSpace>
class ShareMemory {
 public:
  static constexpr std::int64_t min_length = 4096;             ///< 64 KiB
  static constexpr std::int64_t max_length = 2 * 1024 * 1024;  ///< 32 MiB

  /// \brief What a matrix has.
  struct Piece {
    RowsOfAShare* data = nullptr;  ///< null: nothing
    std::int64_t begin = 0;        ///< the number of shares before it in all pieces and gaps so far
  };

  /// \brief Gives a new piece of `count` shares for one that was lost, or that is null. It remains null if the longest
  /// array is too short, or if memory were needed that may not be allocated.
  /// \return whether the old piece is kept, with what kernels have written there
  bool renew(const ExecutionSpace& exec, Piece& piece, std::int64_t count, bool may_allocate) {
    if (piece.data != nullptr && piece.begin >= given_ - length_) return true;
    piece = {};
    if (count > max_length) return false;
    if (given_ + count > lap_ + length_) {
      if (length_ == max_length) {
        given_ = lap_ + length_;
      } else {
        if (!may_allocate) return false;
        grow(exec, count);
      }
      lap_ = given_;
    }
    piece = {arrays_.back().data() + (given_ - lap_), given_};
    given_ += count;
    return false;
  }

 private:
  using Array = Kokkos::View<RowsOfAShare*, typename ExecutionSpace::memory_space>;

  // Lengths are powers of two, so that their sum is bounded.
  void grow(const ExecutionSpace& exec, std::int64_t count) {
    std::int64_t length = length_ == 0 ? min_length : 2 * length_;
    while (length < count) length *= 2;
    arrays_.push_back(allocate<Array>(exec, "sporos::long_rows[shares]", length));
    length_ = length;
  }

  std::vector<Array> arrays_;  // the last one is in use
  std::int64_t length_ = 0;    // of that
  std::int64_t given_ = 0;     // shares so far, with gaps where an array was filled again before its end
  std::int64_t lap_ = 0;       // how many of them were before the array was filled the last time
};

}  // namespace detail
}  // namespace sporos
