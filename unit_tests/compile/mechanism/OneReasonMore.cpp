// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// There is one message more than these, which CheckCompile.cmake must report.
// error: this is the first reason
// error: this is the second reason

static_assert(sizeof(char) == 2, "this is the first reason");
static_assert(sizeof(char) == 2, "this is the second reason");
static_assert(sizeof(char) == 2, "this is one reason more");
