# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What operations.py makes of small made-up files. Needs nothing but Python."""
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import made_up  # noqa: E402
import operations  # noqa: E402


def plan(algorithm, seconds, cache="as left"):
    return made_up.result("Sporos", algorithm, seconds, cache, setup_s=8e-6)


def problem(name, *results):
    return dict(made_up.spmv(list(results)), matrix={"name": name})


class Operations(unittest.TestCase):
    def report(self, files):
        with tempfile.TemporaryDirectory() as folder:
            for name, content in files.items():
                made_up.write(os.path.join(folder, name), content)
            return operations.report(folder).split("\n")

    def test_the_best_of_a_peer_counts_and_misses_are_named(self):
        lines = self.report({"transpose-00.json": problem(
            "grid", plan("automatic", 4e-6), plan("spmv", 2e-6), made_up.result("MKL", "plain", 8e-6),
            made_up.result("MKL", "transposed copy", 3e-6), made_up.result("KokkosKernels", "spmv", 16e-6)),
            "transpose-01.json": problem("web", plan("automatic", 4e-6), made_up.result("MKL", "plain", 12e-6))})
        self.assertEqual(lines[2:], [
            "## `--operation transpose`", "",
            "| matrix | µs | GB/s | set-up, products | over Kokkos Kernels | over MKL | over `spmv` |",
            "| --- | --- | --- | --- | --- | --- | --- |", "| grid | 4 | 10.0 | 2.0 | 4.00 | 0.75 | 0.50 |",
            "| web | 4 | 10.0 | 2.0 |  | 3.00 |  |", "| geometric mean |  |  |  | 4.00 | 1.50 | 0.50 |", "",
            "Under 1: grid (MKL 0.75)."])

    def test_one_column_is_in_the_same_run(self):
        lines = self.report({"columns-8-right-00.json": problem(
            "grid", plan("automatic", 4e-6), plan("automatic, one column", 2e-6))})
        self.assertEqual(lines[4:7:2], ["| matrix | µs | GB/s | set-up, products | columns cost |",
                                        "| grid | 4 | 10.0 | 2.0 | 2.00 |"])

    def test_an_epilogue_has_its_price(self):
        lines = self.report({"dot-00.json": problem("grid", plan("automatic", 4e-6), plan("automatic, no epilogue", 2e-6),
                                                    plan("automatic, separate dot", 5e-6))})
        self.assertEqual(lines[4:7:2], ["| matrix | µs | GB/s | set-up, products | over a separate dot | epilogue costs |",
                                        "| grid | 4 | 10.0 | 2.0 | 1.25 | 2.00 |"])

    def test_options_may_come_before_the_matrices(self):
        with tempfile.TemporaryDirectory() as folder:
            words = [folder, "--run", "false", "--only", "dot", "grid", "web"]
            ran = subprocess.run([sys.executable, "-B", operations.__file__] + words, capture_output=True, text=True,
                                 check=False)
        self.assertEqual([line.split()[:3] for line in ran.stderr.splitlines()],
                         [["failed:", "false", "grid"], ["failed:", "false", "web"]])

    def test_who_is_left_out_is_named(self):
        refusal = made_up.result("MKL", "dotmv", "cannot: reason")
        lines = self.report({"dot-00.json": problem("grid", plan("automatic", 4e-6), refusal),
                             "dot-01.json": problem("web", plan("automatic", 4e-6), refusal),
                             "transpose-00.json": problem("grid", plan("automatic", 4e-6), refusal),
                             "transpose-01.json": problem("web", plan("automatic", 4e-6))})
        self.assertIn("Left out: MKL crs/dotmv: cannot: reason.", lines)
        self.assertIn("Left out: MKL crs/dotmv: cannot: reason (grid).", lines)

    def test_times_from_memory_count_where_there_are_both(self):
        lines = self.report({"transpose-00.json": problem(
            "grid", plan("automatic", 2e-6, "warm"), plan("automatic", 4e-6, "flushed"),
            made_up.result("MKL", "plain", 1e-6, "warm"), made_up.result("MKL", "plain", 8e-6, "flushed"))})
        self.assertEqual(lines[6], "| grid | 4 | 10.0 | 2.0 | 2.00 |")


if __name__ == "__main__":
    unittest.main()
