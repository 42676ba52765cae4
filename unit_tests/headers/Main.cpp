// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program that links what every header leaves behind: compiling and linking it is the test. The other source files
// have each header once or more, this one all of them once more: what each leaves behind is there twice.
#include "AllHeaders.hpp"

int main() { return 0; }
