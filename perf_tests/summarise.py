#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a Markdown table from the JSON of sporos_spmv: one line a matrix, Sporos' plan against the peers.

usage: summarise.py results.json [ALGORITHM]

ALGORITHM is one of those that Sporos ran; without it, the first one.
"""
import json
import math
import sys

# Title, and which results compete; the fastest of them counts.
PEERS = [
    ("best cuSPARSE CSR", lambda r: r["library"] == "cuSPARSE" and r["format"] == "crs"),
    ("Kokkos Kernels native", lambda r: r["library"] == "KokkosKernels" and r["algorithm"] in ("native", "spmv")),
    ("Kokkos Kernels merge", lambda r: r["library"] == "KokkosKernels" and r["algorithm"] == "merge"),
    ("Eigen", lambda r: r["library"] == "Eigen"),
]


def timed(results, cache, belongs):
    return [r["median_s"] for r in results
            if belongs(r) and r["cache"] == cache and not isinstance(r["median_s"], str)]


def plans_of(results, algorithm):
    plans = [r for r in results if r["library"] == "Sporos" and r["algorithm"] != "spmv"]
    wanted = algorithm or (plans[0]["algorithm"] if plans else "")
    return [plan for plan in plans if plan["algorithm"] == wanted]


def main(path, algorithm=None):
    with open(path, encoding="utf-8") as file:
        problems = json.load(file)
    if isinstance(problems, dict):
        problems = [problems]
    ratios = {title: [] for title, _ in PEERS}
    rows = []
    for problem in problems:
        results = problem["results"]
        for plan in plans_of(results, algorithm):
            if isinstance(plan["median_s"], str):
                rows.append([problem["matrix"]["name"], plan["cache"], plan["median_s"], "", "", ""] + [""] * len(PEERS))
                continue
            row = [problem["matrix"]["name"], plan["cache"], f"{1e6 * plan['median_s']:.1f}", f"{plan['min_gbs']:.0f}",
                   f"{100 * plan['copy_share']:.0f} %", f"{plan['setup_s'] / plan['median_s']:.1f}"]
            for title, belongs in PEERS:
                times = timed(results, plan["cache"], belongs)
                ratio = min(times) / plan["median_s"] if times else None
                if ratio is not None and plan["cache"] != "warm":
                    ratios[title].append(ratio)
                row.append(f"{ratio:.2f}" if ratio is not None else "")
            rows.append(row)
    used = [i for i, (title, _) in enumerate(PEERS) if ratios[title]]
    titles = ["matrix", "cache", "µs", "GB/s", "of copy", "set-up, products"] + [f"over {PEERS[i][0]}" for i in used]
    print("| " + " | ".join(titles) + " |")
    print("|---" * len(titles) + "|")
    for row in rows:
        print("| " + " | ".join(row[:6] + [row[6 + i] for i in used]) + " |")
    means = [math.exp(sum(map(math.log, ratios[PEERS[i][0]])) / len(ratios[PEERS[i][0]])) for i in used]
    print("| geometric mean, not warm | | | | | | " + " | ".join(f"{mean:.2f}" for mean in means) + " |")


if len(sys.argv) not in (2, 3):
    sys.exit("usage: summarise.py results.json [ALGORITHM]")
main(*sys.argv[1:])
