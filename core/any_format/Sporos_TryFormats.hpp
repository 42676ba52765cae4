// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Exhaustive search over storage formats: converts to each, times it, and keeps the best.
#pragma once

#include "core/Sporos_Convert.hpp"
#include "core/any_format/Sporos_AnyPlanned.hpp"
#include "core/tuning/Sporos_TrialRounds.hpp"
#include "policies/formats/Sporos_FormatTrials.hpp"

namespace sporos {
namespace detail {

/// \brief The search. In addition to the compressed rows, at most two matrices are in memory: the best and the one that
/// is tried.
template <class ExecutionSpace, class Any, class PrimitiveSet>
class TryFormats {
 public:
  using Planned = AnyPlanned<ExecutionSpace, Any, PrimitiveSet>;

  /// \param crs  the compressed rows, and their plan with the best algorithm
  TryFormats(const ExecutionSpace& exec, Planned&& crs, const Options& options)
      : exec_(exec),
        options_(options),
        rows_(to_crs(exec, crs.matrix)),
        best_(std::move(crs)),
        x_(trial_vector<Value>(exec, "sporos::tuning[trial x]", rows_.num_columns)),
        y_(Kokkos::view_alloc(exec, std::string("sporos::tuning[trial y]")), static_cast<std::size_t>(rows_.num_rows)) {
    best_.trials.expected_products = options.expected_products;
  }

  Planned operator()() {
    TriedFormat crs;
    crs.bytes = best_.matrix.bytes();
    crs.conversion = 0;
    time_products(crs, best_.plan);
    fastest_ = crs.seconds;
    best_total_ = crs.total(options_.expected_products);
    std::vector<TriedFormat> tried{crs};
    for (const Format format : StoredTypes<typename Any::storage_type>::formats()) {
      if (format != Format::crs) tried.push_back(try_format(format, crs.seconds));
    }
    best_.trials.tried = std::move(tried);
    best_.trials.sort();
    if (best_.matrix.format() != Format::crs && are_transposed(options_.operations)) {
      best_.plan = plan_stored<ExecutionSpace, PrimitiveSet>(exec_, best_.matrix, best_.options);
    }
    best_.why = "it took the least time";
    return std::move(best_);
  }

 private:
  using Value = vector_value<typename Any::value_type>;
  using Vector = Kokkos::View<Value*, typename ExecutionSpace::memory_space>;

  // Plans that may be dropped again need not prepare operations.
  Options tried_options() const {
    Options options = chosen_options(options_);
    options.operations = {};
    return options;
  }

  TriedFormat try_format(Format format, double crs_seconds) {
    TriedFormat tried;
    tried.format = format;
    try {
      const double all_products = crs_seconds * static_cast<double>(options_.expected_products);
      const char* fault = nullptr;
      StoredTypes<typename Any::storage_type>::with(format, [&](auto type) {
        fault = FormatTraits<typename decltype(type)::type>::trial_fault(rows_.num_rows, all_products);
      });
      if (fault != nullptr) require(false, "Plan", fault);
      Any matrix;
      tried.conversion = time_conversion(format, matrix);
      tried.bytes = matrix.bytes();
      auto plan = plan_stored<ExecutionSpace, PrimitiveSet>(exec_, matrix, tried_options());
      time_products(tried, plan);
      if (tried.seconds < fastest_) {  // the first conversion has loaded its kernels
        plan = {};                     // two matrices need not fit into memory
        tried.conversion = std::min(tried.conversion, time_conversion(format, matrix));
        plan = plan_stored<ExecutionSpace, PrimitiveSet>(exec_, matrix, tried_options());
      }
      fastest_ = std::min(fastest_, tried.seconds);
      if (tried.total(options_.expected_products) < best_total_) {
        best_total_ = tried.total(options_.expected_products);
        best_.matrix = matrix;
        best_.options = chosen_options(options_);
        best_.plan = std::move(plan);
      }
    } catch (const std::exception& refusal) {
      tried.seconds = tried.conversion = std::numeric_limits<double>::infinity();
      tried.refusal = refusal.what();
    }
    return tried;
  }

  double time_conversion(Format format, Any& matrix) const {
    ConversionOptions conversion;
    conversion.max_bytes = options_.max_bytes;
    if (!options_.x_is_finite) conversion.min_fill = 1;
    matrix = Any();  // two matrices need not fit into memory
    return seconds_of(exec_, [&] { matrix = stored_as<Any>("Plan", exec_, rows_, format, conversion); });
  }

  template <class Plans>
  void time_products(TriedFormat& tried, const Plans& plans) const {
    const auto time = [&](int products) {
      const auto run = [&] {
        for (int product = 0; product < products; ++product) {
          std::visit([&](const auto& plan) { plan.apply(Value(1), x_, Value(0), y_); }, plans);
        }
      };
      tried.products += products;
      return seconds_of(exec_, run) / products;
    };
    time(1);  // loads the kernel
    tried.products = 0;
    for (int look = 0; look < TrialRounds::first_looks; ++look) tried.seconds = std::min(tried.seconds, time(1));
    if (tried.seconds > TrialRounds::absurd * fastest_) return;
    double least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < TrialRounds::rounds; ++round) {
      least = std::min(least, time(TrialRounds::products(tried.seconds)));
    }
    tried.seconds = least;
  }

  ExecutionSpace exec_;
  Options options_;
  typename Any::crs_type rows_;
  Planned best_;
  double fastest_ = std::numeric_limits<double>::infinity();
  double best_total_ = std::numeric_limits<double>::infinity();
  Vector x_;
  Vector y_;
};

}  // namespace detail
}  // namespace sporos
