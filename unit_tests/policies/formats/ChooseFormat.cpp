// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/formats/Sporos_ChooseFormat.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit_tests/support/FormatProfiles.hpp"

namespace choose_format_tests {

using namespace sporos_test;

using sporos::Format;
using sporos::FormatBudget;
using sporos::detail::choose_format;
using sporos::detail::FormatProfile;

struct Expected {
  const char* name;
  FormatProfile profile;
  Format on_h100;
  Format on_host;
};

TEST(ChooseFormat, FitsTheMatrixAndTheMachine) {
  const Expected table[] = {
      {"stencil7", stencil7(), Format::dia, Format::crs},
      {"stencil7 in float", stencil7(4), Format::dia, Format::crs},
      {"stencil27", stencil27(), Format::dia, Format::crs},
      {"stencil27 in float", stencil27(4), Format::dia, Format::crs},
      {"fem3", fem3(), Format::bsr, Format::bsr},
      {"fem3 in float", fem3(4), Format::dia, Format::bsr},
      {"scattered", scattered(), Format::crs, Format::crs},
      {"scattered in float", scattered(4), Format::crs, Format::crs},
      {"few long rows", add_deltas(few_long_rows()), Format::crs, Format::crs},
      {"rows of 400", long400(), Format::delta_crs, Format::crs},
      {"rows of 400 in float", long400(4), Format::delta_crs, Format::crs},
      {"rows of 4", rows_of_4(), Format::delta_crs, Format::crs},
      {"rows of 4 in float", rows_of_4(4), Format::delta_crs, Format::crs},
      {"G3_circuit", g3_circuit(), Format::delta_crs, Format::crs},
      {"G3_circuit in float", g3_circuit(4), Format::delta_crs, Format::crs},
      {"wave", wave(), Format::delta_crs, Format::crs},
      {"wave in float", wave(4), Format::delta_crs, Format::crs},
      {"cont-300_kkt", cont300(), Format::delta_crs, Format::crs},
      {"cont-300_kkt in float", cont300(4), Format::delta_crs, Format::crs},
      {"wing", wing(), Format::ell, Format::crs},
      {"landmark", landmark(), Format::delta_crs, Format::crs},
      {"ibm14_hgr", ibm14(), Format::crs, Format::crs},
      {"bitmap_census-income", census(), Format::crs, Format::crs},
      {"small", even_rows(100, 500, 5), Format::crs, Format::crs},
      {"no rows", FormatProfile(), Format::crs, Format::crs},
  };
  for (const Expected& expected : table) {
    EXPECT_EQ(choose_format(expected.profile, sporos::h100()).format, expected.on_h100) << expected.name;
    EXPECT_EQ(choose_format(expected.profile, sporos::host_machine(1)).format, expected.on_host) << expected.name;
  }
}

// Times relative to compressed rows, as measured on an H100, for double and float; of stencil7:130x170x150,
// stencil27:70x90x120 and fem3:44x50x56 on 26 November 2026, the others earlier.
TEST(ChooseFormat, PredictsWhatWasMeasured) {
  const auto product = [](const FormatProfile& profile, Format format) {
    return choose_format(profile, sporos::h100()).candidate(format).product;
  };
  EXPECT_NEAR(product(stencil7(), Format::dia), 82.7 / 124.2, 0.05);
  EXPECT_NEAR(product(stencil7(4), Format::dia), 51.3 / 84.6, 0.05);
  EXPECT_NEAR(product(stencil27(), Format::dia), 60.4 / 87.6, 0.05);
  EXPECT_NEAR(product(stencil27(4), Format::dia), 34.8 / 68.0, 0.05);
  EXPECT_NEAR(product(fem3(), Format::bsr), 0.78, 0.05);
  EXPECT_NEAR(product(fem3(4), Format::bsr), 164. / 220, 0.05);
  EXPECT_NEAR(product(stencil7(), Format::ell), 119.2 / 124.2, 0.05);
  EXPECT_NEAR(product(stencil7(4), Format::ell), 84.2 / 84.6, 0.05);
  EXPECT_NEAR(product(stencil27(), Format::ell), 87.1 / 87.6, 0.05);
  EXPECT_NEAR(product(fem3(), Format::sell), 1.06, 0.07);
  EXPECT_NEAR(product(long400(), Format::delta_crs), 101.9 / 121.2, 0.05);
  EXPECT_NEAR(product(long400(4), Format::delta_crs), 77.7 / 85.8, 0.07);
  EXPECT_NEAR(product(rows_of_4(), Format::delta_crs), 92.6 / 102.3, 0.05);
  EXPECT_NEAR(product(rows_of_4(4), Format::delta_crs), 61.3 / 69.7, 0.06);
  EXPECT_NEAR(product(g3_circuit(), Format::delta_crs), 34.4 / 49.7, 0.1);
  EXPECT_NEAR(product(wave(), Format::delta_crs), 15.0 / 21.9, 0.05);
  EXPECT_NEAR(product(wave(4), Format::delta_crs), 13.7 / 16.8, 0.06);
  EXPECT_NEAR(product(cont300(), Format::delta_crs), 9.6 / 12.4, 0.1);
  EXPECT_NEAR(product(landmark(), Format::delta_crs), 9.8 / 12.2, 0.05);
  const auto laplacian = compressed(stencil7(), 3 * 28518400 + 4 * 4096000, 1, 0);
  EXPECT_NEAR(product(laplacian, Format::delta_crs), 72.6 / 155.3, 0.1);
}

TEST(ChooseFormat, ConvertsFromBreakEvenOn) {
  const auto machine = sporos::h100();
  for (const FormatProfile& profile : {stencil7(), fem3(), fem3(4)}) {
    FormatBudget budget;
    budget.expected_products = 1000000;
    const auto many = choose_format(profile, machine, budget);
    ASSERT_NE(many.format, Format::crs);
    double earliest = INFINITY;
    for (const auto& one : many.candidates) {
      if (one.format == Format::crs) continue;
      if (std::isfinite(one.break_even)) {
        EXPECT_NEAR(one.total(one.break_even), one.break_even, 1e-9 * one.break_even) << name(one.format);
      }
      if (one.is_in) earliest = std::min(earliest, one.break_even);
    }
    budget.expected_products = static_cast<std::int64_t>(std::floor(earliest));
    const auto before = choose_format(profile, machine, budget);
    EXPECT_EQ(before.format, Format::crs);
    EXPECT_EQ(before.candidate(many.format).why, "too few products are expected to repay its conversion");
    budget.expected_products += 1;
    EXPECT_NE(choose_format(profile, machine, budget).format, Format::crs);
  }
}

TEST(ChooseFormat, NeverTakesLongerThanCompressedRowsWould) {
  for (const auto& machine : {sporos::h100(), sporos::tesla_k40(), sporos::host_machine(1), sporos::host_machine(64)}) {
    for (const FormatProfile& profile : {stencil7(), stencil7(4), stencil27(), fem3(), fem3(4), scattered()}) {
      for (std::int64_t products = 0; products <= 4096; products = 2 * products + 1) {
        FormatBudget budget;
        budget.expected_products = products;
        const auto decision = choose_format(profile, machine, budget);
        EXPECT_LE(decision.candidate(decision.format).total(static_cast<double>(products)), products);
        EXPECT_EQ(decision.expected_products, products);
      }
    }
  }
}

TEST(ChooseFormat, KeepsToTheBytes) {
  FormatBudget budget;
  budget.expected_products = 1000000;
  for (const FormatProfile& profile : {stencil7(), stencil27(4), fem3(), fem3(4)}) {
    for (std::int64_t bytes = 0; bytes < 2000000000; bytes += 10000000) {
      budget.max_bytes = bytes;
      const auto decision = choose_format(profile, sporos::h100(), budget);
      for (const auto& one : decision.candidates) {
        if (one.is_in && one.format != Format::crs) {
          EXPECT_LE(one.bytes, bytes);
        }
      }
    }
    budget.max_bytes = *profile.dia_bytes;
    EXPECT_TRUE(choose_format(profile, sporos::h100(), budget).candidate(Format::dia).is_in);
    budget.max_bytes = *profile.dia_bytes - 1;
    EXPECT_EQ(choose_format(profile, sporos::h100(), budget).candidate(Format::dia).why,
              "it takes more bytes than allowed");
  }
}

TEST(ChooseFormat, AllowsFourTimesTheCompressedRowsUnlessTold) {
  EXPECT_EQ(FormatBudget().limit(1000), 4000 + (1 << 20));
  EXPECT_EQ(FormatBudget().limit(INT64_MAX - 1), INT64_MAX);
  EXPECT_EQ((FormatBudget{10, 77}.limit(1000)), 77);
  EXPECT_EQ(FormatBudget{10}.limit(1000), 4000 + (1 << 20)) << "what is left out has no warning";
}

TEST(ChooseFormat, TellsWhatWasNotMeasuredFromWhatDoesNotSuit) {
  FormatProfile profile = even_rows(1000000, 16000000, 16);
  const auto why = [&](Format format) { return choose_format(profile, sporos::h100()).candidate(format).why; };
  const std::string does_not_suit = "the matrix does not suit it";
  const std::string not_measured = "not measured: even columns that suit it best would not repay its conversion";
  for (const Format format : {Format::dia, Format::bsr, Format::hyb, Format::csr5, Format::delta_crs}) {
    EXPECT_EQ(why(format), does_not_suit) << name(format);
  }
  profile.asked = sporos::detail::FormatQuestions::none();
  profile.asked.diagonals = true;
  EXPECT_EQ(why(Format::dia), does_not_suit);
  EXPECT_EQ(why(Format::bsr), not_measured);
  EXPECT_EQ(why(Format::packet), "its speed is not predicted; exhaustive search tries it");
}

// If the table says that DIA in a cache is twice as fast per byte as compressed rows, its time is half of its share of
// bytes.
TEST(ChooseFormat, PredictsProductsOnAHostByItsTable) {
  const FormatProfile profile = stencil7();
  const double bytes = static_cast<double>(*profile.dia_bytes + profile.vector_bytes());
  const double crs = static_cast<double>(profile.crs_bytes() + profile.vector_bytes());
  const auto machine = sporos::host_machine(1);
  const double speed = sporos::detail::host_format_speed(machine, Format::dia, sporos::detail::HostRows::even, 8,
                                                         *profile.dia_bytes + profile.vector_bytes());
  EXPECT_NEAR(choose_format(profile, machine).candidate(Format::dia).product, bytes / crs / speed, 1e-9);
}

// Measured: 1.5 to 3.1 for rows of 7, 4 to 4.8 for rows of 27; before, 5 was predicted for both.
TEST(ChooseFormat, PredictsThatEllOnAHostIsSlowerTheWiderItIs) {
  const auto product = [](const FormatProfile& profile) {
    return choose_format(profile, sporos::host_machine(1)).candidate(Format::ell).product;
  };
  EXPECT_NEAR(product(stencil7()), 1.9, 0.1);
  EXPECT_NEAR(product(stencil27()), 4, 0.2);
  EXPECT_NEAR(product(stencil27(4)), 4, 0.2);
}

TEST(ChooseFormat, LeavesSmallBlocksAlone) {
  FormatProfile profile = even_rows(943296, 74088000, 81);
  add_blocks(profile, 2, 1);
  EXPECT_EQ(choose_format(profile, sporos::h100()).candidate(Format::bsr).why, "its blocks are too small");
}

TEST(ChooseFormat, LeavesUnevenRowsToCompressedRows) {
  const auto decision = choose_format(few_long_rows(), sporos::h100());
  for (const Format format : {Format::ell, Format::ellpack_r, Format::sell, Format::bsr, Format::delta_crs}) {
    EXPECT_EQ(decision.candidate(format).why, "some rows are much longer than the others") << name(format);
  }
}

TEST(ChooseFormat, LeavesFarColumnsAndFewRowsToCompressedRows) {
  EXPECT_EQ(choose_format(ibm14(), sporos::h100()).candidate(Format::delta_crs).why, "its columns are far apart");
  FormatProfile blocks = census();
  add_blocks(blocks, 4, 1);
  EXPECT_EQ(choose_format(blocks, sporos::h100()).candidate(Format::bsr).why, "it has few rows, or a very long one");
  EXPECT_FALSE(sporos::detail::format_questions(census(), sporos::h100(), {1000000, {}}, {32, 1}).any());
  EXPECT_EQ(choose_format(census(), sporos::h100()).candidate(Format::delta_crs).why,
            "it has few rows, or a very long one");
}

TEST(ChooseFormat, AsksOnlyWhatMayPay) {
  const auto ask = [](const FormatProfile& profile, const sporos::Machine& machine, std::int64_t products) {
    FormatProfile rows;
    rows.rows = profile.rows;
    rows.value_bytes = profile.value_bytes;
    return sporos::detail::format_questions(rows, machine, {products, {}}, {32, 1});
  };
  const auto on_gpu = ask(fem3(), sporos::h100(), 1000);
  EXPECT_TRUE(on_gpu.diagonals);
  EXPECT_TRUE(on_gpu.blocks);
  EXPECT_FALSE(on_gpu.hyb);
  EXPECT_FALSE(on_gpu.csr5);
  EXPECT_TRUE(on_gpu.deltas);
  EXPECT_FALSE(ask(fem3(), sporos::host_machine(1), 1000).diagonals);
  EXPECT_TRUE(ask(fem3(), sporos::host_machine(1), 1000).blocks);
  EXPECT_FALSE(ask(fem3(), sporos::h100(), 20).any());
  EXPECT_FALSE(ask(few_long_rows(), sporos::h100(), 1000000).any());
  EXPECT_FALSE(ask(FormatProfile(), sporos::h100(), 1000000).any());
}

// Whatever the columns are, the chosen format must be one whose measurement was requested.
TEST(ChooseFormat, AsksForWhateverItWouldChoose) {
  for (const FormatProfile& profile :
       {stencil7(), stencil7(4), stencil27(), fem3(), fem3(4), long400(), rows_of_4(4), g3_circuit(), wave(4)}) {
    const auto questions = sporos::detail::format_questions(profile, sporos::h100(), {1000, {}}, {32, 1});
    const Format format = choose_format(profile, sporos::h100(), {500, {}}).format;
    EXPECT_TRUE(format != Format::dia || questions.diagonals);
    EXPECT_TRUE(format != Format::bsr || questions.blocks);
    EXPECT_TRUE(format != Format::sell || questions.slices);
    EXPECT_TRUE(format != Format::delta_crs || questions.deltas);
  }
}

TEST(ChooseFormat, SaysWhy) {
  const auto decision = choose_format(stencil7(), sporos::h100());
  EXPECT_EQ(decision.words().find("For 1000 products dia promises the most: 0.68"), 0u) << decision.words();
  EXPECT_NE(decision.json().find("\"format\": \"dia\", \"expected_products\": 1000"), std::string::npos);
  EXPECT_NE(decision.json().find("{\"format\": \"hyb\", \"bytes\": null, \"product\": null"), std::string::npos)
      << decision.json();
  const std::string table = decision.table();
  EXPECT_EQ(static_cast<std::size_t>(std::count(table.begin(), table.end(), '\n')), 1 + sporos::all_formats().size());
  EXPECT_EQ(choose_format(scattered(), sporos::h100()).words(),
            "For 1000 products compressed rows stay: no format promises to repay its conversion.");
  EXPECT_THROW(decision.candidate(Format::automatic), std::invalid_argument);
  EXPECT_EQ(sporos::FormatDecision().words(), "No format was looked at.");
}

}  // namespace choose_format_tests
