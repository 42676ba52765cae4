// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The decisions of the rules, as tables; each is compared with the file of its name in decisions/.
#pragma once

#include <vector>

#include "unit_tests/support/DecisionTable.hpp"

namespace sporos_test {

/// \brief The algorithm and all its parameters, for products of compressed rows.
std::vector<DecisionTable> crs_tables();
/// \brief How groups of rows are summed on a host.
std::vector<DecisionTable> leaf_tables();
/// \brief The rules behind crs_tables(), one at a time, and what a search may try.
std::vector<DecisionTable> crs_rule_tables();
/// \brief Products of several columns.
std::vector<DecisionTable> column_tables();
/// \brief The tiles of teams that keep products in scratch.
std::vector<DecisionTable> tile_tables();
/// \brief Which plans look for patterns of rows, and what they make of them.
std::vector<DecisionTable> pattern_tables();
/// \brief Numbers that rules and kernels have in common, and how the work of a set-up is shared.
std::vector<DecisionTable> constant_tables();
/// \brief The choice of a storage format.
std::vector<DecisionTable> format_choice_tables();
/// \brief Teams, lanes and tiles of the storage formats.
std::vector<DecisionTable> format_rule_tables();

}  // namespace sporos_test
