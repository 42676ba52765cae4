# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What campaign_data.py and campaign_pages.py make of small made-up files. Needs nothing but Python."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import campaign_data as data  # noqa: E402
import campaign_pages as pages  # noqa: E402
import made_up  # noqa: E402


def result(library, storage, algorithm, seconds, cache="as left", **others):
    return dict({"library": library, "format": storage, "algorithm": algorithm, "runs": None, "offset": "int", "cache": cache,
                 "median_s": seconds, "setup_s": 2 * seconds if not isinstance(seconds, str) else None,
                 "min_gbs": 1e-9 * 1e6 / seconds if not isinstance(seconds, str) else None, "speed_up": 1.0}, **others)


def problem(name, plan, free, spmv, csr, prepared, sell, native, merge):
    return {"matrix": {"name": name, "rows": 3, "columns": 3, "nnz": 100000},
            "environment": {"gpu": "Some GPU", "date": "2026-01-02T03", "copy_gbs": 3000.4},
            "results": [result("Sporos", "crs", "automatic", plan, runs="stream"), result("Sporos", "crs", "spmv", spmv),
                        result("Sporos", "dia", "format", 1.0), result("Sporos", "automatic", "format", free, runs="dia"),
                        result("Sporos", "automatic,n=100", "format", 1e-3),
                        result("Sporos", "crs", "optimum", plan, runs="coop", speed_up=0.9),
                        result("cuSPARSE", "crs", "alg1", csr), result("cuSPARSE", "crs", "alg2+preprocess", prepared),
                        result("cuSPARSE", "sell", "alg1, slices of 32", sell), result("KokkosKernels", "crs", "native", native),
                        result("KokkosKernels", "crs", "merge", merge)]}


LIST = "# comment\ngrid:1 held-out device\nseen:1 fitted\nwave fitted\n"


class Campaign(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.matrices = os.path.join(self.folder.name, "matrices.txt")
        with open(self.matrices, "w", encoding="utf-8") as file:
            file.write(LIST)
        self.problems = [problem("grid:1", plan=2.0, free=1.0, spmv=4.0, csr=6.0, prepared=4.0, sell=3.0, native=8.0, merge=5.0),
                         problem("web", plan=4.0, free=4.0, spmv=8.0, csr=6.0, prepared=2.0, sell="cannot: no", native=4.0,
                                 merge=8.0)]

    def tearDown(self):
        self.folder.cleanup()

    def condensed(self, problems, part="held-out-double"):
        file = made_up.write(os.path.join(self.folder.name, "raw.json"), problems)
        out = os.path.join(self.folder.name, "campaign.json")
        subprocess.run([sys.executable, "-B", data.__file__, "condense", f"{part}={file}", "--matrices", self.matrices, "--out",
                        out], check=True)
        with open(out, encoding="utf-8") as content:
            return json.load(content), out

    def test_everybody_counts_with_the_best(self):
        campaign, _ = self.condensed(self.problems)
        grid = campaign["parts"]["held-out-double"]["grid:1"]
        self.assertEqual(data.ratio(grid, data.PLAN, data.of_cusparse), 1.5)
        self.assertEqual(data.ratio(grid, data.FREE, data.of_others), 3.0)
        self.assertEqual(data.ratio(grid, data.PLAN, data.of_kokkos_kernels), 2.5)
        self.assertEqual(data.ratio(grid, data.WITHOUT, data.without_preprocess), 1.5)
        self.assertEqual(data.ratio(grid, data.WITHOUT, data.with_preprocess), 1.0)
        self.assertEqual(data.share_of_best_format(grid), 1.0)
        self.assertEqual(grid["optimum"], ["coop", 0.9])
        self.assertTrue(grid["large"])
        self.assertEqual(campaign["parts"]["held-out-double"]["web"]["refused"], {"cuSPARSE/sell/alg1, slices of 32": "cannot: no"})

    def test_small_matrices_are_from_memory_and_warm(self):
        small = problem("web", plan=4.0, free=4.0, spmv=8.0, csr=6.0, prepared=2.0, sell=9.0, native=4.0, merge=8.0)
        small["results"] += [dict(r, cache="warm", median_s=r["median_s"] / 2) for r in small["results"]
                             if r["algorithm"] != "optimum"]
        campaign, _ = self.condensed([small])
        web = campaign["parts"]["held-out-double"]["web"]
        self.assertFalse(web["large"])
        self.assertEqual(web["times"][data.PLAN], [4e6, 2e6, 8e6])

    def test_pages_count_wins_and_losses(self):
        _, out = self.condensed(self.problems)
        subprocess.run([sys.executable, "-B", pages.__file__, out, "--out", self.folder.name], check=True,
                       stdout=subprocess.DEVNULL)
        with open(os.path.join(self.folder.name, "page.md"), encoding="utf-8") as file:
            text = file.read()
        self.assertIn("| plan / cuSPARSE | large | 2 | 0.87 | 0.87 | 0.50 (web) | 1 / 1 |", text)
        self.assertIn("* plan / cuSPARSE, under 1: web 0.50.", text)
        for plot in os.listdir(os.path.join(self.folder.name, "plots")):
            xml.etree.ElementTree.parse(os.path.join(self.folder.name, "plots", plot))
        self.assertEqual(len(os.listdir(os.path.join(self.folder.name, "plots"))), 2)

    def test_readme_gets_what_stands_between_the_marks(self):
        _, out = self.condensed(self.problems)
        readme = os.path.join(self.folder.name, "README.md")
        words = [sys.executable, "-B", pages.__file__, out, "--out", self.folder.name, "--readme", readme]
        for before in ("no marks", f"before\n{pages.MARKS[0]}\nold\n{pages.MARKS[1]}\nbehind\n"):
            with open(readme, "w", encoding="utf-8") as file:
                file.write(before)
            failed = subprocess.run(words, check=False, capture_output=True).returncode != 0
            self.assertEqual(failed, before == "no marks")
        with open(readme, encoding="utf-8") as file:
            text = file.read()
        self.assertTrue(text.startswith("before\n") and text.endswith("\nbehind\n"))
        self.assertIn("| plan / cuSPARSE | large | 0.87 | 0.87 | 0.50 (web) | 1 / 1 |", text)
        self.assertNotIn("old", text)

    def test_missing_is_what_no_file_has(self):
        for name, entries in (("wave", 7), ("new", 7), ("few", 2)):
            with open(os.path.join(self.folder.name, f"{name}.mtx"), "w", encoding="utf-8") as file:
                file.write(f"%%MatrixMarket matrix coordinate real general\n% words\n3 3 {entries}\n")
        done = made_up.write(os.path.join(self.folder.name, "done.json"), self.problems[:1])

        def missing(*arguments):
            words = [sys.executable, "-B", data.__file__, "missing", "--matrices", self.matrices, "--folder", self.folder.name,
                     "--least", "5", *arguments]
            return subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()

        new = os.path.join(self.folder.name, "new.mtx")
        self.assertEqual(missing("--set", "held-out"), ["grid:1", new])
        self.assertEqual(missing("--set", "held-out", done), [new])
        self.assertEqual(missing("--set", "fitted"), ["seen:1", os.path.join(self.folder.name, "wave.mtx")])
        self.assertEqual(missing("--set", "held-out", "--values"), data.CONSTANT + [new])


if __name__ == "__main__":
    unittest.main()
