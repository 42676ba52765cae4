// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Has moved: include `formats/reorder/Sporos_ReverseCuthillMcKee.hpp` instead. This header goes in 0.2.
#pragma once

#include "formats/reorder/Sporos_ReverseCuthillMcKee.hpp"
