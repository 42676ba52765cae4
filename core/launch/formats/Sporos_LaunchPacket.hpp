// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of the product of a matrix in packets: the packets write y, then COO adds the entries that couple
/// them.
#pragma once

#include "core/kernels/formats/Sporos_PacketKernel.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/formats/Sporos_LaunchCoo.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/packet/Sporos_FromPacket.hpp"
#include "formats/packet/Sporos_PacketParts.hpp"
#include "policies/formats/Sporos_ConversionOptions.hpp"
#include "policies/formats/Sporos_PacketRule.hpp"

namespace sporos {
namespace detail {

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<PacketMatrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "packet";
  static constexpr bool in_parts = true;

  template <class Product, class Matrix>
  static void run(const Product& product, const Matrix& A) {
    using ExecutionSpace = typename Product::execution_space;
    using Scalar = typename Product::Sum;
    using Operand = FormatOperand<ExecutionSpace, PacketArrays<Value, Column>, typename Product::Reader, Scalar>;
    using Kernel = PacketKernel<Operand, typename Product::Epilogue, packet_in_flight>;
    const Machine& machine = product.machine;
    const std::size_t scratch = Kernel::scratch_bytes(A.longest_packet);
    require(machine.kind == MachineKind::host || scratch <= static_cast<std::size_t>(machine.scratch_bytes), "spmv",
            "packets of ", A.longest_packet, " rows need ", scratch,
            " bytes of team scratch for these vectors, but there are ", machine.scratch_bytes,
            "; convert with fewer shape.rows");
    auto policy =
        team_policy<TileOccupancy<Scalar>>(product.exec, A.num_packets(), packet_block_size(machine, A.lanes), 0);
    policy.set_scratch_size(Kernel::scratch_level, scratch_of_team(scratch));
    launch_kernel(
        product.labels.product, policy,
        Kernel{{{packet_lanes(A), A.longest_packet, A.columns.data(), A.values.data()}, product.x}, product.epilogue});
    if (A.coupling.nnz() > 0) launch_second_part(product, A.coupling);
  }
};

}  // namespace detail

/// \brief Packets.
template <class V, class C, class O, class M>
struct FormatTraits<PacketMatrix<V, C, O, M>> : detail::FormatLaunch<PacketMatrix<V, C, O, M>>,
                                                detail::FormatDefaults<PacketMatrix<V, C, O, M>, Format::packet> {
  using Matrix = PacketMatrix<V, C, O, M>;

  template <class ExecutionSpace>
  static Matrix from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format,
                         const ConversionOptions& options) {
    return to_packet(exec, crs, detail::limited<PacketOptions>(options));
  }

  template <class ExecutionSpace>
  static std::int64_t bytes_from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format,
                                     const ConversionOptions& options) {
    return bytes_as_packet(measure_packets(exec, crs, detail::limited<PacketOptions>(options)), sizeof(V), sizeof(C));
  }

  static const char* trial_fault(std::int64_t num_rows, double seconds) {
    return detail::packet_partition_seconds(num_rows) < seconds
               ? nullptr
               : "METIS would take longer than all expected products of compressed rows";
  }
};

}  // namespace sporos
