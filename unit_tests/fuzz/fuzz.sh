#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# fuzz.sh FOLDER SECONDS [NAME...]: runs the fuzzers that were built in FOLDER (such as build-fuzz), or only those
# named, for SECONDS each, one after the other, and prints a table. Their corpus stays in FOLDER/fuzz/NAME for the next
# call, and their findings in FOLDER/fuzz/NAME-*. Exit code: 0 no findings, 1 some, 2 wrong arguments.
set -u

fail() {
  echo "fuzz.sh: $1" >&2
  exit 2
}

case ${2:-} in '' | *[!0-9]*) fail "usage: fuzz.sh FOLDER SECONDS [NAME...]" ;; esac
folder=$1
seconds=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
programs=$(find "$folder" -type f -name 'fuzz_*' -perm -u+x | sort)
if [ -z "$programs" ]; then fail "there is no program fuzz_* below $folder; build with the preset fuzz"; fi
if [ $# -eq 0 ]; then
  for program in $programs; do set -- "$@" "$(basename "$program" | sed 's/^fuzz_//')"; done
fi
options=$(grep '^-' "$here/options.txt")
results=$folder/fuzz
mkdir -p "$results"

# last NAME PATTERN: the last number after PATTERN in the log of a harness.
last() { grep -oE "$2 *[0-9]+" "$results/$1.log" | tail -n 1 | grep -oE '[0-9]+$'; }

total=0
printf '%-20s %10s %10s %10s %10s %8s\n' harness runs 'runs/s' coverage corpus findings
for name in "$@"; do
  program=$(echo "$programs" | grep "/fuzz_$name\$")
  if [ -z "$program" ]; then fail "there is no harness $name below $folder"; fi
  mkdir -p "$results/$name"
  before=$(find "$results" -maxdepth 1 -name "$name-*" | wc -l)
  # shellcheck disable=SC2086 # one argument an option
  "$program" -max_total_time="$seconds" $options -artifact_prefix="$results/$name-" "$results/$name" \
    "$here/corpus/$name" >"$results/$name.log" 2>&1
  status=$?
  findings=$(($(find "$results" -maxdepth 1 -name "$name-*" | wc -l) - before))
  if [ $status -ne 0 ] && [ $findings -eq 0 ]; then findings=1; fi # it ended without an input to show
  total=$((total + findings))
  printf '%-20s %10s %10s %10s %10s %8s\n' "$name" "$(last "$name" stat::number_of_executed_units:)" \
    "$(last "$name" stat::average_exec_per_sec:)" "$(last "$name" cov:)" "$(last "$name" corp:)" $findings
done
if [ $total -gt 0 ]; then
  echo "$total findings: see $results" >&2
  exit 1
fi
