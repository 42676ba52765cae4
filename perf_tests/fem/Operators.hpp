// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The operators that are compared: conjugate gradients behind one interface.
#pragma once

#include <algorithm>
#include <memory>

#include "core/Sporos_Solvers.hpp"
#include "core/launch/formats/Sporos_LaunchDeltaCrs.hpp"
#include "core/launch/formats/Sporos_LaunchDia.hpp"
#include "core/launch/formats/Sporos_LaunchEll.hpp"
#include "core/launch/formats/Sporos_LaunchSell.hpp"
#include "core/launch/formats/Sporos_LaunchSymmetric.hpp"
#include "perf_tests/fem/Case.hpp"
#include "perf_tests/fem/Discretisation.hpp"
#include "perf_tests/fem/peers/Peer.hpp"
#include "perf_tests/support/StopWatch.hpp"

namespace sporos_fem {

template <class T>
class Operator {
 public:
  virtual ~Operator() = default;
  virtual sporos::SolverResult solve(const Vector<T>& b, const Vector<T>& x, const sporos::SolverOptions& options) = 0;

  Result result;  ///< as far as it is known
};

/// \brief Any plan of Sporos.
template <class T, class Plan>
class PlanOperator : public Operator<T> {
 public:
  PlanOperator(const Exec& exec, Plan plan, std::int64_t unknowns) : plan_(std::move(plan)), solver_(exec, unknowns) {}
  sporos::SolverResult solve(const Vector<T>& b, const Vector<T>& x, const sporos::SolverOptions& options) override {
    return solver_.solve(plan_, b, x, options);
  }

 private:
  Plan plan_;
  sporos::ConjugateGradients<Exec, T> solver_;
};

template <class T>
class PeerOperator : public Operator<T> {
 public:
  explicit PeerOperator(std::unique_ptr<PeerSolver<T>> solver) : solver_(std::move(solver)) {}
  sporos::SolverResult solve(const Vector<T>& b, const Vector<T>& x, const sporos::SolverOptions& options) override {
    return solver_->solve(b, x, {}, options);
  }

 private:
  std::unique_ptr<PeerSolver<T>> solver_;
};

template <class F>
double seconds_of(const Exec& exec, const F& f) {
  sporos::perf::StopWatch<Exec> watch(exec);
  watch.start();
  f();
  return watch.stop();
}

/// \brief Makes all operators that the settings name.
template <class T>
class Operators {
 public:
  using List = std::vector<std::unique_ptr<Operator<T>>>;

  Operators(const Exec& exec, const Settings& settings, const Progress& progress)
      : exec_(exec), settings_(settings), progress_(progress) {}

  template <int Dim>
  List make(const Discretisation<Dim>& problem) {
    List list;
    if (names("lma-full")) list.push_back(of_elements("lma-full", problem, false));
    if (names("lma")) list.push_back(of_elements("lma", problem, true));
    const auto needs_the_global_matrix = [&](const std::string& name) { return name.compare(0, 3, "lma") != 0; };
    if (!settings_.peers &&
        std::none_of(settings_.operators.begin(), settings_.operators.end(), needs_the_global_matrix)) {
      return list;
    }
    progress_("assembling the global matrix");
    sporos::CrsMatrix<T> crs;
    const double assembly_s = seconds_of(exec_, [&] {
      sporos::ElementOptions options;
      options.is_symmetric = true;
      options.scatter = sporos::Scatter::gather;  // what adding up needs anyway
      crs = to_crs(exec_, problem.template elements<T>(options));
    });
    const auto add = [&](auto made, const char* name, const std::string& library, std::int64_t bytes) {
      made->result.operator_name = name;
      made->result.library = library;
      made->result.memory_bytes = bytes;
      made->result.assembly_s = assembly_s;
      list.push_back(std::move(made));
    };
    if (names("crs")) add(planned(crs), "crs", "Sporos", bytes_of(crs));
    const auto add_converted = [&](const char* name, const auto& convert) {
      if (!names(name)) return;
      progress_(std::string("converting to ") + name);
      decltype(convert()) matrix;
      const double conversion_s = seconds_of(exec_, [&] { matrix = convert(); });
      auto made = planned(matrix);
      made->result.conversion_s += conversion_s;
      add(std::move(made), name, "Sporos", matrix.bytes());
    };
    add_converted("ell", [&] { return to_ell(exec_, crs, without_map<sporos::EllOptions>()); });
    add_converted("sell", [&] { return to_sell(exec_, crs, without_map<sporos::SellOptions>()); });
    add_converted("dia", [&] { return to_dia(exec_, crs, without_map<sporos::DiaOptions>()); });
    add_converted("delta_crs", [&] { return to_delta_crs(exec_, crs); });
    add_converted("symmetric", [&] { return to_symmetric(exec_, crs, without_map<sporos::SymmetricOptions>()); });
    if (!settings_.peers) return list;
    for (const Peer<T>& peer : peers<T>()) {
      progress_("preparing " + peer.name);
      std::unique_ptr<PeerSolver<T>> solver;
      const double conversion_s = seconds_of(exec_, [&] { solver = peer.prepare(exec_, crs_view(crs)); });
      const std::int64_t bytes = solver->matrix_bytes();
      auto made = std::make_unique<PeerOperator<T>>(std::move(solver));
      made->result.conversion_s = conversion_s;
      add(std::move(made), peer.format, peer.name, bytes);
    }
    return list;
  }

 private:
  bool names(const std::string& name) const {
    for (const std::string& one : settings_.operators) {
      if (one == name) return true;
    }
    return false;
  }

  // No new numbers come.
  template <class Options>
  static Options without_map() {
    Options options;
    options.keep_map = false;
    return options;
  }

  static std::int64_t bytes_of(const sporos::CrsMatrix<T>& crs) {
    return sporos::detail::bytes_of(crs.row_offsets, crs.columns, crs.values);
  }

  template <class Matrix>
  auto planned(const Matrix& matrix) const {
    using Plan = decltype(sporos::Plan(exec_, matrix));
    Plan plan;
    const double seconds = seconds_of(exec_, [&] { plan = Plan(exec_, matrix); });
    auto made = std::make_unique<PlanOperator<T, Plan>>(exec_, std::move(plan), matrix.num_rows);
    made->result.conversion_s = seconds;
    return made;
  }

  template <class Problem>
  std::unique_ptr<Operator<T>> of_elements(const char* name, const Problem& problem, bool is_symmetric) const {
    progress_(std::string("assembling elements for ") + name);
    sporos::ElementMatrix<T> elements;
    sporos::ElementOptions options;
    options.is_symmetric = is_symmetric;
    options.scatter = settings_.scatter;
    const double assembly_s = seconds_of(exec_, [&] { elements = problem.template elements<T>(options); });
    auto made = planned(elements);
    made->result.operator_name = name;
    made->result.library = "Sporos";
    made->result.memory_bytes = elements.bytes();
    made->result.assembly_s = assembly_s;
    return made;
  }

  Exec exec_;
  const Settings& settings_;
  const Progress& progress_;
};

}  // namespace sporos_fem
