# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A folder of a test's own, with a few files as of a house."""
import os
import tempfile
import unittest


class SmallHouse(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name

    def put(self, path, text):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
