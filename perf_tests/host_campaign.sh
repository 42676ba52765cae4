#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu

usage() {
  cat <<'END'
usage: perf_tests/host_campaign.sh FOLDER [--program FILE] [--out FOLDER] [--threads LIST] [--scalars LIST]
                                   [--least ENTRIES] [--matrices FILE] [--peers LIST] [--repetitions N] [--fit]

Times Sporos and all other libraries on a processor, and writes a page with the results:
  FOLDER         .mtx files, plain, .gz or .xz; those with fewer than --least entries (200000) are left out
  --program      sporos_spmv (build-openmp/perf_tests/sporos_spmv)
  --out          folder for the page, the plots and the JSON of each run (host-campaign); a second call goes on
                 where the first one stopped
  --threads      numbers of threads, with commas (1, 2 and all); only 1 if Kokkos has only Serial
  --scalars      double,float
  --matrices     generated matrices, and which matrices rules were fitted on (perf_tests/host_matrices.txt)
  --peers        as sporos_spmv takes them (all that the program has, `formats` among them, but not `packet`)
  --repetitions  samples per contender (30)
  --fit          fits the costs of formats, writes them into policies/formats/Sporos_HostFormatCosts.hpp, and says how good
                 the choice is on the held-out matrices; the decision tables of unit_tests must then be rewritten
END
}

fail() {
  echo "host_campaign.sh: $1" >&2
  exit "${2:-1}"
}

here=$(cd "$(dirname "$0")" && pwd -P)
folder=
program=$here/../build-openmp/perf_tests/sporos_spmv
out=host-campaign
threads=
scalars=double,float
least=200000
matrices=$here/host_matrices.txt
peers=
repetitions=30
fits=false
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --program | --out | --threads | --scalars | --least | --matrices | --peers | --repetitions)
      if [ $# -lt 2 ]; then fail "$1 needs a value; see --help." 2; fi
      case $1 in
        --program) program=$2 ;;
        --out) out=$2 ;;
        --threads) threads=$2 ;;
        --scalars) scalars=$2 ;;
        --least) least=$2 ;;
        --matrices) matrices=$2 ;;
        --peers) peers=$2 ;;
        --repetitions) repetitions=$2 ;;
      esac
      shift 2 ;;
    --fit) fits=true; shift ;;
    -*) fail "unknown option '$1'; see --help." 2 ;;
    *)
      if [ -n "$folder" ]; then fail "one folder, not '$folder' and '$1'; see --help." 2; fi
      folder=$1
      shift ;;
  esac
done
if [ -z "$folder" ]; then fail "say which folder; see --help." 2; fi
if [ ! -d "$folder" ]; then fail "there is no folder '$folder'." 2; fi
if [ ! -x "$program" ]; then fail "there is no program '$program'; build sporos_spmv and name it with --program." 2; fi
if [ ! -r "$matrices" ]; then fail "'$matrices' cannot be read." 2; fi
case $least in '' | *[!0-9]*) fail "--least needs a whole number, not '$least'." 2 ;; esac

all=$(nproc)
if [ -z "$threads" ]; then
  threads=1
  if [ "$all" -gt 1 ]; then threads=1,2; fi
  if [ "$all" -gt 2 ]; then threads=$threads,$all; fi
fi
if [ -z "$peers" ]; then
  # The last line of --list: "peers: NAME, NAME".
  peers=$("$program" --list | sed -n 's/.*[Pp]eers[^:]*: *//p' | tr -d ' ' | tr ',' '\n' | grep -v '^packet$' | paste -sd, -)
fi

mkdir -p "$out/json"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# entries FILE: what the size line of a Matrix Market file says, twice as many where it is symmetric; stops there.
entries() {
  awk 'NR == 1 { banner = tolower($0); next } /^%/ || NF == 0 { next }
       { n = NF >= 3 ? $3 : $1 * $2; if (banner !~ /general/) n *= 2; printf "%.0f\n", n; exit }'
}

# unpacked FILE: FILE as sporos_spmv reads it.
unpacked() {
  case $1 in
    *.xz)
      xz -dc "$1" >"$scratch/$(basename "$1" .xz)"
      echo "$scratch/$(basename "$1" .xz)" ;;
    *) echo "$1" ;;
  esac
}

failed=0

# measure INPUT NAME: for all types and numbers of threads that are still missing.
measure() {
  input=
  for scalar in $(echo "$scalars" | tr ',' ' '); do
    for count in $(echo "$threads" | tr ',' ' '); do
      json=$out/json/$count-$scalar-$(echo "$2" | tr '/:,=' '----').json
      if [ -s "$json" ]; then continue; fi
      if [ -z "$input" ]; then input=$(unpacked "$1"); fi
      echo "== $2, $scalar, $count threads"
      if ! OMP_NUM_THREADS=$count OMP_PROC_BIND=close OMP_PLACES=cores "$program" "$input" --scalar "$scalar" \
        --peers "$peers" --repetitions "$repetitions" --json "$json.part" >"$scratch/output" 2>&1; then
        tail -n 3 "$scratch/output" >&2
        rm -f "$json.part"
        failed=$((failed + 1))
        continue
      fi
      if ! grep -q "\"threads\": \"$count\"" "$json.part"; then
        rm -f "$json.part"
        fail "$program does not run $count threads; name another number with --threads, or a program whose Kokkos has OpenMP."
      fi
      mv "$json.part" "$json"
    done
  done
  rm -f "$scratch"/*.mtx
}

grep -v '^#' "$matrices" | awk 'NF == 2 { print $1 }' >"$scratch/listed"
while read -r description; do
  case $description in *:*) measure "$description" "$description" ;; esac
done <"$scratch/listed"

for file in "$folder"/*.mtx "$folder"/*.mtx.gz "$folder"/*.mtx.xz; do
  if [ ! -f "$file" ]; then continue; fi
  case $file in
    *.gz) count=$(gzip -dc "$file" 2>/dev/null | entries) ;;
    *.xz) count=$(xz -dc "$file" 2>/dev/null | entries) ;;
    *) count=$(entries <"$file") ;;
  esac
  if [ "${count:-0}" -lt "$least" ]; then continue; fi
  name=$(basename "$file")
  measure "$file" "${name%%.mtx*}"
done

python3 -B "$here/campaign.py" "$out"/json/*.json --matrices "$matrices" --out "$out"
if $fits; then
  python3 -B "$here/fit_host_costs.py" "$out"/json/*.json --matrices "$matrices" \
    --write "$here/../policies/formats/Sporos_HostFormatCosts.hpp"
fi
if [ "$failed" -gt 0 ]; then fail "$failed runs failed; what is there is in $out/page.md, and a second call tries them again."; fi
