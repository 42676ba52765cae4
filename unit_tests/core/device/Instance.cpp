// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <sstream>

#include "core/device/instance/Sporos_DeviceName.hpp"
#include "core/device/instance/Sporos_InstanceKey.hpp"
#include "unit_tests/support/Instances.hpp"

namespace instance_tests {

using Exec = Kokkos::DefaultExecutionSpace;

TEST(InstanceKey, IsThatOfACopy) {
  for (const Exec& instance : sporos_test::make_instances<Exec>(2)) {
    const Exec copy(instance);
    EXPECT_EQ(sporos::detail::instance_key(copy), sporos::detail::instance_key(instance));
  }
  EXPECT_EQ(sporos::detail::instance_key(Exec()), sporos::detail::instance_key(Exec()));
}

#if KOKKOS_VERSION >= 40000
TEST(InstanceKey, DiffersWhereInstancesDo) {
  auto instances = sporos_test::make_instances<Exec>(3);
  instances.emplace_back();
  for (const Exec& one : instances) {
    for (const Exec& other : instances) {
      EXPECT_EQ(sporos::detail::instance_key(one) == sporos::detail::instance_key(other), one == other);
    }
  }
}
#endif

TEST(DeviceName, IsReadFromTheListOfProcessors) {
  const auto name = [](const std::string& text) {
    std::istringstream list(text);
    return sporos::detail::processor_name(list);
  };
  EXPECT_EQ(name("processor\t: 0\nmodel\t\t: 17\nmodel name\t: Fast 9000 @ 2 GHz\ncpu family\t: 25\n"),
            "Fast 9000 @ 2 GHz");
  EXPECT_EQ(name("processor\t: 0\ncpu\t\t: POWER9, altivec supported\n"), "POWER9, altivec supported");
  EXPECT_EQ(name("processor\t: 0\nCPU implementer\t: 0x41\nCPU variant\t: 0x3\nCPU part\t: 0xd0c\n"), "ARM 0x41 0xd0c");
  EXPECT_EQ(name("processor\t: 0\nmodel name\t:\nno colon\n\n:\n"), "host");
  EXPECT_EQ(name(""), "host");
}

TEST(DeviceName, OfAnInstanceIsNotEmpty) { EXPECT_FALSE(sporos::detail::device_name(Exec()).empty()); }

}  // namespace instance_tests
