# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What families of matrices are made with."""
import numpy

FAMILIES = {}


def family(rows, text):
    """Adds a function of (rows, random numbers) that returns (shape, row and column of each entry) under its name."""
    def add(function):
        FAMILIES[function.__name__.replace("_", "-")] = (function, rows, text)
        return function
    return add


def both_ways(i, j, count):
    """A graph's edges both ways, and a diagonal."""
    all_of = numpy.arange(count)
    return (count, count), numpy.concatenate([i, j, all_of]), numpy.concatenate([j, i, all_of])


def within_groups(sizes):
    """0, 1, ... for each group of these sizes."""
    return numpy.arange(sizes.sum()) - numpy.repeat(numpy.cumsum(sizes) - sizes, sizes)


def points_in_reach(points, cells):
    """The pairs of points of the unit square or cube in the same cell of a grid, or in the next one along an axis."""
    axes = points.shape[1]
    place = numpy.minimum((points * cells).astype(numpy.int64), cells - 1)
    strides = cells ** numpy.arange(axes)
    key = place @ strides
    by_cell = numpy.argsort(key, kind="stable")
    begin = numpy.searchsorted(key[by_cell], numpy.arange(cells ** axes + 1))
    pairs = []
    for step in [0, *strides]:
        cell = numpy.minimum(key + step, cells ** axes - 1)
        many = begin[cell + 1] - begin[cell]
        pairs.append(numpy.stack([numpy.repeat(numpy.arange(len(key)), many),
                                  by_cell[numpy.repeat(begin[cell], many) + within_groups(many)]]))
    return numpy.concatenate(pairs, axis=1)
