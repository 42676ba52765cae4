// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sporos' storage formats: the set-up is the conversion. Those that would take too much memory refuse the
/// matrix. Also the format that the library chooses; its set-up includes the measurements.
#pragma once

#include <optional>

#include "core/Sporos_AnyPlan.hpp"
#include "perf_tests/peers/SporosFormatProducts.hpp"
#include "perf_tests/support/PeerRegistry.hpp"

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

  // perf_tests/fit_host_costs.py reads the bytes from the description.
  void describe() override {
    const auto description = plan_->describe();
    words = description.words();
    why = sporos::detail::concat("the compressed rows converted, ", description.bytes, " bytes");
  }

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

/// \brief The format that a plan chooses for this number of products.
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

/// \brief The conversion to one of the formats that a matrix type stands for.
template <class Matrix>
struct ConvertTo {
  Format format;

  template <class Crs>
  Matrix operator()(const Execution& exec, const Crs& A) const {
    return FormatTraits<Matrix>::from_crs(exec, crs_view(A), format, ConversionOptions());
  }
};

/// \brief Adds a contender for each of them.
template <class Matrix, class Operands>
void add_format(const Operands& operands, Contenders& contenders) {
  for (const Format format : FormatTraits<Matrix>::formats) {
    using Contender = SporosFormat<Operands, ConvertTo<Matrix>>;
    contenders.push_back(std::make_unique<Contender>(operands, name(format), ConvertTo<Matrix>{format}));
  }
}

template <class Value, class Offset, class Vector>
void add_formats(const Operands<Value, Offset, Vector>& operands, Contenders& contenders) {
  if (!operands.kind.is_plain()) return SporosFormatProducts<Value, Offset, Vector>::add(operands, contenders);
  using Any = decltype(any_matrix(operands.matrix));
  sporos::detail::StoredTypes<typename Any::storage_type>::find([&](auto type) {
    using Matrix = typename decltype(type)::type;
    constexpr bool is_apart = sporos::detail::stores<Matrix>(Format::packet);
    if constexpr (sporos::detail::is_format<Matrix> && !is_apart) add_format<Matrix>(operands, contenders);
    return false;
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

/// \brief Separate from the others, because METIS takes long.
template <class Value, class Offset, class Vector>
Peer<Value, Offset, Vector> packet_peer() {
  const auto add = [](const Operands<Value, Offset, Vector>& operands, Contenders& contenders) {
    if (!operands.kind.is_plain()) {
      contenders.push_back(std::make_unique<LeftOut>("Sporos", name(Format::packet), "format", "plain products alone"));
      return;
    }
    using Matrix = typename Operands<Value, Offset, Vector>::matrix_type;
    add_format<PacketMatrix<Value, typename Matrix::column_type, Offset, typename Matrix::memory_space>>(operands,
                                                                                                         contenders);
  };
  return {"packet", RunsOn::own_offsets, add, true};
}

}  // namespace sporos::perf
