# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""names.py ROOT [--list]: whether docs/api.md has a line for every public name, and none for others.

Public is what the headers of the library declare in namespace sporos itself or in that of another LIBRARY, there but for
what using-declarations bring from it, and the macros SPOROS_*, but for what stands between `\\cond` and `\\endcond`. On the page it is what the first cells of the tables have in backquotes. Each name belongs to
one line, and each header that the page names has to be there. Prints what is wrong; status 0: nothing, 1: something,
2: wrong usage. --list prints the names instead, with their headers.
"""

import os
import re
import sys
from typing import Dict, List, Set

from declarations import declarations_of

LAYERS = ("core", "formats", "policies")
LIBRARIES = ("kokkos_sparse", "petsc", "tpetra")
PAGE = "docs/api.md"
GUIDE = "docs/guide.md"


def read(path: str) -> str:
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def headers_of(root: str) -> List[str]:
    found = []
    for layer in LAYERS:
        for folder, _, files in os.walk(os.path.join(root, layer)):
            found += [os.path.relpath(os.path.join(folder, file), root) for file in files if file.endswith(".hpp")]
    return sorted(found)


def names_in(source: str) -> Set[str]:
    """Public names of one header. Operators and out-of-line members belong to a class, specializations to a template."""
    kinds = ("class", "enum", "alias", "function", "variable", "using")
    found = list(declarations_of(source))
    names = {one.name for one in found
             if one.scope == "sporos" and one.kind in kinds and not re.match(r"operator\W", one.name)}
    names |= {f"{library}::{one.name}" for library in LIBRARIES for one in found
              if one.scope == f"sporos::{library}" and one.kind in kinds and one.kind != "using"}
    shown = re.sub(r"\\cond\b.*?\\endcond\b", "", source, flags=re.DOTALL)
    return names | set(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(SPOROS_\w+)", shown, flags=re.MULTILINE))


def public_names(root: str) -> Dict[str, List[str]]:
    """Each public name with the headers that declare it."""
    names: Dict[str, List[str]] = {}
    for header in headers_of(root):
        for name in names_in(read(os.path.join(root, header))):
            names.setdefault(name, []).append(header)
    return names


def names_on(page: str) -> List[str]:
    """What the first cells of the tables have in backquotes."""
    cells = re.findall(r"^\|([^|]*)\|", page, flags=re.MULTILINE)
    return [name for cell in cells for name in re.findall(r"`([^`]*)`", cell)]


def complaints(root: str) -> List[str]:
    names = public_names(root)
    if not names:
        return [f"there are no public names at {root}"]
    page = read(os.path.join(root, PAGE))
    listed = names_on(page)
    wrong = [f"{names[name][0]}: {name} is public, but {PAGE} has no line for it; say there what it is for, or move it to "
             "sporos::detail" for name in sorted(set(names) - set(listed))]
    wrong += [f"{PAGE}: there is no public name {name}" for name in sorted(set(listed) - set(names))]
    wrong += [f"{PAGE}: {name} has several lines" for name in sorted(set(listed)) if listed.count(name) > 1]
    for header in re.findall(r"<([\w/]+\.hpp)>", page):
        if not any(os.path.isfile(os.path.join(root, folder, header)) for folder in ("", "core")):
            wrong.append(f"{PAGE}: there is no header {header}")
    if os.path.basename(PAGE) not in read(os.path.join(root, GUIDE)):
        wrong.append(f"{GUIDE}: has no link to {PAGE}")
    return wrong


def main(arguments: List[str]) -> int:
    if len(arguments) not in (1, 2) or arguments[1:] not in ([], ["--list"]) or not os.path.isdir(arguments[0]):
        print(__doc__, file=sys.stderr)
        return 2
    if arguments[1:]:
        for name, headers in sorted(public_names(arguments[0]).items()):
            print(name, *headers)
        return 0
    wrong = complaints(arguments[0])
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
