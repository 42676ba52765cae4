// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/fuzz/Structures.hpp"

#include <set>

namespace sporos_fuzz {
namespace {

// Bytes from 0xf0 on stand for numbers at which programs usually fail.
std::int64_t number(int byte, std::int64_t limit) {
  switch (byte) {
    case 0xf0:
      return -1;
    case 0xf1:
      return limit;
    case 0xf2:
      return limit - 1;
    case 0xf3:
      return limit + 1;
    case 0xf4:
      return std::numeric_limits<std::int64_t>::max();
    case 0xf5:
      return std::numeric_limits<std::int64_t>::min();
    case 0xf6:
      return std::numeric_limits<std::int32_t>::max();
    case 0xf7:
      return std::numeric_limits<std::int32_t>::min();
    default:
      return byte;
  }
}

// A length from few bytes: mostly short, sometimes longer than a tile.
std::int64_t row_length(int byte, bool long_rows) {
  if (byte >= 0xf8) return 100 * (byte - 0xf7);
  return long_rows ? 9 * (byte % 32) : byte % 16;
}

void add_rows(RawStructure& raw, Bytes& bytes, bool long_rows, std::int64_t max_entries) {
  raw.offsets.push_back(0);
  for (int row = 0; row < raw.num_rows; ++row) {
    const std::int64_t length = row_length(bytes.next(), long_rows);
    raw.offsets.push_back(std::min(raw.offsets.back() + length, max_entries));
  }
}

// When the bytes run out, columns are made from the position of the entry.
void add_columns(RawStructure& raw, Bytes& bytes, std::int64_t most) {
  const std::int64_t entries = raw.num_columns == 0 ? 0 : raw.offsets.back();
  const std::int64_t columns = std::min(raw.num_columns, most);
  for (std::int64_t k = 0; k < entries; ++k) {
    const std::int64_t scale = columns > 256 ? columns / 251 : 1;
    const std::int64_t place = bytes.is_empty() ? k * 7 : bytes.next() * scale + k % scale;
    raw.columns.push_back(place % columns);
  }
  if (raw.num_columns == 0) raw.offsets.assign(raw.offsets.size(), 0);
}

void rebuild(RawStructure& raw, bool mirrored, std::int64_t max_entries) {
  std::vector<std::set<std::int64_t>> rows(static_cast<std::size_t>(raw.num_rows));
  if (mirrored) raw.num_columns = raw.num_rows;
  for (int row = 0; row < raw.num_rows; ++row) {
    const auto index = static_cast<std::size_t>(row);
    for (std::int64_t k = raw.offsets[index]; k < raw.offsets[index + 1]; ++k) {
      std::int64_t column = raw.columns[static_cast<std::size_t>(k)];
      if (mirrored) column %= raw.num_rows;
      rows[index].insert(column);
      if (mirrored) rows[static_cast<std::size_t>(column)].insert(row);
    }
  }
  raw.offsets.assign(1, 0);
  raw.columns.clear();
  for (const auto& row : rows) {
    for (const std::int64_t column : row) {
      if (static_cast<std::int64_t>(raw.columns.size()) < max_entries) raw.columns.push_back(column);
    }
    raw.offsets.push_back(static_cast<std::int64_t>(raw.columns.size()));
  }
}

}  // namespace

RawStructure raw_structure(Bytes& bytes, std::int64_t max_entries, std::int64_t largest_column) {
  const int wishes = bytes.next();
  const auto wants = [wishes](int bit) { return (wishes >> bit) % 2 == 1; };
  RawStructure raw;
  raw.num_rows = bytes.below(131);
  raw.num_columns = bytes.below(131);
  if (wants(0)) raw.num_columns *= 1009;  // beyond 16 bits
  constexpr int kinds[] = {0, 0, 1, 3, 250, 300};
  raw.value_kinds = kinds[bytes.below(6)];
  add_rows(raw, bytes, wants(1), max_entries);
  add_columns(raw, bytes, largest_column >= raw.num_columns ? raw.num_columns : largest_column + 1);
  if (wants(2) || wants(3)) rebuild(raw, wants(3), max_entries);
  if (wants(4) && raw.num_columns > 0) {  // entries behind the rows and, perhaps, before them
    const std::int64_t behind = bytes.below(40);
    const std::int64_t before = raw.num_rows > 0 ? bytes.below(40) : 0;
    raw.columns.insert(raw.columns.begin(), static_cast<std::size_t>(before), 0);
    raw.columns.insert(raw.columns.end(), static_cast<std::size_t>(behind), 0);
    for (std::int64_t& offset : raw.offsets) offset += before;
  }
  const auto nnz = static_cast<std::int64_t>(raw.columns.size());
  if (wants(5)) {  // some offsets are what the bytes say
    for (int changes = 1 + bytes.below(4); changes > 0; --changes) {
      raw.offsets[static_cast<std::size_t>(bytes.next()) % raw.offsets.size()] = number(bytes.next(), nnz);
    }
  }
  if (wants(6) && nnz > 0) {  // and some columns
    for (int changes = 1 + bytes.below(4); changes > 0; --changes) {
      const auto place = static_cast<std::size_t>(bytes.next() + 256 * bytes.next());
      raw.columns[place % raw.columns.size()] = number(bytes.next(), raw.num_columns);
    }
  }
  if (wants(7) && nnz > 0) {  // and the number of entries: the last ones are missing
    raw.columns.resize(static_cast<std::size_t>(nnz - std::min<std::int64_t>(nnz, 1 + bytes.below(8))));
  }
  return raw;
}

}  // namespace sporos_fuzz
