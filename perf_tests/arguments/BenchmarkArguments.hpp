// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The command line of sporos_benchmark.
#pragma once

#include <string>
#include <vector>

#include "perf_tests/arguments/Arguments.hpp"

namespace sporos::perf {

struct BenchmarkSettings {
  Settings settings;                 ///< types, peers and inputs; the scalar is one of `scalars` at a time
  std::vector<std::string> scalars;  ///< each of them is a benchmark of its own
  bool sweep_shapes = false;         ///< one benchmark for every shape, and no peers
  bool help = false;
  std::vector<std::string> others;  ///< Google Benchmark's own arguments
};

/// \brief Takes the program's own options out of the command line; without inputs it is the benchmark set.
/// \throws WrongArguments
BenchmarkSettings parse_benchmark_arguments(const std::vector<std::string>& arguments, const Choices& choices);

/// \brief The text of --help.
std::string benchmark_usage(const Choices& choices);

}  // namespace sporos::perf
