# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Families of 28 November 2026, when all older ones had been in sight of some rule. families.py writes them."""
import numpy

from family_tools import both_ways, family, within_groups


def pairs_within(parts):
    """All pairs of numbers that stand in the same row."""
    many = parts.shape[1]
    return numpy.repeat(parts, many, axis=1).ravel(), numpy.tile(parts, (1, many)).ravel()


def grid_numbers(*sides):
    """The numbers of the points of a grid, as an array of so many axes."""
    return numpy.arange(numpy.prod(sides)).reshape(sides)


def grid_edges(numbers):
    """Both ends of the edges between neighbours along each axis."""
    ends = []
    for axis in range(numbers.ndim):
        along = numpy.moveaxis(numbers, axis, 0)
        ends.append((along[:-1].ravel(), along[1:].ravel()))
    return [numpy.concatenate(side) for side in zip(*ends)]


@family(700000, "cells of a quadtree that is fine along a circle, level by level")
def quadtree(rows, _):
    levels = max(int(numpy.log2(rows / 200)), 4)
    leaf = numpy.full((1, 1), -1)  # the number of the leaf that a cell of this level is in
    count = 0
    for level in range(levels + 1):
        side = 1 << level
        centre = (numpy.arange(side) + 0.5) / side
        far = numpy.abs(numpy.hypot(centre[:, None] - 0.5, centre[None, :] - 0.5) - 0.35) > 24 / side
        new = (leaf < 0) & ((far & (level > 2)) | (level == levels))
        leaf[new] = count + numpy.arange(new.sum())
        count += new.sum()
        if level < levels:
            leaf = numpy.repeat(numpy.repeat(leaf, 2, axis=0), 2, axis=1)
    i, j = grid_edges(leaf)
    return both_ways(i[i != j], j[i != j], count)


@family(250000, "Stokes' equations on a square: velocities of degree 2, then pressures of degree 1")
def stokes(rows, _):
    side = max(int((rows / 9) ** 0.5), 4)
    nodes = grid_numbers(2 * side + 1, 2 * side + 1)
    windows = [nodes[a:a + 2 * side:2, b:b + 2 * side:2].ravel() for a in range(3) for b in range(3)]
    quadratic = numpy.stack(windows, axis=1)
    corners = grid_numbers(side + 1, side + 1)
    linear = numpy.stack([corners[a:a + side, b:b + side].ravel() for a in (0, 1) for b in (0, 1)], axis=1)
    i, j = [], []
    for axis in (0, 1):
        velocity = quadratic + axis * nodes.size
        own = pairs_within(velocity)
        pressure = numpy.repeat(linear + 2 * nodes.size, 9, axis=1).ravel()
        of_pressure = numpy.tile(velocity, (1, 4)).ravel()
        i += [own[0], pressure, of_pressure]
        j += [own[1], of_pressure, pressure]
    count = 2 * nodes.size + corners.size
    return (count, count), numpy.concatenate(i), numpy.concatenate(j)


@family(80000, "Cholesky factor of a square grid in the order of nested dissection")
def dissection_factor(rows, _):
    side = int(rows ** 0.5)
    number = numpy.empty((side, side), dtype=numpy.int64)
    parts = []

    def dissect(top, bottom, left, right, border, last):
        """Numbers the rectangle downwards from `last`; `border` are the numbered places around it."""
        height, width = bottom - top, right - left
        if height <= 0 or width <= 0:
            return last
        across = height >= width
        middle = (top + bottom) // 2 if across else (left + right) // 2
        place = (middle, slice(left, right)) if across else (slice(top, bottom), middle)
        size = width if across else height
        own = last - size + numpy.arange(size)
        number[place] = own
        later = numpy.concatenate([own, number[border[0], border[1]] if len(border[0]) else own[:0]])
        i, j = numpy.repeat(later, size), numpy.tile(own, len(later))
        parts.append((i[i >= j], j[i >= j]))
        line = numpy.arange(left, right) if across else numpy.arange(top, bottom)
        fixed = numpy.full(size, middle)
        separator = (fixed, line) if across else (line, fixed)
        last -= size
        for low, high in ((top if across else left, middle), (middle + 1, bottom if across else right)):
            along = border[0] if across else border[1]
            near = (along <= high) & (along >= low - 1)
            around = tuple(numpy.concatenate([border[axis][near], separator[axis]]) for axis in (0, 1))
            if across:
                last = dissect(low, high, left, right, around, last)
            else:
                last = dissect(top, bottom, low, high, around, last)
        return last

    nothing = numpy.empty(0, dtype=numpy.int64)
    dissect(0, side, 0, side, (nothing, nothing), side * side)
    return (side * side, side * side), numpy.concatenate([p[0] for p in parts]), numpy.concatenate([p[1] for p in parts])


@family(16384, "tomography: the pixels of a square that parallel rays from many sides cross")
def rays(rows, _):
    side = max(int(rows ** 0.5) * 2, 16)
    angle = numpy.repeat(numpy.arange(rows // side) * numpy.pi / (rows // side), side)
    offset = numpy.tile((numpy.arange(side) + 0.5) / side * 1.4 - 0.7, rows // side)
    step = (numpy.arange(2 * side) + 0.5) / (2 * side) * 1.42 - 0.71
    x = 0.5 + offset[:, None] * numpy.cos(angle)[:, None] - step * numpy.sin(angle)[:, None]
    y = 0.5 + offset[:, None] * numpy.sin(angle)[:, None] + step * numpy.cos(angle)[:, None]
    inside = (x >= 0) & (x < 1) & (y >= 0) & (y < 1)
    pixel = (y * side).astype(numpy.int64) * side + (x * side).astype(numpy.int64)
    return (len(angle), side * side), numpy.nonzero(inside)[0], pixel[inside]


@family(200000, "communities of log-normal sizes: twenty links within, three outside, numbered by chance")
def communities(rows, random):
    sizes = numpy.maximum(random.lognormal(3.5, 1.0, rows // 20).astype(numpy.int64), 4)
    community = numpy.repeat(numpy.arange(len(sizes)), sizes)[:rows]
    rows = len(community)
    first = (numpy.cumsum(sizes) - sizes)[community]
    within = first[:, None] + (random.random((rows, 10)) * sizes[community][:, None]).astype(numpy.int64)
    within = numpy.minimum(within, rows - 1)
    outside = random.integers(0, rows, (rows, 2))
    number = random.permutation(rows)
    i = number[numpy.repeat(numpy.arange(rows), 12)]
    return both_ways(i, number[numpy.concatenate([within, outside], axis=1).ravel()], rows)


@family(3000000, "the two ends of each edge of a graph of near nodes")
def incidence(rows, random):
    nodes = rows // 5
    i = numpy.sort(random.integers(0, nodes, rows))
    apart = random.geometric(0.002, rows)
    return (rows, nodes), numpy.repeat(numpy.arange(rows), 2), numpy.stack([i, (i + apart) % nodes], axis=1).ravel()


@family(300000, "linear tetrahedra, six for a cube; nodes numbered by chance within blocks of 500")
def tetrahedra(rows, random):
    side = max(round(rows ** (1 / 3)), 4)
    nodes = grid_numbers(side, side, side)
    number = numpy.lexsort((random.random(nodes.size), nodes.ravel() // 500))
    i, j = [], []
    for a, b, c in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1)):
        i.append(nodes[:side - a, :side - b, :side - c].ravel())
        j.append(nodes[a:, b:, c:].ravel())
    return both_ways(number[numpy.concatenate(i)], number[numpy.concatenate(j)], nodes.size)


@family(120000, "hexahedra of degree 2: 27 to 125 neighbours")
def hexahedra(rows, _):
    side = max(int((rows ** (1 / 3) - 1) / 2), 2)
    nodes = grid_numbers(*[2 * side + 1] * 3)
    near = [slice(a, a + 2 * side, 2) for a in range(3)]
    cells = numpy.stack([nodes[a, b, c].ravel() for a in near for b in near for c in near], axis=1)
    return (nodes.size, nodes.size), *pairs_within(cells)


@family(1500000, "words that follow each other by one of four letters (de Bruijn)")
def de_bruijn(rows, _):
    i = numpy.repeat(numpy.arange(rows), 4)
    return (rows, rows), i, (4 * i + numpy.tile(numpy.arange(4), rows)) % rows


@family(40000, "near field: groups of 8 to 64 points, dense with their neighbours along a curve")
def near_field(rows, random):
    sizes = random.integers(8, 65, rows // 36)
    begins = numpy.cumsum(sizes) - sizes
    groups = numpy.arange(len(sizes))
    far = random.integers(0, len(sizes), len(sizes))  # where the curve comes near itself
    pairs = [(groups, numpy.clip(groups + step, 0, len(sizes) - 1)) for step in (-1, 0, 1)]
    pairs += [(groups, far), (far, groups)]
    a, b = (numpy.concatenate(side) for side in zip(*pairs))
    i = numpy.repeat(begins[a], sizes[a]) + within_groups(sizes[a])  # the rows of each pair of groups
    many = numpy.repeat(sizes[b], sizes[a])
    j = numpy.repeat(numpy.repeat(begins[b], sizes[a]), many) + within_groups(many)
    return (sizes.sum(), sizes.sum()), numpy.repeat(i, many), j


@family(900000, "reservoir: a cube that lacks a fifth of its cells, and wells that meet hundreds of cells")
def reservoir(rows, random):
    side = max(round(rows ** (1 / 3)), 8)
    cells = grid_numbers(side, side, side)
    there = random.random(cells.size) > 0.2
    number = numpy.cumsum(there) - 1
    i, j = grid_edges(cells)
    kept = there[i] & there[j]
    wells = max(rows // 10000, 2)
    met = random.integers(50, 900, wells)
    well = there.sum() + numpy.repeat(numpy.arange(wells), met)
    cell = random.integers(0, there.sum(), len(well))
    return both_ways(numpy.concatenate([number[i[kept]], well]), numpy.concatenate([number[j[kept]], cell]),
                     there.sum() + wells)


@family(1200000, "prolongation of an algebraic multigrid: one to four of the coarse unknowns")
def prolongation(rows, random):
    coarse = rows // 12
    many = random.integers(1, 5, rows)
    i = numpy.repeat(numpy.arange(rows), many)
    near = (i * coarse) // rows + (random.normal(0, 1, len(i)) * 3).astype(numpy.int64)
    return (rows, coarse), i, numpy.clip(near + 300 * random.integers(-1, 2, len(i)), 0, coarse - 1)
