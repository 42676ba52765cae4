// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sporos' storage formats: set-up is the conversion. They refuse matrices that would take too much memory.
/// Beside them the format that is chosen, measuring included.
#pragma once

#include <optional>

#include "core/Sporos_AnyPlan.hpp"
#include "core/device/instance/Sporos_DetectMachine.hpp"
#include "formats/crs/Sporos_MeasureRows.hpp"
#include "perf_tests/support/PeerRegistry.hpp"
#include "policies/formats/Sporos_SellRule.hpp"
#include "policies/formats/Sporos_SymmetricRule.hpp"

namespace sporos::perf {

/// \tparam Convert  from an execution space instance and compressed rows to a format
template <class Operands, class Convert>
class SporosFormat : public Contender {
 public:
  SporosFormat(const Operands& operands, const std::string& format_name, const Convert& convert)
      : Contender("Sporos", format_name, "format", offset_name<typename Operands::offset_type>()),
        operands_(operands),
        convert_(convert) {
    why = "the compressed rows converted";
    may_refuse = true;
  }

  void prepare() override {
    Options options;
    options.gather = operands_.gather;
    plan_.emplace(operands_.exec, convert_(operands_.exec, operands_.matrix), options, PrimitiveSet());
  }

  void release() override { plan_.reset(); }

  void describe() override { words = plan_->describe().words(); }

  void run() override { plan_->apply(operands_.alpha, operands_.x, operands_.beta, operands_.y); }

  bool update() override {
    plan_->update_values(crs_view(operands_.matrix).values);
    return true;
  }

 private:
  using Matrix = decltype(std::declval<const Convert&>()(std::declval<const Execution&>(),
                                                         std::declval<const typename Operands::matrix_type&>()));

  const Operands& operands_;
  Convert convert_;
  std::optional<Plan<Execution, Matrix, PrimitiveSet>> plan_;
};

/// \brief The format that a plan chooses for so many products.
template <class Operands>
class SporosAutomaticFormat : public Contender {
 public:
  SporosAutomaticFormat(const Operands& operands, const std::string& format_name, std::int64_t expected_products)
      : Contender("Sporos", format_name, "format", offset_name<typename Operands::offset_type>()), operands_(operands) {
    options_.format = Format::automatic;
    options_.expected_products = expected_products;
  }

  void prepare() override { plan_.emplace(operands_.exec, any_matrix(operands_.matrix), options_); }

  void release() override { plan_.reset(); }

  void describe() override {
    const AnyDescription description = plan_->describe();
    runs = name(description.format);
    why = description.why;
    words = description.words();
  }

  void run() override { plan_->apply(operands_.alpha, operands_.x, operands_.beta, operands_.y); }

 private:
  using Matrix = decltype(any_matrix(std::declval<const typename Operands::matrix_type&>()));

  const Operands& operands_;
  Options options_;
  std::optional<Plan<Execution, Matrix>> plan_;
};

/// \brief A line named `format_name`; see SporosFormat.
template <class Operands, class Convert>
void add_format(const Operands& operands, Contenders& contenders, const char* format_name, const Convert& convert) {
  contenders.push_back(std::make_unique<SporosFormat<Operands, Convert>>(operands, format_name, convert));
}

template <class Value, class Offset, class Vector>
void add_formats(const Operands<Value, Offset, Vector>& operands, Contenders& contenders) {
  const auto add = [&](const char* name, const auto& convert) { add_format(operands, contenders, name, convert); };
  add("ell", [](const auto& exec, const auto& A) { return to_ell(exec, A); });
  add("ellpack_r", [](const auto& exec, const auto& A) {
    EllOptions options;
    options.row_lengths = true;
    return to_ell(exec, A, options);
  });
  add("dia", [](const auto& exec, const auto& A) { return to_dia(exec, A); });
  add("coo", [](const auto& exec, const auto& A) { return to_coo(exec, A); });
  add("hyb", [](const auto& exec, const auto& A) { return to_hyb(exec, A); });
  add("sell", [](const auto& exec, const auto& A) {
    SellOptions options;
    options.shape = sell_rule(detect_machine(exec), measure_rows(exec, A));
    return to_sell(exec, A, options);
  });
  add("bsr", [](const auto& exec, const auto& A) { return to_bsr(exec, A); });
  add("csr5", [](const auto& exec, const auto& A) { return to_csr5(exec, A); });
  add("delta_crs", [](const auto& exec, const auto& A) { return to_delta_crs(exec, A); });
  add("symmetric", [](const auto& exec, const auto& A) {
    SymmetricOptions options;
    options.tile_rows = symmetric_tile_rows(detect_machine(exec), crs_view(A).num_rows);
    return to_symmetric(exec, A, options);
  });
  const auto add_automatic = [&](const char* name, std::int64_t expected_products) {
    using Automatic = SporosAutomaticFormat<Operands<Value, Offset, Vector>>;
    contenders.push_back(std::make_unique<Automatic>(operands, name, expected_products));
  };
  add_automatic("automatic", 1000000);
  add_automatic("automatic,n=100", 100);
}

template <class Value, class Offset, class Vector>
Peer<Value, Offset, Vector> formats_peer() {
  return {"formats", RunsOn::own_offsets, &add_formats<Value, Offset, Vector>, true};
}

/// \brief Apart from the others, since METIS takes its time.
template <class Value, class Offset, class Vector>
Peer<Value, Offset, Vector> packet_peer() {
  const auto add = [](const Operands<Value, Offset, Vector>& operands, Contenders& contenders) {
    add_format(operands, contenders, "packet", [](const auto& exec, const auto& A) { return to_packet(exec, A); });
  };
  return {"packet", RunsOn::own_offsets, add, true};
}

}  // namespace sporos::perf
