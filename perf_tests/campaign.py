#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the page of host_campaign.sh from the JSON of sporos_spmv: tables and performance profiles.

usage: campaign.py FILE.json... --matrices LIST --out FOLDER

FOLDER/page.md has a table for each type and number of threads. Matrices that rules were fitted on are separate from those
that no rule has seen (LIST says which). profile-THREADS-SCALAR.svg next to it shows the share of the matrices that a library
multiplies within a factor of the time of the fastest. Needs only Python.
"""
import argparse
import math
import os

import figures
import results

PLAN, FREE, WITHOUT, ONE = "plan", "free format", "spmv", "one format"
LOW = 0.95


def contenders(problem):
    """{who: least seconds}: three ways of Sporos, its best single format, and the best of each other library."""
    best = {}
    for result in problem["results"]:
        if isinstance(result["median_s"], str):
            continue
        who = result["library"]
        if who == "Sporos":
            who = way_of_sporos(result)
        if who is not None:
            best[who] = min(best.get(who, math.inf), result["median_s"])
    return best


def way_of_sporos(result):
    if result["algorithm"] == "format":
        if result["format"] == "automatic,n=100":
            return None
        return FREE if result["format"] == "automatic" else ONE
    return {"automatic": PLAN, "spmv": WITHOUT}.get(result["algorithm"])


def fastest_other(problem):
    """Seconds and name of the fastest other library, or None."""
    timed = [(result["median_s"], f"{result['library']} {result['algorithm']}") for result in problem["results"]
             if result["library"] != "Sporos" and not isinstance(result["median_s"], str)]
    return min(timed, default=None)


def geometric_mean(numbers):
    return math.exp(sum(map(math.log, numbers)) / len(numbers))


def fitted_names(path):
    """What the list calls fitted, as sporos_spmv names it in its JSON: descriptions, and names of files."""
    try:
        with open(path, encoding="utf-8") as file:
            words = [line.split() for line in file if line.strip() and not line.startswith("#")]
    except OSError as error:
        raise results.WrongInput(f"{path}: {error}") from error
    for line in words:
        if line[1:] not in (["fitted"], ["held-out"], ["fitted", "device"], ["held-out", "device"]):
            raise results.WrongInput(f"{path}: '{' '.join(line)}' is not NAME fitted or NAME held-out, with or without device")
    return {line[0] for line in words if line[1] == "fitted"}


def load(paths):
    """{(threads, scalar): [problem]} in the order of the files."""
    groups = {}
    for path in paths:
        content = results.read_json(path)
        for problem in content if isinstance(content, list) else [content]:
            try:
                scalars = {result["scalar"] for result in problem["results"]}
                key = (int(problem["environment"]["threads"]), scalars.pop())
                groups.setdefault(key, []).append(problem)
            except (KeyError, TypeError, ValueError) as error:
                raise results.WrongInput(f"{path} is not from sporos_spmv: {error!r}") from error
    return dict(sorted(groups.items()))


def summary(ratios):
    losses = sum(ratio < 1 for ratio in ratios)
    return (f"{geometric_mean(ratios):.2f} in the geometric mean, {min(ratios):.2f} at least, {len(ratios) - losses} won, "
            f"{losses} lost, {sum(ratio < LOW for ratio in ratios)} under {LOW}")


def table(problems):
    """Lines of Markdown: ratios are speed over that of the fastest other library."""
    ways = [way for way in (PLAN, FREE, WITHOUT) if any(way in contenders(problem) for problem in problems)]
    has_choice = FREE in ways
    titles = ["matrix", "entries", "fastest other, µs", *ways] + (["choice, of the best format"] if has_choice else [])
    lines = ["| " + " | ".join(titles) + " |", "|---" * len(titles) + "|"]
    ratios = {way: [] for way in ways}
    shares = []
    for problem in problems:
        best = contenders(problem)
        rival = fastest_other(problem)
        cells = [problem["matrix"]["name"], str(problem["matrix"]["nnz"]),
                 f"{1e6 * rival[0]:.0f} ({rival[1]})" if rival else "none"]
        for way in ways:
            ratio = rival[0] / best[way] if rival and way in best else None
            cells.append("" if ratio is None else f"{ratio:.2f}")
            if ratio is not None:
                ratios[way].append(ratio)
        if has_choice:
            formats = [best[who] for who in (PLAN, FREE, ONE) if who in best]
            share = min(formats) / best[FREE] if FREE in best else None
            cells.append("" if share is None else f"{100 * share:.0f} %")
            if share is not None:
                shares.append(share)
        lines.append("| " + " | ".join(cells) + " |")
    lines.append("")
    lines += [f"* {way}: {summary(found)}." for way, found in ratios.items() if found]
    if shares:
        lines.append(f"* choice: {100 * geometric_mean(shares):.1f} % of the fastest format's speed in the geometric mean, "
                     f"{100 * min(shares):.0f} % at least.")
    return lines


def profile(problems):
    """{who: sorted factors over the fastest}; fewer than the matrices if a contender lacks some."""
    factors = {}
    for problem in problems:
        found = {who: seconds for who, seconds in contenders(problem).items() if who not in (WITHOUT, ONE)}
        least = min(found.values())
        for who, seconds in found.items():
            factors.setdefault(who, []).append(seconds / least)
    return {who: sorted(found) for who, found in factors.items()}


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), "unknown")
    except OSError:
        return "unknown"


def page(groups, fitted):
    environment = next(iter(groups.values()))[0]["environment"]
    facts = ", ".join(f"{name} {environment[name]}" for name in ("execution_space", "kokkos", "kokkos_kernels", "compiler",
                                                                "commit", "date") if environment.get(name))
    lines = ["# Products on a processor", "",
             f"{processor()}; {facts}. Made by `perf_tests/host_campaign.sh`. Above 1 Sporos is faster than the fastest of "
             "all other libraries; *free format* is what a plan with `format = automatic` chooses for a million products.", ""]
    for (threads, scalar), problems in groups.items():
        name = f"{threads} thread{'' if threads == 1 else 's'}, {scalar}"
        for title, wanted in (("held out", False), ("rules were fitted on these", True)):
            part = [p for p in problems if (p["matrix"]["name"] in fitted) == wanted]
            if part:
                lines += [f"## {name}: {title}", "", *table(part), ""]
        lines += [f"![{name}](profile-{threads}-{scalar}.svg)", ""]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE.json")
    parser.add_argument("--matrices", required=True)
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    try:
        groups = load(arguments.files)
        written = {"page.md": page(groups, fitted_names(arguments.matrices))}
    except results.WrongInput as error:
        parser.error(str(error))
    for (threads, scalar), problems in groups.items():
        title = f"{threads} thread{'' if threads == 1 else 's'}, {scalar}: {len(problems)} matrices"
        written[f"profile-{threads}-{scalar}.svg"] = figures.profile_svg(profile(problems), len(problems), title)
    for name, text in written.items():
        with open(os.path.join(arguments.out, name), "w", encoding="utf-8") as file:
            file.write(text)
    print(os.path.join(arguments.out, "page.md"))


if __name__ == "__main__":
    main()
