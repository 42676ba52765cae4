// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Problem for one combination of types; each combination is compiled in a separate source file.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "core/device/instance/Sporos_PinnedSpace.hpp"
#include "core/kernels/Sporos_SumType.hpp"
#include "formats/generate/Sporos_CounterRandom.hpp"
#include "perf_tests/peers/SporosPeer.hpp"
#include "perf_tests/peers/SporosProducts.hpp"
#include "perf_tests/problem/LoadMatrix.hpp"
#include "perf_tests/problem/OperatedMatrix.hpp"
#include "perf_tests/problem/RandomValues.hpp"
#include "perf_tests/problem/WideReference.hpp"
#include "perf_tests/support/CachingModel.hpp"
#include "perf_tests/support/PeerRegistry.hpp"
#include "perf_tests/support/Problem.hpp"

namespace sporos::perf {

/// \brief Takes the place of a peer whose offset type cannot count the entries.
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
                  {host.num_rows, host.num_columns, {}, {}, {}},
                  {},
                  {},
                  Vector(settings.alpha),
                  Vector(settings.beta),
                  settings.options.gather,
                  settings.kind} {
    kind = settings.kind;
    const HostVectors vectors = draw_vectors();
    add_references(host, vectors);
    turn = std::make_unique<DeviceTurn>(settings.lock);  // up to here nothing is on the device
    operands_.matrix = copy_to<Memory>(host);
    add_operands(vectors);
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
             sporos::detail::is_complex<Vector>::value,
             kind.columns,
             kind.is_transposed(),
             kind.epilogue == Epilogue::residual || (kind.epilogue == Epilogue::dot && !is_square()) ? 1 : 0};
    if (kind.is_plain()) {
      add_plans();
      contenders.push_back(std::make_unique<SporosSpmv<Given>>(operands_));
    } else if constexpr (has_products) {
      SporosProducts<Value, Offset, Vector>::add(operands_, settings, contenders);
    }
    add_peers();
  }

  ~TypedProblem() override { contenders.clear(); }  // first, because they refer to the operands

  double error_in_bounds(Contender& contender) override {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    if (operands_.beta == Vector(0)) {
      Kokkos::deep_copy(operands_.exec, operands_.y, poison(nan));
    } else {
      Kokkos::deep_copy(operands_.exec, operands_.y, y_before_);
    }
    if (contender.makes_dot) Kokkos::deep_copy(operands_.exec, operands_.result, poison(nan));
    contender.run();
    operands_.exec.fence();
    const Answer& y = answer_;
    Kokkos::deep_copy(y, operands_.y);
    if (contender.one_column) return one_column_->error_in_bounds(ColumnOf<Answer>{y, 0, 1});
    double error = contender.makes_dot ? dot_error_in_bounds() : 0;
    for (int c = 0; c < kind.columns; ++c) {
      error = std::max(error, references_[static_cast<std::size_t>(c)].error_in_bounds(column_of(y, kind, c)));
    }
    return error;
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
  using HostVector = decltype(sporos::detail::host_copy(std::declval<const vector_view&>()));
  using Pinned = sporos::detail::PinnedSpace<Execution>;
  using Answer = Kokkos::View<Vector*, std::conditional_t<Pinned::exists, typename Pinned::type, Kokkos::HostSpace>>;
  static constexpr bool has_products = std::is_same<Offset, int>::value;  // products other than plain ones

  bool is_square() const { return operands_.matrix.num_rows == operands_.matrix.num_columns; }

  // All columns of each.
  struct HostVectors {
    HostVector x;
    HostVector y;        // before a product
    HostVector further;  // of an epilogue; may be x
  };

  HostVectors draw_vectors() const {
    const std::int64_t rows = operands_.rows_of_y() * kind.columns;
    HostVectors vectors{random_vector("x", operands_.rows_of_x() * kind.columns, 1), random_vector("y", rows, 2), {}};
    if (kind.epilogue == Epilogue::none) return vectors;
    vectors.further = further_is_x() ? vectors.x : random_vector("further", rows, 3);
    return vectors;
  }

  bool further_is_x() const { return kind.epilogue == Epilogue::dot && is_square(); }

  void add_operands(const HostVectors& vectors) {
    operands_.x = on_device(vectors.x);
    operands_.y = on_device(vectors.y);
    y_before_ = on_device(vectors.y);
    answer_ = Answer("answer", vectors.y.extent(0));
    if (kind.epilogue == Epilogue::none) return;
    operands_.further = further_is_x() ? operands_.x : on_device(vectors.further);
    operands_.result = vector_view("result", static_cast<std::size_t>(kind.columns));
  }

  void add_references(const HostMatrix& host, const HostVectors& vectors) {
    const HostMatrix matrix = operated(kind.operation, host);
    const HostVector& x = vectors.x;
    const bool is_residual = kind.epilogue == Epilogue::residual;
    const HostVector& y = is_residual ? vectors.further : vectors.y;
    const Sum alpha = is_residual ? Sum(-1) : Sum(operands_.alpha);
    const Sum beta = is_residual ? Sum(1) : Sum(operands_.beta);
    for (int c = 0; c < kind.columns; ++c) {
      references_.emplace_back(matrix, column_of(x, kind, c), column_of(y, kind, c), alpha, beta);
    }
    if (kind.columns == 1) return;
    one_column_.emplace(matrix, ColumnOf<HostVector>{x, 0, 1}, ColumnOf<HostVector>{y, 0, 1}, alpha, beta);
  }

  double dot_error_in_bounds() const {
    const auto answers = sporos::detail::host_copy(operands_.result);
    const auto further = sporos::detail::host_copy(operands_.further);
    double error = 0;
    for (int c = 0; c < kind.columns; ++c) {
      const auto column = static_cast<std::size_t>(c);
      const auto& reference = references_[column];
      error = std::max(error, kind.epilogue == Epilogue::residual
                                  ? reference.norm_error_in_bounds(answers(column))
                                  : reference.dot_error_in_bounds(column_of(further, kind, c), answers(column)));
    }
    return error;
  }

  static HostVector random_vector(const char* label, std::int64_t extent, std::uint64_t seed) {
    HostVector view(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing),
                    static_cast<std::size_t>(extent));
    sporos::detail::fill_random(view, seed);
    return view;
  }

  static vector_view on_device(const HostVector& vector) {
    vector_view view(Kokkos::view_alloc(vector.label(), Kokkos::WithoutInitializing), vector.extent(0));
    Kokkos::deep_copy(view, vector);
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
    if (!kind.is_plain()) return;  // other products only run on the problem's own offsets
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
  Answer answer_;                               // y on the host, once for all contenders
  std::vector<WideReference<Sum>> references_;  // one per column
  std::optional<WideReference<Sum>> one_column_;
};

template <class Value, class Offset, class Vector>
std::unique_ptr<Problem> load_typed_problem(const Settings& settings, const std::string& input) {
  auto matrix = load_matrix<Value, Offset>(input);
  if (!settings.values_of_file) draw_values(matrix);
  const Renumbering renumbering = renumber(settings, matrix);
  auto problem = std::make_unique<TypedProblem<Value, Offset, Vector>>(settings, input, matrix);
  problem->renumbering = renumbering;
  return problem;
}

}  // namespace sporos::perf
