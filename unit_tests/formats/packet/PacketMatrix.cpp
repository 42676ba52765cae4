// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/packet/Sporos_PacketMatrix.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "core/launch/formats/Sporos_LaunchPacket.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/Packets.hpp"

namespace packet_matrix_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Indices = std::vector<std::int64_t>;
using Numbers = std::vector<std::uint16_t>;
using sporos::PacketShape;
using sporos_test::complaint;
using sporos_test::drawn;
using sporos_test::elements;

sporos::PacketOptions given(Indices packet_of_row, PacketShape shape) {
  sporos::PacketOptions options;
  options.packet_of_row = std::move(packet_of_row);
  options.shape = shape;
  return options;
}

constexpr int last = sporos::detail::end_of_packet_row;

TEST(PacketMatrix, LiesByPacketAndLane) {
  const auto packets = to_packet(Exec(), drawn(), given({0, 1, 0, 1}, {2, 2}));
  EXPECT_EQ(elements(packets.packet_begins), (Indices{0, 2, 4}));
  EXPECT_EQ(elements(packets.packet_slots), (Indices{0, 4, 6}));
  EXPECT_EQ(elements(packets.rows), (std::vector<int>{0, 2, 1, 3}));
  EXPECT_EQ(elements(packets.lane_lengths), (std::vector<std::int32_t>{2, 1, 1, 0}));
  EXPECT_EQ(elements(packets.lane_begins), (Numbers{0, 1, 0, 1}));
  const auto lane_rows = elements(packets.lane_rows);  // row 1, which has no entry, is no lane's
  EXPECT_EQ(Numbers(lane_rows.begin(), lane_rows.begin() + 3), (Numbers{0, 1, 1}));
  const auto columns = elements(packets.columns);
  const auto values = elements(packets.values);
  const std::vector<int> wanted_columns{0, last, 1 + last, -1, 1 + last, -1};
  const std::vector<double> wanted_values{1, 3, 2, -1, 6, -1};
  for (std::size_t slot = 0; slot < 6; ++slot) {
    if (wanted_columns[slot] < 0) continue;  // padding
    EXPECT_EQ(columns[slot], wanted_columns[slot]) << slot;
    EXPECT_EQ(values[slot], wanted_values[slot]) << slot;
  }
  EXPECT_EQ(elements(packets.coupling.rows), (std::vector<int>{2, 2}));
  EXPECT_EQ(elements(packets.coupling.columns), (std::vector<int>{1, 3}));
  EXPECT_EQ(elements(packets.coupling.values), (std::vector<double>{4, 5}));
}

TEST(PacketMatrix, RowsGoLongestFirstToTheLeastOccupiedLane) {
  const auto pattern =
      sporos_test::squared({"", 6, {{0, 1, 2}, {0, 1, 2, 3, 4}, {0, 1}, {0, 1, 2, 3}, {2, 3, 4, 5}, {}}});
  const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern));
  const auto packets = to_packet(Exec(), matrix, given(Indices(6), {6, 3}));
  // Entries: 3, 5, 2, 4, 4, 0. Row 1 (5) to lane 0, 3 (4) to lane 1, 4 (4) to lane 2, 0 (3) to lane 1, 2 (2) to lane 2.
  EXPECT_EQ(elements(packets.lane_lengths), (std::vector<std::int32_t>{5, 7, 6}));
  EXPECT_EQ(elements(packets.lane_begins), (Numbers{0, 1, 3}));
  const auto lane_rows = elements(packets.lane_rows);
  EXPECT_EQ(Numbers(lane_rows.begin(), lane_rows.begin() + 5), (Numbers{1, 3, 0, 4, 2}));
  EXPECT_EQ(packets.values.extent(0), 21U);
  EXPECT_EQ(packets.coupling.nnz(), 0);
}

// The sum of a lane is at most one row above that of any other lane.
TEST(PacketMatrix, LanesAreEvenlyOccupied) {
  const auto pattern = sporos_test::random_pattern("", 900, 900, [](auto row) { return row * 7919 % 23; });
  const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern));
  const auto packets = to_packet(Exec(), matrix, given(Indices(900), {1000, 64}));
  const auto loads = elements(packets.lane_lengths);
  EXPECT_EQ(std::accumulate(loads.begin(), loads.end(), 0), pattern.nnz());
  EXPECT_LE(*std::max_element(loads.begin(), loads.end()) - *std::min_element(loads.begin(), loads.end()), 22);
}

TEST(PacketMatrix, LargePacketsAreCutAndEmptyOnesDropped) {
  const auto matrix = sporos::copy_to<Space>(sporos::generate<double>("stencil3:12"));
  const auto packets = to_packet(Exec(), matrix, given({7, 7, 7, 7, 7, 7, 7, 3, 3, 3, 3, 3}, {4, 2}));
  EXPECT_EQ(elements(packets.packet_begins), (Indices{0, 2, 5, 8, 12}));
  EXPECT_EQ(elements(packets.rows), (std::vector<int>{7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(packets.longest_packet, 4);
}

TEST(PacketMatrix, TakesTheBytesThatWereForetold) {
  for (const auto& gallery_pattern : sporos_test::gallery()) {
    const auto pattern = sporos_test::squared(gallery_pattern);
    const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<float, std::int64_t>(pattern));
    const auto options = sporos_test::given_packets(matrix.num_rows, {100, 6});
    const auto counts = sporos::measure_packets(Exec(), matrix, options);
    const auto packets = to_packet(Exec(), matrix, options);
    EXPECT_EQ(packets.bytes(), sporos::bytes_as_packet(counts, 4, 8)) << pattern.name;
    EXPECT_EQ(packets.num_packets(), counts.packets) << pattern.name;
  }
}

TEST(PacketMatrix, WithoutTheMapCouplingEntriesComeLast) {
  auto options = given({0, 1, 0, 1}, {2, 2});
  options.keep_map = false;
  const auto matrix = sporos_test::make_matrix<double>({"", 4, {{0, 2}, {}, {3, 0, 1, 2}, {3}}});
  const auto packets = to_packet(Exec(), sporos::copy_to<Space>(matrix), options);
  const auto back = to_crs(Exec(), packets);
  EXPECT_EQ(elements(back.row_offsets), (std::vector<int>{0, 2, 2, 6, 7}));
  EXPECT_EQ(elements(back.columns), (std::vector<int>{0, 2, 0, 2, 3, 1, 3}));
  const auto v = [&](int k) { return matrix.values(k); };
  EXPECT_EQ(elements(back.values), (std::vector<double>{v(0), v(1), v(3), v(5), v(2), v(4), v(6)}));
}

#ifdef SPOROS_HAS_METIS

TEST(PacketMatrix, MetisFindsPacketsThatLittleCouples) {
  // A grid of 4096 points in packets of 256: squares of 16 x 16 have 60 points at their edge.
  const auto matrix = sporos::copy_to<Space>(sporos::generate<double>("stencil5:64x64"));
  sporos::PacketOptions options;
  options.shape = PacketShape{256, 32};
  const auto packets = to_packet(Exec(), matrix, options);
  EXPECT_GE(packets.num_packets(), 16);
  EXPECT_LE(packets.num_packets(), 20);
  EXPECT_LE(packets.longest_packet, 256);
  EXPECT_LT(packets.coupling.nnz(), matrix.nnz() / 8);
  EXPECT_GT(packets.coupling.nnz(), 0);
}

TEST(PacketMatrix, APartitionMayBeKept) {
  const auto matrix = sporos::copy_to<Space>(sporos::generate<double>("stencil5:40x40"));
  sporos::PacketOptions options;
  options.shape = PacketShape{100, 16};
  const auto found = to_packet(Exec(), matrix, options);
  options.packet_of_row = sporos::packet_partition(matrix, 100);
  EXPECT_EQ(elements(to_packet(Exec(), matrix, options).rows), elements(found.rows));
}

TEST(PacketMatrix, UnsymmetricPatternsArePartitionedByTheSymmetricGraph) {
  auto upper = sporos_test::random_pattern("", 600, 600, [](auto) { return 3; });
  auto both = upper;
  for (std::size_t row = 0; row < 600; ++row) {
    for (const auto column : upper.rows[row]) both.rows[static_cast<std::size_t>(column)].push_back(row);
  }
  EXPECT_EQ(sporos::packet_partition(sporos::copy_to<Space>(sporos_test::make_matrix<double>(upper)), 100),
            sporos::packet_partition(sporos::copy_to<Space>(sporos_test::make_matrix<double>(both)), 100));
}

#else

TEST(PacketMatrix, SaysThatThereIsNoMetis) {
  std::string message;
  try {
    to_packet(Exec(), drawn());
  } catch (const std::runtime_error& error) {
    message = error.what();
  }
  EXPECT_EQ(message,
            "sporos::packet_partition: Sporos is compiled without METIS here; install it and configure with "
            "SPOROS_WITH_METIS=ON");
}

#endif

TEST(PacketMatrix, RefusesARectangle) {
  const auto rectangle = sporos::copy_to<Space>(sporos::generate<double>("dense:3x4"));
  EXPECT_EQ(complaint([&] { to_packet(Exec(), rectangle); }),
            "sporos::to_packet: matrix is 3 x 4, but must be square for packets");
  EXPECT_EQ(complaint([&] { sporos::measure_packets(Exec(), rectangle); }),
            "sporos::measure_packets: matrix is 3 x 4, but must be square for packets");
}

TEST(PacketMatrix, RefusesToTakeTooMuch) {
  auto options = given({0, 1, 0, 1}, {2, 2});
  options.max_bytes = 100;
  EXPECT_EQ(complaint([&] { to_packet(Exec(), drawn(), options); }),
            "sporos::to_packet: the matrix would take 244 bytes, but max_bytes is 100");
}

TEST(PacketMatrix, RefusesOptionsThatMakeNoSense) {
  const auto with = [](Indices packets, PacketShape shape) {
    return complaint([&] { to_packet(Exec(), drawn(), given(packets, shape)); });
  };
  EXPECT_EQ(with(Indices(4), {0, 1}), "sporos::to_packet: shape.rows = 0 must be from 1 to 4096");
  EXPECT_EQ(with(Indices(4), {4097, 1}), "sporos::to_packet: shape.rows = 4097 must be from 1 to 4096");
  EXPECT_EQ(with(Indices(4), {1, 0}), "sporos::to_packet: shape.lanes = 0 must be from 1 to 512");
  EXPECT_EQ(with(Indices(4), {1, 513}), "sporos::to_packet: shape.lanes = 513 must be from 1 to 512");
  EXPECT_EQ(with(Indices(3), {1, 1}), "sporos::to_packet: packet_of_row has 3 elements, but there are 4 rows");
  EXPECT_EQ(with({0, -1, 0, 0}, {1, 1}), "sporos::to_packet: packet_of_row[1] = -1 is not in [0, 4)");
  EXPECT_EQ(with({0, 0, 0, 4}, {1, 1}), "sporos::to_packet: packet_of_row[3] = 4 is not in [0, 4)");
}

TEST(PacketMatrix, RefusesNewValuesThatDoNotFit) {
  auto options = given({0, 1, 0, 1}, {2, 2});
  const auto packets = to_packet(Exec(), drawn(), options);
  EXPECT_EQ(complaint([&] { update_values(Exec(), packets, Kokkos::View<double*, Space>("values", 5)); }),
            "sporos::update_values: values has 5 elements, but the matrix has 6 entries");
  options.keep_map = false;
  const auto without = to_packet(Exec(), drawn(), options);
  EXPECT_EQ(complaint([&] { update_values(Exec(), without, Kokkos::View<double*, Space>("values", 6)); }),
            "sporos::update_values: the matrix was converted with keep_map = false");
}

}  // namespace packet_matrix_tests
