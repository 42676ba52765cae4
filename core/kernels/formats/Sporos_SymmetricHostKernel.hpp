// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief `y = alpha*A*x + beta*y` for half storage on hosts: one thread per tile, no atomics.
///
/// Who computes what: team `t`, one thread, takes the rows of tile `t` in order. For near entry `a` in row `i` and
/// column `j`, it adds `a*x_j` to the sum of row `i` and, for the mirror image of the entry, `a*x_i` to the sum of row
/// `j`, which comes later. `window` holds the sums of the coming rows, at least `reach` of them, and moves along with
/// the rows, so that it stays in a near cache. When it is a row's turn, its sum is complete and goes to the epilogue.
/// The element of the row in the window is then set to zero, which also removes what the entry on the diagonal has
/// added: that has no mirror image. So after the tile the whole window is zero, as the next product expects it.
///
/// The launch must give teams of one thread. Bytes: `T + 2` per near entry, which counts for nearly two entries of the
/// matrix; `T + C` per entry of the rest; one or two row offsets, x and y per row. Results depend on the tiles, but not
/// on timing.
#pragma once

#include "core/kernels/Sporos_Carries.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/formats/Sporos_SymmetricOperand.hpp"

namespace sporos {
namespace detail {

template <class Operand, class Epilogue>
struct SymmetricHostKernel {
  using Sum = typename Operand::sum_t;

  Operand a;
  Epilogue epilogue;
  Kokkos::complex<double>* windows;
  std::int64_t window;  // its length; more than `reach`, unless all rows of a tile fit
  std::int64_t reach;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    in_windows(member.league_rank(), [&](Sum* sums, std::int64_t row, std::int64_t end) {
      if (a.rest_offsets == nullptr) {
        epilogue.resolve([&](const auto& resolved) { run<false>(a, resolved, sums, row, end); });
      } else {
        epilogue.resolve([&](const auto& resolved) { run<true>(a, resolved, sums, row, end); });
      }
    });
  }

  /// Calls `rows(sums, row, end)` for the rows `row` to `end - 1` of the tile, as many at once as the window has room
  /// for; `sums` begins with the sum of `row`.
  template <class Rows>
  KOKKOS_INLINE_FUNCTION void in_windows(std::int64_t tile, const Rows& rows) const {
    const std::int64_t last = a.tile_begins[tile + 1];
    Sum* const sums = sums_in<Sum>(windows + tile * window);
    for (std::int64_t row = a.tile_begins[tile]; row < last;) {
      const std::int64_t end = last - row <= window ? last : row + window - reach;
      rows(sums, row, end);
      if (end < last) move_up(sums, end - row);
      row = end;
    }
  }

 private:
  // By value, because y could alias the members, so that each of them would be loaded again for every row. `sums`
  // begins with the sum of the first row.
  template <bool HasRest, class Resolved>
  KOKKOS_INLINE_FUNCTION static void run(const Operand a, const Resolved epilogue, Sum* sums, std::int64_t row,
                                         std::int64_t last_row) {
    std::int64_t k = a.near_begin(row);
    for (; row < last_row; ++row, ++sums) {
      const std::int64_t end = a.near_begin(row + 1);
      const Sum own_x = a.x_of(row);
      Sum even = *sums;
      Sum odd(0);
      // The columns of a row are all different, so the sums of two entries can be loaded before either is stored.
      for (; k + 2 <= end; k += 2) {
        const int distance = a.distance(k);
        const int other_distance = a.distance(k + 1);
        const Sum value = a.near_value(k);
        const Sum other_value = a.near_value(k + 1);
        const Sum mirrored = sums[distance] + value * own_x;
        const Sum other_mirrored = sums[other_distance] + other_value * own_x;
        even += value * a.x_of(row + distance);
        odd += other_value * a.x_of(row + other_distance);
        sums[distance] = mirrored;
        sums[other_distance] = other_mirrored;
      }
      if (k < end) {
        const int distance = a.distance(k);
        const Sum value = a.near_value(k);
        even += value * a.x_of(row + distance);
        sums[distance] += value * own_x;
        ++k;
      }
      *sums = Sum(0);
      if constexpr (HasRest) {
        const std::int64_t rest_end = a.rest_begin(row + 1);
        std::int64_t r = a.rest_begin(row);
        for (; r + 2 <= rest_end; r += 2) {
          even += a.rest_product(r);
          odd += a.rest_product(r + 1);
        }
        if (r < rest_end) even += a.rest_product(r);
      }
      epilogue(row, even + odd);
    }
  }

  // Moves the sums after the first `rows`, which are finished, to the front.
  KOKKOS_INLINE_FUNCTION void move_up(Sum* sums, std::int64_t rows) const {
    for (std::int64_t i = 0; i < reach; ++i) {
      const Sum moved = sums[rows + i];
      sums[rows + i] = Sum(0);
      sums[i] = moved;
    }
  }
};

}  // namespace detail
}  // namespace sporos
