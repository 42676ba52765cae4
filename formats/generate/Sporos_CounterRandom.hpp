// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Random numbers that are a function of (seed, stream, counter): the same bits on every machine.
///
/// The generator is splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014)
/// addressed by its counter instead of stepped. Only integer arithmetic and exact conversions: neither the standard
/// library nor fused multiply-add can change a number. Not for cryptography.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_MixBits.hpp"

namespace sporos {
namespace detail {

/// \brief What random numbers are used for. Different streams of one seed are independent.
enum class RandomStream : std::uint64_t { vectors = 1, values = 2, lengths = 3, columns = 4, edges = 5 };

/// \brief A sequence of random 64-bit words that can be read at any place, in any order, in constant time.
class CounterRandom {
 public:
  CounterRandom(std::uint64_t seed, RandomStream stream)
      : key_(mixed(mixed(seed) + step * static_cast<std::uint64_t>(stream))) {}

  /// \brief The word at `counter`.
  std::uint64_t bits(std::uint64_t counter) const { return mixed(key_ + step * (counter + 1)); }

  /// \brief A number `0 <= r < bound` at `counter`; `bound >= 1`. Its bias is below `bound / 2^32` up to a bound of
  /// 2^32 and below `bound / 2^64` above.
  std::uint64_t below(std::uint64_t counter, std::uint64_t bound) const {
    const std::uint64_t word = bits(counter);
    return bound <= std::uint64_t{1} << 32 ? ((word >> 32) * bound) >> 32 : product_high(word, bound);
  }

  /// \brief A sequence of its own for item `index`, such as a row.
  CounterRandom child(std::uint64_t index) const { return CounterRandom(bits(index)); }

 private:
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio, odd

  explicit CounterRandom(std::uint64_t key) : key_(key) {}

  // Upper half of the 128-bit product, from four 32-bit products: C++17 has no 128-bit integer.
  static std::uint64_t product_high(std::uint64_t left, std::uint64_t right) {
    const std::uint64_t low_mask = 0xffffffff;
    const std::uint64_t low_low = (left & low_mask) * (right & low_mask);
    const std::uint64_t high_low = (left >> 32) * (right & low_mask);
    const std::uint64_t low_high = (left & low_mask) * (right >> 32);
    const std::uint64_t middle = (low_low >> 32) + (high_low & low_mask) + (low_high & low_mask);
    return (left >> 32) * (right >> 32) + (high_low >> 32) + (low_high >> 32) + (middle >> 32);
  }

  std::uint64_t key_;
};

// +-[1/8, 1): a 53-bit integer over 2^53, exact in double.
inline double random_double(std::uint64_t bits) {
  const auto magnitude = static_cast<std::int64_t>((std::uint64_t{1} << 50) + 7 * (bits >> 14));
  return static_cast<double>((bits & 1) != 0 ? -magnitude : magnitude) * 0x1p-53;
}

template <class Value>
struct RandomValue {
  explicit RandomValue(CounterRandom random) : random_(random) {}
  Value operator()(std::uint64_t counter) const { return static_cast<Value>(random_double(random_.bits(counter))); }

 private:
  CounterRandom random_;
};

template <class Real>
struct RandomValue<Kokkos::complex<Real>> {
  explicit RandomValue(CounterRandom random) : real_(random), imaginary_(random.child(~std::uint64_t{0})) {}
  Kokkos::complex<Real> operator()(std::uint64_t counter) const { return {real_(counter), imaginary_(counter)}; }

 private:
  RandomValue<Real> real_;
  RandomValue<Real> imaginary_;
};

/// \brief Random numbers with a magnitude in [1/8, 1] and both signs, so that no sum of products is trivially zero.
///
/// Every `Value` type gets the same numbers, rounded. The real parts of complex numbers are what a real array would
/// hold; the imaginary parts are independent. Two arrays with one seed start with the same numbers, so give x and y two
/// seeds.
template <class Value>
void fill_random(Value* data, std::uint64_t count, std::uint64_t seed, RandomStream stream = RandomStream::vectors) {
  const RandomValue<Value> value(CounterRandom(seed, stream));
  for (std::uint64_t i = 0; i < count; ++i) data[i] = value(i);
}

/// \brief Fills a View of rank 1 or 2 in any memory space; element (i, j) is number `i * extent(1) + j` whatever the
/// layout. Synchronous; made on the host and copied.
template <class View, class = typename View::memory_space>
void fill_random(const View& view, std::uint64_t seed) {
  static_assert(static_cast<int>(View::rank) == 1 || static_cast<int>(View::rank) == 2,
                "sporos::fill_random: a vector is a View of rank 1 or 2");
  const RandomValue<typename View::non_const_value_type> value(CounterRandom(seed, RandomStream::vectors));
  const auto host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < host.extent(0); ++i) {
    if constexpr (static_cast<int>(View::rank) == 1) {
      host(i) = value(i);
    } else {
      for (std::size_t j = 0; j < host.extent(1); ++j) host(i, j) = value(i * host.extent(1) + j);
    }
  }
  Kokkos::deep_copy(view, host);
}

}  // namespace detail
}  // namespace sporos
