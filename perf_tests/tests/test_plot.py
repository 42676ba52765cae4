# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every plot is made of small made-up files. Exit code 77 where there is no matplotlib."""
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

try:
    import matplotlib  # noqa: F401
except ImportError:
    print("skipped: this Python has no matplotlib, so no plot can be made")
    sys.exit(77)

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import made_up  # noqa: E402


def setUpModule():
    # The first program that draws on a machine collects its fonts, and reports that if it takes long.
    subprocess.run([sys.executable, "-c", "import matplotlib.font_manager"], stderr=subprocess.DEVNULL, check=True)


class Plot(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def run_plot(self, *arguments):
        return subprocess.run([sys.executable, os.path.join(HERE, "..", "plot.py"), *arguments], capture_output=True,
                              text=True, check=False)

    def plot(self, *arguments):
        out = self.path("plot.svg")
        run = self.run_plot(*arguments, "--out", out)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        with open(out, "rb") as file:
            return file.read()

    def texts(self, svg):
        """Everything that is written in the plot."""
        elements = xml.etree.ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
        return [element.text for element in elements]

    def assert_shows(self, svg, *texts):
        shown = self.texts(svg)
        for text in texts:
            self.assertIn(text, shown)

    def test_speed_against_each_number(self):
        sweep = made_up.write(self.path("sweep.json"), made_up.sweep())
        for kind, label in [("coop", "coop: lanes that share a row"), ("repeat", "repeat: rows of each group of lanes"),
                            ("block_size", "block size in threads")]:
            self.assert_shows(self.plot(kind, sweep), label, "grid", "web", "100 %", "Serial, 1 thread, double")

    def test_rules_have_their_mean(self):
        sweep = made_up.write(self.path("sweep.json"), made_up.sweep())
        self.assert_shows(self.plot("rules", sweep), "Reguly & Giles 2012", "Sporos", "grid", "mean", "50 %", "80 %")

    def test_tuning(self):
        tuned = made_up.write(self.path("tuned.json"), made_up.tuning())
        svg = self.plot("tuning", tuned, "--subtitle", "some machine")
        self.assert_shows(svg, "number of the product", "paper: this product", "ours: fastest so far",
                          "some machine, double")

    def test_before_and_after(self):
        before = made_up.write(self.path("before.json"), made_up.algorithms())
        after = made_up.write(self.path("after.json"),
                              made_up.benchmark([("Sporos", "automatic", "grid", 1, None, {})]))
        svg = self.plot("rcm", before, after)
        self.assert_shows(svg, "as it came", "renumbered", "GFLOP/s", "grid", "500", "1000")
        self.assertNotIn("web", self.texts(svg))

    def test_before_and_after_in_one_file(self):
        svg = self.plot("rcm", made_up.write(self.path("rcm.json"), made_up.renumbered()))
        self.assert_shows(svg, "as it came", "renumbered", "GFLOP/s", "grid", "2", "4")

    def test_three_bandwidths(self):
        model = made_up.write(self.path("model.json"),
                              made_up.spmv([made_up.result("Sporos", "automatic", 1.0, caching_gbs=12.5)]))
        self.assert_shows(self.plot("model", model), "minimum", "effective", "caching", "GB/s", "12.5",
                          "Some GPU, double")

    def test_algorithms_side_by_side(self):
        file = made_up.write(self.path("algorithms.json"), made_up.algorithms())
        self.assert_shows(self.plot("pcsr", file), "pcsr", "ipcsr", "125", "250")
        self.assert_shows(self.plot("light", file), "light_vector", "light_warp", "vector", "200", "167")

    def test_peers(self):
        file = made_up.write(self.path("algorithms.json"), made_up.algorithms())
        self.assert_shows(self.plot("peers", file), "automatic", "ipcsr", "grid", "web", "geometric mean", "0.5",
                          "speed over that of the fastest peer (right of 1 is faster)")

    def test_same_input_makes_the_same_file(self):
        sweep = made_up.write(self.path("sweep.json"), made_up.sweep())
        first = self.plot("coop", sweep)
        self.assertEqual(first, self.plot("coop", sweep))
        self.assertNotIn(b"<dc:date>", first)

    def test_refuses_in_one_sentence(self):
        file = made_up.write(self.path("algorithms.json"), made_up.algorithms())
        for arguments, part in [(["coop", file], "there are no shapes of a sweep"), (["rcm", file], "there are no matrices"),
                                (["rcm", file, file, file], "takes one file or two"),
                                (["peers", file, "--scalar", "half"], "has no times in half"),
                                (["peers", self.path("none.json")], "none.json")]:
            run = self.run_plot(*arguments, "--out", self.path("none.svg"))
            self.assertEqual(run.returncode, 1)
            self.assertRegex(run.stderr, "^plot.py: [^\n]*" + part + "[^\n]*\n$")
            self.assertFalse(os.path.exists(self.path("none.svg")))


if __name__ == "__main__":
    unittest.main()
