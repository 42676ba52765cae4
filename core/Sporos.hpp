// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products of compressed rows on Kokkos, with and without a plan.
///
/// Other headers are included by name: storage formats (`Sporos_Formats.hpp`) and plans of any of them
/// (`Sporos_AnyPlan.hpp`), which take a third more time to parse; files
/// (`formats/matrix_market/Sporos_MatrixMarket.hpp`), generated problems (`formats/generate/Sporos_Generate.hpp`) and
/// the adapters of `core/interop`.
#pragma once

#include "core/Sporos_Plan.hpp"
#include "core/Sporos_Release.hpp"
#include "core/Sporos_Spmv.hpp"
#include "core/Sporos_SpmvOperation.hpp"
#include "core/Sporos_TransposedBytes.hpp"
#include "core/Sporos_TuningCache.hpp"
#include "core/Sporos_Version.hpp"
#include "formats/crs/Sporos_Validate.hpp"

/// \brief Public names. Those in sporos::detail are internal and change without notice.
namespace sporos {}
