# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The model of many ranks, on numbers that can be worked out by hand, and its plot."""
import contextlib
import io
import json
import os
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import ranks_model  # noqa: E402


def result(problem, ranks=1, **seconds):
    times = {"product petsc": 4e-3, "product sporos": 2e-3, "local petsc": 4e-3, "local sporos": 2e-3, "step petsc": 5e-3,
             "step sporos": 3e-3}
    times.update({name.replace("_", " "): value for name, value in seconds.items()})
    made = {"problem": problem, "ranks": ranks, "rows": 1000000, "entries": 7000000}
    made.update({name: {"median_s": value} for name, value in times.items()})
    return made


class RanksModel(unittest.TestCase):
    def test_surroundings_are_those_of_cubes(self):
        self.assertEqual(ranks_model.surroundings("grid", 1000, 7000, 1), (0, 0.0))
        neighbours, ghosts = ranks_model.surroundings("grid", 1000, 7000, 64)
        self.assertEqual(neighbours, 6)
        self.assertAlmostEqual(ghosts, 600)
        neighbours, ghosts = ranks_model.surroundings("elements", 3000, 240000, 64)
        self.assertEqual(neighbours, 26)
        self.assertAlmostEqual(ghosts, 3 * (12**3 - 10**3))

    def test_graph_needs_most_columns_on_few_ranks_and_one_an_entry_on_many(self):
        neighbours, ghosts = ranks_model.surroundings("graph", 1000, 100000, 2)
        self.assertEqual(neighbours, 1)
        self.assertAlmostEqual(ghosts, 1000)
        self.assertAlmostEqual(ranks_model.surroundings("graph", 1000, 1000, 10**6)[1], 1000, delta=1)

    def test_hidden_exchange_costs_nothing_until_it_is_all(self):
        self.assertAlmostEqual(ranks_model.Model(0, 1, 1).product(3, 1, 2), 4)
        self.assertAlmostEqual(ranks_model.Model(0, 1, 0).product(3, 1, 2), 6)
        self.assertAlmostEqual(ranks_model.Model(0, 1, 1).product(3, 1, 9), 9)

    def test_one_rank_is_what_was_measured(self):
        for side, product, step in (("petsc", 4e-3, 5e-3), ("sporos", 2e-3, 3e-3)):
            predicted = ranks_model.Model(1e-6, 1e10, 0).predicted(result("stencil7:100"), side, 1, True)
            self.assertAlmostEqual(predicted[0], product)
            self.assertAlmostEqual(predicted[1], step)

    def test_strong_scaling_ends_at_the_latency(self):
        model = ranks_model.Model(1e-6, 1e30, 0)
        product, step = model.predicted(result("stencil7:100"), "sporos", 2**20, True)
        self.assertAlmostEqual(product, 6e-6 + 2e-3 / 2**20)
        self.assertAlmostEqual(step - product, 40e-6 + 1e-3 / 2**20)

    def test_weak_scaling_keeps_the_local_product(self):
        product, _ = ranks_model.Model(0, 1e30, 0).predicted(result("fem3:70"), "petsc", 4096, False)
        self.assertAlmostEqual(product, 4e-3)

    def run_main(self, results, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.json")
            with open(path, "w", encoding="utf-8") as stream:
                json.dump({"results": results}, stream)
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = ranks_model.main([path, *(word.format(folder=folder) for word in arguments)])
            files = os.listdir(folder)
        return code, out.getvalue(), err.getvalue(), files

    def test_tables_name_every_measurement(self):
        both = [result("rmat:18"), result("rmat:18", 2, exchange=1e-3, other_petsc=5e-4, other_sporos=5e-4)]
        code, out, _, _ = self.run_main(both, "--to", "128")
        self.assertEqual(code, 0)
        self.assertIn("| rmat:18 | 2 | 4000 / 2000 | 5500 / 3500 |", out)
        self.assertIn("| rmat:18 | 128 | ", out)

    def test_what_it_cannot_use_is_said(self):
        self.assertIn("no problem was measured on one rank", self.run_main([result("rmat:18", 2)])[2])
        self.assertIn("neither a grid", self.run_main([result("band:100")])[2])

    def test_plot_is_made(self):
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            self.skipTest("no matplotlib")
        code, _, _, files = self.run_main([result("stencil7:100"), result("stencil7:100", 2)], "--out", "{folder}/a.svg")
        self.assertEqual((code, "a.svg" in files), (0, True))


if __name__ == "__main__":
    unittest.main()
