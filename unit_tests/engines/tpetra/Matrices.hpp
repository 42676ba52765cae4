// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Matrices on several processes, and products by them that are known to be right.
#pragma once

#include <Tpetra_Core.hpp>
#include <Tpetra_CrsMatrix.hpp>
#include <algorithm>
#include <cmath>
#include <vector>

#include "unit_tests/support/compiled/CompiledLeaves.hpp"

namespace sporos_test {

using Matrix = Tpetra::CrsMatrix<>;
using Vectors = Tpetra::MultiVector<>;
using Map = Tpetra::Map<>;
using Global = Map::global_ordinal_type;
using Scalar = Matrix::scalar_type;
using Teuchos::RCP;
using Teuchos::rcp;

inline int rank() { return Tpetra::getDefaultComm()->getRank(); }
inline int num_ranks() { return Tpetra::getDefaultComm()->getSize(); }

inline RCP<const Map> even_map(Tpetra::global_size_t rows) { return rcp(new Map(rows, 0, Tpetra::getDefaultComm())); }
inline RCP<const Map> map_of(const std::vector<Global>& mine) {
  return rcp(new Map(Teuchos::OrdinalTraits<Tpetra::global_size_t>::invalid(), Teuchos::ArrayView<const Global>(mine),
                     0, Tpetra::getDefaultComm()));
}
/// \brief Row i belongs to process i modulo their number, from `first` on: no two neighbours have one owner.
inline RCP<const Map> dealt_map(Global rows, Global first = 0) {
  std::vector<Global> mine;
  for (Global row = rank(); row < rows; row += num_ranks()) mine.push_back(first + row);
  return map_of(mine);
}
/// \brief All rows on the last process.
inline RCP<const Map> lumped_map(Global rows) {
  std::vector<Global> mine;
  for (Global row = 0; row < rows && rank() == num_ranks() - 1; ++row) mine.push_back(row);
  return map_of(mine);
}

/// \brief A number in [-1, 1] that depends on the place alone.
inline double number(Global i, Global j) {
  return std::sin(1.0 + 12.9898 * static_cast<double>(i) + 78.233 * static_cast<double>(j));
}

/// \brief The five-point stencil on `side` x `side` points, with the rows of `map`; a little unsymmetric where asked.
/// \param keeps_room  for more entries, which Tpetra takes nowhere else once a matrix is complete
inline RCP<Matrix> stencil(const RCP<const Map>& map, Global side, double skew = 0, Global first = 0,
                           bool keeps_room = false) {
  const RCP<Matrix> A = rcp(new Matrix(map, 6));
  for (const Global row : map->getNodeElementList()) {
    const Global point = row - first, i = point / side, j = point % side;
    std::vector<Global> columns{row};
    std::vector<Scalar> values{4.0};
    const auto add = [&](bool is_there, Global column, double value) {
      if (!is_there) return;
      columns.push_back(column);
      values.push_back(value);
    };
    add(i > 0, row - side, -1 + skew);
    add(i + 1 < side, row + side, -1 - skew);
    add(j > 0, row - 1, -1 + skew / 2);
    add(j + 1 < side, row + 1, -1 - skew / 2);
    A->insertGlobalValues(row, Teuchos::ArrayView<const Global>(columns), Teuchos::ArrayView<const Scalar>(values));
  }
  const auto parameters = Teuchos::parameterList();
  parameters->set("Optimize Storage", !keeps_room);
  A->fillComplete(map, map, parameters);
  A->setObjectLabel("stencil");
  return A;
}

/// \brief A matrix of another number of columns than rows, whose entries lie anywhere.
inline RCP<Matrix> scattered(Global rows, Global columns) {
  const auto row_map = even_map(rows);
  const RCP<Matrix> A = rcp(new Matrix(row_map, 4));
  for (const Global row : row_map->getNodeElementList()) {
    for (Global k = 0; k < row % 5; ++k) {
      const Global column = (row * 7 + k * (columns / 3 + 1)) % columns;
      const Scalar value = number(row, column);
      A->insertGlobalValues(row, Teuchos::ArrayView<const Global>(&column, 1),
                            Teuchos::ArrayView<const Scalar>(&value, 1));
    }
  }
  A->fillComplete(dealt_map(columns), row_map);
  A->setObjectLabel("scattered");
  return A;
}

/// \brief A matrix whose rows are shared between neighbouring processes: their sums are exported.
inline RCP<Matrix> shared_rows(Global each) {
  std::vector<Global> mine;
  const Global rows = each * num_ranks() + 1;
  for (Global row = rank() * each; row <= (rank() + 1) * each; ++row) mine.push_back(row);
  const RCP<Matrix> A = rcp(new Matrix(map_of(mine), map_of(mine), 3));
  for (Global row = rank() * each; row < (rank() + 1) * each; ++row) {
    const Global columns[] = {row, row + 1};
    const Scalar first[] = {1.0, -0.5}, second[] = {-0.5, 1.0};
    A->insertGlobalValues(row, Teuchos::ArrayView<const Global>(columns, 2),
                          Teuchos::ArrayView<const Scalar>(first, 2));
    A->insertGlobalValues(row + 1, Teuchos::ArrayView<const Global>(columns, 2),
                          Teuchos::ArrayView<const Scalar>(second, 2));
  }
  A->fillComplete(even_map(rows), even_map(rows));
  A->setObjectLabel("shared rows");
  return A;
}

inline RCP<Vectors> vectors(const RCP<const Map>& map, std::size_t count, Global seed) {
  const RCP<Vectors> x = rcp(new Vectors(map, count));
  for (const Global i : map->getNodeElementList()) {
    for (std::size_t j = 0; j < count; ++j) x->replaceGlobalValue(i, j, number(i, seed + static_cast<Global>(j)));
  }
  return x;
}

/// \brief The largest ratio, on this process, of a difference from Tpetra's own product to the rounding that both may
/// have: at most one where the product is right.
inline double error(const Matrix& stock, const Matrix& ours, const Vectors& x, Vectors& y, Teuchos::ETransp mode,
                    Scalar alpha, Scalar beta) {
  Matrix magnitudes(stock.getCrsGraph());
  {
    const auto from = stock.getLocalMatrixHost().values;
    const auto to = magnitudes.getLocalMatrixHost().values;
    for (std::size_t k = 0; k < from.extent(0); ++k) to(k) = std::abs(from(k));
  }
  magnitudes.fillComplete(stock.getDomainMap(), stock.getRangeMap());
  const auto absolute = [](const Vectors& v) {
    Vectors result(v.getMap(), v.getNumVectors());
    result.abs(v);
    return result;
  };
  Vectors wanted(y, Teuchos::Copy), bound = absolute(y);
  // Tpetra 13.2 ends in an error where vectors that lie apart meet a transpose.
  stock.Matrix::apply(Vectors(x, Teuchos::Copy), wanted, mode, alpha, beta);
  magnitudes.apply(absolute(x), bound, mode, std::abs(alpha), std::abs(beta));
  ours.apply(x, y, mode, alpha, beta);
  const double eps = 2 * 1.2e-16 * (64 + num_ranks());
  double worst = 0;
  for (std::size_t j = 0; j < y.getNumVectors(); ++j) {
    const auto is = y.getData(j), should = wanted.getData(j), may = bound.getData(j);
    for (int i = 0; i < is.size(); ++i) {
      if (is[i] == should[i]) continue;
      worst = std::max(worst, std::isfinite(is[i]) ? std::abs(is[i] - should[i]) / (eps * may[i]) : INFINITY);
    }
  }
  return worst;
}

}  // namespace sporos_test
