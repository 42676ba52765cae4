# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""walk.py on a small house."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import walk  # noqa: E402
from small_house import SmallHouse  # noqa: E402

PAGE = """# How one product runs

## With a plan

`apply()`: three files, two calls deep.

| | file | what happens |
|---|---|---|
| 1 | [core/Plan](../core/Sporos_Plan.hpp) | `Plan::apply` begins |
| | [policies/Rule](../policies/Sporos_Rule.hpp) | a value |
| 2 | [core/launch/Run](../core/launch/Sporos_Run.hpp) | `run` ends |
"""


class Walk(SmallHouse):
    def setUp(self):
        super().setUp()
        self.put("docs/product.md", PAGE)
        self.put("core/Sporos_Plan.hpp", '#include "core/Sporos_Tuned.hpp"\nvoid apply() { run(); }\n')
        self.put("core/Sporos_Tuned.hpp", '#include "core/launch/Sporos_Run.hpp"\n')
        self.put("core/launch/Sporos_Run.hpp", '#include "policies/Sporos_Rule.hpp"\nvoid run();\n')
        self.put("policies/Sporos_Rule.hpp", "")

    def expect(self, *faults):
        self.assertEqual([fault.partition(": ")[2] for fault in walk.faults(self.root)], list(faults))

    def page(self, old, new):
        self.assertIn(old, PAGE)
        self.put("docs/product.md", PAGE.replace(old, new))

    def test_a_right_page_is_right(self):
        self.expect()

    def test_counts_are_those_of_the_table(self):
        self.page("three files, two", "four files, three")
        self.expect("'four files', but the table has 3", "'three calls deep', but the table has 2")
        self.page("three files, two calls deep.", "some.")
        self.expect("does not say how many files")

    def test_files_are_there_under_their_names(self):
        self.page("core/Plan]", "core/Spmv]")
        self.expect("core/Spmv is called core/Sporos_Plan.hpp")
        self.page("Sporos_Rule.hpp", "Sporos_Gone.hpp")
        self.expect("there is no policies/Sporos_Gone.hpp")
        self.page("[policies/Rule](../policies/Sporos_Rule.hpp)", "[core/Plan](../core/Sporos_Plan.hpp)")
        self.expect("core/Sporos_Plan.hpp is there twice")

    def test_each_file_is_included_by_one_before_it(self):
        self.put("core/Sporos_Tuned.hpp", "")
        self.expect("no file before policies/Sporos_Rule.hpp includes it",
                    "no file before core/launch/Sporos_Run.hpp includes it")

    def test_names_are_in_their_files_and_called_before(self):
        self.page("`run` ends", "`walk` ends")
        self.expect("core/launch/Sporos_Run.hpp has no walk", "no file before core/launch/Sporos_Run.hpp names walk")
        self.put("docs/product.md", PAGE)
        self.put("core/Sporos_Plan.hpp", '#include "core/Sporos_Tuned.hpp"\nvoid apply();\n')
        self.expect("no file before core/launch/Sporos_Run.hpp names run")

    def test_a_page_without_walks_is_wrong(self):
        self.put("docs/product.md", "nothing\n")
        self.assertEqual(list(walk.faults(self.root)), ["docs/product.md has no walk"])


if __name__ == "__main__":
    unittest.main()
