// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the file of a small matrix, in the format and with the changes that the input gives, and with the right
// checksum. The reader must refuse it or return a matrix that can be multiplied, updated and converted to compressed
// rows.
#include "unit_tests/support/BinaryFiles.hpp"

#include "core/Sporos_AnyPlan.hpp"
#include "core/Sporos_BinaryFile.hpp"
#include "unit_tests/fuzz/Harness.hpp"
#include "unit_tests/support/FormatMatrices.hpp"

namespace {

using namespace sporos_fuzz;
using sporos_test::HostExec;
using Any = sporos::AnyMatrix<double, int, int, Kokkos::HostSpace>;

std::vector<std::string> good_files() {
  std::vector<std::string> files;
  const ScratchFile file(".sporos");
  sporos_test::for_each_format([&](const char*, const auto& matrix) {
    write_binary(file.path(), matrix);
    files.push_back(sporos_test::bytes_in(file.path()));
  });
  return files;
}

std::string changed(std::string file, Bytes& bytes) {
  for (int changes = 1 + bytes.below(6); changes > 0; --changes) {
    const auto place = static_cast<std::size_t>(bytes.next() + 256 * bytes.next()) % file.size();
    const int number = bytes.next();
    switch (bytes.below(3)) {
      case 0:
        file[place] = static_cast<char>(number);
        break;
      case 1: {  // a word, as numbers and offsets are
        const std::int64_t word = number - 128;
        std::memcpy(&file[place / 8 * 8], &word, 8);
        break;
      }
      default: {  // half a word, as columns are
        const std::int32_t half = number - 128;
        std::memcpy(&file[place / 4 * 4], &half, 4);
      }
    }
  }
  return sporos_test::with_checksum(file);
}

template <class Action>
void try_to(const Action& action) {
  try {
    action();
  } catch (const std::invalid_argument&) {
  }
}

void use(Any& matrix) {
  const HostExec exec;
  // Products of a matrix with so many rows and columns need vectors of that length, for which the fuzzer has no memory.
  constexpr std::int64_t most = 1 << 16;
  if (matrix.num_rows > most || matrix.num_columns > most) return;
  const Kokkos::View<double*, Kokkos::HostSpace> x("x", static_cast<std::size_t>(matrix.num_columns));
  const Kokkos::View<double*, Kokkos::HostSpace> y("y", static_cast<std::size_t>(matrix.num_rows));
  const Kokkos::View<double*, Kokkos::HostSpace> values("values", static_cast<std::size_t>(matrix.nnz()));
  // Without a map the matrix takes no new numbers, and half storage for a GPU is not multiplied on a host.
  try_to([&] { sporos::spmv(exec, 1.0, matrix, x, 0.5, y); });
  try_to([&] { update_values(exec, matrix, values); });
  sporos::validate(exec, to_crs(exec, matrix));
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<std::string> files = good_files();
  static const ScratchFile file(".sporos");
  Bytes bytes(data, size);
  const std::string& good = files[static_cast<std::size_t>(bytes.next()) % files.size()];
  file.fill(bytes.is_empty() ? good : changed(good, bytes));
  std::optional<Any> matrix;
  const std::string fault =
      sporos_test::reading_fault(file.path(), [&] { matrix = sporos::read_binary<Any>(HostExec(), file.path()); });
  demand(fault.find("of another origin") == std::string::npos, fault);
  demand(matrix.has_value() || !bytes.is_empty() || fault != "no complaint", "neither a matrix nor a complaint");
  if (matrix) use(*matrix);
  return 0;
}
