#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Launches a compiler for code that nothing runs: it checks the source file and leaves an empty object.
set -eu
case " $* " in
  *" c++-header "*) exec "$@" ;; # a precompiled header
esac
"$@" -fsyntax-only
while [ "$1" != -o ]; do shift; done
: >"$2"
