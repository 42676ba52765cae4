// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Which product is measured: the operation, how many columns in which layout, and its epilogue.
#pragma once

#include <string>

#include "formats/common/Sporos_Require.hpp"
#include "policies/Sporos_Operation.hpp"

namespace sporos::perf {

/// \brief What is computed together with y.
enum class Epilogue {
  none,
  dot,      ///< the dot product of the new y with x or, if the matrix is not square, with another vector
  residual  ///< `y = b - A*x` instead of the product, and its squared norm
};

constexpr const char* name(Epilogue epilogue) {
  if (epilogue == Epilogue::none) return "none";
  return epilogue == Epilogue::dot ? "dot" : "residual";
}

/// \brief The layout of columns in memory: LayoutLeft, one after the other, or LayoutRight, interleaved.
enum class Layout { left, right };

constexpr const char* name(Layout layout) { return layout == Layout::left ? "left" : "right"; }

struct ProductKind {
  Op operation = Op::none;
  int columns = 1;               ///< of x and y; 1: rank-1 Views
  Layout layout = Layout::left;  ///< of several columns
  Epilogue epilogue = Epilogue::none;

  /// \brief `y = alpha*A*x + beta*y` with rank-1 Views, which all contenders have.
  bool is_plain() const { return operation == Op::none && columns == 1 && epilogue == Epilogue::none; }
  bool is_transposed() const { return sporos::detail::is_transposed(operation); }

  /// \brief For example `transpose, 8 columns in LayoutRight`; empty for a plain product.
  std::string words() const {
    std::string text = operation == Op::none ? "" : name(operation);
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (columns > 1) {
      add(sporos::detail::concat(columns, " columns in Layout", layout == Layout::left ? "Left" : "Right"));
    }
    if (epilogue != Epilogue::none) add(sporos::detail::concat("epilogue ", name(epilogue)));
    return text;
  }
};

}  // namespace sporos::perf
