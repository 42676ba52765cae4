// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The decisions of the rules must be those in the committed tables. A changed rule changes lines that a reviewer reads.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "unit_tests/policies/DecisionTables.hpp"

namespace decisions_tests {

using sporos_test::DecisionTable;
using Lines = std::vector<std::string>;

const std::filesystem::path committed_folder = SPOROS_DECISIONS_FOLDER;

std::vector<DecisionTable> all_tables() {
  std::vector<DecisionTable> all;
  for (const auto& some :
       {sporos_test::crs_tables(), sporos_test::leaf_tables(), sporos_test::crs_rule_tables(),
        sporos_test::column_tables(), sporos_test::tile_tables(), sporos_test::pattern_tables(),
        sporos_test::constant_tables(), sporos_test::format_choice_tables(), sporos_test::format_rule_tables()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

Lines read_lines(const std::filesystem::path& path) {
  Lines lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// Paths from the root of the repository, as a user would type them there.
const char* const how_to_write =
    "If the change is meant, write the tables anew and read the difference:\n"
    "  SPOROS_WRITE_DECISIONS=unit_tests/policies/decisions BUILD/unit_tests/test_policies "
    "--gtest_filter='Decisions.*'";

TEST(Decisions, AreThoseOfTheCommittedTables) {
  const char* const write_to = std::getenv("SPOROS_WRITE_DECISIONS");
  for (const DecisionTable& table : all_tables()) {
    const std::string file_name = table.name() + ".txt";
    const Lines computed = table.lines();
    if (write_to != nullptr) {
      std::ofstream file(std::filesystem::path(write_to) / file_name);
      for (const std::string& line : computed) file << line << '\n';
      ASSERT_TRUE(file.flush()) << file_name << " cannot be written to " << write_to;
      continue;
    }
    const Lines committed = read_lines(committed_folder / file_name);
    EXPECT_TRUE(committed == computed) << file_name << ", - committed, + computed:\n"
                                       << sporos_test::difference(committed, computed) << how_to_write;
  }
  if (write_to != nullptr) GTEST_SKIP() << "the tables are written, not compared";
}

TEST(Decisions, HaveNoTableThatNothingComputes) {
  std::set<std::string> computed;
  for (const DecisionTable& table : all_tables()) computed.insert(table.name() + ".txt");
  std::set<std::string> committed;
  for (const auto& entry : std::filesystem::directory_iterator(committed_folder)) {
    committed.insert(entry.path().filename().string());
  }
  EXPECT_EQ(committed, computed);
}

TEST(DecisionTable, SortsByWordsAndNumbersAndSaysEachLineOnce) {
  DecisionTable table("invented", "machine  rows  coop");
  table.add("host_16", 7, 2);
  table.add("host_2", 12, INT64_MAX);
  table.add("host_2", 9, true);
  table.add("host_2", 9, true);
  EXPECT_EQ(table.lines(),
            (Lines{"machine  rows  coop", "host_2   9     yes", "host_2   12    -", "host_16  7     2"}));
  EXPECT_THROW(table.add("host_2", 9), std::invalid_argument);
}

TEST(DecisionTable, DifferenceNamesTheLinesOfOneSideOnly) {
  const Lines committed{"titles", "a 1", "b 2", "c 3"};
  EXPECT_EQ(sporos_test::difference(committed, committed), "");
  EXPECT_EQ(sporos_test::difference(committed, {"titles", "a 1", "b 4", "c 3"}), "- b 2\n+ b 4\n");
  EXPECT_EQ(sporos_test::difference(committed, {}, 1), "- titles\nand 3 more lines\n");
  EXPECT_EQ(sporos_test::difference(committed, {"titles", "b 2", "a 1", "c 3"}),
            "the same lines in another order or number\n");
}

}  // namespace decisions_tests
