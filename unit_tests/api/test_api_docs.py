# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""test_api_docs.py DOXYGEN DOXYFILE: that the settings of the target api_docs are content with a small good tree, and
that doxygen fails with them where a public name has no comment."""

import os
import subprocess
import sys
import tempfile
import unittest

DOXYGEN = DOXYFILE = ""

GOOD = """/// \\file
/// \\brief A header.
#pragma once

/// \\brief What users may name.
namespace sporos {
namespace detail {
struct Inner {
  int x;
};
inline int inner() { return 1; }
}  // namespace detail

/// \\brief A plan.
struct Plan {
  int size = 0;  ///< of it

  /// \\brief Nothing there.
  bool empty() const { return size == 0; }

 private:
  int inside_ = 0;
};

/// \\brief A product.
/// \\param size  of something
inline KOKKOS_INLINE_FUNCTION int spmv(int size) { return size + detail::inner(); }

}  // namespace sporos
"""

PAGE = "# Public names\n\nThe [guide](guide.md).\n\n| name | what |\n|---|---|\n| `Plan`, `spmv` | all |\n"


class ApiDocs(unittest.TestCase):
    def doxygen(self, header, page=PAGE):
        """Its status and what it says of a tree with one header and the page of names."""
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "core"))
            for path, text in (("core/Header.hpp", header), ("api.md", page)):
                with open(os.path.join(folder, path), "w", encoding="utf-8") as stream:
                    stream.write(text)
            with open(DOXYFILE, encoding="utf-8") as stream:
                settings = stream.read()
            settings += (f'\nINPUT = "{folder}"\nOUTPUT_DIRECTORY = "{folder}/out"\nSTRIP_FROM_PATH = "{folder}"\n'
                         f'USE_MDFILE_AS_MAINPAGE = "{folder}/api.md"\n')
            os.mkdir(os.path.join(folder, "out"))
            done = subprocess.run([DOXYGEN, "-"], input=settings, capture_output=True, text=True, check=False)
            return done.returncode, done.stdout + done.stderr

    def refuses(self, word, *arguments):
        status, said = self.doxygen(*arguments)
        self.assertNotEqual(status, 0, said)
        self.assertIn(word, said)

    def test_a_good_tree_passes_whatever_the_inside_says(self):
        self.assertEqual(self.doxygen(GOOD), (0, ""))

    def test_names_without_a_comment_fail(self):
        self.refuses("spmv", GOOD.replace("/// \\brief A product.\n/// \\param size  of something\n", ""))
        self.refuses("Plan", GOOD.replace("/// \\brief A plan.\n", ""))

    def test_members_without_a_comment_fail(self):
        self.refuses("size", GOOD.replace("  ///< of it", ""))
        self.refuses("empty", GOOD.replace("  /// \\brief Nothing there.\n", ""))

    def test_comments_of_other_arguments_fail(self):
        self.refuses("width", GOOD.replace("\\param size ", "\\param width "))

    def test_names_of_the_page_that_are_not_there_fail(self):
        self.refuses("gone", GOOD, PAGE + "| `gone` | nothing |\n")


if __name__ == "__main__":
    DOXYGEN, DOXYFILE = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
