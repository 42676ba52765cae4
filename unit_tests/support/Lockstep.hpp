// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Kernels on a host in teams whose lanes exchange registers, as on a GPU with wavefronts of `Lanes` lanes.
///
/// Every lane is a context of its own (ucontext). Lanes that exchange something, vote or wait go on once all lanes of
/// their group have come to the same place; where that never happens, the test ends with an exception.
#pragma once

#include <ucontext.h>

#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>
#include <vector>

#include "core/device/Sporos_SegmentedReduce.hpp"
#include "core/device/Sporos_TeamSum.hpp"
#include "core/device/Sporos_Wavefront.hpp"
#include "core/device/warp/Sporos_Ballot.hpp"
#include "core/device/warp/Sporos_GroupBroadcast.hpp"
#include "core/device/warp/Sporos_WarpScan.hpp"

namespace sporos_test {

class LockstepTeam {
 public:
  enum class Wish { none, done, word, sync, barrier };

  LockstepTeam(int size, std::size_t scratch_bytes)
      : members_(static_cast<std::size_t>(size)), scratch_(scratch_bytes / sizeof(double) + 1) {}

  /// Runs `work(thread)` in all threads of the team.
  template <class Work>
  void run(const Work& work) {
    team_ = this;
    work_ = [](const void* given, int thread) { (*static_cast<const Work*>(given))(thread); };
    given_ = &work;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      Lane& lane = members_[i];
      if (!lane.stack) lane.stack.reset(new char[stack_bytes]);
      lane.wish = Wish::none;
      getcontext(&lane.context);
      lane.context.uc_stack.ss_sp = lane.stack.get();
      lane.context.uc_stack.ss_size = stack_bytes;
      lane.context.uc_link = &scheduler_;
      makecontext(&lane.context, &LockstepTeam::begin, 0);
    }
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (now_ = 0; now_ < size(); ++now_) {
        if (here().wish != Wish::none) continue;
        swapcontext(&scheduler_, &here().context);
        goes_on = true;
      }
      goes_on = grant() || goes_on;
    }
    for (const Lane& lane : members_) {
      if (lane.wish != Wish::done) throw std::logic_error("lanes wait for lanes that never come");
    }
  }

  int size() const { return static_cast<int>(members_.size()); }
  int thread() const { return now_; }
  double* scratch() { return scratch_.data(); }
  static LockstepTeam& team() { return *team_; }

  /// What all `width` lanes of the group of this lane have brought, by lane.
  const std::uint64_t* exchange(std::uint64_t word, int width) {
    here().word = word;
    wish(Wish::word, width);
    return lane(now_ - now_ % width).words;  // until all have read it and exchange something again
  }
  void wish(Wish what, int width) {
    Lane& lane = here();
    lane.wish = what;
    lane.width = width;
    swapcontext(&lane.context, &scheduler_);
  }

 private:
  static constexpr std::size_t stack_bytes = 1 << 16;

  struct Lane {
    ucontext_t context = {};
    std::unique_ptr<char[]> stack;
    Wish wish = Wish::none;
    int width = 0;
    std::uint64_t word = 0;
    std::uint64_t words[64] = {};  // of its group, if it is the first lane of one
  };

  static void begin() {
    LockstepTeam& team = *team_;
    team.work_(team.given_, team.now_);
    team.here().wish = Wish::done;
  }

  Lane& here() { return members_[static_cast<std::size_t>(now_)]; }

  // Lets those go on whose groups are complete. Lanes that a wave lacks, because the team ends in it, bring rubbish.
  bool grant() {
    bool any = false;
    for (int i = 0; i < size(); ++i) {
      const Wish wish = lane(i).wish;
      const int width = lane(i).width;
      if (wish == Wish::none || wish == Wish::done || i % width != 0) continue;
      const int end = i + width < size() ? i + width : size();
      bool all = true;
      for (int j = i; j < end; ++j) all = all && lane(j).wish == wish && lane(j).width == width;
      if (!all) continue;
      for (int j = i; j < i + width; ++j) {
        if (j < end) lane(j).wish = Wish::none;
        if (wish == Wish::word) lane(i).words[j - i] = j < end ? lane(j).word : 0xbadbadbadbadbadbu;
      }
      any = true;
    }
    return any;
  }
  Lane& lane(int i) { return members_[static_cast<std::size_t>(i)]; }

  inline static LockstepTeam* team_ = nullptr;

  std::vector<Lane> members_;
  std::vector<double> scratch_;
  ucontext_t scheduler_ = {};
  int now_ = 0;
  void (*work_)(const void*, int) = nullptr;
  const void* given_ = nullptr;
};

/// \brief The backend, as Sporos_Wavefront.hpp wants it.
template <int Lanes>
struct LockstepWave {
  static constexpr int lanes = Lanes;

  template <class Word>
  static Word down(Word word, int delta, int width) {
    const int lane = LockstepTeam::team().thread() % width;
    const std::uint64_t* const all = exchanged(word, width);
    return lane + delta < width ? word_of<Word>(all[lane + delta]) : word;
  }
  template <class Word>
  static Word from(Word word, int lane, int width) {
    return word_of<Word>(exchanged(word, width)[lane]);
  }
  static std::uint64_t ballot(bool asks) {
    const std::uint64_t* const all = exchanged(asks ? 1 : 0, lanes);
    std::uint64_t bits = 0;
    for (int lane = 0; lane < lanes; ++lane) bits |= static_cast<std::uint64_t>(all[lane] == 1) << lane;
    return bits;
  }
  static void sync(int width) { LockstepTeam::team().wish(LockstepTeam::Wish::sync, width); }

 private:
  template <class Word>
  static const std::uint64_t* exchanged(Word word, int width) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &word, sizeof(word));
    return LockstepTeam::team().exchange(bits, width);
  }
  template <class Word>
  static Word word_of(std::uint64_t bits) {
    Word word;
    std::memcpy(&word, &bits, sizeof(word));
    return word;
  }
};

/// \brief The execution space that kernels are compiled for.
template <int Lanes>
struct Lockstep {
  using memory_space = Kokkos::HostSpace;
};

/// \brief What kernels ask of a thread of a team.
class LockstepMember {
 public:
  LockstepMember(int league_rank, int league_size) : league_rank_(league_rank), league_size_(league_size) {}
  int league_rank() const { return league_rank_; }
  int league_size() const { return league_size_; }
  int team_rank() const { return LockstepTeam::team().thread(); }
  int team_size() const { return LockstepTeam::team().size(); }
  void team_barrier() const { LockstepTeam::team().wish(LockstepTeam::Wish::barrier, team_size()); }
  const LockstepMember& team_scratch(int) const { return *this; }
  void* get_shmem(std::size_t bytes) const {
    double* const part = LockstepTeam::team().scratch() + taken_;
    taken_ += (bytes + 7) / 8;
    return part;
  }
  void* get_shmem_aligned(std::size_t bytes, std::size_t alignment) const {
    while (reinterpret_cast<std::uintptr_t>(LockstepTeam::team().scratch() + taken_) % alignment != 0) ++taken_;
    return get_shmem(bytes);
  }

 private:
  int league_rank_;
  int league_size_;
  mutable std::size_t taken_ = 0;
};

/// \brief Teams one after the other, of a kernel for Lockstep<Lanes>.
template <int Lanes, class Kernel>
void launch_lockstep(std::int64_t teams, int team_size, std::size_t scratch_bytes, const Kernel& kernel) {
  LockstepTeam team(team_size, scratch_bytes);
  for (std::int64_t i = 0; i < teams; ++i) {
    team.run([&](int) { kernel(LockstepMember(static_cast<int>(i), static_cast<int>(teams))); });
  }
}

}  // namespace sporos_test

namespace sporos {
namespace detail {

template <int Lanes>
inline constexpr bool is_host_execution<sporos_test::Lockstep<Lanes>> = false;

template <int Lanes>
struct Reductions<sporos_test::Lockstep<Lanes>> {
  static constexpr bool independent_groups = true;
};
template <int Lanes, SyncScope Who>
struct GroupBarrier<sporos_test::Lockstep<Lanes>, Who> {
  template <class Member>
  static void wait(const Member&, int width) {
    sporos_test::LockstepWave<Lanes>::sync(width);
  }
};
template <int Lanes, class T, SyncScope Who>
struct GroupSum<sporos_test::Lockstep<Lanes>, Reduction::shuffle, T, Who>
    : WaveGroupSum<sporos_test::LockstepWave<Lanes>, T> {
  using WaveGroupSum<sporos_test::LockstepWave<Lanes>, T>::WaveGroupSum;
};
template <int Lanes, SyncScope Who>
struct GroupBroadcast<sporos_test::Lockstep<Lanes>, Reduction::shuffle, Who>
    : WaveBroadcast<sporos_test::LockstepWave<Lanes>> {
  using WaveBroadcast<sporos_test::LockstepWave<Lanes>>::WaveBroadcast;
};
template <int Lanes>
struct Ballot<sporos_test::Lockstep<Lanes>> : WaveBallot<sporos_test::LockstepWave<Lanes>> {};
template <int Lanes>
struct WarpScan<sporos_test::Lockstep<Lanes>> : WaveScan<sporos_test::LockstepWave<Lanes>> {};
template <int Lanes, class T>
struct SegmentedReduce<sporos_test::Lockstep<Lanes>, Reduction::shuffle, T>
    : WaveSegmentedReduce<sporos_test::LockstepWave<Lanes>, T> {
  using WaveSegmentedReduce<sporos_test::LockstepWave<Lanes>, T>::WaveSegmentedReduce;
};
template <int Lanes>
struct TeamSum<sporos_test::Lockstep<Lanes>> : WaveTeamSum<sporos_test::LockstepWave<Lanes>> {};

}  // namespace detail
}  // namespace sporos
