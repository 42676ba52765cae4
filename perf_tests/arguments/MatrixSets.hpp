// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The matrices of a folder, and which of them rules for GPUs were fitted on.
#pragma once

#include <string>
#include <vector>

namespace sporos::perf {

/// \brief The .mtx and .mtx.gz of a folder, sorted.
/// \param option  that messages name
/// \throws WrongArguments where there is none
std::vector<std::string> matrices_in(const std::string& option, const std::string& folder);

/// \brief One of the sets of perf_tests/campaign_matrices.txt, as the list was when this program was built: its
/// generated matrices, without those for a device where this is none, then the files of the folder, if one is given,
/// that belong to it. Files that the list does not name are held out.
/// \param set  fitted or held-out
/// \throws WrongArguments
std::vector<std::string> matrices_of_set(const std::string& set, const std::string& folder);

}  // namespace sporos::perf
