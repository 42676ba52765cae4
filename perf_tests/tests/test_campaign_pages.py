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
        return self.condensed_of([(part, problems)])

    def condensed_of(self, parts):
        """Of [(part, problems)], a file each."""
        words = []
        for number, (part, problems) in enumerate(parts):
            words.append(f"{part}=" + made_up.write(os.path.join(self.folder.name, f"raw-{number}.json"), problems))
        out = os.path.join(self.folder.name, "campaign.json")
        subprocess.run([sys.executable, "-B", data.__file__, "condense", *words, "--matrices", self.matrices, "--out", out],
                       check=True)
        with open(out, encoding="utf-8") as content:
            return json.load(content), out

    def page(self, name, out):
        subprocess.run([sys.executable, "-B", pages.__file__, out, "--out", self.folder.name], check=True,
                       stdout=subprocess.DEVNULL)
        with open(os.path.join(self.folder.name, name), encoding="utf-8") as file:
            return file.read()

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
        text = self.page("page.md", out)
        self.assertNotIn("cards", text)
        self.assertIn("| plan / cuSPARSE | large | 2 | 0.87 | 0.87 | 0.50 (web) | 1 / 1 |", text)
        self.assertIn("* plan / cuSPARSE, under 1: web 0.50.", text)
        for plot in os.listdir(os.path.join(self.folder.name, "plots")):
            xml.etree.ElementTree.parse(os.path.join(self.folder.name, "plots", plot))
        self.assertEqual(len(os.listdir(os.path.join(self.folder.name, "plots"))), 2)

    def test_several_jobs_on_two_cards_are_one_part(self):
        web, grid = self.problems[1], self.problems[0]
        for problem, card in ((web, "00c0ffee"), (grid, "deadbeef")):
            problem["environment"]["gpu_id"] = card
        campaign, out = self.condensed_of([("held-out-double", [web]), ("held-out-double", [grid]), ("fitted-double", [web])])
        self.assertEqual(list(campaign["parts"]["held-out-double"]), ["grid:1", "web"])
        self.assertEqual(campaign["cards"], {"held-out-double": {"1": 1, "2": 1}, "fitted-double": {"1": 1}})
        self.assertNotIn("gpu_id", campaign["environment"])
        text = " ".join(self.page("page.md", out).split())
        self.assertIn("2 cards of this kind were used; matrices on each of them: held-out-double 1 + 1, fitted-double 1 + 0.", text)

    def test_other_products_have_their_own_page(self):
        def other(columns, *more):
            results = [result("Sporos", "crs", "automatic", 3.0), result("Sporos", "crs", "spmv", 8.0), *more]
            return dict(problem("grid:1", 1, 1, 1, 1, 1, 1, 1, 1), results=results)

        transposed = other(1, result("cuSPARSE", "crs", "alg1", 12.0), result("cuSPARSE", "crs", "transposed copy alg1", 6.0))
        columns = other(4, result("Sporos", "crs", "automatic, one column", 1.5), result("cuSPARSE", "crs", "alg3", 1.5))
        dot = other(1, result("Sporos", "crs", "automatic, no epilogue", 2.7))
        _, out = self.condensed_of([("held-out-double", self.problems), ("transpose-double", [transposed]),
                                    ("columns-4-left-double", [columns]), ("dot-double", [dot])])
        text = self.page("page-operations.md", out)
        for line in ("transposed, double | plan / cuSPARSE, transposed copy | large | 1 | 2.00",
                     "transposed, double | spmv / cuSPARSE, operation | large | 1 | 1.50",
                     "4 columns, layout left, double | plan / as many products of one column | large | 1 | 2.00",
                     "with a dot product, double | plan / product alone | large | 1 | 0.90"):
            self.assertIn(f"| {line} |", text)
        self.assertIn("| grid:1 | 3000000.0 | 1500000.0 (crs/alg3) | 0.50 | 2.67 | 2.00 |", text)
        self.assertIn("* plan / cuSPARSE, under 1: grid:1 0.50.", text)

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
        self.assertIn("| cuSPARSE | 2 large, double | 0.87 (0.50; 1 / 1) | 1.22 (0.50; 1 / 1) | 1.06 (0.75; 1 / 1) |", text)
        self.assertIn("| Kokkos Kernels | 2 large, double | 1.58 (1.00; 2 / 0) |", text)
        self.assertIn("Products on one Some GPU beside", text)
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
