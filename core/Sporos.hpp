// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Everything that an application needs: sparse matrix-vector products on Kokkos.
///
/// Reading files (`formats/matrix_market/Sporos_MatrixMarket.hpp`), generated problems
/// (`formats/generate/Sporos_Generate.hpp`) and the adapters of `core/interop` are included by name.
#pragma once

#include "core/Sporos_Plan.hpp"
#include "core/Sporos_Release.hpp"
#include "core/Sporos_Spmv.hpp"
#include "core/Sporos_TuningCache.hpp"
#include "formats/crs/Sporos_Validate.hpp"
