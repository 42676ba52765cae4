// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Reads or generates a matrix on the host. Reports progress if that takes long.
#pragma once

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "formats/conversion/Sporos_ToNarrow.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "formats/matrix_market/Sporos_MatrixMarket.hpp"
#include "perf_tests/problem/MatrixName.hpp"

namespace sporos::perf {

/// \brief Prints a line to standard error every two seconds, and none before the first two seconds have passed.
class Progress {
 public:
  explicit Progress(std::string name) : name_(std::move(name)) {}

  void operator()(std::int64_t bytes_done, std::int64_t bytes_total) {
    constexpr std::chrono::seconds pause(2);
    const auto now = Clock::now();
    if (now - last_ < pause) return;
    last_ = now;
    const double megabytes = 1e-6 * static_cast<double>(bytes_done);
    if (bytes_total > 0) {
      const double part = 100.0 * static_cast<double>(bytes_done) / static_cast<double>(bytes_total);
      std::fprintf(stderr, "reading %s: %.0f MB, %.0f %%\n", name_.c_str(), megabytes, part);
    } else {
      std::fprintf(stderr, "reading %s: %.0f MB\n", name_.c_str(), megabytes);
    }
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::string name_;
  Clock::time_point last_ = Clock::now();
};

/// \brief Checks that the input is a generator or a file, so that a mistyped generator is not reported as a missing
/// file.
/// \throws std::runtime_error where there is neither
inline void require_input(const std::string& input) {
  std::error_code error;
  if (is_generator(input) || std::filesystem::exists(input, error)) return;
  throw std::runtime_error('"' + input +
                           "\" is neither a file that is there nor a generator (sporos_spmv --list names these)");
}

/// \brief Narrow numbers are rounded ones of float, since files and generators have none.
template <class Value, class Offset>
CrsMatrix<Value, int, Offset, Kokkos::HostSpace> load_matrix(const std::string& input) {
  if constexpr (sporos::detail::is_narrow_value<Value>) {
    const auto wide = load_matrix<float, Offset>(input);
    NarrowingReport report;
    return {wide.num_rows, wide.num_columns, wide.row_offsets, wide.columns,
            narrow_values<Value>(Kokkos::DefaultHostExecutionSpace(), wide.values, report)};
  } else {
    require_input(input);
    if (is_generator(input)) return generate<Value, int, Offset>(input);
    ReadOptions options;
    options.progress = Progress(input);
    return read_matrix_market<Value, int, Offset>(input, options);
  }
}

}  // namespace sporos::perf
