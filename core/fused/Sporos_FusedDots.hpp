// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Dot products that are computed together with another operation, with results in device memory.
#pragma once

#include <memory>

#include "core/device/instance/Sporos_DetectMachine.hpp"
#include "core/device/instance/Sporos_GrowingRoom.hpp"
#include "core/kernels/Sporos_FusedSteps.hpp"
#include "core/kernels/Sporos_StepWithDots.hpp"
#include "core/kernels/Sporos_TeamDots.hpp"
#include "core/launch/Sporos_CheckFused.hpp"
#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_LaunchFold.hpp"
#include "core/setup/Sporos_AtFinalize.hpp"

namespace sporos {

/// \brief Memory for dot products: made once, kept by the caller. Copies share it. All operations that use it must run
/// on one execution space instance, one after the other. Kokkos::finalize frees it.
template <class ExecutionSpace>
class FusedMemory {
 public:
  FusedMemory() = default;  ///< cannot be used
  /// \brief Allocates 65 KiB. On a GPU the first product that makes dot products itself allocates more: a place for
  /// each 32 threads and dot product, so mostly some 0.25 bytes a row.
  explicit FusedMemory(const ExecutionSpace& exec)
      : machine_(detect_machine(detail::usable_instance("FusedMemory", exec))), arrays_(Arrays(exec)) {}

  /// \brief For the library.
  /// \throws std::runtime_error where this was default-constructed, or Kokkos was finalized
  detail::FoldPlaces places(const char* function) const {
    const Arrays& arrays = arrays_.get();
    if (arrays.arrived.extent(0) == 0) {
      throw std::runtime_error(detail::concat(
          "sporos::", function,
          ": the FusedMemory is empty (default-constructed, or Kokkos was finalized); make it with FusedMemory(exec)"));
    }
    return {arrays.sums.data(), arrays.arrived.data(), arrays.done.data()};
  }
  /// \brief For the library: room for the sums of teams.
  detail::GrowingRoom<ExecutionSpace, DefaultPrimitives>* team_sums() const { return arrays_.get().team_sums.get(); }
  /// \brief The machine of the instance that it was made with.
  const Machine& machine() const { return machine_; }

 private:
  using Space = typename ExecutionSpace::memory_space;
  using Room = detail::GrowingRoom<ExecutionSpace, DefaultPrimitives>;

  struct Arrays {
    Arrays() = default;
    explicit Arrays(const ExecutionSpace& exec)
        : sums(Kokkos::view_alloc(exec, std::string("sporos::fused[sums]"), Kokkos::WithoutInitializing),
               static_cast<std::size_t>(detail::max_fold_sums * detail::max_fold_teams)),
          arrived(Kokkos::view_alloc(exec, std::string("sporos::fused[arrived]")), 1),
          done(Kokkos::view_alloc(exec, std::string("sporos::fused[done]")),
               static_cast<std::size_t>(detail::max_fold_teams)),
          team_sums(std::make_shared<Room>("sporos::fused[sums of teams]")) {}

    Kokkos::View<detail::FoldPlace*, Space> sums;
    Kokkos::View<std::uint64_t*, Space> arrived;
    Kokkos::View<unsigned char*, Space> done;
    std::shared_ptr<Room> team_sums;
  };

  Machine machine_;
  detail::UntilFinalize<Arrays> arrays_;
};

/// \brief A requested dot product; dot_with() makes it.
template <class W, class Result>
struct DotWith {
  W w;            ///< the other vector, conjugated
  Result result;  ///< a rank-0 View
};

/// \brief A requested squared norm; squared_norm() makes it.
template <class Result>
struct SquaredNorm {
  Result result;  ///< a rank-0 View
};

/// \brief Requests `result = sum over i of conj(w_i) y_i` with the elements of y that the operation writes. w may be x,
/// or y itself. Of several columns the same for each: then w is a rank-2 View.
/// \param result  a rank-0 View, of several columns a rank-1 View, in memory that the execution space can access; it
///                must not overlap any vector
template <class W, class Result>
DotWith<W, Result> dot_with(const W& w, const Result& result) {
  static_assert(detail::are_views<W, Result>,
                "sporos::dot_with: the arguments are w, a View, and the result, a rank-0 View on the device: "
                "Kokkos::View<double>(\"name\")");
  return {w, result};
}

/// \brief Requests the sum of the squared magnitudes of y; the result may be real even if y is complex.
template <class Result>
SquaredNorm<Result> squared_norm(const Result& result) {
  static_assert(detail::are_views<Result>,
                "sporos::squared_norm: the argument is the result, a rank-0 View on the device: "
                "Kokkos::View<double>(\"name\")");
  return {result};
}

namespace detail {

template <class Y, class... Dots>
struct DotSum {
  using type = sum_type<Y, Y, Y>;
};
template <class Y, class W, class Result, class... Dots>
struct DotSum<Y, DotWith<W, Result>, Dots...> {
  using type = sum_type<typename W::non_const_value_type, Y, typename DotSum<Y, Dots...>::type>;
};
template <class Y, class Result, class... Dots>
struct DotSum<Y, SquaredNorm<Result>, Dots...> {
  using type = typename DotSum<Y, Dots...>::type;
};
/// \brief The type in which dot products with elements of type `Y` are summed: the widest of all.
template <class Y, class... Dots>
using dot_sum = typename DotSum<Y, Dots...>::type;

template <class Result, class W, class Y>
constexpr void require_complex_result() {
  static_assert(
      is_complex<typename Result::value_type>::value || (!is_complex<typename W::non_const_value_type>::value &&
                                                         !is_complex<typename Y::non_const_value_type>::value),
      "sporos::dot_with: the result must be complex where a vector is");
}

// The names in messages.
inline constexpr const char* w_of_dot = "w of dot_with(w, result)";
inline constexpr const char* result_of_dot = "the result of dot_with(w, result)";
inline constexpr const char* result_of_norm = "the result of squared_norm(result)";

/// \brief Checks the results of `dots`, and w, against `y`.
template <class ExecutionSpace, class Y, class W, class Result>
auto dot_term(const char* function, const char* name, const Y& y, const DotWith<W, Result>& dot) {
  require_complex_result<Result, W, Y>();
  check_result<ExecutionSpace>(function, result_of_dot, dot.result);
  check_input<ExecutionSpace>(function, w_of_dot, dot.w, y.extent(0), name);
  must_be_same_or_apart(function, w_of_dot, dot.w, name, y);
  must_be_apart(function, result_of_dot, dot.result, w_of_dot, dot.w);
  must_be_apart(function, result_of_dot, dot.result, name, y);
  return DotTerm<typename W::non_const_value_type, typename Result::value_type>{dot.w.data(), dot.result.data()};
}
template <class ExecutionSpace, class Y, class Result>
auto dot_term(const char* function, const char* name, const Y& y, const SquaredNorm<Result>& dot) {
  check_result<ExecutionSpace>(function, result_of_norm, dot.result);
  must_be_apart(function, result_of_norm, dot.result, name, y);
  return NormTerm<typename Result::value_type>{dot.result.data()};
}

template <class T>
inline constexpr bool is_dot = false;
template <class W, class Result>
inline constexpr bool is_dot<DotWith<W, Result>> = are_views<W, Result>;
template <class Result>
inline constexpr bool is_dot<SquaredNorm<Result>> = are_views<Result>;
/// \brief Whether all are what dot_with() and squared_norm() return.
template <class... Dots>
inline constexpr bool are_dots = (is_dot<Dots> && ...);

/// \brief The dot products in the form for kernels; checks all of them.
template <class ExecutionSpace, class Y, class... Dots>
auto checked_dots(const char* function, [[maybe_unused]] const char* name, [[maybe_unused]] const Y& y,
                  const Dots&... dots) {
  check_results_apart(function, dots.result...);
  return dot_list(dot_term<ExecutionSpace>(function, name, y, dots)...);
}

/// \brief What a product on a GPU is asked for; see StepWithTeamDots.
template <class ExecutionSpace>
using TeamDots = TeamDotsRequest<GrowingRoom<ExecutionSpace, DefaultPrimitives>>;

/// \brief Whether it pays to make dot products with y within the product.
template <class ExecutionSpace, class Y>
bool dots_pay(const FusedMemory<ExecutionSpace>& memory, const Y& y) {
  return is_host_execution<ExecutionSpace> || team_dots_pay(memory.machine(), bytes_of(y));
}

/// \brief The function that gets the row sums of a product: `step`. It also computes as much of the dot products as the
/// kernel allows. launch_dots() must follow.
/// \param team_dots  alive until launch_dots()
template <class Sum, class ExecutionSpace, class Step, class Y, class Terms>
auto step_with_dots(const char* function, const Step& step, const Y& y, const Terms& terms,
                    const FusedMemory<ExecutionSpace>& memory, TeamDots<ExecutionSpace>& team_dots) {
  using Elements = DotElements<typename Y::non_const_value_type, Sum, Terms>;
  if constexpr (Terms::count == 0) {
    return step;
  } else if constexpr (is_host_execution<ExecutionSpace>) {
    const auto count = static_cast<std::int64_t>(y.extent(0));
    const FoldShape shape = fold_shape(count);
    return StepWithDots<ExecutionSpace, Step, Elements>{step,        {y.data(), terms}, count,
                                                        shape.chunk, shape.teams,       memory.places(function)};
  } else if constexpr (!makes_team_dots<ExecutionSpace>) {
    return step;
  } else {
    if (dots_pay(memory, y)) team_dots.room = memory.team_sums();
    return StepWithTeamDots<Step, Elements, TeamDots<ExecutionSpace>>{step, {y.data(), terms}, &team_dots};
  }
}

/// \brief The last launch of an operation, after y was written: computes the dot products, if there are any, except
/// those parts that the product has already computed.
template <class Sum, class ExecutionSpace, class Y, class Terms>
void launch_dots(const char* function, const ExecutionSpace& exec, const Y& y, const Terms& terms,
                 const FusedMemory<ExecutionSpace>& memory, const TeamDots<ExecutionSpace>& team_dots = {}) {
  static const std::string label = "sporos::fused[dots]";
  if constexpr (Terms::count > 0) {
    const DotElements<typename Y::non_const_value_type, Sum, Terms> elements{y.data(), terms};
    const auto fold = [&](std::int64_t count, const auto& of) {
      launch_fold(label, exec, memory.machine(), count, of, memory.places(function));
    };
    if constexpr (makes_team_dots<ExecutionSpace>) {
      const std::int64_t groups = team_dots.groups;
      if (groups > 0) {
        const auto* const sums = static_cast<const Sum*>(team_dots.sums);
        return fold(groups, GroupSumElements<std::decay_t<decltype(elements)>>{sums, groups, elements});
      }
    }
    fold(static_cast<std::int64_t>(y.extent(0)), elements);
  }
}

}  // namespace detail
}  // namespace sporos
