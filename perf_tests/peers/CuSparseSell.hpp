// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief cuSPARSE on sliced ELL, converted on the device by Sporos, whose slices cuSPARSE can read.
#pragma once

#include <limits>

#include "formats/sell/Sporos_ToSell.hpp"
#include "perf_tests/peers/CuSparseBase.hpp"

namespace sporos::perf {
namespace detail {

using Range = Kokkos::RangePolicy<Execution, Kokkos::IndexType<std::int64_t>>;

struct NarrowOffsets {
  const std::int64_t* from;
  int* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { to[i] = static_cast<int>(from[i]); }
};

template <class Vector>
struct PutInPlace {
  sporos::detail::SellRows rows;
  const Vector* product;
  Vector* y;
  Vector beta;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t position) const {
    const std::int64_t row = rows.row_at(position);
    y[row] = beta == Vector(0) ? product[position] : product[position] + beta * y[row];
  }
};

}  // namespace detail

/// \brief Slices of a given height, in their original order or sorted by length. cuSPARSE does not know that rows are
/// sorted, so after such a product a kernel of this program puts y in order; its time counts.
template <class Operands>
class CuSparseSell : public CuSparseSpmv<Operands> {
 public:
  CuSparseSell(const Operands& operands, std::shared_ptr<CuSparseHandle> handle, const SellShape& shape,
               bool preprocess = false)
      : CuSparseSpmv<Operands>(operands, std::move(handle), "sell", name_of(shape, preprocess), CUSPARSE_SPMV_SELL_ALG1,
                               preprocess),
        shape_(shape) {
    this->why = sporos::detail::concat("slices of ", shape.slice_height, " rows, ",
                                       is_sorted() ? "sorted; then a kernel that puts y in order" : "not sorted",
                                       "; converted on the device by Sporos");
  }

  void release() override {
    CuSparseSpmv<Operands>::release();
    sell_ = {};
    offsets_ = {};
    product_ = {};
  }

  void run() override {
    if (!is_sorted()) return CuSparseSpmv<Operands>::run();
    const auto& operands = this->operands_;
    this->multiply(operands.alpha, Vector(0));
    Kokkos::parallel_for(
        "put_in_place", detail::Range(operands.exec, 0, sell_.num_rows),
        detail::PutInPlace<Vector>{
            {sell_.places.data(), shape_.sorting_window}, product_.data(), operands.y.data(), operands.beta});
  }

 protected:
  cusparseSpMatDescr_t make_matrix() override {
    const auto& operands = this->operands_;
    SellOptions options;
    options.shape = shape_;
    options.row_lengths = false;
    options.keep_map = false;
    sell_ = to_sell(operands.exec, operands.matrix, options);
    if (sell_.slots() > std::numeric_limits<int>::max()) {
      throw Cannot(sporos::detail::concat("padding makes ", sell_.slots(), " of ", sell_.nnz(),
                                          " entries, more than int can count"));
    }
    const auto fresh = [](const char* label) {
      return Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing);
    };
    offsets_ = decltype(offsets_)(fresh("slice_offsets"), sell_.slice_offsets.extent(0));
    Kokkos::parallel_for("narrow_offsets",
                         detail::Range(operands.exec, 0, static_cast<std::int64_t>(offsets_.extent(0))),
                         detail::NarrowOffsets{sell_.slice_offsets.data(), offsets_.data()});
    if (is_sorted()) product_ = decltype(product_)(fresh("product"), static_cast<std::size_t>(sell_.num_rows));
    cusparseSpMatDescr_t result = nullptr;
    check_cusparse(
        cusparseCreateSlicedEll(&result, sell_.num_rows, sell_.num_columns, sell_.nnz(), sell_.slots(),
                                shape_.slice_height, offsets_.data(), sell_.columns.data(), sell_.values.data(),
                                CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                CuSparseType<typename Operands::value_type>::value),
        "cusparseCreateSlicedEll");
    return result;
  }

  typename CuSparseSpmv<Operands>::Vector* result_data() const override {
    return is_sorted() ? product_.data() : this->operands_.y.data();
  }

 private:
  using Vector = typename CuSparseSpmv<Operands>::Vector;

  static std::string name_of(const SellShape& shape, bool preprocess) {
    return sporos::detail::concat("alg1, slices of ", shape.slice_height, shape.sorting_window > 1 ? ", sorted" : "",
                                  preprocess ? "+preprocess" : "");
  }
  bool is_sorted() const { return shape_.sorting_window > 1; }

  SellShape shape_;
  SellMatrix<typename Operands::value_type, int, int, Memory> sell_;
  Kokkos::View<int*, Memory> offsets_;
  Kokkos::View<Vector*, Memory> product_;  // in the order of the slices
};

}  // namespace sporos::perf
