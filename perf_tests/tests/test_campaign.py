# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What campaign.py makes of small made-up files. Needs nothing but Python."""
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "campaign.py")
sys.path.insert(0, os.path.dirname(PROGRAM))
import campaign  # noqa: E402
import made_up  # noqa: E402


def result(library, storage, algorithm, seconds):
    return {"library": library, "format": storage, "algorithm": algorithm, "scalar": "double", "median_s": seconds}


def problem(name, plan, free, dia, hinted, plain, eigen):
    return {"matrix": {"name": name, "nnz": 7}, "environment": {"threads": "2", "execution_space": "OpenMP"},
            "results": [result("Sporos", "crs", "automatic", plan), result("Sporos", "crs", "spmv", 9.0),
                        result("Sporos", "dia", "format", dia), result("Sporos", "automatic", "format", free),
                        result("Sporos", "automatic,n=100", "format", 0.01), result("MKL", "crs", "hinted", hinted),
                        result("MKL", "crs", "plain", plain), result("Eigen", "crs", "spmv", eigen)]}


class Campaign(unittest.TestCase):
    problems = [problem("grid", plan=2.0, free=1.0, dia=1.0, hinted=3.0, plain=2.0, eigen=4.0),
                problem("web", plan=2.0, free=2.0, dia="cannot: no", hinted=1.0, plain=5.0, eigen=3.0)]

    def test_fastest_of_all_others_is_the_measure(self):
        lines = campaign.table(self.problems)
        self.assertEqual(lines[2], "| grid | 7 | 2000000 (MKL plain) | 1.00 | 2.00 | 0.22 | 100 % |")
        self.assertEqual(lines[3], "| web | 7 | 1000000 (MKL hinted) | 0.50 | 0.50 | 0.11 | 100 % |")
        self.assertIn("* plan: 0.71 in the geometric mean, 0.50 at least, 1 won, 1 lost, 1 under 0.95.", lines)

    def test_choice_is_measured_by_the_fastest_format(self):
        lines = campaign.table([problem("grid", plan=2.0, free=2.0, dia=1.0, hinted=3.0, plain=2.0, eigen=4.0)])
        self.assertTrue(lines[2].endswith("| 50 % |"))
        self.assertIn("50 % at least", lines[-1])

    def test_profile_has_a_factor_a_matrix(self):
        self.assertEqual(campaign.profile(self.problems),
                         {"plan": [2.0, 2.0], "free format": [1.0, 2.0], "MKL": [1.0, 2.0], "Eigen": [3.0, 4.0]})
        curves = campaign.profile(self.problems)
        xml.etree.ElementTree.fromstring(campaign.figures.profile_svg(curves, len(self.problems), "title"))

    def test_fitted_matrices_are_apart(self):
        with tempfile.TemporaryDirectory() as folder:
            matrices = os.path.join(folder, "matrices.txt")
            with open(matrices, "w", encoding="utf-8") as file:
                file.write("# comment\nweb fitted\ngrid held-out\n")
            self.assertEqual(campaign.fitted_names(matrices), {"web"})
            file = made_up.write(os.path.join(folder, "file.json"), self.problems)
            subprocess.run([sys.executable, "-B", PROGRAM, file, "--matrices", matrices, "--out", folder], check=True,
                           stdout=subprocess.DEVNULL)
            with open(os.path.join(folder, "page.md"), encoding="utf-8") as page:
                text = page.read()
            held_out, fitted = text.split("rules were fitted on these")
            self.assertIn("| grid |", held_out)
            self.assertNotIn("| web |", held_out)
            self.assertIn("| web |", fitted)
            self.assertTrue(os.path.exists(os.path.join(folder, "profile-2-double.svg")))

    def test_list_that_says_something_else_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            matrices = os.path.join(folder, "matrices.txt")
            with open(matrices, "w", encoding="utf-8") as file:
                file.write("web perhaps\n")
            with self.assertRaises(campaign.results.WrongInput):
                campaign.fitted_names(matrices)


if __name__ == "__main__":
    unittest.main()
