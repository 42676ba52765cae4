#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fits the costs of storage formats on hosts to what host_campaign.sh has measured with the peer `formats`.

usage: fit_host_costs.py FILE.json... --matrices LIST [--write HEADER]

HEADER is policies/formats/Sporos_HostFormatCosts.hpp, whose table for the vectors that ran is replaced. The speed of a
format is its bytes per second (matrix, x and y, each once) divided by those of the plan of compressed rows. The speeds are fitted separately for formats
that fit into a cache with x and y and for larger ones, for double and float, and for three kinds of rows, so that the choice loses least on the
matrices that LIST calls fitted; all numbers of threads count alike, but for the factor of the header. Prints the share of the fastest format's speed that the choice has, on both sets.
"""
import argparse
import itertools
import math
import re
import textwrap

import campaign
import results

FORMATS = ("dia", "ell", "hyb", "sell", "bsr", "coo", "csr5", "delta_crs")
ROWS = ("even", "varied", "many")  # HostRows
PLACES = tuple(itertools.product(FORMATS, (True, False)))  # in a cache or not
MANY_THREADS = 4                # many_host_threads
WITH_MANY_THREADS = {"double": 0.7, "float": 0.85}  # speed_with_many_threads()
MIN_GAIN = 0.05                 # min_format_gain
EVEN_ROWS_ONLY = ("bsr", "delta_crs")
FAMILY = {"ellpack_r": "ell"}
TABLES = {"avx512": "eights", "avx512_masks": "masks", "avx2": "fours"}  # by host_level; "scalars" for all others


def rows_of(matrix):
    """host_rows(): as the costs tell rows apart."""
    if matrix["nnz"] > 64 * matrix["rows"]:
        return "many"
    mean = matrix["nnz"] / matrix["rows"]
    least = 0.25 if mean < 5 else 0.14
    return "varied" if mean <= 32 and matrix["row_deviation"] > least * mean else "even"


def cache_bytes(threads):
    """host_cache_bytes()"""
    return (2 * threads if threads > 8 else 16) * 1024 * 1024


class Case:
    """One run of one matrix: seconds of compressed rows, and for each format (seconds, time at the speed of compressed rows,
    conversion in products). Formats that the choice would not consider are in `all`, but not in `offered`."""

    def __init__(self, problem):
        matrix = problem["matrix"]
        timed = [r for r in problem["results"] if r["library"] == "Sporos" and not isinstance(r["median_s"], str)]
        self.name = matrix["name"]
        facts = problem["environment"]
        self.table = TABLES.get(facts.get("host_level"), "scalars")
        self.facts = f"{facts.get('compiler', 'unknown compiler')}, {facts.get('date', 'unknown date')[:10]}"
        self.scalar = timed[0]["scalar"]
        value = {"double": 8, "float": 4}[self.scalar]
        vectors = value * (matrix["rows"] + matrix["columns"])
        crs_bytes = matrix["nnz"] * (value + 4) + 4 * (matrix["rows"] + 1)
        threads = int(facts["threads"])
        self.rows = rows_of(matrix)
        self.rows_are_cached = crs_bytes + vectors <= cache_bytes(threads)
        factor_of_large = 1 if threads < MANY_THREADS else WITH_MANY_THREADS[self.scalar]
        slices_fit = matrix["longest_row"] <= matrix["nnz"] // (16 * threads)  # slices_fit_shares()
        self.crs = next(r["median_s"] for r in timed if r["format"] == "crs" and r["algorithm"] == "automatic")
        even = matrix["longest_row"] * matrix["rows"] <= 8 * (matrix["nnz"] + matrix["rows"])  # has_even_rows()
        self.all = {"crs": self.crs}
        self.offered = {}
        self.speeds = {}
        for r in timed:
            found = re.search(r"(\d+) bytes", r["why"])
            if r["algorithm"] != "format" or r["format"].startswith("automatic") or not found:
                continue
            self.all[r["format"]] = r["median_s"]
            stored = int(found.group(1))
            relative = (stored + vectors) / (crs_bytes + vectors)
            name = FAMILY.get(r["format"], r["format"])
            if name not in FORMATS or stored > 4 * crs_bytes + 2**20 or (name in EVEN_ROWS_ONLY and not even):
                continue
            if name == "bsr" and stored > crs_bytes:
                continue  # zeros fill up its blocks
            if name == "sell" and not slices_fit:
                continue
            is_cached = stored + vectors <= cache_bytes(threads)
            scaled = relative if is_cached else relative / factor_of_large
            if name not in self.offered or r["median_s"] < self.offered[name][0]:
                self.offered[name] = (r["median_s"], scaled, r["setup_s"] / self.crs, is_cached)
                self.speeds[name] = scaled * self.crs / r["median_s"]

    def share(self, speeds):
        """The speed of the choice divided by that of the fastest format. Speeds are those of PLACES."""
        chosen, least = self.crs, 1 - MIN_GAIN
        for name, (seconds, scaled, _, is_cached) in self.offered.items():
            predicted = scaled / speeds[name, is_cached]
            if predicted < least:
                chosen, least = seconds, predicted
        return min(self.all.values()) / chosen


def loss(cases, speeds):
    """The mean of the logarithms of the lost speeds, plus 0.3 times the worst of them."""
    lost = [-math.log(case.share(speeds)) for case in cases]
    return sum(lost) / len(lost) + 0.3 * max(lost)


def fit(cases):
    """{place: speed}: sets each speed in turn to the measured one (of a grid) that loses least, until nothing changes."""
    speeds = {}
    grids = {}
    for place in PLACES:
        name, cached = place
        seen = sorted(case.speeds[name] for case in cases if name in case.speeds and case.offered[name][3] == cached)
        grids[place] = [0.1] + [math.floor(100 * speed) / 100 for speed in seen if speed > 0.1]
        speeds[place] = grids[place][len(grids[place]) // 4]
    for _ in range(8):
        before = dict(speeds)
        for place in PLACES:
            speeds[place] = min(grids[place], key=lambda speed: (round(loss(cases, {**speeds, place: speed}), 9), speed))
        if speeds == before:
            break
    return speeds


def conversions(cases):
    """{format: products in whose time nine of ten conversions are done}."""
    found = {}
    for name in FORMATS:
        seen = sorted(case.offered[name][2] for case in cases if name in case.offered)
        found[name] = math.ceil(seen[int(0.9 * (len(seen) - 1))]) if seen else 100
    return found


def summary(cases, speeds_of):
    shares = sorted((case.share(speeds_of[case.scalar, case.rows]), case.name, case.scalar) for case in cases)
    if not shares:
        return "none"
    mean = math.exp(sum(math.log(share) for share, _, _ in shares) / len(shares))
    worst = ", ".join(f"{name} ({scalar}) {100 * share:.0f} %" for share, name, scalar in shares if share < 0.9)
    said = f"{100 * mean:.1f} % of the fastest format's speed on {len(shares)} runs"
    return said + (f"; under 90 %: {worst}" if worst else "")


def table(speeds_of, conversion):
    lines = []
    for name in FORMATS:
        numbers = [[f"{speeds_of[scalar, rows][name, cached]:.2f}" for cached in (True, False) for scalar in ("double", "float")]
                   for rows in ROWS]
        lines.append(f"    {{Format::{name}, {', '.join('{' + ', '.join(part) + '}' for part in numbers)}, {conversion[name]}}},")
    return "\n".join(lines)


def comment(sentences):
    lines = [line for sentence in sentences for line in textwrap.wrap(sentence, 110)]
    return "".join(f"    // {line}\n" for line in lines)


def rewritten(header, name, lines):
    begin, end = f"    // fit_host_costs.py: begin {name}\n", f"    // fit_host_costs.py: end {name}"
    if header.count(begin) != 1 or header.count(end) != 1:
        raise results.WrongInput(f"the header has no table between 'fit_host_costs.py: begin {name}' and 'end {name}'")
    head, rest = header.split(begin)
    return head + begin + lines + "\n" + end + rest.split(end)[1]


def load(paths):
    cases = []
    for path in paths:
        content = results.read_json(path)
        for problem in content if isinstance(content, list) else [content]:
            try:
                cases.append(Case(problem))
            except (KeyError, IndexError, StopIteration, TypeError) as error:
                raise results.WrongInput(f"{path} has no plan of compressed rows beside formats: {error!r}") from error
    return cases


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE.json")
    parser.add_argument("--matrices", required=True)
    parser.add_argument("--write", metavar="HEADER")
    arguments = parser.parse_args()
    try:
        names = campaign.fitted_names(arguments.matrices)
        cases = load(arguments.files)
        if len({case.table for case in cases}) > 1:
            raise results.WrongInput("not all ran with the same vectors: fit them separately")
        fitted = [case for case in cases if case.name in names]
        if not fitted:
            raise results.WrongInput(f"none of the matrices is called fitted in {arguments.matrices}")
        found = {}
        for scalar, rows in itertools.product(("double", "float"), ROWS):
            part = [case for case in fitted if (case.scalar, case.rows) == (scalar, rows)]
            speeds = fit(part) if part else {}
            for name, cached in PLACES:
                if any(case.offered[name][3] == cached if name in case.offered else case.rows_are_cached == cached
                       for case in part):
                    found[name, cached, scalar, rows] = speeds[name, cached]
        speeds_of = {key: {} for key in itertools.product(("double", "float"), ROWS)}
        for (scalar, rows), (name, cached) in itertools.product(speeds_of, PLACES):
            # Where nothing was measured: as the other type, size, or rows.
            keys = itertools.product((rows, *ROWS), (cached, not cached), (scalar, "float", "double"))
            speeds_of[scalar, rows][name, cached] = next(
                found[name, c, s, r] for r, c, s in keys if (name, c, s, r) in found)
        said = [f"fitted: {summary(fitted, speeds_of)}",
                f"held out: {summary([case for case in cases if case.name not in names], speeds_of)}"]
        lines = comment([f"{campaign.processor()}, {cases[-1].facts}.", *said]) + table(speeds_of, conversions(fitted))
        if arguments.write:
            with open(arguments.write, encoding="utf-8") as file:
                header = rewritten(file.read(), cases[0].table, lines)
            with open(arguments.write, "w", encoding="utf-8") as file:
                file.write(header)
    except (results.WrongInput, OSError) as error:
        parser.error(str(error))
    print(lines)


if __name__ == "__main__":
    main()
