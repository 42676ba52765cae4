#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# usage: cmake/on_arm.sh FOLDER
# Compiles the tests of the hosts' leaves for ARM of 64 bits and runs them in an emulator: right or not, not how fast.
# FOLDER is made: Debian's Kokkos for ARM, the objects and the program. Needs g++-aarch64-linux-gnu, qemu-user-static and
# mmdebstrap.
set -euo pipefail
if [[ $# -ne 1 || $1 == -* ]]; then sed -n 's/^# \(usage.*\)/\1/p' "$0" >&2; exit 2; fi
mkdir -p "$1"
folder=$(cd "$1" && pwd -P)
cd "$(dirname "$0")/.."

system=$folder/system
if [[ ! -e $system/usr/include/trilinos/Kokkos_Core.hpp ]]; then
  mirror=$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' |
    awk '$1 == "Debian" && !found { print $2; found = 1 }')
  mmdebstrap --variant=extract --architectures=arm64 --aptopt='Acquire::Check-Valid-Until "false"' \
    --include=libtrilinos-kokkos-dev,libgtest-dev,zlib1g-dev,libstdc++-12-dev bookworm "$system" ${mirror:+"$mirror"} \
    >"$folder/log" 2>&1 </dev/null || { tail -n 20 "$folder/log"; exit 1; }
fi

export compiler="aarch64-linux-gnu-g++ --sysroot=$system"
export flags="-std=c++17 -O1 -Wall -Wextra -Werror -I. -Icore -isystem $system/usr/include/trilinos"
export folder
printf '%s\n' unit_tests/support/{compiled/CompiledLeaves,Main,Reference}.cpp \
  unit_tests/core/device/{BlockSums,ColumnSums,DeltaSums,HalfSums,LaneSums,RowSums}.cpp \
  unit_tests/core/kernels/{CrsLeafBands,CrsLeafKernel}.cpp |
  xargs -P "$(cmake/jobs.sh)" -I '{}' bash -c '$compiler $flags -c {} -o "$folder/$(basename {} .cpp).o"'
# shellcheck disable=SC2086 # words
$compiler "$folder"/*.o -o "$folder/leaves" -L"$system/usr/lib/aarch64-linux-gnu" -ltrilinos_kokkoscore \
  -ltrilinos_kokkoscontainers -lgtest -lpthread -ldl

for type in float:4s double:2d; do
  products=$(aarch64-linux-gnu-objdump -dC --no-show-raw-insn "$folder/RowSums.o" | awk -v type="${type%:*}" -v lanes="${type#*:}" '
    /^[0-9a-f]+ <void / { inside = $0 ~ "row_sums_fours<.*" type ", " type ", int>" }
    inside && $0 ~ "f(mul|mla)\tv[0-9]+[.]" lanes { found++ } END { print found + 0 }')
  echo "The leaves for ${type%:*} multiply vectors in $products places."
  [[ $products -gt 0 ]]
done
qemu-aarch64-static -L "$system" "$folder/leaves" --gtest_brief=1
