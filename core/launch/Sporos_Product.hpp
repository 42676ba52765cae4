// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What every launch of a product gets, and the labels of the launches.
#pragma once

#include <map>
#include <string>
#include <type_traits>
#include <utility>

#include "core/kernels/Sporos_Conjugated.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_Require.hpp"
#include "policies/Sporos_Algorithm.hpp"
#include "policies/Sporos_CacheRule.hpp"
#include "policies/Sporos_Machine.hpp"
#include "policies/crs/Sporos_LaunchBound.hpp"

namespace sporos {
namespace detail {

/// Labels of the launches and of the region around them. They are made once, because a product must not allocate.
struct Labels {
  std::string product;  ///< the region and the first launch
  std::string scale;    ///< if alpha is zero, or for rows without entries
  std::string rest;     ///< long rows of compressed rows, or a second part of the matrix
  std::string fix_up;   ///< carries of rows that teams share
};

inline Labels make_labels(const std::string& format, const std::string& algorithm, const std::string& rest) {
  const auto label = [&](const std::string& step) { return concat("sporos::spmv[", format, step, "]"); };
  return {label(algorithm), label(",scale"), label(rest), label(",fix_up")};
}

// Made only once, because every plan needs them.
inline const Labels& crs_labels(Algorithm algorithm) {
  static const auto all = [] {
    std::map<Algorithm, Labels> labels;
    for (const Algorithm one : all_algorithms()) labels[one] = make_labels("crs", concat(',', name(one)), ",long rows");
    return labels;
  }();
  return all.at(algorithm);
}

/// One product without the matrix; everything is raw, checked and on the device.
template <class ExecutionSpace, class ReaderType, class EpilogueType>
struct Product {
  using execution_space = ExecutionSpace;
  using Reader = ReaderType;
  using Epilogue = EpilogueType;
  using Sum = typename Epilogue::sum_t;

  const ExecutionSpace& exec;
  const Machine& machine;
  const Labels& labels;
  Reader x;
  Epilogue epilogue;
};

/// The same product with another epilogue.
template <class ExecutionSpace, class Reader, class Old, class Epilogue>
Product<ExecutionSpace, Reader, Epilogue> with_epilogue(const Product<ExecutionSpace, Reader, Old>& product,
                                                        const Epilogue& epilogue) {
  return {product.exec, product.machine, product.labels, product.x, epilogue};
}

/// The product itself; if X is a ConjugatedVector, the same product by complex conjugates.
template <class X, class ExecutionSpace, class Reader, class Epilogue>
auto conjugated_as(const Product<ExecutionSpace, Reader, Epilogue>& product) {
  if constexpr (is_conjugated_vector<X>) {
    return Product<ExecutionSpace, ConjugatingReader<Reader>, ConjugatingEpilogue<Epilogue>>{
        product.exec, product.machine, product.labels, {product.x}, {product.epilogue}};
  } else {
    return product;
  }
}

/// A product of compressed rows.
template <class Base, class OperandType>
struct CrsProduct : Base {
  using Operand = OperandType;

  Operand a;
  std::int64_t nnz;
};

template <class Base, class Matrix>
auto crs_product(const Base& base, const Matrix& matrix) {
  using Operand = CrsOperand<typename Base::execution_space, decltype(crs_arrays(matrix)), typename Base::Reader,
                             typename Base::Sum>;
  return CrsProduct<Base, Operand>{base, {crs_arrays(matrix), base.x}, matrix.nnz()};
}

/// A and x for kernels whose threads load each entry once; on a GPU only they have a choice.
template <class Operand>
auto loaded_once(const Operand& a, [[maybe_unused]] bool evicts_first) {
  if constexpr (is_host_execution<typename Operand::execution_space> || is_columns<typename Operand::sum_t>) {
    return a;
  } else {
    return OnceOperand<Operand>{a, evicts_first};
  }
}
template <class Operand>
using once_operand = decltype(loaded_once(std::declval<const Operand&>(), true));

/// evicts_first() for a matrix of a storage format, whose entries take `bytes`.
template <class Product, class Matrix>
bool format_evicts_first(const Product& product, const Matrix& A, std::int64_t bytes) {
  return evicts_first(product.machine, bytes,
                      (A.num_rows + A.num_columns) * static_cast<std::int64_t>(sizeof(typename Product::Sum)));
}

/// A team policy for kernels that may use as many registers as `Bound` allows.
template <class Bound, class ExecutionSpace>
auto team_policy(const ExecutionSpace& exec, std::int64_t teams, int block_size, std::size_t scratch_bytes) {
  using Registers = Kokkos::LaunchBounds<Bound::most_threads, Bound::least_teams>;
  TeamsOf<ExecutionSpace, Registers> policy(exec, static_cast<int>(teams),
                                            is_host_execution<ExecutionSpace> ? 1 : block_size, 1);
  if (scratch_bytes > 0) policy.set_scratch_size(0, scratch_of_team(scratch_bytes));
  return policy;
}

constexpr std::int64_t ceiling_of(std::int64_t count, std::int64_t step) { return (count + step - 1) / step; }

}  // namespace detail
}  // namespace sporos
