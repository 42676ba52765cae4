# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What families.py writes. Needs numpy; exit code 77 without."""
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "families.py")


def run(*arguments):
    return subprocess.run([sys.executable, "-B", PROGRAM, *arguments], capture_output=True, text=True, check=False)


class Families(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def written(self, name, *arguments):
        """The text of the file of a family."""
        ran = run(self.folder.name, name, "--scale", "0.01", *arguments)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        with open(os.path.join(self.folder.name, name + "-0.01.mtx"), encoding="ascii") as file:
            return file.read()

    def test_all_are_matrices_whose_entries_are_in_order_and_inside(self):
        names = [line.split(":")[0] for line in run("--list").stdout.splitlines()]
        self.assertGreaterEqual(len(names), 26)
        for name in names:
            with self.subTest(name):
                lines = self.written(name).splitlines()
                self.assertEqual(lines[0], "%%MatrixMarket matrix coordinate pattern general")
                rows, columns, count = (int(word) for word in lines[2].split())
                places = [tuple(int(word) for word in line.split()) for line in lines[3:]]
                self.assertEqual(len(places), count)
                self.assertEqual(places, sorted(set(places)))
                self.assertTrue(all(1 <= i <= rows and 1 <= j <= columns for i, j in places))
                self.assertGreater(len({i for i, _ in places}), rows / 2)

    def test_the_same_call_gives_the_same_file(self):
        text = self.written("small-world")
        os.remove(os.path.join(self.folder.name, "small-world-0.01.mtx"))
        self.assertEqual(self.written("small-world"), text)

    def test_a_file_that_is_there_stays(self):
        path = os.path.join(self.folder.name, "roads-0.01.mtx")
        with open(path, "w", encoding="ascii") as file:
            file.write("mine")
        self.assertEqual(self.written("roads"), "mine")

    def test_says_what_it_does_not_know(self):
        for arguments, sentence in ((("there", "trees"), "there is no family trees"), ((), "say which folder"),
                                    (("there", "--scale", "0"), "--scale must be above 0")):
            ran = run(*arguments)
            self.assertEqual(ran.returncode, 2)
            self.assertIn(sentence, ran.stderr)


if __name__ == "__main__":
    try:
        import numpy  # noqa: F401
    except ImportError:
        sys.exit(77)
    unittest.main()
