// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The key of a finding: everything that determines which choice is fastest, as one word.
#pragma once

#include <string>
#include <type_traits>

#include "core/device/instance/Sporos_DeviceName.hpp"
#include "core/setup/Sporos_StructureHash.hpp"
#include "formats/common/Sporos_ValueTypes.hpp"
#include "formats/crs/Sporos_RowProfile.hpp"
#include "policies/Sporos_CrsDecision.hpp"
#include "policies/Sporos_Options.hpp"

namespace sporos {
namespace detail {

/// \brief The key, from machine, types, structure and those options that limit the choice. One pass over row offsets
/// and columns.
template <class ExecutionSpace, class Matrix>
std::string finding_key(const ExecutionSpace& exec, const Machine& machine, const Matrix& matrix,
                        const RowProfile& rows, const Options& options, const Primitives& primitives) {
  const auto type_name = [](const char* kind, std::size_t bytes) { return concat(kind, 8 * bytes); };
  const auto value_name = [&](auto value) {
    using Value = decltype(value);
    if constexpr (is_narrow_value<Value>) {
      return std::string(name_of_narrow<Value>);
    } else {
      return type_name(std::is_floating_point<Value>::value ? "real" : "complex", sizeof(Value));
    }
  };
  std::string key =
      concat(device_name(exec), '/', machine.multiprocessors, '/', ExecutionSpace::name(), '/',
             value_name(typename Matrix::value_type()), '/', type_name("column", sizeof(typename Matrix::column_type)),
             '/', type_name("offset", sizeof(typename Matrix::offset_type)), '/', name(options.algorithm), '/',
             name(primitives.reduction), '/', name(primitives.gather), '/', rows.num_rows, 'x', rows.num_columns, '/',
             rows.nnz, '/', rows.longest_row, '/', rows.sum_of_squares, '/', structure_hash(exec, matrix));
  if (machine.host_level != HostLevel::portable) key += concat('/', name(machine.host_level));
  for (char& letter : key) {
    if (letter <= ' ') letter = '_';
  }
  return key;
}

}  // namespace detail
}  // namespace sporos
