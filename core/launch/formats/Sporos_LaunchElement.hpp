// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of the product of element matrices.
#pragma once

#include "core/kernels/Sporos_Carries.hpp"
#include "core/kernels/formats/Sporos_ElementKernel.hpp"
#include "core/kernels/formats/Sporos_ElementTermsKernel.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_LaunchEmptyRows.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/element/Sporos_FromElement.hpp"
#include "formats/element/Sporos_MakeElements.hpp"

namespace sporos {
namespace detail {

template <class Product, class Matrix, class Target>
void launch_elements(const Product& product, const Matrix& A, bool is_transposed, const Target& target) {
  using ExecutionSpace = typename Product::execution_space;
  using Sum = typename Product::Sum;
  using Arrays = ElementArrays<typename Matrix::value_type, typename Matrix::column_type>;
  using Operand = FormatOperand<ExecutionSpace, Arrays, typename Product::Reader, Sum>;
  using Kernel = ElementKernel<Operand, Target>;
  const Operand operand{{A.layout(), is_transposed, A.unknowns.data(), A.values.data()}, product.x};
  const std::size_t scratch = Kernel::scratch_bytes(A.nodes);
  const int threads = element_block_size(product.machine, scratch);
  for (std::size_t colour = 0; colour + 1 < A.colours.size(); ++colour) {
    const std::int64_t first = A.colours[colour];
    const std::int64_t last = A.colours[colour + 1];
    std::int64_t share = threads;
    if constexpr (is_host_execution<ExecutionSpace>) {
      const bool is_given = A.scatter == Scatter::colouring && A.unit > 1;
      share = is_given ? A.unit : element_unit(product.machine, last - first);
    }
    launch_kernel(product.labels.product,
                  team_policy<ElementOccupancy<Sum>>(product.exec, ceiling_of(last - first, share), threads,
                                                     static_cast<std::size_t>(threads) * scratch),
                  Kernel{operand, target, first, last, share});
  }
}

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<ElementMatrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "element";
  static constexpr bool in_parts = true;

  template <class Product, class Matrix>
  static void run(const Product& product, const Matrix& A, bool is_transposed = false) {
    using ExecutionSpace = typename Product::execution_space;
    using Epilogue = typename Product::Epilogue;
    using Sum = typename Product::Sum;
    if (A.scatter == Scatter::gather) {
      auto* const products = sums_in<Sum>(A.products.data());
      launch_elements(product, A, is_transposed, StoreProduct<Sum>{products});
      launch_kernel(
          product.labels.rest, RowRange<ExecutionSpace>(product.exec, 0, A.num_rows),
          ElementTermsKernel<Offset, Epilogue>{A.term_offsets.data(), A.terms.data(), products, product.epilogue});
      return;
    }
    if (!product.epilogue.leaves_y_alone()) {
      launch_empty_rows(product.labels.scale, product.exec, A.num_rows, product.epilogue.of_no_product());
    }
    if (A.scatter == Scatter::atomics) {
      launch_elements(product, A, is_transposed, AddToRow<Epilogue, AddAtomically>{product.epilogue});
      return;
    }
    require(is_host_execution<ExecutionSpace> || A.unit == 1, "spmv",
            "the elements were coloured for another kind of execution space than ", ExecutionSpace::name());
    launch_elements(product, A, is_transposed, AddToRow<Epilogue, AddPlainly>{product.epilogue});
  }
};

}  // namespace detail

namespace detail {

template <class V, class C, class O, class M>
inline constexpr bool fits_any_matrix<ElementMatrix<V, C, O, M>> = false;

}  // namespace detail

/// \brief Element storage. There is no way to it from compressed rows, so AnyMatrix does not hold it.
template <class V, class C, class O, class M>
struct FormatTraits<ElementMatrix<V, C, O, M>> : detail::FormatLaunch<ElementMatrix<V, C, O, M>>,
                                                 detail::FormatDefaults<ElementMatrix<V, C, O, M>, Format::own> {
  using Matrix = ElementMatrix<V, C, O, M>;

  template <class ExecutionSpace>
  static bool in_fixed_order(const Matrix& A) {
    return A.scatter != Scatter::atomics;
  }

  static constexpr bool transposes = true;
  template <class Product>
  static void run_transposed(const Product& product, const Matrix& A) {
    detail::FormatLaunch<Matrix>::run(product, A, true);
  }
};

}  // namespace sporos
