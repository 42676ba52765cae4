# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of a few test sources from a copy of the tree, with the flags that a build folder of Ninja has for them."""
import concurrent.futures
import fnmatch
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

MAIN = "unit_tests/support/Main.cpp"
# Tests that include the header need the source, too.
COMPILED = tuple("unit_tests/support/" + name for name in ("compiled/CompiledLeaves", "compiled/CompiledPlans", "Reference"))


def files_of(tree):
    """All files, without build folders and what has a dot in front, from the root of the tree."""
    found = []
    for folder, folders, names in os.walk(tree):
        folders[:] = [name for name in folders if not name.startswith(".") and
                      not (folder == tree and (name.startswith("build") or name == "shared"))]
        found += [os.path.relpath(os.path.join(folder, name), tree) for name in names if not name.startswith(".")]
    return sorted(found)


def matching(files, pattern):
    """Those that a name or the end of a path, with * and ?, means, wherever they are."""
    return [file for file in files if fnmatch.fnmatchcase("/" + file, "*/" + pattern)]


class Failure(Exception):
    """Something could not be compiled or linked, or is not built at all; the text is what was said of it."""


class Builder:
    """Compiles and links test sources of a copy of the tree as a build folder would."""

    def __init__(self, tree, build, work, flags, jobs):
        self.tree, self.build, self.flags, self.jobs = tree, os.path.abspath(build), flags, jobs
        self.copy = os.path.join(work, "tree")
        self.objects = os.path.join(work, "objects")
        os.makedirs(self.objects, exist_ok=True)
        said = subprocess.run(["ninja", "-C", self.build, "-t", "compdb"], capture_output=True, text=True, check=False)
        if said.returncode != 0:
            sys.exit(f"mutants.py: {build} is not a configured build folder of Ninja: {said.stderr.strip()}")
        self.commands = json.loads(said.stdout[said.stdout.index("["):])

    def copy_tree(self):
        shutil.rmtree(self.copy, ignore_errors=True)
        self.files = files_of(self.tree)
        for file in self.files:
            os.makedirs(os.path.dirname(os.path.join(self.copy, file)), exist_ok=True)
            shutil.copy2(os.path.join(self.tree, file), os.path.join(self.copy, file))

    def program(self, tests):
        """The program of these test sources; the same one where nothing has changed."""
        sources = self.sources(tests)
        target = self.target_of(sources[0])
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            objects = list(pool.map(lambda source: self.object(source, target), sources))
        objects += [self.object(once, self.target_of(once)) for once in self.compiled_for(sources)]
        command = self.command(lambda entry: entry["output"] == target.replace("CMakeFiles/", "")[:-len(".dir")],
                               f"the program of {sources[0]}")
        words = [word for word in command if not re.search(r"\.o$|libcompiled_\w+\.a$", word)]
        at = words.index("-o")
        key = hashlib.sha256("\n".join([*words, *objects]).encode()).hexdigest()[:20]
        program = os.path.join(self.objects, key)
        if not os.path.exists(program):
            self.run(words[:at] + objects + ["-o", program] + words[at + 2:])
        return program

    def sources(self, tests):
        found = []
        for test in [*tests, MAIN]:
            found += [source for source in matching(self.files, test) if source not in found]
        return found

    def target_of(self, source):
        """The folder of objects of the target that a source belongs to: unit_tests/CMakeFiles/test_core.dir."""
        path = os.path.join(self.tree, source)
        for entry in self.commands:
            if os.path.join(entry["directory"], entry["file"]) == path:
                return re.match(r".*\.dir(?=/)", entry["output"]).group(0)
        raise Failure(f"{self.build} does not build {source}; configure it again where that is new")

    def command(self, fits, what):
        for entry in self.commands:
            if fits(entry):
                words = shlex.split(entry["command"])
                return words[2:-2] if words[:2] == [":", "&&"] else words
        raise Failure(f"{self.build} does not build {what}")

    def in_copy(self, word):
        if self.build in word:
            return word
        return re.sub(re.escape(self.tree) + r"(?=/|$)", lambda match: self.copy, word)

    def object(self, source, target):
        path = os.path.join(self.tree, source)
        words = self.command(lambda entry: os.path.join(entry["directory"], entry["file"]) == path and
                             entry["output"].startswith(target + "/"), f"{source} as part of {target}")
        words = [self.in_copy(word) for word in words]
        stem = os.path.join(self.objects, re.sub(r"\W", "_", source) + "-")
        flags = " ".join(words + self.flags)
        known = stem + hashlib.sha256(flags.encode()).hexdigest()[:8] + ".deps"
        if os.path.exists(known) and os.path.exists(self.keyed(stem, known, flags)):
            return self.keyed(stem, known, flags)
        words[words.index("-o") + 1] = stem + "new.o"
        for option, instead in (("-MF", stem + "new.d"), ("-MT", "object")):
            if option in words:
                words[words.index(option) + 1] = instead
        self.run(words + self.flags)
        os.replace(stem + "new.d", known)
        final = self.keyed(stem, known, flags)
        os.replace(stem + "new.o", final)
        return final

    def keyed(self, stem, known, flags):
        """The name of the object of these flags and of what its sources of the tree are now."""
        key = hashlib.sha256(flags.encode())
        for path in sorted(self.depends(known)):
            with open(os.path.join(self.copy, path), "rb") as file:
                key.update(path.encode() + hashlib.sha256(file.read()).digest())
        return stem + key.hexdigest()[:20] + ".o"

    def depends(self, known):
        """The sources of the tree that a compiler has named."""
        with open(known, encoding="utf-8") as file:
            words = file.read().partition(":")[2].replace("\\\n", " ").split()
        # Some compilers, or ccache, name them from the build folder.
        paths = {os.path.relpath(os.path.join(self.build, word), self.copy) for word in words}
        return {path for path in paths if not path.startswith("..") and os.path.exists(os.path.join(self.copy, path))}

    def includes(self, tests, file):
        """Whether the program of these test sources, which has been built, depends on a file."""
        sources = self.sources(tests)
        return self.depend(sources + self.compiled_for(sources), file)

    def compiled_for(self, sources):
        """The sources that are compiled once for all tests, as far as these, which have been compiled, need them."""
        return [once + ".cpp" for once in COMPILED if self.depend(sources, once + ".hpp")]

    def depend(self, sources, file):
        """Whether one of these sources, which have been compiled, depends on a file."""
        stems = tuple(re.sub(r"\W", "_", source) + "-" for source in sources)
        return any(file in self.depends(os.path.join(self.objects, name)) for name in os.listdir(self.objects)
                   if name.endswith(".deps") and name.startswith(stems))

    def run(self, words):
        said = subprocess.run(words, cwd=self.build, capture_output=True, text=True, check=False)
        if said.returncode != 0:
            raise Failure(said.stdout + said.stderr)
