// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What SporosFormatProducts.hpp declares.
///
/// All formats use one type of plan, so the kernels of every operation, rank and layout are compiled once.
#pragma once

#include <optional>

#include "core/Sporos_AnyPlan.hpp"
#include "core/Sporos_Fused.hpp"
#include "perf_tests/peers/DotProduct.hpp"
#include "perf_tests/peers/SporosFormatProducts.hpp"
#include "perf_tests/problem/LoadMatrix.hpp"
#include "perf_tests/problem/ProductChecks.hpp"

namespace sporos::perf {

/// \brief A plan in one of the formats, or in the one that it chooses. The set-up includes the conversion.
template <class Operands>
class SporosProductFormat : public Contender {
 public:
  SporosProductFormat(const Operands& operands, const std::string& format_name, const Options& options)
      : Contender("Sporos", format_name, "format", "int"), operands_(operands), options_(options) {
    options_.operations = operands.kind.operation;
    makes_dot = operands.kind.epilogue != Epilogue::none;
    may_refuse = true;
  }

  void prepare() override {
    plan_.emplace(operands_.exec, any_matrix(operands_.matrix), options_);
    if (makes_dot) memory_ = FusedMemory<Execution>(operands_.exec);
  }

  void release() override { plan_.reset(); }

  void describe() override {
    const AnyDescription description = plan_->describe();
    if (options_.format == Format::automatic) runs = name(description.format);
    why = description.why;
    words = description.words();
  }

  void run() override {
    if (makes_dot) {
      operands_.with_all([&](const auto& x, const auto& y, const auto& further, const auto& result) {
        apply_dots(*plan_, operands_.kind.operation, operands_.alpha, x, operands_.beta, y, memory_,
                   dot_with(further, result));
      });
      return;
    }
    operands_.with_vectors([&](const auto& x, const auto& y) {
      plan_->apply(operands_.kind.operation, operands_.alpha, x, operands_.beta, y);
    });
  }

 private:
  using Matrix = decltype(any_matrix(std::declval<const typename Operands::matrix_type&>()));

  const Operands& operands_;
  Options options_;
  FusedMemory<Execution> memory_;
  std::optional<Plan<Execution, Matrix>> plan_;
};

template <class Value, class Offset, class Vector>
void SporosFormatProducts<Value, Offset, Vector>::add(const Operands<Value, Offset, Vector>& operands,
                                                      Contenders& contenders) {
  using Given = Operands<Value, Offset, Vector>;
  if (operands.kind.epilogue == Epilogue::residual) {
    contenders.push_back(std::make_unique<LeftOut>("Sporos", "all", "format",
                                                   "residuals of the storage formats are not compiled in: they take as "
                                                   "long to compile as all else of them"));
    return;
  }
  const auto add = [&](const std::string& format_name, Format format, std::int64_t expected_products) {
    Options options;
    options.format = format;
    options.expected_products = expected_products;
    contenders.push_back(std::make_unique<SporosProductFormat<Given>>(operands, format_name, options));
  };
  using Any = decltype(any_matrix(operands.matrix));
  sporos::detail::StoredTypes<typename Any::storage_type>::find([&](auto type) {
    using Matrix = typename decltype(type)::type;
    constexpr bool is_apart = sporos::detail::stores<Matrix>(Format::packet);
    if constexpr (sporos::detail::is_format<Matrix> && !is_apart) {
      for (const Format format : FormatTraits<Matrix>::formats) add(name(format), format, 1000000);
    }
    return false;
  });
  add("automatic", Format::automatic, 1000000);
  add("automatic,n=100", Format::automatic, 100);
}

template <class Value, class Offset, class Vector>
CheckReport SporosFormatProducts<Value, Offset, Vector>::check(const Settings& settings, const std::string& input) {
  return ProductChecks<Value, Vector>(load_matrix<Value, Offset>(input), Vector(settings.alpha),
                                      Vector(settings.beta))();
}

}  // namespace sporos::perf
