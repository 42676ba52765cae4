// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A matrix of Tpetra whose products are Sporos': for Belos, Ifpack2 and whatever else takes a Tpetra matrix.
/// With Trilinos 13.2 or newer; the target is `Sporos::tpetra`.
#pragma once

#include <Tpetra_CrsMatrix.hpp>
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

#include "core/interop/Sporos_TpetraLocalProduct.hpp"

namespace sporos {
namespace tpetra {

/// \brief A `Tpetra::CrsMatrix` whose `apply` multiplies the rows of each process by a plan of Sporos.
///
/// It shares the graph, the values and the maps of the matrix that it is made from. Tpetra exchanges entries of x and y
/// between processes, as always; rows that need no entry from elsewhere are multiplied while x is under way, where the
/// longest range of such rows is at least half of them. All else is Tpetra's.
///
/// New values, of either of the two matrices, are used by the next product. New entries must be inserted into this
/// matrix, between its `resumeFill` and `fillComplete`; the plans are then made anew. Products by a transpose copy the
/// values into the transposed matrix each time; `values_are_fixed` avoids that.
///
/// Making it and `apply` are collective where Tpetra's are: any process may have a matrix of this type, and any other
/// one of Tpetra's. One matrix serves one host thread at a time, as Tpetra's.
template <class Scalar = ::Tpetra::CrsMatrix<>::scalar_type,
          class LocalOrdinal = typename ::Tpetra::CrsMatrix<Scalar>::local_ordinal_type,
          class GlobalOrdinal = typename ::Tpetra::CrsMatrix<Scalar, LocalOrdinal>::global_ordinal_type,
          class Node = typename ::Tpetra::CrsMatrix<Scalar, LocalOrdinal, GlobalOrdinal>::node_type>
class CrsMatrix : public ::Tpetra::CrsMatrix<Scalar, LocalOrdinal, GlobalOrdinal, Node> {
 public:
  using base_type = ::Tpetra::CrsMatrix<Scalar, LocalOrdinal, GlobalOrdinal, Node>;       ///< Tpetra's matrix
  using vectors_type = ::Tpetra::MultiVector<Scalar, LocalOrdinal, GlobalOrdinal, Node>;  ///< x and y
  using execution_space = typename base_type::execution_space;                            ///< where products run

  /// \brief Shares the arrays of `A`, whose `fillComplete` has been called, and makes the plans of this process' rows.
  /// \param options  of the plans
  /// \throws std::runtime_error where a plan cannot be made; names the matrix (its object label) and the rank
  explicit CrsMatrix(const base_type& A, const Options& options = {}) : base_type(A), options_(options) {
    this->setObjectLabel(A.getObjectLabel());
    named("CrsMatrix", [&] { local(); });
  }
  /// \brief Another matrix of the same arrays, with plans of its own.
  CrsMatrix(const CrsMatrix& other) : CrsMatrix(static_cast<const base_type&>(other), other.options_) {}
  CrsMatrix& operator=(const CrsMatrix&) = delete;  ///< make another one

  /// \brief `y = alpha*op(A)*x + beta*y`, of any number of vectors. Where alpha or beta is zero, what it multiplies is
  /// not read. \throws std::runtime_error before `fillComplete`; where x or y does not fit; where entries were inserted
  /// into the
  ///         matrix that this one was made from. Names the matrix and the rank
  void apply(const vectors_type& x, vectors_type& y, Teuchos::ETransp mode = Teuchos::NO_TRANS,
             Scalar alpha = Teuchos::ScalarTraits<Scalar>::one(),
             Scalar beta = Teuchos::ScalarTraits<Scalar>::zero()) const override {
    named("CrsMatrix::apply", [&] {
      check(x, y, mode != Teuchos::NO_TRANS);
      if (alpha == zero()) {
        scale(y, beta);
      } else if (mode == Teuchos::NO_TRANS) {
        multiply(x, y, alpha, beta);
      } else {
        multiply_transposed(x, y, mode, alpha, beta);
      }
    });
  }

  /// \brief What this process multiplies and how, for people.
  std::string describe() const {
    std::string text;
    named("CrsMatrix::describe", [&] { text = detail::concat(whose(), ": ", local().words()); });
    return text;
  }

  bool values_are_fixed = false;  ///< whether the values never change after the first product by a transpose

 private:
  using Value = typename base_type::impl_scalar_type;
  using Local =
      detail::TpetraLocalProduct<execution_space, detail::crs_view_t<typename base_type::local_matrix_device_type>>;
  using Map = typename base_type::map_type;
  using Importer = typename base_type::import_type;

  static Scalar zero() { return Teuchos::ScalarTraits<Scalar>::zero(); }

  std::string whose() const {
    return detail::concat("matrix '", this->getObjectLabel(), "', rank ", this->getComm()->getRank(), " of ",
                          this->getComm()->getSize());
  }

  // Whatever goes wrong says where: one message of many processes is all that a user may see.
  template <class Work>
  void named(const char* function, const Work& work) const {
    try {
      work();
    } catch (const std::exception& error) {
      throw std::runtime_error(detail::concat("sporos::tpetra::", function, ": ", whose(), ": ", error.what()));
    }
  }

  static void require(bool condition, const char* what, std::size_t found, const char* but, std::size_t wanted) {
    if (!condition) throw std::runtime_error(detail::concat(what, found, but, wanted));
  }

  static std::size_t length(const Teuchos::RCP<const Map>& map) {
    return static_cast<std::size_t>(map->getMaxLocalIndex() + 1);
  }

  void check(const vectors_type& x, const vectors_type& y, bool is_transposed) const {
    if (!this->isFillComplete()) throw std::runtime_error("fillComplete() has not been called");
    const auto domain = length(is_transposed ? this->getRangeMap() : this->getDomainMap());
    const auto range = length(is_transposed ? this->getDomainMap() : this->getRangeMap());
    require(x.getNumVectors() == y.getNumVectors(), "x has ", x.getNumVectors(), " vectors, but y has ",
            y.getNumVectors());
    require(x.getLocalLength() == domain, "x has ", x.getLocalLength(), " elements, but the product needs ", domain);
    require(y.getLocalLength() == range, "y has ", y.getLocalLength(), " elements, but the product needs ", range);
  }

  static void scale(vectors_type& y, Scalar beta) {
    if (beta == zero()) {
      y.putScalar(zero());  // NaN and infinity, too
    } else {
      y.scale(beta);
    }
  }

  std::int64_t first_ghost(const Teuchos::RCP<const Importer>& importer) const {
    const auto num_columns = static_cast<std::int64_t>(length(this->getColMap()));
    if (importer.is_null() || importer->getNumRemoteIDs() == 0) return num_columns;
    const auto ghosts = importer->getRemoteLIDs();
    return static_cast<std::int64_t>(*std::min_element(ghosts.begin(), ghosts.end()));
  }

  Local& local() const {
    const auto local_matrix = this->getLocalMatrixDevice();
    if (local_matrix.values.extent(0) != local_matrix.graph.entries.extent(0)) {
      throw std::runtime_error(
          "entries were inserted into the matrix that this one was made from; make this one again, or insert into it");
    }
    const auto matrix = crs_view(local_matrix);
    const Teuchos::RCP<const Importer> importer = this->getGraph()->getImporter();
    if (local_ && local_->is_of(matrix) && importer.getRawPtr() == planned_for_.getRawPtr()) {
      local_->take_values(matrix);
    } else {
      local_.reset();
      local_ = std::make_unique<Local>(execution_space(), matrix, first_ghost(importer), options_);
      planned_for_ = importer;
    }
    return *local_;
  }

  // Vectors that are kept from product to product.
  static vectors_type& kept(Teuchos::RCP<vectors_type>& vectors, const Teuchos::RCP<const Map>& map,
                            std::size_t count) {
    if (vectors.is_null() || vectors->getNumVectors() != count || vectors->getMap().getRawPtr() != map.getRawPtr()) {
      vectors = Teuchos::rcp(new vectors_type(map, count));
    }
    return *vectors;
  }

  // Whether kernels may write into y as it is.
  static bool is_writable(const vectors_type& y, const vectors_type& x) {
    return y.isConstantStride() && &x != &y &&
           (y.getLocalLength() == 0 || x.getLocalLength() == 0 ||
            static_cast<const void*>(y.getLocalViewDevice(::Tpetra::Access::ReadOnly).data()) !=
                static_cast<const void*>(x.getLocalViewDevice(::Tpetra::Access::ReadOnly).data()));
  }

  // The sums of all processes, where y is the same on each of them.
  struct Replicated {
    const bool is_so;
    vectors_type& y;
    Replicated(const base_type& A, vectors_type& result, Scalar& beta)
        : is_so(!result.isDistributed() && A.getComm()->getSize() != 1), y(result) {
      if (is_so && A.getComm()->getRank() > 0) beta = zero();
    }
    void add_up() const {
      if (is_so) y.reduce();
    }
  };

  void multiply(const vectors_type& x, vectors_type& y, Scalar alpha, Scalar beta) const {
    Local& rows = local();
    const auto importer = this->getGraph()->getImporter();
    const auto exporter = this->getGraph()->getExporter();
    const std::size_t count = x.getNumVectors();
    const Replicated replicated(*this, y, beta);
    const bool is_direct = exporter.is_null() && is_writable(y, x);
    vectors_type& to = is_direct ? y : kept(row_vectors_, this->getRowMap(), count);
    if (!is_direct && exporter.is_null() && beta != zero()) ::Tpetra::deep_copy(to, y);
    const Scalar of_to = exporter.is_null() ? beta : zero();
    const auto run = [&](const vectors_type& from, bool is_early) {
      const auto from_view = from.getLocalViewDevice(::Tpetra::Access::ReadOnly);
      const auto to_view = to.getLocalViewDevice(::Tpetra::Access::ReadWrite);
      const auto a = static_cast<Value>(alpha), b = static_cast<Value>(of_to);
      if (is_early) {
        rows.apply_early(a, from_view, b, to_view);
      } else {
        rows.apply_late(a, from_view, b, to_view);
      }
    };
    if (importer.is_null() && x.isConstantStride()) {
      run(x, false);
    } else {
      vectors_type& from = kept(column_vectors_, this->getColMap(), count);
      if (importer.is_null()) {
        ::Tpetra::deep_copy(from, x);
      } else {
        from.beginImport(x, *importer, ::Tpetra::INSERT);
        run(from, true);
        from.endImport(x, *importer, ::Tpetra::INSERT);
      }
      run(from, false);
    }
    if (!exporter.is_null()) {
      scale(y, beta);
      y.doExport(to, *exporter, ::Tpetra::ADD_ASSIGN);
    } else if (!is_direct) {
      ::Tpetra::deep_copy(y, to);
    }
    replicated.add_up();
  }

  void multiply_transposed(const vectors_type& x, vectors_type& y, Teuchos::ETransp mode, Scalar alpha,
                           Scalar beta) const {
    Local& rows = local();
    const auto importer = this->getGraph()->getImporter();
    const auto exporter = this->getGraph()->getExporter();
    const std::size_t count = x.getNumVectors();
    const Replicated replicated(*this, y, beta);
    const vectors_type* from = &x;
    if (!exporter.is_null() || !x.isConstantStride()) {
      vectors_type& imported = kept(row_vectors_, this->getRowMap(), count);
      if (exporter.is_null()) {
        ::Tpetra::deep_copy(imported, x);
      } else {
        imported.doImport(x, *exporter, ::Tpetra::INSERT);
      }
      from = &imported;
    }
    const bool is_direct = importer.is_null() && is_writable(y, *from);
    vectors_type& to = is_direct ? y : kept(column_vectors_, this->getColMap(), count);
    if (!is_direct && importer.is_null() && beta != zero()) ::Tpetra::deep_copy(to, y);
    rows.apply_transposed(mode == Teuchos::TRANS ? Op::transpose : Op::conjugate_transpose, static_cast<Value>(alpha),
                          from->getLocalViewDevice(::Tpetra::Access::ReadOnly),
                          static_cast<Value>(importer.is_null() ? beta : zero()),
                          to.getLocalViewDevice(::Tpetra::Access::ReadWrite), !values_are_fixed);
    if (!importer.is_null()) {
      scale(y, beta);
      y.doExport(to, *importer, ::Tpetra::ADD_ASSIGN);
    } else if (!is_direct) {
      ::Tpetra::deep_copy(y, to);
    }
    replicated.add_up();
  }

  Options options_;
  mutable std::unique_ptr<Local> local_;
  mutable Teuchos::RCP<const Importer> planned_for_;  // says which columns are ghosts
  mutable Teuchos::RCP<vectors_type> column_vectors_, row_vectors_;
};

}  // namespace tpetra
}  // namespace sporos
