# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Changes a copy of the sources in one place after the other and says which changes no test notices.

mutants.txt has the changes. Each is compiled into the test sources that are named for it, with the flags that a build
folder of Ninja has for them (which need not be built, but configured), and the tests of its filter must fail.

  cmake --preset serial -G Ninja
  python3 unit_tests/mutants/mutants.py --build build-serial
  python3 unit_tests/mutants/mutants.py --build build-serial 'lanes*' 'no_fence*'

Without NAME all of the list. Status 0: none survived, and every entry still applies; 1: otherwise; 2: wrong usage.
With --work objects are kept, so that another call compiles what has changed. Those marked `gpu` need a build for a GPU,
and --gpu.
"""
import argparse
import fnmatch
import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from builder import Builder, Failure, files_of, matching  # noqa: E402


class Mutant:
    """One entry of the list: [name], then `file`, `tests` and `filter` with what they are, `gpu`, and lines of the file
    to look for, behind a `-`, and to put there, behind a `+`."""

    def __init__(self, name):
        self.name, self.file, self.tests, self.filter, self.gpu = name, "", [], "", False
        self.old, self.new = [], []

    def changed(self, text):
        """The text with the change; None where it is not there exactly once."""
        old = "\n".join(self.old)
        return text.replace(old, "\n".join(self.new)) if text.count(old) == 1 else None


def read_list(path):
    mutants = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            word, _, rest = line.partition(" ")
            if not line.strip() or line.startswith("#"):
                continue
            if line.startswith("[") and line.endswith("]"):
                mutants.append(Mutant(line[1:-1]))
            elif not mutants:
                sys.exit(f"{path}:{number}: there is no [name] before this line")
            elif word in ("-", "+"):
                (mutants[-1].old if word == "-" else mutants[-1].new).append(rest)
            elif word in ("file", "filter"):
                setattr(mutants[-1], word, rest.strip())
            elif word == "tests":
                mutants[-1].tests += rest.split()
            elif line == "gpu":
                mutants[-1].gpu = True
            else:
                sys.exit(f"{path}:{number}: '{word}' is not one of file, tests, filter, gpu, -, +")
    for mutant in mutants:
        if not (mutant.file and mutant.tests and mutant.filter and mutant.old):
            sys.exit(f"{path}: [{mutant.name}] lacks a file, tests, a filter or lines to look for")
    names = [mutant.name for mutant in mutants]
    for name in names:
        if names.count(name) > 1:
            sys.exit(f"{path}: [{name}] is there twice")
    return mutants


class Tests:
    """What the tests of a filter say."""

    def __init__(self, program, filters, seconds):
        try:
            said = subprocess.run([program, f"--gtest_filter={filters}"], capture_output=True, text=True,
                                  errors="replace", timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            self.status, self.passed, self.failed = -1, 0, ["no end"]
            return
        passed = re.search(r"^\[  PASSED  \] (\d+) test", said.stdout, re.M)
        self.status = said.returncode
        self.passed = int(passed.group(1)) if passed else 0
        self.failed = list(dict.fromkeys(re.findall(r"^\[  FAILED  \] ([^\s,]+\.[^\s,]+)", said.stdout, re.M)))


def last_lines(text, count=8):
    return "\n".join("    " + line for line in text.strip().splitlines()[:count])


def place_of(mutant, tree, files):
    """The file to change, its text, and why the entry does not apply, if so."""
    named = matching(files, mutant.file)
    if len(named) != 1:
        return "", "", f"there are {len(named)} files {mutant.file}"
    for test in mutant.tests:
        if not matching(files, test):
            return "", "", f"there is no {test}"
    path = os.path.join(tree, named[0])
    with open(path, encoding="utf-8") as file:
        text = file.read()
    fault = "" if mutant.changed(text) is not None else f"what to change is not exactly once in {named[0]}"
    return path, text, fault


class Hunt:
    def __init__(self, builder, seconds):
        self.builder, self.seconds = builder, seconds
        self.good = {}  # what is wrong with tests before any change; empty where nothing is

    def fault_before(self, mutant):
        key = (*mutant.tests, mutant.filter)
        if key not in self.good:
            try:
                tests = Tests(self.builder.program(mutant.tests), mutant.filter, self.seconds)
                self.good[key] = (f"{', '.join(tests.failed) or 'the program'} fails without any change"
                                  if tests.status != 0 else
                                  "" if tests.passed > 0 else f"no test of {mutant.filter} runs here")
            except Failure as failure:
                self.good[key] = "the tests do not compile without any change\n" + last_lines(str(failure))
        return self.good[key]

    def judge(self, mutant):
        """('killed', 'survived', 'stale' or 'broken', and why)."""
        path, text, fault = place_of(mutant, self.builder.copy, self.builder.files)
        if fault:
            return "stale", fault
        changed = mutant.changed(text)
        fault = self.fault_before(mutant)
        if fault:
            return "broken", fault
        if not self.builder.includes(mutant.tests, os.path.relpath(path, self.builder.copy)):
            return "broken", f"{' '.join(mutant.tests)} does not depend on {mutant.file}"
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(changed)
            tests = Tests(self.builder.program(mutant.tests), mutant.filter, self.seconds)
        except Failure as failure:
            if "static assertion failed" in str(failure) or "static_assert" in str(failure):
                return "killed", "a static assertion"
            return "broken", "it does not compile\n" + last_lines(str(failure))
        finally:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        if tests.status == 0:
            return "survived", f"{mutant.filter} passes"
        return "killed", ", ".join(tests.failed[:3]) or "the end of the program"


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="entries of the list, with * and ?")
    parser.add_argument("--build", required=True, help="a configured build folder of Ninja")
    parser.add_argument("--list", default=os.path.join(HERE, "mutants.txt"))
    parser.add_argument("--tree", default=os.path.dirname(os.path.dirname(HERE)), help="the sources")
    parser.add_argument("--work", help="where the copy and the objects are; left out: a temporary folder")
    parser.add_argument("--flags", default="-O1 -w", help="behind those of the build folder (-O1 -w: changes cause warnings)")
    parser.add_argument("--jobs", type=int, default=1, help="compilers at once")
    parser.add_argument("--seconds", type=float, default=300, help="for the tests of one entry")
    parser.add_argument("--gpu", action="store_true", help="those that need a GPU, too")
    options = parser.parse_args(arguments)

    mutants = read_list(options.list)
    for name in options.names:
        if not any(fnmatch.fnmatchcase(mutant.name, name) for mutant in mutants):
            sys.exit(f"mutants.py: {options.list} has no [{name}]")
    if options.names:
        mutants = [m for m in mutants if any(fnmatch.fnmatchcase(m.name, name) for name in options.names)]
    # Those of the same tests one after the other: their objects are there.
    mutants.sort(key=lambda mutant: (mutant.tests, mutant.file))
    with tempfile.TemporaryDirectory() as temporary:
        builder = Builder(os.path.abspath(options.tree), options.build, os.path.abspath(options.work or temporary),
                          shlex.split(options.flags), options.jobs)
        builder.copy_tree()
        hunt = Hunt(builder, options.seconds)
        counts = {"killed": 0, "survived": 0, "stale": 0, "broken": 0, "left to a GPU": 0}
        for mutant in mutants:
            if mutant.gpu and not options.gpu and not place_of(mutant, builder.copy, builder.files)[2]:
                verdict, why = "left to a GPU", mutant.filter
            else:
                verdict, why = hunt.judge(mutant)
            counts[verdict] += 1
            print(f"{verdict if verdict in ('killed', 'left to a GPU') else verdict.upper()}  {mutant.name}: {why}",
                  flush=True)
    print("mutants: " + ", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    return 1 if counts["survived"] + counts["stale"] + counts["broken"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
