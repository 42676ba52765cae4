# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What fit_host_costs.py makes of small made-up files. Needs nothing but Python."""
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fit_host_costs.py")
HEADER = os.path.join(os.path.dirname(PROGRAM), "..", "policies", "formats", "Sporos_HostFormatCosts.hpp")
sys.path.insert(0, os.path.dirname(PROGRAM))
import fit_host_costs as fit  # noqa: E402
import made_up  # noqa: E402

CRS_BYTES = 7000 * 12 + 4 * 1001
VECTORS = 8 * 2000


def problem(name, crs, longest_row=7, host_level="avx2", threads="1", deviation=0.0, **formats):
    """Formats are (seconds, bytes)."""
    def result(storage, algorithm, seconds, why):
        return {"library": "Sporos", "format": storage, "algorithm": algorithm, "scalar": "double", "median_s": seconds,
                "setup_s": 10 * crs, "why": why}
    results = [result("crs", "automatic", crs, "the rule")]
    results += [result(storage, "format", seconds, f"the compressed rows converted, {stored} bytes")
                for storage, (seconds, stored) in formats.items()]
    return {"matrix": {"name": name, "rows": 1000, "columns": 1000, "nnz": 7000, "longest_row": longest_row,
                       "row_deviation": deviation},
            "environment": {"threads": threads, "host_level": host_level}, "results": results}


class FitHostCosts(unittest.TestCase):
    def test_speed_is_bytes_a_second_over_those_of_compressed_rows(self):
        case = fit.Case(problem("grid", 2.0, dia=(1.0, CRS_BYTES)))
        self.assertEqual(case.speeds, {"dia": 2.0})
        case = fit.Case(problem("grid", 2.0, ell=(2.0, 2 * CRS_BYTES + VECTORS), ellpack_r=(1.0, CRS_BYTES)))
        self.assertEqual(case.speeds, {"ell": 2.0})

    def test_what_the_choice_would_not_look_at_is_missed_and_not_offered(self):
        case = fit.Case(problem("web", 2.0, longest_row=900, delta_crs=(1.0, CRS_BYTES), packet=(1.6, CRS_BYTES)))
        self.assertEqual(case.speeds, {})
        self.assertEqual(case.share(dict.fromkeys(fit.PLACES, 1.0)), 0.5)

    def test_rows_are_told_apart_as_by_the_header(self):
        def rows(mean, deviation):
            return fit.rows_of({"rows": 100, "nnz": 100 * mean, "row_deviation": deviation})
        self.assertEqual([rows(65, 9), rows(64, 9), rows(32, 9), rows(7, 0.9), rows(7, 1), rows(4, 0.9), rows(4, 1.1)],
                         ["many", "even", "varied", "even", "varied", "even", "varied"])

    def test_slices_of_long_rows_are_not_offered_where_threads_would_wait(self):
        self.assertEqual(fit.Case(problem("a", 2.0, longest_row=437, sell=(1.0, CRS_BYTES))).speeds, {"sell": 2.0})
        self.assertEqual(fit.Case(problem("a", 2.0, longest_row=438, sell=(1.0, CRS_BYTES))).speeds, {})
        self.assertEqual(fit.Case(problem("a", 2.0, longest_row=219, threads="2", sell=(1.0, CRS_BYTES))).speeds, {})

    def test_fit_takes_the_format_that_is_faster_and_leaves_the_one_that_is_slower(self):
        cases = [fit.Case(problem("a", 2.0, dia=(1.0, CRS_BYTES), sell=(3.0, CRS_BYTES))),
                 fit.Case(problem("b", 2.0, dia=(1.5, CRS_BYTES), sell=(2.5, CRS_BYTES)))]
        speeds = fit.fit(cases)
        self.assertEqual([case.share(speeds) for case in cases], [1.0, 1.0])

    def test_a_format_that_fits_into_a_cache_is_told_from_one_that_does_not(self):
        cache = fit.cache_bytes(1)
        cases = [fit.Case(problem("a", 2.0, dia=(1.0, cache - VECTORS))),
                 fit.Case(problem("b", 2.0, dia=(1.0, cache - VECTORS + 1)))]
        self.assertEqual([case.offered for case in cases], [{}, {}])  # more than four times the compressed rows
        wide = dict(problem("c", 2.0), matrix={"name": "c", "rows": 1000, "columns": 1000, "nnz": 10**6, "longest_row": 1000,
                                               "row_deviation": 0.0})
        for stored, cached in ((cache - VECTORS, True), (cache - VECTORS + 1, False)):
            wide["results"] = problem("c", 2.0, dia=(1.0, stored))["results"]
            self.assertEqual(fit.Case(wide).offered["dia"][3], cached)

    def test_with_many_threads_large_formats_count_as_faster_than_they_were(self):
        wide = dict(problem("c", 2.0, threads="4"), matrix={"name": "c", "rows": 1000, "columns": 1000, "nnz": 10**6,
                                                            "longest_row": 1000, "row_deviation": 0.0})
        wide["results"] = problem("c", 2.0, dia=(1.0, fit.cache_bytes(4)))["results"]
        many = fit.Case(wide).speeds["dia"]
        wide["environment"] = {"threads": "3", "host_level": "avx2"}
        self.assertAlmostEqual(many, fit.Case(wide).speeds["dia"] / 0.7)

    def test_bytes_tell_matrices_of_one_format_apart(self):
        cases = [fit.Case(problem("a", 2.0, dia=(1.0, CRS_BYTES // 2))),
                 fit.Case(problem("b", 2.0, dia=(4.0, 3 * CRS_BYTES)))]
        self.assertEqual([case.share(fit.fit(cases)) for case in cases], [1.0, 1.0])

    def test_writes_the_table_of_the_header_and_judges_what_is_held_out(self):
        for level in ("avx2", "avx512_masks", "avx512"):
            with self.subTest(level):
                self.check_table(level, level)

    def test_refuses_runs_of_two_tables(self):
        for level in ("avx512", "avx512_masks"):
            with self.assertRaises(subprocess.CalledProcessError) as caught:
                self.check_table("avx2", level)
            self.assertIn("fit them separately", caught.exception.stderr)

    def check_table(self, level_of_a, level_of_b):
        with tempfile.TemporaryDirectory() as folder:
            files = [made_up.write(os.path.join(folder, "a.json"),
                                   [problem("a", 2.0, host_level=level_of_a, dia=(1.0, CRS_BYTES))]),
                     made_up.write(os.path.join(folder, "b.json"),
                                   [problem("b", 2.0, host_level=level_of_b, dia=(4.0, CRS_BYTES))])]
            matrices = os.path.join(folder, "matrices.txt")
            with open(matrices, "w", encoding="utf-8") as file:
                file.write("a fitted\n")
            written = os.path.join(folder, "header.hpp")
            with open(HEADER, encoding="utf-8") as source, open(written, "w", encoding="utf-8") as copy:
                copy.write(source.read())
            command = [sys.executable, "-B", PROGRAM, *files, "--matrices", matrices, "--write", written]
            said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            self.assertIn("fitted: 100.0 %", said)
            self.assertIn("held out: 50.0 %", said)
            with open(written, encoding="utf-8") as file:
                text = file.read()
            before = text[:text.index("{Format::dia, " + 3 * "{2.00, 2.00, 2.00, 2.00}, " + "10},")]
            table = {"avx2": "fours", "avx512_masks": "masks", "avx512": "eights"}[level_of_b]
            self.assertEqual(before.rsplit("fit_host_costs.py: begin ", 1)[1].split("\n", 1)[0], table)
            self.assertEqual(text.count("{Format::dia,"), 4)
            self.assertIn("constexpr double host_format_speed", text)


if __name__ == "__main__":
    unittest.main()
