// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NaN and infinity, in x and among the numbers, reach the same elements of y as with compressed rows, in every format
// but one, and in every choice of a plan.
#include <gtest/gtest.h>

#include "formats/Sporos_Generate.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

namespace non_finite_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos::any_matrix;
using sporos::Format;
using sporos::Options;
using sporos::Plan;

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Value>
using HostMatrix = sporos::CrsMatrix<Value, int, int, Kokkos::HostSpace>;
template <class Value>
using Numbers = Kokkos::View<Value*, Kokkos::HostSpace>;

// "finite", "NaN" or an infinity. For a complex number, whose parts mix, only whether it is finite.
std::string kind_of(double y) { return std::isnan(y) ? "NaN" : std::isinf(y) ? (y > 0 ? "+inf" : "-inf") : "finite"; }
template <class Real>
std::string kind_of(const Kokkos::complex<Real>& y) {
  return std::isfinite(y.real()) && std::isfinite(y.imag()) ? "finite" : "not finite";
}

template <class Value, class Multiply>
std::vector<std::string> kinds(const Numbers<Value>& x, std::int64_t num_rows, double beta, const Multiply& multiply) {
  const auto on_device = Kokkos::create_mirror_view_and_copy(Space(), x);
  const Kokkos::View<Value*, Space> y("y", static_cast<std::size_t>(num_rows));
  Kokkos::deep_copy(y, Value(1));
  multiply(Value(0.75), on_device, Value(beta), y);
  std::vector<std::string> kinds;
  for (const Value& element : sporos_test::elements(y)) kinds.push_back(kind_of(element));
  return kinds;
}

/// x with such a number in one place, in two, or in none.
template <class Value>
std::vector<Numbers<Value>> vectors(std::int64_t count) {
  std::vector<Numbers<Value>> all{sporos_test::make_vector<Value>(count, 1)};
  for (const double what : {nan_value, infinity, -infinity}) {
    for (const std::int64_t place : {std::int64_t(0), count / 2, count - 1}) {
      all.push_back(sporos_test::make_vector<Value>(count, 1));
      all.back()(static_cast<std::size_t>(place)) = Value(what);
    }
  }
  all.push_back(sporos_test::make_vector<Value>(count, 1));
  all.back()(static_cast<std::size_t>(count / 3)) = Value(infinity);
  all.back()(static_cast<std::size_t>(count / 3 + 1)) = Value(-infinity);
  return all;
}

/// Numbers for the pattern: random ones; ones with many zeros of both signs; and ones with a number that is not finite.
template <class Value>
std::vector<Numbers<Value>> numbers(std::int64_t count) {
  const auto drawn = [&] { return sporos_test::make_vector<Value>(count, 7); };
  std::vector<Numbers<Value>> all{drawn(), drawn()};
  for (std::size_t k = 0; k < all.back().extent(0); k += 3) all.back()(k) = Value(k % 2 == 0 ? 0.0 : -0.0);
  for (std::size_t k = 1; k < all.back().extent(0); k += 7) all.back()(k) = -Value(0);
  for (const double what : {nan_value, infinity}) {
    all.push_back(drawn());
    all.back()(all.back().extent(0) / 2) = Value(what);
  }
  return all;
}

template <class Value>
HostMatrix<Value> with_numbers(HostMatrix<Value> matrix, const Numbers<Value>& values) {
  matrix.values = values;
  return matrix;
}

/// Compares the results of the plan, for each x, with compressed rows summed in order.
template <class Value, class AnyPlan>
void check_as_compressed_rows(const HostMatrix<Value>& matrix, const AnyPlan& plan) {
  const auto rows = sporos::copy_to<Space>(matrix);
  for (const Numbers<Value>& x : vectors<Value>(matrix.num_columns)) {
    for (const double beta : {0.0, 0.5}) {
      const auto found = kinds<Value>(x, matrix.num_rows, beta, [&](auto... all) { plan.apply(all...); });
      const auto wanted = kinds<Value>(x, matrix.num_rows, beta,
                                       [&](auto a, auto x, auto b, auto y) { sporos::spmv(Exec(), a, rows, x, b, y); });
      ASSERT_EQ(found, wanted);
    }
  }
}

template <class Value>
std::vector<HostMatrix<Value>> matrices() {
  const auto generate = [](const char* problem) { return sporos::generate<Value, int, int>(problem); };
  return {generate("stencil5:9x7"),
          generate("stencil27:5"),
          generate("fem3:3"),
          generate("band:200"),
          sporos_test::make_matrix<Value>(sporos_test::structured_gallery()[0]),
          sporos_test::make_matrix<Value>({"", 4, {{0, 2}, {}, {0, 1, 3}, {3}}})};
}

template <class Value>
void check_format(Format format) {
  for (const HostMatrix<Value>& matrix : matrices<Value>()) {
    const auto all_numbers = numbers<Value>(matrix.nnz());
    for (const Numbers<Value>& first : all_numbers) {
      SCOPED_TRACE(sporos::detail::concat(matrix.num_rows, " rows in ", name(format)));
      const auto rows = sporos::copy_to<Space>(with_numbers(matrix, first));
      auto plan = Plan(Exec(), sporos::to_any(Exec(), rows, format));
      check_as_compressed_rows(with_numbers(matrix, first), plan);
      for (const Numbers<Value>& next : all_numbers) {
        plan.update_values(Kokkos::create_mirror_view_and_copy(Space(), next));
        check_as_compressed_rows(with_numbers(matrix, next), plan);
      }
    }
  }
}

class NonFiniteNumbers : public testing::TestWithParam<Format> {};

TEST_P(NonFiniteNumbers, GoesWhereItGoesFromCompressedRows) {
  if (GetParam() == Format::packet && !sporos::has_metis) GTEST_SKIP() << "built without METIS";
  check_format<double>(GetParam());
  check_format<float>(GetParam());
  check_format<Kokkos::complex<double>>(GetParam());
}

std::vector<Format> all_but_blocks() {
  std::vector<Format> all;
  for (const Format format : sporos::all_formats()) {
    if (format != Format::bsr) all.push_back(format);
  }
  return all;
}
INSTANTIATE_TEST_SUITE_P(Formats, NonFiniteNumbers, testing::ValuesIn(all_but_blocks()),
                         [](const auto& info) { return std::string(name(info.param)); });

// Blocks of three, all of them full.
HostMatrix<double> in_full_blocks() { return sporos::generate<double, int, int>("fem3:12"); }

// The same matrix without its last entry.
HostMatrix<double> in_filled_blocks() {
  const auto full = in_full_blocks();
  const auto nnz = static_cast<std::size_t>(full.nnz() - 1);
  const auto matrix = sporos::detail::allocate_crs<HostMatrix<double>>(full.num_rows, full.num_columns, full.nnz() - 1);
  Kokkos::deep_copy(matrix.row_offsets, full.row_offsets);
  matrix.row_offsets(static_cast<std::size_t>(full.num_rows)) -= 1;
  Kokkos::deep_copy(matrix.columns, Kokkos::subview(full.columns, std::make_pair(std::size_t(0), nnz)));
  Kokkos::deep_copy(matrix.values, Kokkos::subview(full.values, std::make_pair(std::size_t(0), nnz)));
  return matrix;
}

sporos::BsrMatrix<double, int, int, Space> to_blocks(const HostMatrix<double>& matrix, int size) {
  sporos::BsrOptions blocks;
  blocks.block_size = size;
  return to_bsr(Exec(), sporos::copy_to<Space>(matrix), blocks);
}

TEST(NonFinite, GoesWhereItGoesFromCompressedRowsInFullBlocks) {
  check_as_compressed_rows(in_full_blocks(), Plan(Exec(), to_blocks(in_full_blocks(), 3)));
}

// As docs/formats.md says.
TEST(NonFinite, OfXReachesAllRowsOfFilledBlocks) {
  const HostMatrix<double> matrix = sporos_test::make_matrix<double>({"", 4, {{0, 1}, {1}, {2, 3}, {2}}});
  const auto plan = Plan(Exec(), to_blocks(matrix, 2));
  for (const double what : {nan_value, infinity}) {
    auto x = sporos_test::make_vector<double>(4, 1);
    x(0) = what;
    const auto found = kinds<double>(x, 4, 0.0, [&](auto... all) { plan.apply(all...); });
    EXPECT_NE(found[0], "finite");
    EXPECT_EQ(found[1], "NaN");
    EXPECT_EQ(found[2], "finite");
    EXPECT_EQ(found[3], "finite");
  }
}

TEST(NonFinite, AmongTheNumbersOfFilledBlocksStaysInItsRow) {
  for (const Numbers<double>& values : numbers<double>(in_filled_blocks().nnz())) {
    const auto matrix = with_numbers(in_filled_blocks(), values);
    const auto plan = Plan(Exec(), to_blocks(matrix, 3));
    const auto rows = sporos::copy_to<Space>(matrix);
    const auto x = sporos_test::make_vector<double>(matrix.num_columns, 1);
    EXPECT_EQ(kinds<double>(x, matrix.num_rows, 0.0, [&](auto... all) { plan.apply(all...); }),
              kinds<double>(x, matrix.num_rows, 0.0,
                            [&](auto a, auto x, auto b, auto y) { sporos::spmv(Exec(), a, rows, x, b, y); }));
  }
}

Options automatic(bool x_is_finite, sporos::Tuning tuning = sporos::Tuning::none) {
  Options options;
  options.format = Format::automatic;
  options.expected_products = 1000000;
  options.x_is_finite = x_is_finite;
  options.tuning = tuning;
  return options;
}

TEST(NonFinite, KeepsPlansFromChoosingFilledBlocks) {
  const auto rows = any_matrix(sporos::copy_to<Space>(in_filled_blocks()));
  const auto plan = Plan(Exec(), rows, automatic(false));
  EXPECT_NE(plan.format(), Format::bsr);
  check_as_compressed_rows(in_filled_blocks(), plan);
  if (!sporos::detail::is_host_execution<Exec>) return;  // where blocks of three are the best that there is
  EXPECT_EQ(Plan(Exec(), rows, automatic(true)).format(), Format::bsr);
  EXPECT_EQ(Plan(Exec(), any_matrix(sporos::copy_to<Space>(in_full_blocks())), automatic(false)).format(), Format::bsr);
}

TEST(NonFinite, KeepsPlansFromFilledBlocksThatAreThere) {
  const auto blocks = any_matrix(to_blocks(in_full_blocks(), 5));
  const auto plan = Plan(Exec(), blocks, automatic(false));
  check_as_compressed_rows(in_full_blocks(), plan);
}

TEST(NonFinite, KeepsExhaustiveSearchFromFilledBlocks) {
  const auto rows = any_matrix(sporos::copy_to<Space>(in_filled_blocks()));
  const auto tried_bytes = [&](bool x_is_finite) {
    const auto plan = Plan(Exec(), rows, automatic(x_is_finite, sporos::Tuning::exhaustive));
    if (!x_is_finite) check_as_compressed_rows(in_filled_blocks(), plan);
    const auto trials = plan.describe().trials;
    const auto bsr = std::find_if(trials.tried.begin(), trials.tried.end(),
                                  [](const auto& one) { return one.format == Format::bsr; });
    return bsr->bytes;
  };
  EXPECT_EQ(tried_bytes(true), to_blocks(in_filled_blocks(), 3).bytes());
  EXPECT_EQ(tried_bytes(false), to_blocks(in_filled_blocks(), 1).bytes());
}

}  // namespace non_finite_tests
