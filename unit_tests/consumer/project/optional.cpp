// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <exception>
#include <formats/matrix_market/Sporos_MatrixMarket.hpp>
#include <formats/reorder/Sporos_MetisOrdering.hpp>
#include <string>

// Works if the library is expected to be there; otherwise the message must name what is missing.
template <class F>
static bool answers(const char* library, bool expected, const F& f) {
  std::string complaint;
  try {
    f();
  } catch (const std::exception& error) {
    complaint = error.what();
  }
  std::printf("%s: %s\n", library, complaint.empty() ? "there" : complaint.c_str());
  return expected ? complaint.empty() : complaint.find(std::string("without ") + library) != std::string::npos;
}

#ifdef EXPECT_ZLIB
static constexpr bool zlib_is_there = true;
#else
static constexpr bool zlib_is_there = false;
#endif
#ifdef EXPECT_METIS
static constexpr bool metis_is_there = true;
#else
static constexpr bool metis_is_there = false;
#endif

bool optional_libraries_answer() {
  sporos::CrsMatrix<double, int, int, Kokkos::HostSpace> none;
  none.row_offsets = decltype(none.row_offsets)("row_offsets", 1);
  const bool zlib = answers("zlib", zlib_is_there, [&] { sporos::write_matrix_market("none.mtx.gz", none); });
  const bool metis = answers("METIS", metis_is_there, [&] { sporos::metis_ordering(none); });
  return zlib && metis;
}
