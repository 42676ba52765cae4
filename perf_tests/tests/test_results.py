# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What results.py makes of small made-up files. Needs nothing but Python."""
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import made_up  # noqa: E402
import results  # noqa: E402


class Results(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, content, name="file.json"):
        return made_up.write(os.path.join(self.folder.name, name), content)

    def load(self, content):
        return results.load(self.file(content), "double")

    def test_share_is_best_over_the_other_numbers(self):
        records = self.load(made_up.sweep())
        self.assertEqual(results.shape_shares(records, "coop"), {m: {1: 0.5, 2: 1.0} for m in ("grid", "web")})
        self.assertEqual(results.shape_shares(records, "repeat")["grid"], {1: 0.4, 2: 1.0})
        self.assertEqual(results.shape_shares(records, "block_size")["web"], {64: 0.5, 128: 1.0})

    def test_rules_are_measured_by_the_best_shape(self):
        self.assertEqual(results.rule_shares(self.load(made_up.sweep()))["grid"], [0.5, 0.8])

    def test_rule_that_beats_the_sweep_is_the_optimum(self):
        entries = [("Sporos", "coop-1-1-64", "grid", 4, (1, 1, 64), {}), ("Sporos", "rule-sporos", "grid", 2, None, {}),
                   ("Sporos", "rule-reguly_giles_2012", "grid", 8, None, {})]
        self.assertEqual(results.rule_shares(self.load(made_up.benchmark(entries))), {"grid": [0.25, 1.0]})

    def test_speed_up_is_over_the_fastest_peer(self):
        speed_ups = results.speed_ups(self.load(made_up.algorithms()))
        self.assertEqual((speed_ups["grid"]["automatic"], speed_ups["grid"]["pcsr"]), (2.0, 0.5))
        self.assertEqual(speed_ups["web"], {"automatic": 0.5, "pcsr": 0.25})

    def test_of_the_storage_formats_the_chosen_one_is_compared(self):
        problem = made_up.spmv([made_up.result("Sporos", "automatic", 2.0), made_up.result("Eigen", "spmv", 4.0)] + [
            made_up.result("Sporos", "format", seconds, format=name) for name, seconds in (("dia", 0.5), ("automatic", 1.0))])
        self.assertEqual(results.speed_ups(self.load([problem])), {"grid": {"automatic": 2.0, "automatic, any format": 4.0}})

    def test_aggregates_are_no_measurements(self):
        entries = [("Sporos", "coop", "grid", 4, None, {}), ("Sporos", "coop", "grid", 0.5, None, {"run_type": "aggregate"})]
        self.assertEqual([record.seconds for record in self.load(made_up.benchmark(entries))], [4e-6])

    def test_algorithms_need_company_to_be_compared(self):
        rates = results.algorithm_rates(self.load(made_up.algorithms()), ["pcsr", "ipcsr"])
        self.assertEqual(rates, {"grid": [125, 250]})

    def test_time_from_memory_counts_where_there_are_both(self):
        flushed = self.load(made_up.benchmark([("Sporos", "coop", "grid", 2, None, {"flushed_s": 8e-6})]))
        self.assertEqual((flushed[0].seconds, flushed[0].rates["gflops"]), (8e-6, 125))
        both = made_up.spmv([made_up.result("Sporos", "coop", 1.0, "warm"),
                             made_up.result("Sporos", "coop", 3.0, "flushed")])
        self.assertEqual([record.seconds for record in self.load(both)], [3.0])
        warm = made_up.spmv([made_up.result("Sporos", "coop", 1.0, "warm")])
        self.assertEqual([record.seconds for record in self.load(warm)], [1.0])

    def test_result_without_a_time_is_left_out(self):
        problem = made_up.spmv([made_up.result("Sporos", "coop", 1.0), made_up.result("Eigen", "x", "cannot: reason"),
                                made_up.result("MKL", "x", 2.0, shape=None)])
        self.assertEqual([record.library for record in self.load(problem)], ["Sporos", "MKL"])

    def test_three_bandwidths_where_the_model_was_asked_for(self):
        problem = made_up.spmv([made_up.result("Sporos", "coop", 1.0, caching_gbs=12),
                                made_up.result("Sporos", "spmv", 1.0)])
        records = self.load([problem])
        self.assertEqual(results.model_rates(records, "coop"), {"grid": [10, 16, 12]})
        self.assertEqual(results.model_rates(records, "spmv"), {})

    def test_before_and_after_are_matched_by_name(self):
        before = self.load(made_up.algorithms())
        after = self.load(made_up.benchmark([("Sporos", "automatic", "grid", 1, None, {}),
                                             ("Sporos", "automatic", "other", 1, None, {})]))
        self.assertEqual(results.before_and_after(before, after, "automatic"), {"grid": [500, 1000]})

    def test_before_and_after_are_told_apart_in_one_file(self):
        before, after = results.split_renumbered(self.load(made_up.renumbered()))
        self.assertEqual([(len(records), records[0].matrix) for records in (before, after)], [(1, "grid"), (1, "grid")])
        self.assertEqual(results.before_and_after(before, after, "automatic"), {"grid": [2, 4]})

    def test_renumbered_matrix_is_another_one(self):
        rates = results.algorithm_rates(self.load(made_up.renumbered()), ["automatic"])
        self.assertEqual(rates, {"grid": [2], "grid, renumbered": [4]})

    def test_another_product_is_another_matrix(self):
        def measured(library, seconds, **kind):
            return made_up.result(library, "spmv", seconds, **dict({"operation": "none", "columns": 1, "layout": None,
                                                                    "epilogue": "none"}, **kind))
        kinds = [{}, {"operation": "transpose"}, {"columns": 8, "layout": "right"}, {"epilogue": "dot"},
                 {"operation": "conjugate_transpose", "columns": 2, "layout": "left"}]
        problem = made_up.spmv([measured(library, seconds, **kind) for kind in kinds
                                for library, seconds in (("Sporos", 1.0), ("Eigen", 2.0))])
        self.assertEqual(results.speed_ups(self.load([problem])), {
            name: {"spmv": 2.0} for name in (
                "grid", "grid, transpose", "grid, 8 columns (right)", "grid, dot",
                "grid, conjugate_transpose, 2 columns (left)")})
        problem["matrix"]["renumbered"] = True
        before, after = results.split_renumbered(self.load([problem]))
        self.assertEqual((before, after[2].matrix), ([], "grid, transpose"))

    def test_the_product_of_a_benchmark_is_in_its_context(self):
        context = {"execution_space": "Serial", "threads": "1", "product": "transpose"}
        records = self.load(made_up.benchmark([("Sporos", "spmv", "grid", 4, None, {})], context))
        self.assertEqual([record.matrix for record in records], ["grid, transpose"])

    def test_tuning_by_product(self):
        entries = results.load_tuning([self.file(made_up.tuning())], "double")
        shares = results.tuning_shares(entries)
        self.assertEqual(shares["paper"], ([0.75, 0.625, 1.0], [0.75, 0.75, 1.0]))
        self.assertEqual(shares["ours"], ([0.8], [0.8]))

    def test_names_the_device(self):
        self.assertEqual(self.load(made_up.sweep())[0].device, "Serial, 1 thread")
        self.assertEqual(self.load(made_up.spmv([made_up.result("Sporos", "coop", 1.0)]))[0].device, "Some GPU")

    def test_refuses_other_files(self):
        for content in ({}, {"benchmarks": []}, [1], "text"):
            with self.assertRaises(results.WrongInput):
                self.load(content)
        with self.assertRaises(results.WrongInput):
            results.load(os.path.join(self.folder.name, "missing.json"), "double")
        with self.assertRaises(results.WrongInput):
            results.load(self.file(made_up.sweep()), "float")
        with self.assertRaises(results.WrongInput):
            results.load_tuning([self.file([{"tuner": "paper"}])], "double")


if __name__ == "__main__":
    unittest.main()
