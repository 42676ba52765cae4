// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replay FILE|FOLDER...: runs its harness over every file, without a fuzzer.
#include <algorithm>
#include <iterator>
#include <vector>

#include "formats/common/Sporos_Kokkos.hpp"
#include "unit_tests/fuzz/Harness.hpp"

namespace {

namespace files = std::filesystem;

std::vector<files::path> inputs(int count, char** names) {
  std::vector<files::path> all;
  for (int i = 1; i < count; ++i) {
    if (!files::is_directory(names[i])) {
      all.emplace_back(names[i]);
      continue;
    }
    const auto first = static_cast<std::ptrdiff_t>(all.size());
    for (const auto& entry : files::directory_iterator(names[i])) all.push_back(entry.path());
    std::sort(all.begin() + first, all.end());
  }
  return all;
}

void replay(const files::path& path) {
  std::ifstream file(path, std::ios::binary);
  sporos_fuzz::demand(file.is_open(), "cannot read ", path);
  const std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::printf("%s, %zu bytes\n", path.c_str(), content.size());
  std::fflush(stdout);
  // An array of exactly this size, so that a sanitizer sees every read past its end.
  const std::vector<std::uint8_t> bytes(content.begin(), content.end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  LLVMFuzzerInitialize(&argc, &argv);
  const auto all = inputs(argc, argv);
  sporos_fuzz::demand(!all.empty(), "there is no input");
  for (const auto& path : all) replay(path);
  Kokkos::finalize();
}
