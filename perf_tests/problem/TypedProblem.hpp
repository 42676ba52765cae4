// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Problem for one combination of types; each is compiled in a source file of its own.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "core/kernels/Sporos_SumType.hpp"
#include "formats/generate/Sporos_CounterRandom.hpp"
#include "perf_tests/peers/SporosPeer.hpp"
#include "perf_tests/problem/LoadMatrix.hpp"
#include "perf_tests/problem/WideReference.hpp"
#include "perf_tests/support/CachingModel.hpp"
#include "perf_tests/support/PeerRegistry.hpp"
#include "perf_tests/support/Problem.hpp"

namespace sporos::perf {

/// \brief Stands for a peer whose offset type cannot count the entries.
class OffsetsTooNarrow : public Contender {
 public:
  OffsetsTooNarrow(const std::string& peer, const char* offset_type, std::int64_t nnz)
      : Contender(peer, "crs", "-", offset_type), nnz_(nnz) {}
  void prepare() override {
    throw Cannot(sporos::detail::concat(nnz_, " entries do not fit offsets of type ", offset));
  }
  void run() override {}

 private:
  std::int64_t nnz_;
};

template <class Value, class Offset, class Vector>
class TypedProblem : public Problem {
 public:
  using Given = Operands<Value, Offset, Vector>;
  using Other = Operands<Value, other_offset<Offset>, Vector>;
  using Sum = sporos::detail::sum_type<Value, Vector, Vector>;
  using HostMatrix = CrsMatrix<Value, int, Offset, Kokkos::HostSpace>;

  TypedProblem(const Settings& settings, const std::string& input, const HostMatrix& host)
      : settings_(settings),
        operands_{Execution(),
                  copy_to<Memory>(host),
                  vector("x", host.num_columns, 1),
                  vector("y", host.num_rows, 2),
                  Vector(settings.alpha),
                  Vector(settings.beta),
                  settings.options.gather},
        y_before_(vector("y_before", host.num_rows, 2)),
        reference_(host, sporos::detail::host_copy(operands_.x), sporos::detail::host_copy(y_before_), operands_.alpha,
                   operands_.beta) {
    name = matrix_name(input);
    scalar = settings.scalar;
    offset = settings.offset;
    profile = measure_rows(operands_.exec, operands_.matrix);
    bandwidth = measure_bandwidth(operands_.exec, operands_.matrix);
    bytes = {host.num_rows,
             host.num_columns,
             host.nnz(),
             static_cast<int>(sizeof(Value)),
             static_cast<int>(sizeof(Vector)),
             sporos::detail::is_complex<Vector>::value};
    add_plans();
    contenders.push_back(std::make_unique<SporosSpmv<Given>>(operands_));
    add_peers();
  }

  ~TypedProblem() override { contenders.clear(); }  // they refer to the operands

  double error_in_bounds(Contender& contender) override {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    if (operands_.beta == Vector(0)) {
      Kokkos::deep_copy(operands_.exec, operands_.y, poison(nan));
    } else {
      Kokkos::deep_copy(operands_.exec, operands_.y, y_before_);
    }
    contender.run();
    operands_.exec.fence();
    return reference_.error_in_bounds(sporos::detail::host_copy(operands_.y));
  }

  double caching_bytes(std::int64_t rows_per_team) const override {
    const auto& matrix = operands_.matrix;
    const std::int64_t lines =
        cache_lines_loaded(sporos::detail::host_copy(matrix.row_offsets), sporos::detail::host_copy(matrix.columns),
                           matrix.num_columns, rows_per_team, bytes.vector_bytes);
    return perf::caching_bytes(bytes, lines);
  }

  std::unique_ptr<Contender> plan_with(const Options& options, int products) const override {
    return std::make_unique<SporosPlan<Given>>(operands_, options, PartialShape(), products);
  }

 private:
  using vector_view = typename Given::vector_view;

  static vector_view vector(const char* label, std::int64_t extent, std::uint64_t seed) {
    vector_view view(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing),
                     static_cast<std::size_t>(extent));
    sporos::detail::fill_random(view, seed);
    return view;
  }

  static Vector poison(double nan) {
    if constexpr (sporos::detail::is_complex<Vector>::value) {
      using Part = typename sporos::detail::real_part<Vector>::type;
      return {static_cast<Part>(nan), static_cast<Part>(nan)};
    } else {
      return static_cast<Vector>(nan);
    }
  }

  template <class Peer>
  bool is_wanted(const Peer& peer) const {
    if (!settings_.peers) return !peer.only_by_name;
    return std::find(settings_.peers->begin(), settings_.peers->end(), peer.name) != settings_.peers->end();
  }

  void add_plans() {
    for (const Algorithm algorithm : settings_.algorithms) {
      Options options = settings_.options;
      options.algorithm = algorithm;
      contenders.push_back(
          std::make_unique<SporosPlan<Given>>(operands_, options, settings_.shape, settings_.products));
      contenders.back()->may_refuse = settings_.all_algorithms && algorithm != Algorithm::automatic;
    }
  }

  void add_peers() {
    for (const auto& peer : peers<Value, Offset, Vector>()) {
      if (is_wanted(peer)) peer.add(operands_, contenders);
    }
    using OtherOffset = other_offset<Offset>;
    for (const auto& peer : peers<Value, OtherOffset, Vector>()) {
      if (!is_wanted(peer) || peer.runs_on == RunsOn::own_offsets) continue;
      if (!offset_fits<OtherOffset>(profile.nnz)) {
        contenders.push_back(std::make_unique<OffsetsTooNarrow>(peer.name, offset_name<OtherOffset>(), profile.nnz));
        continue;
      }
      if (!other_operands_) other_operands_ = with_offsets<OtherOffset>(operands_);
      peer.add(*other_operands_, contenders);
    }
  }

  Settings settings_;
  Given operands_;
  std::optional<Other> other_operands_;
  vector_view y_before_;
  WideReference<Sum> reference_;
};

template <class Value, class Offset, class Vector>
std::unique_ptr<Problem> load_typed_problem(const Settings& settings, const std::string& input) {
  auto matrix = load_matrix<Value, Offset>(input);
  const Renumbering renumbering = renumber(settings, matrix);
  auto problem = std::make_unique<TypedProblem<Value, Offset, Vector>>(settings, input, matrix);
  problem->renumbering = renumbering;
  return problem;
}

}  // namespace sporos::perf
