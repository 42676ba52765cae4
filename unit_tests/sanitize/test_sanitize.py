# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What sanitize.py does with a made-up program and a made-up compute-sanitizer. Needs nothing but Python."""
import contextlib
import io
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sanitize  # noqa: E402

# Lists its tests as GoogleTest does, behind a warning; Slow.Test does not come to an end.
PROGRAM = """#!{python}
import fnmatch, os, sys, time
TESTS = ["Good.One", "Good.Two", "Good.Three", "Typed/Product/0.Four", "Bad.Test", "Slow.Test"]
option = [a.split("=", 1)[1] for a in sys.argv if a.startswith("--gtest_filter=")][0]
wanted = [t for t in TESTS if any(fnmatch.fnmatch(t, pattern) for pattern in option.split(":"))]
if "--gtest_list_tests" in sys.argv:
    print("Kokkos::Cuda WARNING: more than one device\\n  is visible")
    for suite in dict.fromkeys(t.split(".")[0] for t in wanted):
        print(suite + (".  # TypeParam = int" if "/" in suite else "."))
        print("\\n".join("  " + t.split(".")[1] for t in wanted if t.split(".")[0] == suite))
    sys.exit(0)
with open({ran!r}, "a") as file:
    file.write(" ".join(wanted) + os.environ["SPOROS_GALLERY_PART"].replace("1/1", "") + "\\n")
if "Slow.Test" in wanted:
    time.sleep(600)
if "Bad.Test" in wanted:
    print("one hazard")
    sys.exit(1)
"""
SANITIZER = """#!{python}
import os, sys
program = [i for i, a in enumerate(sys.argv) if a.endswith("program")][0]
os.execv(sys.argv[program], sys.argv[program:])
"""

QUICK = "Good.*:Typed*:Bad.*"


class Sanitize(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.ran = os.path.join(folder.name, "ran")
        self.done = os.path.join(folder.name, "done")
        self.program = os.path.join(folder.name, "program")
        for name, text in (("program", PROGRAM), ("compute-sanitizer", SANITIZER)):
            path = os.path.join(folder.name, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.format(python=sys.executable, ran=self.ran))
            os.chmod(path, 0o755)
        path_before = os.environ["PATH"]
        os.environ["PATH"] = folder.name + os.pathsep + path_before
        self.addCleanup(os.environ.__setitem__, "PATH", path_before)

    def run_it(self, *options):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            status = sanitize.main(["racecheck", self.program, "--jobs", "2", *options])
        return status, said.getvalue()

    def portions(self):
        with open(self.ran, encoding="utf-8") as file:
            return sorted(file.read().splitlines())

    def test_all_tests_run_a_few_of_a_suite_at_once(self):
        status, said = self.run_it("--filter", QUICK)
        self.assertEqual(self.portions(), ["Bad.Test", "Good.One Good.Two", "Good.Three", "Typed/Product/0.Four"])
        self.assertEqual(status, 1)
        self.assertEqual(said, "program Bad.Test\none hazard\n\nracecheck: 4 tests clean, 1 not, 0 unfinished\n")

    def test_what_takes_too_long_is_ended(self):
        status, said = self.run_it("--filter", "Slow.*", "--seconds", "1")
        self.assertEqual(status, 2)
        self.assertEqual(said, "racecheck: 0 tests clean, 0 not, 1 unfinished\nunfinished: Slow.Test\n")

    def test_status_is_zero_where_all_are_clean(self):
        self.assertEqual(self.run_it("--filter", "Good.*"), (0, "racecheck: 3 tests clean, 0 not, 0 unfinished\n"))

    def test_clean_tests_need_not_run_again(self):
        self.run_it("--filter", "Good.*:Bad.*", "--done", self.done)
        self.run_it("--filter", QUICK, "--done", self.done)
        self.assertEqual(self.portions().count("Good.One Good.Two"), 1)
        self.assertEqual(self.portions().count("Bad.Test"), 2)
        with open(self.done, encoding="utf-8") as file:
            self.assertIn("racecheck program Typed/Product/0.Four\n", file.readlines())

    def test_parts_of_the_gallery_are_runs_of_their_own(self):
        self.run_it("--filter", "Good.One", "--parts", "2", "--done", self.done)
        self.assertEqual(self.portions(), ["Good.One1/2", "Good.One2/2"])
        with open(self.done, encoding="utf-8") as file:
            self.assertEqual(sorted(file), ["racecheck program Good.One 1/2\n", "racecheck program Good.One 2/2\n"])
        status, said = self.run_it("--filter", "Good.One", "--parts", "2", "--done", self.done)
        self.assertEqual((status, said), (0, "racecheck: 0 tests clean, 0 not, 0 unfinished\n"))

    def test_nothing_is_no_success(self):
        for option, complaint in (("Nobody.*", "has no test Nobody"), ("*", "no compute-sanitizer")):
            with self.assertRaisesRegex(SystemExit, complaint):
                self.run_it("--filter", option)
            os.environ["PATH"] = self.done  # where nothing is

    def test_what_has_not_begun_is_unfinished(self):
        for seconds in ("0", "-1", "1e-9"):
            status, said = self.run_it("--filter", "Good.*", f"--seconds={seconds}")
            self.assertEqual(status, 2)
            self.assertIn("racecheck: 0 tests clean, 0 not, 3 unfinished\n", said)


if __name__ == "__main__":
    unittest.main()
