// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Asks Linux for huge pages.
#pragma once

#include <cstdint>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace sporos {
namespace detail {

/// \brief The size of a huge page of x86-64, and of Arm with pages of 4 KiB.
inline constexpr std::int64_t huge_page = std::int64_t{2} << 20;

/// \brief Asks for huge pages in the whole huge pages of a range that nobody has touched yet, where these are at least
/// two. On a virtual machine, where a miss of the TLB walks two page tables, most conversions take 0.5 to 0.8 of the
/// time, and products of SELL 0.87 to 0.95: docs/results/2026-11-26-huge-pages.md. It is advice only: errors are
/// ignored, and outside of Linux nothing happens.
inline void advise_huge_pages([[maybe_unused]] void* data, [[maybe_unused]] std::int64_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  const std::int64_t in_page = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(data) % huge_page);
  const std::int64_t before = in_page == 0 ? 0 : huge_page - in_page;
  const std::int64_t inner = (bytes - before) / huge_page * huge_page;
  if (inner < 2 * huge_page) return;
  static_cast<void>(madvise(static_cast<char*>(data) + before, static_cast<std::size_t>(inner), MADV_HUGEPAGE));
#endif
}

}  // namespace detail
}  // namespace sporos
