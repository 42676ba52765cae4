// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <gtest/gtest.h>

#include "formats/generate/Sporos_Generate.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

namespace any_plan_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using sporos::any_matrix;
using sporos::Format;
using sporos::Options;
using sporos::Plan;
using sporos_test::complaint;
using sporos_test::drawn;
using sporos_test::ProductCase;

Options asking(Format format) {
  Options options;
  options.format = format;
  return options;
}

Options automatic(std::int64_t expected_products) {
  Options options = asking(Format::automatic);
  options.expected_products = expected_products;
  return options;
}

template <class Value>
auto generated(const char* description) {
  return sporos::copy_to<Exec::memory_space>(sporos::generate<Value, int, int>(description));
}

TEST(AnyPlan, LeavesTheMatrixAsItIs) {
  const Exec exec;
  EXPECT_EQ(Plan(exec, any_matrix(drawn())).format(), Format::crs);
  EXPECT_EQ(Plan(exec, sporos::to_any(exec, drawn(), Format::sell)).format(), Format::sell);
  EXPECT_EQ(Plan(exec, sporos::to_any(exec, drawn(), Format::sell), asking(Format::crs)).format(), Format::crs);
}

TEST(AnyPlan, PassesOptionsOnToCompressedRows) {
  Options options;
  options.algorithm = sporos::Algorithm::merge_path;
  const auto description = Plan(Exec(), any_matrix(drawn()), options).describe();
  EXPECT_EQ(std::get<sporos::Description>(description.plan).decision.algorithm, sporos::Algorithm::merge_path);
  EXPECT_NE(description.words().find("Runs crs/merge_path on"), std::string::npos) << description;
  EXPECT_NE(description.words().find("In compressed rows: the matrix came in it."), std::string::npos) << description;
}

TEST(AnyPlan, RefusesOptionsThatTheFormatAskedForLacks) {
  Options options = asking(Format::ell);
  options.algorithm = sporos::Algorithm::merge_path;
  EXPECT_EQ(
      complaint([&] { Plan(Exec(), any_matrix(drawn()), options); }),
      "sporos::Plan: algorithm = merge_path is for compressed rows, but format = ell is asked for, too; leave out "
      "algorithm, or leave out format, so that compressed rows stay as they are");
  options = automatic(-1);
  EXPECT_EQ(complaint([&] { Plan(Exec(), any_matrix(drawn()), options); }),
            "sporos::Plan: expected_products = -1 must not be negative");
}

TEST(AnyPlan, PassesRefusalsOfTheFormatAskedForOn) {
  Options options = asking(Format::ell);
  options.max_bytes = 100;
  EXPECT_EQ(complaint([&] { Plan(Exec(), any_matrix(drawn()), options); }),
            "sporos::Plan: the matrix would take 1152 bytes, but max_bytes is 100");
}

// Nobody who asks for blocks means blocks of one entry.
TEST(AnyPlan, RefusesBlocksWhereThereAreNone) {
  EXPECT_EQ(
      complaint([] { Plan(Exec(), any_matrix(drawn()), asking(Format::bsr)); }),
      "sporos::Plan: format = bsr, but no blocks of 2 to 8 rows are filled up well enough (BsrOptions::min_fill), "
      "and in blocks of one entry products take longer than in compressed rows; convert the matrix with a block_size "
      "of your own before, or leave the format to automatic");
  sporos::ConversionOptions conversion;
  for (const int size : {1, 2}) {
    conversion.block_size = size;
    const auto blocks = sporos::to_any(Exec(), drawn(), Format::bsr, conversion);
    const std::string words = Plan(Exec(), blocks, asking(Format::bsr)).describe().words();
    EXPECT_NE(words.find(sporos::detail::concat("Runs bsr (blocks of ", size, " x ", size, ", ")), std::string::npos)
        << words;
  }
}

// They are compiled for one format only.
TEST(AnyPlan, OtherPlansRefuseToConvert) {
  EXPECT_EQ(complaint([] { Plan(Exec(), drawn(), asking(Format::automatic)); }),
            "sporos::Plan: format = automatic, but this plan is compiled for crs alone; wrap the matrix: Plan(exec, "
            "any_matrix(A), options), of Sporos_AnyPlan.hpp");
  EXPECT_EQ(complaint([] { Plan(Exec(), to_ell(Exec(), drawn()), asking(Format::dia)); }),
            "sporos::Plan: format = dia, but this plan is compiled for ell alone; wrap the matrix: Plan(exec, "
            "any_matrix(A), options), of Sporos_AnyPlan.hpp");
  EXPECT_EQ(complaint([] { Plan(Exec(), drawn(), asking(Format::crs)); }), "no complaint");
}

TEST(AnyPlan, DescribesItself) {
  const auto description = Plan(Exec(), any_matrix(drawn()), asking(Format::ell)).describe();
  EXPECT_EQ(description.format, Format::ell);
  EXPECT_EQ(description.bytes, 1152);
  EXPECT_EQ(description.words(),
            sporos::detail::concat(
                "4 x 4 with 6 entries in 1152 bytes (192 an entry). Runs ell (3 entries a row, with padding) on ",
                Exec::name(), " with ", name(sporos::detail::VectorBinder<Exec>::preferred),
                " loads of x: the caller asked for it."));
  EXPECT_EQ(description.json().find("{\"format\": \"ell\", \"bytes\": 1152, \"why\": \"the caller asked for it\", "
                                    "\"plan\": {\"rows\": 4, "),
            0u)
      << description.json();
}

TEST(AnyPlan, OfPaddedRowsSaysWhetherItKnowsTheirLengths) {
  const auto runs = [](Format format, const char* lengths) {
    const std::string words = Plan(Exec(), any_matrix(drawn()), asking(format)).describe().words();
    return words.find(sporos::detail::concat("Runs ", name(format), " (3 entries a row, ", lengths, ") on ")) !=
           std::string::npos;
  };
  EXPECT_TRUE(runs(Format::ell, "with padding"));
  EXPECT_TRUE(runs(Format::ellpack_r, "lengths known"));
}

TEST(AnyPlan, AutomaticIsRightWhateverItChooses) {
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.nnz() > 5000) continue;
    SCOPED_TRACE(pattern.name);
    ProductCase<double> matrix_case(pattern);
    sporos_test::check_repeated_products(matrix_case, Plan(Exec(), any_matrix(matrix_case.matrix), automatic(1000000)));
  }
}

TEST(AnyPlan, AutomaticDoesWhatTheChoiceSays) {
  const Exec exec;
  for (const char* problem : {"fem3:12", "stencil7:20", "uniform:3000"}) {
    const auto matrix = generated<double>(problem);
    for (const std::int64_t products : {0, 30, 1000000}) {
      SCOPED_TRACE(sporos::detail::concat(problem, ' ', products));
      const auto decision = sporos::choose_format(exec, matrix, {products, {}});
      const auto description = Plan(exec, any_matrix(matrix), automatic(products)).describe();
      EXPECT_EQ(description.format, decision.format);
      EXPECT_EQ(description.decision.json(), decision.json());
      EXPECT_NE(description.words().find(decision.words()), std::string::npos) << description;
      if (products == 0) {
        EXPECT_EQ(description.format, Format::crs);
      }
    }
  }
}

// Blocks of three unknowns pay on all machines that were measured.
TEST(AnyPlan, AutomaticConvertsWhereItPays) {
  const Exec exec;
  const auto host = sporos::generate<double, int, int>("fem3:16");
  ProductCase<double> matrix_case(host);
  auto plan = Plan(exec, any_matrix(matrix_case.matrix), automatic(1000000));
  ASSERT_NE(plan.format(), Format::crs) << plan.describe().decision.table();
  sporos_test::check_repeated_products(matrix_case, plan);
  auto other = host;
  other.values = sporos_test::make_vector<double>(host.nnz(), 77);
  ProductCase<double> other_case(other);
  plan.update_values(other_case.matrix.values);
  sporos_test::check_repeated_products(other_case, plan);
  Options poor = automatic(1000000);
  poor.max_bytes = 1000;
  EXPECT_EQ(Plan(exec, any_matrix(matrix_case.matrix), poor).format(), Format::crs);
  EXPECT_EQ(Plan(exec, sporos::to_any(exec, matrix_case.matrix, Format::coo), automatic(1000000)).format(),
            plan.format());
}

TEST(AnyPlan, TakesNumbersThatDeltaCrsCannotCompress) {
  const Exec exec;
  auto host = sporos::generate<double, int, int>("stencil9:40");
  const auto drawn = host.values;
  host.values = decltype(host.values)("values", drawn.extent(0));
  Kokkos::deep_copy(host.values, 2.0);
  ProductCase<double> matrix_case(host);
  Options options;
  options.format = Format::delta_crs;
  auto plan = Plan(exec, any_matrix(matrix_case.matrix), options);
  const auto compressed = plan.describe().bytes;
  EXPECT_LT(compressed, 5 * host.nnz());
  auto other = host;
  other.values = drawn;
  ProductCase<double> other_case(other);
  plan.update_values(other_case.matrix.values);
  sporos_test::check_repeated_products(other_case, plan);
  EXPECT_GT(plan.describe().bytes, compressed + 6 * host.nnz());
  plan.update_values(matrix_case.matrix.values);
  sporos_test::check_repeated_products(matrix_case, plan);
}

TEST(AnyPlan, TakesNumbersThatCannotBeHalved) {
  const auto alike = sporos::generate<double, int, int>("stencil9:40,values=laplace");
  auto other = alike;
  other.values = sporos::generate<double, int, int>("stencil9:40").values;
  ProductCase<double> alike_case(alike);
  ProductCase<double> other_case(other);
  for (const Format format : {Format::symmetric, Format::dia}) {
    SCOPED_TRACE(name(format));
    auto plan = Plan(Exec(), any_matrix(alike_case.matrix), asking(format));
    const auto halved = plan.describe().bytes;
    plan.update_values(other_case.matrix.values);
    sporos_test::check_repeated_products(other_case, plan);
    EXPECT_GT(plan.describe().bytes, halved);
    plan.update_values(alike_case.matrix.values);
    sporos_test::check_repeated_products(alike_case, plan);
  }
}

TEST(AnyPlan, JsonEscapesWhatOthersSay) {
  sporos::AnyDescription description;
  description.why = "no \"memory\"\nfor C:\\x";
  EXPECT_NE(description.json().find(R"("why": "no \"memory\"\u000afor C:\\x")"), std::string::npos)
      << description.json();
}

TEST(AnyPlan, AutomaticKeepsWhatCannotBeConverted) {
  const auto pattern = sporos_test::random_pattern("rows of 40", 2000, 2000, [](auto) { return 40; });
  const auto matrix = sporos_test::with_unused_entries(sporos_test::make_matrix<double>(pattern), 3, 5);
  const auto plan = Plan(Exec(), any_matrix(sporos::copy_to<Exec::memory_space>(matrix)), automatic(1000000));
  EXPECT_EQ(plan.format(), Format::crs);
}

TEST(AnyPlan, AutomaticSaysWhatIsWrongWithTheRows) {
  const auto host = sporos_test::make_matrix<double>({"", 3, {{0, 2}, {1}}});
  host.columns(1) = 9;
  const auto matrix = sporos::copy_to<Exec::memory_space>(host);
  EXPECT_EQ(complaint([&] { Plan(Exec(), any_matrix(matrix), automatic(1000000)); }),
            complaint([&] { Plan(Exec(), matrix); }));
}

TEST(AnyPlan, ClonesGoOnByThemselves) {
  const Exec exec;
  ProductCase<double> matrix_case(sporos_test::structured_gallery()[1]);
  using AnyPlan = Plan<Exec, sporos::AnyMatrix<double, int, int, Exec::memory_space>>;
  std::vector<AnyPlan> plans;
  for (const Format format : {Format::crs, Format::dia, Format::sell}) {
    plans.emplace_back(exec, any_matrix(matrix_case.matrix), asking(format));
  }
  plans.front() = plans.back().clone();
  EXPECT_EQ(plans.front().format(), Format::sell);
  for (const auto& plan : plans) sporos_test::check_repeated_products(matrix_case, plan);
}

TEST(AnyPlan, OnlyLaunches) {
  for (const Format format : {Format::crs, Format::ell, Format::dia}) {
    ProductCase<double> matrix_case(sporos_test::structured_gallery()[1]);
    const auto plan = Plan(Exec(), any_matrix(matrix_case.matrix), asking(format));
    matrix_case.check(0.75, 0.0, [&](auto... arguments) {
      plan.apply(arguments...);
      const sporos_test::Recording recording;
      plan.apply(arguments...);
      EXPECT_EQ(recording.log().allocations, std::vector<std::string>());
      EXPECT_EQ(recording.log().fences, std::vector<std::string>());
    });
  }
}

}  // namespace any_plan_tests
