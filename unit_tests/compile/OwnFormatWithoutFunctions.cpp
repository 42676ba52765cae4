// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: FormatTraits<Matrix> must derive from sporos::OwnFormat<Matrix>
// error: FormatTraits lacks `static constexpr const char. name`
// error: FormatTraits lacks run.const Product&, const Matrix&.
// error: the matrix lacks bytes.. or shape_words.., which descriptions need
// error: the matrix lacks each_written.const F&., which clone.. needs
// error: there is no update_values.exec, matrix, values. beside the matrix
// error: there is no to_crs.exec, matrix. beside the matrix
// error: FormatTraits lacks from_crs.exec, crs, format, options., which conversions to it need
// error: FormatTraits lacks bytes_from_crs.exec, crs, format, options., which bytes_as.. needs
#include "core/Sporos_AnyPlan.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Vector = Kokkos::View<double*, Space>;

// A format that does nothing; the test is which of its members exist.
struct Bare {
  using value_type = double;
  using column_type = int;
  using offset_type = int;
  using memory_space = Space;

  std::int64_t num_rows = 0;
  std::int64_t num_columns = 0;
  std::int64_t nnz() const { return 0; }
};
struct Whole : Bare {
  std::int64_t bytes() const { return 0; }
  std::string shape_words() const { return "nothing"; }
  template <class F>
  void each_written(const F&) {}
};
void update_values(const Exec&, const Whole&, const Vector&) {}
sporos::CrsMatrix<double> to_crs(const Exec&, const Whole&) { return {}; }

template <>
struct sporos::FormatTraits<Whole> : sporos::OwnFormat<Whole> {
  static constexpr const char* name = "whole";
  template <class Product>
  static void run(const Product&, const Whole&) {}
  template <class Crs>
  static Whole from_crs(const Exec&, const Crs&, Format, const ConversionOptions&) {
    return {};
  }
  template <class Crs>
  static std::int64_t bytes_from_crs(const Exec&, const Crs&, Format, const ConversionOptions&) {
    return 0;
  }
};

#ifdef MUST_COMPILE
using Lacking = Whole;
using Nameless = Whole;
using Underived = Whole;
#else
using Lacking = Bare;
template <>
struct sporos::FormatTraits<Bare> : sporos::OwnFormat<Bare> {
  static constexpr const char* name = "bare";
};
struct Nameless : Whole {};
template <>
struct sporos::FormatTraits<Nameless> : sporos::OwnFormat<Nameless> {};
struct Underived : Whole {};
template <>
struct sporos::FormatTraits<Underived> {
  static constexpr const char* name = "underived";
};
#endif

void one_shot(const Exec& exec, const Lacking& lacking, const Nameless& nameless, const Underived& underived,
              const Vector& x, const Vector& y) {
  sporos::spmv(exec, 1.0, lacking, x, 0.0, y);
  sporos::spmv(exec, 1.0, nameless, x, 0.0, y);
  sporos::spmv(exec, 1.0, underived, x, 0.0, y);
}

void planned(const Exec& exec, const Lacking& matrix, const Vector& values) {
  sporos::Plan plan(exec, matrix);
  plan.update_values(values);
  plan.describe();
  plan.clone();
}

void converted(const Exec& exec, const sporos::CrsMatrix<double>& crs) {
  const auto rows = sporos::any_matrix<Lacking>(crs);
  bytes_as(exec, rows, sporos::Format::own);
  convert(exec, rows, sporos::Format::own);
}
