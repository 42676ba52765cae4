// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions that are named at run time call others, but messages name them. Separate from NamedFunctions.cpp, so that
// mutants can be compiled without plans.
#include <gtest/gtest.h>

#include "core/Sporos_BytesAs.hpp"
#include "unit_tests/core/any_format/WrongMatrices.hpp"

namespace named_conversions_tests {

using namespace sporos_test::wrong_matrices;
using Vector = Kokkos::View<double*, Space>;
using sporos::Format;

TEST(NamedConversions, OfAnyFormat) {
  const Exec exec;
  for (const Format format : sporos::all_formats()) {
    if (format == Format::packet && !sporos::has_metis) continue;
    with_wrong([&](const Matrix& A) {
      SCOPED_TRACE(name(format));
      expect_named("bytes_as", [&] { sporos::bytes_as(exec, A, format); });
      expect_named("to_any", [&] { sporos::to_any(exec, A, format); });
    });
    expect_named("convert", [&] { sporos::convert(exec, sporos::any_matrix(with_column(7)), format); });
    sporos::ConversionOptions none;
    none.max_bytes = 1;
    if (format != Format::crs) {
      expect_named("to_any", [&] { sporos::to_any(exec, good(), format, none); });
      expect_named("convert", [&] { sporos::convert(exec, sporos::any_matrix(good()), format, none); });
    }
    none.max_bytes = -5;
    const std::string negative = ": max_bytes = -5 must not be negative";
    const auto complaint = [](const auto& action) { return sporos_test::complaint(action); };
    EXPECT_EQ(complaint([&] { sporos::to_any(exec, good(), format, none); }), "sporos::to_any" + negative);
    EXPECT_EQ(complaint([&] { sporos::convert(exec, sporos::any_matrix(good()), format, none); }),
              "sporos::convert" + negative);
    EXPECT_EQ(complaint([&] { sporos::bytes_as(exec, good(), format, none); }), "sporos::bytes_as" + negative);
  }
  expect_named("any_matrix", [] { sporos::any_matrix(crooked()); });
  auto any = sporos::any_matrix(good());
  const Vector few("few", 2);
  expect_named("update_values", [&] { update_values(exec, any, few); });
  expect_named("AnyMatrix::update", [&] { any.update(exec, few); });
  any = sporos::convert(exec, any, Format::delta_crs);
  expect_named("update_values", [&] { update_values(exec, any, few); });
  auto deltas = to_delta_crs(exec, good());
  expect_named("replace_values", [&] { replace_values(exec, deltas, few); });
  expect_named("update_values", [&] { update_values(exec, deltas, few); });
}

TEST(NamedConversions, AreForgottenWhenTheyHaveThrown) {
  expect_named("to_any", [] { sporos::to_any(Exec(), crooked(), Format::ell); });
  EXPECT_STREQ(sporos::detail::Caller::of("another"), "another");
  expect_named("to_ell", [] { to_ell(Exec(), crooked()); });
}

}  // namespace named_conversions_tests
