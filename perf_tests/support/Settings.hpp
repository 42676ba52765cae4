// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What the command line asks for, as a value.
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

/// \brief A row shape of which some numbers may be left to the rule.
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
  std::vector<Algorithm> algorithms = {Algorithm::automatic};  ///< a plan each
  bool all_algorithms = false;                                 ///< every algorithm that does not refuse
  PartialShape shape;
  int products = 200;        ///< that a plan which tunes at run time gets for it, at most; and those of a trace
  bool rcm = false;          ///< reverse Cuthill-McKee comes before everything else
  bool metis = false;        ///< or nested dissection by METIS
  std::string tuning_trace;  ///< file to write, or empty
  std::optional<std::vector<std::string>> peers;  ///< nothing: all there are
  ProductKind kind;
  double alpha = 1;
  double beta = 0;
  Protocol protocol;
  std::string json;                ///< file to write, or empty
  std::vector<std::string> notes;  ///< a sentence each, for the user
  bool model = false;              ///< also the paper's three bandwidths
  bool values_of_file = false;     ///< the numbers of a file; else random ones
  std::string set;                 ///< fitted or held-out: these matrices of the list and of the folders; or empty
  bool optimum = false;            ///< also the best of exhaustive search, timed from memory
  bool help = false;
  bool list = false;

  bool renumbers() const { return rcm || metis; }
};

}  // namespace sporos::perf
