#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the pages and plots of campaign.sh from the condensed JSON: see docs/benchmarking.md.

usage: campaign_pages.py campaign.json --out FOLDER [--name NAME] [--readme FILE]

FOLDER gets NAME.md, NAME-operations.md and plots/NAME-*.svg; NAME is `page`, or the name of the page in docs/results. In FILE
the lines between two marks (MARKS) are written anew. Every ratio is of two medians of one run; above 1 Sporos is faster. Large
matrices have at least 50 MB, by minimum bytes. Small ones are timed from memory, with flushed caches, and warm. Needs nothing
but Python.
"""
import argparse
import os
import re
import sys
import textwrap

import campaign_data as data
import campaign_operations
import figures
import results
from campaign_data import FREE, PLAN, WITHOUT
from campaign_tables import cards, markdown, ratios_of, readme_table, short, shown, split, statistics

# Title; who; over whom.
RATIOS = [("plan / cuSPARSE", PLAN, data.of_cusparse), ("free format / cuSPARSE", FREE, data.of_cusparse),
          ("plan / all", PLAN, data.of_others), ("free format / all", FREE, data.of_others),
          ("plan / cuSPARSE CSR", PLAN, data.with_preprocess), ("plan / Kokkos Kernels", PLAN, data.of_kokkos_kernels),
          ("spmv / cuSPARSE without preprocess", WITHOUT, data.without_preprocess),
          ("spmv / cuSPARSE CSR", WITHOUT, data.with_preprocess)]
MARKS = ("<!-- perf_tests/campaign_pages.py -->", "<!-- end -->")


def summary(classes):
    """A line for each comparison and each class of matrices: {title of class: (matrices, place)}."""
    rows = []
    for title, who, rivals in RATIOS:
        for name, (matrices, place) in classes.items():
            named = ratios_of(matrices, who, rivals, place)
            if named:
                rows.append([title, name, str(len(named))] + statistics(named))
    return markdown(["compared", "matrices", "number", "geometric mean", "median", "least", "won / lost"], rows)


def details(matrices, copy_gbs):
    """A line a matrix, then what is under 1."""
    rows = []
    for name, matrix in matrices.items():
        times = matrix["times"]
        vendor = data.fastest(times, data.of_cusparse)
        if vendor is None or PLAN not in times:
            continue
        plan = times[PLAN][0]
        free = matrix["chosen"].get(FREE) or ""
        optimum = matrix.get("optimum")
        rows.append([name, f"{matrix['nnz'] / 1e6:.2f}", f"{plan:.1f}", matrix["chosen"].get(PLAN) or "",
                     f"{1e-3 * matrix['bytes'] / plan / copy_gbs * 100:.0f} %", f"{vendor[0]:.1f} ({short(vendor[1])})",
                     shown(vendor[0] / plan), shown(data.ratio(matrix, FREE, data.of_cusparse)), free,
                     shown(data.ratio(matrix, WITHOUT, data.without_preprocess)),
                     shown(data.ratio(matrix, WITHOUT, data.with_preprocess)),
                     shown(data.ratio(matrix, PLAN, data.of_kokkos_kernels)),
                     f"{100 * optimum[1]:.0f} %" if optimum else ""])
    lines = markdown(["matrix", "million entries", "plan, µs", "runs", "of copy", "best cuSPARSE, µs", "plan", "free format",
                      "stored as", "spmv / without preprocess", "spmv / with", "plan / Kokkos Kernels", "of the optimum"], rows)
    for title, who, rivals in RATIOS:
        lost = [f"{name} {number:.2f}" for name, number in sorted(ratios_of(matrices, who, rivals), key=lambda p: p[1])
                if number < 1]
        lines.append(f"* {title}, under 1: {', '.join(lost) if lost else 'none'}.")
    return lines + [""]


def choices(classes):
    rows = []
    for name, (matrices, _) in classes.items():
        optimum = [(n, m["optimum"][1]) for n, m in matrices.items() if m.get("optimum")]
        formats = [(n, data.share_of_best_format(m)) for n, m in matrices.items()]
        for title, named in (("algorithm, of the exhaustive optimum", optimum),
                             ("format, of the fastest one", [pair for pair in formats if pair[1] is not None])):
            if named:
                least = min(named, key=lambda pair: pair[1])
                rows.append([title, name, f"{100 * results.geometric_mean([n for _, n in named]):.1f} %",
                             f"{100 * least[1]:.0f} % ({least[0]})"])
    return markdown(["chosen", "matrices", "geometric mean", "least"], rows)


def set_ups(classes):
    """Medians over the matrices, in products of the same contender."""
    names = {PLAN: "plan", FREE: "plan, free format", "cuSPARSE/crs/alg1+preprocess": "cuSPARSE CSR ALG1, preprocess",
             "cuSPARSE/crs/alg2+preprocess": "cuSPARSE CSR ALG2, preprocess", "cuSPARSE/crs/op alg1": "cuSPARSE SpMVOp",
             "cuSPARSE/sell/alg1, slices of 32": "cuSPARSE SELL, conversion", "cuSPARSE/coo/alg1": "cuSPARSE COO, conversion"}
    rows = []
    for who, title in names.items():
        cells = [title]
        for matrices, _ in classes.values():
            found = [m["times"][who] for m in matrices.values() if who in m["times"]]
            cells.append(f"{data.median([t[2] / t[0] for t in found]):.1f} ({data.median([t[2] for t in found]):.0f} µs)"
                         if found and all(t[2] > 0 for t in found) else "")
        rows.append(cells)
    return markdown(["set-up", *classes], rows)


def refusals(parts):
    reasons = {}
    for matrices in parts.values():
        for name, matrix in matrices.items():
            for who, reason in matrix["refused"].items():
                if data.of_others(who):
                    same = re.sub(r"[0-9]{3,}.*", "...", reason)  # sizes differ
                    reasons.setdefault(f"{who}: {same}", set()).add(name)
    return [f"* {reason} ({len(names)} matrices)." for reason, names in sorted(reasons.items())]


def repeated_values(parts, scalar):
    """The format that is chosen for the numbers of the files, and the same for random numbers."""
    rows = []
    for part, matrices in parts.items():
        if not part.startswith("values-"):
            continue
        for name, matrix in matrices.items():
            random = next((other[name] for title, other in parts.items()
                           if name in other and title in (f"held-out-{scalar}", f"fitted-{scalar}")), None)
            own = data.ratio(matrix, FREE, data.of_cusparse)
            if own is not None:
                rows.append([name, "generated" if ":" in name else matrix["set"], matrix["chosen"].get(FREE) or "",
                             f"{matrix['times'][FREE][0]:.1f}", shown(own),
                             shown(random and data.ratio(random, FREE, data.of_cusparse))])
    return markdown(["matrix", "set", "stored as", "µs", "over the best of cuSPARSE", "the same, random numbers"], rows)


def readme(campaign, name, scalars):
    """What the README says of speed: held-out matrices alone, from memory, in the types in which all were measured."""
    facts = campaign["environment"]
    parts = {scalar: campaign["parts"].get(f"held-out-{scalar}", {}) for scalar in scalars}
    parts = {scalar: own for scalar, own in parts.items() if len(own) == max(map(len, parts.values()))}
    number = max(1, len({card for own in campaign.get("cards", {}).values() for card in own}))
    libraries = f"cuSPARSE {facts.get('cusparse', '')} and Kokkos Kernels {facts.get('kokkos_kernels', '')}"
    words = (f"Products on {number if number > 1 else 'one'} {facts.get('gpu', 'GPU')} beside {libraries}, on matrices that no rule "
             "for GPUs was fitted on, with random numbers, from memory. Large matrices have 50 MB and more. The numbers are the "
             "speed over that of the best that the other library has, for `spmv` over cuSPARSE without preprocess; above 1 Sporos "
             "is faster. First the geometric mean, then in brackets the least, and how many were won and lost "
             f"([all results](docs/results/{name}.md)):")
    scalar = next(iter(parts))
    return [*textwrap.wrap(words, 124, break_long_words=False, break_on_hyphens=False), "", *readme_table(parts),
            f"![Performance profile, {scalar}](docs/results/plots/{name}-profile-{scalar}.svg)",
            f"![Roofline, {scalar}](docs/results/plots/{name}-roofline-{scalar}.svg)"]


def spliced(path, lines):
    """The text of the file with the lines between the marks."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    begin, end = (text.find(mark) for mark in MARKS)
    if not 0 <= begin < end:
        raise results.WrongInput(f"{path} has no {MARKS[0]} before {MARKS[1]}")
    return text[:begin] + "\n".join([MARKS[0], *lines, ""]) + text[end:]


def page(campaign, name, scalars):
    facts = campaign["environment"]
    copy_gbs = max(campaign["copy_gbs"])
    lines = [f"# Products on one {facts.get('gpu', facts.get('execution_space', 'device'))}, {facts['date'][:10]}", "",
             *textwrap.wrap(", ".join(f"{key} {value}" for key, value in facts.items()) + f"; copy {copy_gbs} GB/s."
                            + cards(campaign) + " Made by `perf_tests/campaign.sh FOLDER`; all times are in the JSON beside this "
                            "page, and [benchmarking](../benchmarking.md) has the protocol.", 124, break_long_words=False,
                            break_on_hyphens=False), ""]
    for wanted, title in (("held-out", "Held out: no rule for GPUs has seen these"), ("fitted", "Rules were fitted on these")):
        measured = {scalar: campaign["parts"].get(f"{wanted}-{scalar}", {}) for scalar in scalars}
        measured = {scalar: matrices for scalar, matrices in measured.items() if matrices}
        lines += [f"## {title}", ""] if measured else []
        for scalar, matrices in measured.items():
            large, small = split(matrices)
            classes = {"large": (large, 0), "small, from memory": (small, 0), "small, warm": (small, 1)}
            classes = {key: value for key, value in classes.items() if value[0]}
            lines += [f"### {scalar}", "", *summary(classes)]
            cold = {key: value for key, value in classes.items() if value[1] == 0}
            lines += [*choices(cold), *set_ups(cold)]
            if wanted == "held-out":
                lines += [f"![Performance profile](plots/{name}-profile-{scalar}.svg)", ""]
                if large:
                    lines += [f"![Roofline](plots/{name}-roofline-{scalar}.svg)", ""]
            for key, (own, _) in cold.items():
                lines += [f"#### {wanted}, {scalar}, {key}", "", *details(own, copy_gbs)]
    if any(part.startswith("values-") for part in campaign["parts"]):
        lines += ["## Numbers that repeat", "", *repeated_values(campaign["parts"], scalars[0])]
    return lines + ["## What peers refused", "", *refusals(campaign["parts"]), ""]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="campaign.json")
    parser.add_argument("--out", required=True)
    parser.add_argument("--name", default="page")
    parser.add_argument("--readme")
    arguments = parser.parse_args()
    try:
        campaign = results.read_json(arguments.file)
        scalars = list(dict.fromkeys(part.rsplit("-", 1)[1] for part in campaign["parts"]))
    except (results.WrongInput, KeyError, TypeError) as error:
        sys.exit(f"campaign_pages.py: {arguments.file}: {error}")
    written = {f"{arguments.name}.md": "\n".join(page(campaign, arguments.name, scalars))}
    if campaign_operations.parts_of(campaign):
        written[f"{arguments.name}-operations.md"] = "\n".join(campaign_operations.page(campaign))
    for scalar in scalars:
        matrices = campaign["parts"].get(f"held-out-{scalar}", {})
        if matrices:
            title = f"{scalar}, from memory, {len(matrices)} matrices that no rule for GPUs has seen"
            written[f"plots/{arguments.name}-profile-{scalar}.svg"] = figures.profile_svg(data.curves(matrices), len(matrices), title)
        large = split(matrices)[0]
        if large:
            title = f"{scalar}, {len(large)} large matrices that no rule for GPUs has seen"
            written[f"plots/{arguments.name}-roofline-{scalar}.svg"] = figures.roofline_svg(
                data.roofline(large), max(campaign["copy_gbs"]), title)
    written = {os.path.join(arguments.out, name): text for name, text in written.items()}
    if arguments.readme:
        try:
            written[arguments.readme] = spliced(arguments.readme, readme(campaign, arguments.name, scalars))
        except (OSError, results.WrongInput) as error:
            sys.exit(f"campaign_pages.py: {error}")
    os.makedirs(os.path.join(arguments.out, "plots"), exist_ok=True)
    for name, text in written.items():
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        print(name)


if __name__ == "__main__":
    main()
