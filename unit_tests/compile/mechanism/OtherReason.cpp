// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Does not compile, with or without MUST_COMPILE, and with another message than the one below. CheckCompile.cmake must
// report both.
// error: a message that no compiler gives

static_assert(sizeof(char) == 2, "this is the other reason");
