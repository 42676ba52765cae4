#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# DeviceCampaign.sh SCRIPT PROGRAM SCALAR: campaign.sh over four generated matrices and four files, stopped by a crash and begun
# again, with one job and with two. Works where it is called; times mean nothing here, so any machine will do.
set -eu

fail() {
  echo "$1" >&2
  cat said 2>/dev/null >&2 || true
  exit 1
}

rm -rf device-campaign
mkdir -p device-campaign/folder
cd device-campaign
printf '%%%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 2\n2 1 -1\n3 3 1e-3\n' >folder/right.mtx
gzip -c folder/right.mtx >folder/other.mtx.gz
printf '%%%%MatrixMarket matrix coordinate complex general\n3 3 6\n' >folder/complex.mtx
printf '%%%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n1 1 2\n2 1 -1\n' >folder/small.mtx
printf 'stencil3:50 fitted\nstencil3:9 fitted\nstencil7:3 held-out device\nstencil3:8 held-out\nright fitted\n' >matrices
script=$1 program=$2 scalar=$3

# Crashes at stencil7:3 the first time.
cat >crashes <<END
#!/bin/sh
case " \$* " in *" stencil7:3 "*) if [ ! -e crashed ]; then touch crashed; exit 139; fi ;; esac
exec "$program" "\$@"
END
chmod +x crashes

campaign() {
  "$script" folder --program ./crashes --out out --least 6 --scalars "$scalar" --repetitions 2 --matrices matrices "$@"
}

if campaign --parts held-out,fitted >said 2>&1; then fail "a crash is no failure of the campaign"; fi
grep -q '"name": "other"' out/json/held-out-"$scalar"-*.json || fail "the matrix behind a crash was not measured"
if grep -q '"name": "\(complex\|small\)"' out/json/*.json; then fail "a complex or a small matrix was measured"; fi
grep -q '"algorithm": "optimum"' out/json/fitted-"$scalar"-1.json || fail "there is no optimum"
campaign --parts held-out,operations,fitted >said 2>&1 || fail "the second call failed"
grep -q "== held-out-$scalar: 1 matrices" said || fail "what the crash left out was not measured"
if grep -q "== fitted" said; then fail "what was there was measured again"; fi
sed -n '/^## Held out/,/^## Rules/p' out/page.md | grep -q "^| plan / all | small, from memory | 3 |" ||
  fail "the page does not count the three matrices that are held out"
[ -s "out/plots/page-profile-$scalar.svg" ] || fail "there is no performance profile"
if campaign --jobs 0 >said 2>&1; then fail "no jobs at all were not refused"; fi

# One of two programs crashes. The other one's matrix is measured, and the rest by two programs again.
rm -r crashed out
if campaign --jobs 2 --parts held-out,fitted >said 2>&1; then fail "a crash is no failure of the campaign"; fi
for name in other stencil3:8 stencil3:9 stencil3:50 right; do
  [ "$(grep -l "\"name\": \"$name\"" out/json/*.json | wc -l)" = 1 ] || fail "$name was not measured once"
done
[ "$(find out/json -name "fitted-$scalar-*.json" | wc -l)" = 2 ] || fail "two jobs did not write two files"
: >out/json/held-out-"$scalar"-9.json
campaign --jobs 2 --parts held-out,fitted >said 2>&1 || fail "the second call with two jobs failed"
grep -q "== held-out-$scalar: 1 matrices" said || fail "what the crash left out was not measured"
[ "$(cat out/json/*.json | grep -c '"name": ')" = 6 ] || fail "a matrix was measured twice"
if campaign --parts everything >said 2>&1; then fail "a part that does not exist was not refused"; fi
