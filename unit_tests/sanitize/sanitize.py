#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tests of GoogleTest programs under NVIDIA's compute-sanitizer, few at a time, on all GPUs at once.

usage: sanitize.py TOOL PROGRAM... [options]

TOOL            memcheck, racecheck, initcheck or synccheck
--filter TEXT   which tests, as --gtest_filter says it
--each N        tests of a suite in one process (default 2)
--gpus N        GPUs to use (default 1)
--jobs N        processes on each (default 6)
--seconds N     time after which what still runs is ended and nothing else begun (default: none)
--done FILE     tests in it are left out, those found clean are added to it: to go on later
--parts N       each test N times, on every Nth matrix of the gallery: for tests that go through all and take long

Prints what each process says that is not clean. Exit status: 0 where all are clean, 1 where one is not, 2 where some have
not come to an end.
"""
import argparse
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import time


def tests_of(program, wanted):
    """Names of the program's tests, suite by suite. Whatever else it prints is passed over."""
    printed = subprocess.run([program, "--gtest_list_tests", f"--gtest_filter={wanted}"], capture_output=True, text=True,
                             check=True, env=dict(os.environ, CUDA_VISIBLE_DEVICES="0")).stdout
    suite, tests = None, []
    for line in printed.splitlines():
        begins_suite = re.match(r"([\w/]+\.)(\s|$)", line)
        is_test = re.match(r"  ([\w/]+)(\s|$)", line)
        if begins_suite:
            suite = begins_suite.group(1)
        elif is_test and suite:
            tests.append(suite + is_test.group(1))
    return tests


def portions(tests, most):
    """At most so many tests of one suite."""
    found = []
    for test in tests:
        suite = test.split(".")[0]
        if not found or len(found[-1]) == most or found[-1][0].split(".")[0] != suite:
            found.append([])
        found[-1].append(test)
    return found


def in_words(tests, part):
    return [test if part == "1/1" else f"{test} {part}" for test in tests]


class Run:
    def __init__(self, options):
        self.options = options
        self.end = None if options.seconds is None else time.monotonic() + options.seconds
        self.lock = threading.Lock()
        self.waiting = queue.Queue()
        self.clean, self.unclean, self.unfinished = [], [], []
        done = set()
        if options.done and os.path.exists(options.done):
            with open(options.done, encoding="utf-8") as file:
                done = set(file.read().splitlines())
        for program in options.programs:
            tests = tests_of(program, options.filter)
            if not tests:
                sys.exit(f"sanitize.py: {program} has no test {options.filter}")
            for part in [f"{k}/{options.parts}" for k in range(1, options.parts + 1)]:
                left = [test for test in tests if done.isdisjoint(self.entries(program, [test], part))]
                for portion in portions(left, options.each):
                    self.waiting.put((program, portion, part))

    def entries(self, program, tests, part):
        return [f"{self.options.tool} {os.path.basename(program)} {name}" for name in in_words(tests, part)]

    def left(self):
        return None if self.end is None else self.end - time.monotonic()

    def run(self):
        threads = [threading.Thread(target=self.work, args=(str(job % self.options.gpus),))
                   for job in range(self.options.gpus * self.options.jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        while not self.waiting.empty():
            _, tests, part = self.waiting.get()
            self.unfinished += in_words(tests, part)
        return 1 if self.unclean else 2 if self.unfinished else 0

    def work(self, gpu):
        while self.end is None or self.left() > 0:
            try:
                work = self.waiting.get_nowait()
            except queue.Empty:
                return
            self.note(*work, *self.sanitize(gpu, *work))

    def sanitize(self, gpu, program, tests, part):
        """What the process returned, None where it was ended, and what it said."""
        command = ["compute-sanitizer", "--tool", self.options.tool, "--error-exitcode", "1", "--print-limit", "20",
                   program, "--gtest_filter=" + ":".join(tests)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                              env=dict(os.environ, CUDA_VISIBLE_DEVICES=gpu, SPOROS_GALLERY_PART=part),
                              start_new_session=True) as process:
            try:
                said = process.communicate(timeout=self.left())[0]
                return process.returncode, said
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)  # the program, too
                return None, ""

    def note(self, program, tests, part, status, said):
        with self.lock:
            names = in_words(tests, part)
            (self.unfinished if status is None else self.unclean if status else self.clean).extend(names)
            if status:
                print(f"{os.path.basename(program)} {' '.join(names)}\n{said}", flush=True)
            if status == 0 and self.options.done:
                with open(self.options.done, "a", encoding="utf-8") as file:
                    file.writelines(entry + "\n" for entry in self.entries(program, tests, part))


def main(arguments):
    parser = argparse.ArgumentParser(usage=__doc__.strip().split("usage: ", 1)[1])
    parser.add_argument("tool", choices=["memcheck", "racecheck", "initcheck", "synccheck"])
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--filter", default="*")
    parser.add_argument("--each", type=int, default=2)
    parser.add_argument("--gpus", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=6)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--done")
    parser.add_argument("--parts", type=int, default=1)
    if shutil.which("compute-sanitizer") is None:
        sys.exit("sanitize.py: there is no compute-sanitizer in PATH")
    run = Run(parser.parse_args(arguments))
    status = run.run()
    print(f"{run.options.tool}: {len(run.clean)} tests clean, {len(run.unclean)} not, {len(run.unfinished)} unfinished")
    for test in run.unfinished:
        print(f"unfinished: {test}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
