// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/crs/Sporos_ColumnsRule.hpp"
#include "policies/crs/Sporos_DecideColumns.hpp"
#include "policies/crs/Sporos_LongRowRule.hpp"
#include "unit_tests/policies/DecisionTables.hpp"
#include "unit_tests/support/Machines.hpp"

namespace sporos_test {
namespace {

// Matrices on both sides of the limits of their mean row.
DecisionTable columns() {
  DecisionTable table("columns", "rows  entries  at_a_time  lanes  warp_row  leaves  packed_3  packed_4");
  for (const std::int64_t entries : {0, 6000, 6001, 8000, 8001, 15999, 16000, 31999, 32000, 63999, 64000, 256001}) {
    table.add(
        1000, entries, sporos::detail::columns_at_a_time(1000, entries), sporos::detail::column_lanes(1000, entries),
        sporos::detail::warp_row_of_columns(sporos::detail::column_lanes(1000, entries), 1000, entries),
        sporos::detail::columns_use_leaves(1000, entries), sporos::detail::packs_columns(1000, entries, 3, false, 1),
        sporos::detail::packs_columns(1000, entries, 4, false, 1));
  }
  return table;
}

// Rows that read x far apart, on a host.
DecisionTable scattered_columns() {
  DecisionTable table("scattered_columns", "x_rows  threads  entries  packed_3  packed_4");
  for (const std::int64_t x_rows : {98304, 300000}) {
    for (const int threads : {1, 4, 16}) {
      for (const std::int64_t entries : {49151, 49152, 149999, 150000, 196607, 196608, 786431, 786432}) {
        table.add(x_rows, threads, entries, sporos::detail::packs_columns(x_rows, entries, 3, true, threads),
                  sporos::detail::packs_columns(x_rows, entries, 4, true, threads));
      }
    }
  }
  return table;
}

// Lanes of a GPU that share a row, by those that may and the blocks of columns.
DecisionTable column_lanes() {
  DecisionTable table("column_lanes", "may  blocks  row_by_row  block_by_block");
  for (const int may : {1, 2, 8}) {
    for (const int blocks : {1, 2, 3, 4, 8, 9, 16, 32}) {
      table.add(may, blocks, sporos::detail::lanes_of_block(may, blocks, true),
                sporos::detail::lanes_of_block(may, blocks, false));
    }
  }
  return table;
}

// Columns that are contiguous, by the blocks of them. What packs: 1 if rows are even, 2 if they are not.
DecisionTable contiguous_columns() {
  DecisionTable table("contiguous_columns", "rows  entries  blocks  lanes  threads  evenness  longest_whole  packed");
  const sporos::Machine machine = sporos::h100();
  for (const std::int64_t rows : {1000, 16384, 500000}) {
    for (const std::int64_t mean : {0, 5, 7, 9, 12, 15, 16, 19, 20, 80, 600}) {
      for (const int blocks : {1, 2, 3, 8, 16}) {
        const std::int64_t entries = mean * rows;
        const auto shape = sporos::detail::column_tile_shape(blocks, rows, entries, 1024, true);
        const auto strided = sporos::detail::column_tile_shape(blocks, rows, entries, 256, false);
        table.add(rows, entries, blocks, sporos::detail::lanes_of_contiguous(machine, blocks, rows, entries),
                  sporos::detail::concat(shape.threads, "/", strided.threads),
                  sporos::detail::concat(shape.evenness, "/", strided.evenness),
                  sporos::detail::longest_whole_row_of_columns(entries),
                  sporos::detail::packs_columns_on_gpu(rows, entries, 2 * blocks, true) +
                      2 * sporos::detail::packs_columns_on_gpu(rows, entries, 2 * blocks, false));
      }
    }
  }
  return table;
}

// Even rows of several kinds, which have row blocks for one column.
DecisionTable columns_of_several_kinds() {
  DecisionTable table("columns_of_several_kinds", "deviation  longest  own  columns  one       several");
  const sporos::Machine machine = sporos::h100();
  for (const int deviation : {8, 10}) {
    for (const std::int64_t longest : {100, 1000}) {
      sporos::RowProfile rows;
      rows.num_rows = 100000;
      rows.num_columns = 100000;
      rows.nnz = 2500000;
      rows.longest_row = longest;
      rows.sum_of_squares = (25.0 * 25.0 + deviation * deviation) * 100000;
      const auto decision = sporos::detail::decide_crs(machine, rows, {}, 8);
      for (const auto& own : {sporos::detail::OwnChoice{false, true}, {true, false}, {true, true}}) {
        for (const int columns : {2, 3}) {
          const auto many = sporos::detail::decide_columns(machine, rows, decision, own, 8, columns);
          table.add(deviation, longest, 2 * own.algorithm + own.shape, columns, name(decision.algorithm),
                    name(many.algorithm));
        }
      }
    }
  }
  return table;
}

// Row blocks for several columns, by the nonzeros and the block size of one column.
DecisionTable columns_of_plans() {
  DecisionTable table(
      "columns_of_plans",
      "algorithm  nnz  block  lanes  columns  longest  own  runs  coop,repeat,block  tile  long  segment");
  const auto add = [&](sporos::CrsDecision decision, sporos::detail::OwnChoice own, std::int64_t nnz,
                       std::int64_t longest, int columns) {
    decision.tile = 4 * decision.shape.block_size;
    decision.limits = sporos::detail::planned_long_rows(nnz, decision.shape.block_size);
    const auto many = sporos::detail::decide_columns(decision, own, nnz, longest, columns);
    table.add(name(decision.algorithm), nnz, decision.shape.block_size, decision.column_lanes, columns, longest,
              2 * own.algorithm + own.shape, name(many.algorithm),
              sporos::detail::concat(many.shape.coop, ',', many.shape.repeat, ',', many.shape.block_size), many.tile,
              many.limits.long_row, many.limits.segment);
  };
  for (const sporos::Algorithm algorithm : {sporos::Algorithm::adaptive, sporos::Algorithm::stream}) {
    for (const std::int64_t nnz : {524287, 524288}) {
      for (const int block_size : {64, 128, 256, 512}) {
        for (const int lanes : {0, 1}) {
          for (const int columns : {2, 3}) {
            sporos::CrsDecision decision;
            decision.algorithm = algorithm;
            decision.shape = {1, 4, block_size};
            decision.column_lanes = lanes;
            add(decision, {true, true}, nnz, 100, columns);
          }
        }
      }
    }
  }
  for (const sporos::Algorithm algorithm : {sporos::Algorithm::coop, sporos::Algorithm::stream,
                                            sporos::Algorithm::adaptive, sporos::Algorithm::merge_path}) {
    for (const std::int64_t nnz : {393215, 393216}) {
      for (const std::int64_t longest : {256, 257}) {
        for (const auto& own : {sporos::detail::OwnChoice{false, false}, {false, true}, {true, false}, {true, true}}) {
          sporos::CrsDecision decision;
          decision.algorithm = algorithm;
          decision.shape = {8, 4, 256};
          decision.column_lanes = 8;
          add(decision, own, nnz, longest, 3);
        }
      }
    }
  }
  return table;
}

// By the bytes of a sum; chains are of as many columns.
DecisionTable column_sums() {
  DecisionTable table("column_sums", "number  chains  segment  carries");
  for (const int number : {1, 2, 4, 5, 8, 16, 17, 32, 33, 256}) {
    table.add(number, sporos::detail::column_chains(number), sporos::detail::column_segment(number),
              sporos::detail::column_carries(1000 * number));
  }
  return table;
}

}  // namespace

std::vector<DecisionTable> column_tables() {
  return {columns(),          scattered_columns(),        column_lanes(), contiguous_columns(),
          columns_of_plans(), columns_of_several_kinds(), column_sums()};
}

}  // namespace sporos_test
