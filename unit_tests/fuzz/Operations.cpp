// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compressed rows from the input, multiplied by each operation, with and without a plan, by vectors and by several
// columns of any layout.
#include <limits>
#include <numeric>
#include <optional>

#include "core/Sporos_Plan.hpp"
#include "core/Sporos_SpmvOperation.hpp"
#include "unit_tests/fuzz/Structures.hpp"

namespace {

using namespace sporos_fuzz;
using sporos::Op;
using Exec = Kokkos::DefaultHostExecutionSpace;

/// Several columns in an array without an element more than they need.
template <class T>
class Columns {
 public:
  Columns(std::int64_t rows, int count, bool side_by_side, int gap)
      : row_stride_(side_by_side ? count + gap : 1 + gap % 2),
        column_stride_(side_by_side ? 1 : rows * row_stride_ + gap),
        rows_(rows),
        count_(count),
        elements_(rows * count == 0 ? 0 : static_cast<std::size_t>(place(rows - 1, count - 1) + 1)) {
    std::fill(elements_.data(), elements_.data() + elements_.size(), T(untouched));
  }

  auto view() const {
    const Kokkos::LayoutStride layout(static_cast<std::size_t>(rows_), static_cast<std::size_t>(row_stride_),
                                      static_cast<std::size_t>(count_), static_cast<std::size_t>(column_stride_));
    return Kokkos::View<T**, Kokkos::LayoutStride, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
        elements_.data(), layout);
  }
  Array<T> column(int c) const {
    Array<T> copy(static_cast<std::size_t>(rows_));
    for (std::int64_t row = 0; row < rows_; ++row) copy[row] = elements_[place(row, c)];
    return copy;
  }
  void fill(const std::optional<std::uint64_t>& seed) const {
    Mixer mixer(seed.value_or(0));
    for (int c = 0; c < count_; ++c) {
      for (std::int64_t row = 0; row < rows_; ++row) {
        elements_[place(row, c)] = seed ? sporos_test::make_number<T>(mixer) : T(NAN);
      }
    }
  }
  bool has_untouched_gaps() const {
    std::vector<bool> is_gap(elements_.size(), true);
    for (int c = 0; c < count_; ++c) {
      for (std::int64_t row = 0; row < rows_; ++row) is_gap[static_cast<std::size_t>(place(row, c))] = false;
    }
    for (std::size_t i = 0; i < is_gap.size(); ++i) {
      if (is_gap[i] && elements_.data()[i] != T(untouched)) return false;
    }
    return true;
  }

 private:
  static constexpr int untouched = 77;
  std::int64_t place(std::int64_t row, int c) const { return row * row_stride_ + c * column_stride_; }

  std::int64_t row_stride_;
  std::int64_t column_stride_;
  std::int64_t rows_;
  int count_;
  Array<T> elements_;
};

/// For good matrices. Mirror images have the same numbers in every Structure.
template <class Value>
Structure<Value, int, int> transposed(const Structure<Value, int, int>& matrix) {
  RawStructure raw;
  raw.num_rows = static_cast<int>(matrix.num_columns);
  raw.num_columns = matrix.num_rows;
  raw.value_kinds = matrix.value_kinds;
  raw.offsets.assign(static_cast<std::size_t>(matrix.num_columns) + 1, 0);
  const auto each = [&](const auto& f) {
    for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
      for (std::int64_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
        f(row, static_cast<std::size_t>(matrix.columns[k]));
      }
    }
  };
  each([&](std::int64_t, std::size_t column) { ++raw.offsets[column + 1]; });
  std::partial_sum(raw.offsets.begin(), raw.offsets.end(), raw.offsets.begin());
  raw.columns.resize(static_cast<std::size_t>(raw.offsets.back()));
  std::vector<std::int64_t> next = raw.offsets;
  each([&](std::int64_t row, std::size_t column) { raw.columns[static_cast<std::size_t>(next[column]++)] = row; });
  return Structure<Value, int, int>::of(raw);
}

/// `run(alpha, x, beta, y)` must multiply by `matrix`, column by column.
template <class Value, class Run>
void demand_right(const char* who, Op op, const Structure<Value, int, int>& matrix, const Columns<Value>& x,
                  const Columns<Value>& y, const Run& run) {
  const int count = static_cast<int>(y.view().extent(1));
  for (const double beta : {0.0, 2.5}) {
    y.fill(4);
    std::vector<sporos_test::Reference> wanted;
    for (int c = 0; c < count; ++c) {
      wanted.push_back(sporos_test::reference_product(matrix.view(), Value(-0.5), x.column(c).view(), Value(beta),
                                                      y.column(c).view()));
    }
    if (beta == 0) y.fill(std::nullopt);
    run(Value(-0.5), x.view(), Value(beta), y.view());
    for (int c = 0; c < count; ++c) {
      const auto wrong = sporos_test::first_wrong_row(wanted[static_cast<std::size_t>(c)], y.column(c).view());
      demand(wrong == -1, who, " by ", name(op), ": row ", wrong, " of column ", c, " is wrong with beta = ", beta);
    }
    demand(y.has_untouched_gaps(), who, " by ", name(op), " writes between the elements of y");
  }
}

template <class Value>
void check(Bytes& bytes, Op op, int wishes, int gap) {
  Bytes again = bytes;
  const auto matrix = Structure<Value, int, int>::of(bytes);
  sporos::Options options;
  options.operations = op;
  using Plan = sporos::Plan<Exec, std::decay_t<decltype(matrix.view())>>;
  std::optional<Plan> plan;
  std::string why;
  const bool refused = is_refused([&] { plan.emplace(Exec(), matrix.view(), options); }, &why);
  demand(refused == !matrix.is_good(), refused ? "a plan refuses a good matrix: " : "a plan takes a wrong one", why);
  if (refused) return;

  const bool swaps = sporos::detail::is_transposed(op);
  const auto used = swaps ? transposed(matrix) : Structure<Value, int, int>::of(again);
  if (sporos::detail::is_conjugated(op)) {
    for (std::int64_t k = 0; k < used.nnz(); ++k) used.values[k] = sporos::detail::conjugate_of(used.values[k]);
  }
  const int count = used.num_rows + used.num_columns > 10000 ? wishes % 3 : wishes % 10;
  const Columns<Value> x(used.num_columns, count, wishes / 16 % 2 == 1, gap % 3);
  const Columns<Value> y(used.num_rows, count, wishes / 32 % 2 == 1, gap / 3 % 3);
  x.fill(3);
  demand_right("a plan", op, used, x, y, [&](auto... arguments) { plan->apply(op, arguments...); });
  demand_right("spmv", op, used, x, y, [&](auto alpha, auto from, auto beta, auto to) {
    sporos::spmv(Exec(), op, alpha, matrix.view(), from, beta, to);
  });
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const int kind = bytes.next();
  const int wishes = bytes.next();
  const int gap = bytes.next();
  const auto op = static_cast<Op>(kind % 4);
  if (kind / 4 % 2 == 0) {
    check<double>(bytes, op, wishes, gap);
  } else {
    check<Kokkos::complex<double>>(bytes, op, wishes, gap);
  }
  return 0;
}
