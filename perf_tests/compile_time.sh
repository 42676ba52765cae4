#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail

usage() {
  cat <<'END'
usage: perf_tests/compile_time.sh [--times N] [-D<option of CMake>...] [UNIT...]

Prints the processor time that the compiler takes for a source file with
  kokkos     Kokkos alone: an array is made and filled
  spmv       sporos::spmv of compressed rows
  plan       Plan(exec, A) and a product
  any_plan   Plan(exec, any_matrix(A)) and a product
  extern     the same, with its code in another file (docs/examples/compiled_once)
  once       that other file
or for those named: the least of N compilations each; N is 3 by default. The compiler is $CXX, Kokkos is the one that
CMake finds ($Kokkos_ROOT), and the build type is Release unless -DCMAKE_BUILD_TYPE says otherwise.
END
}

# With --launch this script is the compiler launcher: it appends the seconds of user and system time to a file.
if [ "${1:-}" = --launch ]; then
  file=$2
  shift 2
  TIMEFORMAT='%U %S'
  { time "$@" 2>&3; } 3>&2 2>>"$file"
  exit
fi

times=3
options=()
units=()
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --times) times=${2:?--times needs a number}; shift ;;
    -D*) options+=("$1") ;;
    kokkos | spmv | plan | any_plan | extern | once) units+=("$1") ;;
    *) echo "compile_time.sh: unknown argument '$1'; see --help." >&2; exit 2 ;;
  esac
  shift
done
if [ ${#units[@]} -eq 0 ]; then units=(kokkos spmv plan any_plan extern once); fi

script=$(cd "$(dirname "$0")" && pwd)/compile_time.sh
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# unit NAME HEADER BODY
unit() {
  cat >"$work/$1.cpp" <<END
#include $2
using Space = Kokkos::DefaultExecutionSpace;
using X = Kokkos::View<const double*>;
using Y = Kokkos::View<double*>;
$3
END
}
matrix='using Matrix = sporos::CrsView<double, int, int, Space::memory_space>;'
unit kokkos '<Kokkos_Core.hpp>' 'Y f() { Y y("y", 9); Kokkos::deep_copy(y, 1.0); return y; }'
unit spmv '<Sporos.hpp>' "$matrix
void f(const Matrix& A, const X& x, const Y& y) { sporos::spmv(Space(), 1.0, A, x, 0.0, y); }"
unit plan '<Sporos.hpp>' "$matrix
void f(const Matrix& A, const X& x, const Y& y) { sporos::Plan(Space(), A).apply(1.0, x, 0.0, y); }"
product='void f(const Matrix& A, const X& x, const Y& y) {
  sporos::Plan(Space(), sporos::any_matrix(A)).apply(1.0, x, 0.0, y);
}'
unit any_plan '<Sporos_AnyPlan.hpp>' "$matrix
$product"
unit extern '"any_plan.hpp"' "$matrix
$product"
cp "$root"/docs/examples/compiled_once/any_plan.cpp "$work/once.cpp"

cat >"$work/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(CompileTime LANGUAGES CXX)
add_subdirectory($root sporos)
foreach(unit kokkos spmv plan any_plan extern once)
  add_library(\${unit} OBJECT EXCLUDE_FROM_ALL \${unit}.cpp)
  target_include_directories(\${unit} PRIVATE $root/docs/examples/compiled_once)
  target_link_libraries(\${unit} PRIVATE Sporos::sporos)
  set_property(TARGET \${unit} PROPERTY RULE_LAUNCH_COMPILE "bash $script --launch $work/\${unit}.times")
endforeach()
message(STATUS "COMPILER \${CMAKE_CXX_COMPILER_ID} \${CMAKE_CXX_COMPILER_VERSION}, \${CMAKE_BUILD_TYPE}")
END
if ! command -v make >/dev/null; then options+=(-G Ninja); fi
cmake -S "$work" -B "$work/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER_LAUNCHER= ${options[@]+"${options[@]}"} \
  >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
sed -n 's/^-- COMPILER //p' "$work/log"

printf '%-10s %10s\n' file seconds
for name in "${units[@]}"; do
  for ((time = 0; time < times; ++time)); do
    touch "$work/$name.cpp"
    cmake --build "$work/build" --target "$name" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  done
  awk -v name="$name" '{ sum = $1 + $2; if (NR == 1 || sum < least) least = sum }
    END { printf "%-10s %10.1f\n", name, least }' "$work/$name.times"
done
