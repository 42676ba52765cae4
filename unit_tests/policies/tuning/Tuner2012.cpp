// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/tuning/Sporos_Tuner2012.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "policies/crs/Sporos_FixedRule2012.hpp"

namespace tuner2012_tests {

using sporos::RowShape;
using sporos::detail::Tuner2012;

using Surface = std::function<double(const RowShape&)>;

constexpr int single_bytes = 4;
constexpr int double_bytes = 8;

void expect_shape(const RowShape& seen, const RowShape& wanted) {
  EXPECT_TRUE(seen == wanted) << "{" << seen.coop << ", " << seen.repeat << ", " << seen.block_size << "} is not {"
                              << wanted.coop << ", " << wanted.repeat << ", " << wanted.block_size << "}";
}

/// Tunes to the end on times without noise; the shapes of all products.
std::vector<RowShape> shapes_tried(Tuner2012& tuner, const Surface& time) {
  std::vector<RowShape> shapes;
  const int products = tuner.products();
  while (!tuner.finished() && shapes.size() < 1000) {
    shapes.push_back(tuner.next());
    tuner.report(time(tuner.next()));
  }
  EXPECT_TRUE(tuner.finished());
  expect_shape(tuner.next(), tuner.best());
  EXPECT_EQ(tuner.products() - products, static_cast<int>(shapes.size()));
  return shapes;
}

void expect_shapes(const std::vector<RowShape>& seen, const std::vector<RowShape>& wanted) {
  ASSERT_EQ(seen.size(), wanted.size());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    SCOPED_TRACE(i);
    expect_shape(seen[i], wanted[i]);
  }
}

/// 1 at `best`, more by the given share for every doubling or every 32 threads away from it: one valley.
Surface valley(RowShape best, double coop_share, double repeat_share, double block_share) {
  return [=](const RowShape& shape) {
    const double coop = std::abs(std::log2(static_cast<double>(shape.coop) / best.coop));
    const double repeat = std::abs(std::log2(static_cast<double>(shape.repeat) / best.repeat));
    const double blocks = std::abs(shape.block_size - best.block_size) / 32.0;
    return (1 + coop_share * coop) * (1 + repeat_share * repeat) * (1 + block_share * blocks);
  };
}

/// From 0 to 1, the same on every system.
double share_from(std::mt19937& generator) { return static_cast<double>(generator()) / 4294967296.0; }

/// 1 to 4, different for every shape and number of the surface, without any order: local minima everywhere.
Surface rubble(unsigned number) {
  return [=](const RowShape& shape) {
    std::mt19937 generator(number * 1000003u + static_cast<unsigned>(shape.coop) * 7919u +
                           static_cast<unsigned>(shape.repeat) * 104729u + static_cast<unsigned>(shape.block_size));
    generator.discard(8);
    return 1 + 3 * share_from(generator);
  };
}

/// Times off by 3 % at most, and one in a hundred three times as long.
class Noise {
 public:
  static constexpr double share = 0.03;
  explicit Noise(unsigned seed) : generator_(seed) {}
  double operator()(double seconds) {
    const double off = 1 + share * (2 * share_from(generator_) - 1);
    return seconds * off * (generator_() % 100 == 0 ? 3 : 1);
  }

 private:
  std::mt19937 generator_;
};

TEST(Tuner2012, DoublesCoopWith192ThreadsWhereHalvingRepeatChangesLittle) {
  Tuner2012 tuner({4, 8, 128}, double_bytes, sporos::tesla_c2070());
  const auto shapes = shapes_tried(tuner, valley({16, 8, 192}, 0.3, 0.02, 0.01));
  expect_shapes(shapes, {{4, 8, 128},
                         {4, 8, 128},
                         {4, 4, 128},   // 1: within 5 %
                         {8, 8, 192},   // 2: helps
                         {16, 8, 192},  // helps
                         {32, 8, 192},
                         {16, 8, 224},    // 4
                         {16, 8, 160}});  // down, as up did not help
  expect_shape(tuner.best(), {16, 8, 192});
}

TEST(Tuner2012, HalvesCoopWhereDoublingDoesNotHelp) {
  Tuner2012 tuner({8, 8, 128}, double_bytes, sporos::tesla_c2070());
  const auto shapes = shapes_tried(tuner, valley({2, 8, 64}, 0.3, 0.02, 0.06));
  expect_shapes(shapes, {{8, 8, 128},
                         {8, 8, 128},
                         {8, 4, 128},
                         {16, 8, 192},
                         {4, 8, 128},  // with the threads of the best shape, not those of the failed one
                         {2, 8, 128},
                         {1, 8, 128},
                         {2, 8, 160},
                         {2, 8, 96},
                         {2, 8, 64}});  // the least in double precision
}

TEST(Tuner2012, GoesOnHalvingRepeatWhereThatHelped) {
  Tuner2012 tuner({4, 16, 128}, double_bytes, sporos::tesla_c2070());
  const auto shapes = shapes_tried(tuner, valley({4, 4, 160}, 0.3, 0.2, 0.06));
  expect_shapes(shapes, {{4, 16, 128},
                         {4, 16, 128},
                         {4, 8, 128},  // 1: changes more than 5 %
                         {4, 4, 128},  // 3
                         {4, 2, 128},
                         {4, 4, 160},  // 4
                         {4, 4, 192}});
  expect_shape(tuner.best(), {4, 4, 160});
}

TEST(Tuner2012, DoublesRepeatWhereHalvingDidHarm) {
  Tuner2012 tuner({4, 2, 96}, single_bytes, sporos::tesla_c2070());
  const auto shapes = shapes_tried(tuner, valley({4, 8, 96}, 0.3, 0.2, 0.06));
  expect_shapes(shapes, {{4, 2, 96},
                         {4, 2, 96},
                         {4, 1, 96},
                         {4, 4, 96},
                         {4, 8, 96},
                         {4, 16, 96},
                         {4, 8, 128}});  // 64 would be the next one down, but not in single precision
}

TEST(Tuner2012, TimesAgainWhatIsOnlyALittleFaster) {
  Tuner2012 tuner({32, 1, 128}, double_bytes, sporos::tesla_c2070());  // neither repeat nor coop can go on
  const auto time = valley({32, 1, 160}, 0.3, 0.3, 0.04);
  const auto shapes = shapes_tried(tuner, time);
  expect_shapes(shapes, {{32, 1, 128}, {32, 1, 128}, {16, 1, 128}, {32, 1, 160}, {32, 1, 160}, {32, 1, 192}});
  Tuner2012 deceived({32, 1, 128}, double_bytes, sporos::tesla_c2070());
  for (const double seconds : {1.0, 1.0, 2.0}) deceived.report(seconds);
  expect_shape(deceived.next(), {32, 1, 160});
  deceived.report(0.97);
  expect_shape(deceived.next(), {32, 1, 160});
  deceived.report(1.02);
  expect_shape(deceived.best(), {32, 1, 128});
}

TEST(Tuner2012, StaysWithinTheLimitsOnAnySurface) {
  constexpr sporos::Machine tiny_gpu{sporos::MachineKind::gpu, 32, 1, 512, 256, 16384, 70};
  for (const auto& machine : {sporos::tesla_c2070(), sporos::h100(), tiny_gpu}) {
    for (const int value_bytes : {single_bytes, double_bytes}) {
      for (unsigned number = 0; number < 200; ++number) {
        const auto time = rubble(number);
        const RowShape start =
            sporos::detail::fixed_rule_2012(10000LL << (number % 12), (10000LL << (number % 12)) * 9);
        Tuner2012 tuner(start, value_bytes, machine);
        double least = time(start);
        for (const RowShape& shape : shapes_tried(tuner, time)) {
          EXPECT_EQ(sporos::detail::shape_fault(shape, machine), nullptr);
          EXPECT_LE(shape.block_size, 512);
          EXPECT_GE(shape.block_size, value_bytes == single_bytes ? 96 : 64);
          least = std::min(least, time(shape));
        }
        EXPECT_EQ(time(tuner.best()), least) << "the best shape seen is the one that is kept";
      }
    }
  }
}

TEST(Tuner2012, GoesToTheLimitsOnMonotoneSurfacesAndEnds) {
  const auto more_of_all = [](const RowShape& shape) { return 1e6 / shape.coop / shape.repeat / shape.block_size; };
  Tuner2012 up({4, 8, 128}, single_bytes, sporos::h100());
  shapes_tried(up, more_of_all);
  expect_shape(up.best(), {4, 1 << 30, 512});
}

TEST(Tuner2012, KeepsThreadsEqualToCoopOnTheHost) {
  const auto machine = sporos::host_machine(8);
  Tuner2012 tuner({1, 1000, 1}, double_bytes, machine);
  const auto shapes = shapes_tried(tuner, valley({4, 1000, 4}, 0.3, 0.02, 0));
  for (const RowShape& shape : shapes) {
    EXPECT_EQ(shape.block_size, shape.coop);
    EXPECT_EQ(sporos::detail::shape_fault(shape, machine), nullptr);
  }
  expect_shape(tuner.best(), {4, 1000, 4});
}

TEST(Tuner2012, NeverKeepsAWorseShapeThanTheStartUnderNoise) {
  for (unsigned number = 0; number < 2000; ++number) {
    const auto time = rubble(number);
    Noise noise(number);
    const RowShape start = sporos::detail::fixed_rule_2012(1000000, 7000000 * (1 + number % 40));
    Tuner2012 tuner(start, double_bytes, sporos::h100());
    for (int product = 0; product < 150; ++product) tuner.report(noise(time(tuner.next())));
    EXPECT_TRUE(tuner.finished()) << number;
    EXPECT_LE(time(tuner.best()), time(start) * (1 + Noise::share) / (1 - Noise::share)) << number;
  }
}

/// What the tuner ends with and what it starts with under noise, as mean shares of the optimum.
struct Shares {
  double start = 0;
  double end = 0;
};

Shares mean_shares(const std::vector<Surface>& surfaces, const RowShape& start) {
  constexpr unsigned runs = 1000;
  Shares mean;
  for (unsigned run = 0; run < runs; ++run) {
    const Surface& time = surfaces[run % surfaces.size()];
    Noise noise(run);
    Tuner2012 tuner(start, double_bytes, sporos::h100());
    for (int product = 0; product < 100; ++product) tuner.report(noise(time(tuner.next())));
    mean.start += 1 / time(start) / runs;
    mean.end += 1 / time(tuner.best()) / runs;
  }
  return mean;
}

TEST(Tuner2012, FindsMostOfTheOptimumUnderNoiseWhereCoopOrRepeatIsWrong) {
  const RowShape start{8, 8, 128};
  std::vector<Surface> coop_wrong, repeat_wrong, both_wrong;
  for (const int coop : {2, 4, 16, 32}) coop_wrong.push_back(valley({coop, 8, 160}, 0.25, 0.01, 0.02));
  for (const int repeat : {2, 4, 16, 32}) repeat_wrong.push_back(valley({8, repeat, 160}, 0.25, 0.15, 0.02));
  for (const int repeat : {2, 4, 16, 32}) both_wrong.push_back(valley({32, repeat, 160}, 0.25, 0.15, 0.02));
  for (const auto& surfaces : {coop_wrong, repeat_wrong}) {
    const Shares shares = mean_shares(surfaces, start);
    EXPECT_LT(shares.start, 0.85);
    EXPECT_GT(shares.end, 0.95);
  }
  // The limit of the paper's steps: where repeat matters, coop is left alone, here two doublings off.
  const Shares shares = mean_shares(both_wrong, start);
  EXPECT_GT(shares.end, shares.start);
  EXPECT_LT(shares.end, 1 / 1.4);
}

TEST(Tuner2012, IsNotMisledByAColdFirstProduct) {
  Tuner2012 tuner({4, 1, 128}, double_bytes, sporos::h100());
  tuner.report(10);
  while (!tuner.finished()) tuner.report(tuner.next() == RowShape{4, 1, 128} ? 1 : 1.2);
  expect_shape(tuner.best(), {4, 1, 128});
}

TEST(Tuner2012, SurvivesTimesThatAreNone) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto time = valley({16, 8, 192}, 0.3, 0.02, 0.01);
  for (const double bad : {nan, infinity, -infinity, 0.0, -1.0}) {
    Tuner2012 sometimes({4, 8, 128}, double_bytes, sporos::h100());
    for (int product = 0; product < 100; ++product) {
      sometimes.report(product % 3 != 1 ? bad : time(sometimes.next()));
    }
    expect_shape(sometimes.best(), {16, 8, 192});
    EXPECT_TRUE(sometimes.finished());
    Tuner2012 always({4, 8, 128}, double_bytes, sporos::h100());
    for (int product = 0; product < 3; ++product) always.report(bad);
    EXPECT_TRUE(always.finished());
    expect_shape(always.next(), {4, 8, 128});
  }
  Tuner2012 later({4, 8, 128}, double_bytes, sporos::h100());
  later.report(1);
  later.report(1);
  for (int product = 0; product < 100; ++product) later.report(nan);
  EXPECT_TRUE(later.finished());
  expect_shape(later.best(), {4, 8, 128});
}

TEST(Tuner2012, IsAValueAndIgnoresTimesAfterTheEnd) {
  const auto time = valley({16, 8, 192}, 0.3, 0.02, 0.01);
  Tuner2012 tuner({4, 8, 128}, double_bytes, sporos::h100());
  for (int product = 0; product < 4; ++product) tuner.report(time(tuner.next()));
  Tuner2012 copy = tuner;
  expect_shapes(shapes_tried(copy, time), {{16, 8, 192}, {32, 8, 192}, {16, 8, 224}, {16, 8, 160}});
  expect_shape(tuner.next(), {16, 8, 192});
  EXPECT_EQ(tuner.products(), 4);
  const int products = copy.products();
  copy.report(1e-9);
  EXPECT_EQ(copy.products(), products);
  expect_shape(copy.next(), {16, 8, 192});
}

TEST(Tuner2012, RefusesAStartThatCannotRun) {
  EXPECT_THROW(Tuner2012({3, 1, 96}, double_bytes, sporos::h100()), std::invalid_argument);
  EXPECT_THROW(Tuner2012({4, 1, 2048}, double_bytes, sporos::h100()), std::invalid_argument);
}

}  // namespace tuner2012_tests
