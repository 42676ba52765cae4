// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A renumbering of rows, columns or unknowns: a value on the host that stores both directions.
///
/// `old_of_new()[new_index]` is the old index of the element that is now at `new_index`; `new_of_old()[old_index]` is
/// the new index of an element. One of them is given and the other computed; what is not a permutation is refused.
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

  /// \brief The permutation that leaves every element in its place.
  static Permutation identity(std::int64_t size) {
    detail::require_not_negative("Permutation::identity", "size", size);
    std::vector<std::int64_t> indices(static_cast<std::size_t>(size));
    std::iota(indices.begin(), indices.end(), std::int64_t{0});
    return Permutation(indices, indices);
  }

  /// \brief From a list whose element `new_index` is an old index: the old indices in their new order.
  /// \throws std::invalid_argument where an element is out of range or there twice; O(size)
  static Permutation from_old_of_new(std::vector<std::int64_t> old_of_new) {
    auto new_of_old = inverted(old_of_new, "Permutation::from_old_of_new", "old_of_new");
    return Permutation(std::move(old_of_new), std::move(new_of_old));
  }

  /// \brief From a list whose element `old_index` is a new index: where each element goes.
  /// \throws std::invalid_argument where an element is out of range or there twice; O(size)
  static Permutation from_new_of_old(std::vector<std::int64_t> new_of_old) {
    auto old_of_new = inverted(new_of_old, "Permutation::from_new_of_old", "new_of_old");
    return Permutation(std::move(old_of_new), std::move(new_of_old));
  }

  /// \brief The number of elements.
  std::int64_t size() const { return static_cast<std::int64_t>(old_of_new_.size()); }
  const std::vector<std::int64_t>& old_of_new() const { return old_of_new_; }  ///< the old index for each new one
  const std::vector<std::int64_t>& new_of_old() const { return new_of_old_; }  ///< the new index for each old one

  /// \brief The inverse permutation.
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
