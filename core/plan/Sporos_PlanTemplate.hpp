// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The template Plan: which of its specialisations a matrix gets.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_WrongArguments.hpp"
#include "formats/crs/Sporos_CrsView.hpp"
#include "policies/Sporos_Options.hpp"

namespace sporos {
namespace detail {

/// \brief What is missing if Plan or PlanOf is named with one type.
struct NoMatrix {};

/// \brief A word in the compiler's message for a plan that is copied.
struct PlansAreMovedOrCloned {};

}  // namespace detail

/// \brief A product prepared once: of compressed rows in Sporos_Plan.hpp, of other storage formats in
/// Sporos_FormatPlan.hpp, of AnyMatrix in Sporos_AnyPlan.hpp. PlanOf is its type for any matrix.
template <class ExecutionSpace, class Matrix = detail::NoMatrix, class PrimitiveSet = DefaultPrimitives, class = void>
class Plan {
  static constexpr bool has_matrix = !std::is_same<Matrix, detail::NoMatrix>::value;
  static_assert(has_matrix,
                "sporos::Plan, sporos::PlanOf: two types are wanted, sporos::PlanOf<ExecutionSpace, Matrix>");
  static constexpr bool is_stored_otherwise = detail::is_stored_otherwise<Matrix>::value;
  static_assert(is_stored_otherwise || !has_matrix,
                "sporos::Plan: a plan of compressed rows is not named by the type of the matrix; write "
                "sporos::PlanOf<ExecutionSpace, Matrix>");
  static_assert(!is_stored_otherwise,
                "sporos::Plan: the plans of this matrix are in another header, core/Sporos_Formats.hpp for storage "
                "formats, core/Sporos_AnyPlan.hpp for AnyMatrix; a format of your own needs sporos::FormatTraits");

 public:
  /// \cond
  // Lets the code after a failed static_assert compile, so that its message remains the only error.
  Plan() = default;
  template <class... Arguments>
  explicit Plan(const Arguments&...) {}
  template <class... Arguments>
  void apply(const Arguments&...) const {}
  template <class Values>
  bool update_values(const Values&) {
    return false;
  }
  /// \endcond
};

namespace detail {

template <class T>
using if_plan = std::enable_if_t<is_plan<T>>;

/// \brief Refuses types that are not execution spaces. A class, as ValueType is.
template <class T>
struct PlanSpace {
  static_assert(Kokkos::is_execution_space<T>::value,
                "sporos::Plan, sporos::PlanOf: the first type is an execution space, such as "
                "Kokkos::DefaultExecutionSpace; a memory space is none");
  static constexpr bool is_taken = true;
};

// Whether the arguments are a matrix, and optionally options and primitives.
template <class... Arguments>
struct AreForPlan : std::false_type {};
template <class Matrix>
struct AreForPlan<Matrix> : std::true_type {};
template <class Matrix, class Given>
struct AreForPlan<Matrix, Given> : std::is_convertible<Given, Options> {};
template <class Matrix, class Given, class Primitives>
struct AreForPlan<Matrix, Given, Primitives> : std::is_convertible<Given, Options> {};

template <class... Arguments>
struct ArePlanArguments : std::false_type {};
template <class First, class... Others>
struct ArePlanArguments<First, Others...> : std::conditional_t<Kokkos::is_execution_space<First>::value,
                                                               AreForPlan<Others...>, AreForPlan<First, Others...>> {};
template <class... Arguments>
using if_wrong_for_plan = std::enable_if_t<!ArePlanArguments<Arguments...>::value>;

// The matrix type of a plan that is made from wrong arguments.
struct WrongArguments {};

// Tells the arguments of plans apart: the first one is an instance, or the matrix if there is no instance.
template <class T>
using if_instance = std::enable_if_t<Kokkos::is_execution_space<T>::value>;
template <class T>
using if_matrix = std::enable_if_t<!Kokkos::is_execution_space<T>::value && !is_plan<T>>;

// The type in which a plan keeps its matrix: storage formats and AnyMatrix as they are, all others as a CrsView.
template <class AnyMatrix, bool = is_format<AnyMatrix> || is_any_matrix<AnyMatrix>>
struct PlannedMatrix {
  using type = crs_view_t<AnyMatrix>;
};
template <>
struct PlannedMatrix<NoMatrix, false> {
  using type = NoMatrix;
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
template <class ExecutionSpace, class Matrix = detail::NoMatrix, class PrimitiveSet = DefaultPrimitives>
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

// For wrong arguments; the compiler refuses them with a message.
template <class... Arguments, class = detail::if_wrong_for_plan<Arguments...>>
Plan(const Arguments&...) -> Plan<detail::WrongArguments, detail::WrongArguments>;

template <class PrimitiveSet>
class Plan<detail::WrongArguments, detail::WrongArguments, PrimitiveSet> {
 public:
  template <class... Arguments>
  explicit Plan(const Arguments&...) {
    static_assert(sizeof...(Arguments) == SIZE_MAX,
                  "sporos::Plan: the arguments are (exec,) A (, options); arrays of your own become a matrix by "
                  "sporos::crs_view(...)");
  }
  template <class... Arguments>
  void apply(const Arguments&...) const {}
  template <class Values>
  bool update_values(const Values&) {
    return false;
  }
};
/// \endcond

}  // namespace sporos
