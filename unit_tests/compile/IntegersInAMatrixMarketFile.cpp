// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: values cannot be integers
#include "formats/matrix_market/Sporos_MatrixMarket.hpp"

#ifdef MUST_COMPILE
using Value = double;
#else
using Value = int;
#endif

void call(const sporos::CrsMatrix<Value, int, int, Kokkos::HostSpace>& A) { sporos::write_matrix_market("A.mtx", A); }
