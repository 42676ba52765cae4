// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

#include "any_plan.hpp"

template <class T, std::size_t size>
static auto on_device(const T (&from)[size]) {
  Kokkos::View<T*, Exec> to("to", size);
  Kokkos::deep_copy(to, Kokkos::View<const T*, Kokkos::HostSpace>(from, size));
  return to;
}

// | 1 2 |   | 10 |
// | 0 3 | * | 20 | = 50, 60, in compressed rows and in another format, and 100, 120 with numbers that are twice as
// large.
int main(int argc, char** argv) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  const int offsets[] = {0, 2, 3};
  const int columns[] = {0, 1, 1};
  const double values[] = {1, 2, 3};
  const double twice[] = {2, 4, 6};
  const double vector[] = {10, 20};
  const auto A = sporos::crs_view(2, 2, on_device(offsets), on_device(columns), on_device(values));
  const auto x = on_device(vector);
  const auto y = on_device(vector);

  bool right = true;
  for (const auto format : {sporos::Format::crs, sporos::Format::ell}) {
    sporos::Options options;
    options.format = format;
    auto plan = sporos::Plan(Exec(), sporos::any_matrix(A), options);
    const auto expect = [&](const auto& of, double first, double second) {
      of.apply(1.0, x, 0.0, y);
      const auto result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y);
      std::printf("%s: %g %g\n", of.describe().words().c_str(), result(0), result(1));
      right = right && result(0) == first && result(1) == second && of.format() == format;
    };
    expect(plan, 50, 60);
    const auto clone = plan.clone();
    plan.update_values(on_device(twice));
    expect(plan, 100, 120);
    expect(clone, 50, 60);
  }
  return right ? 0 : 1;
}
