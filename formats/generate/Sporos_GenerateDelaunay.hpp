// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Triangulations of random points: one point in each cell of a periodic grid.
///
/// Two points are neighbours if some circle through both has no other point inside (Delaunay). So all points on one
/// empty circle are neighbours of each other. Since every cell has a point, an empty circle has a radius of at most
/// sqrt(2) cells, and the neighbours of a point are at most three cells away. Hence each row is found on its own, in
/// integers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "formats/generate/Sporos_GenerateRows.hpp"

namespace sporos {
namespace detail {

class DelaunayRows {
 public:
  DelaunayRows(const GeneratorDescription& description, std::int64_t width, std::int64_t height, std::uint64_t seed)
      : width_(width),
        height_(height),
        num_points_(description.product(std::vector<std::int64_t>{width, height})),
        random_(seed, RandomStream::columns) {
    description.product(std::vector<std::int64_t>{width, height, 7});
  }

  std::int64_t num_rows() const { return num_points_; }
  std::int64_t num_columns() const { return num_points_; }
  std::int64_t fewest_entries() const { return num_points_; }

  std::int64_t row_length(std::int64_t row) const {
    std::array<std::int64_t, window> columns{};
    return find_columns(row, columns.data());
  }

  template <class Column>
  void fill_columns(std::int64_t row, Column* out) const {
    std::array<std::int64_t, window> columns{};
    const std::int64_t count = find_columns(row, columns.data());
    std::transform(columns.begin(), columns.begin() + count, out,
                   [](std::int64_t column) { return static_cast<Column>(column); });
  }

 private:
  static constexpr std::int64_t reach = 3;
  static constexpr std::int64_t window = (2 * reach + 1) * (2 * reach + 1);
  static constexpr std::int64_t cell = 1 << 12;  // units; a determinant below stays under 2^62

  // Relative to the point of the row, which is at (0, 0).
  struct Point {
    std::int64_t x;
    std::int64_t y;
    std::int64_t column;
  };

  static std::int64_t wrapped(std::int64_t coordinate, std::int64_t extent) {
    const std::int64_t rest = coordinate % extent;
    return rest < 0 ? rest + extent : rest;
  }

  Point place(std::int64_t x_cell, std::int64_t y_cell) const {
    const std::int64_t column = wrapped(y_cell, height_) * width_ + wrapped(x_cell, width_);
    const std::uint64_t bits = random_.bits(static_cast<std::uint64_t>(column));
    return {x_cell * cell + static_cast<std::int64_t>(bits & (cell - 1)),
            y_cell * cell + static_cast<std::int64_t>((bits >> 32) & (cell - 1)), column};
  }

  static std::int64_t squared(const Point& a) { return a.x * a.x + a.y * a.y; }
  static std::int64_t cross(const Point& a, const Point& b) { return a.x * b.y - a.y * b.x; }

  // Positive if `c` is inside the circle through the origin, `a` and `b`, which are in counterclockwise order.
  static std::int64_t in_circle(const Point& a, const Point& b, const Point& c) {
    return squared(b) * cross(a, c) - squared(a) * cross(b, c) - squared(c) * cross(a, b);
  }

  // Finds the neighbours counterclockwise: the next one is the point whose circle with the origin and the current
  // neighbour is empty.
  std::int64_t find_columns(std::int64_t row, std::int64_t* columns) const {
    const std::int64_t x_cell = row % width_;
    const std::int64_t y_cell = row / width_;
    const Point origin = place(x_cell, y_cell);
    std::array<Point, window> points{};
    std::size_t count = 0;
    for (std::int64_t dy = -reach; dy <= reach; ++dy) {
      for (std::int64_t dx = -reach; dx <= reach; ++dx) {
        if (dx == 0 && dy == 0) continue;
        const Point point = place(x_cell + dx, y_cell + dy);
        points[count++] = {point.x - origin.x, point.y - origin.y, point.column};
      }
    }
    const auto begin = points.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(count);
    const auto first =
        std::min_element(begin, end, [](const Point& a, const Point& b) { return squared(a) < squared(b); });
    std::int64_t found = 0;
    columns[found++] = row;
    auto current = first;
    do {
      columns[found++] = current->column;
      auto next = end;
      for (auto other = begin; other != end; ++other) {
        if (cross(*current, *other) <= 0) continue;
        if (next == end || comes_first(*current, *other, *next)) next = other;
      }
      current = next;
    } while (current != first && found < window);
    std::sort(columns, columns + found);
    return std::unique(columns, columns + found) - columns;
  }

  // Whether `candidate` rather than `best` is the neighbour after `a`; of points on one circle, the first one
  // counterclockwise is.
  static bool comes_first(const Point& a, const Point& candidate, const Point& best) {
    const std::int64_t inside = in_circle(a, best, candidate);
    return inside > 0 || (inside == 0 && cross(candidate, best) > 0);
  }

  std::int64_t width_;
  std::int64_t height_;
  std::int64_t num_points_;
  CounterRandom random_;
};

/// \brief `delaunay:N[xM][,seed=S]`: N times M points.
template <class Matrix>
Matrix generate_delaunay(GeneratorDescription& description) {
  const auto size = description.sizes(2, true);
  const std::uint64_t seed = description.seed();
  description.finish();
  auto matrix = build_pattern<Matrix>(description, DelaunayRows(description, size[0], size[1], seed));
  fill_random_values(matrix, seed);
  return matrix;
}

}  // namespace detail
}  // namespace sporos
