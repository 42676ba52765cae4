// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Matrix Market files: read_matrix_market, read_matrix_market_header and write_matrix_market.
#pragma once

#include "formats/matrix_market/Sporos_MatrixMarketReader.hpp"
#include "formats/matrix_market/Sporos_MatrixMarketWriter.hpp"
