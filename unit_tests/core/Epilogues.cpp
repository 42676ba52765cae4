// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sum of each row reaches the epilogue exactly once, in every algorithm and format, also if rows are split.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/launch/Sporos_LaunchFormat.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/InventedDecisions.hpp"
#include "unit_tests/support/Packets.hpp"
#include "unit_tests/support/SymmetricGallery.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

namespace epilogues_tests {

using sporos::Algorithm;
using sporos_test::Exec;
using sporos_test::Pattern;
using Space = Exec::memory_space;
using Case = sporos_test::ProductCase<double>;
using Reader = sporos::detail::VectorReader<Exec, sporos::Gather::plain, double>;
constexpr auto how = sporos::detail::Reductions<Exec>::preferred;

// A function as a caller would write it, with Views.
struct Count {
  Kokkos::View<double*, Space> y;
  Kokkos::View<int*, Space> counts;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, double sum) const {
    Kokkos::atomic_fetch_add(counts.data() + row, 1);
    y(static_cast<std::size_t>(row)) = sum;
  }
};
using CountingEpilogue = sporos::detail::CallerEpilogue<Count, double>;

// Calls `run(product, sums)`, which must compute the product, and checks sums and counts.
template <class Run>
void check_counts(Case& matrix_case, const Run& run) {
  const auto labels = sporos::detail::make_labels("test", "", ",rest");
  const Exec exec;
  sporos::Machine machine = sporos::detect_machine(exec);
  // The vectors fit into the cache, the matrix does not.
  machine.cache_bytes = 2 * sizeof(double) * (matrix_case.matrix.num_rows + matrix_case.matrix.num_columns);
  const Kokkos::View<int*, Space> counts("counts", matrix_case.y.extent(0));
  const Kokkos::View<double*, Space> sums("sums", matrix_case.y.extent(0));
  matrix_case.check(1, 0, [&](auto, auto x, auto, auto y) {
    run(sporos::detail::Product<Exec, Reader, CountingEpilogue>{exec, machine, labels, {x.data()}, {{y, counts}}},
        sums.data());
  });
  EXPECT_EQ(sporos_test::elements(counts), std::vector<int>(counts.extent(0), 1));
}

// Small tiles, segments and limits, so that most rows of the gallery are cut.
sporos::CrsDecision decision_of(Algorithm algorithm, bool has_long_rows) {
  auto decision = sporos_test::invented(algorithm, 32, 40);
  if (sporos::detail::uses_coop(algorithm)) decision.shape.coop = 4;
  if (has_long_rows) decision.limits = {INT64_MAX, 40, 9};
  return decision;
}

TEST(Epilogues, GetEachRowOnceFromEveryAlgorithm) {
  for (const Pattern& pattern : sporos_test::gallery()) {
    if (pattern.nnz() == 0) continue;
    Case matrix_case(pattern);
    const auto matrix = sporos::crs_view(matrix_case.matrix);
    for (const Algorithm algorithm : sporos::all_algorithms()) {
      for (const bool has_long_rows : {false, true}) {
        if (has_long_rows && algorithm != Algorithm::stream && algorithm != Algorithm::adaptive) continue;
        const auto decision = decision_of(algorithm, has_long_rows);
        SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", sporos_test::words(decision)));
        const auto setup = sporos::detail::prepare_crs(Exec(), matrix, decision, sizeof(double));
        check_counts(matrix_case, [&](const auto& product, double*) {
          sporos::detail::launch_prepared<how>(crs_product(product, matrix), decision, setup);
        });
      }
    }
  }
}

TEST(Epilogues, GetEachRowOnceFromProductsWithoutAPlan) {
  for (const Pattern& pattern : sporos_test::gallery()) {
    if (pattern.nnz() == 0) continue;
    Case matrix_case(pattern);
    for (const Algorithm algorithm : {Algorithm::coop, Algorithm::stream}) {
      // On a host every row belongs to one thread, whatever its length.
      if (algorithm == Algorithm::coop && sporos::detail::is_host_execution<Exec>) continue;
      const auto decision = decision_of(algorithm, true);
      SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", sporos_test::words(decision)));
      check_counts(matrix_case, [&](const auto& product, double*) {
        sporos::detail::launch_unprepared<how>(crs_product(product, sporos::crs_view(matrix_case.matrix)), decision,
                                               sporos_test::for_uneven_rows(decision));
      });
    }
  }
}

template <class Matrix>
void check_plan_counts(Case& matrix_case, const Matrix& matrix, const sporos::Options& options = {}) {
  const sporos::PlanOf<Exec, sporos_test::CompiledAnyMatrix> plan(Exec(), sporos::any_matrix(matrix), options);
  SCOPED_TRACE(sporos::detail::concat("a plan of ", name(plan.format())));
  const Kokkos::View<int*, Space> counts("counts", matrix_case.y.extent(0));
  for (int run = 1; run <= 2; ++run) {
    matrix_case.check(1, 0, [&](auto, auto x, auto, auto y) { plan.apply_with(x, Count{y, counts}); });
    EXPECT_EQ(sporos_test::elements(counts), std::vector<int>(counts.extent(0), run));
  }
}

TEST(Epilogues, FunctionsOfCallersGetEachRowOnceFromEveryAlgorithm) {
  for (const Pattern& pattern : sporos_test::gallery()) {
    Case matrix_case(pattern);
    for (const Algorithm algorithm : sporos::all_algorithms()) {
      SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", name(algorithm)));
      sporos::Options options;
      options.algorithm = algorithm;
      check_plan_counts(matrix_case, matrix_case.matrix, options);
    }
  }
}

TEST(Epilogues, FunctionsOfCallersGetTheBestDecisionWhileAPlanTunes) {
  Case matrix_case(sporos_test::gallery().back());
  sporos::Options options;
  options.tuning = sporos::Tuning::run_time;
  check_plan_counts(matrix_case, matrix_case.matrix, options);
}

template <class Matrix>
void check_format_counts(Case& matrix_case, const Matrix& matrix) {
  SCOPED_TRACE(sporos::FormatTraits<Matrix>::name);
  check_counts(matrix_case,
               [&](const auto& product, double* sums) { sporos::detail::launch_format(product, matrix, sums); });
  check_plan_counts(matrix_case, matrix);
}

// Padding would take hundreds of times the memory of the matrix.
bool is_long(const Pattern& pattern) {
  return std::any_of(pattern.rows.begin(), pattern.rows.end(), [](const auto& row) { return row.size() > 500; });
}

TEST(Epilogues, GetEachRowOnceFromEveryFormat) {
  const Exec exec;
  sporos::SellOptions any_size;
  any_size.max_bytes = INT64_MAX;
  for (const Pattern& pattern : sporos_test::gallery()) {
    if (pattern.nnz() == 0) continue;
    SCOPED_TRACE(pattern.name);
    Case matrix_case(pattern);
    const auto& matrix = matrix_case.matrix;
    if (!is_long(pattern)) {
      check_format_counts(matrix_case, to_ell(exec, matrix));
      check_format_counts(matrix_case, to_bsr(exec, matrix));
    }
    check_format_counts(matrix_case, to_coo(exec, matrix));
    check_format_counts(matrix_case, to_hyb(exec, matrix));
    check_format_counts(matrix_case, to_sell(exec, matrix, any_size));
    check_format_counts(matrix_case, to_csr5(exec, matrix));
    check_format_counts(matrix_case, to_delta_crs(exec, matrix));
  }
  for (const Pattern& pattern : sporos_test::symmetric_gallery()) {
    if (pattern.nnz() == 0) continue;
    SCOPED_TRACE(pattern.name);
    Case matrix_case(sporos_test::make_symmetric<double>(pattern));
    const auto& matrix = matrix_case.matrix;
    sporos::DiaOptions any_number;
    any_number.max_bytes = INT64_MAX;
    check_format_counts(matrix_case, to_dia(exec, matrix, any_number));
    check_format_counts(matrix_case, to_symmetric(exec, matrix));
    check_format_counts(matrix_case, to_packet(exec, matrix, sporos_test::given_packets(matrix.num_rows, {100, 32})));
  }
}

}  // namespace epilogues_tests
