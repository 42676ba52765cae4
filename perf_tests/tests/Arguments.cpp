// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/arguments/Arguments.hpp"

#include <gtest/gtest.h>

#include "formats/reorder/Sporos_Metis.hpp"
#include "perf_tests/arguments/MatrixSets.hpp"
#include "perf_tests/tests/ExpectRefusal.hpp"

namespace arguments_tests {

using namespace sporos::perf;

const Choices choices{{"double", "float"}, {"int", "size_t"}, {"eigen", "kokkos-kernels"}};

Settings parse(const std::vector<std::string>& arguments) { return parse_arguments(arguments, choices); }

void expect_refusal(const std::vector<std::string>& arguments, const std::string& part) {
  sporos_test::expect_refusal([&] { parse(arguments); }, part);
}

TEST(Arguments, DefaultsFollowTheProtocol) {
  const Settings settings = parse({"stencil7:4"});
  EXPECT_EQ(settings.inputs, std::vector<std::string>{"stencil7:4"});
  EXPECT_EQ(settings.scalar, "double");
  EXPECT_EQ(settings.offset, "int");
  EXPECT_EQ(settings.alpha, 1);
  EXPECT_EQ(settings.beta, 0);
  EXPECT_EQ(settings.protocol.warm_ups, 5);
  EXPECT_EQ(settings.protocol.samples, 30);
  EXPECT_FALSE(settings.peers);
  EXPECT_FALSE(settings.shape.is_given());
  EXPECT_EQ(settings.algorithms, std::vector<sporos::Algorithm>{sporos::Algorithm::automatic});
  EXPECT_FALSE(settings.model);
  EXPECT_EQ(settings.options.tuning, sporos::Tuning::none);
  EXPECT_FALSE(settings.options.deterministic);
  EXPECT_FALSE(settings.renumbers());
  EXPECT_EQ(settings.products, 200);
  EXPECT_EQ(settings.tuning_trace, "");
}

TEST(Arguments, NumbersAreRandomUnlessThoseOfTheFileAreAskedFor) {
  EXPECT_FALSE(parse({"a"}).values_of_file);
  EXPECT_FALSE(parse({"a", "--values", "random"}).values_of_file);
  EXPECT_TRUE(parse({"a", "--values=file"}).values_of_file);
  expect_refusal({"a", "--values", "ones"}, "random, file");
}

TEST(Arguments, ASetStandsForItsMatrices) {
  EXPECT_EQ(parse({"--set", "fitted"}).inputs, matrices_of_set("fitted", ""));
  EXPECT_EQ(parse({"--set", "held-out"}).inputs, matrices_of_set("held-out", ""));
  expect_refusal({"--set", "all"}, "fitted, held-out");
  expect_refusal({"--set", "fitted", "a", "b"}, "--set takes one folder, not 2");
  expect_refusal({"--set", "fitted", "no-such-folder"}, "--set: no-such-folder");
}

TEST(Arguments, TheOptimumIsOfPlainProducts) {
  EXPECT_FALSE(parse({"a"}).optimum);
  EXPECT_TRUE(parse({"a", "--optimum"}).optimum);
  EXPECT_EQ(parse({"a", "--lock", "file"}).lock, "file");
  expect_refusal({"a", "--optimum", "--columns", "2"}, "--optimum is for products without --operation");
}

TEST(Arguments, APlainProductUnlessAnotherIsAskedFor) {
  const Settings settings = parse({"a"});
  EXPECT_TRUE(settings.kind.is_plain());
  EXPECT_EQ(settings.kind.words(), "");
  EXPECT_TRUE(parse({"a", "--columns=1", "--layout=right", "--operation=none", "--epilogue", "none"}).kind.is_plain());
}

TEST(Arguments, ProductsAreNamed) {
  using sporos::Op;
  for (const Op op : {Op::none, Op::transpose, Op::conjugate, Op::conjugate_transpose}) {
    EXPECT_EQ(parse({"a", "--operation", name(op)}).kind.operation, op);
  }
  const ProductKind kind = parse({"a", "--operation", "transpose", "--columns", "8", "--layout", "right"}).kind;
  EXPECT_EQ(kind.words(), "transpose, 8 columns in LayoutRight");
  EXPECT_TRUE(kind.is_transposed());
  EXPECT_EQ(parse({"a", "--columns", "3"}).kind.words(), "3 columns in LayoutLeft");
  EXPECT_EQ(parse({"a", "--epilogue", "dot", "--beta", "2"}).kind.words(), "epilogue dot");
  EXPECT_EQ(parse({"a", "--epilogue=residual"}).kind.epilogue, Epilogue::residual);
  EXPECT_EQ(parse({"a", "--operation=transpose", "--columns=8", "--layout=right", "--epilogue=dot"}).kind.words(),
            "transpose, 8 columns in LayoutRight, epilogue dot");
  expect_refusal({"a", "--operation", "invert"}, "none, transpose, conjugate, conjugate_transpose");
  expect_refusal({"a", "--columns", "0"}, "--columns needs a whole number");
  expect_refusal({"a", "--layout", "stride"}, "left, right");
  expect_refusal({"a", "--epilogue", "norm"}, "none, dot, residual");
}

TEST(Arguments, RefusesProductsThatTheLibraryDoesNotCombine) {
  expect_refusal({"a", "--epilogue", "residual", "--alpha", "2"}, "leaves nothing to --alpha");
  expect_refusal({"a", "--epilogue", "residual", "--beta", "1"}, "leaves nothing to --alpha and --beta");
}

TEST(Arguments, RefusesWhatIsMeasuredOfPlainProductsAlone) {
  for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{
           {"--offset", "size_t"}, {"--coop", "4"}, {"--model"}, {"--tuning-trace", "trace.json"}}) {
    std::vector<std::string> arguments = {"a", "--operation", "transpose"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    expect_refusal(arguments, "without --operation, --columns and --epilogue, but these ask for: transpose");
    expect_refusal(arguments, options.front());
    arguments[2] = "none";
    EXPECT_NO_THROW(parse(arguments)) << options.front();
  }
}

TEST(Arguments, NamesOfTuners) {
  using sporos::Tuning;
  for (const Tuning tuning : {Tuning::none, Tuning::exhaustive, Tuning::run_time, Tuning::tuner_2012}) {
    EXPECT_EQ(parse({"a", "--tuning", name(tuning)}).options.tuning, tuning);
  }
  expect_refusal({"a", "--tuning", "quick"}, "none, exhaustive, run_time, tuner_2012");
}

TEST(Arguments, OfTuning) {
  const Settings settings = parse({"a", "--tuning-trace", "trace.json", "--products=50", "--rcm"});
  EXPECT_EQ(settings.tuning_trace, "trace.json");
  EXPECT_EQ(settings.products, 50);
  EXPECT_TRUE(settings.rcm);
  expect_refusal({"a", "--products", "0"}, "--products needs a whole number");
}

TEST(Arguments, AMatrixHasOneOrder) {
  expect_refusal({"a", "--rcm", "--metis"}, "--rcm and --metis are two orders");
  if (sporos::has_metis) {
    EXPECT_TRUE(parse({"a", "--metis"}).metis);
    EXPECT_TRUE(parse({"a", "--metis"}).renumbers());
  } else {
    expect_refusal({"a", "--metis"}, "this build has no METIS");
  }
}

TEST(Arguments, DeterminismAndTuningExcludeEachOther) {
  EXPECT_TRUE(parse({"a", "--deterministic"}).options.deterministic);
  expect_refusal({"a", "--deterministic", "--tuning", "run_time"}, "--deterministic leaves nothing to tune");
  expect_refusal({"a", "--deterministic", "--tuning-trace", "trace.json"}, "--deterministic leaves nothing to tune");
}

TEST(Arguments, OldNamesOfAlgorithmsAreReadAndSaid) {
  const Settings settings = parse({"a", "--algorithm", "coop,split"});
  EXPECT_EQ(settings.algorithms.back(), sporos::Algorithm::merge_path);
  EXPECT_EQ(settings.notes,
            std::vector<std::string>{"--algorithm split is an old name, read until 0.2: write merge_path"});
  expect_refusal({"a", "--algorithm", "split,merge_path"}, "--algorithm names merge_path twice");
}

TEST(Arguments, AlgorithmsKeepTheirOrder) {
  const std::vector<sporos::Algorithm> wanted = {sporos::Algorithm::coop, sporos::Algorithm::automatic};
  EXPECT_EQ(parse({"a", "--algorithm", "coop,automatic"}).algorithms, wanted);
}

TEST(Arguments, AllAlgorithmsBeginWithTheAutomaticChoice) {
  const Settings settings = parse({"--all-algorithms", "a"});
  EXPECT_EQ(settings.inputs, std::vector<std::string>{"a"});
  ASSERT_GE(settings.algorithms.size(), 2U);
  EXPECT_EQ(settings.algorithms.front(), sporos::Algorithm::automatic);
  for (const sporos::Algorithm algorithm : settings.algorithms) {
    EXPECT_EQ(parse({"a", "--algorithm", name(algorithm)}).algorithms, std::vector<sporos::Algorithm>{algorithm});
  }
}

TEST(Arguments, ModelIsAFlag) {
  const Settings settings = parse({"--model", "a"});
  EXPECT_TRUE(settings.model);
  EXPECT_EQ(settings.inputs, std::vector<std::string>{"a"});
  expect_refusal({"a", "--model=yes"}, "takes no value");
}

TEST(Arguments, ACheckGoesThroughAllProductsItself) {
  EXPECT_TRUE(parse({"a", "--check", "--scalar", "float", "--beta", "2"}).check);
  expect_refusal({"a", "--check", "--columns", "2"}, "takes no --columns");
  expect_refusal({"a", "--check", "--algorithm", "coop"}, "takes no --algorithm");
}

TEST(Arguments, BothSpellingsAndAnyOrder) {
  const Settings settings = parse({"--scalar=float", "a.mtx", "--beta", "-0.5", "b.mtx", "--peers", "eigen"});
  EXPECT_EQ(settings.inputs, (std::vector<std::string>{"a.mtx", "b.mtx"}));
  EXPECT_EQ(settings.scalar, "float");
  EXPECT_EQ(settings.beta, -0.5);
  EXPECT_EQ(*settings.peers, std::vector<std::string>{"eigen"});
}

TEST(Arguments, NoPeersIsNotAllPeers) { EXPECT_TRUE(parse({"a", "--peers", "none"}).peers->empty()); }

TEST(Arguments, PartOfAShapeLeavesTheRestToTheRule) {
  const Settings settings = parse({"a", "--repeat", "3"});
  const sporos::RowShape shape = settings.shape.over({8, 1, 256});
  EXPECT_TRUE(shape == (sporos::RowShape{8, 3, 256}));
}

TEST(Arguments, NamesOfPrimitives) {
  const Settings settings = parse({"a", "--gather", "texture", "--reduction=scratch", "--target", "fermi", "--rule",
                                   "reguly_giles_2012", "--algorithm", "coop"});
  EXPECT_EQ(settings.options.gather, sporos::Gather::texture);
  EXPECT_EQ(settings.options.reduction, sporos::Reduction::scratch);
  EXPECT_EQ(settings.options.target, sporos::Target::fermi);
  EXPECT_EQ(settings.options.rule, sporos::RowRule::reguly_giles_2012);
  EXPECT_EQ(settings.algorithms, std::vector<sporos::Algorithm>{sporos::Algorithm::coop});
}

TEST(Arguments, RefusesWhatItDoesNotKnow) {
  expect_refusal({}, "no input");
  expect_refusal({"a", "--no"}, "--no");
  expect_refusal({"a", "--scalar", "half"}, "half");
  expect_refusal({"a", "--peers", "eigen,mkl"}, "mkl");
  expect_refusal({"a", "--peers", "eigen,"}, "''");
  expect_refusal({"a", "--algorithm", "fast"}, "not 'fast'");
  expect_refusal({"a", "--algorithm", "fast"}, "automatic, scalar, vector, coop");
  expect_refusal({"a", "--algorithm", "coop,"}, "''");
  expect_refusal({"a", "--gather", "slow"}, "plain, read_only, texture");
  expect_refusal({"a", ""}, "empty");
}

TEST(Arguments, RefusesWhatIsSaidTwiceOrHalf) {
  expect_refusal({"a", "--beta", "1", "--beta=1"}, "twice");
  expect_refusal({"a", "--peers", "eigen,eigen"}, "twice");
  expect_refusal({"a", "--algorithm", "coop,coop"}, "twice");
  expect_refusal({"a", "--algorithm", "coop", "--all-algorithms"}, "--all-algorithms");
  expect_refusal({"a", "--beta"}, "needs a value");
  expect_refusal({"a", "--beta="}, "needs a value");
  expect_refusal({"--help=yes"}, "takes no value");
}

TEST(Arguments, RefusesNumbersThatAreNone) {
  for (const char* const text : {"1x", "x", "nan", "inf", "1e999", " 1"}) expect_refusal({"a", "--alpha", text}, text);
  for (const char* const text : {"0", "-1", "1.5", "99999999999", "two"}) expect_refusal({"a", "--repeat", text}, text);
  for (const char* const text : {"3", "64"}) expect_refusal({"a", "--coop", text}, "power of two");
}

}  // namespace arguments_tests
