#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A model of products and conjugate gradients on many ranks, from what sporos_ranks has measured on few.

usage: ranks_model.py [--latency S] [--bandwidth B/S] [--hidden SHARE] [--to RANKS] FILE.json... [--out FILE.svg]

Each FILE.json is of sporos_ranks with one problem on one rank, or with the same problem on several: grids (stencil*), finite
elements (fem*) and graphs (rmat*, powerlaw*). For each problem that was measured on one rank it prints predicted times, and
beside every measurement what the model makes of its parts. --out draws them; that needs matplotlib.

The model of one product on p ranks, of m rows and e entries each:
  local     the measured seconds an entry of the diagonal block, times its entries
  exchange  neighbours * latency + 8 * ghosts / bandwidth
  product   local + other block + (1 - hidden) * exchange, and never less than the exchange
  step      product + the measured vector operations + 2 * latency * log2(p), for two dot products
  grid      cubes: 6 neighbours and as many ghosts as its faces have points
  elements  cubes with a layer all around: 26 neighbours
  graph     columns without order: all ranks are neighbours, and ghosts are what e draws from all columns hit
The defaults are those of a current network: 2 microseconds, 12.5 GB/s; `hidden` is 1 where an MPI goes on by itself.
"""
import argparse
import json
import math
import sys

SIDES = ("petsc", "sporos")


class WrongInput(Exception):
    pass


def kind_of(problem):
    for kind, names in {"grid": ("stencil",), "elements": ("fem",), "graph": ("rmat", "powerlaw")}.items():
        if problem.startswith(names):
            return kind
    raise WrongInput(f"{problem}: neither a grid (stencil*), nor elements (fem*), nor a graph (rmat*, powerlaw*)")


def surroundings(kind, rows, entries, ranks):
    """Neighbours and ghosts of a rank that has `rows` rows and `entries` entries."""
    if ranks == 1:
        return 0, 0.0
    if kind == "graph":
        columns = rows * ranks
        elsewhere = columns - rows
        return ranks - 1, elsewhere * -math.expm1(-entries / columns)
    unknowns = 3 if kind == "elements" else 1
    edge = (rows / unknowns) ** (1 / 3)
    if kind == "grid":
        return min(6, ranks - 1), 6 * edge**2
    return min(26, ranks - 1), unknowns * ((edge + 2) ** 3 - edge**3)


class Model:
    def __init__(self, latency, bandwidth, hidden):
        self.latency, self.bandwidth, self.hidden = latency, bandwidth, hidden

    def exchange(self, neighbours, ghosts):
        return neighbours * self.latency + 8 * ghosts / self.bandwidth

    def product(self, local, other, exchange):
        return max(local + other + (1 - self.hidden) * exchange, exchange)

    def predicted(self, result, side, ranks, strong):
        """Seconds of a product and of a step, from the result on one rank."""
        share = 1 / ranks if strong else 1
        rows, entries = result["rows"] * share, result["entries"] * share
        # Entries whose column is a ghost are in the other block; both cost what an entry costs on one rank.
        local = result[f"local {side}"]["median_s"] * share
        neighbours, ghosts = surroundings(kind_of(result["problem"]), rows, entries, ranks)
        product = self.product(local, 0, self.exchange(neighbours, ghosts))
        step = f"step {side}"
        vectors = (result[step]["median_s"] - result[f"product {side}"]["median_s"]) * share if step in result else 0
        return product, product + max(0, vectors) + 2 * self.latency * math.log2(ranks)

    def of_parts(self, result, side):
        """Seconds of a product from its measured parts; with no overlap that is their sum."""
        exchange = result.get("exchange", {"median_s": 0})["median_s"]
        other = result.get(f"other {side}", {"median_s": 0})["median_s"]
        return self.product(result[f"local {side}"]["median_s"], other, exchange)


def read(paths):
    results = []
    for path in paths:
        try:
            with open(path, encoding="utf-8") as stream:
                results += json.load(stream)["results"]
        except (OSError, ValueError, KeyError) as error:
            raise WrongInput(f"{path}: {error}") from error
    if not any(result["ranks"] == 1 for result in results):
        raise WrongInput("no problem was measured on one rank")
    return results


def counts_to(most):
    counts = [1]
    while counts[-1] * 2 <= most:
        counts.append(counts[-1] * 2)
    return counts + ([most] if counts[-1] < most else [])


def print_tables(model, results, counts):
    print("| problem | ranks | product measured, PETSc / Sporos µs | of its parts µs |\n|---|---|---|---|")
    for result in results:
        measured = " / ".join(f"{1e6 * result[f'product {side}']['median_s']:.0f}" for side in SIDES)
        parts = " / ".join(f"{1e6 * model.of_parts(result, side):.0f}" for side in SIDES)
        print(f"| {result['problem']} | {result['ranks']} | {measured} | {parts} |")
    print("\n| problem | ranks | strong: product, PETSc / Sporos µs | step µs | weak: product µs | step µs |\n"
          "|---|---|---|---|---|---|")
    for result in (one for one in results if one["ranks"] == 1):
        for ranks in (count for count in counts if count in (1, 64, 1024, counts[-1])):
            cells = []
            for strong in (True, False):
                both = [model.predicted(result, side, ranks, strong) for side in SIDES]
                cells += [" / ".join(f"{1e6 * times[index]:.1f}" for times in both) for index in (0, 1)]
            print(f"| {result['problem']} | {ranks} | " + " | ".join(cells) + " |")


def draw(model, results, counts, out):
    from plot import COLOURS, FigureCanvasSVG  # beside this file
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4.2), layout="constrained")
    FigureCanvasSVG(figure)
    alone = [result for result in results if result["ranks"] == 1]
    for axes, strong in zip(figure.subplots(1, 2, sharey=True), (True, False)):
        for index, result in enumerate(alone):
            for side, dashes in zip(SIDES, ("--", "-")):
                base = model.predicted(result, "petsc", 1, strong)[1]
                times = [model.predicted(result, side, ranks, strong)[1] for ranks in counts]
                shares = [100 * base / (time * (ranks if strong else 1)) for ranks, time in zip(counts, times)]
                axes.plot(counts, shares, dashes, color=COLOURS[index], linewidth=1.2,
                          label=f"{result['problem']}, {'PETSc' if side == 'petsc' else 'Sporos'}")
                if strong:
                    part = "step " if f"step {side}" in result else "product "
                    measured = [one for one in results if one["problem"] == result["problem"] and part + side in one]
                    axes.plot([one["ranks"] for one in measured],
                              [100 * result[part + "petsc"]["median_s"] / (one[part + side]["median_s"] * one["ranks"])
                               for one in measured], "o" if side == "sporos" else "x", color=COLOURS[index])
        axes.set_xscale("log")
        axes.set_ylim(bottom=0)
        axes.set_xlabel("ranks")
        axes.set_title("Strong scaling; marks: measured, one host" if strong else "Weak scaling", fontsize=9, loc="left")
    figure.axes[0].set_ylabel("predicted steps of CG a second and rank, %;\n100: PETSc on one rank")
    figure.axes[0].legend(frameon=False, fontsize=7)
    figure.savefig(out, metadata={"Date": None, "Creator": None})


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--latency", type=float, default=2e-6)
    parser.add_argument("--bandwidth", type=float, default=12.5e9)
    parser.add_argument("--hidden", type=float, default=0.0)
    parser.add_argument("--to", type=int, default=10000)
    parser.add_argument("--out")
    given = parser.parse_args(arguments)
    try:
        results = read(given.files)
        model = Model(given.latency, given.bandwidth, given.hidden)
        counts = counts_to(given.to)
        print_tables(model, results, counts)
        if given.out:
            draw(model, results, counts, given.out)
    except WrongInput as error:
        print(f"ranks_model.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.exit(main(sys.argv[1:]))
