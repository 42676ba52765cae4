// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What is multiplied by x: the matrix, its transpose or its complex conjugate.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "formats/common/Sporos_Enumerators.hpp"

namespace sporos {

/// \brief What stands in the place of A in `y = alpha*A*x + beta*y`.
enum class Op {
  none,                ///< A as it is
  transpose,           ///< its transpose: x has one element per row of A, y one per column
  conjugate,           ///< the complex conjugates of its entries; a real matrix stays as it is
  conjugate_transpose  ///< both
};

namespace detail {

template <>
struct Enumerators<Op> {
  static constexpr const char* type = "Op";
  static constexpr Enumerator<Op> all[] = {{Op::none, "none"},
                                           {Op::transpose, "transpose"},
                                           {Op::conjugate, "conjugate"},
                                           {Op::conjugate_transpose, "conjugate_transpose"}};
};

}  // namespace detail

/// \brief The name of the enumerator.
constexpr const char* name(Op op) { return detail::enumerator_name(op); }

/// \brief The set of operations that a plan is made ready for. `Op::none` is always in it.
class Operations {
 public:
  constexpr Operations() = default;  ///< `Op::none` alone
  /// \brief This one and `Op::none`.
  /// \throws std::invalid_argument where it is none of the enumerators
  constexpr Operations(Op op) : bits_(bit(op)) {}
  /// \brief These and `Op::none`.
  /// \throws std::invalid_argument where one is none of the enumerators
  constexpr Operations(std::initializer_list<Op> ops) {
    for (const Op op : ops) bits_ |= bit(op);
  }

  /// \brief Whether the operation is in the set.
  constexpr bool has(Op op) const { return op == Op::none || (bits_ & bit(op)) != 0; }

 private:
  static constexpr std::uint32_t bit(Op op) {
    detail::require_known("Operations", "op", op);
    return std::uint32_t{1} << static_cast<int>(op);
  }

  std::uint32_t bits_ = 0;
};

namespace detail {

constexpr bool is_transposed(Op op) { return op == Op::transpose || op == Op::conjugate_transpose; }
constexpr bool is_conjugated(Op op) { return op == Op::conjugate || op == Op::conjugate_transpose; }

/// \brief Whether any of them needs the transposed structure.
constexpr bool are_transposed(const Operations& operations) {
  return operations.has(Op::transpose) || operations.has(Op::conjugate_transpose);
}

}  // namespace detail
}  // namespace sporos
