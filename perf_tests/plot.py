#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the experiments of the papers as SVG, from the JSON of sporos_spmv and sporos_benchmark.

usage: plot.py KIND FILE.json... --out FILE.svg [--scalar NAME] [--algorithm NAME] [--subtitle TEXT]

KIND                       FILE.json
coop, repeat, block_size   sporos_benchmark --sweep-shapes: speed against one number, the best over the other two
rules                      the same: the paper's rule and ours against the best shape
tuning                     sporos_spmv --tuning-trace, lists of {"tuner", "matrix", "scalar", "optimum_s",
                           "products_s": [...]}: share of the optimum by product
rcm                        one file of sporos_spmv --rcm or --metis, or two (before, after) with the same names of matrices
model                      sporos_spmv --model: minimum, effective and caching bandwidth of one algorithm
pcsr                       either program with --algorithm pcsr,ipcsr
light                      either program with --algorithm light_vector,light_warp,vector
peers                      either program, with peers: every algorithm against the fastest peer

--algorithm is for rcm and model (default automatic); the default of --scalar is double. Needs matplotlib. The
same input with the same matplotlib gives the same file, byte for byte.
"""
import argparse
import sys

sys.dont_write_bytecode = True  # nothing but the plot is written

import results  # noqa: E402
from results import WrongInput  # noqa: E402

try:
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter, NullLocator
except ImportError as error:
    sys.exit(f"plot.py: matplotlib is needed: {error}")

# Okabe and Ito's colours, which colour-blind people can tell apart, without the yellow, which is hardly visible on white.
COLOURS = ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#000000"]
# Their number has no common divisor with that of the colours, so that 77 lines look different.
MARKERS = ["o", "s", "^", "D", "v", "P", "X", "<", ">", "*", "p"]
DASHES = ["-", "--", ":", "-."]
HATCHES = ["", "//", "..."]  # bars can be told apart in print, too

matplotlib.rcParams.update({"svg.hashsalt": "sporos", "svg.fonttype": "none", "font.family": "DejaVu Sans",
                            "font.size": 9, "axes.grid": True, "axes.axisbelow": True, "grid.color": "#dddddd",
                            "hatch.linewidth": 0.5, "axes.spines.top": False, "axes.spines.right": False})

SHAPE_AXES = {"coop": "coop: lanes that share a row", "repeat": "repeat: rows of each group of lanes",
              "block_size": "block size in threads"}
# Figure 13 and section 6 of Reguly & Giles 2012: the rule, and the tuner after five and after eight products.
PAPER_TUNING = ([1, 5, 8], [84, 95, 98])


def new_figure(width, height, title, subtitle):
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasSVG(figure)
    axes = figure.add_subplot()
    axes.set_title(title + (f"\n{subtitle}" if subtitle else ""), fontsize=10, loc="left")
    return figure, axes


def look(index):
    return {"color": COLOURS[index % len(COLOURS)], "marker": MARKERS[index % len(MARKERS)]}


def add_legend(figure, axes, rows=24):
    """A legend next to the axes; the layout makes room for it. With more than one column the figure is wider."""
    columns = 1 + (len(axes.get_legend_handles_labels()[1]) - 1) // rows
    figure.set_figwidth(figure.get_figwidth() + 1.6 * (columns - 1))
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False, fontsize=8, ncol=columns)


def as_percent(axis):
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.0f} %"))


def shares_upwards(axes, lowest, label):
    axes.set_ylim(min(70, 10 * (100 * lowest // 10)), 103)
    as_percent(axes.yaxis)
    axes.set_ylabel(label)


def draw_lines(shares, number, subtitle):
    """One line per matrix: share of its best shape against coop, repeat or block size."""
    figure, axes = new_figure(8, 5.2, f"Speed against {number}, at the best of the other two numbers", subtitle)
    for index, (matrix, points) in enumerate(shares.items()):
        axes.plot(list(points), [100 * share for share in points.values()], label=matrix, markersize=5, linewidth=1.2,
                  linestyle=DASHES[index // len(COLOURS) % len(DASHES)], **look(index))
    values = sorted({value for points in shares.values() for value in points})
    axes.set_xscale("log", base=2)
    axes.set_xticks(values, [str(value) for value in values])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlabel(SHAPE_AXES[number])
    lowest = min(min(points.values()) for points in shares.values())
    shares_upwards(axes, lowest, "speed, share of the matrix' best shape")
    add_legend(figure, axes)
    return figure


def matrices_downwards(axes, names):
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(False, axis="y")


def in_digits(number):
    return f"{number:.0f}" if number >= 100 else f"{number:.3g}"


def draw_bars(numbers, labels, title, unit, subtitle, percent=False):
    """A group of horizontal bars for every matrix, one bar for every label."""
    rows = list(numbers.items())
    if percent and len(rows) > 1:
        rows.append(("mean", [results.mean(column) for column in zip(*numbers.values())]))
    figure, axes = new_figure(8, 1.4 + len(rows) * (0.14 + 0.13 * len(labels)), title, subtitle)
    thickness = 0.8 / len(labels)
    for index, label in enumerate(labels):
        places = [row + (index - (len(labels) - 1) / 2) * thickness for row in range(len(rows))]
        lengths = [(100 if percent else 1) * (values[index] or 0) for _, values in rows]
        bars = axes.barh(places, lengths, thickness, label=label, color=COLOURS[index], hatch=HATCHES[index],
                         edgecolor="white", linewidth=0.4)
        texts = ["" if values[index] is None else f"{length:.0f} %" if percent else in_digits(length)
                 for length, (_, values) in zip(lengths, rows)]
        axes.bar_label(bars, texts, padding=2, fontsize=7)
    axes.set_xlabel(unit)
    axes.margins(x=0.1)
    if percent:
        axes.set_xlim(0, 110)
        axes.set_xticks(range(0, 101, 20))
        as_percent(axes.xaxis)
    matrices_downwards(axes, [name for name, _ in rows])
    add_legend(figure, axes)
    return figure


def draw_tuning(shares, subtitle):
    """Mean share of the optimum against the number of the product, as it ran and as the fastest until then."""
    figure, axes = new_figure(8, 4.2, "Tuning at run time: share of the optimum, mean over the matrices", subtitle)
    for index, (tuner, (each, best)) in enumerate(shares.items()):
        products = range(1, len(each) + 1)
        axes.plot(products, [100 * share for share in each], label=f"{tuner}: this product", markersize=4,
                  linewidth=1.2, **look(index))
        axes.plot(products, [100 * share for share in best], label=f"{tuner}: fastest so far", linestyle="--",
                  color=COLOURS[index % len(COLOURS)])
    axes.plot(*PAPER_TUNING, label="Reguly & Giles 2012, Tesla C2070", linestyle="", marker="x", color="#000000")
    count = max(len(each) for each, _ in shares.values())
    step = 1 if count <= 12 else 5 if count <= 60 else 10 if count <= 120 else 20
    axes.set_xticks(sorted({1, *range(step, count + 1, step)}))
    axes.set_xlabel("number of the product")
    shares_upwards(axes, min(min(each) for each, _ in shares.values()), "speed, share of the optimum")
    add_legend(figure, axes)
    return figure


def ratio_ticks(low, high):
    """Round numbers for a logarithmic axis, at least three of them: in decades, in steps of 1, 2, 5, or even steps."""
    for parts in ([1], [1, 2, 5]):
        ticks = [part * 10.0**power for power in range(-6, 7) for part in parts]
        ticks = [tick for tick in ticks if low <= tick <= high]
        if len(ticks) >= 3:
            return ticks
    return [tick for tick in MaxNLocator(6).tick_values(low, high) if low <= tick <= high and tick > 0]


def draw_speed_ups(speed_ups, subtitle):
    """A row of dots for every matrix, one dot for every algorithm, on a logarithmic scale."""
    algorithms = list(dict.fromkeys(name for points in speed_ups.values() for name in points))
    rows = list(speed_ups.items())
    complete = [name for name in algorithms if all(name in points for points in speed_ups.values())]
    if len(rows) > 1 and complete:
        rows.append(("geometric mean",
                     {name: results.geometric_mean([points[name] for _, points in rows]) for name in complete}))
    figure, axes = new_figure(8, 1.4 + max(0.3 * len(rows), 0.2 * len(algorithms)),
                              "Every algorithm against the fastest peer", subtitle)
    for index, name in enumerate(algorithms):
        points = [(points[name], row) for row, (_, points) in enumerate(rows) if name in points]
        axes.plot(*zip(*points), label=name, linestyle="", markersize=6, alpha=0.85, **look(index))
    axes.axvline(1, color="#000000", linewidth=1)
    axes.set_xscale("log")
    ticks = ratio_ticks(*axes.get_xlim())
    axes.set_xticks(ticks, [f"{tick:.4g}" for tick in ticks])
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel("speed over that of the fastest peer (right of 1 is faster)")
    matrices_downwards(axes, [name for name, _ in rows])
    add_legend(figure, axes)
    return figure


def some(numbers, what, files):
    if not numbers:
        raise WrongInput(f"there are no {what} in {', '.join(files)}")
    return numbers


def draw(wanted):
    files, kind = wanted.files, wanted.kind
    words = [wanted.subtitle] if wanted.subtitle else []
    if kind == "tuning":
        entries = some(results.load_tuning(files, wanted.scalar), f"tuned products in {wanted.scalar}", files)
        return draw_tuning(results.tuning_shares(entries), ", ".join(words + [wanted.scalar]))
    records = results.load_all(files, wanted.scalar)
    subtitle = ", ".join(words + list(dict.fromkeys(record.device for record in records)) + [wanted.scalar])
    if kind in SHAPE_AXES:
        return draw_lines(some(results.shape_shares(records, kind), "shapes of a sweep", files), kind, subtitle)
    if kind == "rules":
        return draw_bars(some(results.rule_shares(records), "rules beside a sweep", files),
                         ["Reguly & Giles 2012", "Sporos"], "Constant-time rules against exhaustive search",
                         "speed, share of the best shape", subtitle, percent=True)
    if kind == "rcm":
        if len(files) > 2:
            raise WrongInput(f"rcm takes one file or two, before and after, not {len(files)}")
        before, after = (results.split_renumbered(records) if len(files) == 1 else
                         (results.load(file, wanted.scalar) for file in files))
        return draw_bars(some(results.before_and_after(before, after, wanted.algorithm),
                              f"matrices with times of {wanted.algorithm} in both", files),
                         ["as it came", "renumbered"], f"Renumbered rows ({wanted.algorithm})", "GFLOP/s",
                         subtitle)
    if kind == "model":
        return draw_bars(some(results.model_rates(records, wanted.algorithm),
                              f"caching estimates of {wanted.algorithm}", files),
                         ["minimum", "effective", "caching"], f"Bandwidth by three models ({wanted.algorithm})", "GB/s",
                         subtitle)
    if kind == "peers":
        return draw_speed_ups(some(results.speed_ups(records), "matrices with Sporos and a peer", files), subtitle)
    algorithms, title = {"pcsr": (["pcsr", "ipcsr"], "PCSR and IPCSR"),
                         "light": (["light_vector", "light_warp", "vector"],
                                   "LightSpMV by vectors and by warps, and the static vector kernel")}[kind]
    return draw_bars(some(results.algorithm_rates(records, algorithms), f"times of {' and '.join(algorithms)}", files),
                     algorithms, title, "GFLOP/s", subtitle)


def main(arguments):
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("kind", choices=["coop", "repeat", "block_size", "rules", "tuning", "rcm", "model", "pcsr",
                                         "light", "peers"])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--scalar", default="double")
    parser.add_argument("--algorithm", default="automatic")
    parser.add_argument("--subtitle", default="")
    wanted = parser.parse_args(arguments)
    try:
        draw(wanted).savefig(wanted.out, format="svg", metadata={"Date": None, "Creator": None})
    except (WrongInput, OSError) as error:
        sys.exit(f"plot.py: {wanted.kind}: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
