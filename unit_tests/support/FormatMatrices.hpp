// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Small matrices in every format, on the host.
#pragma once

#include "formats/bsr/Sporos_ToBsr.hpp"
#include "formats/coo/Sporos_ToCoo.hpp"
#include "formats/csr5/Sporos_ToCsr5.hpp"
#include "formats/delta_crs/Sporos_ToDeltaCrs.hpp"
#include "formats/dia/Sporos_ToDia.hpp"
#include "formats/ell/Sporos_ToEll.hpp"
#include "formats/hyb/Sporos_ToHyb.hpp"
#include "formats/packet/Sporos_ToPacket.hpp"
#include "formats/sell/Sporos_ToSell.hpp"
#include "formats/symmetric/Sporos_ToSymmetric.hpp"
#include "unit_tests/support/Gallery.hpp"

namespace sporos_test {

using HostExec = Kokkos::DefaultHostExecutionSpace;

/// \brief The matrix of drawn() in FormatTests.hpp, on the host.
inline auto drawn_on_host() {
  const auto matrix = make_matrix<double>({"", 4, {{0, 2}, {}, {0, 1, 3}, {3}}});
  for (int k = 0; k < 6; ++k) matrix.values(static_cast<std::size_t>(k)) = k + 1;
  return matrix;
}

/// \brief The matrix in the drawing of half storage.
inline auto symmetric_on_host() {
  const auto matrix = make_matrix<double>({"", 4, {{0, 1}, {0, 1, 3}, {2, 3}, {1, 2, 3}}});
  constexpr double values[] = {4, 1, 1, 4, 2, 5, 3, 2, 3, 6};
  for (std::size_t k = 0; k < 10; ++k) matrix.values(k) = values[k];
  return matrix;
}

/// \brief Calls `f(name, matrix)` with a matrix in each format, also with options that make optional arrays.
template <class F>
void for_each_format(const F& f) {
  const HostExec exec;
  const auto A = drawn_on_host();
  f("crs", A);
  f("coo", to_coo(exec, A));
  f("dia", to_dia(exec, A));
  sporos::EllOptions ell;
  ell.row_lengths = true;
  f("ell", to_ell(exec, A, ell));
  sporos::HybOptions hyb;
  hyb.width = 1;
  f("hyb", to_hyb(exec, A, hyb));
  sporos::SellOptions sell;
  sell.shape = sporos::SellShape{2, 4};
  sell.row_lengths = true;
  f("sell", to_sell(exec, A, sell));
  sporos::BsrOptions bsr;
  bsr.block_size = 2;
  f("bsr", to_bsr(exec, A, bsr));
  sporos::Csr5Options csr5;
  csr5.omega = 2;
  csr5.sigma = 2;
  f("csr5", to_csr5(exec, A, csr5));
  sporos::DeltaCrsOptions deltas;
  deltas.tile_rows = 2;
  deltas.columns = sporos::DeltaColumns::wide;
  f("delta_crs", to_delta_crs(exec, A, deltas));
  deltas.values = sporos::DeltaValues::table;
  f("delta_crs with a table", to_delta_crs(exec, A, deltas));
  sporos::PacketOptions packets;
  packets.packet_of_row = {0, 1, 0, 1};
  packets.shape = sporos::PacketShape{2, 2};
  f("packet", to_packet(exec, A, packets));
  sporos::SymmetricOptions halves;
  halves.tile_rows = 2;
  f("symmetric", to_symmetric(exec, symmetric_on_host(), halves));
}

}  // namespace sporos_test
