// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One sentence for each function that is neither a product nor a conversion.
// error: sporos::validate: the arguments are .exec,. A
// error: sporos::release: the argument is exec
// error: sporos::copy_to<MemorySpace>: the argument is a sporos::CrsMatrix or CrsView
// error: sporos::copy_to: the memory space must be named
// error: sporos::to_narrow: the arguments are exec, A
// error: sporos::to_narrow: the new type of the numbers must be named
// error: sporos::narrow_values: the new type of the numbers must be named
// error: sporos::narrow_values: the arguments are exec, values
// error: sporos::measure_bandwidth: the arguments are exec, A
// error: sporos::inverse_diagonal: the arguments are exec, A
// error: sporos::permute: the arguments are exec, vector, permutation
// error: sporos::permute_symmetric: the arguments are exec, A, permutation
// error: sporos::reverse_cuthill_mckee: the argument is A
// error: sporos::metis_ordering: the argument is A
// error: sporos::metis_partition: the arguments are A, parts
// error: sporos::write_binary: the arguments are path, A
// error: sporos::read_binary: the arguments are exec, path
// error: sporos::read_binary: the type of the matrix must be named
// error: sporos::write_matrix_market: the arguments are path, A
// error: sporos::read_matrix_market: the arguments are path
// error: sporos::generate: the argument is a description
// error: sporos::TuningCache::describe: the arguments are exec, A
#include <vector>

#include "core/Sporos.hpp"
#include "core/Sporos_Solvers.hpp"
#include "formats/binary/Sporos_BinaryFile.hpp"
#include "formats/conversion/Sporos_ToNarrow.hpp"
#include "formats/crs/Sporos_Bandwidth.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "formats/matrix_market/Sporos_MatrixMarket.hpp"
#include "formats/reorder/Sporos_MetisOrdering.hpp"
#include "formats/reorder/Sporos_Permute.hpp"
#include "formats/reorder/Sporos_ReverseCuthillMcKee.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = sporos::CrsMatrix<double, int, int, Space>;
using Vector = Kokkos::View<double*, Space>;

void call(const Exec& exec, const Matrix& A, const Vector& x, const std::vector<double>& array,
          const sporos::Permutation& order, const sporos::TuningCache& cache) {
  static_cast<void>(x);
  static_cast<void>(array);
  static_cast<void>(order);
#ifdef MUST_COMPILE
  sporos::validate(exec, A);
  sporos::release(exec);
  sporos::copy_to<Space>(A);
  sporos::to_narrow<float>(exec, A);
  sporos::narrow_values<float>(exec, x);
  sporos::measure_bandwidth(exec, A);
  sporos::inverse_diagonal(exec, A);
  sporos::permute(exec, x, order);
  sporos::permute_symmetric(exec, A, order);
  sporos::reverse_cuthill_mckee(A);
  sporos::metis_ordering(A);
  sporos::metis_partition(A, 2);
  sporos::write_binary("file", A);
  sporos::read_binary<Matrix>(exec, "file");
  sporos::write_matrix_market("file", A);
  sporos::read_matrix_market<double>("file");
  sporos::generate<double>("stencil5:9");
  cache.describe(exec, A);
#else
  sporos::validate(A, exec);
  sporos::release(A);
  sporos::copy_to<Space>(array);
  sporos::copy_to<Space>(exec, A);
  sporos::copy_to(A);
  sporos::to_narrow<float>(A);
  sporos::to_narrow(exec, A);
  sporos::narrow_values(exec, x);
  sporos::narrow_values<float>(exec, array);
  sporos::measure_bandwidth(A);
  sporos::inverse_diagonal(A);
  sporos::permute(x, order);
  sporos::permute_symmetric(exec, order, A);
  sporos::reverse_cuthill_mckee(exec, A);
  sporos::metis_ordering(exec, A);
  sporos::metis_partition(A);
  sporos::write_binary(A, "file");
  sporos::read_binary<Matrix>("file");
  sporos::read_binary(exec, "file");
  sporos::write_matrix_market(A, "file");
  sporos::read_matrix_market<double>(exec, "file");
  sporos::generate<double>(exec, "stencil5:9");
  cache.describe(A);
#endif
  static_cast<void>(exec);
}
