// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A binder keeps only a few textures. Kernels that have not begun may still read through those that are replaced.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/device/Sporos_VectorReader.hpp"
#include "unit_tests/support/Recording.hpp"

namespace textures_in_flight_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Vector = Kokkos::View<double*, Exec::memory_space>;

// Takes some tenths of a second on one thread of a GPU.
struct Delay {
  Kokkos::View<double, Exec::memory_space> result;

  KOKKOS_INLINE_FUNCTION void operator()(int) const {
    double value = result();
    for (int step = 0; step < 30000000; ++step) value = value * 0.999 + 0.5;
    result() = value;
  }
};

template <class Reader>
struct Copy {
  Reader from;
  double* to;

  KOKKOS_INLINE_FUNCTION void operator()(int i) const { to[i] = from(i); }
};

template <class Binder>
void copy_by_textures([[maybe_unused]] Binder& binder) {
  if constexpr (Binder::supports(sporos::Gather::texture)) {
    constexpr int count = 1000;
    constexpr int vectors = 40;  // many more than there are textures
    const Exec exec;
    std::vector<Vector> from;
    std::vector<Vector> to;
    for (int v = 0; v < vectors; ++v) {
      from.emplace_back("from", count);
      to.emplace_back("to", count);
      Kokkos::deep_copy(from.back(), v + 1.0);
    }
    Kokkos::fence();
    Kokkos::parallel_for("test[delay]", Kokkos::RangePolicy<Exec>(exec, 0, 1),
                         Delay{Kokkos::View<double, Exec::memory_space>("delay")});
    const sporos_test::Recording recording;
    for (std::size_t v = 0; v < vectors; ++v) {
      const auto reader = binder.template bind<sporos::Gather::texture>(exec, from[v].data(), count);
      Kokkos::parallel_for("test[copy]", Kokkos::RangePolicy<Exec>(exec, 0, count),
                           Copy<std::decay_t<decltype(reader)>>{reader, to[v].data()});
    }
    // A GPU may keep freed memory as long as kernels read it; then no result is wrong, so the fences are checked.
    const auto& fences = recording.log().fences;
    EXPECT_GE(std::count(fences.begin(), fences.end(), "sporos::textures[wait]"), vectors / 2);
    exec.fence();
    for (std::size_t v = 0; v < vectors; ++v) {
      const auto found = sporos::detail::host_copy(to[v]);
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(found(i), static_cast<double>(v) + 1) << "vector " << v;
    }
  } else {
    GTEST_SKIP() << "there are no textures";
  }
}

TEST(TexturesInFlight, AreThereUntilTheLastKernelHasReadThroughThem) {
  sporos::detail::VectorBinder<Exec> binder;
  copy_by_textures(binder);
}

}  // namespace textures_in_flight_tests
