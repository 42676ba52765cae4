// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instances of other devices than Kokkos' default: matrices, plans and what is kept for products are on that device.
#include "unit_tests/support/ProductCase.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

#if defined(KOKKOS_ENABLE_CUDA)

#include <memory>

#include "core/Sporos.hpp"

namespace other_devices_tests {

using Exec = Kokkos::Cuda;
using sporos_test::ProductCase;

/// A stream of another device, made without changing the current device.
class OtherDevice {
 public:
  explicit OtherDevice(int device) : exec(stream_of(device)) {}
  OtherDevice(const OtherDevice&) = delete;
  OtherDevice& operator=(const OtherDevice&) = delete;
  ~OtherDevice() {
    sporos::release(exec);
    exec = Exec();
    cudaStreamDestroy(stream_);
  }

  template <class View>
  auto copy(const View& view) const {
    using Copy = Kokkos::View<typename View::non_const_value_type*, typename View::memory_space>;
    const Copy copy(Kokkos::view_alloc(exec, std::string("copy"), Kokkos::WithoutInitializing), view.extent(0));
    Kokkos::deep_copy(exec, copy, view);
    exec.fence();
    return copy;
  }

 private:
  cudaStream_t stream_of(int device) {
    int current = 0;
    EXPECT_EQ(cudaGetDevice(&current), cudaSuccess);
    EXPECT_EQ(cudaSetDevice(device), cudaSuccess);
    EXPECT_EQ(cudaStreamCreate(&stream_), cudaSuccess);
    EXPECT_EQ(cudaSetDevice(current), cudaSuccess);
    return stream_;
  }

  cudaStream_t stream_ = nullptr;

 public:
  Exec exec;
};

class OtherDevices : public testing::Test {
 protected:
  void SetUp() override {
    if (cudaGetDeviceCount(&count_) != cudaSuccess || count_ < 2) GTEST_SKIP() << "There is one device.";
  }

  /// `make(exec, matrix)` returns a product for the instance and a matrix on its device. Products on Kokkos' default
  /// device run in between.
  template <class Make>
  void check(const Make& make) {
    ProductCase<double> matrix_case(sporos_test::random_pattern("a long row", 3000, 40000, [](auto row) {
      return row == 7 ? 30000 : row % 40 == 3 ? 100 : 4;
    }));
    const Exec own;
    const auto multiply_here = make(own, matrix_case.matrix);
    for (int device = 0; device < count_; ++device) {
      SCOPED_TRACE(device);
      const OtherDevice other(device);
      const auto& matrix = matrix_case.matrix;
      const auto there = sporos::crs_view(matrix.num_rows, matrix.num_columns, other.copy(matrix.row_offsets),
                                          other.copy(matrix.columns), other.copy(matrix.values));
      const auto multiply = make(other.exec, there);
      for (int i = 0; i < 3; ++i) {
        matrix_case.check(2, -0.5, [&](double alpha, auto x, double beta, auto y) {
          const auto y_there = other.copy(y);
          multiply(alpha, other.copy(x), beta, y_there);
          Kokkos::deep_copy(other.exec, y, y_there);
          other.exec.fence();
        });
        matrix_case.check(2, -0.5, [&](auto... arguments) {
          multiply_here(arguments...);
          own.fence();
        });
      }
    }
  }

  int count_ = 0;
};

TEST_F(OtherDevices, ProductsWithoutAPlan) {
  check([](const Exec& exec, const auto& matrix) {
    return [&exec, matrix](double alpha, auto x, double beta, auto y) { spmv(exec, alpha, matrix, x, beta, y); };
  });
}

TEST_F(OtherDevices, Plans) {
  for (const auto algorithm : sporos::all_algorithms()) {
    SCOPED_TRACE(name(algorithm));
    check([&](const Exec& exec, const auto& matrix) {
      sporos::Options options;
      options.algorithm = algorithm;
      auto plan = std::make_shared<decltype(sporos::Plan(exec, matrix, options))>(exec, matrix, options);
      return [plan](auto... arguments) { plan->apply(arguments...); };
    });
  }
}

TEST_F(OtherDevices, PlansOfFormats) {
  using sporos::Format;
  for (const Format format : {Format::coo, Format::sell, Format::hyb, Format::csr5, Format::delta_crs}) {
    SCOPED_TRACE(name(format));
    check([&](const Exec& exec, const auto& matrix) {
      sporos::ConversionOptions with_padding;
      with_padding.max_bytes = 1 << 24;  // slices are padded to the long row
      const auto any = sporos::to_any(exec, matrix, format, with_padding);
      auto plan = std::make_shared<decltype(sporos::Plan(exec, any))>(exec, any);
      return [plan](auto... arguments) { plan->apply(arguments...); };
    });
  }
}

}  // namespace other_devices_tests

#endif
