// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One sentence for each function, instead of a list of overloads.
// error: sporos::to_ell: the arguments are exec, A .*options are sporos::
// error: sporos::to_sell: the arguments are exec, A .*options are sporos::
// error: sporos::to_dia: the arguments are exec, A .*options are sporos::
// error: sporos::to_bsr: the arguments are exec, A .*options are sporos::
// error: sporos::to_hyb: the arguments are exec, A .*options are sporos::
// error: sporos::to_csr5: the arguments are exec, A .*options are sporos::
// error: sporos::to_delta_crs: the arguments are exec, A .*options are sporos::
// error: sporos::to_packet: the arguments are exec, A .*options are sporos::
// error: sporos::to_symmetric: the arguments are exec, A .*options are sporos::
// error: sporos::to_coo: the arguments are exec, A .*or exec, num_rows
// error: sporos::count_diagonals: the arguments are exec, A
// error: sporos::count_csr5: the arguments are exec, A
// error: sporos::count_delta_crs: the arguments are exec, A
// error: sporos::count_symmetric: the arguments are exec, A
// error: sporos::measure_hyb: the arguments are exec, A
// error: sporos::measure_packets: the arguments are exec, A
// error: sporos::measure_rows: the arguments are exec, A
// error: sporos::detect_block_size: the arguments are exec, A
// error: sporos::count_blocks: the arguments are exec, A, block_size
// error: sporos::count_sell_slots: the arguments are exec, A, shape
// error: sporos::to_crs: the arguments are exec, A
// error: sporos::update_values: the arguments are exec, A, values
// error: sporos::replace_values: the arguments are exec, A, values
// error: sporos::packet_partition: the arguments are A, rows_of_packet
#include "core/Sporos_Formats.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = sporos::CrsMatrix<double, int, int, Space>;
using Vector = Kokkos::View<double*, Space>;

void convert(const Exec& exec, const Matrix& A, const Vector& x,
             sporos::DeltaCrsMatrix<double, int, int, Space>& deltas) {
  static_cast<void>(x);
  static_cast<void>(deltas);
#ifdef MUST_COMPILE
  sporos::to_ell(exec, A);
  sporos::to_sell(exec, A);
  sporos::to_dia(exec, A);
  sporos::to_bsr(exec, A);
  sporos::to_hyb(exec, A);
  sporos::to_csr5(exec, A);
  sporos::to_delta_crs(exec, A);
  sporos::to_packet(exec, A);
  sporos::to_symmetric(exec, A);
  sporos::to_coo(exec, A);
  sporos::count_diagonals(exec, A);
  sporos::count_csr5(exec, A);
  sporos::count_delta_crs(exec, A);
  sporos::count_symmetric(exec, A);
  sporos::measure_hyb(exec, A);
  sporos::measure_packets(exec, A);
  sporos::measure_rows(exec, A);
  sporos::detect_block_size(exec, A);
  sporos::count_blocks(exec, A, 2);
  sporos::count_sell_slots(exec, A, {4, 1});
  sporos::to_crs(exec, deltas);
  sporos::update_values(exec, deltas, x);
  sporos::replace_values(exec, deltas, x);
  sporos::packet_partition(A, 2);
#else
  sporos::to_ell(exec, A, sporos::SellOptions());
  sporos::to_sell(A, exec);
  sporos::to_dia(A);
  sporos::to_bsr(exec, A, 3);
  sporos::to_hyb(A);
  sporos::to_csr5(A);
  sporos::to_delta_crs(A);
  sporos::to_packet(A);
  sporos::to_symmetric(A);
  sporos::to_coo(A);
  sporos::count_diagonals(A);
  sporos::count_csr5(A);
  sporos::count_delta_crs(A);
  sporos::count_symmetric(A);
  sporos::measure_hyb(A);
  sporos::measure_packets(A);
  sporos::measure_rows(A, exec);
  sporos::detect_block_size(A);
  sporos::count_blocks(A, 2);
  sporos::count_sell_slots(exec, A);
  sporos::to_crs(exec, A);
  sporos::update_values(deltas, x);
  sporos::replace_values(exec, A, x);
  sporos::packet_partition(exec, A, 2);
#endif
  static_cast<void>(exec);
}
