#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu

usage() {
  cat <<'END'
usage: perf_tests/campaign.sh FOLDER [--program FILE] [--out FOLDER] [--parts LIST] [--scalars LIST] [--seconds N]
                              [--jobs N] [--least ENTRIES] [--matrices FILE] [--repetitions N]

Times Sporos beside every other library on a GPU, and makes the pages of docs/results of it:
  FOLDER         .mtx files, plain, .gz or .xz
  --program      sporos_spmv (build-cuda/perf_tests/sporos_spmv)
  --out          where everything is kept (campaign): the JSON of each run, all of it condensed (campaign.json), the pages
                 and the plots. A second call goes on where the first one ended
  --parts        held-out, operations, values, fitted, in this order; or `pages`, which measures nothing
  --scalars      double,float; operations and values are measured in the first
  --seconds      after so many nothing new begins, and what runs is stopped; its finished matrices count
  --jobs         so many programs at a time (1): one has the device and measures, the others read matrices and compute what
                 is right. At most half as many as the processor has cores
  --least        files of fewer entries are left out (40000)
  --matrices     generated matrices, and which matrices rules were fitted on (perf_tests/campaign_matrices.txt)
  --repetitions  samples of each (30)
END
}

fail() {
  echo "campaign.sh: $1" >&2
  exit "${2:-1}"
}

here=$(cd "$(dirname "$0")" && pwd -P)
folder=
program=$here/../build-cuda/perf_tests/sporos_spmv
out=campaign
parts=held-out,operations,values,fitted
scalars=double,float
seconds=1000000
jobs=1
least=40000
matrices=$here/campaign_matrices.txt
repetitions=30
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --program | --out | --parts | --scalars | --seconds | --jobs | --least | --matrices | --repetitions)
      if [ $# -lt 2 ]; then fail "$1 needs a value; see --help." 2; fi
      case $1 in
        --program) program=$2 ;;
        --out) out=$2 ;;
        --parts) parts=$2 ;;
        --scalars) scalars=$2 ;;
        --seconds) seconds=$2 ;;
        --jobs) jobs=$2 ;;
        --least) least=$2 ;;
        --matrices) matrices=$2 ;;
        --repetitions) repetitions=$2 ;;
      esac
      shift 2 ;;
    -*) fail "unknown option '$1'; see --help." 2 ;;
    *)
      if [ -n "$folder" ]; then fail "one folder, not '$folder' and '$1'; see --help." 2; fi
      folder=$1
      shift ;;
  esac
done
if [ -z "$folder" ]; then fail "say which folder; see --help." 2; fi
if [ ! -d "$folder" ]; then fail "there is no folder '$folder'." 2; fi
if [ ! -r "$matrices" ]; then fail "'$matrices' cannot be read." 2; fi
for number in "$seconds" "$jobs" "$least" "$repetitions"; do
  case $number in '' | *[!0-9]*) fail "'$number' is no whole number; see --help." 2 ;; esac
done
if [ "$jobs" -eq 0 ]; then fail "--jobs needs a number from 1 on; see --help." 2; fi
for part in $(echo "$parts" | tr ',' ' '); do
  case $part in
    held-out | operations | values | fitted | pages) ;;
    *) fail "there is no part '$part'; see --help." 2 ;;
  esac
done
if [ "$parts" != pages ] && [ ! -x "$program" ]; then
  fail "there is no program '$program'; build sporos_spmv and name it with --program." 2
fi

end=$(($(date +%s) + seconds))
mkdir -p "$out/json" "$out/matrices"
# shellcheck disable=SC2016
for file in "$folder"/*.mtx.xz; do
  unpacked=$out/matrices/$(basename "$file" .xz)
  if [ -f "$file" ] && [ ! -f "$unpacked" ]; then printf '%s\0%s\0' "$file" "$unpacked"; fi
done | xargs -0 -r -n 2 -P "$jobs" sh -c 'xz -dc "$1" >"$2.part" && mv "$2.part" "$2"' unpack
for file in "$folder"/*.mtx "$folder"/*.mtx.gz; do
  if [ -f "$file" ] && [ ! -e "$out/matrices/$(basename "$file")" ]; then
    ln -s "$(cd "$folder" && pwd -P)/$(basename "$file")" "$out/matrices/"
  fi
done

failed=0
# A program that is stopped during its first matrix leaves an empty file.
remove_empty() { find "$out/json" -name '*.json' -size 0 -exec rm {} +; }
remove_empty

# missing NAME SET PATTERN: the inputs of the set that match and that json/NAME-*.json does not have, but what no run of this
# call got past.
missing() {
  name=$1 its_set=$2 pattern=$3
  set -- "$out"/json/"$name"-[0-9]*.json
  if [ ! -e "$1" ]; then shift; fi
  # shellcheck disable=SC2086
  python3 -B "$here/campaign_data.py" missing --matrices "$matrices" --set $its_set --least "$least" \
    --folder "$out/matrices" "$@" | grep -E -- "$pattern" | grep -v -x -F -f "$out/skipped" >"$out/inputs" || true
}

# measure NAME SET PATTERN OPTION...: what is missing. What a stopped program has finished stands in its JSON; where it ended
# by itself, another one goes on behind the matrix that it ended at.
measure() {
  name=$1 its_set=$2 pattern=$3
  shift 3
  if [ "$jobs" -gt 1 ]; then set -- "$@" --lock "$out/lock"; fi
  : >"$out/skipped"
  while missing "$name" "$its_set" "$pattern" && [ -s "$out/inputs" ]; do
    left=$((end - $(date +%s)))
    if [ "$left" -lt 5 ]; then return; fi
    number=$(wc -l <"$out/inputs")
    echo "== $name: $number matrices"
    shares=$(((number + 1) / 2)) # to start a program takes time
    if [ "$shares" -gt "$jobs" ]; then shares=$jobs; fi
    run=0 started=
    for place in $(seq "$shares"); do
      share=$out/inputs-$place
      awk "NR % $shares == $place % $shares" "$out/inputs" >"$share"
      run=$((run + 1))
      while [ -e "$out/json/$name-$run.json" ]; do run=$((run + 1)); done
      tr '\n' '\0' <"$share" >"$share.0"
      xargs -0 timeout "$left" "$program" "$@" --repetitions "$repetitions" \
        --json "$out/json/$name-$run.json" <"$share.0" >"$out/$name-$run.txt" 2>&1 &
      started="$started $!:$run:$share"
    done
    ended=
    for one in $started; do
      if ! wait "${one%%:*}"; then ended="$ended ${one#*:}"; fi
    done
    remove_empty
    if [ -z "$ended" ] || [ "$(date +%s)" -ge "$end" ]; then return; fi
    missing "$name" "$its_set" "$pattern"
    for one in $ended; do
      tail -n 3 "$out/$name-${one%%:*}.txt" >&2
      failed=$((failed + 1))
      grep -x -F -f "${one#*:}" "$out/inputs" | head -n 1 >>"$out/skipped" || true
    done
  done
}

peers() {
  "$program" --list | sed -n 's/.*[Pp]eers[^:]*: *//p' | tr -d ' ' | tr ',' '\n' | grep -v '^packet$' | paste -sd, -
}

first=${scalars%%,*}
# Large matrices of several families, and two files.
some='stencil7:1|fem3:4|delaunay:1|uniform:4|powerlaw:3|rmat:19|long:|band:|dc1:|facebook|bcsstk25'
# For several columns others, and more small ones: lanes and teams depend on the size.
some_columns='stencil9:13|stencil27:[38]|periodic:1|alternating:3|uniform:4|diagonals:2|arrow:1|powerlaw:[39]|dc1:|rmat:15'
some_columns="$some_columns|fem3:15|delaunay:5|bcsstk25|facebook|air04|lp_pilot87"
for part in $(echo "$parts" | tr ',' ' '); do
  case $part in
    held-out | fitted)
      for scalar in $(echo "$scalars" | tr ',' ' '); do
        measure "$part-$scalar" "$part" . --scalar "$scalar" --optimum --peers "$(peers)"
      done ;;
    # The files with their own numbers, whatever set they belong to, and constant coefficients.
    values)
      for its_set in held-out fitted; do
        measure "values-$its_set-$first" "$its_set --values" . --scalar "$first" --values file --peers "$(peers)"
      done ;;
    operations)
      others=$(peers | tr ',' '\n' | grep -v '^formats$' | paste -sd, -)
      for kind in transpose dot columns-2-left columns-2-right columns-4-left columns-4-right columns-8-left \
        columns-8-right columns-16-left columns-16-right; do
        pattern=$some
        case $kind in
          transpose) options="--operation transpose" ;;
          dot) options="--epilogue dot" ;;
          *)
            pattern=$some_columns
            columns=${kind#columns-}
            options="--columns ${columns%-*} --layout ${kind##*-}" ;;
        esac
        # shellcheck disable=SC2086
        measure "$kind-$first" held-out "$pattern" --scalar "$first" $options --peers "${others:-none}"
      done ;;
  esac
done
rm -f "$out"/inputs "$out"/inputs-* "$out/skipped" "$out/lock"

set --
for file in "$out"/json/*.json; do
  if [ ! -e "$file" ]; then continue; fi
  name=$(basename "$file" .json)
  set -- "$@" "${name%-*}=$file"
done
if [ $# -eq 0 ]; then fail "nothing was measured."; fi
python3 -B "$here/campaign_data.py" condense --matrices "$matrices" --out "$out/campaign.json" "$@"
python3 -B "$here/campaign_pages.py" "$out/campaign.json" --out "$out"
if [ "$failed" -gt 0 ]; then fail "$failed runs ended early; what is there is in $out, and a second call goes on."; fi
