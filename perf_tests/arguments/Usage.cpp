// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "formats/generate/Sporos_Generate.hpp"
#include "perf_tests/arguments/Algorithms.hpp"
#include "perf_tests/arguments/Arguments.hpp"
#include "perf_tests/arguments/Text.hpp"
#include "perf_tests/support/PeerRegistry.hpp"

namespace sporos::perf {

Choices compiled_choices() {
  Choices choices;
  const auto add = [](std::vector<std::string>& list, const std::string& name) {
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
  };
  for (const auto& [types, loader] : problem_loaders()) {
    add(choices.scalars, types.first);
    add(choices.offsets, types.second);
  }
  choices.peers = peer_names();
  return choices;
}

std::string usage(const Choices& choices) {
  return sporos::detail::concat(
      R"(sporos_spmv FILE.mtx[.gz]|GENERATOR [...] [options]

Computes y = alpha*A*x + beta*y for each matrix, checks everyone's answer against a wide reference on the host, and only
then times Sporos beside other libraries. Prints the rows' profile, what Sporos chose and why, and one table.

Types
  --scalar NAME         )",
      joined(choices.scalars, ", "), R"( (default double; mixed: float matrix, double vectors;
                        half: matrix of half_t, vectors of float)
  --offset NAME         )",
      joined(choices.offsets, ", "), R"( (default int): the type of the row offsets
What Sporos runs
  --algorithm LIST      a line for each of
                        )",
      joined(offered_algorithm_names(), ","), R"(
                        (default automatic)
  --all-algorithms      a line for each of them; one that cannot run this matrix here says why
  --rule NAME           sporos (default), reguly_giles_2012
  --coop N --repeat N --block-size N
                        any of the three numbers of the row shape; the others follow the rule
  --target NAME         fermi, kepler, current, host: primitives as on that hardware
  --reduction NAME      shuffle, scratch, thread; here only the usual one: shuffle with CUDA, thread on a host
  --gather NAME         plain, read_only, texture; others than the usual one, which is read_only with CUDA, only in a
                        build with SPOROS_BENCHMARK_EVERY_GATHER
  --tuning NAME         none (default), exhaustive, run_time, tuner_2012 (of Reguly and Giles); what was tried is printed
  --products N          products that a plan which tunes at run time gets for it, at most (default 200); they and the
                        search of exhaustive are part of the set-up
  --deterministic       the same bits of y every time
  --rcm                 every matrix twice, the second time renumbered by reverse Cuthill-McKee, with its bandwidth and
                        profile, and what the ordering took
  --metis               the same by nested dissection, with METIS
Which product
  --operation NAME      none (default), transpose, conjugate, conjugate_transpose: op(A) in the place of A; the set-up of a
                        plan then makes the transposed matrix, too
  --columns N           x and y have N columns (default 1)
  --layout NAME         left (default), right: of several columns
  --epilogue NAME       none (default); dot: also the dot product of y with x, or with another vector where the matrix is
                        not square; residual: b - A*x and its squared norm; a number for each column
                        These four are for --offset int. Who lacks one of them is listed with the reason
What is checked
  --check               nothing is timed: every operation, format and algorithm with 1, 2, 3, 4, 7, 8, 16 and 17 columns in
                        both layouts, each with its dot products, against the reference; with --scalar, --alpha, --beta.
                        What refuses the matrix is listed, with --json too
What is measured
  --peers LIST          )",
      joined(choices.peers.empty() ? std::vector<std::string>{"(none in this build)"} : choices.peers, ","),
      R"(, or none; default all but formats and packet, which are Sporos in
                        other storage
  --alpha N --beta N    default 1 and 0
  --repetitions N       timed samples of each contender (default 30, after 5 warm-ups)
  --values NAME         random (default), file: the numbers of the matrix; patterns load as ones, and where numbers repeat,
                        formats compress them
  --set NAME [FOLDER]   fitted, held-out: the matrices that a rule of Sporos was fitted on, or those that none was; both of
                        the generated ones in perf_tests/campaign_matrices.txt and of the .mtx and .mtx.gz of FOLDER
  --optimum             a line for the best of all algorithms and shapes, found by their times from memory: where samples
                        are also taken with flushed caches, with these. Its speed-up is that of the plan over it
Output
  --model               a second table, and in the JSON: bytes and bandwidth of each line of Sporos by the three models
                        of Reguly and Giles 2012: minimum, effective, and the caching estimate
  --tuning-trace FILE   a JSON list of {"tuner", "matrix", "scalar", "optimum_s", "products_s"} for plot.py: the first
                        --products products with tuner_2012, from the rule of the paper, and with run_time, each the
                        median over seven plans, and what exhaustive search makes of coop and of all algorithms
  --json FILE           the results as one JSON object, for several as an array of objects; rewritten after
                        each matrix
  --lock FILE           several of these programs take turns on the device: each has it from the moment when a matrix is
                        copied there until all of it is measured. Files are read and references computed meanwhile
  --list                generators, the benchmark set, and what this build offers
  --help                this text
Options of Kokkos (--kokkos-...) are passed on.

Table: set-up in microseconds and in products; median of the samples, spread from the first to the third quartile; GB/s
by minimum bytes nnz (T + 4) + rows (T + 4) + columns T, effective by nnz (2 T + 4) + rows (T + 4), the same for every
library; minimum as a share of a copy measured in this run; the worst row's error over its rounding bound (1 or less is
right); speed-up of the Sporos plan, the first of several, over the line. Samples go round: each round takes one of every
contender and begins with another one. On a GPU matrices under 50 MB are timed warm and with flushed caches.

Of N columns x and y count N times, the matrix once; of a transposed product x has rows and y columns elements a column;
b of a residual, and a vector of its own that y is multiplied with, are as long as y.

Caching estimate, where all teams cover as many rows (scalar, vector, coop, stream): matrix, row offsets and y once, and
for each team the cache lines of x (128 bytes) that its rows touch, each loaded once by the team and shared with no
other one. Structured matrices lie between minimum and effective; above effective most of a line is loaded for nothing.

Exit code: 0; 1 where an answer of Sporos is wrong or an input cannot be read; 2 for wrong arguments.
)");
}

std::string available(const Choices& choices) {
  std::string text = "Generators: NAME:SIZE[,parameter=value...], each with seed=\n";
  for (const GeneratorInfo& generator : generators()) {
    text += sporos::detail::concat("  ", generator.syntax, "\n      ", generator.what, "; for example ",
                                   generator.example, '\n');
  }
  text += "Benchmark set\n";
  for (const BenchmarkProblem& problem : benchmark_set())
    text += sporos::detail::concat("  ", problem.name, " = ", problem.description, '\n');
  return text + sporos::detail::concat("Scalars: ", joined(choices.scalars, ", "),
                                       "\nOffsets: ", joined(choices.offsets, ", "),
                                       "\nPeers: ", choices.peers.empty() ? "none" : joined(choices.peers, ", "), '\n');
}

}  // namespace sporos::perf
