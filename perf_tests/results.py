# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the JSON of sporos_spmv and sporos_benchmark, and computes the numbers that plot.py draws.

Times are seconds of one product, from memory if a result has both states of the caches. Numbers come as a dictionary
from a matrix' name to its numbers, in the order of the files. Nothing here draws, or needs more than Python itself.
"""
import json
import math
from dataclasses import dataclass, replace
from typing import Optional, Tuple

UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
RATES = ("gflops", "min_gbs", "effective_gbs", "caching_gbs")
SHAPE = ("coop", "repeat", "block_size")
CHOSEN_FORMAT = "automatic, any format"
RENUMBERED = ", renumbered"  # follows the name of a matrix that sporos_spmv has renumbered (--rcm, --metis)


class WrongInput(Exception):
    """A file is not what it should be, or has nothing to draw; the text is one sentence."""


@dataclass
class Record:
    matrix: str
    scalar: str
    library: str
    algorithm: str
    seconds: float
    shape: Optional[Tuple[int, int, int]]  # coop, repeat, block_size
    rates: dict  # the members of RATES that the file has
    device: str


def product_of(result):
    """", transpose, 8 columns (right), dot" if a result of sporos_spmv is of another product than y = A*x; part of the
    name of its matrix, since different products of a matrix are not compared."""
    words = [result[name] for name in ("operation", "epilogue") if result.get(name, "none") != "none"]
    if result.get("columns", 1) != 1:
        words.insert(1 if result.get("operation", "none") != "none" else 0,
                     f"{result['columns']} columns ({result['layout']})")
    return "".join(", " + word for word in words)


def device_of(facts):
    if facts.get("gpu"):
        return facts["gpu"]
    threads = facts.get("threads", "1")
    return f"{facts.get('execution_space', 'unknown device')}, {threads} thread{'' if str(threads) == '1' else 's'}"


def algorithm_of(storage, algorithm):
    """Storage formats of Sporos by their names, and the one that a plan chooses."""
    if algorithm != "format":
        return algorithm
    return CHOSEN_FORMAT if storage == "automatic" else f"format {storage}"


def from_benchmark(content):
    """Records of a file of Google Benchmark: its names are spmv/<library>/<format>/<algorithm>/<scalar>/<matrix>."""
    device = device_of(content["context"])
    product = content["context"].get("product", "")
    for entry in content["benchmarks"]:
        parts = entry["name"].split("/iterations:")[0].split("/", 5)
        if parts[0] != "spmv" or len(parts) != 6 or entry.get("error_occurred") or entry.get("run_type") == "aggregate":
            continue
        seconds = entry["real_time"] * UNITS[entry["time_unit"]]
        from_memory = entry.get("flushed_s", seconds)
        shape = tuple(int(entry[name]) for name in SHAPE) if "coop" in entry else None
        rates = {name: entry[name] * (seconds / from_memory) for name in RATES if name in entry}
        # If row offsets are not the problem's own, their type follows the algorithm.
        algorithm = algorithm_of(parts[2], parts[3].split(":")[0])
        matrix = parts[5] + (f", {product}" if product else "")
        yield Record(matrix, parts[4], parts[1], algorithm, from_memory, shape, rates, device)


def from_spmv(problem):
    """Records of one matrix of sporos_spmv; a result that is wrong or impossible has no time and is left out."""
    device = device_of(problem["environment"])
    renumbered = RENUMBERED if problem["matrix"].get("renumbered") else ""
    timed = [r for r in problem["results"] if not isinstance(r["median_s"], str)]
    has_flushed = any(r["cache"] == "flushed" for r in timed)
    for result in timed:
        if has_flushed and result["cache"] == "warm":
            continue
        shape = result["shape"] and tuple(result["shape"][name] for name in SHAPE)
        rates = {name: result[name] for name in RATES if result.get(name) is not None}
        algorithm = algorithm_of(result["format"], result["algorithm"])
        matrix = problem["matrix"]["name"] + product_of(result) + renumbered
        yield Record(matrix, result["scalar"], result["library"], algorithm, result["median_s"], shape, rates, device)


def read_json(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise WrongInput(f"{path}: {error}") from error


def load(path, scalar):
    """The records of one file with one scalar type; at least one."""
    content = read_json(path)
    try:
        if isinstance(content, dict) and "benchmarks" in content:
            records = list(from_benchmark(content))
        else:
            problems = content if isinstance(content, list) else [content]
            records = [record for problem in problems for record in from_spmv(problem)]
    except (KeyError, TypeError, AttributeError) as error:
        raise WrongInput(f"{path} is not from sporos_spmv or sporos_benchmark: {error!r}") from error
    records = [record for record in records if record.scalar == scalar]
    if not records:
        raise WrongInput(f"{path} has no times in {scalar}")
    return records


def load_all(paths, scalar):
    return [record for path in paths for record in load(path, scalar)]


def by_matrix(records):
    groups = {}
    for record in records:
        groups.setdefault(record.matrix, []).append(record)
    return groups


def least(records):
    return min((record.seconds for record in records), default=None)


def is_swept(record):
    return record.library == "Sporos" and record.algorithm.startswith("coop-")


def shape_shares(records, number):
    """{matrix: {value of coop, repeat or block_size: speed of the best shape with it over that of the best shape}}."""
    place = SHAPE.index(number)
    shares = {}
    for matrix, group in by_matrix(filter(is_swept, records)).items():
        values = sorted({record.shape[place] for record in group})
        best = least(group)
        shares[matrix] = {value: best / least(r for r in group if r.shape[place] == value) for value in values}
    return shares


def rule_shares(records):
    """{matrix: [share of the optimum under reguly_giles_2012, under Sporos' rule]}; the optimum is the best of a sweep
    and of the two."""
    shares = {}
    for matrix, group in by_matrix(r for r in records if r.library == "Sporos").items():
        ruled = [least(r for r in group if r.algorithm == name) for name in ("rule-reguly_giles_2012", "rule-sporos")]
        swept = least(filter(is_swept, group))
        if swept and all(ruled):
            shares[matrix] = [min([swept] + ruled) / seconds for seconds in ruled]
    return shares


def algorithm_rates(records, algorithms, rate="gflops"):
    """{matrix: [rate of each algorithm of Sporos, or None]} for the matrices that have two of them."""
    rates = {}
    for matrix, group in by_matrix(r for r in records if r.library == "Sporos" and rate in r.rates).items():
        found = [max((r.rates[rate] for r in group if r.algorithm == name), default=None) for name in algorithms]
        if sum(number is not None for number in found) >= min(2, len(algorithms)):
            rates[matrix] = found
    return rates


def split_renumbered(records):
    """Records of matrices in their original order, and those of the renumbered ones with the same names."""
    before = [record for record in records if not record.matrix.endswith(RENUMBERED)]
    after = [replace(record, matrix=record.matrix[:-len(RENUMBERED)]) for record in records if record not in before]
    return before, after


def before_and_after(before, after, algorithm):
    """{matrix: [GFLOP/s before, after]} of an algorithm of Sporos, for the matrices of both."""
    first = algorithm_rates(before, [algorithm])
    second = algorithm_rates(after, [algorithm])
    return {matrix: first[matrix] + second[matrix] for matrix in first if matrix in second}


def model_rates(records, algorithm):
    """{matrix: [minimum, effective, caching GB/s]} of an algorithm of Sporos that was run with --model; 0 where there is
    no caching estimate."""
    rates = {}
    for record in records:
        if record.library == "Sporos" and record.algorithm == algorithm and "min_gbs" in record.rates:
            rates[record.matrix] = [record.rates.get(name, 0) for name in ("min_gbs", "effective_gbs", "caching_gbs")]
    return rates if any(caching for *_, caching in rates.values()) else {}


def speed_ups(records):
    """{matrix: {algorithm of Sporos: time of the fastest peer over its time}}; of storage formats only the chosen one."""
    result = {}
    for matrix, group in by_matrix(records).items():
        peer = least(r for r in group if r.library != "Sporos")
        ours = dict.fromkeys(r.algorithm for r in group
                             if r.library == "Sporos" and not r.algorithm.startswith("format "))
        if peer and ours:
            result[matrix] = {name: peer / least(r for r in group if r.library == "Sporos" and r.algorithm == name)
                              for name in ours}
    return result


def load_tuning(paths, scalar):
    """The entries {"tuner", "matrix", "scalar", "optimum_s", "products_s": [...]} of JSON lists."""
    entries = []
    for path in paths:
        content = read_json(path)
        try:
            entries += [entry for entry in content if entry["scalar"] == scalar and
                        entry["optimum_s"] > 0 and entry["products_s"] and min(entry["products_s"]) > 0 and
                        isinstance(entry["tuner"], str) and isinstance(entry["matrix"], str)]
        except (KeyError, TypeError) as error:
            raise WrongInput(f"{path} is no list of tuned products: {error!r}") from error
    return entries


def tuning_shares(entries):
    """{tuner: (mean share of the optimum in product 1, 2, ...; mean share of the fastest product until then)}."""
    shares = {}
    for tuner in dict.fromkeys(entry["tuner"] for entry in entries):
        own = [entry for entry in entries if entry["tuner"] == tuner]
        count = min(len(entry["products_s"]) for entry in own)
        each, best = [], []
        for product in range(count):
            each.append(mean([e["optimum_s"] / e["products_s"][product] for e in own]))
            best.append(mean([e["optimum_s"] / min(e["products_s"][:product + 1]) for e in own]))
        shares[tuner] = (each, best)
    return shares


def mean(numbers):
    return sum(numbers) / len(numbers)


def geometric_mean(numbers):
    return math.exp(mean([math.log(number) for number in numbers]))
