// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot products with a y that takes much of a GPU's cache, which products there make themselves.
#include <gtest/gtest.h>

#include <cmath>

#include "core/Sporos_Convert.hpp"
#include "core/Sporos_FormatPlan.hpp"
#include "core/Sporos_Formats.hpp"
#include "core/Sporos_Fused.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "unit_tests/core/Recorder.hpp"
#include "unit_tests/support/Recording.hpp"

namespace large_dots_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Vector = Kokkos::View<double*, Space>;
using Number = Kokkos::View<double, Space>;

// 2.25 million rows of three to five entries: 18 MB of y.
auto grid() { return sporos::copy_to<Space>(sporos::generate<double, int, int>("stencil5:1500")); }

Vector vector(std::int64_t count, int seed) {
  const Kokkos::View<double*, Kokkos::HostSpace> host("vector", static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) host(i) = 1.0 / static_cast<double>(1 + (i * 7919 + seed) % 97);
  const Vector device("vector", host.extent(0));
  Kokkos::deep_copy(device, host);
  return device;
}

double read(const Number& number) {
  double value = 0;
  Kokkos::deep_copy(value, number);
  return value;
}

class LargeDots : public testing::Test {
 protected:
  void SetUp() override {
    if (!sporos::detail::makes_team_dots<Exec>) GTEST_SKIP() << "products make no dot products in teams";
  }
};

// As `plan.apply` and a pass behind it, and the same bits again; whether the product has made the dot products.
template <class Plan>
bool check(const Plan& plan) {
  const Exec exec;
  const std::int64_t rows = 2250000;
  const auto x = vector(rows, 1), w = vector(rows, 2), b = vector(rows, 3);
  const Vector y("y", x.extent(0)), wanted("wanted", x.extent(0));
  const Number wy("wy"), yy("yy"), wy_behind("wy"), yy_behind("yy");
  const sporos::FusedMemory<Exec> memory(exec), other(exec);
  plan.apply(2.0, x, 0.0, wanted);
  const auto dots_behind = [&](const Vector& of) {
    const auto terms = sporos::detail::checked_dots<Exec>("", "y", of, sporos::dot_with(w, wy_behind),
                                                          sporos::squared_norm(yy_behind));
    sporos::detail::launch_dots<double>("", exec, of, terms, other);
  };
  double first_dot = 0;
  for (int run = 0; run < 2; ++run) {
    Kokkos::deep_copy(y, -1);
    const sporos_test::Recording recording;
    sporos::apply_dots(plan, 2.0, x, 0.0, y, memory, sporos::dot_with(w, wy), sporos::squared_norm(yy));
    if (run > 0) {
      EXPECT_EQ(recording.log().allocations, std::vector<std::string>());
      EXPECT_EQ(recording.log().fences, std::vector<std::string>());
      EXPECT_EQ(read(wy), first_dot);
    }
    first_dot = read(wy);
    double difference = 0;
    Kokkos::parallel_reduce(
        Kokkos::RangePolicy<Exec>(exec, 0, rows),
        KOKKOS_LAMBDA(std::int64_t i, double& most) {
          const double apart = y(i) > wanted(i) ? y(i) - wanted(i) : wanted(i) - y(i);
          if (!(apart <= most)) most = apart;
        },
        Kokkos::Max<double>(difference));
    EXPECT_LE(difference, 1e-14);
    dots_behind(y);
    EXPECT_NEAR(read(wy), read(wy_behind), 1e-12 * std::sqrt(static_cast<double>(rows) * read(yy_behind)));
    EXPECT_NEAR(read(yy), read(yy_behind), 1e-13 * read(yy_behind));
  }
  sporos::residual(plan, b, x, y, memory, sporos::squared_norm(yy));
  dots_behind(y);
  EXPECT_NEAR(read(yy), read(yy_behind), 1e-13 * read(yy_behind));
  return memory.team_sums()->bytes() > 0;
}

TEST_F(LargeDots, AreMadeByProductsInTeamsThatHaveRowsOfTheirOwn) {
  const auto A = grid();
  for (const auto algorithm : sporos::all_algorithms()) {
    using sporos::Algorithm;
    SCOPED_TRACE(name(algorithm));
    sporos::Options options;
    options.algorithm = algorithm;
    const bool has_rows = algorithm != Algorithm::merge_path && algorithm != Algorithm::light_vector &&
                          algorithm != Algorithm::light_warp && algorithm != Algorithm::pcsr;
    EXPECT_EQ(check(sporos::Plan(Exec(), A, options)), has_rows);
  }
}

TEST_F(LargeDots, AreMadeByProductsOfFormats) {
  const Exec exec;
  const auto A = grid();
  EXPECT_TRUE(check(sporos::Plan(exec, sporos::to_ell(exec, A))));
  EXPECT_TRUE(check(sporos::Plan(exec, sporos::to_dia(exec, A))));
  sporos::DiaOptions whole;
  whole.halve = false;
  const auto narrow = sporos::copy_to<Space>(sporos::generate<float, int, int>("stencil5:1500"));
  EXPECT_TRUE(check(sporos::Plan(exec, sporos::to_dia(exec, narrow, whole)))) << "two rows of a thread";
  sporos::SellOptions slices;
  slices.shape = sporos::SellShape{32, 1};
  EXPECT_TRUE(check(sporos::Plan(exec, sporos::to_sell(exec, A, slices))));
  slices.shape = sporos::SellShape{32, 1024};
  EXPECT_FALSE(check(sporos::Plan(exec, sporos::to_sell(exec, A, slices))));
  sporos::BsrOptions blocks;
  blocks.block_size = 2;
  blocks.min_fill = 0.1;
  EXPECT_TRUE(check(sporos::Plan(exec, sporos::to_bsr(exec, A, blocks))));
  EXPECT_TRUE(check(sporos::Plan(exec, sporos::to_delta_crs(exec, A))));
  EXPECT_FALSE(check(sporos::Plan(exec, sporos::to_coo(exec, A))));
}

TEST_F(LargeDots, OfTransposedProductsAreThoseOfTheTransposedMatrix) {
  const Exec exec;
  const auto A = grid();
  const auto plan = sporos::Plan(exec, A);
  const auto x = vector(A.num_rows, 1);
  const Vector y("y", x.extent(0));
  const Number yy("yy"), yy_again("yy");
  const sporos::FusedMemory<Exec> memory(exec);
  sporos::apply_dots(plan, sporos::Op::transpose, 1.0, x, 0.0, y, memory, sporos::squared_norm(yy));
  plan.apply(sporos::Op::transpose, 1.0, x, 0.0, y);
  const auto terms = sporos::detail::checked_dots<Exec>("", "y", y, sporos::squared_norm(yy_again));
  sporos::detail::launch_dots<double>("", exec, y, terms, memory);
  EXPECT_NEAR(read(yy), read(yy_again), 1e-13 * read(yy_again));
}

#if defined(KOKKOS_ENABLE_CUDA)
TEST_F(LargeDots, AreRecordedWithoutMemoryAndWithIt) {
  const auto A = grid();
  sporos_test::Recorder recorder;
  const auto plan = sporos::Plan(recorder.exec, A);
  const auto x = vector(A.num_rows, 1);
  const Vector y("y", x.extent(0));
  const Number yy("yy");
  const sporos::FusedMemory<Exec> memory(recorder.exec);
  const auto multiply_with = [&](const sporos::FusedMemory<Exec>& of_dots) {
    sporos::apply_dots(plan, 1.0, x, 0.0, y, of_dots, sporos::squared_norm(yy));
  };
  const auto multiply = [&] { multiply_with(memory); };
  {
    const sporos::FusedMemory<Exec> other(recorder.exec);  // kernels have to run once before they are recorded
    multiply_with(other);
    const auto terms = sporos::detail::checked_dots<Exec>("", "y", y, sporos::squared_norm(yy));
    sporos::detail::launch_dots<double>("", recorder.exec, y, terms, other);
    recorder.exec.fence();
  }
  recorder.record(multiply);
  EXPECT_EQ(memory.team_sums()->bytes(), 0);
  recorder.play();
  const double recorded = read(yy);
  multiply();
  EXPECT_GT(memory.team_sums()->bytes(), 0);
  recorder.exec.fence();
  const double direct = read(yy);
  EXPECT_NEAR(recorded, direct, 1e-13 * direct);
  recorder.record(multiply);
  Kokkos::deep_copy(yy, 0.0);
  recorder.play();
  EXPECT_EQ(read(yy), direct);
}
#endif

}  // namespace large_dots_tests
