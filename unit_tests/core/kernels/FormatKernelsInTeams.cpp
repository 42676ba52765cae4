// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of formats that work by teams, on real teams of every size; on the host their launches make teams of one.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/launch/formats/Sporos_LaunchCoo.hpp"
#include "core/launch/formats/Sporos_LaunchPacket.hpp"
#include "core/launch/formats/Sporos_LaunchSymmetric.hpp"
#include "formats/bsr/Sporos_ToBsr.hpp"
#include "formats/delta_crs/Sporos_ToDeltaCrs.hpp"
#include "formats/ell/Sporos_ToEll.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/Packets.hpp"
#include "unit_tests/support/SymmetricGallery.hpp"
#include "unit_tests/support/Teams.hpp"

namespace format_kernels_in_teams_tests {

using sporos::detail::ceiling_of;
using sporos::detail::coo_share;
using sporos_test::DoubleEpilogue;
using sporos_test::DoubleOperand;
using sporos_test::elements;
using sporos_test::Exec;
using sporos_test::launch_teams;
using sporos_test::team_sizes;

using Space = Exec::memory_space;
using Case = sporos_test::ProductCase<double>;

void multiply_coo(const Case& matrix_case, int team_size, double alpha, double beta) {
  const auto coo = to_coo(Exec(), matrix_case.matrix);
  auto* const y = matrix_case.y.data();
  auto* const carries = reinterpret_cast<double*>(coo.carries.data());
  const DoubleEpilogue added{y, alpha, 1.0};
  sporos::detail::launch_empty_rows("test[scale]", Exec(), coo.num_rows, DoubleEpilogue{y, 0, beta});
  using Kernel = sporos::detail::CooKernel<DoubleOperand, DoubleEpilogue, sporos::Reduction::scratch>;
  const DoubleOperand operand{{coo.num_rows, nullptr, coo.columns.data(), coo.values.data()}, {matrix_case.x.data()}};
  launch_teams(sporos::detail::coo_shares(coo.nnz()), team_size, Kernel::scratch_bytes(team_size, coo_share),
               Kernel{operand, coo.nnz(), coo.rows.data(), added, carries, coo_share});
  if (coo.num_split_rows == 0) return;
  constexpr auto how = sporos::detail::Reductions<Exec>::preferred;
  using Combine = sporos::detail::FixUpKernel<Exec, DoubleEpilogue, how>;
  const int threads = sporos::detail::is_host_execution<Exec> ? 1 : team_size;
  launch_teams(
      ceiling_of(coo.num_split_rows * Combine::width, threads), threads,
      sizeof(double) * static_cast<std::size_t>(threads),
      Combine{{coo.num_split_rows, coo.split_rows.data(), coo.split_begin.data(), coo.split_end.data(), carries},
              added});
}

TEST(FormatKernelsInTeams, CooMatchesTheReference) {
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.nnz() == 0) continue;
    Case matrix_case(pattern);
    for (const int team_size : team_sizes()) {
      SCOPED_TRACE(sporos::detail::concat(pattern.name, ", team of ", team_size));
      for (const double beta : {0.0, 0.5}) {
        matrix_case.check(2, beta, [&](double a, auto, double b, auto) { multiply_coo(matrix_case, team_size, a, b); });
      }
    }
  }
}

void multiply_symmetric(const Case& matrix_case, int tile_rows, int team_size, int width, double alpha, double beta) {
  using Operand =
      sporos::detail::SymmetricOperand<Exec, double, int, int,
                                       sporos::detail::VectorReader<Exec, sporos::Gather::plain, double>, double>;
  using Kernel = sporos::detail::SymmetricKernel<Operand, DoubleEpilogue, sporos::Reduction::scratch>;
  sporos::SymmetricOptions options;
  options.tile_rows = tile_rows;
  const auto half = to_symmetric(Exec(), matrix_case.matrix, options);
  const Operand operand{half.tile_begins.data(), half.near_offsets.data(), half.distances.data(),
                        half.near_values.data(), half.rest_offsets.data(), half.rest_columns.data(),
                        half.rest_values.data(), {matrix_case.x.data()}};
  launch_teams(half.num_tiles(), team_size, Kernel::scratch_bytes(team_size, tile_rows),
               Kernel{operand, {matrix_case.y.data(), alpha, beta}, tile_rows, width});
}

TEST(FormatKernelsInTeams, SymmetricMatchesTheReference) {
  for (const auto& pattern : sporos_test::symmetric_gallery()) {
    Case matrix_case(sporos_test::make_symmetric<double>(pattern));
    for (const int team_size : team_sizes()) {
      for (const int tile_rows : {50, 1024}) {
        for (int width = 1; width <= team_size && width <= 32; width *= 4) {
          SCOPED_TRACE(sporos::detail::concat(pattern.name, ", team of ", team_size, ", width ", width));
          for (const double beta : {0.0, 0.5}) {
            matrix_case.check(2, beta, [&](double a, auto, double b, auto) {
              multiply_symmetric(matrix_case, tile_rows, team_size, width, a, b);
            });
          }
        }
      }
    }
  }
}

// Teams smaller than, as large as, and larger than the lanes of a packet.
TEST(FormatKernelsInTeams, PacketsMatchTheReference) {
  using Reader = sporos::detail::VectorReader<Exec, sporos::Gather::plain, double>;
  using Operand = sporos::detail::FormatOperand<Exec, sporos::detail::PacketArrays<double, int>, Reader, double>;
  using Kernel = sporos::detail::PacketKernel<Operand, DoubleEpilogue, sporos::detail::packet_in_flight>;
  const auto labels = sporos::detail::make_labels("test", "", ",rest");
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.nnz() == 0) continue;
    Case matrix_case(sporos_test::squared(pattern));
    const auto& crs = matrix_case.matrix;
    for (const int lanes : {3, 32}) {
      const auto packets = to_packet(Exec(), crs, sporos_test::given_packets(crs.num_rows, {100, lanes}));
      for (const int team_size : team_sizes()) {
        SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", lanes, " lanes, team of ", team_size));
        matrix_case.check(2, 0.5, [&](double a, auto x, double b, auto y) {
          Kokkos::TeamPolicy<Exec> policy(Exec(), static_cast<int>(packets.num_packets()), team_size, 1);
          policy.set_scratch_size(Kernel::scratch_level,
                                  Kokkos::PerTeam(static_cast<int>(Kernel::scratch_bytes(packets.longest_packet))));
          Kokkos::parallel_for("test[teams]", policy,
                               Kernel{{{sporos::detail::packet_lanes(packets), packets.longest_packet,
                                        packets.columns.data(), packets.values.data()},
                                       {x.data()}},
                                      {y.data(), a, b}});
          if (packets.coupling.nnz() == 0) return;
          const Exec exec;
          const sporos::Machine machine = sporos::detect_machine(exec);
          sporos::detail::launch_second_part(
              sporos::detail::Product<Exec, Reader, DoubleEpilogue>{
                  exec, machine, labels, {x.data()}, {y.data(), a, b}},
              packets.coupling);
        });
      }
    }
  }
}

// Widths for each number of elements that go through scratch at once, and one that needs several rounds.
TEST(FormatKernelsInTeams, RowsAreDealtOutHoweverWide) {
  using Target = sporos::detail::EllTarget<double>;
  using Kernel = sporos::detail::DealRowsOfTeam<double, int, Target, sporos::detail::RowsInOrder>;
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.nnz() == 0) continue;
    const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern));
    for (const int width : {3, 8, 16, 18}) {  // the entries behind it are dropped
      const auto wanted =
          sporos::detail::make_ell(Exec(), sporos::crs_view(matrix), width, matrix.nnz(), sporos::EllOptions());
      for (const int team_size : team_sizes()) {
        SCOPED_TRACE(sporos::detail::concat(pattern.name, ", width ", width, ", team of ", team_size));
        const decltype(wanted.values) slots("slots", wanted.values.extent(0));
        launch_teams(ceiling_of(matrix.num_rows, team_size), team_size, Kernel::scratch_bytes(team_size),
                     Kernel{{},
                            matrix.num_rows,
                            matrix.row_offsets.data(),
                            width,
                            matrix.values.data(),
                            Target{wanted.stride, slots.data()}});
        EXPECT_EQ(elements(slots), elements(wanted.values));
      }
    }
  }
}

// The first thread alone, with row offsets in memory, compared with all threads, with offsets in scratch.
template <class Offset>
void expect_same_tiles_in_scratch(const sporos_test::Pattern& pattern, int team_size) {
  using sporos::detail::DeltaTileCounts;
  using Cut = sporos::detail::CutDeltaTiles<int, Offset>;
  using Numbers = Kokkos::View<std::int64_t*, Space>;
  const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double, int, Offset>(pattern));
  const sporos::detail::DeltaTileShape shape{40, 12, 36, false};
  const std::int64_t segments = ceiling_of(matrix.num_rows, shape.segment_rows);
  const auto cut = [&](bool is_staged) {
    const Numbers tiles("tiles", static_cast<std::size_t>(segments + 1));
    const Numbers pieces("pieces", tiles.extent(0));
    const Numbers split_rows("split rows", tiles.extent(0));
    Cut count{matrix.row_offsets.data(), matrix.num_rows, shape, is_staged};
    count.counts = {tiles.data(), pieces.data(), split_rows.data()};
    launch_teams(segments, team_size, count.scratch_bytes(), count);
    const std::int64_t num_tiles = sporos::detail::sum_lengths(Exec(), segments, tiles.data());
    const Kokkos::View<sporos::detail::DeltaTile<int>*, Space> written("written", static_cast<std::size_t>(num_tiles));
    count.tiles = written.data();
    launch_teams(segments, team_size, count.scratch_bytes(), count);
    std::vector<std::pair<std::int64_t, std::int64_t>> found;
    for (const auto& tile : elements(written)) found.emplace_back(tile.first_entry, tile.first_row);
    return found;
  };
  EXPECT_EQ(cut(true), cut(false));
}

TEST(FormatKernelsInTeams, TilesAreCutTheSameInScratch) {
  for (const auto& pattern : sporos_test::gallery()) {
    const bool has_pieces = std::any_of(pattern.rows.begin(), pattern.rows.end(), [](const auto& row) {
      return row.size() > sporos::detail::DeltaTileShape::longest_whole_row;
    });
    if (has_pieces || pattern.rows.empty()) continue;
    for (const int team_size : team_sizes()) {
      SCOPED_TRACE(sporos::detail::concat(pattern.name, ", team of ", team_size));
      expect_same_tiles_in_scratch<int>(pattern, team_size);
      expect_same_tiles_in_scratch<std::int64_t>(pattern, team_size);
    }
  }
}

TEST(FormatKernelsInTeams, DifferentNumbersGetCodesAndATable) {
  using Slots = sporos::detail::ValueSlots<double>;
  constexpr std::size_t count = 100;
  Kokkos::View<double*, Kokkos::HostSpace> numbers("numbers", count);
  for (std::size_t i = 0; i < count; ++i) numbers(i) = 1.5 * static_cast<double>(i % 7 + 1);
  const auto values = Kokkos::create_mirror_view_and_copy(Space(), numbers);
  for (const int team_size : team_sizes()) {
    SCOPED_TRACE(team_size);
    const Kokkos::View<std::uint64_t*, Space> memory("memory", Slots::memory);
    const Kokkos::View<double*, Space> table("table", sporos::detail::delta_table_size);
    Kokkos::deep_copy(table, -1.0);
    const Kokkos::View<std::int64_t*, Space> entries("entries", sporos::detail::delta_table_size);
    const Kokkos::View<std::uint8_t*, Space> codes("codes", count);
    const Slots slots{values.data(), memory.data()};
    launch_teams(1, team_size, 0, sporos::detail::BeginSlots<double>{slots, count});
    launch_teams(1, team_size, 0, sporos::detail::NumberSlots<double>{slots, table.data(), entries.data()});
    Kokkos::parallel_for("test[codes]", sporos::detail::EntryRange<Exec>(0, count),
                         sporos::detail::EncodeValues<double>{slots, codes.data()});
    const auto found_table = elements(table);
    const auto found_codes = elements(codes);
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(found_table[found_codes[i]], numbers(i));
    EXPECT_EQ(*std::max_element(found_codes.begin(), found_codes.end()), 6);
    for (std::size_t i = 7; i < found_table.size(); ++i) EXPECT_EQ(found_table[i], 0);
  }
}

// Scratch for no row, for some, and for all.
TEST(FormatKernelsInTeams, BlocksAreCountedAndFilledWithTheirColumnsInScratchOrNot) {
  using sporos::detail::CountBlocks;
  using Place = sporos::detail::PlaceEntries<int, int>;
  using PlaceStaged = sporos::detail::StagedBlockRows<int, int, Place>;
  using PlaceDirect = sporos::detail::DirectBlockRows<int, int, Place>;
  using Counts = Kokkos::View<int*, Space>;
  using Staged = sporos::detail::StagedBlockRows<int, int, CountBlocks<int>>;
  using Direct = sporos::detail::DirectBlockRows<int, int, CountBlocks<int>>;
  for (const auto& pattern : sporos_test::gallery()) {
    const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern));
    const auto rows = sporos::detail::rows_by_column(Exec(), sporos::crs_view(matrix));
    for (const int size : {1, 3, 8}) {
      const auto walk = sporos::detail::walk_of(rows, size);
      const std::int64_t block_rows = ceiling_of(matrix.num_rows, size);
      const Counts wanted("wanted", static_cast<std::size_t>(block_rows));
      Kokkos::parallel_for("test[direct]", Kokkos::RangePolicy<Exec>(0, block_rows), Direct{walk, {wanted.data()}});
      const Counts offsets("offsets", static_cast<std::size_t>(block_rows + 1));
      const auto num_blocks = static_cast<std::size_t>(sporos::detail::number_blocks(Exec(), rows, size, offsets));
      const Counts wanted_columns("wanted columns", num_blocks);
      const Counts wanted_places("wanted places", static_cast<std::size_t>(matrix.nnz()));
      const auto place = [&](const Counts& columns, const Counts& places) {
        return Place{sporos::BlockLayout::row_by_row, offsets.data(), columns.data(), places.data()};
      };
      Kokkos::parallel_for("test[place directly]", Kokkos::RangePolicy<Exec>(0, block_rows),
                           PlaceDirect{walk, place(wanted_columns, wanted_places)});
      for (const int team_size : team_sizes()) {
        for (const int capacity : {1, 30, 1000}) {
          SCOPED_TRACE(
              sporos::detail::concat(pattern.name, ", size ", size, ", team of ", team_size, ", scratch ", capacity));
          const int rows_a_team = (team_size + 1) / 2;
          const Counts counts("counts", wanted.extent(0));
          launch_teams(ceiling_of(block_rows, rows_a_team), team_size, sizeof(int) * static_cast<std::size_t>(capacity),
                       Staged{walk, {counts.data()}, rows_a_team, capacity});
          EXPECT_EQ(elements(counts), elements(wanted));
          const Counts columns("columns", num_blocks);
          const Counts places("places", wanted_places.extent(0));
          launch_teams(ceiling_of(block_rows, rows_a_team), team_size, sizeof(int) * static_cast<std::size_t>(capacity),
                       PlaceStaged{walk, place(columns, places), rows_a_team, capacity});
          EXPECT_EQ(elements(columns), elements(wanted_columns));
          EXPECT_EQ(elements(places), elements(wanted_places));
        }
      }
    }
  }
}

}  // namespace format_kernels_in_teams_tests
