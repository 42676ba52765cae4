# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""picture.py on a small house."""
import os
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from small_house import SmallHouse  # noqa: E402


class Picture(SmallHouse):
    def setUp(self):
        super().setUp()
        self.put("docs/architecture.md", "before\n<!-- the house: unit_tests/police/picture.py -->\n```\n```\n<!-- -->\nafter\n")
        self.put("formats/ell/Sporos_Ell.hpp", "")
        self.put("core/Sporos_Plan.hpp", '#include "formats/ell/Sporos_Ell.hpp"\n')

    def run_script(self, *arguments):
        return subprocess.run([sys.executable, os.path.join(HERE, "picture.py"), self.root, *arguments],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)

    def test_shows_rooms_and_includes(self):
        drawn = self.run_script().stdout
        self.assertIn("| ell 1 ", drawn)
        self.assertIn("includes of formats 1\n", drawn)

    def test_notices_another_header(self):
        self.assertEqual(self.run_script("--write").returncode, 0)
        self.assertEqual(self.run_script("--check").returncode, 0)
        self.put("formats/ell/Sporos_ToEll.hpp", "")
        changed = self.run_script("--check")
        self.assertEqual(changed.returncode, 1)
        self.assertIn("the house looks otherwise now", changed.stdout)

    def test_leaves_the_rest_of_the_page(self):
        self.run_script("--write")
        with open(os.path.join(self.root, "docs/architecture.md"), encoding="utf-8") as file:
            text = file.read()
        self.assertTrue(text.startswith("before\n<!--") and text.endswith("<!-- -->\nafter\n"), text)


if __name__ == "__main__":
    unittest.main()
