// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options that mean nothing or contradict each other, at every door that takes them.
#include <gtest/gtest.h>

#include "core/Sporos_Elements.hpp"
#include "core/Sporos_Fused.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

namespace wrong_options_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Vector = Kokkos::View<double*, Space>;
using sporos::Algorithm;
using sporos::Format;
using sporos::Op;
using sporos::Options;
using sporos::Plan;
using sporos::RowRule;
using sporos::RowShape;
using sporos::Tuning;
using sporos_test::complaint;

auto matrix() { return sporos::copy_to<Space>(sporos::generate<double>("stencil5:6")); }

template <class Enum>
Enum nothing() {
  return static_cast<Enum>(9);
}

void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "no '" << part << "' in: " << text;
}

/// Every plan refuses them with the same words, before it looks at the matrix.
template <class Set>
void expect_refused(const Set& set, const std::string& part) {
  const auto A = matrix();
  Options options;
  set(options);
  const std::string words = "sporos::Plan: " + part;
  expect_part(complaint([&] { Plan(Exec(), A, options); }), words);
  expect_part(complaint([&] { Plan(Exec(), sporos::to_ell(Exec(), A), options); }), words);
  expect_part(complaint([&] { Plan(Exec(), sporos::any_matrix(A), options); }), words);
  options.format = options.format.value_or(Format::automatic);
  expect_part(complaint([&] { Plan(Exec(), sporos::any_matrix(A), options); }), words);
  expect_part(complaint([&] { sporos::TuningCache(4, options); }), "sporos::TuningCache: " + part);
}

TEST(WrongOptions, NumbersThatAreNoEnumeratorsAreRefused) {
  expect_refused([](Options& o) { o.algorithm = static_cast<Algorithm>(99); },
                 "algorithm = 99 is no sporos::Algorithm; there are automatic, scalar");
  expect_refused([](Options& o) { o.rule = nothing<RowRule>(); }, "rule = 9 is no sporos::RowRule");
  expect_refused([](Options& o) { o.target = nothing<sporos::Target>(); }, "target = 9 is no sporos::Target");
  expect_refused([](Options& o) { o.reduction = nothing<sporos::Reduction>(); }, "reduction = 9 is no sporos::Red");
  expect_refused([](Options& o) { o.gather = nothing<sporos::Gather>(); }, "gather = 9 is no sporos::Gather");
  expect_refused([](Options& o) { o.tuning = nothing<Tuning>(); }, "tuning = 9 is no sporos::Tuning");
  expect_refused([](Options& o) { o.format = static_cast<Format>(99); }, "format = 99 is no sporos::Format");
  expect_refused([](Options& o) { o.expected_products = -1; }, "expected_products = -1 must not be negative");
  expect_refused([](Options& o) { o.max_bytes = -1; }, "max_bytes = -1 must not be negative");
}

TEST(WrongOptions, ContradictionsAreRefusedWithBothNames) {
  const auto with_shape = [](Algorithm algorithm, const RowShape& shape) {
    return [=](Options& o) {
      o.algorithm = algorithm;
      o.shape = shape;
    };
  };
  const auto with_rule = [](auto set) {
    return [=](Options& o) {
      o.rule = RowRule::reguly_giles_2012;
      set(o);
    };
  };
  expect_refused(with_shape(Algorithm::scalar, {4, 1, 64}),
                 "algorithm = scalar contradicts shape = {coop 4, repeat 1, block_size 64}: one lane sums a row, so "
                 "coop must be 1");
  expect_refused(with_shape(Algorithm::vector, {4, 1, 64}), "algorithm = vector contradicts shape = {coop 4, ");
  for (const auto algorithm :
       {Algorithm::stream, Algorithm::pcsr, Algorithm::ipcsr, Algorithm::adaptive, Algorithm::merge_path}) {
    expect_refused(with_shape(algorithm, {4, 1, 64}),
                   sporos::detail::concat("algorithm = ", name(algorithm), " contradicts shape = {coop 4, "));
    expect_refused(with_rule([&](Options& o) { o.algorithm = algorithm; }),
                   sporos::detail::concat("rule = reguly_giles_2012 is for algorithms whose lanes share rows, but "
                                          "algorithm = ",
                                          name(algorithm), " has none"));
  }
  for (const auto algorithm : {Algorithm::light_vector, Algorithm::light_warp}) {
    expect_refused(with_shape(algorithm, {4, 2, 64}),
                   sporos::detail::concat("algorithm = ", name(algorithm), " contradicts shape = {coop 4, repeat 2, "));
  }
  expect_refused(with_rule([](Options& o) {
                   o.shape = RowShape{4, 1, 64};
                 }),
                 "rule = reguly_giles_2012 chooses the row shape, but shape is given, too");
  for (const auto tuning : {Tuning::exhaustive, Tuning::run_time, Tuning::tuner_2012}) {
    expect_refused(
        [=](Options& o) {
          o.tuning = tuning;
          o.deterministic = true;
        },
        sporos::detail::concat("deterministic = true forbids tuning = ", name(tuning)));
  }
  expect_refused([](Options& o) { o.findings_file = "found.txt"; },
                 "findings_file = found.txt is for exhaustive tuning, but tuning = none");
  expect_refused(
      [](Options& o) {
        o.tuning = Tuning::tuner_2012;
        o.algorithm = Algorithm::adaptive;
      },
      "tuning = tuner_2012 varies the shape of coop, so it cannot tune algorithm = adaptive");
}

TEST(WrongOptions, ShapesAndRulesThatSuitTheAlgorithmAreTaken) {
  const auto A = matrix();
  for (const auto algorithm : sporos::all_algorithms()) {
    Options options;
    options.algorithm = algorithm;
    options.shape = Plan(Exec(), A, options).describe().decision.shape;
    EXPECT_EQ(Plan(Exec(), A, options).describe().decision.algorithm, algorithm);
    options.shape.reset();
    if (sporos::detail::uses_coop(algorithm)) options.rule = RowRule::reguly_giles_2012;
    EXPECT_EQ(Plan(Exec(), A, options).describe().decision.algorithm, algorithm);
  }
}

// Not a lambda: nvcc takes none with KOKKOS_LAMBDA inside of a generic one.
struct Take {
  Vector y;

  KOKKOS_FUNCTION void operator()(std::int64_t row, double sum) const { y(row) = sum; }
};

TEST(WrongOptions, EveryProductRefusesAnUnknownOperation) {
  const auto A = matrix();
  const auto ell = sporos::to_ell(Exec(), A);
  const auto any = sporos::any_matrix(A);
  const Vector x("x", 36), y("y", 36);
  const auto op = nothing<Op>();
  const auto refusal = [](const char* function) {
    return sporos::detail::concat("sporos::", function, ": op = 9 is no sporos::Op; there are none, transpose, ",
                                  "conjugate, conjugate_transpose");
  };
  EXPECT_EQ(complaint([&] { sporos::spmv(Exec(), op, 1.0, A, x, 0.0, y); }), refusal("spmv"));
  EXPECT_EQ(complaint([&] { sporos::spmv(Exec(), op, 1.0, ell, x, 0.0, y); }), refusal("spmv"));
  EXPECT_EQ(complaint([&] { sporos::spmv(Exec(), op, 1.0, any, x, 0.0, y); }), refusal("spmv"));
  const auto check = [&](const auto& plan) {
    EXPECT_EQ(complaint([&] { plan.apply(op, 1.0, x, 0.0, y); }), refusal("Plan::apply"));
    EXPECT_EQ(complaint([&] { plan.apply_with(op, x, Take{y}); }), refusal("Plan::apply_with"));
    const sporos::FusedMemory<Exec> memory{Exec()};
    const auto norm = sporos::squared_norm(Kokkos::View<double, Space>("norm"));
    EXPECT_EQ(complaint([&] { sporos::apply_dots(plan, op, 1.0, x, 0.0, y, memory, norm); }), refusal("apply_dots"));
    EXPECT_EQ(complaint([&] { sporos::residual(plan, op, x, x, y, memory, norm); }), refusal("residual"));
  };
  check(Plan(Exec(), A));
  check(Plan(Exec(), ell));
  check(Plan(Exec(), any));
}

TEST(WrongOptions, ConversionsRefuseUnknownNumbers) {
  const auto A = matrix();
  const auto any = sporos::any_matrix(A);
  const auto format = static_cast<Format>(99);
  const std::string unknown = "format = 99 is no sporos::Format; there are crs, coo";
  expect_part(complaint([&] { sporos::convert(Exec(), any, format); }), "sporos::convert: " + unknown);
  expect_part(complaint([&] { sporos::to_any(Exec(), A, format); }), "sporos::to_any: " + unknown);
  expect_part(complaint([&] { sporos::bytes_as(Exec(), A, format); }), "sporos::bytes_as: " + unknown);
  sporos::ConversionOptions conversion;
  conversion.delta_values = nothing<sporos::DeltaValues>();
  expect_part(complaint([&] { sporos::to_any(Exec(), A, Format::delta_crs, conversion); }),
              "sporos::to_any: delta_values = 9 is no sporos::DeltaValues; there are automatic, plain, narrow, table");
  expect_part(complaint([&] { sporos::bytes_as(Exec(), A, Format::delta_crs, conversion); }),
              "sporos::bytes_as: delta_values = 9");
  sporos::DeltaCrsOptions values, columns;
  values.values = nothing<sporos::DeltaValues>();
  columns.columns = nothing<sporos::DeltaColumns>();
  expect_part(complaint([&] { sporos::to_delta_crs(Exec(), A, values); }), "sporos::to_delta_crs: values = 9 is no");
  expect_part(complaint([&] { sporos::to_delta_crs(Exec(), A, columns); }), "sporos::to_delta_crs: columns = 9 is no");
  expect_part(complaint([&] { sporos::count_delta_crs(Exec(), A, columns); }), "columns = 9 is no");
  sporos::BsrOptions blocks;
  blocks.layout = nothing<sporos::BlockLayout>();
  expect_part(complaint([&] { sporos::to_bsr(Exec(), A, blocks); }), "sporos::to_bsr: layout = 9 is no sporos::Block");
  sporos::ElementOptions elements;
  elements.scatter = nothing<sporos::Scatter>();
  const Kokkos::View<int**, Space> unknowns("unknowns", 3, 2);
  expect_part(complaint([&] { sporos::element_matrix<double>(Exec(), 3, unknowns, elements); }),
              "sporos::element_matrix: scatter = 9 is no sporos::Scatter");
}

TEST(WrongOptions, ACacheIsOfAtLeastOnePlan) {
  EXPECT_EQ(complaint([] { sporos::TuningCache(0); }), "sporos::TuningCache: max_entries = 0 must be at least 1");
  EXPECT_EQ(complaint([] { sporos::TuningCache(static_cast<std::size_t>(-1)); }),
            "sporos::TuningCache: max_entries = -1 must be at least 1");
  Options options;
  options.format = Format::ell;
  expect_part(complaint([&] { sporos::TuningCache(16, options); }),
              "sporos::TuningCache: format = ell, but this plan is compiled for crs alone");
}

TEST(WrongOptions, ABudgetHasNoNegativeNumbers) {
  const auto A = matrix();
  EXPECT_EQ(complaint([&] { sporos::choose_format(Exec(), A, {-5}); }),
            "sporos::choose_format: expected_products = -5 must not be negative");
  EXPECT_EQ(complaint([&] {
              sporos::choose_format(Exec(), A, {5, -5});
            }),
            "sporos::choose_format: max_bytes = -5 must not be negative");
}

}  // namespace wrong_options_tests
