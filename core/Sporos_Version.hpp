// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The version of Sporos, defined only here: CMake reads the three numbers.
#pragma once

/// \brief The first number of the version.
#define SPOROS_VERSION_MAJOR 0
/// \brief The second number of the version.
#define SPOROS_VERSION_MINOR 1
/// \brief The third number of the version.
#define SPOROS_VERSION_PATCH 0

/// \brief One number for comparisons: version 1.2.3 is 10203.
#define SPOROS_VERSION (SPOROS_VERSION_MAJOR * 10000 + SPOROS_VERSION_MINOR * 100 + SPOROS_VERSION_PATCH)

/// \brief The version as a string, such as "1.2.3".
#define SPOROS_VERSION_STRING SPOROS_VERSION_JOIN(SPOROS_VERSION_MAJOR, SPOROS_VERSION_MINOR, SPOROS_VERSION_PATCH)
/// \cond
#define SPOROS_VERSION_JOIN(major, minor, patch) SPOROS_VERSION_QUOTE(major.minor.patch)
#define SPOROS_VERSION_QUOTE(text) #text
/// \endcond
