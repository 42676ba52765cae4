// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/crs/Sporos_TileRule.hpp"
#include "unit_tests/policies/DecisionTables.hpp"
#include "unit_tests/support/Machines.hpp"

namespace sporos_test {
namespace {

DecisionTable tiles() {
  DecisionTable table("tiles",
                      "machine    block  repeat  bytes  tile  shared_tile  rows_of_7  rows_of_1000  rows_of_0");
  for (const auto& named : named_machines()) {
    const auto& machine_name = named.name;
    const auto& machine = named.machine;  // a lambda takes it, and no part of a structured binding
    if (!is_one_of(machine_name, {"c2050", "k40", "v100", "h100", "host_1"})) continue;
    for (const int block_size : {0, 64, 128, 256, 512, 1024}) {
      for (const int repeat : {4, 8, 12}) {
        for (const int bytes : {4, 8, 16}) {
          const int tile = sporos::detail::tile_for(machine, {1, repeat, block_size});
          const auto rows = [&](std::int64_t mean) {
            return sporos::detail::stream_rows(machine, block_size, tile, 1000, 1000 * mean);
          };
          if (repeat != 8 && bytes != 8) continue;
          table.add(machine_name, block_size, repeat, bytes, tile,
                    sporos::detail::tile_of_shared_size(machine, block_size, bytes), rows(7), rows(1000), rows(0));
        }
      }
    }
  }
  return table;
}

// Of uneven rows.
DecisionTable tile_shapes() {
  DecisionTable table("tile_shapes", "rows     mean  longest  repeat  block");
  for (const std::int64_t rows : {2000, 6000, 20000}) {
    for (const std::int64_t mean : {60, 128, 129, 300, 512, 513}) {
      for (const std::int64_t longest : {2048, 4096, 4097, 9000}) {
        sporos::RowProfile profile;
        profile.num_rows = rows;
        profile.nnz = rows * mean;
        profile.longest_row = longest;
        if (profile.has_even_rows()) continue;
        const auto shape = sporos::detail::tile_shape(profile);
        table.add(rows, mean, longest, shape.repeat, shape.block_size);
      }
    }
  }
  return table;
}

}  // namespace

std::vector<DecisionTable> tile_tables() { return {tiles(), tile_shapes()}; }

}  // namespace sporos_test
