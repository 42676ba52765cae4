# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page of campaign_pages.py on transposed products, several columns and dot products. Needs nothing but Python."""
import textwrap

import campaign_data as data
from campaign_data import PLAN, WITHOUT
from campaign_tables import cards, classes_of, markdown, ratios_of, shown, statistics

ALONE, APART, ONE = f"{PLAN}, no epilogue", f"{PLAN}, separate dot", f"{PLAN}, one column"


def of_copy(who):
    return data.of_cusparse(who) and "transposed copy" in who


def of_operation(who):
    return data.of_cusparse(who) and "transposed copy" not in who


EVERY = [("plan / cuSPARSE", PLAN, data.of_cusparse), ("plan / Kokkos Kernels", PLAN, data.of_kokkos_kernels)]
OF = {"transpose": [("plan / cuSPARSE, transposed copy", PLAN, of_copy), ("plan / cuSPARSE, operation", PLAN, of_operation),
                    ("spmv / cuSPARSE, operation", WITHOUT, of_operation),
                    ("spmv / Kokkos Kernels", WITHOUT, data.of_kokkos_kernels)],
      "dot": [("plan / plan with a separate dot product", PLAN, lambda who: who == APART),
              ("plan / product alone", PLAN, lambda who: who == ALONE)],
      "columns": [("plan / as many products of one column", PLAN, None), ("spmv / cuSPARSE", WITHOUT, data.of_cusparse)]}


def parts_of(campaign):
    """Transposed products, then by the number of columns, then dot products."""
    def place(part):
        words = part.split("-")
        return ("transpose", "columns", "dot").index(words[0]), int(words[1]) if words[0] == "columns" else 0, part

    parts = {part: own for part, own in campaign["parts"].items() if part.startswith(("transpose", "columns", "dot"))}
    return {part: parts[part] for part in sorted(parts, key=place)}


def title_of(part):
    """'columns-8-left-double' is '8 columns, layout left, double'."""
    words = part.split("-")
    if words[0] == "columns":
        return f"{words[1]} columns, layout {words[2]}, {words[3]}"
    return {"transpose": "transposed", "dot": "with a dot product"}.get(words[0], words[0]) + ", " + words[-1]


def over_single_columns(part, matrices):
    """[(name, ratio)]: as many products of one column over the product of all of them."""
    columns = int(part.split("-")[1])
    return [(name, columns * matrix["times"][ONE][0] / matrix["times"][PLAN][0]) for name, matrix in matrices.items()
            if PLAN in matrix["times"] and ONE in matrix["times"]]


def summary(parts):
    rows = []
    for part, matrices in parts.items():
        for comparison, who, rivals in EVERY + OF.get(part.split("-")[0], []):
            for size, own in classes_of(matrices).items():
                named = over_single_columns(part, own) if rivals is None else ratios_of(own, who, rivals)
                if named:
                    rows.append([title_of(part), comparison, size, str(len(named))] + statistics(named))
    return markdown(["product", "compared", "matrices", "number", "geometric mean", "median", "least", "won / lost"], rows)


def details(matrices):
    """A line a matrix: what takes how long, then ratios."""
    rows = []
    for name, matrix in matrices.items():
        times = matrix["times"]
        if PLAN not in times:
            continue
        plan = times[PLAN]
        vendor = data.fastest(times, data.of_cusparse)
        rows.append([name, f"{plan[0]:.1f}", f"{vendor[0]:.1f} ({vendor[1].split('/', 1)[1]})" if vendor else "",
                     shown(vendor and vendor[0] / plan[0]), shown(data.ratio(matrix, PLAN, data.of_kokkos_kernels)),
                     shown(times[WITHOUT][0] / plan[0]) if WITHOUT in times else "",
                     shown(plan[0] / times[ONE][0]) if ONE in times else "",
                     shown(plan[0] / times[ALONE][0]) if ALONE in times else "", f"{plan[2] / plan[0]:.1f}"])
    titles = ["matrix", "plan, µs", "best cuSPARSE, µs", "over cuSPARSE", "over Kokkos Kernels", "over `spmv`",
              "times one column", "times the product alone", "set-up, products"]
    used = [i for i in range(len(titles)) if any(line[i] for line in rows)]
    return markdown([titles[i] for i in used], [[line[i] for i in used] for line in rows])


def page(campaign):
    parts = parts_of(campaign)
    facts = campaign["environment"]
    libraries = f"cuSPARSE {facts.get('cusparse', '')}, Kokkos Kernels {facts.get('kokkos_kernels', '')}"
    words = (f"{facts.get('gpu', 'A device')}, {libraries}, {facts['date'][:10]}.{cards(campaign)} Random numbers, from memory. "
             "Above 1 the plan, or `spmv` without one, is faster than the best of the other. cuSPARSE is measured with every "
             "algorithm, transposed by its operation and on a transposed copy.")
    lines = ["# Other products on the same card", "", *textwrap.wrap(words, 124, break_long_words=False), "", *summary(parts)]
    for part, matrices in parts.items():
        lines += [f"## {title_of(part)[0].upper()}{title_of(part)[1:]}", "", *details(matrices)]
        for comparison, who, rivals in EVERY:
            named = sorted(ratios_of(matrices, who, rivals), key=lambda pair: pair[1])
            lost = [f"{name} {number:.2f}" for name, number in named if number < 1]
            lines += [f"* {comparison}, under 1: {', '.join(lost) if lost else 'none'}."] if named else []
        lines.append("")
    return lines
