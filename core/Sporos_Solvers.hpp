// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Solvers of linear systems, with any plan.
#pragma once

#include "core/solvers/Sporos_ConjugateGradients.hpp"
#include "core/solvers/Sporos_InverseDiagonal.hpp"
