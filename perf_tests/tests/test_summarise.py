# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What summarise.py makes of small made-up files. Needs nothing but Python."""
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import made_up  # noqa: E402
import summarise  # noqa: E402


def plan(seconds, cache="as left", algorithm="automatic"):
    return made_up.result("Sporos", algorithm, seconds, cache, copy_share=0.5, setup_s=6e-6)


def results(name, *found, renumbered=False):
    return dict(made_up.spmv(list(found)), matrix={"name": name, "renumbered": renumbered})


MEASURED = [
    results("grid", plan(4e-6), plan(10e-6, algorithm="vector"), made_up.result("cuSPARSE", "alg1", 6e-6),
            made_up.result("cuSPARSE", "alg2", 5e-6), made_up.result("KokkosKernels", "native", 16e-6)),
    results("web", plan(2e-6, "warm"), plan(3e-6, "flushed"), made_up.result("cuSPARSE", "alg1", 60e-6, "flushed"),
            made_up.result("KokkosKernels", "native", "wrong", "flushed"))]
OPTIMUM = [results("grid", plan(3e-6)), results("web", plan(1e-6, "warm"), plan(4e-6, "flushed")),
           results("grid", plan(1e-6), renumbered=True)]


class Summarise(unittest.TestCase):
    def lines(self, *algorithm, with_optimum=False):
        with tempfile.TemporaryDirectory() as folder:
            path = made_up.write(os.path.join(folder, "results.json"), MEASURED)
            optimum = made_up.write(os.path.join(folder, "optimum.json"), OPTIMUM) if with_optimum else None
            return summarise.table(path, *algorithm, optimum=optimum).split("\n")

    def test_the_fastest_of_each_peer_counts(self):
        lines = self.lines()
        self.assertEqual(lines[0], "| matrix | cache | µs | GB/s | of copy | set-up, products |"
                                   " over best cuSPARSE CSR | over Kokkos Kernels native |")
        self.assertEqual(lines[1], "|---|---|---|---|---|---|---|---|")
        self.assertEqual(lines[2], "| grid | as left | 4.0 | 10 | 50 % | 1.5 | 1.25 | 4.00 |")

    def test_peers_are_timed_with_the_same_caches(self):
        lines = self.lines()
        self.assertEqual(lines[3], "| web | warm | 2.0 | 10 | 50 % | 3.0 |  |  |")
        self.assertEqual(lines[4], "| web | flushed | 3.0 | 10 | 50 % | 2.0 | 20.00 |  |")
        self.assertEqual(lines[5], "| mean |  |  |  |  |  | 5.00 | 4.00 |")

    def test_warm_times_count_where_there_are_no_others(self):
        content = [results("grid", plan(4e-6, "warm"), made_up.result("MKL", "hints", 8e-6, "warm")),
                   results("grid", plan(1e-6, "warm"), made_up.result("MKL", "hints", 8e-6, "warm"), renumbered=True)]
        with tempfile.TemporaryDirectory() as folder:
            lines = summarise.table(made_up.write(os.path.join(folder, "results.json"), content)).split("\n")
        self.assertEqual([line.split(" | ")[0] for line in lines[2:]], ["| grid", "| grid (renumbered)", "| mean"])
        self.assertEqual([line.split(" | ")[-1] for line in lines[:1] + lines[2:]],
                         ["over MKL |", "2.00 |", "8.00 |", "2.00 |"])

    def test_another_algorithm_may_be_asked_for(self):
        self.assertEqual(self.lines("vector")[2], "| grid | as left | 10.0 | 10 | 50 % | 0.6 | 0.50 | 1.60 |")

    def test_the_product_is_named(self):
        kind = {"operation": "transpose", "columns": 4, "layout": "left", "epilogue": "none"}
        found = [dict(result, **kind) for result in (plan(4e-6), made_up.result("MKL", "transposed copy", 6e-6))]
        with tempfile.TemporaryDirectory() as folder:
            lines = summarise.table(made_up.write(os.path.join(folder, "results.json"), [results("grid", *found)]))
        self.assertEqual(lines.split("\n")[2],
                         "| grid, transpose, 4 columns (left) | as left | 4.0 | 10 | 50 % | 1.5 | 1.50 |")

    def test_share_of_the_optimum_is_at_most_all_of_it(self):
        lines = self.lines(with_optimum=True)
        self.assertEqual([line.split(" | ")[6] for line in (lines[0], lines[2], lines[3], lines[4], lines[5])],
                         ["of the optimum", "75 %", "50 %", "100 %", "87.5 %"])

    def test_a_search_that_failed_is_no_optimum(self):
        with tempfile.TemporaryDirectory() as folder:
            path = made_up.write(os.path.join(folder, "results.json"), MEASURED)
            optimum = made_up.write(os.path.join(folder, "optimum.json"), [results("grid", plan("wrong"))] + OPTIMUM[1:2])
            lines = summarise.table(path, optimum=optimum).split("\n")
        self.assertEqual([line.split(" | ")[6] for line in lines[2:4]], ["", "50 %"])


if __name__ == "__main__":
    unittest.main()
