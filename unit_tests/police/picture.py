# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the house, as docs/architecture.md shows it: a box a floor, with its rooms and how many headers each has, and
under it how many includes go down to which floors.

  python3 unit_tests/police/picture.py ROOT            prints it
  python3 unit_tests/police/picture.py ROOT --check    status 1 where docs/architecture.md has another one
  python3 unit_tests/police/picture.py ROOT --write    puts it there
"""
import collections
import os
import re
import sys
import textwrap

FLOORS = ["core/interop", "core", "core/tuning", "core/launch", "core/setup", "core/kernels", "core/device", "policies",
          "formats"]
WIDTH = 96
BEGIN, END = "<!-- the house: unit_tests/police/picture.py -->\n```\n", "```\n<!-- -->\n"


def floor_of(path):
    """The floor of a header, and its room there."""
    folder = os.path.dirname(path)
    for floor in sorted(FLOORS, key=len, reverse=True):
        if folder == floor or folder.startswith(floor + "/"):
            return floor, folder[len(floor) + 1:]
    return None, None


def draw(root):
    rooms = collections.defaultdict(collections.Counter)
    includes = collections.defaultdict(collections.Counter)
    for top in sorted({floor.split("/")[0] for floor in FLOORS}):
        for folder, _, files in os.walk(os.path.join(root, top)):
            for name in sorted(files):
                if not name.endswith(".hpp"):
                    continue
                path = os.path.relpath(os.path.join(folder, name), root)
                floor, room = floor_of(path)
                rooms[floor][room] += 1
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    for included in re.findall(r'^#include "(.*)"', file.read(), re.M):
                        below, _ = floor_of(included)
                        if below and below != floor:
                            includes[floor][below] += 1
    lines = []
    for floor in FLOORS:
        title = f"+-- {floor} "
        lines.append(title + "-" * (WIDTH - 1 - len(title)) + "+")
        text = ", ".join(f"{room or 'of its own'} {count}" for room, count in sorted(rooms[floor].items()))
        lines += [f"| {line.ljust(WIDTH - 4)} |" for line in textwrap.wrap(text, WIDTH - 4)]
        lines.append("+" + "-" * (WIDTH - 2) + "+")
        down = [f"{below} {includes[floor][below]}" for below in FLOORS if includes[floor][below]]
        if down:
            lines += ["      " + line for line in textwrap.wrap("includes of " + ", ".join(down), WIDTH - 6)]
    return "\n".join(lines) + "\n"


def main(arguments):
    if not arguments or len(arguments) > 2 or arguments[1:] not in ([], ["--check"], ["--write"]):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    root = arguments[0]
    picture = draw(root)
    if len(arguments) == 1:
        print(picture, end="")
        return 0
    page = os.path.join(root, "docs", "architecture.md")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    head, begin, rest = text.partition(BEGIN)
    shown, end, tail = rest.partition(END)
    if not begin or not end:
        print(f"{page}: there is no place for the picture: {BEGIN!r} ... {END!r}")
        return 1
    if arguments[1] == "--write":
        with open(page, "w", encoding="utf-8") as file:
            file.write(head + BEGIN + picture + END + tail)
        return 0
    if shown != picture:
        print(f"{page}: the house looks otherwise now: python3 unit_tests/police/picture.py {root} --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
