// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// This is correct code, which CheckCompile.cmake must report.
// error: anything

int main() { return 0; }
