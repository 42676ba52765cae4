// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Which numbers fit single precision or a small table, bit by bit, and their way there and back.
#pragma once

#include "formats/Sporos_DeltaCrsMatrix.hpp"
#include "formats/Sporos_ValueBits.hpp"

namespace sporos {
namespace detail {

template <class To>
KOKKOS_INLINE_FUNCTION To convert_value(double value) {
  return static_cast<To>(value);
}
template <class To>
KOKKOS_INLINE_FUNCTION To convert_value(float value) {
  return static_cast<To>(value);
}
template <class To, class Real>
KOKKOS_INLINE_FUNCTION To convert_value(const Kokkos::complex<Real>& value) {
  using Part = typename To::value_type;
  return To(static_cast<Part>(value.real()), static_cast<Part>(value.imag()));
}

/// \brief The number on its way into `Narrow` and back. Without volatile GCC 12 makes the conversions of the two parts
/// of a complex number one of vectors, and takes that and its way back for nothing: each number would survive.
template <class Narrow, class Real>
KOKKOS_INLINE_FUNCTION Real there_and_back(Real value) {
  const volatile Narrow narrow = static_cast<Narrow>(value);
  return static_cast<Real>(narrow);
}
template <class Narrow, class Real>
KOKKOS_INLINE_FUNCTION Kokkos::complex<Real> there_and_back(const Kokkos::complex<Real>& value) {
  using Part = typename Narrow::value_type;
  return {there_and_back<Part>(value.real()), there_and_back<Part>(value.imag())};
}

/// \brief The first number that does not survive the way into `Narrow` and back.
template <class Value, class Narrow>
struct FindTooWideValue {
  const Value* values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t& first) const {
    const Value back = there_and_back<Narrow>(values[k]);
    if (!(ValueBits<Value>(back) == ValueBits<Value>(values[k])) && k < first) first = k;
  }
};

template <class From, class To>
struct ConvertValues {
  const From* from;
  To* to;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const { to[k] = convert_value<To>(from[k]); }
};

/// \brief Different numbers of an array by the places of their first finders, in a hash table with open addresses.
///
/// Each slot has 0 or one more than the position of a number. Which of several equal ones is there depends on the
/// timing, their bits do not.
template <class Value>
struct ValueSlots {
  static constexpr int num_slots = 4 * delta_table_size;

  const Value* values;
  std::uint64_t* slots;
  std::uint8_t* code_of_slot;
  int* count;

  KOKKOS_INLINE_FUNCTION static int slot_of(const ValueBits<Value>& bits) {
    return static_cast<int>(bits.hash() % static_cast<std::uint64_t>(num_slots));
  }

  // Gives up once there are too many. A slot that looks empty may have been filled meanwhile: the exchange tells.
  KOKKOS_INLINE_FUNCTION void enter(std::int64_t k) const {
    if (*count > delta_table_size) return;
    const ValueBits<Value> bits(values[k]);
    int slot = slot_of(bits);
    for (int probe = 0; probe < num_slots; ++probe) {
      std::uint64_t there = slots[slot];
      if (there == 0) {
        there = Kokkos::atomic_compare_exchange(slots + slot, std::uint64_t(0), static_cast<std::uint64_t>(k) + 1);
        if (there == 0) {
          Kokkos::atomic_add(count, 1);
          return;
        }
      }
      if (ValueBits<Value>(values[there - 1]) == bits) return;
      if (*static_cast<volatile int*>(count) > delta_table_size) return;
      slot = (slot + 1) % num_slots;
    }
    Kokkos::atomic_add(count, delta_table_size + 1);
  }

  KOKKOS_INLINE_FUNCTION std::uint8_t code(std::int64_t k) const {
    const ValueBits<Value> bits(values[k]);
    int slot = slot_of(bits);
    while (!(ValueBits<Value>(values[slots[slot] - 1]) == bits)) slot = (slot + 1) % num_slots;
    return code_of_slot[slot];
  }
};

template <class Value>
struct EnterValues {
  ValueSlots<Value> slots;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const { slots.enter(k); }
};

template <class Value>
struct NumberSlots {
  ValueSlots<Value> slots;
  Value* table;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t slot, std::int64_t& before, bool is_final) const {
    if (slots.slots[slot] == 0) return;
    if (is_final) {
      slots.code_of_slot[slot] = static_cast<std::uint8_t>(before);
      table[before] = slots.values[slots.slots[slot] - 1];
    }
    ++before;
  }
};

template <class Value>
struct EncodeValues {
  ValueSlots<Value> slots;
  std::uint8_t* codes;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const { codes[k] = slots.code(k); }
};

template <class Value>
struct DecodeValues {
  const Value* table;
  const std::uint8_t* codes;
  Value* values;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const { values[k] = table[codes[k]]; }
};

template <class ExecutionSpace>
using EntryRange = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;

/// \brief The first value that single precision does not represent, or no_row; waits.
template <class Narrow, class ExecutionSpace, class Values>
std::int64_t first_too_wide(const ExecutionSpace& exec, const Values& values) {
  std::int64_t first = no_row;
  Kokkos::parallel_reduce(
      "sporos::delta_crs[narrow?]", EntryRange<ExecutionSpace>(exec, 0, static_cast<std::int64_t>(values.extent(0))),
      FindTooWideValue<typename Values::non_const_value_type, Narrow>{values.data()}, Kokkos::Min<std::int64_t>(first));
  exec.fence();
  return first;
}

/// \brief The different numbers of an array, if they are few.
template <class Value, class MemorySpace>
class ValueTable {
 public:
  template <class ExecutionSpace, class Values>
  ValueTable(const ExecutionSpace& exec, const Values& values)
      : slots_(Kokkos::view_alloc(exec, std::string("sporos::slots")), ValueSlots<Value>::num_slots),
        code_of_slot_(fresh_array<decltype(code_of_slot_)>("sporos::codes of slots", ValueSlots<Value>::num_slots)),
        count_(Kokkos::view_alloc(exec, std::string("sporos::number of values")), 1),
        num_values_(static_cast<std::int64_t>(values.extent(0))),
        entered_{values.data(), slots_.data(), code_of_slot_.data(), count_.data()} {
    Kokkos::parallel_for("sporos::delta_crs[table?]", EntryRange<ExecutionSpace>(exec, 0, num_values_),
                         EnterValues<Value>{entered_});
    exec.fence();
    fits_ = host_copy(count_)(0) <= delta_table_size;
  }

  bool fits() const { return fits_; }

  /// The numbers into `table`, and of each value its place there into `codes`. The values must still be there.
  template <class ExecutionSpace, class Table, class Codes>
  void write(const ExecutionSpace& exec, const Table& table, const Codes& codes) const {
    Kokkos::deep_copy(exec, table, Value(0));
    Kokkos::parallel_scan("sporos::delta_crs[table]", EntryRange<ExecutionSpace>(exec, 0, ValueSlots<Value>::num_slots),
                          NumberSlots<Value>{entered_, table.data()});
    Kokkos::parallel_for("sporos::delta_crs[codes]", EntryRange<ExecutionSpace>(exec, 0, num_values_),
                         EncodeValues<Value>{entered_, codes.data()});
    exec.fence();
  }

 private:
  Kokkos::View<std::uint64_t*, MemorySpace> slots_;
  Kokkos::View<std::uint8_t*, MemorySpace> code_of_slot_;
  Kokkos::View<int*, MemorySpace> count_;
  std::int64_t num_values_;
  ValueSlots<Value> entered_;
  bool fits_ = false;
};

}  // namespace detail
}  // namespace sporos
