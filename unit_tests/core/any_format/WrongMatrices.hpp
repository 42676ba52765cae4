// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Matrices with one mistake each, and whether a message names the function that was called.
#pragma once

#include <gtest/gtest.h>

#include "unit_tests/support/Complaint.hpp"
#include "unit_tests/support/Gallery.hpp"

namespace sporos_test::wrong_matrices {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = sporos::CrsMatrix<double, int, int, Space>;

/// The message begins with the name, behind which there may be the operation.
template <class Action>
void expect_named(const std::string& function, const Action& action) {
  std::string said = "nothing";
  try {
    action();
  } catch (const std::exception& error) {
    said = error.what();
  }
  const std::string start = "sporos::" + function;
  EXPECT_TRUE(said.compare(0, start.size(), start) == 0 && (said[start.size()] == ':' || said[start.size()] == ','))
      << "called " << function << ", which said: " << said;
  EXPECT_EQ(said.find("sporos::", 1), std::string::npos) << said;
}

inline Matrix good() {
  return sporos::copy_to<Space>(sporos_test::make_matrix<double>({"", 3, {{0, 1}, {1}, {0, 2}}}));
}

// Extents contradict each other.
inline Matrix crooked() {
  Matrix A = good();
  A.row_offsets = Kokkos::View<int*, Kokkos::LayoutRight, Space>("offsets", 3);
  return A;
}
inline Matrix with_column(int column) {
  const auto A = sporos::copy_to<Kokkos::HostSpace>(good());
  A.columns(2) = column;
  return sporos::copy_to<Space>(A);
}
inline Matrix with_offset(int offset) {
  const auto A = sporos::copy_to<Kokkos::HostSpace>(good());
  A.row_offsets(1) = offset;
  return sporos::copy_to<Space>(A);
}

/// Calls `f` with each wrong matrix.
template <class F>
void with_wrong(const F& f) {
  f(crooked());
  f(with_column(7));
  f(with_offset(9));
}

}  // namespace sporos_test::wrong_matrices
