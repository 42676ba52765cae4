// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

#include "core/Sporos.hpp"
#include "unit_tests/support/ProductCase.hpp"

namespace exhaustive_tuning_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using sporos::Algorithm;
using sporos::Tuning;
using sporos::detail::concat;
using sporos_test::ProductCase;

namespace files = std::filesystem;

sporos::Options exhaustive(const std::string& findings_file = "", Algorithm algorithm = Algorithm::automatic) {
  sporos::Options options;
  options.tuning = Tuning::exhaustive;
  options.findings_file = findings_file;
  options.algorithm = algorithm;
  return options;
}

sporos_test::Pattern short_rows() {
  return sporos_test::random_pattern("rows of 5", 400, 300, [](auto) { return 5; });
}

std::vector<std::string> lines_of(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

template <class F>
std::string complaint(const F& f) {
  try {
    f();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no complaint";
}

TEST(ExhaustiveTuning, TriesAllAndKeepsTheBest) {
  const ProductCase<double> matrix_case(short_rows());
  const auto description = sporos::Plan(Exec(), matrix_case.matrix, exhaustive()).describe();
  const auto wanted =
      sporos::detail::all_crs_decisions(sporos::detect_machine(Exec()), description.profile, exhaustive(), 8);
  const auto& tried = description.tuning.tried;
  ASSERT_EQ(tried.size(), wanted.size());
  for (const auto& decision : wanted) {
    const auto found =
        std::find_if(tried.begin(), tried.end(), [&](const auto& one) { return one.decision == decision; });
    ASSERT_NE(found, tried.end()) << name(decision.algorithm);
    EXPECT_TRUE(std::isfinite(found->seconds)) << name(decision.algorithm);
  }
  EXPECT_TRUE(description.decision == tried.front().decision);
  for (const auto& one : tried) {
    const bool was_finalist = one.products > 1;
    if (was_finalist) {
      EXPECT_LE(tried.front().seconds, one.seconds);
    }
  }
  EXPECT_GT(tried.front().products, 1);
}

TEST(ExhaustiveTuning, SaysWhatItTried) {
  const ProductCase<double> matrix_case(short_rows());
  const auto description = sporos::Plan(Exec(), matrix_case.matrix, exhaustive()).describe();
  const std::size_t count = description.tuning.tried.size();
  EXPECT_NE(description.words().find(concat("Exhaustive search tried ", count, " choices; this is the best")),
            std::string::npos)
      << description;
  const std::string table = description.tuning.table();
  EXPECT_EQ(static_cast<std::size_t>(std::count(table.begin(), table.end(), '\n')), count + 1);
}

TEST(ExhaustiveTuning, GivesRightAnswers) {
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.nnz() > 5000) continue;
    SCOPED_TRACE(pattern.name);
    ProductCase<double> matrix_case(pattern);
    sporos_test::check_repeated_products(matrix_case, sporos::Plan(Exec(), matrix_case.matrix, exhaustive()));
  }
}

TEST(ExhaustiveTuning, KeepsToTheAlgorithmThatIsAskedFor) {
  const ProductCase<float> matrix_case(short_rows());
  for (const auto algorithm : {Algorithm::merge_path, Algorithm::pcsr}) {
    const auto plan = sporos::Plan(Exec(), matrix_case.matrix, exhaustive("", algorithm));
    for (const auto& one : plan.describe().tuning.tried) EXPECT_EQ(one.decision.algorithm, algorithm);
  }
}

class Findings : public testing::Test {
 protected:
  void SetUp() override {
    std::random_device any;
    folder_ = files::path(testing::TempDir()) / concat("sporos-", any(), '-', any());
    files::create_directories(folder_);
    file = (folder_ / "findings.txt").string();
  }
  void TearDown() override { files::remove_all(folder_); }

  void write(const std::string& text) const { std::ofstream(file, std::ios::binary) << text; }
  std::size_t files_in_folder() const {
    return static_cast<std::size_t>(std::distance(files::directory_iterator(folder_), files::directory_iterator()));
  }
  bool searches(const sporos::Description& description) const {
    return description.tuning.findings_file.empty() && description.tuning.tried.size() > 1;
  }

  std::string file;

 private:
  files::path folder_;
};

TEST_F(Findings, AreSavedOnceAndLoaded) {
  const ProductCase<double> matrix_case(short_rows());
  const auto first = sporos::Plan(Exec(), matrix_case.matrix, exhaustive(file)).describe();
  EXPECT_TRUE(searches(first));
  const auto lines = lines_of(file);
  ASSERT_EQ(lines.size(), 2u);
  const auto second = sporos::Plan(Exec(), matrix_case.matrix, exhaustive(file)).describe();
  EXPECT_TRUE(second.decision == first.decision);
  EXPECT_EQ(second.tuning.findings_file, file);
  EXPECT_EQ(second.tuning.tried.size(), 1u);
  EXPECT_NE(second.words().find(file), std::string::npos) << second;
  EXPECT_EQ(lines_of(file), lines);
  EXPECT_EQ(files_in_folder(), 1u);
}

// The finding in the file runs, even if a search would find another one now.
TEST_F(Findings, AreWhatRuns) {
  ProductCase<double> matrix_case(short_rows());
  sporos::Plan(Exec(), matrix_case.matrix, exhaustive(file));
  const auto lines = lines_of(file);
  ASSERT_EQ(lines.size(), 2u);
  const std::string key = lines[1].substr(0, lines[1].find(' '));
  for (const auto algorithm : {Algorithm::merge_path, Algorithm::adaptive}) {
    write(lines[0] + '\n' + lines[1] + '\n' + key + ' ' + name(algorithm) + " 1 8 64 1e-6\n");
    const auto plan = sporos::Plan(Exec(), matrix_case.matrix, exhaustive(file));
    EXPECT_EQ(plan.describe().decision.algorithm, algorithm);
    EXPECT_EQ(plan.describe().decision.shape.block_size, 64);
    sporos_test::check_repeated_products(matrix_case, plan);
  }
}

TEST_F(Findings, MayHaveOldNames) {
  const ProductCase<double> matrix_case(short_rows());
  sporos::Plan(Exec(), matrix_case.matrix, exhaustive(file));
  const auto lines = lines_of(file);
  ASSERT_EQ(lines.size(), 2u);
  write(lines[0] + '\n' + lines[1].substr(0, lines[1].find(' ')) + " split 1 8 64 1e-6\n");
  const auto plan = sporos::Plan(Exec(), matrix_case.matrix, exhaustive(file));
  EXPECT_EQ(plan.describe().decision.algorithm, Algorithm::merge_path);
}

TEST_F(Findings, OfOneMatrixAreNotThoseOfAnother) {
  const auto host = sporos_test::make_matrix<double>(short_rows());
  const auto search_in = [&](const auto& matrix, const sporos::Options& options) {
    return sporos::Plan(Exec(), matrix, options).describe();
  };
  const auto original = sporos::copy_to<Exec::memory_space>(host);
  EXPECT_TRUE(searches(search_in(original, exhaustive(file))));

  auto other_columns = sporos::copy_to<Exec::memory_space>(host);
  const auto columns = Kokkos::View<int*, Exec::memory_space>("columns", host.columns.extent(0));
  Kokkos::deep_copy(columns, 7);
  other_columns.columns = columns;
  EXPECT_TRUE(searches(search_in(other_columns, exhaustive(file))));

  const auto other_rows = sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<double>(
      sporos_test::random_pattern("2000 entries", 400, 300, [](auto row) { return row % 2 == 0 ? 4 : 6; })));
  EXPECT_TRUE(searches(search_in(other_rows, exhaustive(file))));

  const auto single = sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<float>(short_rows()));
  EXPECT_TRUE(searches(search_in(single, exhaustive(file))));
  const auto wide =
      sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<double, std::int64_t, std::int64_t>(short_rows()));
  EXPECT_TRUE(searches(search_in(wide, exhaustive(file))));
  EXPECT_TRUE(searches(search_in(original, exhaustive(file, Algorithm::coop))));

  EXPECT_EQ(lines_of(file).size(), 7u);
  EXPECT_FALSE(searches(search_in(original, exhaustive(file))));
  EXPECT_FALSE(searches(search_in(wide, exhaustive(file))));
  EXPECT_EQ(lines_of(file).size(), 7u);
}

// What is fastest does not depend on the numbers.
TEST_F(Findings, OutliveNewValues) {
  const ProductCase<double> matrix_case(short_rows());
  sporos::Plan(Exec(), matrix_case.matrix, exhaustive(file));
  Kokkos::deep_copy(matrix_case.matrix.values, 3);
  EXPECT_FALSE(searches(sporos::Plan(Exec(), matrix_case.matrix, exhaustive(file)).describe()));
}

TEST_F(Findings, ThatAreMalformedAreRefusedByFileAndLineAndLeftAlone) {
  const ProductCase<double> matrix_case(short_rows());
  const std::string title = "# sporos findings 1\n", good = "some/key coop 4 1 64 1e-6\n";
  const auto expect_refusal = [&](const std::string& text, int line, const std::string& reason) {
    write(text);
    EXPECT_EQ(complaint([&] { sporos::Plan(Exec(), matrix_case.matrix, exhaustive(file)); }),
              concat("sporos::Plan: findings file ", file, ", line ", line, ": ", reason,
                     line > 1 ? "; remove the line" : ""));
    std::ifstream in(file, std::ios::binary);
    const std::string left((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    EXPECT_EQ(left, text);
    EXPECT_EQ(files_in_folder(), 1u);
  };
  const auto no_finding = [](const std::string& line) {
    return "\"" + line + "\" is not a key, an algorithm, three whole numbers and a number of seconds";
  };
  expect_refusal("", 1, "the file is empty; expected \"# sporos findings 1\"; remove it, and it is made anew");
  expect_refusal("%%MatrixMarket\n", 1, "expected \"# sporos findings 1\"; findings_file must name another file");
  expect_refusal(title + "key coop 4 1\n", 2, no_finding("key coop 4 1"));
  expect_refusal(title + good + "\n", 3, no_finding(""));
  expect_refusal(title + good + "key coop four 1 64 1e-6\n", 3, no_finding("key coop four 1 64 1e-6"));
  expect_refusal(title + "key coop 4 1 64 1e-6 more\n", 2, no_finding("key coop 4 1 64 1e-6 more"));
  expect_refusal(title + good + good + "key quick 4 1 64 1e-6\n", 4, "there is no algorithm \"quick\"");
  expect_refusal(title + "key automatic 4 1 64 1e-6\n", 2, "there is no algorithm \"automatic\"");
  expect_refusal(title + "key coop 3 1 96 1e-6\n", 2, "coop must be a power of two from 1 to 32");
  expect_refusal(title + "key coop 4 1 64 -1\n", 2, "a product cannot take -1 seconds");
}

TEST_F(Findings, ThatCannotBeReadAreSaid) {
  const ProductCase<double> matrix_case(short_rows());
  write("not a folder");
  EXPECT_EQ(complaint([&] { sporos::Plan(Exec(), matrix_case.matrix, exhaustive(file + "/findings.txt")); }),
            "sporos::Plan: cannot read the findings file " + file + "/findings.txt: Not a directory");
  EXPECT_EQ(files_in_folder(), 1u);
}

TEST_F(Findings, ThatCannotBeWrittenAreSaidAndLeaveNothingBehind) {
  const ProductCase<double> matrix_case(short_rows());
  const std::string nowhere = file + "/no/such/folder";
  EXPECT_EQ(complaint([&] { sporos::Plan(Exec(), matrix_case.matrix, exhaustive(nowhere)); }),
            "sporos::Plan: cannot write the findings file " + nowhere + ": No such file or directory");
  EXPECT_EQ(files_in_folder(), 0u);
}

TEST(TuningOptions, ThatContradictEachOtherAreRefused) {
  const ProductCase<double> matrix_case(short_rows());
  for (const auto tuning : {Tuning::exhaustive, Tuning::run_time, Tuning::tuner_2012}) {
    sporos::Options options;
    options.tuning = tuning;
    options.deterministic = true;
    EXPECT_EQ(complaint([&] { sporos::Plan(Exec(), matrix_case.matrix, options); }),
              concat("sporos::Plan: deterministic = true forbids tuning = ", name(tuning),
                     ": what it chooses depends on the clock, and choices differ in the last bits of y"));
  }
  for (const auto tuning : {Tuning::none, Tuning::run_time, Tuning::tuner_2012}) {
    sporos::Options options;
    options.tuning = tuning;
    options.findings_file = "findings.txt";
    EXPECT_EQ(
        complaint([&] { sporos::Plan(Exec(), matrix_case.matrix, options); }),
        concat("sporos::Plan: findings_file = findings.txt is for exhaustive tuning, but tuning = ", name(tuning)));
  }
}

TEST(TuningOptions, AreSaid) {
  const ProductCase<double> matrix_case(short_rows());
  const auto why = [&](const sporos::Options& options) {
    return sporos::Plan(Exec(), matrix_case.matrix, options).describe().why;
  };
  sporos::Options options;
  EXPECT_EQ(why(options),
            "the algorithm follows from the lengths of the rows and the machine, the shape follows from rows, entries "
            "and the machine");
  options.tuning = Tuning::run_time;
  EXPECT_EQ(why(options), "tuning chose the algorithm, tuning chose the shape");
  options.algorithm = Algorithm::coop;
  options.rule = sporos::RowRule::reguly_giles_2012;
  EXPECT_EQ(why(options), "the caller asked for coop, tuning started at the fixed rule of Reguly and Giles 2012");
  options = sporos::Options();
  options.tuning = Tuning::tuner_2012;
  options.shape = sporos::RowShape{4, 1, 64};
  EXPECT_EQ(why(options), "coop is what the tuner of 2012 varies, tuning started at the caller's row shape");
}

TEST(TuningOptions, DeterminismIsSaid) {
  const ProductCase<double> matrix_case(short_rows());
  sporos::Options options;
  const std::string part = "the same bits every time";
  EXPECT_EQ(sporos::Plan(Exec(), matrix_case.matrix, options).describe().words().find(part), std::string::npos);
  options.deterministic = true;
  const auto description = sporos::Plan(Exec(), matrix_case.matrix, options).describe();
  EXPECT_NE(description.words().find(part), std::string::npos) << description;
}

}  // namespace exhaustive_tuning_tests
