# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What formats.py makes of small made-up files. Needs nothing but Python."""
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import formats  # noqa: E402
import made_up  # noqa: E402


def of_format(name, time, conversion, **others):
    return made_up.result("Sporos", "format", time, format=name, setup_s=conversion, **others)


def grid():
    return made_up.spmv([
        made_up.result("Sporos", "automatic", 4e-6, setup_s=1e-6), made_up.result("Sporos", "spmv", 1e-6, setup_s=0),
        of_format("dia", 2e-6, 6e-6), of_format("ell", 8e-6, 16e-6), of_format("coo", "too much memory", None),
        of_format("automatic", 2.5e-6, 9e-6, runs="dia"), made_up.result("cuSPARSE", "alg1", 5e-6),
        made_up.result("cuSPARSE", "sell", 1e-6, format="sell"), made_up.result("cuSPARSE", "bsr", 2e-6, format="bsr"),
        made_up.result("cuSPARSE", "coo", 5e-7, format="coo")])


def small():
    """Timed warm and with flushed caches."""
    return made_up.spmv([
        made_up.result("Sporos", "automatic", time, cache, setup_s=0) for time, cache in ((1e-6, "warm"),
                                                                                       (2e-6, "flushed"))] + [
        of_format("automatic", time, 0, cache=cache, runs="crs") for time, cache in ((1e-6, "warm"),
                                                                                     (2e-6, "flushed"))])


class Formats(unittest.TestCase):
    def table(self, kind, content):
        with tempfile.TemporaryDirectory() as folder:
            return formats.table(kind, made_up.write(os.path.join(folder, "file.json"), content)).split("\n")

    def test_products_have_speed_conversion_and_break_even(self):
        lines = self.table("products", grid())
        self.assertEqual(lines[0], "| matrix | crs | dia | ell | coo |")
        self.assertEqual(lines[1], "|---|---|---|---|---|")
        self.assertEqual(lines[2], "| grid | 4.0 | 2.0 (2.00; 3; 3) | 8.0 (0.50; 2; never) | refused |")

    def test_rates_are_those_of_the_file(self):
        self.assertEqual(self.table("rates", grid())[2], "| grid | 2 / 10 | 2 / 10 | 2 / 10 | refused |")

    def test_a_wrong_answer_is_no_refusal(self):
        content = small()
        content["results"] += [of_format("ell", "wrong", None, cache="warm"), of_format("dia", "cannot: x", None, cache="warm")]
        self.assertEqual(self.table("products", [content])[2], "| grid | 2.0 | wrong | refused |")

    def test_other_algorithms_stand_beside_compressed_rows(self):
        content = made_up.spmv([made_up.result("Sporos", "automatic", 4e-6), made_up.result("Sporos", "vector", 2e-6),
                                of_format("automatic", 4e-6, 0, runs="crs")])
        self.assertEqual(self.table("products", content)[0], "| matrix | crs | crs vector |")
        self.assertEqual(self.table("products", content)[2], "| grid | 4.0 | 2.0 (2.00) |")
        self.assertEqual(self.table("choice", content)[2], "| grid | crs | crs | 100 % | 1.00 |  |  |  |  |")

    def test_choice_is_measured_by_the_fastest(self):
        lines = self.table("choice", grid())
        self.assertEqual(lines[2], "| grid | dia | dia | 80 % | 1.60 | 2.00 | 0.40 | 0.80 | 0.20 |")
        self.assertEqual(lines[3], "| mean |  |  | 80 % | 1.60 | 2.00 | 0.40 | 0.80 | 0.20 |")

    def test_times_are_from_memory(self):
        self.assertEqual(self.table("products", [small()])[2], "| grid | 2.0 |")
        self.assertEqual(self.table("choice", [small()])[2], "| grid | crs | crs | 100 % | 1.00 |  |  |  |  |")

    def test_updates_are_in_products(self):
        content = made_up.spmv([made_up.result("Sporos", "automatic", 4e-6, update_s=None),
                                of_format("dia", 2e-6, 6e-6, update_s=3e-6), of_format("coo", "too much memory", None)])
        self.assertEqual(self.table("updates", content)[0], "| matrix | crs | dia | coo |")
        self.assertEqual(self.table("updates", content)[2], "| grid |  | 1.5 |  |")


if __name__ == "__main__":
    unittest.main()
