// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A growing list of matrix entries that never moves what it holds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace sporos::detail {

/// \brief Entries (row, column, value) in the order of their arrival, in blocks of about a megabyte.
///
/// Memory grows with the entries that are there, not with those that were promised, and never doubles.
template <class Value, class Column>
class EntryBlocks {
 public:
  struct Block {
    std::unique_ptr<Column[]> rows;
    std::unique_ptr<Column[]> columns;
    std::unique_ptr<Value[]> values;  ///< null where every value is 1
    std::size_t size = 0;
  };

  /// \param expected    how many entries are promised; a small number makes a small first block
  /// \param has_values  false where every value is 1: then none are stored
  EntryBlocks(std::int64_t expected, bool has_values)
      : capacity_(static_cast<std::size_t>(std::clamp<std::int64_t>(expected, 1, entries_in_block))),
        has_values_(has_values) {}

  void push_back(Column row, Column column, Value value) {
    if (blocks_.empty() || blocks_.back().size == capacity_) add_block();
    Block& block = blocks_.back();
    block.rows[block.size] = row;
    block.columns[block.size] = column;
    if (has_values_) block.values[block.size] = value;
    ++block.size;
  }

  std::vector<Block>& blocks() { return blocks_; }
  const std::vector<Block>& blocks() const { return blocks_; }

  std::int64_t size() const {
    if (blocks_.empty()) return 0;
    return static_cast<std::int64_t>((blocks_.size() - 1) * capacity_ + blocks_.back().size);
  }

 private:
  static constexpr std::int64_t entries_in_block = std::int64_t{1} << 16;

  void add_block() {
    Block block;
    block.rows.reset(new Column[capacity_]);
    block.columns.reset(new Column[capacity_]);
    if (has_values_) block.values.reset(new Value[capacity_]);
    blocks_.push_back(std::move(block));
  }

  std::size_t capacity_;
  bool has_values_;
  std::vector<Block> blocks_;
};

}  // namespace sporos::detail
