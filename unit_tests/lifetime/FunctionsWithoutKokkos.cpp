// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything that allocates or launches, before Kokkos::initialize and after Kokkos::finalize, in a program whose
// main() calls neither. WithoutKokkos.cpp does the same for products and plans.
#include <gtest/gtest.h>

#include "core/Sporos_AnyPlan.hpp"
#include "core/Sporos_BinaryFile.hpp"
#include "core/Sporos_BytesAs.hpp"
#include "core/Sporos_Elements.hpp"
#include "core/Sporos_Fused.hpp"
#include "core/Sporos_Solvers.hpp"
#include "formats/Sporos_Bandwidth.hpp"
#include "formats/Sporos_Generate.hpp"
#include "formats/Sporos_MatrixMarket.hpp"
#include "formats/Sporos_MetisOrdering.hpp"
#include "formats/Sporos_Permute.hpp"
#include "formats/Sporos_ReverseCuthillMcKee.hpp"
#include "formats/conversion/Sporos_ToNarrow.hpp"

namespace functions_without_kokkos_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = Kokkos::HostSpace;
using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
using Vector = Kokkos::View<double*, Space, Unmanaged>;
using Any = sporos::AnyMatrix<double, int, int, Space>;

template <class Action>
void expect_complaint(const std::string& function, const Action& action) {
  try {
    action();
    ADD_FAILURE() << function << " does not complain";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), "sporos::" + function +
                                ": Kokkos is not initialized; call it between Kokkos::initialize and Kokkos::finalize");
  }
}

// Arrays of the caller on the host, whatever `Space` is: they must not be read here.
struct Identity {
  int offsets[3] = {0, 1, 2};
  int columns[2] = {0, 1};
  double values[2] = {1, 1};
  template <class Where = Space>
  auto matrix() const {
    return sporos::crs_view<Where>(2, 2, 2, offsets, columns, values);
  }
};

void expect_complaints() {
  const Identity mine;
  const auto crs = mine.matrix();
  expect_complaint("generate", [] { sporos::generate<double>("stencil5:3"); });
  expect_complaint("read_matrix_market", [] { sporos::read_matrix_market<double>("no file"); });
  expect_complaint("write_matrix_market", [&] { sporos::write_matrix_market("no file/at all", crs); });
  expect_complaint("write_binary", [&] { sporos::write_binary("no file/at all", crs); });
  expect_complaint("write_binary", [&] { sporos::write_binary("no file/at all", sporos::any_matrix(crs)); });
  expect_complaint("copy_to", [&] { sporos::copy_to<Host>(crs); });
  expect_complaint("copy_to", [] { sporos::copy_to<Host>(sporos::CrsMatrix<double, int, int, Space>()); });
  expect_complaint("validate", [&] { sporos::validate(crs); });
  expect_complaint("release", [] { sporos::release(); });
  expect_complaint("reverse_cuthill_mckee", [&] { sporos::reverse_cuthill_mckee(crs); });
#ifdef SPOROS_HAS_METIS
  expect_complaint("metis_ordering", [&] { sporos::metis_ordering(crs); });
  expect_complaint("metis_partition", [&] { sporos::metis_partition(crs, 2); });
  expect_complaint("packet_partition", [&] { sporos::packet_partition(crs, 2); });
#endif
}

template <class Matrix>
void expect_complaints_of_format(const Exec& exec, const Matrix& matrix, const Vector& values) {
  expect_complaint("to_crs", [&] { to_crs(exec, matrix); });
  expect_complaint("update_values", [&] { update_values(exec, matrix, values); });
}

/// \param exec  an instance that was made while Kokkos was initialized
void expect_complaints_of_instance(const Exec& exec) {
  Identity mine;
  const auto crs = mine.matrix();
  const Vector values(mine.values, 2);
  const Kokkos::View<const int*, Space, Unmanaged> indices(mine.columns, 2);
  const Kokkos::View<const int**, Space, Unmanaged> unknowns(mine.columns, 1, 2);
  const auto order = sporos::Permutation::from_old_of_new({1, 0});
  expect_complaint("validate", [&] { sporos::validate(exec, crs); });
  expect_complaint("measure_rows", [&] { sporos::measure_rows(exec, crs); });
  expect_complaint("measure_bandwidth", [&] { sporos::measure_bandwidth(exec, crs); });
  expect_complaint("measure_hyb", [&] { sporos::measure_hyb(exec, crs); });
  expect_complaint("to_narrow", [&] { sporos::to_narrow<float>(exec, crs); });
  expect_complaint("narrow_values", [&] { sporos::narrow_values<float>(exec, values); });
  expect_complaint("permute", [&] { sporos::permute(exec, values, order); });
  expect_complaint("permute_symmetric", [&] { sporos::permute_symmetric(exec, crs, order); });
  expect_complaint("read_binary", [&] { sporos::read_binary<Any>(exec, "no file"); });
  expect_complaint("bytes_as", [&] { sporos::bytes_as(exec, crs, sporos::Format::ell); });
  expect_complaint("to_any", [&] { sporos::to_any(exec, crs, sporos::Format::ell); });
  expect_complaint("convert", [&] { sporos::convert(exec, sporos::any_matrix(crs), sporos::Format::ell); });
  expect_complaint("choose_format", [&] { sporos::choose_format(exec, crs); });
  expect_complaint("element_matrix", [&] { sporos::element_matrix<double>(exec, 2, unknowns); });
  expect_complaint("inverse_diagonal", [&] { sporos::inverse_diagonal(exec, crs); });
  expect_complaint("ConjugateGradients", [&] { sporos::ConjugateGradients<Exec, double>(exec, 2); });
  expect_complaint("FusedMemory", [&] { sporos::FusedMemory<Exec>{exec}; });
  expect_complaint("update_direction", [&] { sporos::update_direction(exec, values, 1, values); });

  expect_complaint("to_ell", [&] { sporos::to_ell(exec, crs); });
  expect_complaint("to_sell", [&] { sporos::to_sell(exec, crs); });
  expect_complaint("count_sell_slots", [&] { sporos::count_sell_slots(exec, crs, {4, 1}); });
  expect_complaint("to_dia", [&] { sporos::to_dia(exec, crs); });
  expect_complaint("count_diagonals", [&] { sporos::count_diagonals(exec, crs); });
  expect_complaint("to_bsr", [&] { sporos::to_bsr(exec, crs); });
  expect_complaint("detect_block_size", [&] { sporos::detect_block_size(exec, crs); });
  expect_complaint("count_blocks", [&] { sporos::count_blocks(exec, crs, 2); });
  expect_complaint("to_coo", [&] { sporos::to_coo(exec, crs); });
  expect_complaint("to_coo", [&] { sporos::to_coo(exec, 2, 2, indices, indices, values); });
  expect_complaint("to_hyb", [&] { sporos::to_hyb(exec, crs); });
  expect_complaint("to_csr5", [&] { sporos::to_csr5(exec, crs); });
  expect_complaint("count_csr5", [&] { sporos::count_csr5(exec, crs); });
  expect_complaint("to_delta_crs", [&] { sporos::to_delta_crs(exec, crs); });
  expect_complaint("count_delta_crs", [&] { sporos::count_delta_crs(exec, crs); });
  expect_complaint("to_symmetric", [&] { sporos::to_symmetric(exec, crs); });
  expect_complaint("count_symmetric", [&] { sporos::count_symmetric(exec, crs); });
#ifdef SPOROS_HAS_METIS
  expect_complaint("to_packet", [&] { sporos::to_packet(exec, crs); });
  expect_complaint("measure_packets", [&] { sporos::measure_packets(exec, crs); });
#endif
  expect_complaints_of_format(exec, sporos::EllMatrix<double, int, int, Space>(), values);
  expect_complaints_of_format(exec, sporos::SellMatrix<double, int, int, Space>(), values);
  expect_complaints_of_format(exec, sporos::DiaMatrix<double, int, int, Space>(), values);
  expect_complaints_of_format(exec, sporos::BsrMatrix<double, int, int, Space>(), values);
  expect_complaints_of_format(exec, sporos::CooMatrix<double, int, int, Space>(), values);
  expect_complaints_of_format(exec, sporos::HybMatrix<double, int, int, Space>(), values);
  expect_complaints_of_format(exec, sporos::Csr5Matrix<double, int, int, Space>(), values);
  expect_complaints_of_format(exec, sporos::DeltaCrsMatrix<double, int, int, Space>(), values);
  expect_complaints_of_format(exec, sporos::SymmetricMatrix<double, int, int, Space>(), values);
  expect_complaints_of_format(exec, sporos::PacketMatrix<double, int, int, Space>(), values);
  expect_complaints_of_format(exec, sporos::ElementMatrix<double, int, int, Space>(), values);
  sporos::DeltaCrsMatrix<double, int, int, Space> deltas;
  expect_complaint("replace_values", [&] { replace_values(exec, deltas, values); });
  auto any = sporos::any_matrix(crs);
  expect_complaint("update_values", [&] { update_values(exec, any, values); });
}

// Only one test, and so one process, because Kokkos can be initialized only once.
TEST(FunctionsWithoutKokkos, SaySoBeforeItAndAfterIt) {
  expect_complaints();
  Kokkos::initialize();
  static const Exec& exec = *new Exec;  // some of Kokkos' instances end the program where they outlive it
  EXPECT_EQ(sporos::generate<double>("stencil5:3").num_rows, 9);
  Kokkos::finalize();
  expect_complaints();
  expect_complaints_of_instance(exec);
}

}  // namespace functions_without_kokkos_tests
