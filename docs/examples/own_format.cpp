// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Sporos_AnyPlan.hpp>
#include <algorithm>
#include <iostream>
#include <numeric>
#include <vector>

using Exec = Kokkos::DefaultExecutionSpace;
template <class T>
using Array = Kokkos::View<T*, Exec::memory_space>;

// Jagged diagonals (Saad 1989): rows are sorted by length, the longest first, and diagonal k holds entry k of each row
// that has one. There is no padding, and neighbouring lanes read neighbouring entries.
struct JdsMatrix {
  using value_type = double;
  using column_type = int;
  using offset_type = int;
  using memory_space = Exec::memory_space;

  std::int64_t num_rows = 0;
  std::int64_t num_columns = 0;
  Array<int> rows;       // of each place
  Array<int> diagonals;  // where each begins, and where the last one ends
  Array<int> columns;
  Array<double> values;
  Array<int> map;          // for new numbers: which entry of the compressed rows each one is
  Array<int> row_offsets;  // for the way back

  std::int64_t nnz() const { return static_cast<std::int64_t>(values.extent(0)); }
  std::int64_t num_diagonals() const { return static_cast<std::int64_t>(diagonals.extent(0)) - 1; }
  std::int64_t bytes() const { return 4 * (num_rows + num_diagonals() + 1) + 12 * nnz(); }
  std::string shape_words() const { return std::to_string(num_diagonals()) + " jagged diagonals"; }
  template <class F>
  void each_written(const F& f) {
    f(values);
  }
};

// One lane a row.
template <class Product>
struct JdsKernel {
  JdsMatrix A;
  typename Product::Reader x;
  typename Product::Epilogue epilogue;

  KOKKOS_FUNCTION void operator()(int place) const {
    typename Product::Sum sum(0);
    const int end = static_cast<int>(A.diagonals.extent(0)) - 1;
    for (int k = 0; k < end && place < A.diagonals(k + 1) - A.diagonals(k); ++k) {
      const int entry = A.diagonals(k) + place;
      sum += A.values(entry) * x(A.columns(entry));
    }
    epilogue(A.rows(place), sum);  // y = alpha*sum + beta*y
  }
};

// to(k) = from(map(k))
template <class To, class From>
void gather(const Exec& exec, const Array<int>& map, const To& to, const From& from) {
  Kokkos::parallel_for(
      "jds[gather]", Kokkos::RangePolicy<Exec>(exec, 0, map.extent(0)), KOKKOS_LAMBDA(int k) { to(k) = from(map(k)); });
}

// to(map(k)) = from(k)
template <class To, class From>
void scatter(const Exec& exec, const Array<int>& map, const To& to, const From& from) {
  Kokkos::parallel_for(
      "jds[scatter]", Kokkos::RangePolicy<Exec>(exec, 0, map.extent(0)),
      KOKKOS_LAMBDA(int k) { to(map(k)) = from(k); });
}

// On the host, to keep it short.
template <class Matrix>
JdsMatrix to_jds(const Exec& exec, const Matrix& A) {
  const auto crs = sporos::crs_view(A);
  const auto offsets = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), crs.row_offsets);
  const auto length = [&](int row) { return offsets(row + 1) - offsets(row); };
  std::vector<int> rows(static_cast<std::size_t>(crs.num_rows)), diagonals{0}, map;
  std::iota(rows.begin(), rows.end(), 0);
  std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) { return length(a) > length(b); });
  for (int k = 0; !rows.empty() && k < length(rows.front()); ++k) {
    for (std::size_t place = 0; place < rows.size() && k < length(rows[place]); ++place) {
      map.push_back(offsets(rows[place]) + k);
    }
    diagonals.push_back(static_cast<int>(map.size()));
  }
  const auto on_device = [](const std::vector<int>& from) {
    const Kokkos::View<const int*, Kokkos::HostSpace> host(from.data(), from.size());
    const Array<int> array("jds", from.size());
    Kokkos::deep_copy(array, host);
    return array;
  };
  JdsMatrix jds{crs.num_rows, crs.num_columns, on_device(rows), on_device(diagonals), {}, {}, on_device(map), {}};
  jds.columns = Array<int>("jds columns", map.size());
  jds.values = Array<double>("jds values", map.size());
  jds.row_offsets = Array<int>("jds row offsets", crs.row_offsets.extent(0));
  Kokkos::deep_copy(exec, jds.row_offsets, crs.row_offsets);
  gather(exec, jds.map, jds.columns, crs.columns);
  gather(exec, jds.map, jds.values, crs.values);
  return jds;
}

// The way back, and new numbers: Sporos finds these two by their argument.
auto to_crs(const Exec& exec, const JdsMatrix& jds) {
  sporos::CrsMatrix<double> crs{jds.num_rows, jds.num_columns, jds.row_offsets, {}, {}};
  crs.columns = Array<int>("columns", jds.columns.extent(0));
  crs.values = Array<double>("values", jds.values.extent(0));
  scatter(exec, jds.map, crs.columns, jds.columns);
  scatter(exec, jds.map, crs.values, jds.values);
  return crs;
}

template <class Values>
void update_values(const Exec& exec, const JdsMatrix& jds, const Values& values) {
  if (values.extent(0) != jds.values.extent(0)) throw std::invalid_argument("update_values: another number of values");
  gather(exec, jds.map, jds.values, values);
}

// What Sporos asks.
template <>
struct sporos::FormatTraits<JdsMatrix> : sporos::OwnFormat<JdsMatrix> {
  static constexpr const char* name = "jds";

  template <class Product>
  static void run(const Product& product, const JdsMatrix& A) {
    Kokkos::parallel_for(product.labels.product, Kokkos::RangePolicy<Exec>(product.exec, 0, A.num_rows),
                         JdsKernel<Product>{A, product.x, product.epilogue});
  }

  // For AnyMatrix.
  template <class Crs>
  static JdsMatrix from_crs(const Exec& exec, const Crs& crs, Format, const ConversionOptions&) {
    return to_jds(exec, crs);
  }
  template <class Crs>
  static std::int64_t bytes_from_crs(const Exec& exec, const Crs& crs, Format, const ConversionOptions&) {
    return 4 * (crs.num_rows + measure_rows(exec, crs).longest_row + 1) + 12 * crs.nnz();
  }
};

void multiply_in_jagged_diagonals(const sporos::CrsMatrix<double>& A, Array<double> x, Array<double> y) {
  const Exec exec;
  const JdsMatrix jds = to_jds(exec, A);
  sporos::spmv(exec, 1.0, jds, x, 0.0, y);
  auto plan = sporos::Plan(exec, jds);
  plan.update_values(A.values);
  plan.apply(1.0, x, 0.5, y);
  std::cout << plan.describe() << '\n';

  auto any = sporos::any_matrix<JdsMatrix>(A);  // compressed rows that know one format more
  std::cout << sporos::bytes_as(exec, any, sporos::Format::own) << " bytes\n";
  any = sporos::convert(exec, any, sporos::Format::own);
  sporos::Options options;
  options.format = sporos::Format::own;  // or automatic: exhaustive search tries it
  const auto any_plan = sporos::Plan(exec, sporos::any_matrix<JdsMatrix>(A), options);
  any_plan.apply(1.0, x, 0.5, y);
  std::cout << any_plan.describe() << '\n';
}
