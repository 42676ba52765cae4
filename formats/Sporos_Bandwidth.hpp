// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Has moved: include `formats/crs/Sporos_Bandwidth.hpp` instead. This header goes in 0.2.
#pragma once

#include "formats/crs/Sporos_Bandwidth.hpp"
