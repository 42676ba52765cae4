#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a Markdown table from the JSON of sporos_spmv: one line per matrix, Sporos' plan against the peers.

usage: summarise.py results.json [ALGORITHM] [--optimum exhaustive.json]

ALGORITHM is one of those that Sporos ran, by default the first one. The optimum is the result of --tuning exhaustive for
the same matrices: then a column shows which share of its speed the plan has, at most 100 %, because they are timed
separately. Means are over matrices in their original order, from memory if that was timed, and geometric except for that share.
"""
import argparse
import json
import math

from results import product_of

# Title, and the results that it stands for; the fastest of them counts.
PEERS = [
    ("best cuSPARSE CSR", lambda r: r["library"] == "cuSPARSE" and r["format"] == "crs"),
    ("cuSPARSE SELL", lambda r: r["library"] == "cuSPARSE" and r["format"] == "sell"),
    ("cuSPARSE COO", lambda r: r["library"] == "cuSPARSE" and r["format"] == "coo"),
    ("cuSPARSE BSR", lambda r: r["library"] == "cuSPARSE" and r["format"] == "bsr"),
    ("Kokkos Kernels native", lambda r: r["library"] == "KokkosKernels" and r["algorithm"] in ("native", "spmv")),
    ("Kokkos Kernels merge", lambda r: r["library"] == "KokkosKernels" and r["algorithm"] == "merge"),
    ("Eigen", lambda r: r["library"] == "Eigen"),
    ("MKL", lambda r: r["library"] == "MKL"),
]


def timed(results, cache, belongs):
    return [r["median_s"] for r in results
            if belongs(r) and r["cache"] == cache and not isinstance(r["median_s"], str)]


def plans_of(results, algorithm):
    plans = [r for r in results if r["library"] == "Sporos" and r["algorithm"] != "spmv"]
    wanted = algorithm or (plans[0]["algorithm"] if plans else "")
    return [plan for plan in plans if plan["algorithm"] == wanted]


def load(path):
    with open(path, encoding="utf-8") as file:
        content = json.load(file)
    return content if isinstance(content, list) else [content]


def optima(path):
    """{what a plan multiplied: seconds of the plan that exhaustive search made}"""
    return {key_of(problem, plan): plan["median_s"] for problem in load(path)
            for plan in plans_of(problem["results"], None) if not isinstance(plan["median_s"], str)}


def key_of(problem, plan):
    matrix = problem["matrix"]
    return matrix["name"] + product_of(plan), matrix.get("renumbered"), plan["scalar"], plan["offset"], plan["cache"]


def table(path, algorithm=None, optimum=None):
    best = optima(optimum) if optimum else {}
    ratios = {title: [] for title, _ in PEERS}
    shown = set()
    shares = []
    rows = []
    for problem in load(path):
        results = problem["results"]
        is_renumbered = bool(problem["matrix"].get("renumbered"))
        matrix = problem["matrix"]["name"] + (" (renumbered)" if is_renumbered else "")
        flushed = any(r["cache"] == "flushed" for r in results)
        for plan in plans_of(results, algorithm):
            line = matrix + product_of(plan)
            if isinstance(plan["median_s"], str):
                rows.append([line, plan["cache"], plan["median_s"], "", "", "", ""] + [""] * len(PEERS))
                continue
            is_mean = not is_renumbered and not (flushed and plan["cache"] == "warm")
            optimal = best.get(key_of(problem, plan))
            share = None if optimal is None else min(optimal / plan["median_s"], 1)
            if share is not None and is_mean:
                shares.append(share)
            row = [line, plan["cache"], f"{1e6 * plan['median_s']:.1f}", f"{plan['min_gbs']:.0f}",
                   f"{100 * plan['copy_share']:.0f} %", f"{plan['setup_s'] / plan['median_s']:.1f}",
                   "" if share is None else f"{100 * share:.0f} %"]
            for title, belongs in PEERS:
                times = timed(results, plan["cache"], belongs)
                ratio = min(times) / plan["median_s"] if times else None
                if ratio is not None:
                    shown.add(title)
                    if is_mean:
                        ratios[title].append(ratio)
                row.append(f"{ratio:.2f}" if ratio is not None else "")
            rows.append(row)
    used = [i for i in range(6)] + ([6] if best else []) + [7 + i for i, (title, _) in enumerate(PEERS) if title in shown]
    titles = ["matrix", "cache", "µs", "GB/s", "of copy", "set-up, products", "of the optimum"]
    titles += [f"over {title}" for title, _ in PEERS]
    means = ["mean", "", "", "", "", "", f"{100 * sum(shares) / len(shares):.1f} %" if shares else ""]
    means += [f"{math.exp(sum(map(math.log, found)) / len(found)):.2f}" if found else "" for found in ratios.values()]
    lines = [[cells[i] for i in used] for cells in [titles] + rows + [means]]
    text = ["| " + " | ".join(cells) + " |" for cells in lines]
    return "\n".join(text[:1] + ["|---" * len(used) + "|"] + text[1:])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(usage=__doc__.strip().split("\n\n")[1][len("usage: "):])
    parser.add_argument("results")
    parser.add_argument("algorithm", nargs="?")
    parser.add_argument("--optimum")
    arguments = parser.parse_args()
    print(table(arguments.results, arguments.algorithm, arguments.optimum))
