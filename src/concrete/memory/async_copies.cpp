#include "src/concrete/memory/async_copies.h"

#include <algorithm>
#include <bit>

#include "spec/async_copy.h"
#include "spec/targets.h"
#include "src/concrete/control/random_schedule.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/registers.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/memory/access_judge.h"
#include "src/concrete/memory/access_recorder.h"
#include "src/concrete/memory/executions.h"
#include "src/concrete/memory/loads_and_stores.h"
#include "src/concrete/memory/locator.h"
#include "src/machine/scalar_domain.h"

namespace warpproof::concrete {

namespace {

using Word32 = ScalarWord<32>;

bool is_covered(std::uint32_t group, std::uint32_t commits, std::uint32_t may_be_pending) {
  ScalarDomain d;
  return spec::async_wait_covers(d, Word32{group}, Word32{commits}, Word32{may_be_pending}).value;
}

}  // namespace

AsyncCopies::AsyncCopies(const Parts& parts)
    : launch_(parts.context.launch),
      options_(parts.context.options),
      random_(parts.random_schedule.random),
      races_(parts.races),
      race_instruction_(parts.executions.race_instruction),
      pending_group_(parts.access_recorder.pending_group),
      threads_(parts.threads),
      record_(parts.record),
      registers_(parts.registers),
      locator_(parts.locator),
      access_judge_(parts.access_judge),
      loads_and_stores_(parts.loads_and_stores),
      executions_(parts.executions),
      access_recorder_(parts.access_recorder) {}

void AsyncCopies::async_copy(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask) {
  if (!spec::has_async_copy(spec::Target{launch_.target_sm}))
    record_.report(spec::Rule::TargetIsa, in.place, threads_.warp_index(warp), mask,
           "cp.async is not available on sm_" + std::to_string(launch_.target_sm));
  if (copies_.empty()) copies_.resize(launch_.threads());
  if (in.op == Opcode::CpAsync) return issue_copies(in, warp, bank, mask);
  for_each_lane(mask, [&](int lane) {
    const std::uint32_t thread = threads_.thread_of(threads_.warp_index(warp), lane);
    const bool waits_for_all = in.op == Opcode::CpAsyncWaitAll;
    if (in.op == Opcode::CpAsyncCommitGroup || waits_for_all) ++copies_[thread].commits;
    if (in.op == Opcode::CpAsyncWaitGroup || waits_for_all)
      wait_for_copies(thread, waits_for_all ? 0 : in.mod.may_be_pending);
  });
}

const CopyHalves& AsyncCopies::halves_of(const Instruction& in) {
  const auto it = copy_halves_.find(&in);
  return it != copy_halves_.end() ? it->second : copy_halves_.emplace(&in, halves_of_copy(in)).first->second;
}

// The bytes that are read, by lane.
std::array<std::uint32_t, kLanes> AsyncCopies::source_sizes(const Instruction& in, const Warp& warp,
                                                        const Bank& bank, LaneMask mask) {
  ScalarDomain d;
  std::array<std::uint32_t, kLanes> out;
  out.fill(in.mod.copied);
  const auto read = [&](std::size_t i, int width, Read& value) {
    const bool there = in.sources.at(i).kind != Operand::Kind::None;
    if (!there) return false;
    registers_.read_operand(in, in.sources[i], width, warp, bank, mask, value);
    registers_.report_use(value, mask, in, warp, "an operand of an asynchronous copy");
    return true;
  };
  Read size, ignores;
  LaneMask too_large = 0;
  if (read(0, 32, size)) {
    for_each_lane(mask, [&](int lane) {
      const auto wanted = static_cast<std::uint32_t>(size.word.at(lane));
      const bool is_legal =
          spec::async_source_size_is_legal(d, Word32{wanted}, Word32{in.mod.copied}).value;
      if (!is_legal) too_large |= 1u << lane;
      out[static_cast<std::size_t>(lane)] = is_legal ? wanted : in.mod.copied;
    });
  }
  if (read(1, 1, ignores)) {
    const LaneMask ignored = in.sources[1].negated ? ~ignores.word.mask : ignores.word.mask;
    for_each_lane(mask & ignored, [&](int lane) { out[static_cast<std::size_t>(lane)] = 0; });
  }
  if (too_large != 0) {
    const int lane = std::countr_zero(too_large);
    record_.report(spec::Rule::AsyncSourceSize, in.place, threads_.warp_index(warp), too_large,
           "lane " + std::to_string(lane) + " copies " + std::to_string(in.mod.copied) +
               " bytes and reads " + std::to_string(static_cast<std::uint32_t>(size.word.at(lane))));
  }
  return out;
}

void AsyncCopies::issue_copies(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask) {
  const CopyHalves& halves = halves_of(in);
  const auto sizes = source_sizes(in, warp, bank, mask);
  std::array<std::uint64_t, kLanes> to, from;
  locator_.addresses_of(halves.store, warp, bank, mask, to);
  locator_.addresses_of(halves.load, warp, bank, mask, from);
  race_instruction_ = races_.next_instruction();
  mask &= ~access_judge_.judge_access(halves.store, warp, bank, mask, to, in.mod.copied);
  LaneMask reads = 0;
  for_each_lane(mask,
                [&](int lane) { reads |= (sizes[static_cast<std::size_t>(lane)] > 0 ? 1u : 0u) << lane; });
  mask &= ~access_judge_.judge_access(halves.load, warp, bank, reads, from, in.mod.copied);
  const Numbers stores = executions_.stores_of(threads_.warp_index(warp), mask);
  loads_and_stores_.check_same_address(
      halves.store, warp, bank, mask, to, stores, in.mod.copied, [&](int lane, std::uint64_t i) {
        const auto l = static_cast<std::size_t>(lane);
        if (i >= sizes[l]) return std::uint64_t{0};
        const Accessed byte = locator_.locate(halves.load, warp, bank, lane, from[l] + i);
        return byte.memory->read(byte.address, 1).bits;
      });
  for_each_lane(mask, [&](int lane) {
    const auto l = static_cast<std::size_t>(lane);
    const std::uint32_t thread = threads_.thread_of(threads_.warp_index(warp), lane);
    AsyncCopy copy;
    copy.group = copies_[thread].commits;
    copy.copied = in.mod.copied;
    copy.read = sizes[l];
    copy.to = locator_.locate(halves.store, warp, bank, lane, to[l]);
    if (copy.read > 0) copy.from = locator_.locate(halves.load, warp, bank, lane, from[l]);
    race_instruction_ = stores[l];
    note_copy(halves, warp, lane, copy);
    const bool at_once = random_ && ((*random_)() & 1) != 0;
    if (at_once) make_copy(copy);
    copy.is_made = at_once;
    copies_[thread].pending.push_back(copy);
  });
}

void AsyncCopies::note_copy(const CopyHalves& halves, const Warp& warp, int lane, const AsyncCopy& copy) {
  constexpr std::uint64_t kWord = CopyHalves::kBytes;
  pending_group_ = copy.group;
  const auto note = [&](const Instruction& half, Accessed at, std::uint64_t offset, std::uint64_t bytes,
                        std::uint64_t value) {
    at.address += offset;
    const auto kind = half.op == Opcode::Ld ? RaceMonitor::Kind::Read : RaceMonitor::Kind::Write;
    access_recorder_.note_access(half, warp, lane, at, kind, static_cast<int>(bytes), value);
  };
  const auto word_at = [&](std::uint64_t offset) {
    std::uint64_t word = 0;
    for (std::uint64_t i = 0; i < kWord && offset + i < copy.read; ++i)
      word |= copy.from.memory->read(copy.from.address + offset + i, 1).bits << (8 * i);
    return word;
  };
  for (std::uint64_t i = 0; i < copy.read; i += kWord)
    note(halves.load, copy.from, i, std::min(kWord, copy.read - i), 0);
  for (std::uint64_t i = 0; i < copy.copied; i += kWord) note(halves.store, copy.to, i, kWord, word_at(i));
  pending_group_.reset();
}

void AsyncCopies::make_copy(const AsyncCopy& copy) {
  ScalarDomain d;
  for (std::uint32_t i = 0; i < copy.copied; ++i) {
    const bool copies = spec::async_byte_is_copied(d, Word32{i}, Word32{copy.read}, d.truth(false)).value;
    const CellMemory::Value byte =
        copies ? copy.from.memory->read(copy.from.address + i, 1) : CellMemory::Value{};
    copy.to.memory->write(copy.to.address + i, 1, byte.bits, byte.origin);
  }
}

// Completes all copies that the wait covers: the first ones, as each belongs to the group of the copy before it or to a later one.
void AsyncCopies::wait_for_copies(std::uint32_t thread, std::uint32_t may_be_pending) {
  ThreadCopies& own = copies_[thread];
  const auto is_done = [&](std::uint32_t group) { return is_covered(group, own.commits, may_be_pending); };
  const auto left = std::ranges::partition_point(own.pending, is_done, &AsyncCopy::group);
  for (auto copy = own.pending.begin(); copy != left; ++copy) {
    if (!copy->is_made) make_copy(*copy);
  }
  own.pending.erase(own.pending.begin(), left);
  if (options_.races) races_.complete(thread, is_done);
}

// Nobody waits for them any more; they take place all the same.
void AsyncCopies::leave_copies(std::uint32_t warp, LaneMask lanes) {
  if (copies_.empty()) return;
  for_each_lane(lanes, [&](int lane) {
    ThreadCopies& own = copies_[threads_.thread_of(warp, lane)];
    for (const AsyncCopy& copy : own.pending) {
      if (!copy.is_made) make_copy(copy);
    }
    own.pending.clear();
  });
}

bool AsyncCopies::copies_are_pending() const {
  return std::any_of(copies_.begin(), copies_.end(),
                     [](const ThreadCopies& own) { return !own.pending.empty(); });
}

}  // namespace warpproof::concrete
