// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief For which processors leaves in vectors of four numbers are compiled.
///
/// The leaves are written in the vector types of g++ and clang++, one text for all processors. On x86-64 a vector of
/// four doubles is one register of AVX2, which a program finds when it runs. On ARM it is two registers of NEON, which
/// every processor of 64 bits has; for g++, which would keep such a vector in memory, Sporos_TwoAndTwo.hpp.
#pragma once

/// \cond
#if defined(__linux__) && defined(__GNUC__) && (defined(__clang__) || __GNUC__ >= 12)
#if defined(__x86_64__)
#define SPOROS_VECTORS_OF_FOUR target("avx2,fma")
#define SPOROS_VECTORS_OF_EIGHT target("avx512f,avx512vl,avx2,fma")
#elif defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define SPOROS_VECTORS_OF_FOUR  // an attribute is not needed
#endif
#endif
/// \endcond
