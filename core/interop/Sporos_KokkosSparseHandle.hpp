// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A handle with the interface of `KokkosSparse::SPMVHandle` that keeps plans.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/device/instance/Sporos_InstanceKey.hpp"
#include "core/interop/Sporos_KokkosSparseProduct.hpp"

#if __has_include(<KokkosSparse_spmv_handle.hpp>)
#include <KokkosSparse_spmv_handle.hpp>
#endif

namespace sporos {
namespace kokkos_sparse {

#if __has_include(<KokkosSparse_spmv_handle.hpp>)
using KokkosSparse::get_spmv_algorithm_name;
using KokkosSparse::SPMV_BSR_TC;
using KokkosSparse::SPMV_BSR_V41;
using KokkosSparse::SPMV_BSR_V42;
using KokkosSparse::SPMV_DEFAULT;
using KokkosSparse::SPMV_FAST_SETUP;
using KokkosSparse::SPMV_MERGE_PATH;
using KokkosSparse::SPMV_NATIVE;
using KokkosSparse::SPMV_NATIVE_MERGE_PATH;
using KokkosSparse::SPMVAlgorithm;
#else
/// \brief The algorithms of Kokkos Kernels 4.3. With Kokkos Kernels 4.3 or newer, its own enumeration is used.
enum SPMVAlgorithm {
  SPMV_DEFAULT,            ///< the plan's choice
  SPMV_FAST_SETUP,         ///< no plan
  SPMV_NATIVE,             ///< the plan's choice
  SPMV_MERGE_PATH,         ///< Algorithm::merge_path; for compressed rows only
  SPMV_NATIVE_MERGE_PATH,  ///< Algorithm::merge_path; for compressed rows only
  SPMV_BSR_V41,            ///< the plan's choice; for blocks only, as those below
  SPMV_BSR_V42,            ///< the plan's choice
  SPMV_BSR_TC              ///< the plan's choice
};

/// \brief The name of an algorithm.
/// \throws std::invalid_argument where there is no such algorithm
inline const char* get_spmv_algorithm_name(SPMVAlgorithm algorithm) {
  constexpr const char* names[] = {"SPMV_DEFAULT",           "SPMV_FAST_SETUP", "SPMV_NATIVE",  "SPMV_MERGE_PATH",
                                   "SPMV_NATIVE_MERGE_PATH", "SPMV_BSR_V41",    "SPMV_BSR_V42", "SPMV_BSR_TC"};
  detail::require(algorithm >= SPMV_DEFAULT && algorithm <= SPMV_BSR_TC, "kokkos_sparse::get_spmv_algorithm_name",
                  "there is no algorithm with the number ", static_cast<int>(algorithm));
  return names[algorithm];
}
#endif

/// \brief What products of one matrix share: for each execution space instance a plan, made by the first product.
///
/// If the matrix comes with other arrays of row offsets or columns than in the last product, or with another shape, the
/// plans are made anew. Another array of values is taken by `update_values`. New numbers written into the same array
/// are used; a new pattern written into the same arrays is not noticed. Plans keep the arrays of the matrix alive.
///
/// Transposed products (modes T and H) of compressed rows copy the numbers of the matrix into the transposed matrix
/// each time, in case they have changed; those of blocks use no plan. `values_are_fixed` avoids both.
///
/// One handle serves one host thread at a time.
template <class DeviceType, class AMatrix, class XVector, class YVector>
class SPMVHandle {
 public:
  using ExecutionSpaceType = typename DeviceType::execution_space;  ///< where products run
  using AMatrixType = AMatrix;                                      ///< type of the matrix
  using XVectorType = XVector;                                      ///< type of x
  using YVectorType = YVector;                                      ///< type of y

  /// \throws std::invalid_argument where the algorithm is for another kind of matrix
  SPMVHandle(SPMVAlgorithm algorithm = SPMV_DEFAULT) : algorithm_(algorithm) {
    constexpr bool has_blocks = detail::is_kokkos_bsr<AMatrix>::value;
    const bool is_for_rows = is_merge_path();
    const bool is_for_blocks = algorithm == SPMV_BSR_V41 || algorithm == SPMV_BSR_V42 || algorithm == SPMV_BSR_TC;
    detail::require(!(has_blocks ? is_for_rows : is_for_blocks), "kokkos_sparse::SPMVHandle",
                    get_spmv_algorithm_name(algorithm), " is not for a ", has_blocks ? "BsrMatrix" : "CrsMatrix");
  }

  SPMVHandle(const SPMVHandle&) = delete;             ///< as Kokkos Kernels' handles
  SPMVHandle& operator=(const SPMVHandle&) = delete;  ///< as Kokkos Kernels' handles

  SPMVAlgorithm get_algorithm() const { return algorithm_; }  ///< the argument of the constructor

  /// \brief `y = alpha*op(A)*x + beta*y` with the plan: what spmv() calls.
  template <class Alpha, class Matrix, class X, class Beta, class Y>
  void apply(const ExecutionSpaceType& exec, const char mode[], const Alpha& alpha, const Matrix& A, const X& x,
             const Beta& beta, const Y& y) {
    static_assert(std::is_same<detail::matrix_of_kokkos_sparse_t<Matrix>, Rows>::value,
                  "sporos::kokkos_sparse::spmv: the matrix must be of the type that the handle was made for");
    detail::with_product_of_kokkos_sparse(
        mode, alpha, A, x, beta, y,
        [&](Op op, const Rows& rows, const auto& a, const auto& from, const auto& b, const auto& to) {
          if (algorithm_ == SPMV_FAST_SETUP || (is_copied(op) && !values_are_fixed && !has_numbers_anew)) {
            sporos::spmv(exec, op, a, rows, from, b, to);
            return;
          }
          Plan& plan = plan_for(exec, rows);
          if constexpr (has_numbers_anew) {
            if (is_copied(op) && !values_are_fixed) plan.update_values(rows.values);
          }
          plan.apply(op, a, from, b, to);
        });
  }

  /// \brief The description of the plan that was used last; empty if there is none.
  /// \throws std::runtime_error where Kokkos::finalize has emptied the plan
  std::string describe() const {
    const detail::Caller caller("kokkos_sparse::SPMVHandle::describe");
    return plans_.empty() ? std::string() : plans_.front().plan.describe().words();
  }

  bool values_are_fixed = false;  ///< whether the numbers of the matrix never change after the first product

  int team_size = -1;                   ///< Kokkos Kernels' own; ignored, as those below
  int vector_length = -1;               ///< ignored
  std::int64_t rows_per_thread = -1;    ///< ignored
  bool force_static_schedule = false;   ///< ignored
  bool force_dynamic_schedule = false;  ///< ignored
#if __has_include(<KokkosSparse_spmv_handle.hpp>)
  KokkosSparse::Experimental::Bsr_TC_Precision bsr_tc_precision =
      KokkosSparse::Experimental::Bsr_TC_Precision::Automatic;  ///< ignored
#endif

 private:
  using Rows = detail::matrix_of_kokkos_sparse_t<AMatrix>;
  using Plan = PlanOf<ExecutionSpaceType, Rows>;

  // A plan of blocks has no map, so it cannot take new numbers.
  static constexpr bool has_numbers_anew = !detail::is_kokkos_bsr<AMatrix>::value;

  struct Arrays {
    const void* offsets;
    const void* columns;
    std::int64_t num_rows;
    std::int64_t num_columns;
    std::int64_t nnz;
    int block_size;

    bool operator==(const Arrays& other) const {
      return offsets == other.offsets && columns == other.columns && num_rows == other.num_rows &&
             num_columns == other.num_columns && nnz == other.nnz && block_size == other.block_size;
    }
  };

  struct Entry {
    std::uintptr_t instance;
    const void* values;
    Plan plan;
  };

  static Arrays arrays_of(const Rows& rows) {
    if constexpr (has_numbers_anew) {
      return {rows.row_offsets.data(), rows.columns.data(), rows.num_rows, rows.num_columns, rows.nnz(), 1};
    } else {
      return {rows.block_offsets.data(), rows.block_columns.data(), rows.num_rows,
              rows.num_columns,          rows.num_entries,          rows.block_size};
    }
  }

  // Whether a plan multiplies by a copy of the matrix, which does not see new numbers in its arrays.
  static bool is_copied(Op op) { return detail::is_transposed(op); }

  bool is_merge_path() const { return algorithm_ == SPMV_MERGE_PATH || algorithm_ == SPMV_NATIVE_MERGE_PATH; }

  Plan& plan_for(const ExecutionSpaceType& exec, const Rows& rows) {
    const Arrays arrays = arrays_of(rows);
    if (!(arrays == arrays_)) plans_.clear();
    arrays_ = arrays;
    const auto instance = detail::instance_key(exec);
    const auto is_used = [&](const Entry& entry) { return entry.instance == instance && !entry.plan.empty(); };
    auto found = std::find_if(plans_.begin(), plans_.end(), is_used);
    if (found != plans_.end() && found->values != rows.values.data()) {
      found->values = rows.values.data();
      if constexpr (has_numbers_anew) {
        found->plan.update_values(rows.values);
      } else {
        found->plan = Plan(exec, rows);
      }
    }
    if (found == plans_.end()) {
      if (plans_.size() == max_plans) plans_.pop_back();
      Options options;
      if (is_merge_path()) options.algorithm = Algorithm::merge_path;
      plans_.push_back({instance, rows.values.data(), Plan(exec, rows, options)});
      found = plans_.end() - 1;
    }
    std::rotate(plans_.begin(), found, found + 1);
    return plans_.front().plan;
  }

  static constexpr std::size_t max_plans = 16;  // one per instance; the one not used for the longest time is dropped

  SPMVAlgorithm algorithm_;
  Arrays arrays_ = {};
  std::vector<Entry> plans_;  // the one used last comes first
};

}  // namespace kokkos_sparse
}  // namespace sporos
