#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes matrices of families that sporos_spmv cannot generate, to judge rules by what they have not seen.

usage: families.py FOLDER [NAME...] [--list] [--scale S]

Writes FOLDER/NAME.mtx of each family, or of those named; the pattern alone, since sporos_spmv draws the numbers. A
file that is there stays. --scale multiplies the rows (1: one to six million entries), and is then a part of the name:
NAME-0.1. The same call gives the same files. Needs numpy.
"""
import argparse
import os
import sys

import numpy

import more_families  # noqa: F401: adds its own
from family_tools import FAMILIES, both_ways, family, points_in_reach, within_groups


@family(250000, "ring of neighbours, a tenth of the edges moved elsewhere (Watts and Strogatz)")
def small_world(rows, random):
    i = numpy.repeat(numpy.arange(rows), 5)
    j = (i + numpy.tile(numpy.arange(1, 6), rows)) % rows
    moved = random.random(len(j)) < 0.1
    j[moved] = random.integers(0, rows, moved.sum())
    return both_ways(i, j, rows)


@family(250000, "each new node joins six old ones, by their number of edges (Barabasi and Albert)")
def preferential(rows, random):
    ends = numpy.empty(12 * rows, dtype=numpy.int64)
    ends[:12] = numpy.repeat(numpy.arange(6), 2)
    filled = 12
    for first in range(6, rows, 64):  # 64 nodes at a time choose among the same ends
        new = numpy.repeat(numpy.arange(first, min(first + 64, rows)), 6)
        old = ends[random.integers(0, filled, len(new))]
        ends[filled:filled + 2 * len(new):2], ends[filled + 1:filled + 1 + 2 * len(new):2] = new, old
        filled += 2 * len(new)
    return both_ways(ends[0:filled:2], ends[1:filled:2], rows)


@family(200000, "points of a square that are near each other, numbered by chance")
def near_points(rows, random):
    i, j = points_in_reach(random.random((rows, 2)), int((rows / 4) ** 0.5))
    return both_ways(i, j, rows)


@family(150000, "points of a cube that are near each other, numbered along an axis")
def near_points_sorted(rows, random):
    points = random.random((rows, 3))
    i, j = points_in_reach(points[numpy.argsort(points[:, 2])], int((rows / 3) ** (1 / 3)))
    return both_ways(i, j, rows)


@family(60000, "lower triangle of a skyline: each row runs from some column to its diagonal")
def skyline(rows, random):
    length = numpy.minimum(numpy.minimum(random.geometric(1 / 60, rows), 2000), numpy.arange(1, rows + 1))
    i = numpy.repeat(numpy.arange(rows), length)
    return (rows, rows), i, i - within_groups(length)


@family(300000, "linear programme: rows have three entries in their stage, two in the one before, some in all")
def staircase(rows, random):
    stages, width = 100, 2 * rows // 100
    i = numpy.repeat(numpy.arange(rows), 5)
    stage = i * stages // rows - numpy.tile([0, 0, 0, 1, 1], rows)
    j = numpy.maximum(stage, 0) * width + random.integers(0, width, len(i))
    budget = random.integers(0, stages * width, (20, 5000))
    i = numpy.concatenate([i, numpy.repeat(rows + numpy.arange(20), 5000)])
    return (rows + 20, stages * width), i, numpy.concatenate([j, budget.ravel()])


@family(400000, "three queues of bounded length: a lattice that lacks the places where all are full")
def queues(rows, _):
    side = round(rows ** (1 / 3))
    a, b, c = (part.ravel() for part in numpy.meshgrid(*[numpy.arange(side)] * 3, indexing="ij"))
    there = a + b + c < 2 * side
    number = numpy.cumsum(there) - 1
    parts = [(numpy.flatnonzero(there), numpy.flatnonzero(there))]
    for da, db, dc in ((1, 0, 0), (-1, 1, 0), (0, -1, 1), (0, 0, -1)):
        to = numpy.stack([a + da, b + db, c + dc])
        inside = there & (to >= 0).all(axis=0) & (to < side).all(axis=0) & (to.sum(axis=0) < 2 * side)
        parts.append((numpy.flatnonzero(inside), (to[0] * side + to[1])[inside] * side + to[2][inside]))
    i, j = (numpy.concatenate([part[k] for part in parts]) for k in (0, 1))
    return (there.sum(), there.sum()), number[i], number[j]


@family(300000, "Laplace's equation in four dimensions")
def four_dimensions(rows, _):
    side = round(rows ** 0.25)
    all_of = numpy.arange(side ** 4)
    i, j = [all_of], [all_of]
    for stride in side ** numpy.arange(4):
        inner = all_of[all_of // stride % side < side - 1]
        i += [inner, inner + stride]
        j += [inner + stride, inner]
    return (side ** 4, side ** 4), numpy.concatenate(i), numpy.concatenate(j)


@family(131072, "chain of spins: each of two neighbours that differ may be swapped")
def spin_chain(rows, _):
    spins = (rows - 1).bit_length()
    state = numpy.arange(1 << spins)
    i, j = [state], [state]
    for k in range(spins):
        mask = (1 << k) | (1 << (k + 1) % spins)
        differ = state[((state & mask) != 0) & ((state & mask) != mask)]
        i.append(differ)
        j.append(differ ^ mask)
    return (1 << spins, 1 << spins), numpy.concatenate(i), numpy.concatenate(j)


@family(100000, "ratings: how many a user gives is log-normal, which are popular goes by a power")
def ratings(rows, random):
    many = numpy.minimum(numpy.maximum(random.lognormal(2.7, 1.1, rows).astype(numpy.int64), 1), 3000)
    i = numpy.repeat(numpy.arange(rows), many)
    things = rows // 5
    return (rows, things), i, random.permutation(things)[(things * random.random(len(i)) ** 3).astype(numpy.int64)]


@family(70000, "cubic splines on a square: 49 neighbours")
def splines(rows, _):
    side = round(rows ** 0.5)
    a, b, da, db = (part.ravel() for part in numpy.meshgrid(numpy.arange(side), numpy.arange(side), numpy.arange(-3, 4),
                                                            numpy.arange(-3, 4), indexing="ij"))
    inside = (a + da >= 0) & (a + da < side) & (b + db >= 0) & (b + db < side)
    return (side * side, side * side), (a * side + b)[inside], ((a + da) * side + b + db)[inside]


@family(900000, "roads: a grid that lacks a third of its edges, numbered by chance within streets of a thousand")
def roads(rows, random):
    side = round(rows ** 0.5)
    all_of = numpy.arange(side * side)
    right = all_of[all_of % side < side - 1]
    down = all_of[:-side]
    i = numpy.concatenate([right, down])
    j = numpy.concatenate([right + 1, down + side])
    kept = random.random(len(i)) < 0.67
    number = numpy.lexsort((random.random(len(all_of)), all_of // 1000))
    return both_ways(number[i[kept]], number[j[kept]], len(all_of))


@family(150000, "sites of 10 to 400 pages that link mostly within, and some pages outside")
def sites(rows, random):
    sizes = random.integers(10, 400, rows // 10)
    ends = numpy.cumsum(sizes)
    site = numpy.searchsorted(ends, numpy.arange(rows), side="right")
    links = random.zipf(1.8, rows).clip(1, 500)
    i = numpy.repeat(numpy.arange(rows), 4 + links)
    first = (ends - sizes)[site[i]]
    j = numpy.minimum(first + (random.random(len(i)) ** 2 * sizes[site[i]]).astype(numpy.int64), rows - 1)
    outside = random.random(len(i)) < 0.15
    j[outside] = (rows * random.random(outside.sum()) ** 4).astype(numpy.int64)
    return (rows, rows), i, j


@family(24000, "six unknowns at each of a cube's points, numbered one unknown after the other")
def coupled_fields(rows, random):
    nodes = rows // 6
    points = random.random((nodes, 3))
    i, j = points_in_reach(points[numpy.argsort(points[:, 2])], int((nodes / 4) ** (1 / 3)))
    _, i, j = both_ways(i, j, nodes)
    field = numpy.arange(6)
    i = (i[:, None, None] + nodes * field[None, :, None]) + 0 * field[None, None, :]
    j = (j[:, None, None] + nodes * field[None, None, :]) + 0 * field[None, :, None]
    return (6 * nodes, 6 * nodes), i.ravel(), j.ravel()


def write(path, name, text, shape, i, j):
    """Writes each place once, rows ascending; the file gets its name when it is complete."""
    places = numpy.unique(i.astype(numpy.int64) * shape[1] + j)
    with open(path + ".part", "w", encoding="ascii") as file:
        file.write(f"%%MatrixMarket matrix coordinate pattern general\n% {name}: {text}\n")
        file.write(f"{shape[0]} {shape[1]} {len(places)}\n")
        numpy.savetxt(file, numpy.stack([places // shape[1] + 1, places % shape[1] + 1], axis=1), fmt="%d")
    os.replace(path + ".part", path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", nargs="?")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--scale", type=float, default=1)
    given = parser.parse_args()
    if given.list:
        for name, (_, rows, text) in FAMILIES.items():
            print(f"{name}: {text}; {rows} rows")
        return
    if given.folder is None:
        parser.error("say which folder")
    unknown = [name for name in given.names if name not in FAMILIES]
    if unknown or given.scale <= 0:
        parser.error(f"there is no family {unknown[0]}; see --list" if unknown else "--scale must be above 0")
    os.makedirs(given.folder, exist_ok=True)
    for name in given.names or FAMILIES:
        function, rows, text = FAMILIES[name]
        title = name if given.scale == 1 else f"{name}-{given.scale:g}"
        path = os.path.join(given.folder, title + ".mtx")
        if not os.path.exists(path):
            shape, i, j = function(max(int(rows * given.scale), 1000), numpy.random.default_rng(20261125))
            write(path, title, text, shape, i, j)
            print(path, file=sys.stderr)


if __name__ == "__main__":
    main()
