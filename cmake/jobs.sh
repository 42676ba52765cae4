#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Prints how many compilers to run at once: one per processor, but 2 GB of memory for each.
set -eu

jobs=$(nproc 2>/dev/null || echo 1)
memory=$(awk '/^MemAvailable:/ { print int($2 / 2000000) }' /proc/meminfo 2>/dev/null || echo 1)
if [ "${memory:-0}" -lt 1 ]; then memory=1; fi
if [ "$memory" -lt "$jobs" ]; then jobs=$memory; fi
echo "$jobs"
