// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The result must not overlap any part of what a product reads.
#include <gtest/gtest.h>

#include "core/Sporos.hpp"
#include "unit_tests/support/Complaint.hpp"

namespace aliasing_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
template <class T>
using Part = Kokkos::View<T*, Space, Unmanaged>;
using Matrix = sporos::CrsView<double, int, std::int64_t, Space>;

constexpr int rows = 6;
constexpr int gap = 8 * rows;  // in bytes: room for y between its neighbours

struct Fill {
  Part<std::int64_t> offsets;
  Part<int> columns;
  Part<double> values;
  Part<double> x;
  KOKKOS_FUNCTION void operator()(int i) const {
    offsets(i) = i;
    if (i == rows) return;
    columns(i) = i;
    values(i) = i + 1;
    x(i) = 2;
  }
};

/// Offsets, columns, values and x of a diagonal matrix in one array of bytes, with room for y around each of them.
class Neighbours {
 public:
  static constexpr int places = 8 * rows * 5 + 4 * rows + 8 + 5 * gap;

  Neighbours() : bytes_("bytes", places / 8 + 1) {
    offsets = take<std::int64_t>("the matrix' row offsets", rows + 1);
    columns = take<int>("the matrix' columns", rows);
    values = take<double>("the matrix' values", rows);
    x = take<double>("x", rows);
    Kokkos::parallel_for("diagonal", Kokkos::RangePolicy<Exec>(0, rows + 1), Fill{offsets, columns, values, x});
    Exec().fence();
  }

  /// y from byte `at` on, a multiple of eight.
  Part<double> y(int at) const { return Part<double>(bytes_.data() + at / 8, rows); }

  /// The name of what y overlaps there, or nothing.
  std::string overlapped(int at) const {
    for (const Room& room : rooms_) {
      if (at < room.end && room.begin < at + 8 * rows) return room.name;
    }
    return "";
  }

  Part<std::int64_t> offsets;
  Part<int> columns;
  Part<double> values;
  Part<double> x;

 private:
  struct Room {
    std::string name;
    int begin;
    int end;
  };

  template <class T>
  Part<T> take(const char* name, int count) {
    const int begin = (rooms_.empty() ? 0 : rooms_.back().end) + gap;
    rooms_.push_back({name, begin, begin + count * static_cast<int>(sizeof(T))});
    return Part<T>(reinterpret_cast<T*>(bytes_.data() + begin / 8), static_cast<std::size_t>(count));
  }

  Kokkos::View<double*, Space> bytes_;
  std::vector<Room> rooms_;
};

struct DropSum {
  KOKKOS_FUNCTION void operator()(std::int64_t, double) const {}
};

template <class Multiply>
void slide_y_over_everything(const Neighbours& arrays, const Multiply& multiply) {
  int refused = 0;
  for (int at = 0; at + 8 * rows <= Neighbours::places; at += 8) {
    const std::string overlapped = arrays.overlapped(at);
    const std::string said = sporos_test::complaint([&] { multiply(arrays.y(at)); });
    if (overlapped.empty()) {
      EXPECT_EQ(said, "no complaint") << "y at byte " << at;
      const auto y = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), arrays.y(at));
      for (int row = 0; row < rows; ++row) EXPECT_EQ(y(row), 2 * (row + 1)) << "y at byte " << at;
    } else {
      ++refused;
      EXPECT_NE(said.find("overlaps " + overlapped), std::string::npos) << "y at byte " << at << ": " << said;
    }
  }
  EXPECT_GT(refused, 4 * rows);
}

TEST(Aliasing, OfAnyPartIsRefusedWithoutAPlanAndNeighboursAreNot) {
  const Neighbours arrays;
  const Matrix matrix = sporos::crs_view(rows, rows, arrays.offsets, arrays.columns, arrays.values);
  slide_y_over_everything(arrays, [&](const auto& y) { sporos::spmv(Exec(), 1.0, matrix, arrays.x, 0.0, y); });
}

TEST(Aliasing, OfAnyPartIsRefusedByPlansAndNeighboursAreNot) {
  const Neighbours arrays;
  const auto plan = sporos::Plan(Exec(), sporos::crs_view(rows, rows, arrays.offsets, arrays.columns, arrays.values));
  slide_y_over_everything(arrays, [&](const auto& y) { plan.apply(1.0, arrays.x, 0.0, y); });
}

struct Strided {
  int first;
  int columns;
  int row_stride;
  int column_stride;

  auto view(const Kokkos::View<double*, Space>& numbers) const {
    const Kokkos::LayoutStride layout(3, row_stride, columns, column_stride);
    return Kokkos::View<double**, Kokkos::LayoutStride, Space, Unmanaged>(numbers.data() + first, layout);
  }
  bool has(int place) const {
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < columns; ++column) {
        if (first + row * row_stride + column * column_stride == place) return true;
      }
    }
    return false;
  }
};

// Three rows, by columns, by rows, and with gaps, at several places among 40 numbers.
std::vector<Strided> strided_views() {
  std::vector<Strided> all;
  for (int first = 0; first < 14; ++first) {
    for (const auto& [row_stride, column_stride] :
         {std::pair(1, 3), std::pair(1, 4), std::pair(2, 1), std::pair(5, 2)}) {
      all.push_back({first, 2, row_stride, column_stride});
    }
  }
  return all;
}

// Also y == x, which is refused although some kernels would allow it.
TEST(Aliasing, OfAnyElementOfSeveralColumnsIsRefused) {
  const Kokkos::View<double*, Space> numbers("numbers", 40);
  const sporos::CrsMatrix<double, int, int, Space> matrix{
      3, 3, Kokkos::View<int*, Kokkos::LayoutRight, Space>("r", 4), {}, {}};
  int refused = 0;
  int taken = 0;
  for (const Strided& x : strided_views()) {
    for (const Strided& y : strided_views()) {
      bool shares = false;
      for (int place = 0; place < 40; ++place) shares = shares || (x.has(place) && y.has(place));
      const std::string said =
          sporos_test::complaint([&] { sporos::spmv(Exec(), 1.0, matrix, x.view(numbers), 0.0, y.view(numbers)); });
      const bool is_refused = said.find("overlaps x") != std::string::npos;
      ++(is_refused ? refused : taken);
      const bool alike = x.row_stride == y.row_stride;
      EXPECT_TRUE(is_refused || !shares) << x.first << ' ' << y.first;
      EXPECT_TRUE(shares || !is_refused || !alike) << x.first << ' ' << y.first << ' ' << x.row_stride;
    }
  }
  EXPECT_GT(refused, 500);
  EXPECT_GT(taken, 100);
}

TEST(Vectors, ThatPointToNothingAreRefused) {
  const Neighbours arrays;
  const Matrix matrix = sporos::crs_view(rows, rows, arrays.offsets, arrays.columns, arrays.values);
  const Part<double> nothing(nullptr, rows);
  const auto plan = sporos::Plan(Exec(), matrix);
  EXPECT_EQ(sporos_test::complaint([&] { sporos::spmv(Exec(), 1.0, matrix, nothing, 0.0, arrays.y(0)); }),
            "sporos::spmv: x has 6 elements, but points to no memory (null)");
  EXPECT_EQ(sporos_test::complaint([&] { plan.apply(1.0, arrays.x, 0.0, nothing); }),
            "sporos::Plan::apply: y has 6 elements, but points to no memory (null)");
  EXPECT_EQ(sporos_test::complaint([&] { plan.apply_with(nothing, DropSum()); }),
            "sporos::Plan::apply_with: x has 6 elements, but points to no memory (null)");
}

}  // namespace aliasing_tests
