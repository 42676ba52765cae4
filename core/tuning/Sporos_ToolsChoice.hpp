// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief If Kokkos was built with its tuning interface, a tool may choose among decisions; ours is the default.
///
/// There is one context per product. The tool gets the rows, the entries and the longest row, and returns the index of
/// a decision in crs_candidates(). Every plan declares an output of its own, since each matrix has other candidates.
#pragma once

#include <array>
#include <vector>

#include "formats/common/Sporos_Kokkos.hpp"
#include "formats/common/Sporos_Require.hpp"
#include "formats/crs/Sporos_RowProfile.hpp"
#include "policies/Sporos_CrsDecision.hpp"

namespace sporos {
namespace detail {

#if defined(KOKKOS_ENABLE_TUNING)

namespace Tools = Kokkos::Tools::Experimental;

class ToolsChoice {
 public:
  static bool have_tool() { return Kokkos::Tools::Experimental::have_tuning_tool(); }

  ToolsChoice() = default;
  ToolsChoice(const RowProfile& rows, const std::vector<CrsDecision>& decisions) : decisions_(decisions) {
    if (decisions_.size() > indices().size()) decisions_.resize(indices().size());
    if (!asked()) return;
    inputs_ = {input("rows", rows.num_rows), input("entries", rows.nnz), input("longest row", rows.longest_row)};
    Tools::VariableInfo info;
    info.type = Tools::ValueType::kokkos_value_int64;
    info.category = Tools::StatisticalCategory::kokkos_value_categorical;
    info.valueQuantity = Tools::CandidateValueType::kokkos_value_set;
    info.candidates = Tools::make_candidate_set(decisions_.size(), indices().data());
    output_ = Tools::declare_output_type("sporos::spmv[crs] decision", info);
  }

  bool asked() const { return decisions_.size() > 1; }

  template <class Run>
  void product(const Run& run) {
    const Context context;
    Tools::set_input_values(context.id, inputs_.size(), inputs_.data());
    Tools::VariableValue choice = Tools::make_variable_value(output_, std::int64_t{0});
    Tools::request_output_values(context.id, 1, &choice);
    const std::int64_t index = choice.value.int_value;
    const bool known = index >= 0 && index < static_cast<std::int64_t>(decisions_.size());
    run(decisions_[known ? static_cast<std::size_t>(index) : 0]);
  }

 private:
  // Kokkos counts open contexts, so one must end even where a product throws.
  struct Context {
    Context() { Tools::begin_context(id); }
    ~Context() { Tools::end_context(id); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    const std::size_t id = Tools::get_new_context_id();
  };

  // Static, since Kokkos and the tool keep the address until the end of the program.
  static std::array<std::int64_t, 64>& indices() {
    static std::array<std::int64_t, 64> indices = [] {
      std::array<std::int64_t, 64> numbers{};
      for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int64_t>(i);
      return numbers;
    }();
    return indices;
  }

  static Tools::VariableValue input(const char* name, std::int64_t value) {
    Tools::VariableInfo info;
    info.type = Tools::ValueType::kokkos_value_int64;
    info.category = Tools::StatisticalCategory::kokkos_value_ratio;
    info.valueQuantity = Tools::CandidateValueType::kokkos_value_unbounded;
    return Tools::make_variable_value(Tools::declare_input_type(concat("sporos::spmv[crs] ", name), info), value);
  }

  std::vector<CrsDecision> decisions_;
  std::array<Tools::VariableValue, 3> inputs_{};
  std::size_t output_ = 0;
};

#else

class ToolsChoice {
 public:
  static constexpr bool have_tool() { return false; }
  ToolsChoice() = default;
  ToolsChoice(const RowProfile&, const std::vector<CrsDecision>&) {}
  static constexpr bool asked() { return false; }
  template <class Run>
  void product(const Run&) {}
};

#endif

}  // namespace detail
}  // namespace sporos
