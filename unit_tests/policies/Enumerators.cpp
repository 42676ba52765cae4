// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/common/Sporos_Enumerators.hpp"

#include <gtest/gtest.h>

#include "formats/element/Sporos_ElementMatrix.hpp"
#include "policies/Sporos_Options.hpp"
#include "policies/formats/Sporos_ConversionOptions.hpp"
#include "unit_tests/support/Complaint.hpp"

namespace enumerators_tests {

using sporos_test::complaint;

template <class Enum>
void check_names(const char* type) {
  const auto unknown = static_cast<Enum>(99);
  for (const auto& one : sporos::detail::Enumerators<Enum>::all) {
    EXPECT_STREQ(name(one.value), one.name);
    EXPECT_EQ(sporos::detail::find_enumerator<Enum>(one.name), one.value);
  }
  EXPECT_EQ(complaint([&] { name(unknown); }),
            sporos::detail::concat("sporos::name: its argument = 99 is no sporos::", type, "; there are ",
                                   sporos::detail::listed_names<Enum>()));
}

TEST(Enumerators, OnlyTheyHaveNames) {
  check_names<sporos::Op>("Op");
  check_names<sporos::Algorithm>("Algorithm");
  check_names<sporos::RowRule>("RowRule");
  check_names<sporos::Format>("Format");
  check_names<sporos::Tuning>("Tuning");
  check_names<sporos::Target>("Target");
  check_names<sporos::Reduction>("Reduction");
  check_names<sporos::Gather>("Gather");
  check_names<sporos::HostLevel>("HostLevel");
  check_names<sporos::BlockLayout>("BlockLayout");
  check_names<sporos::DeltaValues>("DeltaValues");
  check_names<sporos::DeltaColumns>("DeltaColumns");
  check_names<sporos::Scatter>("Scatter");
}

TEST(Enumerators, OfAlgorithmsAreFoundByName) {
  for (const auto algorithm : sporos::all_algorithms()) {
    EXPECT_EQ(sporos::algorithm_of(name(algorithm)), algorithm);
  }
  EXPECT_EQ(sporos::algorithm_of("automatic"), sporos::Algorithm::automatic);
  EXPECT_EQ(sporos::algorithm_of("split"), sporos::Algorithm::merge_path);
  EXPECT_EQ(complaint([] { sporos::algorithm_of("Coop"); }),
            "sporos::algorithm_of: there is no algorithm \"Coop\"; there are automatic, scalar, vector, coop, stream, "
            "light_vector, light_warp, pcsr, ipcsr, adaptive, merge_path, patterns");
}

TEST(Enumerators, NumbersThatAreNoneOfThemAreRefused) {
  const char* const ops = " is no sporos::Op; there are none, transpose, conjugate, conjugate_transpose";
  EXPECT_EQ(complaint([] { sporos::Operations(static_cast<sporos::Op>(9)); }),
            sporos::detail::concat("sporos::Operations: op = 9", ops));
  EXPECT_EQ(complaint([] {
              sporos::Options().operations = {sporos::Op::transpose, static_cast<sporos::Op>(-1)};
            }),
            sporos::detail::concat("sporos::Operations: op = -1", ops));
  EXPECT_EQ(complaint([] { sporos::host_machine(1, static_cast<sporos::HostLevel>(5)); }),
            "sporos::host_machine: level = 5 is no sporos::HostLevel; there are portable, neon, avx2, avx512_masks, "
            "avx512");
}

}  // namespace enumerators_tests
