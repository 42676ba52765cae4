// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory that plans report is what Kokkos has allocated for them.
#include <gtest/gtest.h>

#include <optional>

#include "core/Sporos.hpp"
#include "formats/Sporos_Generate.hpp"
#include "unit_tests/support/ProductCase.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

namespace plan_memory_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos::Format;
using sporos::Op;
using sporos::Plan;

/// The bytes of arrays of the library, except those that an instance keeps for later plans.
class LiveBytes {
 public:
  LiveBytes() {
    // The instance gets memory of its own with its first plan.
    Plan(Exec(),
         sporos_test::ProductCase<double>(sporos_test::random_pattern("small", 9, 9, [](auto) { return 2; })).matrix);
    live = 0;
    arrays = 0;
    Kokkos::Tools::Experimental::set_allocate_data_callback(
        [](Kokkos::Profiling::SpaceHandle, const char* label, const void*, std::uint64_t bytes) {
          if (counts(label)) live += static_cast<std::int64_t>(bytes), ++arrays;
        });
    Kokkos::Tools::Experimental::set_deallocate_data_callback(
        [](Kokkos::Profiling::SpaceHandle, const char* label, const void*, std::uint64_t bytes) {
          if (counts(label)) live -= static_cast<std::int64_t>(bytes), --arrays;
        });
  }
  ~LiveBytes() {
    Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
    Kokkos::Tools::Experimental::set_deallocate_data_callback(nullptr);
  }

  /// Kokkos rounds each array up to 8 bytes.
  void expect(std::int64_t bytes) const {
    EXPECT_GE(live, bytes);
    EXPECT_LE(live, bytes + 7 * arrays);
  }

 private:
  static bool counts(const std::string& label) {
    return label.compare(0, 8, "sporos::") == 0 && label != "sporos::setup[spare]";
  }
  inline static std::int64_t live = 0;
  inline static std::int64_t arrays = 0;
};

sporos_test::Pattern with_a_long_row() {
  return sporos_test::random_pattern("a long row", 3000, 40000, [](auto row) { return row == 7 ? 30000 : 4; });
}

bool has_lists(sporos::Algorithm algorithm) {
  using sporos::Algorithm;
  return algorithm == Algorithm::ipcsr || algorithm == Algorithm::adaptive ||
         (!sporos::detail::is_host_execution<Exec> &&
          (algorithm == Algorithm::coop || algorithm == Algorithm::stream || algorithm == Algorithm::patterns));
}

TEST(PlanMemory, OfCompressedRowsIsWhatIsAllocated) {
  const sporos_test::ProductCase<double> matrix_case(with_a_long_row());
  const auto& A = matrix_case.matrix;
  const std::int64_t matrix = 4 * 3001 + 12 * A.nnz();
  for (const auto algorithm : sporos::all_algorithms()) {
    SCOPED_TRACE(name(algorithm));
    sporos::Options options;
    options.algorithm = algorithm;
    const LiveBytes live;
    const auto plan = Plan(Exec(), A, options);
    const sporos::PlanMemory memory = plan.memory();
    EXPECT_EQ(memory.matrix, matrix);
    EXPECT_EQ(memory.transposed, 0);
    EXPECT_EQ(memory.total(), memory.matrix + memory.prepared);
    if (has_lists(algorithm)) {
      EXPECT_GE(memory.prepared, 16 * 1024);
    } else {
      live.expect(memory.prepared);
    }
  }
}

TEST(PlanMemory, GrowsWithTheTransposedMatrix) {
  const sporos_test::ProductCase<double> matrix_case(with_a_long_row());
  sporos::Options options;
  options.algorithm = sporos::Algorithm::merge_path;
  const LiveBytes live;
  const auto plan = Plan(Exec(), matrix_case.matrix, options);
  const std::int64_t before = plan.memory().prepared;
  EXPECT_GT(before, 0);
  const Kokkos::View<double*, Space> x("x", 3000);
  const Kokkos::View<double*, Space> y("y", 40000);
  plan.apply(Op::transpose, 1.0, x, 0.0, y);
  EXPECT_EQ(plan.memory().prepared, before);
  EXPECT_GT(plan.memory().transposed, sporos::transposed_bytes(matrix_case.matrix));
  live.expect(plan.memory().prepared + plan.memory().transposed);
  const auto copy = plan.clone();
  EXPECT_EQ(copy.memory().total(), plan.memory().total());
}

TEST(PlanMemory, OfEveryFormatIsThatOfTheMatrixAndItsTranspose) {
  const auto host = sporos::generate<double, int, int>("stencil5:30");
  const auto A = sporos::copy_to<Space>(host);
  sporos::Options options;
  options.operations = Op::transpose;
  for (const Format format : sporos::all_formats()) {
    if (format == Format::packet && !sporos::has_metis) continue;
    SCOPED_TRACE(name(format));
    const auto stored = sporos::to_any(Exec(), A, format);
    const LiveBytes live;
    const auto plan = Plan(Exec(), stored, options);
    EXPECT_EQ(plan.memory().matrix, stored.bytes());
    EXPECT_GE(plan.memory().transposed, sporos::transposed_bytes(stored));
    live.expect(plan.memory().prepared + plan.memory().transposed);
  }
}

struct Forget {
  KOKKOS_FUNCTION void operator()(std::int64_t, double) const {}
};

TEST(PlanMemory, CountsTheSumsOfFunctions) {
  const auto A = sporos::copy_to<Space>(sporos::generate<double, int, int>("stencil5:30"));
  const auto plan = Plan(Exec(), sporos::to_coo(Exec(), A));
  EXPECT_EQ(plan.memory().prepared, 0);
  plan.apply_with(Kokkos::View<double*, Space>("x", 900), Forget());
  EXPECT_EQ(plan.memory().prepared, 16 * 900);
}

TEST(PlanMemory, IsNotAskedOfAnEmptyPlan) {
  using AnyPlan = sporos::Plan<Exec, sporos_test::CompiledAnyMatrix>;
  EXPECT_THROW(AnyPlan().memory(), std::runtime_error);
  // Plans can be held in anything that has room for one.
  std::optional<AnyPlan> plan;
  plan.emplace(Exec(), sporos::any_matrix(sporos::copy_to<Space>(sporos::generate<double, int, int>("stencil5:30"))));
  std::optional<AnyPlan> other = std::move(plan);
  EXPECT_TRUE(plan->empty());
  EXPECT_GT(other->memory().total(), 0);
}

}  // namespace plan_memory_tests
