// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structures from the input as delta CRS, packets and half storage.
#include "core/Sporos_Formats.hpp"
#include "unit_tests/fuzz/Formats.hpp"

namespace {

using namespace sporos_fuzz;

template <class Matrix>
void check_delta_crs(const Matrix& matrix, Bytes& wishes) {
  using sporos::DeltaColumns;
  using sporos::DeltaValues;
  auto options = limited<sporos::DeltaCrsOptions>();
  const int asked = wishes.next();
  options.values = std::array{DeltaValues::automatic, DeltaValues::plain, DeltaValues::narrow,
                              DeltaValues::table}[static_cast<std::size_t>(asked % 4)];
  options.columns = std::array{DeltaColumns::automatic, DeltaColumns::automatic, DeltaColumns::narrow,
                               DeltaColumns::wide}[static_cast<std::size_t>(asked / 4 % 4)];
  if (asked / 16 % 2 == 1) options.even_tiles = asked / 32 % 2 == 1;
  options.tile_rows = asked / 64 % 2 == 1 ? wishes.next() : 0;
  options.tile_entries = asked / 128 % 2 == 1 ? 8 * wishes.next() : 0;
  const bool takes_all = options.values != DeltaValues::narrow && options.values != DeltaValues::table &&
                         options.columns != DeltaColumns::narrow && asked < 64;
  check_format(matrix, "delta_crs", {!takes_all, options.values != DeltaValues::plain},
               [&](auto exec, auto crs) { return sporos::to_delta_crs(exec, crs, options); });
}

template <class Matrix>
void check_packets(const Matrix& matrix, bool small_types, Bytes& wishes) {
  auto options = limited<sporos::PacketOptions>();
  options.shape = sporos::PacketShape{1 + wishes.below(70), 1 + wishes.below(40)};
  const int packets = wishes.next();
  const int step = wishes.next();
  bool is_partition = packets == 0;
  if (packets > 0) {
    for (std::int64_t row = 0; row < matrix.num_rows; ++row) options.packet_of_row.push_back(row * step % packets);
    is_partition = packets <= matrix.num_rows;
  }
  const bool is_square = matrix.num_rows == matrix.num_columns;
  const bool may_refuse = small_types || !is_square || !is_partition || (packets == 0 && !sporos::has_metis);
  check_format(matrix, "packet", {may_refuse},
               [&](auto exec, auto crs) { return sporos::to_packet(exec, crs, options); });
}

template <class Matrix>
void check_symmetric(const Matrix& matrix, Bytes& wishes) {
  auto options = limited<sporos::SymmetricOptions>();
  options.tile_rows = wishes.next();
  check_format(matrix, "symmetric", {matrix.num_rows != matrix.num_columns, true},
               [&](auto exec, auto crs) { return sporos::to_symmetric(exec, crs, options); });
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check_formats(data, size, 3, [](const auto& matrix, int format, bool small_types, Bytes& wishes) {
    switch (format) {
      case 0:
        return check_delta_crs(matrix, wishes);
      case 1:
        return check_packets(matrix, small_types, wishes);
      default:
        return check_symmetric(matrix, wishes);
    }
  });
  return 0;
}
