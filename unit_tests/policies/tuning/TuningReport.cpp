// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/tuning/Sporos_TuningReport.hpp"

#include <gtest/gtest.h>

namespace tuning_report_tests {

using sporos::Algorithm;
using sporos::CrsDecision;
using sporos::Tuning;
using sporos::TuningReport;

CrsDecision decision(Algorithm algorithm, const sporos::RowShape& shape) {
  CrsDecision decision;
  decision.algorithm = algorithm;
  decision.shape = shape;
  return decision;
}

const CrsDecision coop = decision(Algorithm::coop, {4, 1, 128});
const CrsDecision split = decision(Algorithm::merge_path, {1, 8, 64});
const CrsDecision vector = decision(Algorithm::vector, {32, 1, 256});

TuningReport report(Tuning tuning) {
  TuningReport report;
  report.tuning = tuning;
  report.tried = {{coop, 7, 2e-6}, {vector}, {split, 3, 1.5e-6}};
  report.products = 10;
  return report;
}

TEST(TuningReport, SaysNothingWhereThereIsNoTuning) { EXPECT_EQ(TuningReport().words(coop), ""); }

TEST(TuningReport, OfExhaustiveSearchSaysHowManyChoicesItTried) {
  EXPECT_EQ(report(Tuning::exhaustive).words(split),
            " Exhaustive search tried 3 choices; this is the best, 1.5 microseconds a product.");
}

TEST(TuningReport, OfAFindingSaysWhereItIsFrom) {
  TuningReport found = report(Tuning::exhaustive);
  found.findings_file = "findings.txt";
  EXPECT_EQ(found.words(split), " An earlier exhaustive search, kept in findings.txt, chose this.");
}

TEST(TuningReport, OfASearchSaysWhyItWasNotSaved) {
  TuningReport lost = report(Tuning::exhaustive);
  EXPECT_NE(lost.json().find("\"not_saved\": null"), std::string::npos) << lost.json();
  lost.not_saved = "cannot write \"findings.txt\"";
  EXPECT_EQ(lost.words(split),
            " Exhaustive search tried 3 choices; this is the best, 1.5 microseconds a product. It was not saved: "
            "cannot write \"findings.txt\".");
  EXPECT_NE(lost.json().find("\"not_saved\": \"cannot write \\\"findings.txt\\\"\""), std::string::npos) << lost.json();
}

TEST(TuningReport, OfARunTimeSearchSaysHowFarItIs) {
  TuningReport running = report(Tuning::run_time);
  EXPECT_EQ(running.words(coop),
            " Tuned in 10 products, with 3 choices tried; this one was kept, 2 microseconds a product.");
  running.finished = false;
  EXPECT_EQ(
      running.words(vector),
      " Still tuning, so far in 10 products, with 3 choices tried, which differ in the last bits; this is the best "
      "until now. Not counted are products that are recorded into a graph, have x and y of other types than the first, "
      "or alpha = 0.");
}

TEST(TuningReport, SaysThatAToolMayChooseOtherwise) {
  TuningReport asked;
  asked.by_tool = true;
  EXPECT_EQ(asked.words(coop),
            " A tool of Kokkos may choose otherwise, product by product; choices differ in the last bits.");
  EXPECT_NE(asked.json().find("\"by_tool\": true"), std::string::npos);
}

TEST(TuningReport, TableHasTheFastestFirstAndWhatCouldNotRunLast) {
  EXPECT_EQ(report(Tuning::run_time).table(),
            "microseconds products algorithm coop repeat block_size\n"
            "1.5 3 merge_path 1 8 64\n"
            "2 7 coop 4 1 128\n"
            "inf 0 vector 32 1 256\n");
}

TEST(TuningReport, JsonHasNullWhereThereIsNoTime) {
  TuningReport one = report(Tuning::tuner_2012);
  one.tried = {{coop, 7, 2e-6}, {vector}};
  EXPECT_EQ(one.json(),
            "{\"kind\": \"tuner_2012\", \"finished\": true, \"by_tool\": false, \"products\": 10, \"from_file\": "
            "false, \"not_saved\": null, \"tried\": "
            "[{\"algorithm\": \"coop\", \"coop\": 4, \"repeat\": 1, \"block_size\": 128, \"products\": 7, "
            "\"seconds\": 2e-06}, {\"algorithm\": \"vector\", \"coop\": 32, \"repeat\": 1, \"block_size\": 256, "
            "\"products\": 0, \"seconds\": null}]}");
}

}  // namespace tuning_report_tests
