// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <memory>

#include "core/setup/Sporos_SetupMemory.hpp"
#include "unit_tests/support/Recording.hpp"

namespace setup_block_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = sporos::detail::SetupMemory<Exec>;
using Pool = sporos::detail::BlockPool<Exec>;

std::size_t fences_at_the_end(bool products_read_it) {
  auto block = std::make_unique<sporos::detail::SetupBlock<Exec>>(Exec(), Pool::Bytes("block", Pool::min_block_bytes));
  if (products_read_it) block->lend();
  const sporos_test::Recording recording;
  block.reset();
  return recording.log().fences.size();
}

bool fences_are_told() {
  const sporos_test::Recording recording;
  Kokkos::fence();
  return !recording.log().fences.empty();
}

// Another kernel will write the memory when it is used again.
TEST(SetupBlock, IsUsedAgainWhenProductsThatReadItHaveEnded) {
  if (!fences_are_told()) GTEST_SKIP() << "this Kokkos tells its tools of no fence here";
  [[maybe_unused]] const auto& memory = sporos::detail::PerInstance<Exec, Memory>::get(Exec());
  EXPECT_EQ(fences_at_the_end(false), 0u);
  EXPECT_GT(fences_at_the_end(true), 0u);
}

}  // namespace setup_block_tests
