// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A contender computes the product of a problem: one library, one format, one algorithm.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "policies/Sporos_RowShape.hpp"
#include "policies/tuning/Sporos_TuningReport.hpp"

namespace sporos::perf {

/// \brief Thrown by a contender that cannot compute what it is asked to; the text says why.
class Cannot : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// \brief The product that the operands given to its constructor ask for; usually `y = alpha*A*x + beta*y`.
class Contender {
 public:
  std::string library;
  std::string format;
  std::string algorithm;
  std::string offset;                         ///< type of its row offsets
  std::string runs;                           ///< the algorithm that it chose, if it had a choice
  std::optional<RowShape> shape;              ///< if it has one
  std::optional<std::int64_t> rows_per_team;  ///< rows per team, if the same for all teams
  std::string why;                            ///< what it is, or why it chose what it runs
  std::string words;                          ///< a description of matrix and choice, if it has one
  std::optional<TuningReport> tuning;         ///< if it tuned
  bool may_refuse = false;                    ///< not requested by name: a refusal is a result and no error
  bool makes_dot = false;                     ///< also computes the dot product of the epilogue
  bool one_column = false;                    ///< multiplies one column only, for comparison with several

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

  /// \brief Frees what prepare() has made, if anything, so that the next prepare() does all of it again; not part of
  /// the set-up. Must be called before a second prepare().
  virtual void release() {}

  /// \brief Describes in the members above what prepare() has made; not part of the set-up.
  virtual void describe() {}

  /// \brief One product; asynchronous. Only after prepare().
  virtual void run() = 0;

  /// \brief Takes the values of the matrix again, as new numbers for the same pattern; asynchronous. Only after
  /// prepare(). False if there is nothing to do, or if it cannot.
  virtual bool update() { return false; }

  std::string full_name() const { return library + "/" + format + "/" + algorithm; }
};

/// \brief Takes the place of a contender that does not exist, and says why.
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
