// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nothing is wrong here, which CheckCompile.cmake must notice.
// error: anything

int main() { return 0; }
