// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Refused with or without MUST_COMPILE and with another message than the one below, both of which CheckCompile.cmake
// must notice.
// error: a message that no compiler gives

static_assert(sizeof(char) == 2, "this is the other reason");
