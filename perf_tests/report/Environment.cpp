// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/report/Environment.hpp"

#include <ctime>

#include "formats/common/Sporos_Require.hpp"
#include "perf_tests/support/CopyBandwidth.hpp"

namespace sporos::perf {
namespace {

std::string dotted(int version) {
  return sporos::detail::concat(version / 10000, '.', version / 100 % 100, '.', version % 100);
}

std::string compiler() {
#if defined(__CUDACC_VER_MAJOR__)
  return sporos::detail::concat("nvcc ", __CUDACC_VER_MAJOR__, '.', __CUDACC_VER_MINOR__, " with ", __VERSION__);
#elif defined(__clang__)
  return __VERSION__;
#else
  return sporos::detail::concat("g++ ", __VERSION__);
#endif
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[32] = "";
  std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return text;
}

}  // namespace

Environment detect_environment(const Protocol& protocol) {
  const Execution exec;
  Environment environment;
  auto& facts = environment.facts;
  facts = {{"execution_space", Execution::name()},
           {"threads", std::to_string(sporos::detail::concurrency(exec))},
           {"kokkos", dotted(KOKKOS_VERSION)},
           {"kokkos_kernels", SPOROS_KOKKOS_KERNELS_VERSION},
           {"compiler", compiler()}};
  for (const auto& fact : Device<Execution>::facts()) facts.push_back(fact);
  facts.emplace_back("commit", SPOROS_COMMIT);
  facts.emplace_back("date", today());
  environment.copy_gbs = measure_copy_bandwidth(exec, protocol);
  return environment;
}

}  // namespace sporos::perf
