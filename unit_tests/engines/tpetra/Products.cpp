// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/interop/Sporos_Tpetra.hpp"
#include "core/interop/Sporos_Tpetra.hpp"  // twice: it can be

#include <gtest/gtest.h>

#include <limits>

#include "unit_tests/engines/tpetra/Matrices.hpp"

namespace products {

using namespace sporos_test;
using Ours = sporos::tpetra::CrsMatrix<>;

constexpr Global side = 12;

// The matrices that the products are tested with, on whatever number of processes.
std::vector<RCP<Matrix>> gallery() {
  return {stencil(even_map(side * side), side, 0.25),
          stencil(dealt_map(side * side), side),
          stencil(lumped_map(side * side), side, 0.5),
          stencil(even_map(1), 1),
          stencil(even_map(4), 2),
          scattered(61, 23),
          scattered(19, 83),
          shared_rows(5)};
}

void expect_right(const Matrix& stock, const Matrix& ours, Teuchos::ETransp mode, std::size_t count = 1,
                  Scalar alpha = 1, Scalar beta = 0) {
  const bool is_transposed = mode != Teuchos::NO_TRANS;
  const auto x = vectors(is_transposed ? stock.getRangeMap() : stock.getDomainMap(), count, 1);
  const auto y = vectors(is_transposed ? stock.getDomainMap() : stock.getRangeMap(), count, 100);
  EXPECT_LE(error(stock, ours, *x, *y, mode, alpha, beta), 1)
      << stock.getObjectLabel() << ", mode " << mode << ", " << count << " vectors, rank " << rank();
}

TEST(TpetraProducts, AreTheProductsOfTheStockMatrixForEveryOperationAndNumberOfVectors) {
  for (const auto& stock : gallery()) {
    const Ours ours(*stock);
    for (const auto mode : {Teuchos::NO_TRANS, Teuchos::TRANS, Teuchos::CONJ_TRANS}) {
      for (const std::size_t count : {1, 2, 5}) {
        expect_right(*stock, ours, mode, count);
        expect_right(*stock, ours, mode, count, -0.5, 2);
        expect_right(*stock, ours, mode, count, 0, 0.75);
      }
    }
  }
}

void expect_same_bits(const Matrix& stock, const Matrix& ours, Teuchos::ETransp mode, Scalar alpha, Scalar beta) {
  const bool is_transposed = mode != Teuchos::NO_TRANS;
  const auto x = vectors(is_transposed ? stock.getRangeMap() : stock.getDomainMap(), 1, 1);
  const auto y = vectors(is_transposed ? stock.getDomainMap() : stock.getRangeMap(), 1, 100);
  Vectors wanted(*y, Teuchos::Copy);
  stock.apply(*x, wanted, mode, alpha, beta);
  ours.apply(*x, *y, mode, alpha, beta);
  const auto is = y->getData(0), should = wanted.getData(0);
  for (int i = 0; i < is.size(); ++i) {
    EXPECT_EQ(is[i], should[i]) << stock.getObjectLabel() << ", mode " << mode << ", rank " << rank() << ", " << i;
  }
}

// Kokkos Kernels sums rows of at most four entries one after the other, and longer ones in four partial sums.
// Transposed products add entry by entry. Several vectors are multiplied in yet another way.
TEST(TpetraProducts, HaveTheBitsOfTheStockMatrixWhereTheOrderIsTheSame) {
  if (!sporos::detail::is_host_execution<Ours::execution_space>) GTEST_SKIP() << "Tpetra's order is another one";
  sporos::Options in_order;
  in_order.algorithm = sporos::Algorithm::scalar;
  for (const auto& stock : gallery()) {
    const Ours ours(*stock, in_order);
    if (stock->getGlobalMaxNumRowEntries() <= 4) {
      expect_same_bits(*stock, ours, Teuchos::NO_TRANS, 1, 0);
      expect_same_bits(*stock, ours, Teuchos::NO_TRANS, -0.75, 3);
    }
    expect_same_bits(*stock, ours, Teuchos::TRANS, 1, 0);
    expect_same_bits(*stock, ours, Teuchos::CONJ_TRANS, 1, 0);
  }
}

TEST(TpetraProducts, LeaveUnreadWhatIsMultipliedByZero) {
  const auto stock = stencil(even_map(side * side), side);
  const Ours ours(*stock);
  const auto nothing = std::numeric_limits<double>::quiet_NaN();
  for (const auto mode : {Teuchos::NO_TRANS, Teuchos::TRANS}) {
    const auto x = vectors(stock->getDomainMap(), 1, 1);
    const auto y = vectors(stock->getRangeMap(), 1, 2);
    y->putScalar(nothing);
    ours.apply(*x, *y, mode, 1, 0);
    EXPECT_TRUE(std::isfinite(y->getVector(0)->norm2()));
    x->putScalar(nothing);
    ours.apply(*x, *y, mode, 0, 1);
    EXPECT_TRUE(std::isfinite(y->getVector(0)->norm2()));
    ours.apply(*x, *y, mode, 0, 0);
    EXPECT_EQ(y->getVector(0)->norm2(), 0);
  }
}

TEST(TpetraProducts, TakeVectorsThatLieApartAndOneVectorTwice) {
  const auto stock = stencil(even_map(side * side), side, 0.25);
  const Ours ours(*stock);
  const auto all_x = vectors(stock->getDomainMap(), 4, 1), all_y = vectors(stock->getRangeMap(), 4, 9);
  const std::size_t chosen[] = {2, 0};
  const Teuchos::ArrayView<const std::size_t> columns(chosen, 2);
  for (const auto mode : {Teuchos::NO_TRANS, Teuchos::TRANS}) {
    const auto x = all_x->subView(columns);
    const auto y = all_y->subViewNonConst(columns);
    EXPECT_LE(error(*stock, ours, *x, *y, mode, 0.5, -1), 1) << "rank " << rank();
    const auto both = vectors(stock->getDomainMap(), 2, 1);
    Vectors wanted(*both, Teuchos::Copy);
    stock->apply(*both, wanted, mode);
    ours.apply(*both, *both, mode);
    wanted.update(-1, *both, 1);
    EXPECT_LT(wanted.getVector(1)->normInf(), 1e-14);
  }
}

TEST(TpetraProducts, AddUpWhatEveryProcessHasOfAReplicatedResult) {
  const auto rows = even_map(3 * num_ranks());
  const RCP<const Map> everywhere = rcp(new Map(4, 0, Tpetra::getDefaultComm(), Tpetra::LocallyReplicated));
  const RCP<Matrix> A = rcp(new Matrix(rows, everywhere, 4));
  for (const Global row : rows->getNodeElementList()) {
    for (Global column = 0; column < 4; ++column) {
      const Scalar value = number(row, column);
      A->insertGlobalValues(row, Teuchos::ArrayView<const Global>(&column, 1),
                            Teuchos::ArrayView<const Scalar>(&value, 1));
    }
  }
  A->fillComplete(everywhere, rows);
  const Ours ours(*A);
  expect_right(*A, ours, Teuchos::NO_TRANS, 2, 1, 0.5);
  expect_right(*A, ours, Teuchos::TRANS, 2, 1, 0.5);
}

TEST(TpetraProducts, ShareTheArraysOfTheMatrixTheyAreMadeFrom) {
  const auto stock = stencil(even_map(side * side), side);
  const Ours ours(*stock);
  EXPECT_EQ(ours.getLocalMatrixHost().values.data(), stock->getLocalMatrixHost().values.data());
  EXPECT_EQ(ours.getLocalMatrixHost().graph.entries.data(), stock->getLocalMatrixHost().graph.entries.data());
  EXPECT_EQ(ours.getGraph().getRawPtr(), stock->getGraph().getRawPtr());
}

TEST(TpetraProducts, SayWhatRunsAndWhichRowsDoNotWait) {
  const auto stock = stencil(even_map(side * side), side);
  const std::string text = Ours(*stock).describe();
  EXPECT_NE(text.find("matrix 'stencil', rank " + std::to_string(rank()) + " of "), std::string::npos) << text;
  if (num_ranks() == 2) {
    EXPECT_NE(text.find(rank() == 0 ? "Rows 0 to 59 do not wait" : "Rows 12 to 71 do not wait"), std::string::npos)
        << text;
  }
  if (num_ranks() > 1) {
    const std::string dealt = Ours(*stencil(dealt_map(side * side), side)).describe();
    EXPECT_EQ(dealt.find("do not wait"), std::string::npos) << dealt;
  }
}

TEST(TpetraFaults, ValuesChangedInEitherMatrixAreUsed) {
  const auto stock = stencil(even_map(side * side), side, 0.25);
  Ours ours(*stock);
  for (const auto mode : {Teuchos::NO_TRANS, Teuchos::TRANS}) {
    for (Matrix* const changed : {stock.getRawPtr(), static_cast<Matrix*>(&ours)}) {
      expect_right(*stock, ours, mode);
      changed->resumeFill();
      changed->scale(-3);
      changed->fillComplete(stock->getDomainMap(), stock->getRangeMap());
      expect_right(*stock, ours, mode, 2);
    }
  }
}

// One entry more in the first row of each process, in its last column: a ghost, where it has any. Tpetra takes no entry
// in a column that the process had no entry in before.
void insert_entries(Matrix& A) {
  A.resumeFill();
  if (A.getRowMap()->getMaxLocalIndex() >= 0) {
    const int column = A.getColMap()->getMaxLocalIndex();
    const Scalar value = 8;
    A.insertLocalValues(0, Teuchos::ArrayView<const int>(&column, 1), Teuchos::ArrayView<const Scalar>(&value, 1));
  }
  A.fillComplete(A.getDomainMap(), A.getRangeMap());
}

RCP<Matrix> with_room(const RCP<const Map>& map) { return stencil(map, side, 0.25, 0, true); }

TEST(TpetraFaults, PatternChangedIsPlannedAnew) {
  Ours ours(*with_room(even_map(side * side)));
  const auto x = vectors(ours.getDomainMap(), 1, 1), y = vectors(ours.getRangeMap(), 1, 2);
  ours.apply(*x, *y);
  const auto before = ours.getGlobalNumEntries();
  insert_entries(ours);
  EXPECT_GT(ours.getGlobalNumEntries(), before);
  for (const auto mode : {Teuchos::NO_TRANS, Teuchos::TRANS}) expect_right(ours, ours, mode, 2, 1, 1);
}

TEST(TpetraFaults, NewOffProcessEntriesAreRefusedByTpetraAndLeaveTheMatrixUsable) {
  const auto stock = stencil(even_map(side * side), side);
  Ours ours(*stock);
  if (num_ranks() < 3) GTEST_SKIP() << "every column is some entry's";
  ours.resumeFill();
  const Global row = ours.getRowMap()->getMinGlobalIndex(), column = (row + side * side / 2) % (side * side);
  const Scalar value = 1;
  EXPECT_THROW(ours.insertGlobalValues(row, Teuchos::ArrayView<const Global>(&column, 1),
                                       Teuchos::ArrayView<const Scalar>(&value, 1)),
               std::invalid_argument);
  ours.fillComplete(stock->getDomainMap(), stock->getRangeMap());
  expect_right(*stock, ours, Teuchos::NO_TRANS, 2);
}

TEST(TpetraFaults, DuplicateOfEitherKindIsRight) {
  const auto stock = stencil(even_map(side * side), side);
  const Ours ours(*stock);
  expect_right(*stock, Matrix(ours), Teuchos::NO_TRANS);
  expect_right(*stock, Ours(ours), Teuchos::TRANS);
  expect_right(*stock, Matrix(ours, Teuchos::Copy), Teuchos::NO_TRANS, 2);
}

TEST(TpetraFaults, MatrixOfSomeRanksOnlyIsRight) {
  const auto stock = stencil(even_map(side * side), side, 0.25);
  const RCP<const Matrix> mixed = rank() % 2 == 0 ? RCP<const Matrix>(rcp(new Ours(*stock))) : RCP<const Matrix>(stock);
  for (const auto mode : {Teuchos::NO_TRANS, Teuchos::TRANS}) expect_right(*stock, *mixed, mode, 3, 2, 0.5);
}

TEST(TpetraFaults, OriginalMatrixIsLeftAsItWas) {
  const auto stock = stencil(even_map(side * side), side, 0.25);
  { const Ours ours(*stock); }
  expect_right(*stencil(even_map(side * side), side, 0.25), *stock, Teuchos::NO_TRANS);
}

TEST(TpetraFaults, RankWithoutRowsAndMoreRanksThanRowsAreRight) {
  for (const auto& stock :
       {stencil(lumped_map(side * side), side), stencil(even_map(1), 1), stencil(lumped_map(1), 1)}) {
    const Ours ours(*stock);
    for (const auto mode : {Teuchos::NO_TRANS, Teuchos::TRANS}) expect_right(*stock, ours, mode, 2, 1, 1);
  }
}

TEST(TpetraFaults, GlobalIndicesOf64BitsAreTaken) {
  const Global first = 5'000'000'000;
  const auto stock = stencil(dealt_map(side * side, first), side, 0.25, first);
  const Ours ours(*stock);
  for (const auto mode : {Teuchos::NO_TRANS, Teuchos::TRANS}) expect_right(*stock, ours, mode);
}

std::string message_of(const Matrix& A, const Vectors& x, Vectors& y) {
  try {
    A.apply(x, y);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "none";
}

TEST(TpetraFaults, MismatchedVectorIsRefused) {
  const Global rows = 2 * num_ranks();
  const Ours ours(*stencil(even_map(rows * rows), rows));
  const auto right = vectors(ours.getDomainMap(), 1, 1), wrong = vectors(even_map(rows), 1, 1);
  const auto two = vectors(ours.getDomainMap(), 2, 1);
  const std::string who =
      sporos::detail::concat("sporos::tpetra::CrsMatrix::apply: matrix 'stencil', rank ", rank(), " of ", num_ranks());
  EXPECT_EQ(message_of(ours, *wrong, *right),
            sporos::detail::concat(who, ": x has 2 elements, but the product needs ", 2 * rows));
  EXPECT_EQ(message_of(ours, *right, *wrong),
            sporos::detail::concat(who, ": y has 2 elements, but the product needs ", 2 * rows));
  EXPECT_EQ(message_of(ours, *two, *right), who + ": x has 2 vectors, but y has 1");
}

TEST(TpetraFaults, EntriesInsertedIntoTheOtherMatrixAreRefused) {
  const auto stock = with_room(lumped_map(side * side));
  const Ours ours(*stock);
  const auto x = vectors(ours.getDomainMap(), 1, 1), y = vectors(ours.getRangeMap(), 1, 1);
  insert_entries(*stock);
  const std::string message = message_of(ours, *x, *y);
  const bool has_rows = rank() == num_ranks() - 1;
  EXPECT_EQ(message.find("entries were inserted into the matrix that this one was made from") != std::string::npos,
            has_rows)
      << message;
}

TEST(TpetraFaults, MatrixBeforeFillCompleteIsRefused) {
  const auto stock = stencil(even_map(side * side), side);
  Ours ours(*stock);
  ours.resumeFill();
  const auto x = vectors(stock->getDomainMap(), 1, 1), y = vectors(stock->getRangeMap(), 1, 1);
  EXPECT_NE(message_of(ours, *x, *y).find("fillComplete() has not been called"), std::string::npos);
}

}  // namespace products
