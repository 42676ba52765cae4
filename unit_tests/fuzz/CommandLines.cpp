// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each line of the input is an argument of both programs.
#include <cmath>

#include "perf_tests/arguments/BenchmarkArguments.hpp"
#include "perf_tests/arguments/Text.hpp"
#include "unit_tests/fuzz/Harness.hpp"

namespace {

using namespace sporos_fuzz;
using sporos::perf::Choices;
using sporos::perf::WrongArguments;

void demand_sound(const sporos::perf::Settings& settings) {
  const auto positive = [](const std::optional<int>& number) { return !number || *number >= 1; };
  demand(positive(settings.shape.coop) && positive(settings.shape.repeat) && positive(settings.shape.block_size),
         "a number of the shape is not positive");
  demand(!settings.shape.coop || *settings.shape.coop <= sporos::detail::max_coop, "coop is too large");
  demand(!settings.algorithms.empty(), "there is no algorithm");
  demand(settings.products >= 1 && settings.protocol.samples >= 1, "there are no products or samples");
  demand(std::isfinite(settings.alpha) && std::isfinite(settings.beta), "alpha or beta is not finite");
  demand(settings.help || settings.list || !settings.inputs.empty(), "there is no input");
  demand(!(settings.rcm && settings.metis), "there are two orders");
  for (const std::string& input : settings.inputs) demand(!input.empty(), "an input has no name");
}

// The complaint must be one printable sentence.
void demand_sentence(const WrongArguments& error) { demand(*error.what() != '\0', "a complaint without words"); }

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Choices choices{{"double", "float", "mixed"}, {"int", "size_t"}, {"eigen", "formats", "kokkos_kernels"}};
  const Choices few{{"complex_float"}, {"int"}, {}};
  const auto arguments = sporos::perf::split(std::string(text_of(data, size)), '\n');
  for (const Choices* of : {&choices, &few}) {
    try {
      demand_sound(parse_arguments(arguments, *of));
    } catch (const WrongArguments& error) {
      demand_sentence(error);
    }
    try {
      const auto benchmark = parse_benchmark_arguments(arguments, *of);
      if (!benchmark.help) demand_sound(benchmark.settings);
    } catch (const WrongArguments& error) {
      demand_sentence(error);
    }
  }
  return 0;
}
