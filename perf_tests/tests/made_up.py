# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small files as sporos_spmv and sporos_benchmark write them, with made-up times."""
import json

SWEEP = [("coop-1-1-64", (1, 1, 64), 8), ("coop-1-2-64", (1, 2, 64), 4), ("coop-2-1-64", (2, 1, 64), 5),
         ("coop-2-2-128", (2, 2, 128), 2), ("rule-sporos", (2, 2, 96), 2.5), ("rule-reguly_giles_2012", (1, 9, 128), 4)]


def benchmark(entries, context=None):
    """Entries are (library, algorithm, matrix, microseconds, shape or None, other members)."""
    listed = []
    for library, algorithm, matrix, microseconds, shape, others in entries:
        entry = {"name": f"spmv/{library}/crs/{algorithm}/double/{matrix}/iterations:1/manual_time",
                 "real_time": microseconds, "time_unit": "us", "gflops": 1000 / microseconds}
        if shape:
            entry.update(zip(("coop", "repeat", "block_size"), map(float, shape)))
        entry.update(others)
        listed.append(entry)
    return {"context": context or {"execution_space": "Serial", "threads": "1"}, "benchmarks": listed}


def sweep():
    entries = [("Sporos", name, "grid", time, shape, {}) for name, shape, time in SWEEP]
    entries += [("Sporos", name, "web", 10 * time, shape, {}) for name, shape, time in SWEEP]
    return benchmark(entries + [("Sporos", "coop-4-1-64", "web", 0.5, (4, 1, 64), {"error_occurred": True})])


def algorithms():
    times = {"automatic": 2, "pcsr": 8, "ipcsr": 4, "light_vector": 5, "light_warp": 4, "vector": 6}
    entries = [("Sporos", name, "grid", time, None, {}) for name, time in times.items()]
    entries += [("Sporos", "automatic", "web", 20, None, {}), ("Sporos", "pcsr", "web", 40, None, {})]
    entries += [("Eigen", "row major", "grid", 4, None, {}), ("KokkosKernels", "native", "grid", 16, None, {}),
                ("KokkosKernels", "native:size_t", "web", 10, None, {})]
    return benchmark(entries)


def result(library, algorithm, seconds, cache="as left", **others):
    shape = {"coop": 2, "repeat": 1, "block_size": 64}
    return dict({"library": library, "format": "crs", "algorithm": algorithm, "shape": shape, "scalar": "double",
                 "offset": "int", "cache": cache, "median_s": seconds, "gflops": 2, "min_gbs": 10,
                 "effective_gbs": 16}, **others)


def spmv(results, renumbered=False):
    return {"matrix": {"name": "grid", "renumbered": renumbered}, "environment": {"gpu": "Some GPU"},
            "results": results}


def renumbered():
    return [spmv([result("Sporos", "automatic", 1.0)]), spmv([result("Sporos", "automatic", 0.5, gflops=4)], True)]


def tuning():
    def entry(tuner, matrix, optimum, products):
        return {"tuner": tuner, "matrix": matrix, "scalar": "double", "optimum_s": optimum, "products_s": products}
    return [entry("paper", "grid", 1.0, [2.0, 4.0, 1.0]), entry("paper", "web", 2.0, [2.0, 2.0, 2.0, 2.0]),
            entry("ours", "grid", 1.0, [1.25])]


def write(path, content):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(content, file)
    return path
