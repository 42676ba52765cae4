#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Police.sh [RULE] ROOT: prints every place of the tree at ROOT that breaks one of the house rules, or any.
# Exit code: 0 none, 1 some, 2 wrong arguments, 77 the rule cannot be checked on this machine.
# The rules are the functions named rule_*; SelfTest.sh proves that each of them fires.
set -u
export LC_ALL=C

# The files of the project: what git tracks or would track, or, in a copy without git, everything but build folders.
list_files() {
  if [ -e .git ] && git ls-files >/dev/null 2>&1; then
    git ls-files --cached --others --exclude-standard | while read -r file; do
      if [ -f "$file" ]; then echo "$file"; fi
    done
  else
    find . -name .git -prune -o -path './build*' -prune -o -name '*-build' -prune -o -type f -print | sed 's|^\./||'
  fi | sort
}

sources() { list_files | grep -E '\.(hpp|cpp)$'; }
library_headers() { list_files | grep -E '^(core|formats|policies)/.*\.hpp$'; }

# of_each COMMAND...: runs it on the files named on standard input, many at a time.
of_each() { tr '\n' '\0' | xargs -0 -r "$@"; }

# code, file names on standard input: FILE:NUMBER:CODE of each line; a comment that starts or ends inside a line leaves
# the rest of it.
code() {
  of_each awk 'FNR == 1 { inside = 0 }
       { line = $0; code = ""
         while (line != "") {
           if (inside) { end = index(line, "*/"); if (!end) break; line = substr(line, end + 2); inside = 0 }
           else { one = index(line, "//"); many = index(line, "/*")
                  if (one && (!many || one < many)) { code = code substr(line, 1, one - 1); break }
                  if (!many) { code = code line; break }
                  code = code substr(line, 1, many - 1); line = substr(line, many + 2); inside = 1 } }
         print FILENAME ":" FNR ":" code }'
}

# code_matches PATTERN REASON, file names on standard input: names every line of code that matches.
code_matches() {
  code | PATTERN=$1 REASON=$2 awk '
    { line = $0; place = ""
      for (i = 0; i < 2; ++i) { end = index(line, ":"); place = place substr(line, 1, end); line = substr(line, end + 1) }
      if (line ~ ENVIRON["PATTERN"]) print place line "    <- " ENVIRON["REASON"] }'
}

# An include may only point to the left: formats <- policies <- core/device <- core/kernels <- core/setup, core/launch,
# core/tuning <- core <- core/interop <- everything else. The rooms of a layer have an order too, which level() says;
# rooms of one level know nothing of each other, but for core and its own rooms, which are one. A folder of formats/
# that is not named is a storage format.
rule_layering() {
  sources | code | awk '
      function level(path) {
        if (path ~ /^(formats\/[^\/]*|policies\/Sporos_SymmetricRule\.hpp)$/) return 70 # it has moved: for users alone
        if (path ~ /^formats\/common\//) return 10
        if (path ~ /^formats\/crs\//) return 11
        if (path ~ /^formats\/(conversion|generate|matrix_market|reorder)\//) return 12
        if (path ~ /^formats\/(hyb|packet)\//) return 14 # made of others
        if (path ~ /^formats\/(binary|profile)\//) return 15
        if (path ~ /^formats\//) return 13
        if (path ~ /^policies\/[^\/]*$/) return 20
        if (path ~ /^policies\/crs\//) return 21
        if (path ~ /^policies\/(formats|tuning)\//) return 22
        if (path ~ /^core\/device\/instance\//) return 30
        if (path ~ /^core\/device\/(host|warp)\//) return 32
        if (path ~ /^core\/device\//) return 31
        if (path ~ /^core\/kernels\/[^\/]*$/) return 40
        if (path ~ /^core\/kernels\/(crs|formats|scatter)\//) return 41
        if (path ~ /^core\/setup\//) return 50
        if (path ~ /^core\/launch\/[^\/]*$/) return 51
        if (path ~ /^core\/launch\/(crs|formats)\//) return 52
        if (path ~ /^core\/tuning\//) return 53
        if (path ~ /^core\/((any_format|fused|plan|solvers)\/)?[^\/]*$/) return 60
        if (path ~ /^core\/interop\//) return 70
        if (path ~ /^(policies|core)\//) return 0
        return 80
      }
      function room(path) { sub(/\/[^\/]*$/, "", path); return path ~ /^core\/(any_format|fused|plan|solvers)$/ ? "core" : path }
      { split($0, place, ":"); number = place[2]; line = substr($0, length(place[1]) + length(number) + 3)
        if (place[1] != file) { file = place[1]; own = level(file); if (!own) print file ": is in no layer" } }
      line ~ /^[ \t]*#[ \t]*include/ {
        split(line, parts, /[<">]/); path = parts[2]; quoted = line ~ /"/
        if (path ~ /(^|\/)\.\.?\//) { print file ":" number ": " path "    <- say it from the root of the repository"; next }
        if (path ~ /^Sporos[A-Za-z0-9_]*\.hpp$/) path = "core/" path
        known = path ~ /^(formats|policies|core|unit_tests|perf_tests|docs)\//
        if (own < 80 && quoted && !known) print file ":" number ": " path "    <- say it from the root of the repository"
        if (known && level(path) > own) print file ":" number ": " path "    <- points to the right"
        if (known && own < 80 && level(path) == own && room(path) != room(file))
          print file ":" number ": " path "    <- is in another room of the same level"
      }'
  library_headers | grep -vE '^(core/interop/|formats/common/Sporos_Kokkos\.hpp$)' |
    code_matches '#[ \t]*include[ \t]*[<"]Kokkos_' 'formats/common/Sporos_Kokkos.hpp is how the library includes Kokkos'
}

# No header includes itself by way of others, except that a header and its _Cuda or _Hip file include each other on purpose.
rule_circles() {
  library_headers | code | sed -nE 's/^([^:]*):[0-9]*:[ \t]*#[ \t]*include[ \t]*[<"]([^">]*)[">].*/\1 \2/p' |
    while read -r file path; do
      if [ ! -f "$path" ] && [ -f "core/$path" ]; then path=core/$path; fi
      if [ -f "$path" ] && [ "$path" != "${file%.hpp}_Cuda.hpp" ] && [ "$path" != "${file%.hpp}_Hip.hpp" ]; then echo "$file" "$path"; fi
    done | tsort 2>&1 >/dev/null | sed 's|^tsort: *||; s|$|    <- is part of a circle|'
}

# A folder has few enough headers to read their names at a glance.
rule_rooms() {
  list_files | grep '\.hpp$' | sed 's|/[^/]*$||' | sort | uniq -c | while read -r count folder; do
    if [ "$count" -gt 28 ]; then echo "$folder: $count headers    <- more than 28"; fi
  done
}

# Backend code lives in core/device alone.
rule_backend() {
  list_files | grep -E '^(core|formats|policies)/' | grep -v '^core/device/' |
    code_matches 'KOKKOS_ENABLE_(CUDA|HIP|SYCL|OPENMP)|__(shfl|ldg|CUDA_ARCH__|CUDACC__|HIP)|cudaTextureObject|tex1Dfetch|[^A-Za-z_](cuda|hip)[A-Z][A-Za-z]*\(' \
      'backend code belongs into core/device'
}

# Kernels are dumb, policies are values, formats launch no product.
rule_duties() {
  library_headers | grep '^core/kernels/' |
    code_matches '^[ \t]*#[ \t]*(if|ifdef|ifndef)' 'a kernel holds no #if'
  library_headers | grep '^core/kernels/' |
    code_matches '(RangePolicy|TeamPolicy)<[^>]*>[ ({]|(^|[^_])fence\(|wait_for' 'a kernel launches nothing and waits for nothing'
  library_headers | grep '^core/kernels/' | of_each awk '
      /^template </ { head = "" }
      /^template </, />$/ { head = head $0 }
      /^struct [A-Za-z0-9]+Kernel / && gsub(/,/, ",", head) > 4 {
        print FILENAME ":" FNR ": " $0 "    <- a kernel has five template arguments at most"
      }'
  library_headers | grep '^policies/' |
    code_matches 'Kokkos::|std::chrono|parallel_(for|reduce|scan)|fence\(' 'a policy neither calls Kokkos nor takes a time'
}

# One concept a file: 300 lines at most, the median header of the library under 150.
rule_sizes() {
  list_files | grep -E '\.(hpp|cpp|cu|py|sh|cmake)$' | of_each awk '
    function told() { if (lines > 300) print file ": " lines " lines    <- more than 300" }
    FNR == 1 { told(); file = FILENAME }
    { lines = FNR }
    END { told() }'
  library_headers | of_each awk 'FNR == 1 && NR > 1 { print lines } { lines = FNR } END { if (NR) print lines }' | sort -n |
    awk '{ lines[NR] = $1 } END { if (NR && lines[int((NR + 1) / 2)] >= 150)
           print "the median header has " lines[int((NR + 1) / 2)] " lines    <- 150 or more" }'
}

# Two macros of ours at most beside those of the version and the attributes of leaves, and none that is not called
# SPOROS_*. What a message names in quotes is none.
rule_macros() {
  library_headers | code_matches '^[ \t]*#[ \t]*define[ \t]+([^S]|S[^P]|SP[^O]|SPO[^R])' 'a macro is called SPOROS_*'
  names=$(library_headers | grep -v '^core/Sporos_Version\.hpp$' |
    code | sed 's/^[^:]*:[0-9]*://; s/"[^"]*"//g' |
    grep -oE '(^|[^A-Za-z0-9_])SPOROS_[A-Z0-9_]+' | grep -oE 'SPOROS_[A-Z0-9_]+' |
    grep -vxE 'SPOROS_VECTORS_OF_(FOUR|EIGHT)' | sort -u) # attributes, which only macros can leave out
  if [ "$(echo "$names" | wc -l)" -gt 2 ]; then echo "the headers use" $names "   <- more than two macros"; fi
}

# The library never prints.
rule_silence() {
  library_headers |
    code_matches 'std::(cout|cerr|clog)|(^|[^A-Za-z0-9_])(v|f|vf)?printf[ ]*\(|(^|[^A-Za-z0-9_])f?puts[ ]*\(' 'the library never prints'
}

# Every wait of the library has a name for tools: wait_for() gives it one.
rule_fences() {
  library_headers | grep -v '^formats/common/Sporos_Kokkos\.hpp$' |
    code_matches '(\.|->|::)fence\(' 'a fence has a name: wait_for(exec, "sporos::...[wait]")'
}

# The compiler's sentences begin with the function or class that the user has called.
rule_sentences() {
  library_headers | code_matches '"sporos: ' 'name what was called: "sporos::spmv: ..."'
}

# The root holds what a visitor expects and nothing else.
rule_root() {
  list_files | cut -d/ -f1 | sort -u |
    grep -vE '^(\..*|CMakeLists\.txt|CMakePresets\.json|LICENSE|README\.md|core|formats|policies|unit_tests|perf_tests|cmake|docs)$' |
    sed 's|$|    <- does not belong to the root|'
}

# Every source file has a licence line, every header also a \file comment and #pragma once. The pages of docs/ show
# its examples completely, so those have no licence line.
rule_heads() {
  sources | grep -v '^docs/examples/' | of_each awk '
    function told() { if (file ~ /\.hpp$/ && !once) print file "    <- has no \"#pragma once\"" }
    FNR == 1 { told(); file = FILENAME; once = 0 }
    FNR == 1 && $0 != "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception" { print file ":1    <- has no SPDX line" }
    FNR == 2 && file ~ /\.hpp$/ && $0 != "/// \\file" { print file ":2    <- has no \"/// \\file\"" }
    $0 == "#pragma once" { once = 1 }
    END { told() }'
}

# Nothing that is true of one machine only. (The brackets keep this file from breaking its own rule.)
rule_places() {
  list_files | of_each grep -HInE '(^|[^A-Za-z0-9_.})])/(wor[k]|hom[e]|roo[t])/|/usr/local/cud[a]' |
    sed 's|$|    <- a path of one machine|'
  list_files | of_each grep -HInE '(deb|snapshot|security|ftp)\.debia[n]\.org|pyp[i]\.org|pythonhoste[d]\.org|registry\.npmj[s]|pkg\.de[v]|docke[r]\.io|gh[c]r\.io|qua[y]\.io|artifactor[y]|jfro[g]' |
    sed "s|\$|    <- a registry's host|"
}

# clang-format 14 with the repository's .clang-format.
rule_format() {
  formatter=
  for candidate in clang-format-14 clang-format; do
    if "$candidate" --version 2>/dev/null | grep -q 'version 14\.'; then formatter=$candidate; break; fi
  done
  if [ -z "$formatter" ]; then
    echo "there is no clang-format 14 on this machine"
    exit 77
  fi
  sources | of_each "$formatter" --dry-run 2>&1
}

if [ $# -eq 1 ] && [ -d "$1" ]; then
  broken=0
  for rule in $(sed -n 's/^rule_\([a-z]*\)().*/\1/p' "$0"); do
    sh "$0" "$rule" "$1" || { [ $? -eq 77 ] || broken=1; }
  done
  exit $broken
fi
if [ $# -ne 2 ] || ! grep -q "^rule_$1()" "$0"; then
  echo "usage: Police.sh [RULE] ROOT, where RULE is one of" $(sed -n 's/^rule_\([a-z]*\)().*/\1/p' "$0") >&2
  exit 2
fi
cd "$2" || exit 2
if [ -z "$(list_files)" ]; then
  echo "there are no files at $2" >&2
  exit 2
fi
found=$("rule_$1")
result=$?
if [ $result -eq 77 ]; then
  echo "$found"
  exit 77
fi
if [ -n "$found" ]; then
  echo "$found"
  exit 1
fi
