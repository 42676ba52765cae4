// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A findings file that cannot be written is reported before the search. If it becomes unwritable later, only the file
// is lost.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "core/Sporos.hpp"
#include "unit_tests/support/ProductCase.hpp"
#include "unit_tests/support/Recording.hpp"

namespace findings_not_saved_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using sporos_test::ProductCase;

namespace files = std::filesystem;

bool is_product(const std::string& label) { return label.rfind("sporos::spmv[", 0) == 0; }

/// Removes a folder when the first product is launched.
class FolderThatGoes {
 public:
  FolderThatGoes() {
    std::random_device any;
    folder() = files::path(testing::TempDir()) / sporos::detail::concat("sporos-", any(), '-', any());
    files::create_directories(folder());
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(on_launch);
  }
  ~FolderThatGoes() {
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(nullptr);
    files::remove_all(folder());
  }
  std::string file() const { return (folder() / "findings.txt").string(); }
  bool is_there() const { return files::exists(folder()); }

 private:
  static files::path& folder() {
    static files::path path;
    return path;
  }
  static void on_launch(const char* label, const std::uint32_t, std::uint64_t*) {
    if (is_product(label)) files::remove_all(folder());
  }
};

sporos::Options exhaustive(const std::string& findings_file) {
  sporos::Options options;
  options.tuning = sporos::Tuning::exhaustive;
  options.findings_file = findings_file;
  return options;
}

ProductCase<double> some_case() {
  return ProductCase<double>(sporos_test::random_pattern("rows of 5", 400, 300, [](auto) { return 5; }));
}

TEST(FindingsNotSaved, CostNoSearchWhereTheFileCannotBeWritten) {
  const auto matrix_case = some_case();
  const sporos_test::Recording recording;
  EXPECT_THROW(sporos::Plan(Exec(), matrix_case.matrix, exhaustive("/no/such/folder/findings.txt")),
               std::runtime_error);
  const auto& launches = recording.log().launches;
  EXPECT_FALSE(launches.empty());  // the matrix is inspected
  EXPECT_TRUE(std::none_of(launches.begin(), launches.end(), [](const auto& one) { return is_product(one.first); }));
}

TEST(FindingsNotSaved, SayThatTheFileIsAFolder) {
  const auto matrix_case = some_case();
  const FolderThatGoes folder;
  const std::string path = files::path(folder.file()).parent_path().string();
  try {
    sporos::Plan(Exec(), matrix_case.matrix, exhaustive(path));
    FAIL() << "no complaint";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), "sporos::Plan: cannot read the findings file " + path + ": Is a directory");
  }
}

TEST(FindingsNotSaved, AreThePlansNevertheless) {
  auto matrix_case = some_case();
  const FolderThatGoes folder;
  ASSERT_TRUE(folder.is_there());
  const auto plan = sporos::Plan(Exec(), matrix_case.matrix, exhaustive(folder.file()));
  EXPECT_FALSE(folder.is_there());
  const auto description = plan.describe();
  EXPECT_GT(description.tuning.tried.size(), 1u);
  EXPECT_TRUE(description.decision == description.tuning.tried.front().decision);
  const std::string reason =
      "sporos::Plan: cannot write the findings file " + folder.file() + ": No such file or directory";
  EXPECT_EQ(description.tuning.not_saved, reason);
  EXPECT_NE(description.words().find(" It was not saved: " + reason + "."), std::string::npos) << description;
  EXPECT_NE(description.json().find("\"not_saved\": \"" + reason + "\""), std::string::npos) << description.json();
  check_repeated_products(matrix_case, plan);
}

}  // namespace findings_not_saved_tests
