# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the pages of campaign_pages.py are made of: Markdown tables of condensed matrices. Needs nothing but Python."""
import campaign_data as data
import results
from campaign_data import FREE, PLAN, WITHOUT


def row(cells):
    return "| " + " | ".join(cells) + " |"


def markdown(titles, rows):
    return [row(titles), "|---" * len(titles) + "|"] + [row(cells) for cells in rows] + [""]


def shown(number):
    return "" if number is None else f"{number:.2f}"


def short(who):
    """cuSPARSE's ways without the library; `crs` is what most are."""
    return who.split("/", 1)[1].replace("crs/", "").replace("/", " ")


def statistics(named):
    """'1.10, median 1.08, least 0.97 (NAME), 12 won, 2 lost' of [(name, ratio)]."""
    numbers = [number for _, number in named]
    least = min(named, key=lambda pair: pair[1])
    won = sum(number >= 1 for number in numbers)
    return [f"{results.geometric_mean(numbers):.2f}", f"{data.median(numbers):.2f}", f"{least[1]:.2f} ({least[0]})",
            f"{won} / {len(numbers) - won}"]


def ratios_of(matrices, who, rivals, place=0):
    found = [(name, data.ratio(matrix, who, rivals, place)) for name, matrix in matrices.items()]
    return [(name, number) for name, number in found if number is not None]


def split(matrices):
    large = {name: matrix for name, matrix in matrices.items() if matrix["large"]}
    small = {name: matrix for name, matrix in matrices.items() if not matrix["large"]}
    return large, small


def classes_of(matrices):
    """Large and small, both from memory, without what is empty."""
    large, small = split(matrices)
    return {name: own for name, own in (("large", large), ("small", small)) if own}


def cards(campaign):
    """A sentence if more than one GPU has measured; the ratios are of times on one card anyway."""
    counts = campaign.get("cards", {})
    numbers = sorted({number for own in counts.values() for number in own})
    if len(numbers) < 2:
        return ""
    parts = [f"{part} {' + '.join(str(own.get(number, 0)) for number in numbers)}" for part, own in counts.items()]
    return (f" {len(numbers)} cards of this kind were used; matrices on each of them: {', '.join(parts)}. Each matrix was measured "
            "on one card, Sporos and all others alike.")


def readme_table(parts):
    """A line for each library and class of matrices, of {scalar: matrices}."""
    def cell(matrices, who, rivals):
        named = ratios_of(matrices, who, rivals)
        if not named:
            return ""
        numbers = [number for _, number in named]
        won = sum(number >= 1 for number in numbers)
        return f"{results.geometric_mean(numbers):.2f} ({min(numbers):.2f}; {won} / {len(numbers) - won})"

    rows = []
    for library, rivals, plain in (("cuSPARSE", data.of_cusparse, data.without_preprocess),
                                   ("Kokkos Kernels", data.of_kokkos_kernels, data.of_kokkos_kernels)):
        for scalar, matrices in parts.items():
            for size, own in classes_of(matrices).items():
                rows.append([library, f"{len(own)} {size}, {scalar}", cell(own, PLAN, rivals), cell(own, FREE, rivals),
                             cell(own, WITHOUT, plain)])
    return markdown(["over", "matrices", "plan", "plan, free format", "`spmv`"], rows)
