// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The input is a findings file in which the word KEY stands for the key of a small matrix. The file is searched and
// added to, and a plan uses it if it has something for the matrix. If the input begins with '!', the harness writes the
// first line.
#include <optional>

#include "core/Sporos_Plan.hpp"
#include "unit_tests/fuzz/Structures.hpp"

namespace {

using namespace sporos_fuzz;
using sporos::detail::Finding;
using sporos::detail::FindingsFile;
using Exec = Kokkos::DefaultHostExecutionSpace;

std::string replaced(std::string text, const std::string& word, const std::string& by) {
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size())) {
    text.replace(at, word.size(), by);
  }
  return text;
}

// The finding, or nothing if there is none or the file is refused; `refused` says which.
std::optional<Finding> find(const FindingsFile& file, const std::string& path, const std::string& key, bool& refused) {
  refused = false;
  try {
    const auto found = file.find(key);
    if (found) {
      demand(found->algorithm != sporos::Algorithm::automatic, "a finding that is none");
      demand(sporos::detail::shape_fault(found->shape, sporos::host_machine(1)) == nullptr,
             "a shape that nothing can run");
      demand(found->seconds >= 0, "a product of ", found->seconds, " seconds");
    }
    return found;
  } catch (const std::runtime_error& error) {
    refused = true;
    const std::string start = "sporos::Plan: findings file " + path + ", line ";
    demand(std::string_view(error.what()).substr(0, start.size()) == start, "another complaint: ", error.what());
    return std::nullopt;
  }
}

void check_adding(const FindingsFile& file, const std::string& path, const std::string& key) {
  const Finding added{sporos::Algorithm::merge_path, {1, 8, 96}, 1.25e-5};
  file.add("another/key", added);
  bool refused = false;
  const auto found = find(file, path, "another/key", refused);
  demand(!refused && found && found->algorithm == added.algorithm && found->shape == added.shape &&
             found->seconds == added.seconds,
         "what was added is not found");
  find(file, path, key, refused);
  demand(!refused, "adding has broken the file");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFile scratch(".txt");
  static const auto rows = Structure<double, int, int>::of_lengths({3, 0, 1, 5}, 6);
  static const std::string key = [] {
    const auto view = rows.view();
    const auto profile = sporos::measure_rows(Exec(), view);
    const auto machine = sporos::detect_machine(Exec());
    const auto primitives = sporos::detail::primitives_for(machine);
    return sporos::detail::finding_key(Exec(), machine, view, profile, sporos::Options(), primitives);
  }();
  std::string text(text_of(data, size));
  if (!text.empty() && text[0] == '!') text.replace(0, 1, "# sporos findings 1\n");
  scratch.fill(replaced(text, "KEY", key));
  const FindingsFile file(scratch.path());
  bool refused = false;
  const auto found = find(file, scratch.path(), key, refused);
  if (refused) return 0;
  if (found) {
    sporos::Options options;
    options.tuning = sporos::Tuning::exhaustive;
    options.findings_file = scratch.path();
    try {
      const sporos::Plan plan(Exec(), rows.view(), options);
      products_of<double>(rows).demand_right("the plan", [&](auto... arguments) { plan.apply(arguments...); });
    } catch (const std::invalid_argument&) {  // another shape than this machine can run
    }
  }
  check_adding(file, scratch.path(), key);
  return 0;
}
