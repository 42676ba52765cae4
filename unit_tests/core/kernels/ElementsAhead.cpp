// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a thread of a GPU does with one element, on the host.
#include "core/kernels/formats/Sporos_ElementsAhead.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/device/Sporos_VectorReader.hpp"
#include "core/kernels/formats/Sporos_ElementKernel.hpp"
#include "unit_tests/support/Gallery.hpp"

namespace elements_ahead_tests {

using Host = Kokkos::DefaultHostExecutionSpace;
using Arrays = sporos::detail::ElementArrays<double, int>;
using Reader = sporos::detail::VectorReader<Host, sporos::Gather::plain, double>;
using Operand = sporos::detail::FormatOperand<Host, Arrays, Reader, double>;
using Numbers = std::vector<double>;

constexpr int lanes = 3;
constexpr int step = 2;  // of x and y in scratch

std::size_t at(std::int64_t place) { return static_cast<std::size_t>(place); }

TEST(ElementsAhead, LoadsEachNumberOnceInOrder) {
  for (const int count : {1, 2, 7, 8, 9, 15, 16, 17, 325}) {
    Numbers numbers(at(count * lanes));
    for (int k = 0; k < count; ++k) numbers[at(k * lanes)] = k + 1;
    Numbers used;
    sporos::detail::each_loaded_ahead<8, sporos::detail::ReadOnly<Host>>(
        static_cast<const double*>(numbers.data()), lanes, count, [&](double number) { used.push_back(number); });
    ASSERT_EQ(used.size(), at(count));
    for (int k = 0; k < count; ++k) EXPECT_EQ(used[at(k)], k + 1);
  }
}

// The middle one of three elements.
void check_element(int nodes, bool is_symmetric, bool is_transposed) {
  SCOPED_TRACE(
      sporos::detail::concat(nodes, " nodes", is_symmetric ? ", symmetric" : "", is_transposed ? ", transposed" : ""));
  const sporos::detail::ElementLayout layout{nodes, is_symmetric, lanes};
  sporos_test::Mixer mixer(static_cast<std::size_t>(nodes));
  Numbers values(at(layout.numbers() * lanes));
  for (double& value : values) value = mixer.number();
  const Arrays arrays{layout, is_transposed, nullptr, values.data()};
  Numbers x(at(nodes * step)), y(at(nodes * step), 1e9);
  for (double& element : x) element = mixer.number();
  sporos::detail::MultiplyElementAhead<Operand>()(arrays, values.data() + 1, x.data(), y.data(), step);
  for (int i = 0; i < nodes; ++i) {
    double exact = 0;
    for (int j = 0; j < nodes; ++j) {
      const bool is_mirrored = is_symmetric ? j > i : is_transposed;
      exact += values[at(is_mirrored ? layout.value(1, j, i) : layout.value(1, i, j))] * x[at(j * step)];
    }
    EXPECT_NEAR(y[at(i * step)], exact, 1e-13 * nodes) << i;
    EXPECT_EQ(y[at(i * step + 1)], 1e9) << "written beside its own";
  }
}

TEST(ElementsAhead, MultipliesElementsOfEverySize) {
  for (const int nodes : {1, 2, 3, 4, 8, 9, 16, 25, 27, 125}) {
    check_element(nodes, true, false);
    check_element(nodes, true, true);
    check_element(nodes, false, false);
    check_element(nodes, false, true);
  }
}

TEST(ElementsAhead, TakesNoUnknownThatIsFixed) {
  for (const int nodes : {1, 3, 4, 5, 9, 25}) {
    SCOPED_TRACE(nodes);
    std::vector<int> unknowns(at(nodes * lanes), -2);
    for (int i = 0; i < nodes; ++i) unknowns[at(i * lanes)] = i % 3 == 1 ? -1 : nodes - 1 - i;
    Numbers x(at(nodes));
    for (int i = 0; i < nodes; ++i) x[at(i)] = i + 10;
    const Operand operand{{{nodes, true, lanes}, false, unknowns.data(), nullptr}, {x.data()}};
    Numbers of_element(at(nodes * step), 1e9);
    sporos::detail::gather_element(operand, static_cast<const int*>(unknowns.data()), of_element.data(), step);
    Numbers y(at(nodes), 0.0);
    std::vector<std::int64_t> places;
    sporos::detail::scatter_element(operand, static_cast<const int*>(unknowns.data()), 7, of_element.data(), step,
                                    [&](std::int64_t row, std::int64_t place, double sum) {
                                      y[at(row)] += sum;
                                      places.push_back(place);
                                    });
    std::size_t next = 0;
    for (int i = 0; i < nodes; ++i) {
      const bool is_fixed = i % 3 == 1;
      EXPECT_EQ(of_element[at(i * step)], is_fixed ? 0.0 : nodes - 1 - i + 10) << i;
      EXPECT_EQ(y[at(nodes - 1 - i)], is_fixed ? 0.0 : nodes - 1 - i + 10) << i;
      if (is_fixed) continue;
      EXPECT_EQ(places[next++], 7 + i * lanes);
    }
    EXPECT_EQ(next, places.size());
  }
}

}  // namespace elements_ahead_tests
