// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Damaged files, and files with contradictory parts, are refused.
#include <gtest/gtest.h>

#include <filesystem>

#include "formats/binary/Sporos_BinaryFile.hpp"
#include "formats/bsr/Sporos_BsrParts.hpp"
#include "formats/csr5/Sporos_Csr5Parts.hpp"
#include "formats/delta_crs/Sporos_DeltaCrsParts.hpp"
#include "formats/dia/Sporos_DiaParts.hpp"
#include "formats/hyb/Sporos_HybParts.hpp"
#include "formats/packet/Sporos_PacketParts.hpp"
#include "formats/sell/Sporos_SellParts.hpp"
#include "formats/symmetric/Sporos_SymmetricParts.hpp"
#include "unit_tests/support/BinaryFiles.hpp"
#include "unit_tests/support/Complaint.hpp"
#include "unit_tests/support/FormatMatrices.hpp"

namespace binary_damage_tests {

using sporos_test::complaint;
using sporos_test::FileName;
using sporos_test::for_each_format;
using sporos_test::HostExec;
using sporos_test::reading_fault;

template <class Matrix>
std::string fault_in(const std::string& file) {
  return reading_fault(file, [&] { sporos::read_binary<Matrix>(HostExec(), file); });
}

TEST(BinaryDamage, IsSeenInEveryByte) {
  for_each_format([](const char* format, const auto& matrix) {
    using Matrix = std::decay_t<decltype(matrix)>;
    const FileName file;
    write_binary(file, matrix);
    ASSERT_EQ(fault_in<Matrix>(file), "no complaint");
    const std::string good = sporos_test::bytes_in(file);
    std::fstream changed(file(), std::ios::in | std::ios::out | std::ios::binary);
    const auto put = [&](std::size_t place, int byte) {
      changed.seekp(static_cast<std::streamoff>(place));
      changed.put(static_cast<char>(byte)).flush();
    };
    for (std::size_t i = 0; i < good.size(); ++i) {
      put(i, good[i] ^ (i % 2 == 0 ? 1 : 0x80));
      const std::string fault = fault_in<Matrix>(file);
      ASSERT_NE(fault, "no complaint") << format << ", byte " << i;
      ASSERT_EQ(fault.find("of another origin"), std::string::npos) << format << ", byte " << i << ": " << fault;
      put(i, good[i]);
    }
    ASSERT_EQ(fault_in<Matrix>(file), "no complaint");
  });
}

TEST(BinaryDamage, IsSeenWhereTheFileEndsEarly) {
  for_each_format([](const char* format, const auto& matrix) {
    using Matrix = std::decay_t<decltype(matrix)>;
    const FileName file;
    write_binary(file, matrix);
    const std::string good = sporos_test::bytes_in(file);
    sporos_test::put_bytes(file, good + '\0');
    EXPECT_EQ(fault_in<Matrix>(file), "goes on behind the checksum");
    for (std::size_t bytes = good.size(); bytes-- > 0;) {
      std::filesystem::resize_file(file(), bytes);
      const std::string fault = fault_in<Matrix>(file);
      ASSERT_TRUE(fault.find("ends in the middle of ") == 0 || fault.find("too short") != std::string::npos ||
                  fault == "was not written by write_binary; Matrix Market files are for read_matrix_market" ||
                  (bytes == 0 && fault == "is empty"))
          << format << ", " << bytes << " bytes: " << fault;
    }
  });
}

// A file must not contain what happened to be in memory.
TEST(BinaryPadding, IsTheSameInEveryFileOfAMatrix) {
  for_each_format([](const char* format, const auto& matrix) {
    const FileName file;
    write_binary(file, matrix);
    std::string first = sporos_test::bytes_in(file);
    {  // memory that the next matrices are likely to get
      std::vector<Kokkos::View<char*, Kokkos::HostSpace>> garbage;
      for (std::size_t bytes = 4; bytes < 1000; bytes += 4) {
        garbage.emplace_back("garbage", bytes);
        Kokkos::deep_copy(garbage.back(), 0x5a);
      }
    }
    for_each_format([&](const char* other, const auto& again) {
      if (std::string(other) != format) return;
      write_binary(file, again);
      EXPECT_EQ(sporos_test::bytes_in(file), first) << format;
    });
  });
}

TEST(BinaryDamage, IsToldFromOtherVersionsAndMachines) {
  const auto matrix = to_ell(HostExec(), sporos_test::drawn_on_host());
  using Matrix = std::decay_t<decltype(matrix)>;
  const FileName file;
  write_binary(file, matrix);
  const std::string good = sporos_test::bytes_in(file);
  const auto with = [&](std::size_t place, std::uint32_t number) {
    std::string bytes = good;
    std::memcpy(&bytes[place], &number, sizeof(number));
    sporos_test::put_bytes(file, sporos_test::with_checksum(bytes));
    return fault_in<Matrix>(file);
  };
  EXPECT_EQ(with(8, 2), "is of version 2, but this Sporos reads version 1");
  EXPECT_EQ(with(12, 0x04030201), "was written on a machine of another byte order");
  EXPECT_EQ(with(8, 1), "no complaint");
}

// Reads back `matrix`, written after `lie(matrix)`.
template <class Matrix, class Lie>
std::string fault_of(Matrix matrix, const Lie& lie) {
  lie(matrix);
  const FileName file;
  const std::string refusal = complaint([&] { sporos::write_binary(file, matrix); });
  const bool is_written = std::filesystem::exists(file());
  sporos::detail::write_stored(file, matrix);  // as it is
  const std::string fault = fault_in<Matrix>(file);
  if (fault != "no complaint") {
    EXPECT_FALSE(is_written) << fault;
    const std::string why =
        sporos::detail::concat("sporos::write_binary: ", file(), ": the matrix could not be read again: ", fault);
    EXPECT_TRUE(refusal == why || refusal.find("sporos::write_binary: row_offsets has ") == 0 ||
                refusal.find("sporos::write_binary: a matrix cannot be ") == 0)
        << refusal << " instead of " << why;
  }
  return fault;
}

TEST(BinaryLies, OfCompressedRows) {
  const auto A = [] { return sporos_test::drawn_on_host(); };
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.columns(1) = 4; }), "row 0: columns[1] = 4 is not in [0, 4)");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.row_offsets(2) = 1; }), "row_offsets[2] = 1 is not in [2, 6]");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.num_rows = 5; }), "row_offsets has 5 elements, but there should be 6");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.num_rows = -1; }), "a matrix cannot be -1 x 4");
}

TEST(BinaryLies, OfEll) {
  const auto A = [] {
    sporos::EllOptions options;
    options.row_lengths = true;
    return to_ell(HostExec(), sporos_test::drawn_on_host(), options);
  };
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.columns(0) = 4; }), "row 0: columns[0] = 4 is not in [-1, 4)");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.columns(33) = 0; }), "columns[33] is behind the end of its row");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.stride = 4; }), "stride is 4, but 4 rows need 32");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.width = 4; }), "columns has 96 elements, but there should be 128");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.row_lengths(1) = 1; }), "row_lengths[1] = 1, but the row has 0 entries");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.map(1) = 3; }), "map[2] = 2 is less than the one before");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.map(3) = 3; }), "map gives row 2 1 entries, but it has 3");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.num_entries = 7; }), "num_entries is 7, but there are 6");
}

TEST(BinaryLies, OfDia) {
  const auto A = [] { return to_dia(HostExec(), sporos_test::drawn_on_host()); };
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.offsets(0) = -4; }), "offsets[0] = -4 is not in [-3, 4)");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.offsets(1) = m.offsets(0); }), "offsets[1] = -2 does not ascend");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.present(3) |= 1u << 31; }), "present[3] has an entry outside of the matrix");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.present(0) = 0; }), "num_entries is 6, but there are 4");
}

TEST(BinaryLies, OfCooAndHyb) {
  const auto coo = [] { return to_coo(HostExec(), sporos_test::drawn_on_host()); };
  EXPECT_EQ(fault_of(coo(), [](auto& m) { m.rows(5) = 4; }), "rows[5] = 4 is not in [0, 4)");
  EXPECT_EQ(fault_of(coo(), [](auto& m) { m.rows(2) = 3; }), "rows[3] = 2 is less than the one before");
  EXPECT_EQ(fault_of(coo(), [](auto& m) { m.columns(0) = -1; }), "row 0: columns[0] = -1 is not in [0, 4)");
  EXPECT_EQ(fault_of(coo(), [](auto& m) { m.may_have_empty_rows = false; }),
            "only 3 of 4 rows have entries, but may_have_empty_rows is 0");
  const auto hyb = [] { return to_hyb(HostExec(), sporos_test::drawn_on_host()); };
  EXPECT_EQ(fault_of(hyb(), [](auto& m) { m.num_columns = 3; }), "the parts are of another shape than the matrix");
  EXPECT_EQ(fault_of(hyb(), [](auto& m) { m.coo.map(0) = 6; }), "map[0] = 6 is not in [0, 6)");
  EXPECT_EQ(fault_of(hyb(), [](auto& m) { m.ell.map = {}; }), "ell.map has 0 elements, but there should be 5");
}

TEST(BinaryLies, OfSell) {
  const auto A = [] {
    sporos::SellOptions options;
    options.shape = sporos::SellShape{2, 4};
    options.row_lengths = true;
    return to_sell(HostExec(), sporos_test::drawn_on_host(), options);
  };
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.slice_offsets(1) = 5; }), "slice 0 has 5 slots, but is 2 high");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.shortest_rows(0) = 3; }), "shortest_rows[0] = 3, but it is 2");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.columns(0) = 9; }), "columns[0] = 9 is not in [-1, 4)");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.columns(0) = -1; }), "columns[2] is behind the end of its row");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.row_lengths(3) = 1; }), "row_lengths[3] is not the 0 entries of the row");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.places(1) = 2; }), "places[1] = 2 is there twice, or outside of its rows");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.places(1) = 4; }), "places[1] = 4 is there twice, or outside of its rows");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.row_offsets(3) = 4; }), "row_offsets gives row 2 2 entries, but it has 3");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.shape.slice_height = 3; }), "the shape cannot be {3, 4}");
}

TEST(BinaryLies, OfBsr) {
  for (const auto layout : {sporos::BlockLayout::block_by_block, sporos::BlockLayout::row_by_row}) {
    const auto A = [&] {
      sporos::BsrOptions options;
      options.block_size = 2;
      options.layout = layout;
      return to_bsr(HostExec(), sporos_test::drawn_on_host(), options);
    };
    EXPECT_EQ(fault_of(A(), [](auto& m) { m.block_size = 0; }), "block_size = 0 is not in [1, 1024]");
    EXPECT_EQ(fault_of(A(), [](auto& m) { m.values = {}; }), "values has 0 elements, but there should be 16");
    EXPECT_EQ(fault_of(A(), [](auto& m) { m.num_columns = 2; }), "block_columns[1] = 1 is not in [0, 1)");
    EXPECT_EQ(fault_of(A(), [](auto& m) { m.num_columns = 3; }), layout == sporos::BlockLayout::row_by_row
                                                                     ? "places[4] = 11 is not in the blocks of row 2"
                                                                     : "places[4] = 13 is not in the blocks of row 2");
    EXPECT_EQ(fault_of(A(), [](auto& m) { m.places(0) = 8; }), "places[0] = 8 is not in the blocks of row 0");
    EXPECT_EQ(fault_of(A(), [](auto& m) { m.places(5) = 0; }), "places[5] = 0 is not in the blocks of row 3");
  }
}

TEST(BinaryLies, OfCsr5) {
  const auto A = [] { return to_csr5(HostExec(), sporos_test::drawn_on_host()); };
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.shape.sigma = 33; }), "the shape cannot be {4, 33}");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.row_offsets(4) = 7; }), "row_offsets ends with 7 instead of 6");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.columns(3) = 4; }), "columns[3] = 4 is not in [0, 4)");
}

TEST(BinaryLies, OfDeltaCrs) {
  const auto A = [] {
    sporos::DeltaCrsOptions options;
    options.values = sporos::DeltaValues::table;
    options.tile_rows = 2;
    options.columns = sporos::DeltaColumns::wide;
    return to_delta_crs(HostExec(), sporos_test::drawn_on_host(), options);
  };
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.column_offsets(5) = 4; }), "entry 5 has a column outside of the matrix");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.column_highs(5) = 1; }), "entry 5 has a column outside of the matrix");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.tiles(0).base = -1; }), "entry 0 has a column outside of the matrix");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.tiles(1).first_high = 1; }), "the upper bits of tile 1 begin at 1");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.tiles(1).first_row = 3; }), "tile 0 does not hold the entries of its rows");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.tiles(1).piece = 0; }), "tile 1 does not hold the entries of its rows");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.tiles(2).first_entry = 5; }), "the tiles end with entry 5 and row 4");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.codes(5) = 9; }),
            "table_entries[9] = 9223372036854775807 is no entry with that number");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.table_entries(200) = 6; }), "table_entries[200] = 6 is no entry");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.tile_entries = 0; }), "tiles of 0 rows, or of up to 0 entries, cannot be");
}

TEST(BinaryLies, OfPackets) {
  const auto A = [] {
    sporos::PacketOptions options;
    options.packet_of_row = {0, 1, 0, 1};
    options.shape = sporos::PacketShape{2, 2};
    return to_packet(HostExec(), sporos_test::drawn_on_host(), options);
  };
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.packet_begins(1) = 3; }), "packet 0 has 3 rows; 2 is the most");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.rows(0) = 1; }), "row 1 is in two packets");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.lane_lengths(0) = 3; }), "lane 0 cannot have 3 entries");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.lane_begins(1) = 2; }), "lane 1 has no row for slot 1");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.lane_rows(1) = m.lane_rows(0); }), "lane 1 has no row for slot 1");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.columns(0) = 2; }), "columns[0] = 2 is not in its packet");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.columns(2) = 0; }), "the last row of lane 0 does not end");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.map(0) = 6; }), "map[0] = 6 is no entry, or that of another slot");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.coupling.map(0) = m.map(0); }),
            "coupling.map[0] = 0 is no entry, or that of another slot");
  EXPECT_EQ(fault_of(A(),
                     [](auto& m) {
                       std::swap(m.map(0), m.map(1));
                       std::swap(m.map(0), m.map(2));
                     }),
            "the maps take the entries 0 and 1 for those of the rows 2 and 0");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.packet_entries = INT64_MAX; }),
            "packet_entries is 9223372036854775807, but there are 6 slots");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.longest_packet = 4097; }), "packets of 4097 rows and 2 lanes cannot be");
}

TEST(BinaryLies, OfHalfStorage) {
  const auto A = [] {
    sporos::SymmetricOptions options;
    options.tile_rows = 2;
    return to_symmetric(HostExec(), sporos_test::symmetric_on_host(), options);
  };
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.distances(1) = 2; }), "distances[1] = 2 does not ascend, or leaves the tile");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.distances(1) = 0; }), "distances[1] = 0 does not ascend, or leaves the tile");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.window = 16; }),
            "window is 16, but 0, for tiles of at most 2048 rows, and 8 are possible");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.reach = 2; }),
            "{tile_rows, reach, halved_entries} is {2, 2, 2}, but it should be {2, 1, 2}");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.rest_map = {}; }), "rest_map has 0 elements, but there should be 2");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.mirror_map(0) = 10; }), "mirror_map[0] = 10 is not in [0, 10)");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.tile_begins(1) = 1; }),
            "distances[1] = 1 does not ascend, or leaves the tile");
  EXPECT_EQ(fault_of(A(), [](auto& m) { m.tile_begins(1) = 5; }), "tile_begins[2] = 4 is less than the one before");
}

}  // namespace binary_damage_tests
