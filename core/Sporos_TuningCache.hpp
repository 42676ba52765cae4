// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products without a plan that tune nevertheless: the plans are kept here, and found by the matrix' arrays.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <typeindex>
#include <vector>

#include "core/Sporos_Plan.hpp"
#include "core/device/instance/Sporos_InstanceKey.hpp"

namespace sporos {

/// \brief Plans of the compressed row matrices last multiplied, one for each matrix and execution space instance.
///
/// A matrix is known by its types, shape, number of entries and the addresses of its three arrays; another address or
/// number is another matrix and starts afresh. New numbers in the same array of values are seen; a new pattern in the
/// same arrays is not: call clear(). A cached plan keeps managed Views alive, so that nobody else gets their memory;
/// whoever frees unmanaged arrays calls clear() first.
///
/// Several host threads may use a cache at once, where Kokkos itself may be used so: not one before 4.0 that was built
/// for Serial alone. Two of them with the same matrix and instance take turns.
class TuningCache : private detail::AtFinalize {
 public:
  /// \brief Room for `max_entries` plans that tune at run time; beyond it the one that was not used for the longest
  /// time goes.
  explicit TuningCache(std::size_t max_entries = 16) : TuningCache(max_entries, tuning_options()) {}

  /// \brief The same with other options for the plans.
  /// \throws std::invalid_argument where there is no room at all
  TuningCache(std::size_t max_entries, const Options& options) : max_entries_(max_entries), options_(options) {
    detail::require(max_entries > 0, "TuningCache", "max_entries must be at least 1");
  }

  TuningCache(const TuningCache&) = delete;
  TuningCache& operator=(const TuningCache&) = delete;

  /// \brief `y = alpha*A*x + beta*y` with the plan for A, which the first call makes; see spmv() below.
  template <class ExecutionSpace, class Alpha, class Matrix, class X, class Beta, class Y>
  void apply(const ExecutionSpace& exec, const Alpha& alpha, const Matrix& A, const X& x, const Beta& beta,
             const Y& y) {
    using Rows = detail::crs_view_t<Matrix>;
    static_assert(detail::ProductTypes<ExecutionSpace, Alpha, Rows, X, Beta, Y>::are_taken);
    const Rows matrix = crs_view(A);
    detail::check_product("spmv", matrix, x, y);
    const auto entry = entry_of(exec, matrix);
    const std::lock_guard<std::mutex> turn(entry->mutex);
    if (!entry->plan) entry->plan.emplace(exec, matrix, options_);
    entry->plan->apply(alpha, x, beta, y);
  }

  /// \brief What the plan for A says of itself, if there is one.
  template <class ExecutionSpace, class Matrix>
  std::optional<Description> describe(const ExecutionSpace& exec, const Matrix& A) const {
    const auto entry = find(exec, crs_view(A));
    if (!entry) return std::nullopt;
    const std::lock_guard<std::mutex> turn(entry->mutex);
    if (!entry->plan) return std::nullopt;
    return entry->plan->describe();
  }

  /// \brief Plans that are kept.
  std::size_t size() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return entries_.size();
  }

  /// \brief Forgets all matrices.
  void clear() {
    const std::lock_guard<std::mutex> lock(mutex_);
    entries_.clear();
  }

 private:
  void let_go() override { clear(); }

  struct Key {
    std::type_index type;
    std::uintptr_t instance;
    const void* row_offsets;
    const void* columns;
    const void* values;
    std::int64_t num_rows;
    std::int64_t num_columns;
    std::int64_t nnz;

    bool operator==(const Key& other) const {
      return type == other.type && instance == other.instance && row_offsets == other.row_offsets &&
             columns == other.columns && values == other.values && num_rows == other.num_rows &&
             num_columns == other.num_columns && nnz == other.nnz;
    }
  };

  struct AnyEntry {
    explicit AnyEntry(const Key& its_key) : key(its_key) {}
    virtual ~AnyEntry() = default;
    Key key;
  };

  template <class ExecutionSpace, class Matrix>
  struct Entry : AnyEntry {
    using AnyEntry::AnyEntry;
    std::mutex mutex;  // of the plan
    std::optional<Plan<ExecutionSpace, Matrix>> plan;
  };

  template <class ExecutionSpace, class Matrix>
  static Key key_of(const ExecutionSpace& exec, const Matrix& matrix) {
    return {typeid(Entry<ExecutionSpace, Matrix>),
            detail::instance_key(exec),
            matrix.row_offsets.data(),
            matrix.columns.data(),
            matrix.values.data(),
            matrix.num_rows,
            matrix.num_columns,
            matrix.nnz()};
  }

  static Options tuning_options() {
    Options options;
    options.tuning = Tuning::run_time;
    return options;
  }

  // Only under mutex_: the place of the entry, or the end.
  auto place_of(const Key& key) const {
    return std::find_if(entries_.begin(), entries_.end(), [&](const auto& entry) { return entry->key == key; });
  }

  template <class ExecutionSpace, class Matrix>
  std::shared_ptr<Entry<ExecutionSpace, Matrix>> find(const ExecutionSpace& exec, const Matrix& matrix) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto place = place_of(key_of(exec, matrix));
    if (place == entries_.end()) return nullptr;
    return std::static_pointer_cast<Entry<ExecutionSpace, Matrix>>(*place);
  }

  // Found or made, and from now on the one used last.
  template <class ExecutionSpace, class Matrix>
  std::shared_ptr<Entry<ExecutionSpace, Matrix>> entry_of(const ExecutionSpace& exec, const Matrix& matrix) {
    std::shared_ptr<AnyEntry> evicted;  // outlives the lock: to let go of a plan takes time
    const std::lock_guard<std::mutex> lock(mutex_);
    const Key key = key_of(exec, matrix);
    const auto place = place_of(key) - entries_.begin();
    if (place == static_cast<std::ptrdiff_t>(entries_.size())) {
      entries_.push_back(std::make_shared<Entry<ExecutionSpace, Matrix>>(key));
    }
    std::rotate(entries_.begin(), entries_.begin() + place, entries_.begin() + place + 1);
    if (entries_.size() > max_entries_) {
      evicted = std::move(entries_.back());
      entries_.pop_back();
    }
    return std::static_pointer_cast<Entry<ExecutionSpace, Matrix>>(entries_.front());
  }

  std::size_t max_entries_;
  Options options_;
  mutable std::mutex mutex_;                        // of the list
  std::vector<std::shared_ptr<AnyEntry>> entries_;  // the one used last comes first
};

/// \brief `y = alpha*A*x + beta*y` by a plan of the cache that tunes with every product; asynchronous on `exec`.
///
/// Arguments, errors and semantics as for spmv() without a cache. The first product with a matrix makes its plan, and
/// throws as the constructor of Plan does; later ones are Plan::apply.
template <class ExecutionSpace, class Alpha, class Matrix, class X, class Beta, class Y>
void spmv(const ExecutionSpace& exec, TuningCache& cache, const Alpha& alpha, const Matrix& A, const X& x,
          const Beta& beta, const Y& y) {
  cache.apply(exec, alpha, A, x, beta, y);
}

}  // namespace sporos
