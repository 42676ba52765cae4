// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Whoever can compute the product of a problem: one library, one format, one algorithm.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "policies/Sporos_RowShape.hpp"
#include "policies/tuning/Sporos_TuningReport.hpp"

namespace sporos::perf {

/// \brief Thrown by a contender that cannot do what it is asked for; the text says why.
class Cannot : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// \brief The product that the operands ask for, which the contender was made with; mostly `y = alpha*A*x + beta*y`.
class Contender {
 public:
  std::string library;
  std::string format;
  std::string algorithm;
  std::string offset;                         ///< type of the row offsets it is given
  std::string runs;                           ///< the algorithm that it chose, where choosing was left to it
  std::optional<RowShape> shape;              ///< where it has one
  std::optional<std::int64_t> rows_per_team;  ///< consecutive rows that a team covers, where all teams cover as many
  std::string why;                            ///< what it is, or why it chose what it runs
  std::string words;                          ///< a description of matrix and choice, where it can give one
  std::optional<TuningReport> tuning;         ///< where it tuned
  bool may_refuse = false;  ///< nobody asked for it by name, so that a refusal is a result and no error
  bool makes_dot = false;   ///< writes the dot product of the epilogue too
  bool one_column = false;  ///< multiplies the first elements of x as one vector, to be compared with several columns

  Contender(std::string library_name, std::string format_name, std::string algorithm_name, std::string offset_name)
      : library(std::move(library_name)),
        format(std::move(format_name)),
        algorithm(std::move(algorithm_name)),
        offset(std::move(offset_name)) {}
  virtual ~Contender() = default;
  Contender(const Contender&) = delete;
  Contender& operator=(const Contender&) = delete;

  /// \brief Everything that comes before the first product.
  /// \throws Cannot
  virtual void prepare() = 0;

  /// \brief Gives up what prepare() has made, if anything, so that the next one does all of it again; no part of the
  /// set-up. Before a second prepare() it must be called.
  virtual void release() {}

  /// \brief Says what prepare() has made, in the members above; no part of the set-up.
  virtual void describe() {}

  /// \brief One product; asynchronous. Only after prepare().
  virtual void run() = 0;

  /// \brief Takes the values of the matrix again, as new numbers of the same pattern; asynchronous. Only after
  /// prepare(). False where there is nothing to do, or no way.
  virtual bool update() { return false; }

  std::string full_name() const { return library + "/" + format + "/" + algorithm; }
};

/// \brief In the place of one that does not exist: says why.
class LeftOut : public Contender {
 public:
  LeftOut(const char* library_name, const char* format_name, const char* algorithm_name, std::string reason)
      : Contender(library_name, format_name, algorithm_name, "int"), reason_(std::move(reason)) {
    may_refuse = true;
  }
  void prepare() override { throw Cannot(reason_); }
  void run() override {}

 private:
  std::string reason_;
};

}  // namespace sporos::perf
