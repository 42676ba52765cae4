// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Rows of difference and finite-element operators on regular grids of up to three dimensions.
///
/// Points are numbered with the first coordinate fastest. A star couples a point with its neighbours along the axes
/// (3, 5, 7 points), a box with every point of the surrounding square or cube (9, 27 points); neighbours outside of
/// the grid are left out. With `unknowns` u, each coupling is a dense u x u block, and row `u * point + k` belongs to
/// unknown k of its point.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "formats/generate/Sporos_GenerateRows.hpp"

namespace sporos {
namespace detail {

enum class StencilShape { star, box };

class GridStencilRows {
 public:
  GridStencilRows(const GeneratorDescription& description, const std::vector<std::int64_t>& extents, StencilShape shape,
                  std::int64_t unknowns)
      : shape_(shape), unknowns_(unknowns) {
    for (std::size_t axis = 0; axis < extents.size(); ++axis) extents_[axis] = extents[axis];
    // No count of this class exceeds 27 entries of unknowns^2 values for a point.
    description.product(std::vector<std::int64_t>{extents_[0], extents_[1], extents_[2], 27 * unknowns * unknowns});
  }

  std::int64_t num_rows() const { return num_points() * unknowns_; }
  std::int64_t num_columns() const { return num_rows(); }

  std::int64_t fewest_entries() const {
    std::int64_t box_couplings = 1;
    std::int64_t star_couplings = num_points();
    for (const std::int64_t extent : extents_) {
      box_couplings *= 3 * extent - 2;
      star_couplings += 2 * (extent - 1) * (num_points() / extent);
    }
    return (shape_ == StencilShape::box ? box_couplings : star_couplings) * unknowns_ * unknowns_;
  }

  std::int64_t row_length(std::int64_t row) const {
    const auto point = coordinates(row / unknowns_);
    std::int64_t box_couplings = 1;
    std::int64_t star_couplings = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::int64_t neighbours = (point[axis] > 0 ? 1 : 0) + (point[axis] + 1 < extents_[axis] ? 1 : 0);
      box_couplings *= 1 + neighbours;
      star_couplings += neighbours;
    }
    return (shape_ == StencilShape::box ? box_couplings : star_couplings) * unknowns_;
  }

  template <class Column>
  void fill_columns(std::int64_t row, Column* out) const {
    const auto point = coordinates(row / unknowns_);
    for (int dz = -1; dz <= 1; ++dz) {
      if (!is_inside(point[2] + dz, extents_[2])) continue;
      for (int dy = -1; dy <= 1; ++dy) {
        if (!is_inside(point[1] + dy, extents_[1])) continue;
        for (int dx = -1; dx <= 1; ++dx) {
          if (!is_inside(point[0] + dx, extents_[0])) continue;
          if (shape_ == StencilShape::star && dx * dx + dy * dy + dz * dz > 1) continue;
          const std::int64_t neighbour = ((point[2] + dz) * extents_[1] + point[1] + dy) * extents_[0] + point[0] + dx;
          for (std::int64_t k = 0; k < unknowns_; ++k) *out++ = static_cast<Column>(neighbour * unknowns_ + k);
        }
      }
    }
  }

 private:
  std::int64_t num_points() const { return extents_[0] * extents_[1] * extents_[2]; }

  std::array<std::int64_t, 3> coordinates(std::int64_t point) const {
    const std::int64_t line = point / extents_[0];
    return {point - line * extents_[0], line % extents_[1], line / extents_[1]};
  }

  static bool is_inside(std::int64_t coordinate, std::int64_t extent) { return coordinate >= 0 && coordinate < extent; }

  std::array<std::int64_t, 3> extents_ = {1, 1, 1};
  StencilShape shape_;
  std::int64_t unknowns_;
};

/// \brief `points - 1` on the diagonal and -1 elsewhere: positive definite, for the boundary value zero.
template <class Matrix>
void fill_laplace_values(const Matrix& matrix, int points) {
  using Value = typename Matrix::value_type;
  const auto diagonal = static_cast<Value>(static_cast<float>(points - 1));
  const auto neighbour = static_cast<Value>(-1.0F);
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    for (auto k = matrix.row_offsets(row); k < matrix.row_offsets(row + 1); ++k) {
      matrix.values(k) = static_cast<std::int64_t>(matrix.columns(k)) == row ? diagonal : neighbour;
    }
  }
}

/// \brief `stencil<points>:N[xM[xK]][,values=random|laplace][,seed=S]`
template <class Matrix>
Matrix generate_stencil(GeneratorDescription& description, std::size_t dimensions, StencilShape shape, int points) {
  const auto extents = description.sizes(dimensions, true);
  const bool laplace = description.is_second_word("values", "random", "laplace");
  const std::uint64_t seed = description.seed();
  description.finish();
  auto matrix = build_pattern<Matrix>(description, GridStencilRows(description, extents, shape, 1));
  if (laplace) {
    fill_laplace_values(matrix, points);
  } else {
    fill_random_values(matrix, seed);
  }
  return matrix;
}

/// \brief `fem3:N[xMxK][,seed=S]`: trilinear elements with three unknowns a node, such as displacements.
template <class Matrix>
Matrix generate_fem3(GeneratorDescription& description) {
  const auto extents = description.sizes(3, true);
  const std::uint64_t seed = description.seed();
  description.finish();
  auto matrix = build_pattern<Matrix>(description, GridStencilRows(description, extents, StencilShape::box, 3));
  fill_random_values(matrix, seed);
  return matrix;
}

}  // namespace detail
}  // namespace sporos
