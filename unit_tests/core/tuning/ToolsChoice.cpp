// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tuning tool of Kokkos, made of callbacks. These tests are skipped if Kokkos has no tuning interface.
#include <gtest/gtest.h>

#include <set>

#include "core/Sporos.hpp"
#include "unit_tests/support/ProductCase.hpp"
#include "unit_tests/support/Recording.hpp"

namespace tools_choice_tests {

#if defined(KOKKOS_ENABLE_TUNING)

using Exec = Kokkos::DefaultExecutionSpace;
using sporos_test::ProductCase;

namespace Tools = Kokkos::Tools::Experimental;

/// While it is alive, chooses the candidate with the given number; only one may be alive at a time.
class TuningTool {
 public:
  explicit TuningTool(std::int64_t wanted) : choice(wanted) {
    current = this;
    Tools::set_declare_input_type_callback(
        [](const char* name, const std::size_t, Tools::VariableInfo*) { current->inputs.insert(name); });
    Tools::set_declare_output_type_callback([](const char* name, const std::size_t id, Tools::VariableInfo* info) {
      current->output = name;
      current->output_id = id;
      current->candidates = static_cast<std::int64_t>(info->candidates.set.size);
    });
    Tools::set_begin_context_callback([](const std::size_t) { ++current->open_contexts; });
    Tools::set_end_context_callback([](const std::size_t, Tools::VariableValue) { --current->open_contexts; });
    Tools::set_request_output_values_callback([](const std::size_t, const std::size_t input_count,
                                                 const Tools::VariableValue* inputs, const std::size_t count,
                                                 Tools::VariableValue* values) {
      ++current->requests;
      current->values.clear();
      for (std::size_t i = 0; i < input_count; ++i) current->values.insert(inputs[i].value.int_value);
      ASSERT_EQ(count, 1u);
      ASSERT_EQ(values[0].type_id, current->output_id);
      current->default_choice = values[0].value.int_value;
      values[0].value.int_value = current->choice;
    });
  }
  ~TuningTool() {
    Tools::set_declare_input_type_callback(nullptr);
    Tools::set_declare_output_type_callback(nullptr);
    Tools::set_begin_context_callback(nullptr);
    Tools::set_end_context_callback(nullptr);
    Tools::set_request_output_values_callback(nullptr);
    current = nullptr;
  }
  TuningTool(const TuningTool&) = delete;
  TuningTool& operator=(const TuningTool&) = delete;

  std::int64_t choice;
  std::set<std::string> inputs;
  std::string output;
  std::size_t output_id = 0;
  std::int64_t candidates = 0;
  std::set<std::int64_t> values;
  std::int64_t default_choice = -1;
  int requests = 0;
  int open_contexts = 0;

 private:
  static inline TuningTool* current = nullptr;
};

// 11,000 entries, 1010 in the longest row.
sporos_test::Pattern uneven_rows() {
  return sporos_test::random_pattern("uneven rows", 1000, 900, [](auto row) { return row == 500 ? 1010 : 10; });
}

std::vector<sporos::CrsDecision> candidates_for(const sporos::RowProfile& rows) {
  return sporos::detail::crs_candidates(sporos::detect_machine(Exec()), rows, sporos::Options(), 8);
}

TEST(ToolsChoice, RunsWhatTheToolChoosesWithRightAnswers) {
  ProductCase<double> matrix_case(uneven_rows());
  const auto candidates = candidates_for(sporos::measure_rows(Exec(), matrix_case.matrix));
  ASSERT_GE(candidates.size(), 2u);
  TuningTool tool(0);
  const auto plan = sporos::Plan(Exec(), matrix_case.matrix);
  EXPECT_EQ(tool.candidates, static_cast<std::int64_t>(candidates.size()));
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    SCOPED_TRACE(i);
    tool.choice = static_cast<std::int64_t>(i);
    const sporos_test::Recording recording;
    sporos_test::check_repeated_products(matrix_case, plan);
    const std::string label = sporos::detail::concat("sporos::spmv[crs,", name(candidates[i].algorithm), "]");
    EXPECT_EQ(recording.log().regions, std::vector<std::string>(3, label));
  }
  EXPECT_EQ(tool.requests, 3 * static_cast<int>(candidates.size()));
  EXPECT_EQ(tool.open_contexts, 0);
}

TEST(ToolsChoice, ToldIsTheMatrixAndOurChoiceAsTheDefault) {
  const ProductCase<double> matrix_case(uneven_rows());
  TuningTool tool(0);
  const auto plan = sporos::Plan(Exec(), matrix_case.matrix);
  plan.apply(1.0, matrix_case.x, 0.0, matrix_case.y);
  EXPECT_EQ(tool.output, "sporos::spmv[crs] decision");
  EXPECT_EQ(tool.inputs, (std::set<std::string>{"sporos::spmv[crs] rows", "sporos::spmv[crs] entries",
                                                "sporos::spmv[crs] longest row"}));
  EXPECT_EQ(tool.values, (std::set<std::int64_t>{1000, 11000, 1010}));
  EXPECT_EQ(tool.default_choice, 0);
  EXPECT_TRUE(plan.describe().decision == candidates_for(plan.describe().profile).front());
  EXPECT_NE(plan.describe().words().find("A tool of Kokkos may choose otherwise"), std::string::npos);
}

TEST(ToolsChoice, OfNoCandidateIsOurs) {
  ProductCase<double> matrix_case(uneven_rows());
  for (const std::int64_t nonsense : {std::int64_t{-1}, std::int64_t{1000}, INT64_MAX}) {
    const TuningTool tool(nonsense);
    sporos_test::check_repeated_products(matrix_case, sporos::Plan(Exec(), matrix_case.matrix));
    EXPECT_EQ(tool.requests, 3);
  }
}

TEST(ToolsChoice, EndsItsContextWhereAProductThrows) {
  const ProductCase<double> matrix_case(uneven_rows());
  const sporos::RowProfile rows = sporos::measure_rows(Exec(), matrix_case.matrix);
  const TuningTool tool(0);
  sporos::detail::ToolsChoice choice(rows, candidates_for(rows));
  EXPECT_THROW(choice.product([](const auto&) { throw std::runtime_error("a product that fails"); }),
               std::runtime_error);
  EXPECT_EQ(tool.requests, 1);
  EXPECT_EQ(tool.open_contexts, 0);
}

TEST(ToolsChoice, IsNotAskedWhereThePlanIsDeterministicOrTunesItself) {
  const ProductCase<double> matrix_case(uneven_rows());
  const TuningTool tool(1);
  sporos::Options deterministic;
  deterministic.deterministic = true;
  sporos::Options tuned;
  tuned.tuning = sporos::Tuning::run_time;
  for (const auto& options : {deterministic, tuned}) {
    sporos::Plan(Exec(), matrix_case.matrix, options).apply(1.0, matrix_case.x, 0.0, matrix_case.y);
  }
  sporos::spmv(Exec(), 1.0, matrix_case.matrix, matrix_case.x, 0.0, matrix_case.y);
  EXPECT_EQ(tool.requests, 0);
}

TEST(ToolsChoice, IsOursOnceTheToolIsGone) {
  ProductCase<double> matrix_case(uneven_rows());
  std::optional<TuningTool> tool(std::in_place, 1);
  const auto plan = sporos::Plan(Exec(), matrix_case.matrix);
  tool.reset();
  const sporos_test::Recording recording;
  sporos_test::check_repeated_products(matrix_case, plan);
  const std::string label = sporos::detail::concat("sporos::spmv[crs,", name(plan.describe().decision.algorithm), "]");
  EXPECT_EQ(recording.log().regions, std::vector<std::string>(3, label));
}

#else

TEST(ToolsChoice, NeedsAKokkosWithItsTuningInterface) { GTEST_SKIP() << "Kokkos has no tuning interface"; }

#endif

}  // namespace tools_choice_tests
