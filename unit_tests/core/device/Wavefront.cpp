// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The logic of kernels where 32 or 64 lanes exchange registers: HIP's, with the instructions modelled on the host.
#include "core/device/Sporos_Wavefront.hpp"

#include <gtest/gtest.h>

#include "core/kernels/Sporos_FixUpKernel.hpp"
#include "core/kernels/crs/Sporos_ColumnRowsKernel.hpp"
#include "core/kernels/crs/Sporos_ColumnTilesKernel.hpp"
#include "core/kernels/crs/Sporos_CoopKernel.hpp"
#include "core/kernels/crs/Sporos_LightKernel.hpp"
#include "core/kernels/crs/Sporos_LongColumnRowsKernel.hpp"
#include "core/kernels/crs/Sporos_LongRowsKernel.hpp"
#include "core/kernels/crs/Sporos_MergePathKernel.hpp"
#include "core/kernels/crs/Sporos_StreamKernel.hpp"
#include "core/setup/Sporos_CrsSetup.hpp"
#include "core/setup/Sporos_Inspect.hpp"
#include "core/setup/Sporos_MergePathSearch.hpp"
#include "unit_tests/support/Columns.hpp"
#include "unit_tests/support/Lockstep.hpp"
#include "unit_tests/support/ProductCase.hpp"

namespace wavefront_tests {

using sporos::Reduction;
using sporos::detail::SyncScope;
using sporos_test::launch_lockstep;
using sporos_test::Lockstep;
using sporos_test::LockstepMember;
using Exec = Kokkos::DefaultExecutionSpace;
using Case = sporos_test::ProductCase<double>;
using Epilogue = sporos::detail::LinearEpilogue<double, double>;
template <int Lanes>
using Operand =
    sporos::detail::CrsOperand<Lockstep<Lanes>, sporos::detail::CrsArrays<double, int, int>,
                               sporos::detail::VectorReader<Lockstep<Lanes>, sporos::Gather::plain, double>, double>;

class Wavefront : public testing::Test {
 protected:
  void SetUp() override {
    if (!sporos::detail::is_host_execution<Exec>) GTEST_SKIP() << "matrices are not on the host";
  }
};

// Rows of 0 to 15 entries, and some of 150 to 450.
Case uneven() {
  return Case(sporos_test::random_pattern(
      "uneven", 167, 500, [](auto row) { return row % 40 == 11 ? 150 + 2 * row % 300 : row * 7 % 16; }));
}

template <int Lanes>
Operand<Lanes> operand_of(const Case& matrix_case) {
  return {sporos::detail::crs_arrays(sporos::crs_view(matrix_case.matrix)), {matrix_case.x.data()}};
}

template <class Test>
void with_lanes(const Test& test) {
  test(std::integral_constant<int, 32>());
  test(std::integral_constant<int, 64>());
}

template <class Test>
void in_teams(int lanes, const Test& test) {
  for (const int team_size : {lanes, 4 * lanes}) {
    SCOPED_TRACE(sporos::detail::concat(lanes, " lanes, team of ", team_size));
    Case matrix_case = uneven();
    for (const double beta : {0.0, 0.5}) {
      matrix_case.check(2, beta, [&](double a, auto, double b, auto y) {
        test(matrix_case, team_size, Epilogue{y.data(), a, b});
      });
    }
  }
}

TEST_F(Wavefront, SumsBroadcastsAndVotesAreThoseOfEveryGroupWidth) {
  with_lanes([](auto constant) {
    constexpr int lanes = constant;
    using Space = Lockstep<lanes>;
    launch_lockstep<lanes>(1, 2 * lanes, 0, [&](const LockstepMember& member) {
      const int thread = member.team_rank();
      const sporos::detail::GroupSum<Space, Reduction::shuffle, double> group(member);
      const sporos::detail::GroupBroadcast<Space, Reduction::shuffle, SyncScope::warp> share(member);
      using Complex = Kokkos::complex<double>;
      using Pair = sporos::detail::Columns<Complex, 2>;
      const sporos::detail::GroupSum<Space, Reduction::shuffle, Pair> pairs(member);
      const sporos::detail::SegmentedReduce<Space, Reduction::shuffle, float> segments(member);
      for (int width = 1; width <= lanes; width *= 2) {
        const int first = thread / width * width;
        const double sum = group.sum(member, thread + 1, width);
        EXPECT_TRUE(thread != first || sum == width * (2 * first + width + 1) / 2) << width;
        EXPECT_EQ(share.from_first(member, (std::int64_t{1} << 40) + thread, width), (std::int64_t{1} << 40) + first);
        Pair pair;
        pair.numbers[0] = Complex(1, 2 * thread);
        pair.numbers[1] = Complex(3, -1);
        const Pair both = pairs.sum(member, pair, width);
        EXPECT_TRUE(thread != first || both.numbers[0] == Complex(width, width * (2 * first + width - 1))) << width;
        EXPECT_TRUE(thread != first || both.numbers[1] == Complex(3 * width, -width)) << width;
        const int run = (width - 1 - thread % width) % 5;
        const float of_run = segments.sum_of_run(member, 1.0f, run, width);
        EXPECT_EQ(of_run, static_cast<float>(run + 1)) << width;
        EXPECT_EQ(segments.from_next(member, static_cast<float>(thread), width),
                  thread + 1 < first + width ? static_cast<float>(thread + 1) : 0.0f);
      }
      std::vector<int> asked;
      sporos::detail::Ballot<Space>::for_each_asking(thread % 7 == 3, [&](int lane) { asked.push_back(lane); });
      std::vector<int> wanted;
      for (int lane = 0; lane < lanes; ++lane) {
        if ((thread / lanes * lanes + lane) % 7 == 3) wanted.push_back(lane);
      }
      EXPECT_EQ(asked, wanted);
    });
  });
}

TEST_F(Wavefront, SumsOfTeamsTakeEveryThreadWhereTheLastWaveIsNotFull) {
  with_lanes([](auto constant) {
    constexpr int lanes = constant;
    for (const int size : {1, lanes - 1, lanes, lanes + 3, 5 * lanes, 1000}) {
      launch_lockstep<lanes>(
          1, size, sizeof(double) * static_cast<std::size_t>(size), [&](const LockstepMember& member) {
            auto* const scratch = static_cast<double*>(member.get_shmem(sizeof(double)));
            const double sum = sporos::detail::TeamSum<Lockstep<lanes>>::sum(member, scratch, member.team_rank() + 1.0);
            EXPECT_TRUE(member.team_rank() != 0 || sum == size * (size + 1) / 2)
                << size << " threads, " << lanes << " lanes";
          });
    }
  });
}

template <int Lanes, int Coop, Reduction How>
void check_coop() {
  using Kernel = sporos::detail::CoopKernel<Operand<Lanes>, Epilogue, How, sporos::detail::CoopLanes<Coop, 2, true>>;
  in_teams(Lanes, [](const Case& matrix_case, int team_size, const Epilogue& epilogue) {
    const sporos::RowShape shape{Coop, 2, team_size};
    launch_lockstep<Lanes>(sporos::detail::block_count(shape, matrix_case.matrix.num_rows), team_size,
                           sizeof(double) * static_cast<std::size_t>(team_size),
                           Kernel{operand_of<Lanes>(matrix_case), epilogue, shape.repeat,
                                  sporos::LongRows{10, INT64_MAX}, sporos::detail::RowNews{}});
  });
}

TEST_F(Wavefront, CooperatingLanesSumRowsAndTheWaveLongOnes) {
  with_lanes([](auto lanes) {
    check_coop<lanes, 1, Reduction::shuffle>();
    check_coop<lanes, 4, Reduction::shuffle>();
    check_coop<lanes, 32, Reduction::shuffle>();
    check_coop<lanes, 8, Reduction::scratch>();
  });
}

TEST_F(Wavefront, TilesAreSummedByGroupsAndTheWave) {
  with_lanes([](auto constant) {
    constexpr int lanes = constant;
    using Kernel = sporos::detail::StreamKernel<Operand<lanes>, Epilogue, Reduction::shuffle>;
    in_teams(lanes, [&](const Case& matrix_case, int team_size, const Epilogue& epilogue) {
      constexpr int rows = 11;
      const int tile = 3 * team_size;
      launch_lockstep<lanes>(
          sporos::detail::ceiling_of(matrix_case.matrix.num_rows, rows), team_size,
          Kernel::scratch_bytes(team_size, tile),
          Kernel{operand_of<lanes>(matrix_case), epilogue, rows, tile, sporos::LongRows{}, sporos::detail::RowNews{}});
    });
  });
}

template <int Lanes, SyncScope Who>
void check_light() {
  using Kernel = sporos::detail::LightKernel<Operand<Lanes>, Epilogue, Reduction::shuffle, Who>;
  const Kokkos::View<sporos::detail::RowCounter, Kokkos::HostSpace> counter("counter");
  for (const int width : {2, sporos::detail::max_coop}) {
    in_teams(Lanes, [&](const Case& matrix_case, int team_size, const Epilogue& epilogue) {
      const int takers = Who == SyncScope::warp ? sporos::detail::max_coop : width;
      launch_lockstep<Lanes>(
          3, team_size, 0,
          Kernel{operand_of<Lanes>(matrix_case), epilogue, width, takers, takers / width, counter.data()});
      EXPECT_EQ(counter().next_row, 0u);
    });
  }
}

TEST_F(Wavefront, GroupsTakeRowsWhileOthersOfTheWaveAreElsewhere) {
  with_lanes([](auto lanes) {
    check_light<lanes, SyncScope::group>();
    check_light<lanes, SyncScope::warp>();
  });
}

TEST_F(Wavefront, RowsThatSeveralTeamsShareAreFixedUp) {
  with_lanes([](auto constant) {
    constexpr int lanes = constant;
    using Kernel = sporos::detail::MergePathKernel<Operand<lanes>, Epilogue, Reduction::shuffle>;
    using FixUp = sporos::detail::FixUpKernel<Lockstep<lanes>, Epilogue, Reduction::shuffle>;
    in_teams(lanes, [&](const Case& matrix_case, int team_size, const Epilogue& epilogue) {
      const int tile = 7;  // so that rows are cut into more parts than a group of lanes adds up
      const auto view = sporos::crs_view(matrix_case.matrix);
      const auto points = sporos::detail::find_merge_coordinates(Exec(), view, tile);
      const auto split = sporos::detail::find_cut_rows(Exec(), view, points);
      const Kokkos::View<double*, Exec::memory_space> carries("carries", static_cast<std::size_t>(split.num_carries));
      Exec().fence();
      launch_lockstep<lanes>(static_cast<std::int64_t>(points.extent(0)) - 1, team_size,
                             Kernel::scratch_bytes(team_size, tile),
                             Kernel{operand_of<lanes>(matrix_case), epilogue, points.data(), tile, carries.data()});
      launch_lockstep<lanes>(
          sporos::detail::ceiling_of(split.count() * FixUp::width, team_size), team_size, 0,
          FixUp{{split.count(), split.rows.data(), split.begin.data(), split.end.data(), carries.data()}, epilogue});
    });
  });
}

// A group has whole rows; or all groups of a tile have as much to do, whatever the rows. Rows above `long_row` are
// summed in segments by other teams, and a row that does not fit into a tile by its team.
template <int Lanes>
void check_columns(int columns, int lanes, int waves, std::int64_t long_row) {
  SCOPED_TRACE(sporos::detail::concat(Lanes, ": ", columns, " columns, ", lanes, " lanes, long rows ", long_row));
  using Space = Lockstep<Lanes>;
  using Columns = sporos::detail::ColumnsReader<Space, double, 2, false>;
  using Sum = sporos::detail::columns_type<double, 2>;
  using Rows = sporos::detail::CrsOperand<Space, sporos::detail::CrsArrays<double, int, int>, Columns, Sum>;
  using To = sporos::detail::ColumnsEpilogue<double, double, 2>;
  using Whole = sporos::detail::ColumnRowsKernel<Rows, To, Reduction::shuffle>;
  using LongRows = sporos::detail::LongColumnRowsKernel<Rows, To, Reduction::shuffle>;
  using OfBlocks = sporos::detail::RowsOfBlocks<LongRows>;
  using Tiles = sporos::detail::ColumnTilesKernel<Rows, To, Reduction::shuffle, OfBlocks>;
  using Shares = sporos::detail::ColumnTilesKernel<Rows, To, Reduction::shuffle, sporos::detail::RowsOfShares>;
  const Case matrix_case = uneven();
  const auto matrix = sporos::crs_view(matrix_case.matrix);
  const auto x = sporos_test::columns_of_numbers<double, Kokkos::LayoutRight>(matrix.num_columns, columns, 1);
  const auto y = sporos_test::columns_of_numbers<double, Kokkos::LayoutRight>(matrix.num_rows, columns, 2);
  const auto before = sporos_test::columns_of_numbers<double, Kokkos::LayoutRight>(matrix.num_rows, columns, 2);
  const Rows rows{sporos::detail::crs_arrays(matrix), {x.data(), columns, 1, columns}};
  const To to{y.data(), columns, 1, columns, 2, 0.5};  // a row that is written twice is wrong
  const auto check = [&](const char* what) {
    for (int c = 0; c < columns; ++c) {
      const auto wanted = sporos_test::reference_product(matrix_case.matrix, 2.0, sporos_test::column_of(x, c), 0.5,
                                                         sporos_test::column_of(before, c));
      EXPECT_EQ(sporos_test::first_wrong_row(wanted, sporos_test::column_of(y, c)), -1) << what << ", column " << c;
    }
    Kokkos::deep_copy(y, before);
  };
  const int team_size = waves * Lanes;
  const int blocks = (columns + 1) / 2;
  const int block_bits = sporos::detail::floor_log2(2 * blocks - 1);
  const int lane_bits = sporos::detail::floor_log2(lanes);
  const sporos::detail::ColumnGroups groups{block_bits + lane_bits, lane_bits};
  sporos::CrsDecision decision;
  decision.algorithm = sporos::Algorithm::adaptive;
  decision.tile = 100;
  decision.limits = {10, long_row, 64};
  const auto setup = sporos::detail::prepare_crs(Exec(), matrix, decision, sizeof(double));
  EXPECT_EQ(setup.lists.num_segments > 0, long_row < INT64_MAX);
  const std::int64_t a_team = 3 * (team_size >> groups.group_bits);
  const LongRows long_rows{{rows, blocks}, to, setup.lists.segments, setup.lists.slots};
  const auto segments = static_cast<int>(setup.lists.num_segments);
  const auto launch_long_rows = [&] {
    launch_lockstep<Lanes>(segments, team_size, LongRows::scratch_bytes(team_size, blocks), long_rows);
  };
  launch_lockstep<Lanes>(sporos::detail::ceiling_of(matrix.num_rows, a_team), team_size,
                         Whole::scratch_bytes(team_size), Whole{{rows, blocks}, to, groups, a_team, long_row, {}});
  launch_long_rows();
  check("a group for each row");
  for (const int evenness : {0, 4, 1000}) {
    SCOPED_TRACE(evenness);
    const OfBlocks of_blocks{setup.lists.blocks, long_rows, segments};
    const int tile = decision.tile;
    launch_lockstep<Lanes>(segments + setup.lists.num_blocks, team_size, Tiles::scratch_bytes(team_size, blocks, tile),
                           Tiles{{rows, blocks}, to, block_bits, of_blocks, tile, evenness, long_row, {}});
    check("row blocks");
    for (const int log_items : {4, 7}) {
      const int items = 1 << log_items;
      const sporos::detail::RowsOfShares of_shares{log_items, INT64_MAX, nullptr, false};
      launch_lockstep<Lanes>(sporos::detail::ceiling_of(matrix.nnz() + matrix.num_rows, items), team_size,
                             Shares::scratch_bytes(team_size, blocks, items),
                             Shares{{rows, blocks}, to, block_bits, of_shares, items, evenness, long_row, {}});
      launch_long_rows();
      check("shares");
    }
  }
}

TEST_F(Wavefront, LongRowsAreSummedForAllColumnsAtOnce) {
  with_lanes([](auto lanes) {
    for (const std::int64_t long_row : {std::int64_t(300), INT64_MAX}) {
      for (const int columns : {2, 5, 17}) check_columns<lanes>(columns, 1, 2, long_row);
      check_columns<lanes>(8, 4, 2, long_row);
      check_columns<lanes>(6, 2, 1, long_row);
      check_columns<lanes>(32, 1, 1, long_row);
    }
  });
}

// The model itself: what would hang a wave ends the test.
TEST_F(Wavefront, LanesThatWaitForEverAreNoticed) {
  EXPECT_THROW(launch_lockstep<64>(1, 64, 0,
                                   [](const LockstepMember& member) {
                                     if (member.team_rank() % 2 == 0) sporos_test::LockstepWave<64>::ballot(true);
                                   }),
               std::logic_error);
}

}  // namespace wavefront_tests
