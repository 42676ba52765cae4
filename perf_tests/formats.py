#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes Markdown tables from the JSON of sporos_spmv --peers formats[,...]: one line per matrix, one column per format.

usage: formats.py products|rates|choice|updates results.json

products  microseconds of a product; then the speed over the plan of compressed rows, the conversion in products
          of the format, and the number of products from which converting pays
rates     GFLOP/s and, by minimum bytes, GB/s
choice    the format that a plan chooses, its share of the fastest one, and its speed over compressed rows and cuSPARSE
updates   the time of new numbers for the same pattern, in products of the format

Times are from memory if a result has both states of the caches.
"""
import json
import math
import sys


def name_of(result):
    """The format; for compressed rows followed by the algorithm, unless that was chosen automatically."""
    algorithm = result["algorithm"]
    return result["format"] if algorithm in ("automatic", "format") else f"{result['format']} {algorithm}"


def load(path):
    """[(matrix, {format: result of Sporos}, {format: least time of cuSPARSE})]"""
    with open(path, encoding="utf-8") as file:
        content = json.load(file)
    problems = content if isinstance(content, list) else [content]
    loaded = []
    for problem in problems:
        flushed = any(r["cache"] == "flushed" for r in problem["results"])
        formats, vendor = {}, {}
        for result in problem["results"]:
            is_time = not isinstance(result["median_s"], str)
            if flushed and result["cache"] == "warm" and is_time:
                continue
            if result["library"] == "Sporos" and result["algorithm"] != "spmv":
                formats.setdefault(name_of(result), result)
            elif result["library"] == "cuSPARSE" and is_time:
                vendor[result["format"]] = min(result["median_s"], vendor.get(result["format"], math.inf))
        loaded.append((problem["matrix"]["name"], formats, vendor))
    return loaded


def seconds(result):
    """None if the format refused the matrix."""
    return None if result is None or isinstance(result["median_s"], str) else result["median_s"]


def fault_of(result):
    return "wrong" if result["median_s"] == "wrong" else "refused"


def plain_formats(problems):
    """The formats in the order in which they ran, without the automatic choices."""
    names = {name: None for _, formats, _ in problems for name in formats}
    return [name for name in names if not name.startswith("automatic")]


def break_even(conversion, crs, product):
    return "never" if product >= crs else str(math.ceil(conversion / (crs - product)))


def product_cell(result, crs):
    time = seconds(result)
    if time is None:
        return fault_of(result)
    if result["format"] == "crs":
        return f"{1e6 * time:.1f}" + (f" ({crs / time:.2f})" if result["algorithm"] != "automatic" else "")
    conversion = result["setup_s"]
    return (f"{1e6 * time:.1f} ({crs / time:.2f}; {conversion / time:.0f}; "
            f"{break_even(conversion, crs, time)})")


def rate_cell(result, _):
    return fault_of(result) if seconds(result) is None else f"{result['gflops']:.0f} / {result['min_gbs']:.0f}"


def update_cell(result, _):
    time = seconds(result)
    return "" if time is None or result.get("update_s") is None else f"{result['update_s'] / time:.1f}"


def format_rows(problems, cell):
    names = plain_formats(problems)
    yield ["matrix"] + names
    for matrix, formats, _ in problems:
        crs = seconds(formats["crs"])
        yield [matrix] + [cell(formats[name], crs) if name in formats else "" for name in names]


def geometric_mean(numbers):
    return math.exp(sum(map(math.log, numbers)) / len(numbers)) if numbers else None


def choice_rows(problems):
    yield ["matrix", "chosen", "fastest", "share of the fastest", "over compressed rows", "over best cuSPARSE CSR",
           "over cuSPARSE SELL", "over cuSPARSE BSR", "over the best of cuSPARSE"]
    shares, over_crs, over_vendor = [], [], {"crs": [], "sell": [], "bsr": [], "best": []}
    for matrix, formats, vendor in problems:
        times = {name: seconds(formats.get(name)) for name in plain_formats(problems)}
        times = {name: time for name, time in times.items() if time is not None and not name.startswith("crs ")}
        chosen = formats["automatic"]
        time = seconds(chosen)
        fastest = min(times, key=times.get)
        # The choice was timed, too, and may be the fastest by chance.
        shares.append(min(times[fastest] / time, 1))
        over_crs.append(times["crs"] / time)
        if vendor:
            vendor = dict(vendor, best=min(vendor.values()))
        row = [matrix, chosen["runs"], fastest, f"{100 * shares[-1]:.0f} %", f"{over_crs[-1]:.2f}"]
        for form, ratios in over_vendor.items():
            if form in vendor:
                ratios.append(vendor[form] / time)
            row.append(f"{ratios[-1]:.2f}" if form in vendor else "")
        yield row
    means = [geometric_mean(ratios) for ratios in over_vendor.values()]
    yield ["mean", "", "", f"{100 * sum(shares) / len(shares):.0f} %", f"{geometric_mean(over_crs):.2f}"] + [
        "" if mean is None else f"{mean:.2f}" for mean in means]


TABLES = {"products": lambda problems: format_rows(problems, product_cell),
          "rates": lambda problems: format_rows(problems, rate_cell), "choice": choice_rows,
          "updates": lambda problems: format_rows(problems, update_cell)}


def table(kind, path):
    rows = [f"| {' | '.join(row)} |" for row in TABLES[kind](load(path))]
    return "\n".join([rows[0], "|---" * rows[0].count(" | ") + "|---|"] + rows[1:])


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in TABLES:
        sys.exit(__doc__.strip().split("\n\n")[1])
    print(table(*sys.argv[1:]))
