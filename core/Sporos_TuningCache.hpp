// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A cache of plans for products that are called without a plan and tuned all the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <typeindex>
#include <vector>

#include "core/Sporos_Plan.hpp"
#include "core/device/instance/Sporos_InstanceKey.hpp"
#include "core/launch/Sporos_WrongArguments.hpp"
#include "formats/common/Sporos_Arguments.hpp"

namespace sporos {
namespace detail {

/// \brief Whether a cache takes a product of these types, or refuses it with a message of its own.
template <class Matrix, class X, class Y>
inline constexpr bool are_in_cache = are_in_place<Matrix, X, Y> && !is_format<Matrix> && !is_any_matrix<Matrix>;

template <class... Arguments>
void refuse_cached() {
  static_assert(sizeof...(Arguments) == SIZE_MAX,
                "sporos::spmv: with a TuningCache, which is not const, the arguments are (exec,) cache, alpha, A, x, "
                "beta, y, and A is in compressed rows; for other formats and operations make a plan");
}

}  // namespace detail

/// \brief Plans of the compressed row matrices that were multiplied last, one for each matrix and execution space
/// instance.
///
/// A matrix is identified by its types, shape, number of entries and the addresses of its three arrays. If any of these
/// differs, it is another matrix, whose tuning starts anew. New numbers in the same array of values are used. A new
/// pattern in the same arrays is not noticed: call clear() then. A cached plan keeps managed Views alive, so that their
/// memory cannot be reused. Before you free unmanaged arrays, call clear().
///
/// Several host threads may use a cache at once, provided that Kokkos itself allows it; versions before 4.0 built for
/// Serial alone do not. Two threads with the same matrix and instance take turns.
class TuningCache : private detail::AtFinalize {
 public:
  /// \brief Room for `max_entries` plans that tune at run time. If there is no room, the least recently used plan is
  /// removed.
  /// \throws std::invalid_argument where `max_entries` is 0, or was a negative number
  explicit TuningCache(std::size_t max_entries = 16) : TuningCache(max_entries, tuning_options()) {}

  /// \brief The same with other options for the plans.
  /// \throws std::invalid_argument where `max_entries` is 0, or was a negative number; where options contradict each
  ///         other, or name a format
  TuningCache(std::size_t max_entries, const Options& options) : max_entries_(max_entries), options_(options) {
    const auto entries = static_cast<std::int64_t>(max_entries);
    detail::require(entries > 0, "TuningCache", "max_entries = ", entries, " must be at least 1");
    detail::check_options("TuningCache", options);
    detail::require_stored_format("TuningCache", "crs", options);
  }

  TuningCache(const TuningCache&) = delete;
  TuningCache& operator=(const TuningCache&) = delete;

  /// \brief `y = alpha*A*x + beta*y` with the plan for A, which the first call makes; see spmv() below.
  template <class ExecutionSpace, class Alpha, class Matrix, class X, class Beta, class Y>
  void apply(const ExecutionSpace& exec, const Alpha& alpha, const Matrix& A, const X& x, const Beta& beta,
             const Y& y) {
    using Rows = detail::crs_view_t<Matrix>;
    static_assert(detail::ProductTypes<ExecutionSpace, Alpha, Rows, X, Beta, Y>::are_taken);
    const detail::Caller caller("spmv");
    const Rows matrix = crs_view(A);
    detail::check_product("spmv", matrix, x, y);
    const auto entry = entry_of(exec, matrix);
    const std::lock_guard<std::mutex> turn(entry->mutex);
    if (!entry->plan) entry->plan.emplace(exec, matrix, options_);
    entry->plan->apply(alpha, x, beta, y);
  }

  /// \brief The description of the plan for A, if there is one.
  template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
  std::optional<Description> describe(const ExecutionSpace& exec, const Matrix& A) const {
    const auto entry = find(exec, detail::crs_view_for("TuningCache::describe", A));
    if (!entry) return std::nullopt;
    const std::lock_guard<std::mutex> turn(entry->mutex);
    if (!entry->plan) return std::nullopt;
    return entry->plan->describe();
  }
  /// \brief Refuses other arguments at compile time.
  template <class... Given,
            class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix>, Given...>>
  std::optional<Description> describe(const Given&...) const {
    static_assert(detail::are_right<Given...>, "sporos::TuningCache::describe: the arguments are exec, A");
    return std::nullopt;
  }

  /// \brief The number of plans in the cache.
  std::size_t size() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return entries_.size();
  }

  /// \brief Removes all plans.
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

  // To be called under mutex_. The place of the entry, or the end.
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

  // The entry, found or made; it becomes the most recently used one.
  template <class ExecutionSpace, class Matrix>
  std::shared_ptr<Entry<ExecutionSpace, Matrix>> entry_of(const ExecutionSpace& exec, const Matrix& matrix) {
    std::shared_ptr<AnyEntry> evicted;  // outlives the lock, since destroying a plan takes time
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
  std::vector<std::shared_ptr<AnyEntry>> entries_;  // the most recently used one comes first
};

/// \brief `y = alpha*A*x + beta*y` by a plan of the cache that tunes with every product; asynchronous on `exec`.
///
/// Arguments, errors and semantics as for spmv() without a cache. The first product of a matrix makes its plan, and
/// throws as the constructor of Plan does; later ones call Plan::apply.
template <
    class ExecutionSpace, class Alpha, class Matrix, class X, class Beta, class Y,
    class = std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value && detail::are_in_cache<Matrix, X, Y>>>
void spmv(const ExecutionSpace& exec, TuningCache& cache, const Alpha& alpha, const Matrix& A, const X& x,
          const Beta& beta, const Y& y) {
  cache.apply(exec, alpha, A, x, beta, y);
}

/// \brief The same on the default execution space.
template <class Alpha, class Matrix, class X, class Beta, class Y,
          class = std::enable_if_t<detail::are_in_cache<Matrix, X, Y>>>
void spmv(TuningCache& cache, const Alpha& alpha, const Matrix& A, const X& x, const Beta& beta, const Y& y) {
  cache.apply(detail::default_instance("spmv"), alpha, A, x, beta, y);
}

/// \brief Refuses other arguments at compile time.
template <class... Arguments>
void spmv(const TuningCache&, const Arguments&...) {
  detail::refuse_cached<Arguments...>();
}
/// \brief Refuses other arguments after an instance at compile time.
template <class ExecutionSpace, class... Arguments,
          class = std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value>>
void spmv(const ExecutionSpace&, const TuningCache&, const Arguments&...) {
  detail::refuse_cached<Arguments...>();
}

}  // namespace sporos
