// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What SporosProducts.hpp declares.
#pragma once

#include "core/Sporos_Fused.hpp"
#include "perf_tests/peers/DotProduct.hpp"
#include "perf_tests/peers/SporosPeer.hpp"
#include "perf_tests/peers/SporosProducts.hpp"

namespace sporos::perf {
namespace detail {

/// What of a product is run: all of it, all of it with a separate dot product, or less, to see what the rest costs.
enum class Parts { fused, apart, without_epilogue, one_column };

inline const char* part_of_name(Parts parts) {
  if (parts == Parts::fused) return "";
  if (parts == Parts::one_column) return ", one column";
  return parts == Parts::apart ? ", separate dot" : ", no epilogue";
}

}  // namespace detail

/// \brief A plan that is prepared for the operation.
template <class Operands>
class SporosProductPlan : public Contender {
  using Parts = detail::Parts;

 public:
  /// \param products  that a plan which tunes at run time gets for it
  SporosProductPlan(const Operands& operands, const Options& options, int products, Parts parts)
      : Contender("Sporos", "crs", std::string(name(options.algorithm)) + detail::part_of_name(parts), "int"),
        operands_(operands),
        options_(options),
        products_(products),
        parts_(parts) {
    options_.operations = operands.kind.operation;
    makes_dot = operands.kind.epilogue != Epilogue::none && parts != Parts::without_epilogue;
    one_column = parts == Parts::one_column;
  }

  void prepare() override {
    plan_.emplace(operands_.exec, operands_.matrix, options_, PrimitiveSet());
    if (makes_dot && parts_ == Parts::fused) memory_ = FusedMemory<Execution>(operands_.exec);
    const bool tunes = options_.tuning == Tuning::run_time || options_.tuning == Tuning::tuner_2012;
    for (int product = 0; tunes && product < products_; ++product) {
      run();
      operands_.exec.fence();
    }
  }

  void release() override { plan_.reset(); }

  void describe() override {
    const Description description = plan_->describe();
    const bool is_transposed = operands_.kind.is_transposed();
    if (options_.algorithm == Algorithm::automatic) {
      runs = is_transposed ? description.transposed.algorithm : name(description.decision.algorithm);
    }
    if (!is_transposed) describe_shape(*this, description.decision);
    why = description.why;
    if (parts_ == Parts::apart) why += "; the dot product by a Kokkos::parallel_reduce";
    if (parts_ == Parts::without_epilogue) why += "; the product alone, to see what its epilogue costs";
    if (one_column) why += "; one column, to see what more of them cost";
    words = description.words();
    if (options_.tuning != Tuning::none && !is_transposed) tuning = description.tuning;
  }

  void run() override {
    if (makes_dot && parts_ == Parts::fused) return run_fused();
    run_apart(operands_, [&](auto alpha, auto beta) {
      const auto multiply = [&](const auto& x, const auto& y) {
        plan_->apply(operands_.kind.operation, alpha, x, beta, y);
      };
      if (one_column) return operands_.with_one_column(multiply);
      operands_.with_vectors(multiply);
    });
    if (makes_dot) kokkos_dot(operands_);
  }

 private:
  void run_fused() {
    const Op op = operands_.kind.operation;
    operands_.with_all([&](const auto& x, const auto& y, const auto& further, const auto& result) {
      if (operands_.kind.epilogue == Epilogue::dot) {
        apply_dots(*plan_, op, operands_.alpha, x, operands_.beta, y, memory_, dot_with(further, result));
      } else {
        residual(*plan_, op, further, x, y, memory_, squared_norm(result));
      }
    });
  }

  const Operands& operands_;
  Options options_;
  int products_;
  Parts parts_;
  FusedMemory<Execution> memory_;
  std::optional<Plan<Execution, sporos::detail::crs_view_t<typename Operands::matrix_type>, PrimitiveSet>> plan_;
};

template <class Operands>
class SporosProductSpmv : public Contender {
 public:
  explicit SporosProductSpmv(const Operands& operands)
      : Contender("Sporos", "crs", "spmv", "int"), operands_(operands) {
    makes_dot = operands.kind.epilogue != Epilogue::none;
    why = makes_dot ? "no plan; the dot product by a Kokkos::parallel_reduce" : "no plan";
  }

  void prepare() override {}
  void run() override {
    run_apart(operands_, [&](auto alpha, auto beta) {
      operands_.with_vectors([&](const auto& x, const auto& y) {
        spmv(operands_.exec, operands_.kind.operation, alpha, operands_.matrix, x, beta, y);
      });
    });
    if (makes_dot) kokkos_dot(operands_);
  }

 private:
  const Operands& operands_;
};

template <class Value, class Offset, class Vector>
void SporosProducts<Value, Offset, Vector>::add(const Operands<Value, Offset, Vector>& operands,
                                                const Settings& settings, Contenders& contenders) {
  using Given = Operands<Value, Offset, Vector>;
  using detail::Parts;
  for (const Algorithm algorithm : settings.algorithms) {
    Options options = settings.options;
    options.algorithm = algorithm;
    const auto add_plan = [&](Parts parts) {
      contenders.push_back(std::make_unique<SporosProductPlan<Given>>(operands, options, settings.products, parts));
      contenders.back()->may_refuse = settings.all_algorithms && algorithm != Algorithm::automatic;
    };
    add_plan(Parts::fused);
    if (operands.kind.columns > 1) add_plan(Parts::one_column);
    if (operands.kind.epilogue == Epilogue::none) continue;
    add_plan(Parts::apart);
    if (operands.kind.epilogue == Epilogue::dot) add_plan(Parts::without_epilogue);
  }
  contenders.push_back(std::make_unique<SporosProductSpmv<Given>>(operands));
}

}  // namespace sporos::perf
