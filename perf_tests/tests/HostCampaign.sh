#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# HostCampaign.sh SCRIPT PROGRAM SCALAR: runs a campaign over one generated matrix and one file, starting it twice.
# Works in the current folder.
set -eu

fail() {
  echo "$1" >&2
  cat said page.md 2>/dev/null >&2 || true
  exit 1
}

rm -rf campaign
mkdir -p campaign/folder
cd campaign
printf '%%%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 2\n2 1 -1\n3 3 1e-3\n' >folder/right.mtx
printf '%%%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n1 1 2\n2 1 -1\n' >folder/small.mtx
echo "stencil3:50 fitted" >matrices

campaign() {
  "$1" folder --program "$2" --out . --threads 1 --least 6 --scalars "$3" --peers none --repetitions 2 --matrices matrices
}

campaign "$@" >said
grep -q "^== stencil3:50, $3, 1 threads" said || fail "the generated matrix was not measured"
grep -q "^== right, $3, 1 threads" said || fail "the file was not measured"
if grep -q "^== small" said; then fail "a file with fewer entries than asked for was measured"; fi
sed -n '/held out/,/fitted on/p' page.md | grep -q "^| right | 4 |" || fail "the file is not among what is held out"
sed -n '/fitted on/,$p' page.md | grep -q "^| stencil3:50 |" || fail "the generated matrix is not among the fitted ones"

rm json/*right*
campaign "$@" >said
grep -q "^== right" said || fail "what was missing was not measured"
if grep -q "^== stencil3" said; then fail "what was there was measured again"; fi

if "$1" folder --program "$2" --out . --threads 1 --least 1 --scalars nothing --peers none --matrices matrices >said 2>&1; then
  fail "failed runs are no failure of the campaign"
fi
