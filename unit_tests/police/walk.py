# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""walk.py ROOT: whether docs/product.md follows the sources.

Each section of the page is a walk: a line with how many files it has and how many calls deep it goes, and a table of files.
Every file must be there, be called on the page what it is called on the disk, and be included, by way of whatever headers,
by a file before it. A name in backquotes must stand in a file of its row, and of each numbered step a name must stand in a
file before it, which calls it. The counts must be those of the table. Prints what is
wrong; status 0: nothing, 1: something.
"""
import os
import re
import sys

PAGE = "docs/product.md"
NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
           "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"]
LINK = re.compile(r"\[([\w/]+)\]\(([^)]+\.hpp)\)")


def read(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()


class Sources:
    def __init__(self, root):
        self.root, self.known = root, {}

    def has(self, file):
        return os.path.isfile(os.path.join(self.root, file))

    def text(self, file):
        return read(os.path.join(self.root, file))

    def includes(self, file):
        """All headers that a header includes, itself among them."""
        found, left = set(), [file]
        while left:
            one = left.pop()
            if one in found or not self.has(one):
                continue
            found.add(one)
            if one not in self.known:
                self.known[one] = re.findall(r'^#include "([^"]+)"', self.text(one), re.M)
            left += self.known[one]
        return found


class Row:
    def __init__(self, line):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        self.steps = [int(number) for number in re.findall(r"\d+", cells[0])]
        self.links = LINK.findall(cells[1])
        self.files = [os.path.normpath(os.path.join(os.path.dirname(PAGE), path)) for _, path in self.links]
        self.names = re.findall(r"`(?:\w+::)*([A-Za-z_]\w+)`", "|".join(cells[2:]))


def faults_of_rows(rows, sources):
    before = []  # files of the rows before
    for row in rows:
        for (label, _), file in zip(row.links, row.files):
            if not sources.has(file):
                yield f"there is no {file}"
            elif label.rpartition("/")[2] != re.sub(r"^Sporos_|\.hpp$", "", os.path.basename(file)):
                yield f"{label} is called {file}"
            elif before and not any(file in sources.includes(one) for one in before):
                yield f"no file before {file} includes it"
        there = [file for file in row.files if sources.has(file)]
        for name in row.names:
            if not any(re.search(rf"\b{name}\b", sources.text(file)) for file in there):
                yield f"{', '.join(there)} has no {name}"
        if row.steps and before and row.names and not any(
                re.search(rf"\b{name}\b", sources.text(file)) for name in row.names for file in before):
            yield f"no file before {', '.join(there)} names {' or '.join(row.names)}"
        before += there


def faults_of_walk(title, text, sources):
    rows = [row for row in map(Row, re.findall(r"^\|.*\|$", text, re.M)) if row.links]
    files = [file for row in rows for file in row.files]
    steps = [step for row in rows for step in row.steps]
    for file in sorted(set(files)):
        if files.count(file) > 1:
            yield f"{title}: {file} is there twice"
    yield from (f"{title}: {fault}" for fault in faults_of_rows(rows, sources))
    for said, count in ((r"(\w+) files", len(files)), (r"(\w+) calls deep", max(steps, default=0))):
        found = re.search(said, text)
        if found and (count >= len(NUMBERS) or found.group(1) != NUMBERS[count]):
            yield f"{title}: '{found.group(0)}', but the table has {count}"
    if not re.search(r"\w+ files", text):
        yield f"{title}: does not say how many files"


def faults(root):
    sources = Sources(root)
    walks = re.split(r"^## ", read(os.path.join(root, PAGE)), flags=re.M)[1:]
    if not walks:
        yield f"{PAGE} has no walk"
    for walk in walks:
        yield from faults_of_walk(walk.partition("\n")[0], walk, sources)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    WRONG = list(faults(sys.argv[1]))
    for fault_found in WRONG:
        print(f"{PAGE}: {fault_found}")
    sys.exit(1 if WRONG else 0)
