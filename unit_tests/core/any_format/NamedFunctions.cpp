// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whatever is wrong, and wherever it is noticed, the message names the function that was called.
#include <gtest/gtest.h>

#include "core/Sporos_BinaryFile.hpp"
#include "core/Sporos_BytesAs.hpp"
#include "core/Sporos_Elements.hpp"
#include "core/Sporos_Solvers.hpp"
#include "formats/conversion/Sporos_ToNarrow.hpp"
#include "formats/crs/Sporos_Bandwidth.hpp"
#include "formats/matrix_market/Sporos_MatrixMarket.hpp"
#include "formats/reorder/Sporos_MetisOrdering.hpp"
#include "formats/reorder/Sporos_Permute.hpp"
#include "formats/reorder/Sporos_ReverseCuthillMcKee.hpp"
#include "unit_tests/core/any_format/WrongMatrices.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

namespace named_functions_tests {

using namespace sporos_test::wrong_matrices;
using Vector = Kokkos::View<double*, Space>;
using sporos::Format;
using sporos::Op;

TEST(NamedFunctions, OfConversionsAndCounts) {
  const Exec exec;
  with_wrong([&](const Matrix& A) {
    expect_named("to_ell", [&] { to_ell(exec, A); });
    expect_named("to_sell", [&] { to_sell(exec, A); });
    expect_named("to_dia", [&] { to_dia(exec, A); });
    expect_named("to_bsr", [&] { to_bsr(exec, A); });
    expect_named("to_coo", [&] { to_coo(exec, A); });
    expect_named("to_hyb", [&] { to_hyb(exec, A); });
    expect_named("to_csr5", [&] { to_csr5(exec, A); });
    expect_named("to_delta_crs", [&] { to_delta_crs(exec, A); });
    expect_named("to_symmetric", [&] { to_symmetric(exec, A); });
    expect_named("count_diagonals", [&] { count_diagonals(exec, A); });
    expect_named("count_blocks", [&] { count_blocks(exec, A, 2); });
    expect_named("detect_block_size", [&] { detect_block_size(exec, A); });
    expect_named("count_csr5", [&] { count_csr5(exec, A); });
    expect_named("count_delta_crs", [&] { count_delta_crs(exec, A); });
    expect_named("count_symmetric", [&] { count_symmetric(exec, A); });
    expect_named("validate", [&] { sporos::validate(exec, A); });
    expect_named("validate", [&] { sporos::validate(A); });
    // A GPU looks at the rows alone where no columns repay the conversion of so small a matrix.
    if (sporos::detail::is_host_execution<Exec>) expect_named("choose_format", [&] { sporos::choose_format(exec, A); });
#ifdef SPOROS_HAS_METIS
    expect_named("to_packet", [&] { to_packet(exec, A); });
    expect_named("measure_packets", [&] { measure_packets(exec, A); });
    expect_named("packet_partition", [&] { sporos::packet_partition(A, 2); });
    expect_named("metis_ordering", [&] { sporos::metis_ordering(A); });
    expect_named("metis_partition", [&] { sporos::metis_partition(A, 2); });
#endif
  });
  expect_named("choose_format", [&] { sporos::choose_format(exec, crooked()); });
  expect_named("measure_rows", [&] { measure_rows(exec, crooked()); });
  expect_named("measure_hyb", [&] { measure_hyb(exec, crooked()); });
  expect_named("measure_bandwidth", [&] { measure_bandwidth(exec, crooked()); });
  expect_named("count_sell_slots", [&] { count_sell_slots(exec, crooked(), {4, 1}); });
  expect_named("count_sell_slots", [&] { count_sell_slots(exec, with_offset(9), {4, 1}); });
  expect_named("to_narrow", [&] { sporos::to_narrow<float>(exec, crooked()); });
  expect_named("transposed_bytes", [&] { sporos::transposed_bytes(crooked()); });
  sporos::DeltaCrsOptions tiles;
  tiles.tile_rows = -1;
  expect_named("count_delta_crs", [&] { count_delta_crs(exec, good(), tiles); });
  sporos::SymmetricOptions halves;
  halves.tile_rows = -1;
  expect_named("count_symmetric", [&] { count_symmetric(exec, good(), halves); });
}

TEST(NamedFunctions, OfOrdersAndFiles) {
  const Exec exec;
  const auto order = sporos::Permutation::from_old_of_new({2, 1, 0});
  with_wrong([&](const Matrix& A) {
    expect_named("permute_symmetric", [&] { sporos::permute_symmetric(exec, A, order); });
    expect_named("reverse_cuthill_mckee", [&] { sporos::reverse_cuthill_mckee(A); });
    expect_named("write_binary", [&] { sporos::write_binary("wrong.sporos", A); });
    expect_named("write_matrix_market", [&] { sporos::write_matrix_market("wrong.mtx", A); });
  });
  expect_named("permute", [&] { sporos::permute(exec, Vector("x", 2), order); });
  expect_named("read_binary", [&] { sporos::read_binary<Matrix>(exec, "no-such-file"); });
  expect_named("read_matrix_market", [&] { sporos::read_matrix_market<double>("no-such-file"); });
}

template <class Plan>
void expect_named_by(Plan&& plan) {
  const Exec exec;
  const Vector x("x", 3), y("y", 3), few("few", 2), own("own", 3);
  expect_named("Plan::apply", [&] { plan.apply(1.0, few, 0.0, y); });
  expect_named("Plan::apply", [&] { plan.apply(1.0, x, 0.0, x); });
  expect_named("Plan::apply", [&] { plan.apply(Op::transpose, 1.0, few, 0.0, y); });
  expect_named("Plan::update_values", [&] { plan.update_values(few); });
  const sporos::FusedMemory<Exec> memory(exec);
  const auto norm = sporos::squared_norm(Kokkos::View<double, Space>("norm"));
  expect_named("apply_dots", [&] { sporos::apply_dots(plan, 1.0, few, 0.0, y, memory, norm); });
  expect_named("apply_dots", [&] { sporos::apply_dots(plan, 1.0, x, 0.0, y, {}, norm); });
  expect_named("residual", [&] { sporos::residual(plan, x, few, y, memory, norm); });
  expect_named("jacobi_step", [&] { sporos::jacobi_step(plan, 0.5, own, own, few, y); });
  expect_named("chebyshev_step", [&] { sporos::chebyshev_step(plan, 0.5, 0.5, own, own, few, x, y); });
  expect_named("conjugate_gradients", [&] { sporos::conjugate_gradients(exec, plan, few, few); });
  expect_named("conjugate_gradients", [&] { sporos::conjugate_gradients(exec, plan, x, x); });
}

TEST(NamedFunctions, OfPlansAndProducts) {
  const Exec exec;
  const Vector x("x", 3), y("y", 3), few("few", 2);
  with_wrong([&](const Matrix& A) {
    expect_named("Plan", [&] { sporos::Plan(exec, A); });
    expect_named("Plan", [&] { sporos::Plan{A}; });
    expect_named("spmv", [&] {
      sporos::TuningCache cache;
      sporos::spmv(exec, cache, 1.0, A, x, 0.0, y);
    });
    for (const Format format : {Format::crs, Format::ell, Format::automatic}) {
      sporos::Options options;
      options.format = format;
      expect_named("Plan", [&] { sporos::PlanOf<Exec, decltype(sporos::any_matrix(A))>(exec, A, options); });
    }
  });
  expect_named("spmv", [&] { sporos::spmv(exec, 1.0, crooked(), x, 0.0, y); });
  expect_named("spmv", [&] { sporos::spmv(exec, Op::transpose, 1.0, crooked(), x, 0.0, y); });
  expect_named("spmv", [&] { sporos::spmv(exec, Op::transpose, 1.0, good(), few, 0.0, y); });
  expect_named("spmv", [&] { sporos::spmv(exec, 1.0, to_ell(exec, good()), few, 0.0, y); });
  expect_named("spmv", [&] { sporos::spmv(exec, 1.0, sporos::any_matrix(good()), few, 0.0, y); });
  expect_named("TuningCache::describe", [&] { sporos::TuningCache().describe(exec, crooked()); });
  expect_named("inverse_diagonal", [&] { sporos::inverse_diagonal(exec, crooked()); });
  expect_named_by(sporos::Plan(exec, good()));
  expect_named_by(sporos::Plan(exec, to_ell(exec, good())));
  expect_named_by(sporos::Plan(exec, sporos::any_matrix(good())));
  expect_named_by(sporos::Plan(exec, sporos::any_matrix(to_dia(exec, good()))));
}

}  // namespace named_functions_tests
