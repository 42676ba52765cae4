# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What mutants.py does with a made-up tree, compiler, linker and ninja. Needs nothing but Python."""
import contextlib
import io
import json
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import mutants  # noqa: E402

# An object is its source with what that includes; a source that says `error` is none. Names files from where it runs,
# as ccache does.
COMPILER = """#!{python}
import os, re, sys
option = lambda name: sys.argv[sys.argv.index(name) + 1]
read, lines = [], []
def add(path):
    read.append(path)
    for line in open(path):
        found = re.match(r'#include "(.*)"', line)
        add(os.path.join(option("-I"), found.group(1))) if found else lines.append(line)
add(option("-c"))
if "error\\n" in lines or "static assertion failed\\n" in lines:
    sys.exit("".join(lines))
open(option("-o"), "w").write("".join(lines))
open(option("-MF"), "w").write("object: " + " \\\\\\n ".join(os.path.relpath(path) for path in read) + " /usr/include/x\\n")
open({log!r}, "a").write(os.path.basename(option("-c")) + "\\n")
"""

# A program has the lines `TEST name wants line`, and fails where that line is nowhere; `skip` is a test that is skipped.
LINKER = """#!{python}
import os, sys
out = sys.argv[sys.argv.index("-o") + 1]
objects = [word for word in sys.argv[1:] if word.endswith(".o")]
text = "".join(open(path).read() for path in objects)
open(out, "w").write("#!{python}\\nTEXT = " + repr(text) + {run!r})
os.chmod(out, 0o755)
"""

RUN = """
import fnmatch, sys
wanted = sys.argv[1].split("=", 1)[1]
lines = TEXT.splitlines()
tests = [line.split(" wants ") for line in lines if line.startswith("TEST ")]
tests = [(name[5:], line) for name, line in tests if fnmatch.fnmatch(name[5:], wanted)]
passed = [name for name, line in tests if line in lines and line != "skip"]
failed = [name for name, line in tests if line not in lines and line != "skip"]
print("[  PASSED  ] %d tests." % len(passed))
for name in failed: print("[  FAILED  ] " + name)
sys.exit(1 if failed else 0)
"""

TREE = {
    "core/lib.hpp": "one\ntwo\n  three\ntwice\ntwice\n",
    "core/other.hpp": "four\n",
    "unit_tests/core/One.cpp": '#include "core/lib.hpp"\nTEST One.Is wants one\nTEST One.Three wants   three\n',
    "unit_tests/core/Gpu.cpp": '#include "core/lib.hpp"\nTEST Gpu.Is wants skip\n',
    "unit_tests/core/Two.cpp": "TEST Two.IsNot wants two\n",
    "unit_tests/core/Plans.cpp": '#include "unit_tests/support/compiled/CompiledPlans.hpp"\nTEST Plans.Are wants one\n',
    "unit_tests/support/compiled/CompiledPlans.hpp": "",
    "unit_tests/support/compiled/CompiledPlans.cpp": '#include "core/lib.hpp"\n',
    "unit_tests/support/Main.cpp": "main\n",
}


def entry(name, old, new, file="core/lib.hpp", tests="unit_tests/core/One.cpp", only="One.*", more=""):
    sides = [f"{mark} {line}" for mark, text in (("-", old), ("+", new)) for line in text.split("\n")]
    return "\n".join([f"[{name}]", f"file {file}", f"tests {tests}", f"filter {only}", *more.split(), *sides, ""])


class Mutants(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree, self.work = os.path.join(folder.name, "tree"), os.path.join(folder.name, "work")
        self.build, tools = os.path.join(self.tree, "build-it"), os.path.join(folder.name, "tools")
        self.log = os.path.join(folder.name, "log")
        self.list = os.path.join(folder.name, "list.txt")
        os.makedirs(self.build)
        os.makedirs(tools)
        for name, text in TREE.items():
            self.write(os.path.join(self.tree, name), text)
        commands = [{"directory": self.build, "file": f"{self.tree}/{source}", "output": self.object_of(source),
                     "command": f"cc -I {self.tree} -MD -MT x -MF x.d -o {self.object_of(source)} -c {self.tree}/{source}"}
                    for source in TREE if source.endswith(".cpp")]
        commands.append({"directory": self.build, "file": "any.o", "output": "unit_tests/test_core",
                         "command": ": && ld any.o -o unit_tests/test_core -lz && :"})
        self.write(os.path.join(folder.name, "commands.json"), json.dumps(commands))
        self.tool(tools, "ninja", "#!/bin/sh\necho 'ninja: in a folder'\ncat " + folder.name + "/commands.json\n")
        self.tool(tools, "cc", COMPILER.format(python=sys.executable, log=self.log))
        self.tool(tools, "ld", LINKER.format(python=sys.executable, run=RUN))
        path_before = os.environ["PATH"]
        os.environ["PATH"] = tools + os.pathsep + path_before
        self.addCleanup(os.environ.__setitem__, "PATH", path_before)

    @staticmethod
    def object_of(source):
        return f"unit_tests/CMakeFiles/test_core.dir/{os.path.basename(source)}.o"

    @staticmethod
    def write(path, text):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def tool(self, folder, name, text):
        self.write(os.path.join(folder, name), text)
        os.chmod(os.path.join(folder, name), 0o755)

    def run_list(self, *entries, options=()):
        self.write(self.list, "# a comment\n" + "\n".join(entries))
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            status = mutants.main(["--tree", self.tree, "--build", self.build, "--list", self.list, *options])
        return status, said.getvalue().splitlines()

    def test_a_change_that_a_test_notices_is_killed(self):
        self.assertEqual(self.run_list(entry("killed", "one", "1")),
                         (0, ["killed  killed: One.Is",
                              "mutants: 1 killed, 0 survived, 0 stale, 0 broken, 0 left to a GPU"]))

    def test_lines_are_found_with_their_blanks(self):
        status, said = self.run_list(entry("lines", "two\n  three", "two\nthree"))
        self.assertEqual((status, said[0]), (0, "killed  lines: One.Three"))

    def test_a_change_that_no_test_notices_survives(self):
        status, said = self.run_list(entry("survivor", "two", "2"), entry("killed", "one", "1"))
        self.assertEqual(status, 1)
        self.assertEqual(said, ["SURVIVED  survivor: One.* passes", "killed  killed: One.Is",
                                "mutants: 1 killed, 1 survived, 0 stale, 0 broken, 0 left to a GPU"])

    def test_what_is_compiled_once_for_all_tests_is_linked(self):
        status, said = self.run_list(entry("shared", "one", "1", tests="Plans.cpp", only="Plans.*"))
        self.assertEqual((status, said[0]), (0, "killed  shared: Plans.Are"))

    def test_files_are_found_where_they_are(self):
        status, said = self.run_list(entry("moved", "one", "1", file="lib.hpp", tests="On*.cpp"))
        self.assertEqual((status, said[0]), (0, "killed  moved: One.Is"))

    def test_an_entry_that_no_longer_applies_is_stale(self):
        for old, file in (("five", "core/lib.hpp"), ("twice", "core/lib.hpp"), ("one", "core/gone.hpp")):
            for more in ("", "gpu"):
                status, said = self.run_list(entry("old", old, "new", file, more=more))
                self.assertEqual((status, said[0][:11]), (1, "STALE  old:"))
        self.assertEqual(self.run_list(entry("old", "one", "1", tests="Gone.cpp"))[1][0],
                         "STALE  old: there is no Gone.cpp")

    def test_what_says_nothing_is_broken(self):
        cases = ((entry("x", "one", "error"), "does not compile"),
                 (entry("x", "one", "1", only="Nobody.*"), "no test of Nobody.* runs here"),
                 (entry("x", "one", "1", tests="unit_tests/core/Gpu.cpp", only="Gpu.*"), "no test of Gpu.* runs here"),
                 (entry("x", "one", "1", tests="unit_tests/core/Two.cpp", only="Two.*"), "fails without any change"),
                 (entry("x", "four", "4", file="core/other.hpp"), "does not depend on core/other.hpp"))
        for text, complaint in cases:
            status, said = self.run_list(text)
            self.assertEqual(status, 1)
            self.assertTrue(said[0].startswith("BROKEN  x: ") and complaint in said[0], said)

    def test_what_is_not_built_is_broken_and_the_others_are_tried(self):
        self.write(os.path.join(self.tree, "unit_tests/core/Three.cpp"), "TEST Three.Is wants three\n")
        status, said = self.run_list(entry("new", "one", "1", tests="Three.cpp"), entry("killed", "one", "1"))
        self.assertEqual(status, 1)
        self.assertEqual(said[-1], "mutants: 1 killed, 0 survived, 0 stale, 1 broken, 0 left to a GPU")
        self.assertIn("does not build unit_tests/core/Three.cpp", " ".join(said))

    def test_a_static_assertion_is_a_test(self):
        status, said = self.run_list(entry("asserted", "one", "static assertion failed"))
        self.assertEqual((status, said[0]), (0, "killed  asserted: a static assertion"))

    def test_those_for_a_gpu_are_left_to_it(self):
        text = entry("later", "one", "1", more="gpu")
        status, said = self.run_list(text)
        self.assertEqual((status, said[0]), (0, "left to a GPU  later: One.*"))
        self.assertFalse(os.path.exists(self.log))
        self.assertEqual(self.run_list(text, options=["--gpu"])[1][0], "killed  later: One.Is")

    def test_sources_stay_as_they_are(self):
        self.run_list(entry("killed", "one", "1"), entry("broken", "one", "error"))
        for name, text in TREE.items():
            with open(os.path.join(self.tree, name), encoding="utf-8") as file:
                self.assertEqual(file.read(), text)

    def test_nothing_is_compiled_twice(self):
        entries = [entry("first", "one", "1"), entry("second", "two", "2")]
        for _ in range(2):
            self.run_list(*entries, options=["--work", self.work, "--jobs", "2"])
        with open(self.log, encoding="utf-8") as file:
            self.assertEqual(sorted(file.read().split()), ["Main.cpp", "One.cpp", "One.cpp", "One.cpp"])

    def test_names_choose(self):
        entries = [entry("first", "one", "1"), entry("second", "two", "2")]
        self.assertEqual(self.run_list(*entries, options=["fir*"])[0], 0)
        with self.assertRaisesRegex(SystemExit, "has no .third."):
            self.run_list(*entries, options=["third"])

    def test_a_list_that_says_nonsense_is_refused(self):
        for text, complaint in (("file x\n", "no .name. before"), ("[x]\ncolour red\n", "'colour' is not one of"),
                                ("[x]\nfile y\n", "lacks"), (2 * entry("x", "a", "b"), "twice")):
            with self.assertRaisesRegex(SystemExit, complaint):
                self.run_list(text)


class TheList(unittest.TestCase):
    def test_every_entry_applies(self):
        tree = os.path.dirname(os.path.dirname(mutants.HERE))
        files = mutants.files_of(tree)
        entries = mutants.read_list(os.path.join(mutants.HERE, "mutants.txt"))
        self.assertGreaterEqual(len(entries), 40)
        for one in entries:
            with self.subTest(one.name):
                self.assertEqual(mutants.place_of(one, tree, files)[2], "")
                tests = [file for test in one.tests for file in mutants.matching(files, test)]
                self.assertEqual(len({tuple(file.split("/")[:2]) for file in tests}), 1, f"several programs: {tests}")


if __name__ == "__main__":
    unittest.main()
