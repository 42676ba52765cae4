// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief METIS on the graph of a matrix. The only place that knows whether the build has it.
///
/// Where SPOROS_HAS_METIS is not defined the functions exist and throw `std::runtime_error`. METIS runs on the host, in
/// one thread, and draws its random numbers from the C library: it starts them anew with a fixed seed, so that the same
/// pattern gives the same result as long as no other thread draws from them. (G. Karypis and V. Kumar, "A fast and high
/// quality multilevel scheme for partitioning irregular graphs", SIAM J. Sci. Comput. 20, 1998.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "formats/common/Sporos_Require.hpp"
#include "formats/reorder/Sporos_SymmetricGraph.hpp"

#ifdef SPOROS_HAS_METIS
#include <metis.h>
#endif

namespace sporos {

/// \brief Whether this build can order and partition with METIS.
#ifdef SPOROS_HAS_METIS
inline constexpr bool has_metis = true;
#else
inline constexpr bool has_metis = false;
#endif

namespace detail {

inline void require_metis(const char* function) {
  if (!has_metis) {
    throw std::runtime_error(
        concat("sporos::", function,
               ": Sporos is compiled without METIS here; install it and configure with SPOROS_WITH_METIS=ON"));
  }
}

#ifdef SPOROS_HAS_METIS

/// \brief A graph in the form of METIS; neighbours ascend, so that the stored order of columns does not matter.
class MetisGraph {
 public:
  MetisGraph(const SymmetricGraph& graph, const char* function) : function_(function) {
    const std::size_t vertices = graph.num_vertices();
    std::size_t ends = 0;
    for (std::size_t vertex = 0; vertex < vertices; ++vertex) ends += graph.degree(vertex);
    constexpr auto largest = static_cast<std::size_t>(std::numeric_limits<idx_t>::max());
    require(vertices < largest && ends < largest, function, "the graph of the matrix has ", vertices, " vertices and ",
            ends, " neighbours, but this METIS counts to ", largest, " only");
    num_vertices_ = static_cast<idx_t>(vertices);
    begins_.reserve(vertices + 1);
    neighbours_.reserve(ends);
    begins_.push_back(0);
    for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
      for (const auto* neighbour = graph.begin(vertex); neighbour != graph.end(vertex); ++neighbour) {
        neighbours_.push_back(static_cast<idx_t>(*neighbour));
      }
      std::sort(neighbours_.begin() + begins_.back(), neighbours_.end());
      begins_.push_back(static_cast<idx_t>(neighbours_.size()));
    }
    METIS_SetDefaultOptions(options_);
    options_[METIS_OPTION_SEED] = 1;
  }

  bool has_edges() const { return !neighbours_.empty(); }

  std::vector<idx_t> old_of_new() {
    std::vector<idx_t> old_of_new(begins_.size() - 1);
    std::vector<idx_t> new_of_old(begins_.size() - 1);
    check(METIS_NodeND(&num_vertices_, begins_.data(), neighbours_.data(), nullptr, options_, old_of_new.data(),
                       new_of_old.data()));
    return old_of_new;
  }

  std::vector<idx_t> parts(std::int64_t count) {
    std::vector<idx_t> parts(begins_.size() - 1);
    idx_t constraints = 1;
    idx_t cut = 0;
    auto num_parts = static_cast<idx_t>(count);
    check(METIS_PartGraphKway(&num_vertices_, &constraints, begins_.data(), neighbours_.data(), nullptr, nullptr,
                              nullptr, &num_parts, nullptr, nullptr, options_, &cut, parts.data()));
    return parts;
  }

 private:
  void check(int status) const {
    if (status == METIS_ERROR_MEMORY) throw std::bad_alloc();
    if (status != METIS_OK) throw std::runtime_error(concat("sporos::", function_, ": METIS failed with ", status));
  }

  const char* function_;
  idx_t num_vertices_ = 0;
  std::vector<idx_t> begins_;
  std::vector<idx_t> neighbours_;
  idx_t options_[METIS_NOPTIONS];
};

#endif

/// \brief A fill-reducing ordering by nested dissection: the old number for each new one.
/// \throws std::runtime_error without METIS; std::invalid_argument where the graph is too large for its integers
inline std::vector<std::int64_t> metis_nested_dissection(const SymmetricGraph& graph, const char* function) {
  require_metis(function);
  std::vector<std::int64_t> order(graph.num_vertices());
  std::iota(order.begin(), order.end(), std::int64_t{0});
#ifdef SPOROS_HAS_METIS
  MetisGraph metis(graph, function);
  if (metis.has_edges()) {
    const auto old_of_new = metis.old_of_new();
    std::copy(old_of_new.begin(), old_of_new.end(), order.begin());
  }
#endif
  return order;
}

/// \brief A partition into `count` parts: the part of each vertex. The parts are about equally large, with few edges
/// between them.
/// \throws as metis_nested_dissection()
inline std::vector<std::int64_t> metis_parts(const SymmetricGraph& graph, std::int64_t count, const char* function) {
  require_metis(function);
  const auto vertices = static_cast<std::int64_t>(graph.num_vertices());
  require(count >= 1 && (count <= vertices || vertices == 0), function, "parts = ", count,
          " must be at least 1 and at most the number of rows, ", vertices);
  std::vector<std::int64_t> parts(graph.num_vertices());
#ifdef SPOROS_HAS_METIS
  MetisGraph metis(graph, function);
  if (metis.has_edges() && count > 1) {  // METIS divides by the logarithm of the count
    const auto found = metis.parts(count);
    std::copy(found.begin(), found.end(), parts.begin());
    return parts;
  }
#endif
  for (std::int64_t vertex = 0; vertex < vertices; ++vertex) {
    parts[static_cast<std::size_t>(vertex)] = vertex * count / vertices;
  }
  return parts;
}

}  // namespace detail
}  // namespace sporos
