// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: the plans of this matrix are in another header, core/Sporos_Formats.hpp
#include "core/Sporos_Plan.hpp"
#ifdef MUST_COMPILE
#include "core/Sporos_FormatPlan.hpp"
#include "core/launch/formats/Sporos_LaunchEll.hpp"
#endif
#include "formats/ell/Sporos_EllMatrix.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Matrix = sporos::EllMatrix<double, int, int, Exec::memory_space>;

auto plan(const Exec& exec, const Matrix& A) { return sporos::Plan<Exec, Matrix>(exec, A).describe(); }
