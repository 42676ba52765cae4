# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How check_products.py calls a made-up program, goes on and sums up. Needs nothing but Python."""
import contextlib
import io
import lzma
import os
import stat
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import check_products  # noqa: E402

# Says what the library would, counts its calls, and finds a wrong product in what is called broken.
PROGRAM = """#!{python}
import json, os, sys
words = sys.argv[1:]
if words == ["--list"]:
    print("Generators: none\\nScalars: double, float\\nOffsets: int")
    sys.exit()
with open({log!r}, "a") as log:
    log.write(words[0] + "\\n")
assert os.path.exists(words[0]) or ":" in words[0]
wrong = ["crs coop, none"] if "broken" in words[0] else []
report = [{{"matrix": words[0], "scalar": "double", "right": 10, "refused": {{"dia": "no"}}, "wrong": wrong}}]
with open(words[words.index("--json") + 1], "w") as file:
    json.dump(report, file)
sys.exit(1 if wrong else 0)
"""


class CheckProducts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.log = self.path("log")
        with open(self.path("program"), "w", encoding="utf-8") as file:
            file.write(PROGRAM.format(python=sys.executable, log=self.log))
        os.chmod(self.path("program"), stat.S_IRWXU)
        self.generated = check_products.GENERATED
        check_products.GENERATED = ["dense:1"]
        self.addCleanup(lambda: setattr(check_products, "GENERATED", self.generated))

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def run_script(self, *words):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            code = check_products.main([self.path("program"), self.path("out"), *words])
        return code, out.getvalue()

    def calls(self):
        with open(self.log, encoding="utf-8") as file:
            return file.read().split("\n")[:-1]

    def test_every_scalar_and_factor_is_run_once_and_summed_up(self):
        code, text = self.run_script()
        self.assertEqual(code, 0)
        self.assertIn("| double | 1 | 20 | 0 | 0 |\n| float | 1 | 20 | 0 | 0 |", text)
        self.assertIn("refuses: dia 1.", text)
        self.run_script()
        self.assertEqual(self.calls(), ["dense:1"] * 4)

    def test_wrong_products_are_named_and_fail(self):
        os.mkdir(self.path("matrices"))
        with lzma.open(self.path("matrices", "broken.mtx.xz"), "wb") as file:
            file.write(b"1")
        with open(self.path("matrices", "large.mtx"), "wb") as file:
            file.write(b"1" * 2000)
        code, text = self.run_script("--folder", self.path("matrices"), "--scalars", "double", "--largest", "0.001")
        self.assertEqual(code, 1)
        self.assertIn("| double | 2 | 40 | 2 | 2 |", text)
        self.assertIn("broken.mtx, double: crs coop, none", text)
        self.assertIn("not read: large.mtx.", text)

    def test_complex_numbers_are_for_complex_types(self):
        os.mkdir(self.path("matrices"))
        with lzma.open(self.path("matrices", "waves.mtx.xz"), "wb") as file:
            file.write(b"%%MatrixMarket matrix coordinate Complex general\n")
        self.run_script("--folder", self.path("matrices"), "--scalars", "double,complex_float")
        self.assertEqual(len(self.calls()), 6)

    def test_what_time_has_not_allowed_is_left(self):
        code, text = self.run_script("--seconds", "-1")
        self.assertEqual(code, 1)
        self.assertIn("4 of 4 runs are left: call again.", text)
        self.assertFalse(os.path.exists(self.log))


if __name__ == "__main__":
    unittest.main()
