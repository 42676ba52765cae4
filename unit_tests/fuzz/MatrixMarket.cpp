// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The input is the file: text, or gzip if its first bytes say so.
#include <limits>

#include "unit_tests/fuzz/MatrixMarketChecks.hpp"

namespace {

using namespace sporos_fuzz;

void check_header(const std::string& path, bool matrix_was_read) {
  try {
    sporos::read_matrix_market_header(path);
  } catch (const std::runtime_error& error) {
    demand(!matrix_was_read, "the header of a matrix that can be read is refused: ", error.what());
    demand_complaint_form("read_matrix_market_header", path, error.what());
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFile file(".mtx");
  static const ScratchFile written(".mtx");
  file.fill(text_of(data, size));
  const auto matrix = read_or_refuse<Kokkos::complex<double>, int, int>(file.path());
  check_header(file.path(), matrix.has_value());
  const auto small = read_or_refuse<float, signed char, unsigned char>(file.path());
  const auto large = read_or_refuse<double, std::int64_t, std::uint64_t>(file.path());
  demand(!small || matrix, "small indices count what larger ones cannot");
  const bool int_counts_it = large && large->num_columns <= std::numeric_limits<int>::max();
  demand(!int_counts_it || matrix, "a real matrix is refused as a complex one");
  if (matrix) demand_round_trip(*matrix, written.path());
  if (small) demand_round_trip(*small, written.path());
  return 0;
}
