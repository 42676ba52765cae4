// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products that are recorded into a graph and run later, any number of times. Their kernels have run before, because
// Kokkos may copy something to the device at the first launch, which cannot be recorded.
#include "unit_tests/core/Recorder.hpp"
#include "unit_tests/support/OperationCase.hpp"
#include "unit_tests/support/ProductCase.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

#if defined(KOKKOS_ENABLE_CUDA)

#include "core/Sporos.hpp"
#include "formats/Sporos_Generate.hpp"

namespace recorded_products_tests {

using Exec = Kokkos::Cuda;
using sporos_test::ProductCase;
using sporos_test::Recorder;
using Case = ProductCase<double>;

Case with_a_long_row() {
  return Case(sporos_test::random_pattern("a long row", 3000, 40000, [](auto row) { return row == 7 ? 30000 : 4; }));
}

void check_played(Recorder& recorder, Case& matrix_case) {
  for (int i = 0; i < 3; ++i) matrix_case.check(1.5, 0.0, [&](auto...) { recorder.play(); });
}

TEST(RecordedProducts, OfAPlan) {
  Case matrix_case = with_a_long_row();
  for (const auto algorithm : sporos::all_algorithms()) {
    SCOPED_TRACE(name(algorithm));
    Recorder recorder;
    sporos::Options options;
    options.algorithm = algorithm;
    const auto plan = sporos::Plan(recorder.exec, matrix_case.matrix, options);
    const auto multiply = [&] { plan.apply(1.5, matrix_case.x, 0.0, matrix_case.y); };
    multiply();
    recorder.record(multiply);
    check_played(recorder, matrix_case);
  }
}

TEST(RecordedProducts, WithoutPlanBehindAnother) {
  Case matrix_case = with_a_long_row();
  Recorder recorder;
  const auto multiply = [&] { spmv(recorder.exec, 1.5, matrix_case.matrix, matrix_case.x, 0.0, matrix_case.y); };
  multiply();
  recorder.record(multiply);
  check_played(recorder, matrix_case);
}

// Of columns that a plan copies: the copy of a recorded product stays where a later one needs more room.
TEST(RecordedProducts, OfColumnsThatAreApart) {
  using Vectors = Kokkos::View<double**, Kokkos::LayoutLeft, Exec::memory_space>;
  const auto matrix = sporos::copy_to<Exec::memory_space>(sporos::generate<double, int, int>("stencil9:40"));
  const auto columns = [&](int count) {
    const Vectors x("x", static_cast<std::size_t>(matrix.num_columns), static_cast<std::size_t>(count));
    Kokkos::deep_copy(x, 1.5);
    return x;
  };
  Recorder recorder;
  const auto plan = sporos::Plan(recorder.exec, matrix);
  const auto x = columns(4), y = columns(4), wanted = columns(4);
  const auto multiply = [&] { plan.apply(2.0, x, 0.0, y); };
  multiply();
  recorder.record(multiply);
  plan.apply(2.0, columns(16), 0.0, columns(16));
  plan.apply(2.0, x, 0.0, wanted);
  Kokkos::deep_copy(y, -1.0);
  recorder.play();
  const auto found = sporos::detail::host_copy(y);
  const auto expected = sporos::detail::host_copy(wanted);
  for (std::size_t row = 0; row < found.extent(0); ++row) {
    for (std::size_t c = 0; c < 4; ++c) ASSERT_EQ(found(row, c), expected(row, c)) << row << ", " << c;
  }
}

// They read the plan's own copy of the numbers, into which new ones are written.
TEST(RecordedProducts, ByTheTransposeSeeNewNumbers) {
  Case matrix_case = with_a_long_row();
  Recorder recorder;
  sporos::Options options;
  options.operations = sporos::Op::transpose;
  auto plan = sporos::Plan(recorder.exec, matrix_case.matrix, options);
  const decltype(matrix_case.x) x("x", matrix_case.y.extent(0));
  const decltype(matrix_case.y) y("y", matrix_case.x.extent(0));
  const decltype(matrix_case.y) wanted("wanted", matrix_case.x.extent(0));
  Kokkos::deep_copy(x, 1.5);
  const auto multiply = [&] { plan.apply(sporos::Op::transpose, 1.0, x, 0.0, y); };
  multiply();
  recorder.record(multiply);
  const auto numbers = sporos_test::make_vector<double>(matrix_case.matrix.nnz(), 77);
  plan.update_values(Kokkos::create_mirror_view_and_copy(Exec::memory_space(), numbers));
  plan.apply(sporos::Op::transpose, 1.0, x, 0.0, wanted);
  recorder.play();
  const auto found = sporos::detail::host_copy(y);
  const auto expected = sporos::detail::host_copy(wanted);
  for (std::size_t i = 0; i < found.extent(0); ++i) ASSERT_EQ(found(i), expected(i)) << i;
}

// With a plan that knows the operation, in formats transposed as stored, as blocks, and by way of compressed rows.
TEST(RecordedProducts, OfEveryOperation) {
  using sporos::Format;
  const sporos_test::OperationCase<double> one(sporos::generate<double, int, int>("stencil9:40,values=laplace"));
  for (const Format format : {Format::crs, Format::ell, Format::dia, Format::bsr, Format::coo}) {
    SCOPED_TRACE(name(format));
    Recorder recorder;
    sporos::Options options;
    options.operations = sporos::Op::transpose;
    sporos::ConversionOptions conversion;
    if (format == Format::bsr) conversion.block_size = 2;
    const auto plan =
        sporos::Plan(recorder.exec, sporos::to_any(recorder.exec, one.matrix, format, conversion), options);
    for (const auto op : sporos_test::all_operations) {
      one.check(op, 1.5, -0.5, [&](auto, double alpha, auto x, double beta, auto y) {
        const decltype(y) before("before", y.extent(0));
        Kokkos::deep_copy(before, y);
        const auto multiply = [&] { plan.apply(op, alpha, x, beta, y); };
        multiply();
        recorder.record(multiply);
        for (int i = 0; i < 3; ++i) {
          Kokkos::deep_copy(y, before);
          recorder.play();
        }
      });
    }
  }
}

TEST(RecordedProducts, OfSeveralColumns) {
  Case matrix_case = with_a_long_row();
  for (const auto algorithm : {sporos::Algorithm::coop, sporos::Algorithm::adaptive, sporos::Algorithm::merge_path}) {
    SCOPED_TRACE(name(algorithm));
    Recorder recorder;
    sporos::Options options;
    options.algorithm = algorithm;
    const auto plan = sporos::Plan(recorder.exec, matrix_case.matrix, options);
    const Kokkos::View<double**, Kokkos::LayoutRight, Exec> x("x", matrix_case.x.extent(0), 3);
    const Kokkos::View<double**, Kokkos::LayoutLeft, Exec> y("y", matrix_case.y.extent(0), 3);
    const auto multiply = [&] { plan.apply(1.5, x, 0.0, y); };
    multiply();
    recorder.record(multiply);
    for (int column = 0; column < 3; ++column) {
      const Kokkos::View<double*, Kokkos::LayoutStride, Exec> of_x = Kokkos::subview(x, Kokkos::ALL, column);
      Kokkos::deep_copy(x, 0.25);
      Kokkos::deep_copy(of_x, matrix_case.x);
      matrix_case.check(1.5, 0.0, [&](auto, auto, auto, auto into) {
        recorder.play();
        Kokkos::deep_copy(into, Kokkos::subview(y, Kokkos::ALL, column));
      });
    }
  }
}

struct Store {
  Kokkos::View<double*, Exec> y;
  KOKKOS_FUNCTION void operator()(std::int64_t row, double sum) const { y(row) = 1.5 * sum; }
};

// COO stores its sums in memory, which must be allocated by a product before the recording.
TEST(RecordedProducts, WithAFunction) {
  Case matrix_case = with_a_long_row();
  const auto check = [&](const auto& matrix) {
    Recorder recorder;
    const auto plan = sporos::Plan(recorder.exec, matrix);
    const auto multiply = [&] { plan.apply_with(matrix_case.x, Store{matrix_case.y}); };
    multiply();
    recorder.record(multiply);
    check_played(recorder, matrix_case);
  };
  check(matrix_case.matrix);
  check(sporos::to_coo(Exec(), matrix_case.matrix));
}

// Every replay has the arguments of the first run, and the counts that a product with wrong offsets has left.
TEST(RecordedProducts, WithoutPlanBehindOneWithWrongOffsets) {
  Case matrix_case = with_a_long_row();
  Recorder recorder;
  const auto multiply = [&] { spmv(recorder.exec, 1.5, matrix_case.matrix, matrix_case.x, 0.0, matrix_case.y); };
  multiply();
  recorder.record(multiply);
  const auto wrong = sporos::copy_to<Kokkos::HostSpace>(matrix_case.matrix);
  // The rows after the eighth begin in the middle of the long one, so that half of its segments are no longer found.
  for (std::size_t row = 9; row < wrong.row_offsets.extent(0); ++row) wrong.row_offsets(row) -= 15000;
  const auto on_device = sporos::copy_to<Exec::memory_space>(wrong);
  const decltype(matrix_case.y) other_y("other y", matrix_case.y.extent(0));
  for (int i = 0; i < 3; ++i) {
    spmv(recorder.exec, 1.5, on_device, matrix_case.x, 0.0, other_y);
    check_played(recorder, matrix_case);
  }
}

// The initialisation of its memory would only be recorded, and not run before later products.
TEST(RecordedProducts, FirstOfAnInstance) {
  Case matrix_case = with_a_long_row();
  Recorder recorder;
  const auto multiply = [&] { spmv(recorder.exec, 1.5, matrix_case.matrix, matrix_case.x, 0.0, matrix_case.y); };
  spmv(Exec(), 1.5, matrix_case.matrix, matrix_case.x, 0.0, matrix_case.y);
  Kokkos::fence();
  recorder.record(multiply);
  for (int i = 0; i < 3; ++i) {
    matrix_case.check(1.5, 0.0, [&](auto...) {
      multiply();
      recorder.exec.fence();
    });
  }
  check_played(recorder, matrix_case);
}

TEST(RecordedProducts, KeepTheirTextures) {
  Case matrix_case = with_a_long_row();
  Recorder recorder;
  sporos::Options options;
  options.gather = sporos::Gather::texture;
  const auto plan = sporos::Plan(recorder.exec, matrix_case.matrix, options, sporos::EveryGather());
  std::vector<decltype(matrix_case.x)> others;
  const auto multiply_another = [&] {
    others.emplace_back("other x", matrix_case.x.extent(0));
    plan.apply(1.0, others.back(), 0.0, matrix_case.y);
  };
  multiply_another();
  recorder.record([&] { plan.apply(1.5, matrix_case.x, 0.0, matrix_case.y); });
  for (int i = 0; i < 20; ++i) multiply_another();
  check_played(recorder, matrix_case);
}

// The graph writes y of `recorded`, a case with the same x.
void check_played_into(Case& recorded, Recorder& recorder, Case& wanted) {
  wanted.check(1.5, 0.0, [&](auto, auto, auto, auto y) {
    recorder.play();
    Kokkos::deep_copy(y, recorded.y);
  });
}

TEST(RecordedProducts, GoOnWithNewNumbersOrWithTheOldOnesAsUpdateSays) {
  using sporos::Format;
  const auto laplace = [] { return sporos::generate<double, int, int>("stencil9:60,values=laplace"); };
  const auto scaled = laplace();
  for (std::size_t k = 0; k < scaled.values.extent(0); ++k) scaled.values(k) *= 3;
  Case fitting_case(laplace());
  Case scaled_case(scaled);
  Case other_case(sporos::generate<double, int, int>("stencil9:60"));
  for (const Format format : {Format::crs, Format::dia, Format::sell, Format::delta_crs, Format::symmetric}) {
    SCOPED_TRACE(name(format));
    Recorder recorder;
    // The plan is the only owner of what it reads.
    const auto make_plan = [&] {
      const auto rows = sporos::copy_to<Exec::memory_space>(laplace());
      return sporos::Plan(recorder.exec, sporos::to_any(recorder.exec, rows, format));
    };
    auto plan = make_plan();
    const auto multiply = [&] { plan.apply(1.5, fitting_case.x, 0.0, fitting_case.y); };
    multiply();
    recorder.record(multiply);
    check_played_into(fitting_case, recorder, fitting_case);
    Case* recorded = &fitting_case;
    for (Case* const next : {&scaled_case, &other_case}) {
      const bool record_again = plan.update_values(next->matrix.values);
      const Kokkos::View<double*, Exec> in_freed_memory("other", next->matrix.values.extent(0));
      Kokkos::deep_copy(in_freed_memory, std::numeric_limits<double>::quiet_NaN());
      if (!record_again) recorded = next;
      check_played_into(fitting_case, recorder, *recorded);
      next->check(1.5, 0.0, [&](auto... arguments) {
        plan.apply(arguments...);
        recorder.exec.fence();
      });
    }
    EXPECT_EQ(recorded == &fitting_case, format == Format::crs);
    EXPECT_EQ(recorded == &other_case, format == Format::sell);
    // Half of the diagonals were enough until the numbers were no longer symmetric.
    if (format == Format::dia) {
      EXPECT_EQ(recorded, &scaled_case);
    }
    multiply();
    recorder.record(multiply);
    check_played_into(fitting_case, recorder, other_case);
  }
}

TEST(RecordedProducts, NeedAPlanFromBefore) {
  const Case matrix_case = with_a_long_row();
  Recorder recorder;
  for (int run = 0; run < 2; ++run) {
    recorder.record([&] { EXPECT_THROW(sporos::Plan(recorder.exec, matrix_case.matrix), std::runtime_error); });
    const auto plan = sporos::Plan(recorder.exec, matrix_case.matrix);  // its memory stays for the next one
  }
}

}  // namespace recorded_products_tests

#endif
