// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The template Plan: which of its specialisations a matrix gets.
#pragma once

#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "formats/crs/Sporos_CrsView.hpp"
#include "policies/Sporos_Options.hpp"

namespace sporos {

/// \brief A product prepared once: of compressed rows in Sporos_Plan.hpp, of other storage formats in
/// Sporos_FormatPlan.hpp, of AnyMatrix in Sporos_AnyPlan.hpp. PlanOf is its type for any matrix.
template <class ExecutionSpace, class Matrix, class PrimitiveSet = DefaultPrimitives, class = void>
class Plan {
  static constexpr bool is_stored_otherwise = detail::is_stored_otherwise<Matrix>::value;
  static_assert(is_stored_otherwise,
                "sporos::Plan: a plan of compressed rows is not named by the type of the matrix; write "
                "sporos::PlanOf<ExecutionSpace, Matrix>");
  static_assert(!is_stored_otherwise,
                "sporos::Plan: the plans of this matrix are in another header, core/Sporos_Formats.hpp for storage "
                "formats, core/Sporos_AnyPlan.hpp for AnyMatrix");
};

namespace detail {

template <class T>
inline constexpr bool is_plan = false;
template <class ExecutionSpace, class Matrix, class PrimitiveSet, class Enabled>
inline constexpr bool is_plan<Plan<ExecutionSpace, Matrix, PrimitiveSet, Enabled>> = true;

// Tells the arguments of plans apart: what comes first is an instance, or the matrix where there is none.
template <class T>
using if_instance = std::enable_if_t<Kokkos::is_execution_space<T>::value>;
template <class T>
using if_matrix = std::enable_if_t<!Kokkos::is_execution_space<T>::value && !is_plan<T>>;

// The matrix as a plan keeps it: a matrix in a storage format or in any itself, of everything else the view.
template <class AnyMatrix, bool = is_format<AnyMatrix> || is_any_matrix<AnyMatrix>>
struct PlannedMatrix {
  using type = crs_view_t<AnyMatrix>;
};
template <class Format>
struct PlannedMatrix<Format, true> {
  using type = Format;
};
template <class AnyMatrix>
using planned_t = typename PlannedMatrix<AnyMatrix>::type;

}  // namespace detail

/// \brief The type of the plan of a matrix, compressed rows or any other: `PlanOf<Exec, Matrix>` is what
/// `Plan(exec, matrix)` makes.
template <class ExecutionSpace, class Matrix, class PrimitiveSet = DefaultPrimitives>
using PlanOf = Plan<ExecutionSpace, detail::planned_t<Matrix>, PrimitiveSet>;

/// \cond
template <class ExecutionSpace, class AnyMatrix, class = detail::if_instance<ExecutionSpace>>
Plan(const ExecutionSpace&, const AnyMatrix&) -> Plan<ExecutionSpace, detail::planned_t<AnyMatrix>>;
template <class ExecutionSpace, class AnyMatrix, class = detail::if_instance<ExecutionSpace>>
Plan(const ExecutionSpace&, const AnyMatrix&, const Options&) -> Plan<ExecutionSpace, detail::planned_t<AnyMatrix>>;
template <class ExecutionSpace, class AnyMatrix, class PrimitiveSet, class = detail::if_instance<ExecutionSpace>>
Plan(const ExecutionSpace&, const AnyMatrix&, const Options&, PrimitiveSet)
    -> Plan<ExecutionSpace, detail::planned_t<AnyMatrix>, PrimitiveSet>;

// On the default instance.
template <class AnyMatrix, class = detail::if_matrix<AnyMatrix>>
explicit Plan(const AnyMatrix&) -> Plan<Kokkos::DefaultExecutionSpace, detail::planned_t<AnyMatrix>>;
template <class AnyMatrix, class = detail::if_matrix<AnyMatrix>>
explicit Plan(const AnyMatrix&, const Options&) -> Plan<Kokkos::DefaultExecutionSpace, detail::planned_t<AnyMatrix>>;
template <class AnyMatrix, class PrimitiveSet, class = detail::if_matrix<AnyMatrix>>
explicit Plan(const AnyMatrix&, const Options&, PrimitiveSet)
    -> Plan<Kokkos::DefaultExecutionSpace, detail::planned_t<AnyMatrix>, PrimitiveSet>;
/// \endcond

}  // namespace sporos
