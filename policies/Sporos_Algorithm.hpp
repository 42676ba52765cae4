// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The algorithms that a plan can be asked for, by name.
#pragma once

namespace sporos {

/// \brief How the entries of a matrix are shared among threads.
enum class Algorithm {
  automatic,  ///< whatever is fastest for the matrix and the machine
  coop        ///< cooperating lanes, Reguly & Giles 2012; on the host equal shares of work
};

constexpr const char* name(Algorithm algorithm) { return algorithm == Algorithm::automatic ? "automatic" : "coop"; }

/// \brief Who chooses the row shape.
enum class RowRule {
  sporos,            ///< the rule of this library, for the machine at hand
  reguly_giles_2012  ///< the rule of the paper, as the paper states it
};

}  // namespace sporos
