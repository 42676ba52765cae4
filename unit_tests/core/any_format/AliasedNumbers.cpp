// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The result must not overlap any part of the numbers of a matrix, in whatever format they are.
#include <gtest/gtest.h>

#include "formats/Sporos_Generate.hpp"
#include "unit_tests/support/Complaint.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

namespace aliased_numbers_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos::Format;
using sporos::Op;
using Vector = Kokkos::View<double*, Space>;
using Part = Kokkos::View<double*, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Calls `f(y)` with vectors of `rows` elements that share their last byte, all, or their first one with an array.
template <class Array, class F>
void slide_y_over(const Array& array, std::size_t rows, const F& f) {
  constexpr std::uintptr_t step = sizeof(double);
  const auto begin = reinterpret_cast<std::uintptr_t>(array.data());
  const auto end = begin + array.span() * sizeof(typename Array::value_type);
  const std::uintptr_t first = (begin - rows * step) / step * step + step;
  const std::uintptr_t last = (end - 1) / step * step;
  for (const std::uintptr_t at : {first, begin / step * step, last}) f(Part(reinterpret_cast<double*>(at), rows));
}

template <class Multiply>
void must_refuse(const char* function, const Multiply& multiply) {
  const std::string said = sporos_test::complaint(multiply);
  EXPECT_EQ(said.find(std::string("sporos::") + function), 0u) << said;
  EXPECT_NE(said.find("overlaps the matrix' "), std::string::npos) << said;
}

TEST(AliasedNumbers, AreRefusedInEveryFormat) {
  const auto rows = sporos::copy_to<Space>(sporos::generate<double, int, int>("stencil9:12,values=laplace"));
  const auto count = static_cast<std::size_t>(rows.num_rows);
  const Vector room("room", 3 * count);  // around x, so that no y overlaps it
  const auto x = Kokkos::subview(room, std::make_pair(count, 2 * count));
  for (const Format format : sporos::all_formats()) {
    if (format == Format::packet && !sporos::has_metis) continue;
    SCOPED_TRACE(name(format));
    auto stored = sporos::to_any(Exec(), rows, format);
    const auto plan = sporos::Plan(Exec(), stored);
    int arrays = 0;
    const auto check = [&](const auto& array) {
      if (array.extent(0) == 0) return;
      ++arrays;
      slide_y_over(array, count, [&](const Part& y) {
        must_refuse("Plan::apply", [&] { plan.apply(1.0, x, 0.0, y); });
        must_refuse("Plan::apply, op = transpose", [&] { plan.apply(Op::transpose, 1.0, x, 0.0, y); });
        must_refuse("spmv", [&] { sporos::spmv(Exec(), 1.0, stored, x, 0.0, y); });
        must_refuse("spmv, op = conjugate", [&] { sporos::spmv(Exec(), Op::conjugate, 1.0, stored, x, 0.0, y); });
        must_refuse("function", [&] { plan.check_vectors("function", x, y); });
        must_refuse("function", [&] { plan.check_vectors("function", Op::transpose, x, y); });
      });
    };
    stored.visit([&](auto matrix) {
      if constexpr (sporos::detail::is_format<decltype(matrix)>) {
        matrix.each_written(check);
      } else {
        check(matrix.values);
      }
    });
    EXPECT_GT(arrays, 0);
    EXPECT_EQ(sporos_test::complaint([&] { plan.apply(1.0, x, 0.0, Vector("y", count)); }), "no complaint");
  }
}

}  // namespace aliased_numbers_tests
