#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu

usage() {
  cat <<'END'
usage: cmake/quickstart.sh demo|test [--with-mkl] [--dry-run]
       cmake/quickstart.sh --help

From a fresh Debian machine to a result, in one command:
  demo       builds sporos_spmv and runs it on three generated matrices (in build-demo)
  test       builds and runs the whole test suite (in build-test)
  --with-mkl compares with Intel's MKL as well, which pip fetches from PyPI (some 300 MB) into the build folder; one that
             CMake finds by itself (MKLROOT, MKL_ROOT) is taken instead
  --dry-run  says what would be installed and run, and changes nothing

Missing Debian packages are installed with apt-get, as root or through sudo; it is said which and why. A second run
installs nothing and builds only what has changed. Nothing is asked.
Kokkos is the one below $Kokkos_ROOT; else the one that CMake finds by itself; else Debian's.
END
}

fail() {
  echo "quickstart.sh: $1" >&2
  exit "${2:-1}"
}

say() { echo "== $*"; }

# ---- what is asked ---------------------------------------------------------------------------------------------------

job=
dry_run=false
with_mkl=false
for argument in "$@"; do
  case $argument in
    demo | test)
      if [ -n "$job" ]; then fail "one of demo and test, not both; see --help." 2; fi
      job=$argument ;;
    --dry-run) dry_run=true ;;
    --with-mkl) with_mkl=true ;;
    --help | -h) usage; exit 0 ;;
    *) fail "unknown argument '$argument'; see --help." 2 ;;
  esac
done
if [ -z "$job" ]; then fail "say demo or test; see --help." 2; fi
# Commands are shown as they can be typed in the folder from which this was called.
called_from=$(pwd -P)
cd "$(dirname "$0")/.."
source=.
build=build-$job
if [ "$(pwd -P)" != "$called_from" ]; then
  source=$(pwd -P)
  build=$source/$build
fi

# ---- what is there ---------------------------------------------------------------------------------------------------

has() { command -v "$1" >/dev/null 2>&1; }
is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# kokkos_below PREFIX: the CMake package file of a Kokkos that is installed under PREFIX.
kokkos_below() {
  for file in "$1"/KokkosConfig.cmake "$1"/cmake/Kokkos/KokkosConfig.cmake "$1"/lib*/cmake/Kokkos/KokkosConfig.cmake \
    "$1"/lib/*/cmake/Kokkos/KokkosConfig.cmake; do
    if [ -f "$file" ]; then
      echo "$file"
      return
    fi
  done
}

# A Kokkos of the user's own, which CMake will find before Debian's.
own_kokkos=
if [ -n "${Kokkos_ROOT:-}" ]; then
  own_kokkos=$(kokkos_below "$Kokkos_ROOT")
  if [ -z "$own_kokkos" ]; then fail "there is no Kokkos below Kokkos_ROOT=$Kokkos_ROOT (no lib/cmake/Kokkos/KokkosConfig.cmake)."; fi
else
  for prefix in $(echo "${Kokkos_DIR:-}:${CMAKE_PREFIX_PATH:-}" | tr ':;' '  ') /usr/local; do
    own_kokkos=$(kokkos_below "$prefix")
    if [ -n "$own_kokkos" ]; then break; fi
  done
  if [ -z "$own_kokkos" ] && is_installed libkokkos-dev; then own_kokkos=$(kokkos_below /usr); fi
fi

# MKL of the user's own, found by the variables that MKL's CMake package file uses.
fetches_mkl=$with_mkl
if [ -n "${MKLROOT:-}${MKL_ROOT:-}${MKL_DIR:-}" ]; then fetches_mkl=false; fi
if $with_mkl && [ "$(uname -m)" != x86_64 ]; then fail "--with-mkl: MKL is for x86-64 alone, and this is $(uname -m)."; fi

# Lines of: package, the command that makes it unnecessary (or -), what it is for.
needed_packages() {
  echo "g++ ${CXX:-c++} the C++17 compiler"
  echo "cmake cmake configures the build"
  echo "ninja-build ninja builds"
  echo "zlib1g-dev - reads .mtx.gz files"
  echo "libmetis-dev - METIS, which orders and partitions matrices"
  echo "libbenchmark-dev - Google Benchmark, for the benchmark programs"
  echo "libeigen3-dev - a library to compare with on the processor"
  if $fetches_mkl; then echo "python3-venv - the place that pip puts MKL in"; fi
  if [ "$job" = test ]; then
    echo "libgtest-dev - GoogleTest, for the unit tests"
    echo "clang-format-14 clang-format-14 checks the formatting"
    echo "doxygen doxygen checks that every public name has a comment"
    echo "python3-matplotlib - draws the plots, one of which a test makes"
  fi
  if [ -z "$own_kokkos" ]; then
    echo "libtrilinos-kokkos-dev - Kokkos, on which everything is built"
    echo "libtrilinos-kokkos-kernels-dev - Kokkos Kernels, to compare with"
    echo "liblapack-dev - what Debian's Kokkos Kernels links without depending on it"
  fi
}

# ---- install what is missing -----------------------------------------------------------------------------------------

if [ -n "$own_kokkos" ]; then say "Kokkos: $own_kokkos"; else say "Kokkos: Debian's"; fi

missing=
if has dpkg-query && has apt-get; then
  missing=$(needed_packages | while read -r package command reason; do
    if ! { [ "$command" != - ] && has "$command"; } && ! is_installed "$package"; then echo "$package"; fi
  done)
else
  say "There is no apt-get on this machine, so nothing will be installed. CMake has to find:"
  needed_packages | while read -r package command reason; do echo "   $package: $reason"; done
  for command in "${CXX:-c++}" cmake; do
    if ! has "$command"; then
      fail "there is no $command here; install what is listed above in this machine's own way and run this again."
    fi
  done
fi

as_root=
if [ -z "$missing" ]; then
  say "Nothing to install."
else
  say "To install from Debian:"
  needed_packages | while read -r package command reason; do
    for name in $missing; do
      if [ "$name" = "$package" ]; then echo "   $package: $reason"; fi
    done
  done
  if [ "$(id -u)" -ne 0 ]; then
    if has sudo && sudo -n true 2>/dev/null; then
      as_root="sudo -n"
      say "Not running as root: installing through sudo."
    else
      hint="not running as root, and sudo does not work without a password; run this first, as root: apt-get update && apt-get install --no-install-recommends"
      if ! $dry_run; then fail "$hint $(echo $missing)"; fi
      say "This will stop: $hint $(echo $missing)"
    fi
  fi
fi

# apt_get ARGUMENTS: quiet unless it fails. A fresh machine may hold apt-get's locks for its own updates; apt-get itself
# waits for one of them only.
apt_get() {
  echo "   apt-get $*"
  log=$(mktemp)
  tries=30
  until $as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" \
    >"$log" 2>&1 </dev/null; do
    tries=$((tries - 1))
    if [ $tries -eq 0 ] || ! grep -q "Could not get lock" "$log"; then
      cat "$log" >&2
      rm -f "$log"
      return 1
    fi
    sleep 10
  done
  rm -f "$log"
}

if [ -n "$missing" ] && ! $dry_run; then
  if [ -z "$(find /var/lib/apt/lists -name '*Packages*' -mtime -1 2>/dev/null)" ]; then
    apt_get update || fail "apt-get update failed: is there a network that reaches Debian's packages?"
  fi
  for package in $missing; do
    if [ -n "$(apt-cache madison "$package" 2>/dev/null)" ]; then continue; fi
    case $package in
      clang-format-14)
        say "This Debian has no clang-format-14: the formatting will not be checked."
        missing=$(echo "$missing" | grep -v clang-format-14 || true) ;;
      *kokkos*) fail "this Debian has no $package (Debian 12 has): install Kokkos 3.4 or newer and set Kokkos_ROOT to its prefix." ;;
      *) fail "this Debian has no $package, or apt-get update could not fetch its lists." ;;
    esac
  done
  if [ -n "$missing" ]; then
    # shellcheck disable=SC2086 # one argument a package
    apt_get install --no-install-recommends $missing || fail "apt-get could not install the packages above."
  fi
fi

# ---- configure, build, run -------------------------------------------------------------------------------------------

jobs=$(cmake/jobs.sh)
generator=Ninja
case $missing in
  *ninja-build*) ;;
  *) if ! has ninja; then generator="Unix Makefiles"; fi ;;
esac

# run COMMAND: shows it as it can be typed and runs it, unless this is a rehearsal.
run() {
  say "$(echo "$*" | sed "s/ \([^ ]*;[^ ]*\)/ '\1'/g")"
  if ! $dry_run; then "$@"; fi
}

# Installs MKL in a virtual environment in the build folder, where the next run finds it.
mkl=
if $fetches_mkl; then
  venv=$(pwd -P)/build-$job/mkl
  mkl="-DMKL_DIR=$venv/lib/cmake/mkl -DMKL_ROOT=$venv"
  if [ -f "$venv/lib/cmake/mkl/MKLConfig.cmake" ]; then
    say "MKL: $venv"
  else
    run python3 -m venv "$venv" || fail "--with-mkl: python3 could not make the virtual environment $venv."
    run "$venv/bin/pip" install --quiet --retries 1 --disable-pip-version-check mkl-devel ||
      fail "--with-mkl: pip could not fetch mkl-devel: is there a network that reaches PyPI? Without --with-mkl all else is compared."
    if ! $dry_run && [ ! -f "$venv/lib/cmake/mkl/MKLConfig.cmake" ]; then
      fail "--with-mkl: mkl-devel came without lib/cmake/mkl/MKLConfig.cmake in $venv."
    fi
  fi
fi

# Kokkos is searched for each time, because Kokkos_ROOT may have changed since the build folder was made.
common="-U Kokkos_DIR -U KokkosKernels_DIR -DCMAKE_BUILD_TYPE=Release"
case $job in
  demo)
    # shellcheck disable=SC2086
    run cmake -S "$source" -B "$build" -G "$generator" $common $mkl -DSPOROS_BUILD_TESTS=OFF
    run cmake --build "$build" --target sporos_spmv --parallel "$jobs"
    run "$build"/perf_tests/sporos_spmv stencil7:64 band-short4 powerlaw3 ;;
  test)
    # At -O1 the suite compiles for half as long again, at -O3 for nearly three times as long. .ci/run runs the fuzzers'
    # corpus, and the benchmark programs of the other types.
    # shellcheck disable=SC2086
    run cmake -S "$source" -B "$build" -G "$generator" $common $mkl -DCMAKE_CXX_FLAGS_RELEASE=-Og \
      -DSPOROS_TEST_CORPUS=OFF -DSPOROS_BENCHMARKS_TOGETHER=ON "-DSPOROS_BENCHMARK_SCALARS=double;mixed"
    run cmake --build "$build" --parallel "$jobs"
    run ctest --test-dir "$build" --output-on-failure --parallel "$jobs" ;;
esac
