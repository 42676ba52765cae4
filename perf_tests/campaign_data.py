#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a campaign has measured and has still to measure.

usage: campaign_data.py missing --matrices LIST --set fitted|held-out [--values] [--least ENTRIES] --folder FOLDER
                                [FILE.json ...]
       campaign_data.py condense --matrices LIST --out FILE.json PART=FILE.json...

missing   prints the inputs of sporos_spmv that no FILE.json has yet, one a line: the generated matrices of LIST that belong
          to the set, then the .mtx and .mtx.gz of FOLDER. Left out are files of fewer entries than ENTRIES and files of
          complex numbers. With --values it is the files alone, and of what is held out grids of constant coefficients
condense  keeps the medians and set-ups of all files, in microseconds, so that they can be committed: a line a matrix. `cards`
          counts the matrices of each part that each GPU has measured

Needs nothing but Python.
"""
import argparse
import collections
import glob
import gzip
import json
import math
import os
import sys

import campaign
import results

CONSTANT = ["stencil5:2300x1700,values=laplace", "stencil7:130x170x150,values=laplace", "stencil27:70x90x120,values=laplace"]
PLAN, FREE, WITHOUT = "Sporos/crs/automatic", "Sporos/automatic/format", "Sporos/crs/spmv"


def listed(path):
    """[(name, set)] of the list, in its order, without the files; and the names of all that is fitted."""
    fitted = campaign.fitted_names(path)
    with open(path, encoding="utf-8") as file:
        words = [line.split() for line in file if line.strip() and not line.startswith("#")]
    return [(word[0], word[1]) for word in words if ":" in word[0] or "device" in word], fitted


def base_name(path):
    return os.path.basename(path).split(".mtx")[0]


def header_of(path):
    """(entries of the matrix, whether its numbers are complex) by the first lines of a Matrix Market file."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8", errors="replace") as file:
        banner = file.readline().lower()
        for line in file:
            if line.strip() and not line.startswith("%"):
                numbers = [int(word) for word in line.split()]
                entries = numbers[2] if len(numbers) > 2 else numbers[0] * numbers[1]
                return entries * (1 if "general" in banner else 2), "complex" in banner
    raise results.WrongInput(f"{path} has no line of sizes")


def inputs(matrices, wanted, folder, least, of_values):
    generated, fitted = listed(matrices)
    if of_values:
        found = CONSTANT if wanted == "held-out" else []
    else:
        found = [name for name, its_set in generated if its_set == wanted]
    for path in sorted(glob.glob(os.path.join(folder, "*.mtx")) + glob.glob(os.path.join(folder, "*.mtx.gz"))):
        if (base_name(path) in fitted) == (wanted == "fitted"):
            entries, is_complex = header_of(path)
            if entries >= least and not is_complex:
                found = found + [path]
    return found


def problems_of(path):
    content = results.read_json(path)
    return content if isinstance(content, list) else [content]


def missing(arguments):
    done = {problem["matrix"]["name"] for path in arguments.files for problem in problems_of(path)}
    for name in inputs(arguments.matrices, arguments.set, arguments.folder, arguments.least, arguments.values):
        if base_name(name) not in done:
            print(name)


def microseconds(seconds):
    return float(f"{1e6 * seconds:.4g}")


def condensed(problem, fitted):
    """One matrix: {contender: [µs from memory, µs with warm caches or null, µs of set-up]}, and what else is said."""
    matrix = problem["matrix"]
    found = {"set": "fitted" if matrix["name"] in fitted else "held-out", "rows": matrix["rows"],
             "columns": matrix["columns"], "nnz": matrix["nnz"], "times": {}, "chosen": {}, "refused": {}}
    for result in problem["results"]:
        key = "/".join((result["library"], result["format"], result["algorithm"]))
        if result["offset"] != "int":
            key += "/" + result["offset"]
        if isinstance(result["median_s"], str):
            found["refused"][key] = result["median_s"][:80]
        elif result["algorithm"] == "optimum":
            found["optimum"] = [result["runs"], round(min(result["speed_up"], 1), 3)]
        else:
            times = found["times"].setdefault(key, [None, None, microseconds(result["setup_s"])])
            times[1 if result["cache"] == "warm" else 0] = microseconds(result["median_s"])
            if key in (PLAN, FREE):
                found["chosen"][key] = result["runs"]
            found["bytes"] = round(1e9 * result["min_gbs"] * result["median_s"])
    found["large"] = not any(warm for _, warm, _ in found["times"].values())
    for times in found["times"].values():  # a host times small matrices with warm caches alone
        times[0] = times[0] or times[1]
    return found


def condense(arguments):
    generated, fitted = listed(arguments.matrices)
    places = {name: place for place, (name, _) in enumerate(generated)}
    data = {"environment": {}, "copy_gbs": [], "cards": {}, "parts": {}}
    cards, card_of = [], {}
    for word in arguments.files:
        part, _, path = word.partition("=")
        for problem in problems_of(path):
            name, card = problem["matrix"]["name"], problem["environment"].get("gpu_id")
            cards.append(card)
            card_of.setdefault(part, {})[name] = str(1 + list(dict.fromkeys(cards)).index(card))
            data["environment"] = {k: v for k, v in problem["environment"].items() if k not in ("copy_gbs", "gpu_id")}
            copy = round(problem["environment"]["copy_gbs"])
            data["copy_gbs"] = sorted(set(data["copy_gbs"]) | {copy})
            data["parts"].setdefault(part, {})[name] = condensed(problem, fitted)
    data["cards"] = {part: dict(sorted(collections.Counter(numbers.values()).items())) for part, numbers in card_of.items()}
    for part, matrices in data["parts"].items():  # several jobs have written them in any order
        data["parts"][part] = dict(sorted(matrices.items(), key=lambda pair: (places.get(pair[0], len(places)), pair[0])))
    with open(arguments.out, "w", encoding="utf-8") as file:
        file.write(text_of(data))


def text_of(data):
    """A line a matrix, so that changes can be read."""
    def compact(content):
        return json.dumps(content, separators=(",", ":"))

    parts = []
    for part, matrices in data["parts"].items():
        lines = ",\n".join(f"{json.dumps(name)}:{compact(content)}" for name, content in matrices.items())
        parts.append(f"{json.dumps(part)}:{{\n{lines}}}")
    facts = ",\n".join(f'"{key}":{compact(data[key])}' for key in ("environment", "copy_gbs", "cards"))
    return (f'{{{facts},\n"parts":{{'
            + ",\n".join(parts) + "}}\n")


# Numbers of a condensed matrix: seconds do not matter, ratios do.

def fastest(times, belongs, place=0):
    """(µs, who) of the fastest, or None."""
    return min(((t[place], who) for who, t in times.items() if t[place] and belongs(who)), default=None)


def of_cusparse(who):
    return who.startswith("cuSPARSE/")


def of_kokkos_kernels(who):
    return who.startswith("KokkosKernels/")


def of_others(who):
    return not who.startswith("Sporos/")


def without_preprocess(who):
    """What needs no set-up that looks at the matrix: compressed rows as they are."""
    return who in ("cuSPARSE/crs/alg1", "cuSPARSE/crs/alg2")


def with_preprocess(who):
    return of_cusparse(who) and who.startswith("cuSPARSE/crs/") and "/op " not in who


def of_format(who):
    return who == PLAN or (who.startswith("Sporos/") and who.endswith("/format") and "automatic" not in who)


def ratio(matrix, who, rivals, place=0):
    """How much faster `who` is than the fastest of the rivals; None without either."""
    times = matrix["times"]
    rival = fastest(times, rivals, place)
    return rival[0] / times[who][place] if rival and who in times and times[who][place] else None


def share_of_best_format(matrix):
    best = fastest(matrix["times"], of_format)
    return min(1.0, best[0] / matrix["times"][FREE][0]) if best and FREE in matrix["times"] else None


def curves(matrices):
    """{who: sorted factors over the fastest of all}, for a performance profile."""
    groups = {"plan": lambda w: w == PLAN, "free format": lambda w: w == FREE, "spmv": lambda w: w == WITHOUT,
              "cuSPARSE": of_cusparse, "Kokkos Kernels": of_kokkos_kernels}
    factors = {}
    for matrix in matrices.values():
        found = {who: fastest(matrix["times"], belongs) for who, belongs in groups.items()}
        least = min(pair[0] for pair in found.values() if pair)
        for who, pair in found.items():
            if pair:
                factors.setdefault(who, []).append(pair[0] / least)
    return {who: sorted(own) for who, own in factors.items()}


def roofline(matrices):
    """{who: [(operations per minimum byte, GFLOP/s)]}"""
    points = {}
    for matrix in matrices.values():
        for title, belongs in (("best of cuSPARSE", of_cusparse), ("plan", lambda w: w == PLAN),
                               ("free format", lambda w: w == FREE)):
            best = fastest(matrix["times"], belongs)
            if best:
                points.setdefault(title, []).append((2 * matrix["nnz"] / matrix["bytes"], 2e-3 * matrix["nnz"] / best[0]))
    return points


def median(numbers):
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else math.sqrt(ordered[middle - 1] * ordered[middle])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("missing", "condense"))
    parser.add_argument("files", nargs="*", metavar="FILE.json")
    parser.add_argument("--matrices", required=True)
    parser.add_argument("--set", choices=("fitted", "held-out"))
    parser.add_argument("--values", action="store_true")
    parser.add_argument("--folder")
    parser.add_argument("--least", type=int, default=40000)
    parser.add_argument("--out")
    arguments = parser.parse_intermixed_args()
    try:
        {"missing": missing, "condense": condense}[arguments.action](arguments)
    except results.WrongInput as error:
        sys.exit(f"campaign_data.py: {error}")


if __name__ == "__main__":
    main()
