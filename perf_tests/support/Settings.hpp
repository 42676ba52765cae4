// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The arguments of the command line as a value.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "perf_tests/support/ProductKind.hpp"
#include "perf_tests/support/Protocol.hpp"
#include "policies/Sporos_Options.hpp"

namespace sporos::perf {

/// \brief Wrong arguments; the text is one sentence.
class WrongArguments : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// \brief A row shape in which some numbers may be left to the rule.
struct PartialShape {
  std::optional<int> coop;
  std::optional<int> repeat;
  std::optional<int> block_size;

  bool is_given() const { return coop || repeat || block_size; }
  RowShape over(const RowShape& rule) const {
    return {coop.value_or(rule.coop), repeat.value_or(rule.repeat), block_size.value_or(rule.block_size)};
  }
};

struct Settings {
  std::vector<std::string> inputs;  ///< files and descriptions of generators
  std::string scalar = "double";
  std::string offset = "int";
  Options options;  ///< of the plans; their algorithm and shape come from `algorithms` and `shape`
  std::vector<Algorithm> algorithms = {Algorithm::automatic};  ///< one plan for each
  bool all_algorithms = false;                                 ///< every algorithm that does not refuse
  PartialShape shape;
  int products = 200;                             ///< at most so many for a plan to tune at run time; length of a trace
  bool rcm = false;                               ///< matrices are first renumbered by reverse Cuthill-McKee
  bool metis = false;                             ///< matrices are first renumbered by nested dissection (METIS)
  std::string tuning_trace;                       ///< file to write, or empty
  std::optional<std::vector<std::string>> peers;  ///< no value: all there are
  ProductKind kind;
  double alpha = 1;
  double beta = 0;
  Protocol protocol;
  std::string json;                ///< file to write, or empty
  std::string lock;                ///< file by which processes take turns on the device, or empty
  std::vector<std::string> notes;  ///< sentences for the user
  bool check = false;              ///< whether to check every product and time nothing
  bool model = false;              ///< whether to report the paper's three bandwidths
  bool values_of_file = false;     ///< whether to keep the numbers of a file; otherwise random ones
  std::string set;                 ///< fitted or held-out: these matrices of the list and of the folders; or empty
  bool optimum = false;            ///< whether to time the best of exhaustive search, from memory
  bool help = false;
  bool list = false;

  bool renumbers() const { return rcm || metis; }
};

}  // namespace sporos::perf
