// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The FormatTraits of compressed rows, for the list of all formats.
#pragma once

#include "core/launch/Sporos_FormatTraits.hpp"
#include "formats/conversion/Sporos_ConvertibleCrs.hpp"
#include "formats/crs/Sporos_CrsParts.hpp"

namespace sporos {

/// \brief The rows of the caller, shared. They have plans of their own, and no `run`.
template <class V, class C, class O, class M>
struct FormatTraits<CrsView<V, C, O, M>> : detail::FormatDefaults<CrsView<V, C, O, M>, Format::crs> {
  using Matrix = CrsView<V, C, O, M>;
  static constexpr const char* name = "crs";

  static std::int64_t bytes(const Matrix& A) { return detail::bytes_of(A.row_offsets, A.columns, A.values); }

  template <class ExecutionSpace>
  static Matrix from_crs(const ExecutionSpace&, const Matrix& crs, Format, const ConversionOptions&) {
    return crs;
  }

  template <class ExecutionSpace>
  static std::int64_t bytes_from_crs(const ExecutionSpace&, const Matrix& crs, Format, const ConversionOptions&) {
    return bytes(crs);
  }

  template <class ExecutionSpace, class Values>
  static bool update(const ExecutionSpace&, Matrix& A, const Values& values) {
    detail::require_as_many_values(values, A.nnz());
    const auto before = A.values.data();
    A.values = detail::share<typename Matrix::values_view>(values);
    return A.nnz() > 0 && A.values.data() != before;
  }
};

}  // namespace sporos
