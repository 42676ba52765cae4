// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program that links all headers: compiling and linking it is the test. The other source files include each header
// at least once, and this one includes all again, so that everything a header defines is there twice.
#include "AllHeaders.hpp"

int main() { return 0; }
