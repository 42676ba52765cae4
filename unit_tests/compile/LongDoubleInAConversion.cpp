// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: values cannot be long double
#include "formats/sell/Sporos_ToSell.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

#ifdef MUST_COMPILE
using Value = double;
#else
using Value = long double;
#endif

auto convert(const Exec& exec, const sporos::CrsMatrix<Value, int, int, Space>& A) { return sporos::to_sell(exec, A); }
