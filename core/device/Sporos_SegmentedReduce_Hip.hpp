// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief HIP: sums over runs of lanes by shuffles.
#pragma once

#include "core/device/Sporos_SegmentedReduce.hpp"

namespace sporos {
namespace detail {

template <class T>
class SegmentedReduce<Kokkos::HIP, Reduction::shuffle, T> : public WaveSegmentedReduce<HipWave, T> {
 public:
  using WaveSegmentedReduce<HipWave, T>::WaveSegmentedReduce;
};

}  // namespace detail
}  // namespace sporos
