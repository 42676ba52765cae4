#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# SelfTest.sh RULE: tests that a rule of Police.sh passes for a small good tree and fails for every breach of the rule.
# Exit code: 0 it does, 1 it does not, 77 the rule cannot be checked on this machine.
set -eu

rule=${1:?usage: SelfTest.sh RULE}
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tree=$folder/tree
failures=0
planted=0

header='// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A header.
#pragma once
'

# A tree that comes close to breaking every rule, but breaks none.
plant_good_tree() {
  rm -rf "$tree"
  for room in formats/common formats/ell formats/hyb policies core/device core/kernels core/launch core/any_format \
    core/interop unit_tests cmake build-it; do
    mkdir -p "$tree/$room"
  done
  for file in LICENSE README.md CMakeLists.txt .gitignore; do echo "text" >"$tree/$file"; done
  cp "$here/../../.clang-format" "$tree/.clang-format"
  printf '%s\n#include <Kokkos_Core.hpp>\n' "$header" >"$tree/formats/common/Sporos_Kokkos.hpp"
  printf '%s\n#include "formats/common/Sporos_Kokkos.hpp"\n' "$header" >"$tree/policies/Sporos_Shape.hpp"
  printf '%s\n#include "formats/common/Sporos_Kokkos.hpp"\n' "$header" >"$tree/formats/ell/Sporos_Ell.hpp"
  printf '%s\n#include "formats/ell/Sporos_Ell.hpp"\n' "$header" >"$tree/formats/hyb/Sporos_Hyb.hpp"
  printf '%s\n#include "formats/hyb/Sporos_Hyb.hpp"\n' "$header" >"$tree/formats/Sporos_Hyb.hpp"
  printf '%s\n#include "core/device/Sporos_Read_Cuda.hpp"\n' "$header" >"$tree/core/device/Sporos_Read.hpp"
  printf '%s\n#include "core/device/Sporos_Read.hpp"\n#ifdef KOKKOS_ENABLE_CUDA\n#endif\n' "$header" \
    >"$tree/core/device/Sporos_Read_Cuda.hpp"
  printf '%s\n// std::cout is not used, nor KOKKOS_ENABLE_CUDA.\n#include "core/device/Sporos_Read.hpp"\n' \
    "$header" >"$tree/core/kernels/Sporos_Kernel.hpp"
  printf '%s\n#include "core/kernels/Sporos_Kernel.hpp"\n' "$header" >"$tree/core/launch/Sporos_Launch.hpp"
  printf '%s\n#include "core/launch/Sporos_Launch.hpp"\n#ifdef SPOROS_ONE\n#endif\n' "$header" >"$tree/core/Sporos.hpp"
  printf '%s\n#define SPOROS_VERSION_MAJOR 0\n#define SPOROS_VERSION SPOROS_VERSION_MAJOR\n' "$header" \
    >"$tree/core/Sporos_Version.hpp"
  printf '%s\n#include "core/Sporos.hpp"\ninline const char* advice = "SPOROS_WITH_TWO SPOROS_WITH_THREE";\n' \
    "$header" >"$tree/core/any_format/Sporos_AnyOf.hpp"
  printf '%s\n#include "core/any_format/Sporos_AnyOf.hpp"\n' "$header" >"$tree/core/Sporos_Any.hpp"
  printf '%s\n#include <KokkosSparse_CrsMatrix.hpp>\n\n#include "core/Sporos.hpp"\n' "$header" \
    >"$tree/core/interop/Sporos_Kernels.hpp"
  printf '%s\n#include <Sporos.hpp>\n' '// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception' \
    >"$tree/unit_tests/Test.cpp"
  echo "/wor""k/build products are nobody's business" >"$tree/build-it/log"
}

run_rule() { sh "$here/Police.sh" "$rule" "$tree" >"$folder/output" 2>&1; }

complain() {
  echo "$rule: $1"
  sed 's/^/    /' "$folder/output"
  failures=$((failures + 1))
}

# fires FILE TEXT: with TEXT appended to FILE, which may be new, the rule must fail and name the file.
fires() {
  plant_good_tree
  mkdir -p "$(dirname "$tree/$1")"
  printf '%s\n' "$2" >>"$tree/$1"
  planted=$((planted + 1))
  result=0
  run_rule || result=$?
  if [ $result -ne 1 ]; then complain "does not fire at '$2' in $1 (exit code $result)"; fi
  if ! grep -qF "${3:-$1}" "$folder/output"; then complain "does not name ${3:-$1}"; fi
}

plant_good_tree
result=0
run_rule || result=$?
if [ $result -eq 77 ]; then
  cat "$folder/output"
  exit 77
fi
if [ $result -ne 0 ]; then complain "fires at a good tree"; fi

case $rule in
  layering)
    fires formats/coo/Sporos_Coo.hpp '#include "policies/Sporos_Shape.hpp"'
    fires formats/coo/Sporos_Coo.hpp '  #  include <Sporos.hpp>'
    fires policies/Sporos_Rule.hpp '#include "core/device/Sporos_Read_Cuda.hpp"'
    fires core/device/Sporos_Read.hpp '#include "core/kernels/Sporos_Kernel.hpp"'
    fires core/kernels/Sporos_More.hpp '#include "core/setup/Sporos_Blocks.hpp"'
    for rooms in 'formats/common formats/crs' 'formats/crs formats/conversion' 'formats/conversion formats/ell' \
        'formats/coo formats/ell' 'formats/new_format formats/coo' 'formats/ell formats/hyb' 'formats/hyb formats/packet' \
        'formats/packet formats/profile' 'policies policies/crs' 'policies/crs policies/formats' \
        'policies/tuning policies/formats' 'core/device/instance core/device' 'core/device core/device/warp' \
        'core/kernels core/kernels/crs' 'core/kernels core/kernels/scatter' \
        'core/kernels/formats core/kernels/crs' 'core/kernels/crs core/setup' 'core/setup core/launch' \
        'core/launch core/launch/crs' 'core/launch/formats core/launch/crs' 'core/launch/crs core/tuning' \
        'core/tuning core/any_format' 'core/any_format core/interop' 'core formats'; do
      fires "${rooms% *}/Sporos_More.hpp" "#include \"${rooms#* }/Sporos_Other.hpp\""
    done
    fires policies/elsewhere/Sporos_More.hpp 'int i;'
    fires core/launch/Sporos_More.hpp '#include "core/Sporos.hpp"'
    fires core/Sporos_Plan.hpp '#include "core/interop/Sporos_Kernels.hpp"'
    fires core/interop/Sporos_More.hpp '#include "unit_tests/support/Gallery.hpp"'
    fires core/Sporos_Plan.hpp '#include "Sporos_Read.hpp"
#include "device/Sporos_Read.hpp"'
    fires core/kernels/Sporos_More.hpp '#include "../Sporos.hpp"'
    fires core/elsewhere/Sporos_More.hpp 'int i;'
    fires core/Sporos_Plan.hpp '#include <Kokkos_Core.hpp>' ;;
  circles)
    fires core/device/Sporos_Read.hpp '#include "core/kernels/Sporos_Kernel.hpp"'
    fires core/launch/Sporos_Launch.hpp '#include <Sporos.hpp>'
    fires core/Sporos.hpp '#include "core/any_format/Sporos_AnyOf.hpp"' ;;
  rooms)
    plant_good_tree
    for i in $(seq 29); do echo "$header" >"$tree/core/launch/Sporos_Launch$i.hpp"; done
    planted=$((planted + 1))
    if run_rule || ! grep -q '^core/launch: 30 headers' "$folder/output"; then complain "does not fire at a crowd"; fi ;;
  backend)
    for word in KOKKOS_ENABLE_HIP '__shfl_down_sync(' '__ldg(p)' __CUDA_ARCH__ cudaTextureObject_t tex1Dfetch \
        ' cudaMalloc(p)'; do
      fires formats/coo/Sporos_Coo.hpp "/* comment */ $word"
      fires core/launch/Sporos_Launch.hpp "$word"
    done ;;
  duties)
    fires core/kernels/Sporos_Kernel.hpp '#if 1'
    fires core/kernels/Sporos_Kernel.hpp 'Kokkos::parallel_for(Kokkos::TeamPolicy<Exec>(rows, 1), functor);'
    fires core/kernels/Sporos_Kernel.hpp 'exec.fence();'
    fires core/kernels/Sporos_Kernel.hpp 'template <class A, class B, class C, int d,
          int e, int f>
struct WideKernel {};'
    fires policies/Sporos_Shape.hpp 'Kokkos::parallel_for(8, f);'
    fires policies/Sporos_Shape.hpp 'auto now = std::chrono::steady_clock::now();' ;;
  sizes)
    fires unit_tests/Test.cpp "$(seq 301)"
    fires cmake/quickstart.sh "$(seq 301)"
    long=$(seq 150)
    plant_good_tree
    find "$tree" -name '*.hpp' | while read -r file; do echo "$long" >>"$file"; done
    planted=$((planted + 1))
    if run_rule || ! grep -q "median" "$folder/output"; then complain "does not fire at a large median"; fi ;;
  macros)
    fires formats/coo/Sporos_Coo.hpp '#define SPARSE_MATRIX'
    fires formats/coo/Sporos_Coo.hpp ' #  define FORCE_INLINE inline'
    fires formats/coo/Sporos_Coo.hpp '#define SPOROS_TWO
#ifdef SPOROS_THREE
#endif' SPOROS_THREE ;;
  silence)
    fires core/Sporos.hpp 'inline void f() { std::cout << 1; }'
    fires formats/coo/Sporos_Coo.hpp 'inline void f() { std::fprintf(stderr, "1"); }'
    fires policies/Sporos_Shape.hpp 'inline void f() { printf("1"); }' ;;
  fences)
    fires core/Sporos.hpp 'inline void f() { exec.fence(); }'
    fires formats/coo/Sporos_Coo.hpp 'inline void f() { Kokkos::fence("name"); }' ;;
  sentences)
    fires core/Sporos.hpp 'static_assert(true, "sporos: rank-1 Views are wanted");'
    fires policies/Sporos_Shape.hpp '"sporos: the sentence of a static_assert that is on two lines");' ;;
  root)
    fires notes.txt 'text'
    fires src/main.cpp 'text' src ;;
  heads)
    fires core/Sporos_Plan.hpp '#pragma once'
    fires unit_tests/More.cpp 'int main() {}'
    fires core/Sporos_Plan.hpp "$(printf '%s' "$header" | sed 2d)"
    fires core/Sporos_Plan.hpp "$(printf '%s' "$header" | sed '/pragma/d')" ;;
  places)
    fires README.md 'see /hom''e/somebody/sporos'
    fires cmake/quickstart.sh 'cd "/wor''k/sporos"'
    fires CMakeLists.txt 'set(Kokkos_ROOT /usr/local/cud''a-12)'
    fires .gitignore 'https://deb.debia''n.org/debian' ;;
  format)
    fires formats/coo/Sporos_Coo.hpp 'int   spread ;' ;;
  *)
    echo "SelfTest.sh has nothing to plant for the rule '$rule'"
    exit 1 ;;
esac
echo "$rule: $planted violations planted, $failures failures"
[ $failures -eq 0 ]
