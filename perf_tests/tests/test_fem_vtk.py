# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the solution that sporos_fem writes for ParaView by meshio. usage: test_fem_vtk.py PROGRAM"""
import math
import os
import subprocess
import sys
import tempfile

try:
    import meshio
except ImportError:
    print("skipped: meshio is not installed")
    sys.exit(77)


def read(mesh, degree, unknowns):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "solution.vtk")
        subprocess.run([sys.argv[1], "--mesh", mesh, "--degree", str(degree), "--unknowns", str(unknowns), "--operator",
                        "lma", "--vtk", path], check=True, stdout=subprocess.DEVNULL)
        return meshio.read(path)


def check(mesh, degree, unknowns, cell_type, dimensions):
    found = read(mesh, degree, unknowns)
    line = round(unknowns ** (1 / dimensions)) + 1  # cells
    assert found.points.shape == ((line + 1) ** dimensions, 3), found.points.shape
    assert [block.type for block in found.cells] == [cell_type]
    assert len(found.cells[0].data) == line ** dimensions
    values = found.point_data["u"].ravel()
    for point, value in zip(found.points, values):
        exact = math.prod(math.sin(math.pi * x) * math.exp(x / 2) for x in point[:dimensions])
        assert abs(value - exact) < 0.05, (point, value, exact)
    corners = found.points[found.cells[0].data]  # neighbours of a cell are near each other
    assert abs(corners.max(axis=1) - corners.min(axis=1)).max() < 2.5 / line


check("quadrilaterals-random", 2, 19 * 19, "quad", 2)
check("quadrilaterals", 4, 11 * 11, "quad", 2)
check("hexahedra", 1, 9 ** 3, "hexahedron", 3)
