// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Has moved: include `formats/generate/Sporos_Generate.hpp` instead. This header goes in 0.2.
#pragma once

#include "formats/generate/Sporos_Generate.hpp"
