#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks every product of many matrices (sporos_spmv --check), goes on where it was interrupted, and sums up.

usage: check_products.py PROGRAM OUT [--scalars LIST] [--folder FOLDER]... [--largest MIB] [--large] [--timeout SECONDS]
                         [--seconds N] [--wrapper COMMAND]

PROGRAM is sporos_spmv. It is run once for each scalar type and matrix, with beta = 0 and again with other factors, and
leaves OUT/SCALAR/FACTORS-NAME.json, or .failed where it returned anything but 0. What lies there is not run again. The
matrices are small ones of every generator, the .mtx, .mtx.gz and .mtx.xz of the FOLDERs up to so many MiB (default 2, as
they lie there), the smallest first, and with --large the benchmark set. Complex numbers are for complex types alone. After --seconds no further run begins. COMMAND is put before PROGRAM.
Exit code: 0 where everything has run and was right. Needs nothing but Python.
"""
import argparse
import glob
import gzip
import json
import lzma
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time

GENERATED = ["stencil3:1000", "stencil5:40x25", "stencil9:30", "stencil7:12", "stencil27:9x8x7", "fem3:6", "band:5000",
             "uniform:3000", "uniform:2000x3001", "uniform:3001x200,entries=3", "powerlaw:5000", "rmat:10", "lp:40x10000",
             "lp:3x70000,shortest=50000,longest=60000", "long:1000", "dc1:20000", "dense:1x1", "dense:1x5000",
             "dense:5000x1", "dense:70x90", "arrow:4000", "arrow:3000,border=3,block=5", "lastrow:10000",
             "alternating:1000", "periodic:12", "delaunay:30", "diagonals:5000", "zipf:4000"]
LARGE = ["stencil7:100", "stencil27:60", "fem3:30", "uniform:300000", "band:1000000", "powerlaw:500000",
         "lp:4284x1100000", "long:20000", "rmat:18", "dc1:400000,heavy=250000x130000"]
FACTORS = {"plain": [], "factors": ["--alpha", "-0.5", "--beta", "1.25"]}


def inputs_of(arguments):
    """Generators and files, and the files that are too large."""
    inputs = list(GENERATED) + (LARGE if arguments.large else [])
    too_large = []
    for folder in arguments.folder:
        files = sorted(sum((glob.glob(os.path.join(folder, "*" + end)) for end in (".mtx", ".mtx.gz", ".mtx.xz")), []))
        for path in sorted(files, key=os.path.getsize):
            (inputs if os.path.getsize(path) <= arguments.largest * 2 ** 20 else too_large).append(path)
    return inputs, too_large


def is_complex(matrix):
    """Whether it is a file of complex numbers, which real types cannot have."""
    if not os.path.exists(matrix):
        return False
    opened = {".xz": lzma.open, ".gz": gzip.open}.get(os.path.splitext(matrix)[1], open)
    with opened(matrix, "rb") as file:
        return b"complex" in file.readline().lower()


def file_name(matrix):
    return re.sub(r"[^A-Za-z0-9_.=-]", "_", os.path.basename(matrix))


def scalars_of(program):
    text = subprocess.run(program + ["--list"], stdout=subprocess.PIPE, universal_newlines=True, check=True).stdout
    return re.search(r"^Scalars: (.*)$", text, re.MULTILINE).group(1).split(", ")


def check(command, matrix, scalar, factors, out, timeout):
    """Runs the program, and leaves the report or what it said."""
    with tempfile.TemporaryDirectory() as folder:
        path = matrix
        if matrix.endswith(".xz"):
            path = os.path.join(folder, os.path.basename(matrix)[:-3])
            with lzma.open(matrix) as packed, open(path, "wb") as file:
                file.write(packed.read())
        report = os.path.join(folder, "report.json")
        try:
            run = subprocess.run(command + [path, "--check", "--scalar", scalar, "--json", report] + FACTORS[factors],
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout, check=False)
            said = "" if run.returncode == 0 else run.stdout.decode(errors="replace")[-2000:] or f"exit code {run.returncode}"
        except subprocess.TimeoutExpired:
            said = f"not done after {timeout} s"
        if not said or os.path.exists(report):
            with open(report, encoding="utf-8") as file:
                content = file.read()
            with open(out + ".json.part", "w", encoding="utf-8") as file:
                file.write(content)
            os.replace(out + ".json.part", out + ".json")
        if said:
            with open(out + ".failed", "w", encoding="utf-8") as file:
                file.write(said)
    return said


def summary(folder, scalars, too_large):
    """Lines of Markdown, and whether all was right."""
    lines = ["| scalar | matrices | products right | wrong | failed runs |", "|---|---|---|---|---|"]
    faults = []
    refused = {}
    for scalar in scalars:
        reports = []
        for path in sorted(glob.glob(os.path.join(folder, scalar, "*.json"))):
            with open(path, encoding="utf-8") as file:
                reports += [dict(report, matrix=os.path.basename(report["matrix"])) for report in json.load(file)]
        failed = sorted(glob.glob(os.path.join(folder, scalar, "*.failed")))
        wrong = [f"{report['matrix']}, {scalar}: {product}" for report in reports for product in report["wrong"]]
        matrices = {report["matrix"] for report in reports}
        lines.append(f"| {scalar} | {len(matrices)} | {sum(report['right'] for report in reports)} | {len(wrong)} | "
                     f"{len(failed)} |")
        faults += ["wrong: " + product for product in wrong] + ["failed: " + path for path in failed]
        for report in reports:
            for who in report["refused"]:
                refused.setdefault(who, set()).add(report["matrix"])
    lines += ["", "Matrices that a format or algorithm refuses: " + (", ".join(
        f"{who} {len(matrices)}" for who, matrices in sorted(refused.items())) or "none") + "."]
    if too_large:
        lines.append("Too large, not read: " + ", ".join(map(os.path.basename, too_large)) + ".")
    return lines + [""] + faults, not faults


def main(words):
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\n")[0])
    parser.add_argument("program")
    parser.add_argument("out")
    parser.add_argument("--scalars")
    parser.add_argument("--folder", action="append", default=[])
    parser.add_argument("--largest", type=float, default=2)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--timeout", type=float, default=1800)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--wrapper", default="")
    arguments = parser.parse_args(words)
    command = shlex.split(arguments.wrapper) + [arguments.program]
    scalars = arguments.scalars.split(",") if arguments.scalars else scalars_of(command)
    inputs, too_large = inputs_of(arguments)
    runs = [(scalar, factors, matrix) for matrix in inputs for scalar in scalars for factors in FACTORS
            if "complex" in scalar or not is_complex(matrix)]
    begin = time.monotonic()
    left = 0
    for scalar, factors, matrix in runs:
        os.makedirs(os.path.join(arguments.out, scalar), exist_ok=True)
        out = os.path.join(arguments.out, scalar, f"{factors}-{file_name(matrix)}")
        if os.path.exists(out + ".json") or os.path.exists(out + ".failed"):
            continue
        if arguments.seconds is not None and time.monotonic() - begin > arguments.seconds:
            left += 1
            continue
        said = check(command, matrix, scalar, factors, out, arguments.timeout)
        if said:
            print(f"{matrix}, {scalar}, {factors}: {said}", file=sys.stderr)
    lines, is_right = summary(arguments.out, scalars, too_large)
    print("\n".join(lines).rstrip())
    if left:
        print(f"{left} of {len(runs)} runs are left: call again.")
    return 0 if is_right and left == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
