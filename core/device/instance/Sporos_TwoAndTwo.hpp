// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Four numbers in two vectors of 16 bytes, for g++ on ARM, which would keep one vector of 32 bytes in memory.
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_FOUR) && defined(__aarch64__) && !defined(__clang__)
#include <cstdint>
#include <cstring>

namespace sporos {
namespace detail {

/// \brief Has what leaves do with vectors of four.
template <class Number>
class TwoAndTwo {
 public:
  typedef Number Two __attribute__((vector_size(16)));
  typedef std::int64_t Bits __attribute__((vector_size(16)));

  TwoAndTwo() = default;
  constexpr TwoAndTwo(Number a, Number b, Number c, Number d) : low_{a, b}, high_{c, d} {}
  template <class Four>
  explicit TwoAndTwo(const Four& four)
      : TwoAndTwo(static_cast<Number>(four[0]), static_cast<Number>(four[1]), static_cast<Number>(four[2]),
                  static_cast<Number>(four[3])) {}

  static TwoAndTwo load(const Number* from) {
    TwoAndTwo numbers;
    std::memcpy(&numbers.low_, from, sizeof(numbers.low_));
    std::memcpy(&numbers.high_, from + 2, sizeof(numbers.high_));
    return numbers;
  }
  /// Half by half: g++ would move 32 bytes through memory.
  void store(Number* to) const {
    std::memcpy(to, &low_, sizeof(low_));
    std::memcpy(to + 2, &high_, sizeof(high_));
  }

  constexpr Number operator[](int i) const { return i < 2 ? low_[i] : high_[i - 2]; }

  /// An element of these numbers (0 to 3) or of `others` (4 to 7).
  template <int I>
  Number picked(const TwoAndTwo& others) const {
    return I < 4 ? (*this)[I % 4] : others[I % 4];
  }

  TwoAndTwo& operator+=(const TwoAndTwo& b) {
    low_ += b.low_;
    high_ += b.high_;
    return *this;
  }
  void add_product(int i, Number a, Number b) { (i < 2 ? low_ : high_)[i % 2] += a * b; }
  friend TwoAndTwo operator+(TwoAndTwo a, const TwoAndTwo& b) { return a += b; }
  friend TwoAndTwo operator*(TwoAndTwo a, const TwoAndTwo& b) {
    a.low_ *= b.low_;
    a.high_ *= b.high_;
    return a;
  }
  friend TwoAndTwo operator*(TwoAndTwo a, Number b) {
    a.low_ *= b;
    a.high_ *= b;
    return a;
  }
  /// A mask.
  friend TwoAndTwo operator<(TwoAndTwo a, const TwoAndTwo& b) {
    a.low_ = a.low_ < b.low_;
    a.high_ = a.high_ < b.high_;
    return a;
  }
  TwoAndTwo masked(const TwoAndTwo<std::int64_t>& mask) const {
    TwoAndTwo result;
    result.low_ = reinterpret_cast<Two>(reinterpret_cast<Bits>(low_) & mask.low_);
    result.high_ = reinterpret_cast<Two>(reinterpret_cast<Bits>(high_) & mask.high_);
    return result;
  }

 private:
  template <class>
  friend class TwoAndTwo;

  Two low_;
  Two high_;
};

}  // namespace detail
}  // namespace sporos
#endif
