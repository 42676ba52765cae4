// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program that links what every header leaves behind: compiling and linking it is the test.

int main() { return 0; }
