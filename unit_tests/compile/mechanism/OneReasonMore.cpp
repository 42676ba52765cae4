// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Has a message more than these, which CheckCompile.cmake must notice.
// error: this is the first reason
// error: this is the second reason

static_assert(sizeof(char) == 2, "this is the first reason");
static_assert(sizeof(char) == 2, "this is the second reason");
static_assert(sizeof(char) == 2, "this is one reason more");
