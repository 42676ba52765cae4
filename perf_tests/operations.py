#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures products other than y = A*x and makes Markdown tables: transposed, of several columns, with an epilogue.

usage: operations.py FOLDER [--run PROGRAM] [--wrapper COMMAND] [--repetitions N] [--scalar NAME] [--only KIND]
                     [MATRIX ...]

With --run, PROGRAM is sporos_spmv: it is called once for each kind of product and input and writes FOLDER/KIND-N.json. Without,
the files in FOLDER are read. COMMAND is put before PROGRAM. Every ratio is of two medians of one run, from memory if
that was timed; above 1, Sporos' plan is faster. Only the best of each peer is shown.
"""
import argparse
import glob
import json
import os
import shlex
import subprocess
import sys

from results import geometric_mean

MATRICES = ["stencil7:100", "stencil27:60", "fem3:30", "uniform:300000", "band:1000000", "powerlaw:500000",
            "lp:4284x1100000", "long:20000", "rmat:18"]
KINDS = {"transpose": ["--operation", "transpose"],
         "columns-4-left": ["--columns", "4", "--layout", "left"],
         "columns-4-right": ["--columns", "4", "--layout", "right"],
         "columns-8-left": ["--columns", "8", "--layout", "left"],
         "columns-8-right": ["--columns", "8", "--layout", "right"],
         "transpose-columns-8-right": ["--operation", "transpose", "--columns", "8", "--layout", "right"],
         "dot": ["--epilogue", "dot"],
         "residual": ["--epilogue", "residual"]}
PEERS = {"KokkosKernels": "Kokkos Kernels"}  # the others are called as they are
OWN = {"over `spmv`": "spmv", "over a separate dot": "automatic, separate dot"}  # no peers
COSTS = {"columns cost": "automatic, one column", "epilogue costs": "automatic, no epilogue"}


def run(arguments):
    os.makedirs(arguments.folder, exist_ok=True)
    for kind in [arguments.only] if arguments.only else KINDS:
        for number, matrix in enumerate(arguments.matrices or MATRICES):
            file = os.path.join(arguments.folder, f"{kind}-{number:02}.json")
            command = shlex.split(arguments.wrapper) + [
                arguments.run, matrix, "--scalar", arguments.scalar, "--repetitions", str(arguments.repetitions), "--json",
                file] + KINDS[kind]
            # The program has said what was wrong, or a wrapper has stopped it; the next one may work.
            if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode:
                print(f"failed: {shlex.join(command)}", file=sys.stderr)


def problems_of(folder, kind):
    problems = []
    for path in sorted(glob.glob(os.path.join(folder, f"{kind}-[0-9][0-9].json"))):
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        problems += content if isinstance(content, list) else [content]
    return problems


def timed(problem):
    """Results with times, from memory if there are such."""
    found = [r for r in problem["results"] if not isinstance(r["median_s"], str)]
    flushed = [r for r in found if r["cache"] == "flushed"]
    return flushed or found


def best(results, belongs):
    return min((r for r in results if belongs(r)), key=lambda r: r["median_s"], default=None)


def cells_of(problem):
    """(name, microseconds, GB/s, set-up in products, {column: ratio or None}) of a matrix; None if the plan has no
    time."""
    results = timed(problem)
    sporos = {r["algorithm"]: r for r in results if r["library"] == "Sporos" and r["format"] == "crs"}
    plan = sporos.get("automatic")
    if plan is None:
        return None
    ratios = {}
    for library in sorted({r["library"] for r in problem["results"]} - {"Sporos"}):
        fastest = best(results, lambda r, library=library: r["library"] == library)
        ratios[f"over {PEERS.get(library, library)}"] = fastest and fastest["median_s"] / plan["median_s"]
    for title, algorithm in OWN.items():
        if algorithm in sporos:
            ratios[title] = sporos[algorithm]["median_s"] / plan["median_s"]
    for title, algorithm in COSTS.items():
        if algorithm in sporos:
            ratios[title] = plan["median_s"] / sporos[algorithm]["median_s"]
    return (problem["matrix"]["name"], 1e6 * plan["median_s"], plan["min_gbs"], plan["setup_s"] / plan["median_s"],
            ratios)


def left_out(problems):
    reasons = {}
    for problem in problems:
        for result in problem["results"]:
            if isinstance(result["median_s"], str):
                line = f"{result['library']} {result['format']}/{result['algorithm']}: {result['median_s']}"
                reasons.setdefault(line, []).append(problem["matrix"]["name"])
    return [f"{line} ({', '.join(names)})" if len(names) < len(problems) else line for line, names in reasons.items()]


def table(problems):
    rows = [cells for cells in map(cells_of, problems) if cells]
    titles = []
    for *_, ratios in rows:
        titles += [title for title in ratios if title not in titles]
    lines = [["matrix", "µs", "GB/s", "set-up, products"] + titles, ["---"] * (4 + len(titles))]
    for name, microseconds, rate, setup, ratios in rows:
        lines.append([name, f"{microseconds:.0f}", f"{rate:.1f}", f"{setup:.1f}"] +
                     [f"{ratios[title]:.2f}" if ratios.get(title) else "" for title in titles])
    means = []
    for title in titles:
        numbers = [ratios[title] for *_, ratios in rows if ratios.get(title)]
        means.append(f"{geometric_mean(numbers):.2f}" if numbers else "")
    lines.append(["geometric mean", "", "", ""] + means)
    text = ["| " + " | ".join(cells) + " |" for cells in lines]
    misses = [f"{name} ({title[len('over '):]} {ratios[title]:.2f})" for name, *_, ratios in rows for title in titles
              if title.startswith("over ") and title not in OWN and ratios.get(title) and ratios[title] < 1]
    text += ["", "Under 1: " + (", ".join(misses) if misses else "none") + "."]
    return "\n".join(text + [f"Left out: {line}." for line in left_out(problems)])


def report(folder):
    parts = []
    for kind, options in KINDS.items():
        problems = problems_of(folder, kind)
        if not problems:
            continue
        if not parts:
            facts = problems[0]["environment"]
            parts.append(", ".join(f"{name} {facts[name]}" for name in facts))
        parts.append(f"## `{' '.join(options)}`\n\n{table(problems)}")
    return "\n\n".join(parts)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(usage=__doc__.strip().split("\n\n")[1][len("usage: "):])
    parser.add_argument("folder")
    parser.add_argument("matrices", nargs="*")
    parser.add_argument("--run")
    parser.add_argument("--wrapper", default="")
    parser.add_argument("--repetitions", type=int, default=30)
    parser.add_argument("--scalar", default="double")
    parser.add_argument("--only", choices=KINDS)
    given = parser.parse_intermixed_args()
    if given.run:
        run(given)
    print(report(given.folder))
