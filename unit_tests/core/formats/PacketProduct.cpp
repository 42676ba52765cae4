// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/launch/formats/Sporos_LaunchPacket.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/Packets.hpp"

namespace packet_product_tests {

using sporos::PacketShape;
using sporos_test::FormatChecks;

struct Given {
  PacketShape shape;
  bool keep_map = true;

  template <class ExecutionSpace, class Matrix>
  auto operator()(const ExecutionSpace& exec, const Matrix& A) const {
    auto options = sporos_test::given_packets(A.num_rows, shape);
    options.keep_map = keep_map;
    return to_packet(exec, A, options);
  }
};

struct ByMetis {
  std::optional<PacketShape> shape;

  template <class ExecutionSpace, class Matrix>
  auto operator()(const ExecutionSpace& exec, const Matrix& A) const {
    sporos::PacketOptions options;
    options.shape = shape;
    options.max_bytes = std::int64_t{1} << 32;
    return to_packet(exec, A, options);
  }
};

// Every matrix of the gallery, made square.
template <class Value, class Vector = Value, class Column = int, class Offset = int, class Convert>
void check(const Convert& convert) {
  auto patterns = sporos_test::gallery();
  for (auto& pattern : sporos_test::structured_gallery()) patterns.push_back(std::move(pattern));
  for (const auto& pattern : patterns) {
    sporos_test::check_format_of<Value, Vector, Column, Offset>(sporos_test::squared(pattern), convert, FormatChecks());
  }
}

constexpr Given packets{{100, 7}};

TEST(PacketProduct, Float) { check<float>(packets); }
TEST(PacketProduct, Double) { check<double>(packets); }
TEST(PacketProduct, ComplexFloat) { check<Kokkos::complex<float>>(packets); }
TEST(PacketProduct, ComplexDouble) { check<Kokkos::complex<double>>(packets); }
TEST(PacketProduct, FloatMatrixWithDoubleVectors) { check<float, double>(packets); }
TEST(PacketProduct, LongOffsets) { check<double, double, int, std::size_t>(packets); }
TEST(PacketProduct, LongColumns) { check<double, double, std::int64_t, int>(packets); }
TEST(PacketProduct, LongColumnsAndOffsets) { check<double, double, std::int64_t, std::int64_t>(packets); }
TEST(PacketProduct, OneLane) { check<double>(Given{{64, 1}}); }
TEST(PacketProduct, PacketsOfOneRow) { check<double>(Given{{1, 2}}); }
TEST(PacketProduct, MoreLanesThanRows) { check<double>(Given{{33, 40}}); }

#ifdef SPOROS_HAS_METIS
TEST(PacketProduct, PacketsByMetis) { check<double>(ByMetis{PacketShape{100, 7}}); }
TEST(PacketProduct, UsualShape) { check<double>(ByMetis()); }
TEST(PacketProduct, UsualShapeOfComplexNumbers) { check<Kokkos::complex<double>>(ByMetis()); }
#endif

TEST(PacketProduct, VectorsThatNoScratchHoldsAreRefusedOrMultiplied) {
  // 4096 rows take 64 KiB: more than a team gets on any GPU without a special request; on a host it does not matter.
  using Exec = Kokkos::DefaultExecutionSpace;
  auto pattern = sporos_test::random_pattern("", 4096, 4096, [](auto) { return 3; });
  sporos_test::ProductCase<double> matrix_case(pattern);
  const auto matrix = Given{{4096, 64}}(Exec(), matrix_case.matrix);
  const auto complaint = sporos_test::complaint([&] {
    matrix_case.check(1, 0, [&](double a, auto x, double b, auto y) { sporos::spmv(Exec(), a, matrix, x, b, y); });
  });
  if (sporos::detect_machine(Exec()).kind == sporos::MachineKind::host) {
    EXPECT_EQ(complaint, "no complaint");
  } else if (sporos::detect_machine(Exec()).scratch_bytes < 65536) {
    EXPECT_NE(complaint.find("packets of 4096 rows need 65536 bytes of team scratch"), std::string::npos) << complaint;
  }
}

}  // namespace packet_product_tests
