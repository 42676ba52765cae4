// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot products that products make in teams of a GPU, with 32 or 64 lanes as in Wavefront.cpp: every row in one team.
#include <gtest/gtest.h>

#include "core/kernels/Sporos_FusedSteps.hpp"
#include "core/kernels/Sporos_TeamDots.hpp"
#include "core/kernels/crs/Sporos_CoopKernel.hpp"
#include "core/kernels/crs/Sporos_RowBlockKernel.hpp"
#include "core/kernels/crs/Sporos_StreamKernel.hpp"
#include "core/kernels/formats/Sporos_BsrKernel.hpp"
#include "core/kernels/formats/Sporos_DiaPairsKernel.hpp"
#include "core/kernels/formats/Sporos_EllKernel.hpp"
#include "core/kernels/formats/Sporos_SellKernel.hpp"
#include "core/setup/Sporos_CrsSetup.hpp"
#include "formats/bsr/Sporos_ToBsr.hpp"
#include "formats/dia/Sporos_ToDia.hpp"
#include "formats/ell/Sporos_ToEll.hpp"
#include "formats/sell/Sporos_ToSell.hpp"
#include "unit_tests/support/Lockstep.hpp"
#include "unit_tests/support/ProductCase.hpp"

namespace wavefront_dots_tests {

namespace detail = sporos::detail;
using sporos::Reduction;
using sporos_test::Lockstep;
using Exec = Kokkos::DefaultExecutionSpace;
using Case = sporos_test::ProductCase<double>;

struct NoRoom {};
using Dots = detail::DotList<detail::DotTerm<double, double>, detail::NormTerm<double>>;
using Elements = detail::DotElements<double, double, Dots>;
using Factor = detail::GivenScalar<double>;
using Step = detail::LinearStep<double, double, Factor, Factor>;
using Function = detail::StepWithTeamDots<Step, Elements, detail::TeamDotsRequest<NoRoom>>;
using Epilogue = detail::CallerEpilogue<Function, double>;
template <int Lanes>
using Reader = detail::VectorReader<Lockstep<Lanes>, sporos::Gather::plain, double>;
template <int Lanes>
using Rows = detail::CrsOperand<Lockstep<Lanes>, detail::CrsArrays<double, int, int>, Reader<Lanes>, double>;
template <int Lanes, class Arrays>
using Operand = detail::FormatOperand<Lockstep<Lanes>, Arrays, Reader<Lanes>, double>;

/// Runs a kernel with dot products in teams of several sizes, and checks y and the sums that it leaves.
/// \param kernel_of  `kernel_of(epilogue, team_size)`
/// \param teams_of   `teams_of(team_size)`
/// \param scratch_of  bytes of scratch: `scratch_of(team_size)`
template <int Lanes, class KernelOf, class TeamsOf, class Scratch>
void check(Case& matrix_case, const KernelOf& kernel_of, const TeamsOf& teams_of, const Scratch& scratch_of) {
  for (const int team_size : {Lanes, 3 * Lanes}) {
    SCOPED_TRACE(detail::concat(Lanes, " lanes, team of ", team_size));
    const std::int64_t teams = teams_of(team_size);
    const std::int64_t groups = teams * (team_size / detail::max_coop);
    std::vector<double> sums(static_cast<std::size_t>(2 * groups), std::nan(""));
    std::vector<double> w(static_cast<std::size_t>(matrix_case.matrix.num_rows));
    for (std::size_t i = 0; i < w.size(); ++i) w[i] = 1.0 / static_cast<double>(3 + i % 50);
    double wanted_dot = 0, wanted_norm = 0, magnitude = 0;
    matrix_case.check(2, 0.5, [&](double alpha, auto, double beta, auto y) {
      const Dots dots{{w.data(), nullptr}, {{nullptr}, {}}};
      const Epilogue epilogue{Function{Step{y.data(), {alpha}, {beta}}, Elements{y.data(), dots}, nullptr}};
      const auto kernel = kernel_of(epilogue, team_size);
      using Kernel = std::decay_t<decltype(kernel)>;
      static_assert(detail::has_team_rows<Kernel>);
      sporos_test::launch_lockstep<Lanes>(teams, team_size, scratch_of(team_size),
                                          detail::TeamDotsKernel<Lockstep<Lanes>, Kernel>{kernel, sums.data(), groups});
      for (std::size_t i = 0; i < w.size(); ++i) {
        wanted_dot += w[i] * y(i);
        wanted_norm += y(i) * y(i);
        magnitude += std::abs(w[i] * y(i));
      }
    });
    double terms[2], dot = 0, norm = 0;
    for (std::int64_t group = 0; group < groups; ++group) {
      detail::GroupSumElements<Elements>{sums.data(), groups, {}}(group, terms);
      dot += terms[0];
      norm += terms[1];
    }
    EXPECT_NEAR(dot, wanted_dot, 1e-13 * magnitude);
    EXPECT_NEAR(norm, wanted_norm, 1e-13 * wanted_norm);
  }
}

// The same without scratch, and `rows` rows in each team.
template <int Lanes, class KernelOf>
void check_rows(Case& matrix_case, std::int64_t rows, const KernelOf& kernel_of) {
  check<Lanes>(
      matrix_case, kernel_of, [&](int) { return detail::ceiling_of(matrix_case.matrix.num_rows, rows); },
      [](int) { return 0; });
}

class WavefrontDots : public testing::Test {
 protected:
  void SetUp() override {
    if (!detail::is_host_execution<Exec>) GTEST_SKIP() << "matrices are not on the host";
  }
};

template <class Test>
void with_lanes(const Test& test) {
  test(std::integral_constant<int, 32>());
  test(std::integral_constant<int, 64>());
}

Case uneven() {
  return Case(sporos_test::random_pattern("uneven", 1167, 500,
                                          [](auto row) { return row % 40 == 11 ? 150 + row % 300 : row * 7 % 16; }));
}

Case diagonals() {
  sporos_test::Pattern pattern{"diagonals", 1167, {}};
  for (std::int64_t row = 0; row < 1167; ++row) {
    pattern.rows.emplace_back();
    for (const std::int64_t column : {row - 30, row - 1, row, row + 1, row + 30}) {
      if (column >= 0 && column < 1167) pattern.rows.back().push_back(column);
    }
  }
  return Case(pattern);
}

template <int Lanes>
Rows<Lanes> rows_of(const Case& matrix_case) {
  return {detail::crs_arrays(sporos::crs_view(matrix_case.matrix)), {matrix_case.x.data()}};
}

TEST_F(WavefrontDots, OfCooperatingLanes) {
  with_lanes([](auto constant) {
    constexpr int lanes = constant;
    Case matrix_case = uneven();
    using Kernel = detail::CoopKernel<Rows<lanes>, Epilogue, Reduction::shuffle, detail::CoopLanes<4, 2, true>>;
    check<lanes>(
        matrix_case,
        [&](const Epilogue& epilogue, int) {
          return Kernel{rows_of<lanes>(matrix_case), epilogue, 2, sporos::LongRows{10, INT64_MAX}, detail::RowNews{}};
        },
        [&](int team_size) {
          return detail::block_count(sporos::RowShape{4, 2, team_size}, matrix_case.matrix.num_rows);
        },
        [](int) { return 0; });
  });
}

TEST_F(WavefrontDots, OfTilesOfRows) {
  with_lanes([](auto constant) {
    constexpr int lanes = constant;
    Case matrix_case = uneven();
    using Stream = detail::StreamKernel<Rows<lanes>, Epilogue, Reduction::shuffle>;
    constexpr int rows = 41;
    constexpr int tile = 300;
    check<lanes>(
        matrix_case,
        [&](const Epilogue& epilogue, int) {
          return Stream{rows_of<lanes>(matrix_case), epilogue, rows, tile, sporos::LongRows{}, detail::RowNews{}};
        },
        [&](int) { return detail::ceiling_of(matrix_case.matrix.num_rows, rows); },
        [&](int team_size) { return Stream::scratch_bytes(team_size, tile); });
    using Blocks = detail::RowBlockKernel<Rows<lanes>, Epilogue, Reduction::shuffle>;
    sporos::CrsDecision decision;
    decision.algorithm = sporos::Algorithm::adaptive;
    decision.tile = tile;
    decision.limits = {10, INT64_MAX, 64};
    const auto setup = detail::prepare_crs(Exec(), sporos::crs_view(matrix_case.matrix), decision, sizeof(double));
    check<lanes>(
        matrix_case,
        [&](const Epilogue& epilogue, int) {
          return Blocks{rows_of<lanes>(matrix_case), epilogue, setup.lists.blocks, tile, INT64_MAX, {}};
        },
        [&](int) { return setup.lists.num_blocks; },
        [&](int team_size) { return Blocks::scratch_bytes(team_size, tile); });
  });
}

TEST_F(WavefrontDots, OfFormatsWithALaneForEachRow) {
  with_lanes([](auto constant) {
    constexpr int lanes = constant;
    Case matrix_case = diagonals();
    const Reader<lanes> x{matrix_case.x.data()};
    const auto ell = sporos::to_ell(Exec(), matrix_case.matrix);
    using EllOperand = Operand<lanes, detail::EllArrays<double, int>>;
    check_rows<lanes>(matrix_case, 150, [&](const Epilogue& epilogue, int) {
      const EllOperand operand{{ell.num_rows, ell.stride, static_cast<int>(ell.width), ell.columns.data(),
                                ell.values.data(), ell.row_lengths.data()},
                               x};
      return detail::EllKernel<EllOperand, Epilogue>{operand, epilogue, 150};
    });
    const auto dia = sporos::to_dia(Exec(), matrix_case.matrix);
    using DiaOperand = Operand<lanes, detail::DiaArrays<double>>;
    const DiaOperand of_dia{
        {dia.num_rows, dia.num_columns, detail::dia_slots(dia), dia.offsets.data(), dia.values.data()}, x};
    check_rows<lanes>(matrix_case, 150, [&](const Epilogue& epilogue, int) {
      return detail::DiaKernel<DiaOperand, Epilogue>{of_dia, epilogue, 150};
    });
    check_rows<lanes>(matrix_case, 150, [&](const Epilogue& epilogue, int) {
      return detail::DiaPairsKernel<DiaOperand, Epilogue>{{of_dia, epilogue, 150}};
    });
    sporos::SellOptions options;
    options.shape = sporos::SellShape{32, 1};
    const auto sell = sporos::to_sell(Exec(), matrix_case.matrix, options);
    using SellOperand = Operand<lanes, detail::SellArrays<double, int>>;
    check<lanes>(
        matrix_case,
        [&](const Epilogue& epilogue, int) {
          return detail::SellKernel<SellOperand, Epilogue, 32, 4>{{detail::sell_arrays(sell), x}, epilogue};
        },
        [&](int team_size) { return detail::ceiling_of(sell.num_rows, team_size); }, [](int) { return 0; });
  });
}

TEST_F(WavefrontDots, OfBlocks) {
  with_lanes([](auto constant) {
    constexpr int lanes = constant;
    Case matrix_case = diagonals();
    sporos::BsrOptions options;
    options.block_size = 2;  // the last block has one row
    options.min_fill = 0.01;
    const auto bsr = sporos::to_bsr(Exec(), matrix_case.matrix, options);
    using BsrOperand = Operand<lanes, detail::BsrArrays<double, int, int>>;
    using Kernel = detail::BsrKernel<BsrOperand, Epilogue, Reduction::shuffle, detail::BsrTile<2, 2, 1>>;
    check<lanes>(
        matrix_case,
        [&](const Epilogue& epilogue, int) {
          return Kernel{{detail::bsr_arrays(bsr), {matrix_case.x.data()}}, epilogue, 4};
        },
        [&](int team_size) { return detail::ceiling_of(4 * bsr.num_block_rows(), team_size); }, [](int) { return 0; });
  });
}

}  // namespace wavefront_dots_tests
