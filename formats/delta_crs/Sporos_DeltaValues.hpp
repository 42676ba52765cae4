// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Whether numbers are exact in single precision or fit into a small table, and their conversion there and back.
#pragma once

#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_ValueBits.hpp"
#include "formats/common/Sporos_ValueTypes.hpp"
#include "formats/delta_crs/Sporos_DeltaCrsMatrix.hpp"

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
template <class To, std::enable_if_t<is_narrow_value<To>, int> = 0>
KOKKOS_INLINE_FUNCTION To convert_value(const To& value) {
  return value;
}
template <class To, class Real>
KOKKOS_INLINE_FUNCTION To convert_value(const Kokkos::complex<Real>& value) {
  using Part = typename To::value_type;
  return To(static_cast<Part>(value.real()), static_cast<Part>(value.imag()));
}

/// \brief A number converted to `Narrow` and back. Without volatile, GCC 12 vectorises the conversions of the two parts
/// of a complex number and then removes both directions, so that every number would seem to be exact.
template <class Narrow, class Real>
KOKKOS_INLINE_FUNCTION Real there_and_back(Real value) {
  if constexpr (is_narrow_value<Real>) {
    return value;
  } else {
    const volatile Narrow narrow = static_cast<Narrow>(value);
    return static_cast<Real>(narrow);
  }
}
template <class Narrow, class Real>
KOKKOS_INLINE_FUNCTION Kokkos::complex<Real> there_and_back(const Kokkos::complex<Real>& value) {
  using Part = typename Narrow::value_type;
  return {there_and_back<Part>(value.real()), there_and_back<Part>(value.imag())};
}

template <class From, class To>
struct ConvertValues {
  const From* from;
  To* to;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const { to[k] = convert_value<To>(from[k]); }
};

/// \brief The set of different numbers in an array: a hash table with open addressing.
///
/// Each slot holds 0, or 1 plus the position of a number. Which of several equal numbers it refers to depends on
/// timing; their bits do not.
template <class Value>
struct ValueSlots {
  static constexpr int num_slots = 4 * delta_table_size;
  static constexpr int memory = 2 * num_slots + 2;

  const Value* values;
  std::uint64_t* slots;  // null: there is no table

  // After the slots: the codes of their numbers, how many slots are taken, and how many of these BeginSlots took.
  KOKKOS_INLINE_FUNCTION std::uint64_t* code_of_slot() const { return slots + num_slots; }
  KOKKOS_INLINE_FUNCTION std::uint64_t* count() const { return slots + 2 * num_slots; }
  KOKKOS_INLINE_FUNCTION std::uint64_t* first_count() const { return count() + 1; }

  KOKKOS_INLINE_FUNCTION static int slot_of(const ValueBits<Value>& bits) {
    return static_cast<int>(bits.hash() % static_cast<std::uint64_t>(num_slots));
  }

  // Enters number `k` and returns how many numbers that adds to the table. Gives up once there are too many. A slot
  // that looks empty may be filled meanwhile; the result of the exchange tells.
  KOKKOS_INLINE_FUNCTION std::int64_t enter(std::int64_t k) const {
    if (*count() > delta_table_size) return 0;
    const ValueBits<Value> bits(values[k]);
    int slot = slot_of(bits);
    for (int probe = 0; probe < num_slots; ++probe) {
      std::uint64_t there = slots[slot];
      if (there == 0) {
        there = Kokkos::atomic_compare_exchange(slots + slot, std::uint64_t(0), static_cast<std::uint64_t>(k) + 1);
        if (there == 0) {
          Kokkos::atomic_add(count(), std::uint64_t(1));
          return 1;
        }
      }
      if (ValueBits<Value>(values[there - 1]) == bits) return 0;
      if (*static_cast<volatile std::uint64_t*>(count()) > delta_table_size) return 0;
      slot = (slot + 1) % num_slots;
    }
    return delta_table_size + 1;
  }

  KOKKOS_INLINE_FUNCTION std::uint8_t code(std::int64_t k) const {
    const ValueBits<Value> bits(values[k]);
    int slot = slot_of(bits);
    while (!(ValueBits<Value>(values[slots[slot] - 1]) == bits)) slot = (slot + 1) % num_slots;
    return static_cast<std::uint8_t>(code_of_slot()[slot]);
  }
};

/// \brief Empties the slots and enters a few of the numbers, in one team. Otherwise, with few different numbers, all
/// threads of a GPU would find the same slot empty and write to it, which takes 60 microseconds on an H100.
template <class Value>
struct BeginSlots {
  ValueSlots<Value> slots;
  std::int64_t num_values;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, ValueSlots<Value>::memory),
                         [&](int i) { slots.slots[i] = 0; });
    member.team_barrier();
    const int few = num_values < delta_table_size ? static_cast<int>(num_values) : delta_table_size;
    const std::int64_t step = num_values / delta_table_size + 1;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, few), [&](int i) {
      if (i * step < num_values) slots.enter(i * step);
    });
    member.team_barrier();
    if (member.team_rank() == 0) *slots.first_count() = *slots.count();
  }
};

/// \brief Assigns codes to the numbers in the slots, and writes the table and an entry for each of its numbers; unused
/// places of the table get 0. One team.
template <class Value>
struct NumberSlots {
  ValueSlots<Value> slots;
  Value* table;
  std::int64_t* table_entries;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, delta_table_size), [&](int i) {
      table[i] = Value(0);
      table_entries[i] = no_row;
    });
    member.team_barrier();
    Kokkos::parallel_scan(Kokkos::TeamThreadRange(member, ValueSlots<Value>::num_slots),
                          [&](int slot, int& before, bool is_final) {
                            if (slots.slots[slot] == 0) return;
                            if (is_final) {
                              slots.code_of_slot()[slot] = static_cast<std::uint64_t>(before);
                              table_entries[before] = static_cast<std::int64_t>(slots.slots[slot] - 1);
                              table[before] = slots.values[table_entries[before]];
                            }
                            ++before;
                          });
  }
};

/// \brief Counts the entries whose number differs from that of the entry that stands for their code.
template <class Value>
struct CountStrays {
  const Value* values;
  const std::uint8_t* codes;
  const std::int64_t* table_entries;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, Counts<1>& strays) const {
    if (!(ValueBits<Value>(values[k]) == ValueBits<Value>(values[table_entries[codes[k]]]))) ++strays.of[0];
  }
};

/// \brief Writes the number of the entry that stands for each code into the table.
template <class Value>
struct RenewTable {
  const Value* values;
  const std::int64_t* table_entries;
  Value* table;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    if (table_entries[i] != no_row) table[i] = values[table_entries[i]];
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

/// \brief The memory for the set of different numbers of an array.
template <class Value, class MemorySpace>
class ValueTable {
 public:
  template <class ExecutionSpace, class Values>
  ValueTable(const ExecutionSpace& exec, const Values& values)
      : memory_(fresh_array<decltype(memory_)>(exec, "sporos::delta_crs[value slots]", ValueSlots<Value>::memory)),
        slots_{values.data(), memory_.data()} {
    launch_kernel("sporos::delta_crs[slots]", one_team(exec),
                  BeginSlots<Value>{slots_, static_cast<std::int64_t>(values.extent(0))});
  }

  /// The set, which FitValues fills.
  const ValueSlots<Value>& slots() const { return slots_; }

  /// Writes the table and the codes; asynchronous. The array of values must still exist.
  template <class ExecutionSpace, class Matrix>
  void write(const ExecutionSpace& exec, const Matrix& matrix) const {
    launch_kernel("sporos::delta_crs[table]", one_team(exec),
                  NumberSlots<Value>{slots_, matrix.table.data(), matrix.table_entries.data()});
    launch_kernel("sporos::delta_crs[codes]", EntryRange<ExecutionSpace>(exec, 0, matrix.nnz()),
                  EncodeValues<Value>{slots_, matrix.codes.data()});
  }

 private:
  template <class ExecutionSpace>
  static Kokkos::TeamPolicy<ExecutionSpace> one_team(const ExecutionSpace& exec) {
    return {exec, 1, is_host_execution<ExecutionSpace> ? 1 : 256, 1};
  }

  Kokkos::View<std::uint64_t*, MemorySpace> memory_;
  ValueSlots<Value> slots_;
};

/// \brief Which ways of storing numbers are possible.
struct ValueFit {
  std::int64_t first_too_wide = no_row;  ///< the first that is not exact in single precision
  std::int64_t different = 0;            ///< different numbers; more than the table can hold if there are too many

  bool fits_table() const { return different <= delta_table_size; }

  template <class Into, class From>
  KOKKOS_INLINE_FUNCTION static void join(Into& into, const From& from) {
    if (from.first_too_wide < into.first_too_wide) into.first_too_wide = from.first_too_wide;
    into.different = into.different + from.different;
  }
};

/// \brief Checks a number for each way of storing that is asked for.
template <class Value, class Narrow>
struct FitValues {
  ValueSlots<Value> slots;  // without memory if no table is asked for
  bool may_be_narrow;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, ValueFit& fit) const {
    const Value value = slots.values[k];
    if (may_be_narrow && k < fit.first_too_wide) {
      const Value back = there_and_back<Narrow>(value);
      if (!(ValueBits<Value>(back) == ValueBits<Value>(value))) fit.first_too_wide = k;
    }
    if (slots.slots == nullptr) return;
    fit.different += slots.enter(k);
    if (k == 0) fit.different += static_cast<std::int64_t>(*slots.first_count());
  }
};

}  // namespace detail
}  // namespace sporos
