// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transposed products of matrices in blocks, which plans compute with transposed blocks.
#include "core/Sporos.hpp"
#include "core/Sporos_FormatPlan.hpp"
#include "core/launch/formats/Sporos_LaunchBsr.hpp"
#include "formats/Sporos_Generate.hpp"
#include "unit_tests/support/OperationCase.hpp"

namespace operations_of_blocks_tests {

using sporos::BlockLayout;
using sporos::Op;
using sporos_test::elements;
using sporos_test::Exec;
using sporos_test::OperationCase;
using sporos_test::Pattern;
using sporos_test::Space;

sporos::BsrOptions blocks_of(int size, BlockLayout layout) {
  sporos::BsrOptions options;
  options.block_size = size;
  options.layout = layout;
  options.max_bytes = std::int64_t{1} << 30;
  return options;
}

sporos::Options told() {
  sporos::Options options;
  options.operations = Op::transpose;
  return options;
}

template <class Plan, class Value>
void check(const OperationCase<Value>& one, const Plan& plan) {
  one.check_all([&](auto... arguments) { plan.apply(arguments...); });
}

// The last blocks are not full, in rows, columns or both.
TEST(OperationsOfBlocks, OfTheGalleryMatchTheReference) {
  auto patterns = sporos_test::gallery();
  for (Pattern& pattern : sporos_test::structured_gallery()) patterns.push_back(std::move(pattern));
  for (const Pattern& pattern : patterns) {
    if (pattern.nnz() > 20000) continue;
    const OperationCase<double> one(pattern);
    for (const int size : {1, 3}) {
      for (const BlockLayout layout : {BlockLayout::block_by_block, BlockLayout::row_by_row}) {
        SCOPED_TRACE(sporos::detail::concat(pattern.name, ", blocks of ", size, ' ', name(layout)));
        const auto bsr = to_bsr(Exec(), one.matrix, blocks_of(size, layout));
        check(one, sporos::Plan(Exec(), bsr, told()));
      }
    }
  }
}

TEST(OperationsOfBlocks, OfComplexNumbersSeeNewNumbersAndAreCloned) {
  using Value = Kokkos::complex<double>;
  const auto host = sporos::generate<Value, int, int>("stencil9:23x17");
  auto other_host = host;
  other_host.values = sporos_test::make_vector<Value>(host.nnz(), 77);
  const OperationCase<Value> one(host);
  const OperationCase<Value> other(other_host);
  for (const int size : {2, 4, 9}) {
    SCOPED_TRACE(size);
    const auto bsr = to_bsr(Exec(), one.matrix, blocks_of(size, BlockLayout::row_by_row));
    auto plan = sporos::Plan(Exec(), bsr);  // told by its first such product
    check(one, plan);
    const auto copy = plan.clone();
    plan.update_values(other.matrix.values);
    check(other, plan);
    check(one, copy);
  }
}

// As the drawing in the header of BsrMatrix.
TEST(OperationsOfBlocks, TransposeBlocksAndTheirPlaces) {
  const auto host = sporos_test::make_matrix<double>({"", 4, {{0}, {0, 1, 2}, {2, 3}, {2}}});
  for (int k = 0; k < 7; ++k) host.values(k) = k + 1;
  const auto A = sporos::copy_to<Space>(host);
  const auto blocks = to_bsr(Exec(), A, blocks_of(2, BlockLayout::block_by_block));
  const auto found = sporos::detail::transposed(Exec(), blocks, "test");
  EXPECT_EQ(elements(found.matrix.block_offsets), (std::vector<int>{0, 1, 3}));
  EXPECT_EQ(elements(found.matrix.block_columns), (std::vector<int>{0, 0, 1}));
  EXPECT_EQ(elements(found.map), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(elements(found.matrix.values), (std::vector<double>{1, 2, 0, 3, 0, 4, 0, 0, 5, 7, 6, 0}));
  const auto by_rows = sporos::detail::transposed(Exec(), to_bsr(Exec(), A, blocks_of(2, BlockLayout::row_by_row)), "");
  EXPECT_EQ(elements(by_rows.matrix.values), (std::vector<double>{1, 2, 0, 3, 0, 4, 5, 7, 0, 0, 6, 0}));
}

TEST(OperationsOfBlocks, AreDescribedWithTheirMemory) {
  const OperationCase<double> one({"", 4, {{0}, {0, 1, 2}, {2, 3}, {2}}});
  const auto bsr = to_bsr(Exec(), one.matrix, blocks_of(2, BlockLayout::block_by_block));
  const std::int64_t bytes = 3 * 4 + 3 * (4 + 4 * 8 + 4);
  EXPECT_EQ(sporos::transposed_bytes(bsr), bytes);
  const auto plan = sporos::Plan(Exec(), bsr, told());
  EXPECT_EQ(plan.describe().transposed.bytes, bytes);
  EXPECT_EQ(plan.memory().transposed, bytes);
  EXPECT_NE(plan.describe().words().find(" Transposed products run bsr on 132 bytes of their own."), std::string::npos)
      << plan.describe();
  EXPECT_NE(plan.describe().json().find("\"transposed\": {\"bytes\": 132, \"format\": \"bsr\", \"algorithm\": \"\"}"),
            std::string::npos)
      << plan.describe().json();
}

// They are not made by way of compressed rows.
TEST(OperationsOfBlocks, AreMadeOfBlocks) {
  const OperationCase<double> one({"", 4, {{0}, {0, 1, 2}, {2, 3}, {2}}});
  const auto bsr = to_bsr(Exec(), one.matrix, blocks_of(2, BlockLayout::block_by_block));
  const sporos_test::Recording recording;
  const auto plan = sporos::Plan(Exec(), bsr, told());
  for (const auto& [launch, device] : recording.log().launches) {
    EXPECT_EQ(launch.find("to_crs"), std::string::npos) << launch;
  }
  EXPECT_GT(recording.log().launches.size(), 1U);
}

}  // namespace operations_of_blocks_tests
