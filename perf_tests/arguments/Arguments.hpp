// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The command line of sporos_spmv.
#pragma once

#include <string>
#include <vector>

#include "perf_tests/support/Settings.hpp"

namespace sporos::perf {

/// \brief What this build offers.
struct Choices {
  std::vector<std::string> scalars;
  std::vector<std::string> offsets;
  std::vector<std::string> peers;
};

Choices compiled_choices();

/// \brief Reads the arguments behind the program's name; Kokkos' own (`--kokkos-...`) must have been taken out.
///
/// An option is `--name value` or `--name=value`, and is given once. Everything else is an input.
/// \throws WrongArguments
Settings parse_arguments(const std::vector<std::string>& arguments, const Choices& choices);

/// \brief The text of --help.
std::string usage(const Choices& choices);

/// \brief The text of --list: generators, the benchmark set, peers and types.
std::string available(const Choices& choices);

}  // namespace sporos::perf
