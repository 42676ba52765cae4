// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Has moved: include `policies/formats/Sporos_SymmetricRule.hpp` instead. This header goes in 0.2.
#pragma once

#include "policies/formats/Sporos_SymmetricRule.hpp"
