// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A renumbering of rows, columns or unknowns: a value on the host that knows both directions.
///
/// `old_of_new()[new_index]` is the old index of what now stands at `new_index`; `new_of_old()[old_index]` is where
/// it went. Either is given, the other is found, and what is no permutation is refused.
/// `formats/reorder/Sporos_Permute.hpp` applies a permutation to vectors and matrices.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "formats/common/Sporos_Require.hpp"

namespace sporos {

/// \brief A permutation of [0, size()); 16 bytes an element.
class Permutation {
 public:
  /// \brief The permutation of nothing.
  Permutation() = default;

  /// \brief Everything stays where it is.
  static Permutation identity(std::int64_t size) {
    detail::require(size >= 0, "Permutation::identity", "size = ", size, " must not be negative");
    std::vector<std::int64_t> indices(static_cast<std::size_t>(size));
    std::iota(indices.begin(), indices.end(), std::int64_t{0});
    return Permutation(indices, indices);
  }

  /// \brief Element `new_index` of the list is an old index: the list is the new order of the old things.
  /// \throws std::invalid_argument where an element is out of range or there twice; O(size)
  static Permutation from_old_of_new(std::vector<std::int64_t> old_of_new) {
    auto new_of_old = inverted(old_of_new, "Permutation::from_old_of_new", "old_of_new");
    return Permutation(std::move(old_of_new), std::move(new_of_old));
  }

  /// \brief Element `old_index` of the list is a new index: the list says of each old thing where it goes.
  /// \throws std::invalid_argument where an element is out of range or there twice; O(size)
  static Permutation from_new_of_old(std::vector<std::int64_t> new_of_old) {
    auto old_of_new = inverted(new_of_old, "Permutation::from_new_of_old", "new_of_old");
    return Permutation(std::move(old_of_new), std::move(new_of_old));
  }

  /// \brief How many things are permuted.
  std::int64_t size() const { return static_cast<std::int64_t>(old_of_new_.size()); }
  const std::vector<std::int64_t>& old_of_new() const { return old_of_new_; }  ///< the new order of the old things
  const std::vector<std::int64_t>& new_of_old() const { return new_of_old_; }  ///< where each old thing goes

  /// \brief The way back.
  Permutation inverse() const { return Permutation(new_of_old_, old_of_new_); }

 private:
  Permutation(std::vector<std::int64_t> old_of_new, std::vector<std::int64_t> new_of_old)
      : old_of_new_(std::move(old_of_new)), new_of_old_(std::move(new_of_old)) {}

  static std::vector<std::int64_t> inverted(const std::vector<std::int64_t>& indices, const char* function,
                                            const char* argument) {
    constexpr std::int64_t nowhere = -1;
    std::vector<std::int64_t> places(indices.size(), nowhere);
    const auto size = static_cast<std::int64_t>(indices.size());
    for (std::int64_t place = 0; place < size; ++place) {
      const std::int64_t index = indices[static_cast<std::size_t>(place)];
      detail::require(index >= 0 && index < size, function, argument, "[", place, "] = ", index, " is not in [0, ",
                      size, ")");
      std::int64_t& found = places[static_cast<std::size_t>(index)];
      detail::require(found == nowhere, function, argument, "[", place, "] = ", index, ", and so is ", argument, "[",
                      found, "]");
      found = place;
    }
    return places;
  }

  std::vector<std::int64_t> old_of_new_;
  std::vector<std::int64_t> new_of_old_;
};

}  // namespace sporos
