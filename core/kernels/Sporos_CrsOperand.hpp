// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The two inputs of a product as every compressed row kernel reads them.
#pragma once

#include "core/device/Sporos_VectorReader.hpp"
#include "core/kernels/Sporos_CrsArrays.hpp"

namespace sporos {

/// \brief A and x, and what the kernels do with single entries of them.
template <class ExecutionSpace, class Arrays, class Reader, class Sum>
struct CrsOperand {
  using execution_space = ExecutionSpace;
  using entry_index = typename Arrays::entry_index;
  using sum_t = Sum;
  using Load = ReadOnly<ExecutionSpace>;

  Arrays matrix;
  Reader x;

  /// Where row `row` begins; `num_rows` is allowed.
  KOKKOS_FORCEINLINE_FUNCTION entry_index row_begin(std::int64_t row) const {
    return static_cast<entry_index>(Load::load(matrix.row_offsets + row));
  }

  struct Entry {
    typename Arrays::value_type value;
    typename Arrays::column_type column;
  };

  KOKKOS_FORCEINLINE_FUNCTION Entry entry(entry_index k) const {
    return {Load::load(matrix.values + k), Load::load(matrix.columns + k)};
  }

  KOKKOS_FORCEINLINE_FUNCTION Sum product(const Entry& entry) const {
    return static_cast<Sum>(entry.value) * static_cast<Sum>(x(entry.column));
  }

  /// The products of the entries k, k + stride, ... before `end`; InFlight of them are loaded before any is added.
  template <int InFlight>
  KOKKOS_FORCEINLINE_FUNCTION Sum strided_sum(entry_index k, entry_index end, int stride) const {
    const auto step = static_cast<entry_index>(stride);
    Sum partial[InFlight] = {};
    for (; k + (InFlight - 1) * step < end; k += InFlight * step) {
      Entry loaded[InFlight];
      for (int i = 0; i < InFlight; ++i) loaded[i] = entry(k + static_cast<entry_index>(i) * step);
      for (int i = 0; i < InFlight; ++i) partial[i] += product(loaded[i]);
    }
    for (int i = 0; i < InFlight - 1; ++i, k += step) {
      if (k < end) partial[i] += product(entry(k));
    }
    for (int i = 1; i < InFlight; ++i) partial[0] += partial[i];
    return partial[0];
  }

  /// The same sum, bit for bit, of rows that a whole team shares: at the end, where fewer than InFlight are left, the
  /// last one is loaded again, so that nothing is waited for on its own.
  template <int InFlight>
  KOKKOS_FORCEINLINE_FUNCTION Sum long_strided_sum(entry_index k, entry_index end, int stride) const {
    const auto step = static_cast<entry_index>(stride);
    Sum partial[InFlight] = {};
    while (k < end) {
      Entry loaded[InFlight];
      load_strided(k, end, step, loaded);
      Sum products[InFlight];
      for (int i = 0; i < InFlight; ++i) products[i] = product(loaded[i]);
      // From the last one on, for which all must be there.
      for (int i = InFlight - 1; i >= 0; --i) {
        if (k + static_cast<entry_index>(i) * step < end) partial[i] += products[i];
      }
      k += InFlight * step;
    }
    for (int i = 1; i < InFlight; ++i) partial[0] += partial[i];
    return partial[0];
  }

 private:
  template <int InFlight>
  KOKKOS_FORCEINLINE_FUNCTION void load_strided(entry_index k, entry_index end, entry_index step,
                                                Entry (&loaded)[InFlight]) const {
    for (int i = 0; i < InFlight; ++i) {
      const entry_index here = k + static_cast<entry_index>(i) * step;
      loaded[i] = entry(here < end ? here : end - 1);
    }
  }
};

}  // namespace sporos
