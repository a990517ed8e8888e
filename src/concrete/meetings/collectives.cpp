#include "src/concrete/meetings/collectives.h"

#include <algorithm>
#include <bit>
#include <string>

#include "spec/activemask.h"
#include "spec/cuda_shfl.h"
#include "spec/elect.h"
#include "spec/match.h"
#include "spec/redux.h"
#include "spec/rendezvous.h"
#include "spec/shfl.h"
#include "spec/vote.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/control_flow.h"
#include "src/concrete/control/observed.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/ends.h"
#include "src/concrete/meetings/collective_inputs.h"
#include "src/concrete/meetings/collective_results.h"
#include "src/concrete/meetings/fast_collectives.h"
#include "src/concrete/meetings/matrix_operations.h"
#include "src/concrete/meetings/meeting_order.h"
#include "src/concrete/observer.h"
#include "src/machine/alu.h"
#include "src/machine/collective.h"
#include "src/machine/name_in_source.h"
#include "src/machine/scalar_domain.h"

namespace warpproof::concrete {

namespace {

using Domain = ScalarDomain;

// Of that many masks how many are listed one by one; the others are counted.
std::size_t listed_masks(std::size_t count) { return count <= 4 ? count : 3; }

}  // namespace

Collectives::Collectives(const Parts& parts)
    : launch_(parts.context.launch),
      options_(parts.context.options),
      positions_(parts.code.positions),
      current_(parts.code.current),
      current_instruction_(parts.code.current_instruction),
      warps_(parts.threads.warps),
      unsettled_(parts.threads.unsettled),
      report_(parts.record.findings),
      code_(parts.code),
      threads_(parts.threads),
      record_(parts.record),
      control_flow_(parts.control_flow),
      observed_(parts.observed),
      collective_inputs_(parts.collective_inputs),
      collective_results_(parts.collective_results),
      fast_collectives_(parts.fast_collectives),
      matrix_operations_(parts.matrix_operations),
      meeting_order_(parts.meeting_order) {}

void Collectives::arrive_at_collective(const Instruction& in, PositionId position, const Group& group) {
  std::string why;
  if (!collective_supported(in, &why)) throw Stop{why, in.place};
  const spec::Target target{launch_.target_sm};
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] == 0) continue;
    record_.count_step(in.place);
    Warp& warp = warps_[w];
    LaneMask mask = group[w];
    if (needs_later_target(in, target)) {
      record_.report(spec::Rule::TargetIsa, in.place, w, mask,
             name_in_source(in, launch_.cuda_source) + " is not available on sm_" + std::to_string(target.sm));
    }
    if (threads_.is_whole(w, mask) &&
        fast_collectives_.collective_at_once(in, current_instruction_, w, threads_.bank_of(w, position))) {
      control_flow_.advance(position, w, mask);
      continue;
    }
    if (in.op == Opcode::Activemask) {
      collective_results_.activemask(in, position, warp, mask);
      continue;
    }
    collective_inputs_.read_collective(in, warp, threads_.bank_of(w, position), mask, position);
    if (is_legacy_collective(in)) {
      record_.report(spec::Rule::ShflLegacy, in.place, w, mask,
                     name_in_source(in, launch_.cuda_source) + " has no member mask");
      fire(w, mask);
      continue;
    }
    mask = drop_outsiders(in, warp, mask);
    if (mask == 0) continue;
    if (spec::judges_at_instruction(target)) {
      collective_pre70(in, warp, mask);
    } else {
      wait_for_others(in, warp, mask);
    }
  }
}

// The lanes in groups of one mask, in the order of their first ones.
std::vector<LaneMask> Collectives::by_mask(const Warp& warp, LaneMask lanes) {
  std::vector<LaneMask> out;
  while (lanes != 0) {
    const std::uint32_t mask = warp.waits[std::countr_zero(lanes)].mask;
    LaneMask same = 0;
    for_each_lane(lanes, [&](int lane) { same |= warp.waits[lane].mask == mask ? 1u << lane : 0; });
    out.push_back(same);
    lanes &= ~same;
  }
  return out;
}

// mask.self: a lane outside its own mask does not wait; what it would get is undefined.
LaneMask Collectives::drop_outsiders(const Instruction& in, Warp& warp, LaneMask mask) {
  Domain d;
  const std::uint32_t w = threads_.warp_index(warp);
  LaneMask outside = 0;
  for_each_lane(mask, [&](int lane) {
    const spec::Waiting<Domain> waiting{{true}, {warp.waits[lane].mask}, {false}};
    if (spec::violates_mask_self(d, index_of(lane), waiting).value) outside |= 1u << lane;
  });
  if (outside == 0) return mask;
  const std::vector<LaneMask> groups = by_mask(warp, outside);
  std::string message;
  LaneMask listed = 0;
  const std::size_t most = listed_masks(groups.size());
  for (std::size_t g = 0; g < most; ++g) {
    const bool one = std::popcount(groups[g]) == 1;
    message +=
        (g == 0 ? "" : "; ") + lanes_text(groups[g]) +
        (g == 0 ? (one ? " executes " : " execute ") + name_in_source(in, launch_.cuda_source) : std::string()) +
        (one ? " outside its own mask " : " outside their own mask ") +
        hex_mask(warp.waits[std::countr_zero(groups[g])].mask);
    listed |= groups[g];
  }
  if (groups.size() > most) {
    message += "; so " + std::string(std::popcount(outside & ~listed) == 1 ? "does " : "do ") +
               lanes_text(outside & ~listed) + " with " + std::to_string(groups.size() - most) +
               (groups.size() - most == 1 ? " other mask" : " other masks");
  }
  record_.report(spec::Rule::MaskSelf, in.place, w, outside, message);
  Outcome out;
  out.tainted = out.second_tainted = outside;
  out.origin.fill(report_.origin(spec::Rule::MaskSelf, in.place));
  collective_results_.commit(w, outside, out);
  return mask & ~outside;
}

void Collectives::wait_for_others(const Instruction& in, Warp& warp, LaneMask mask) {
  warp.waiting |= mask;
  unsettled_ = true;
  if (!record_.tracing()) return;
  const auto row = [&](LaneMask lanes, LaneMask named, std::string text) {
    record_.trace({TraceStep::Kind::Wait,
           in.place,
           positions_.at(current_).function,
           current_instruction_,
           threads_.warp_index(warp),
           LaneSet{lanes},
           named,
           LaneSet{named & warp.live() & ~warp.waiting},
           {},
           std::move(text)});
  };
  const std::vector<LaneMask> groups = by_mask(warp, mask);
  LaneMask rest = mask, named = 0;
  const std::size_t most = listed_masks(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::uint32_t of_group = warp.waits[std::countr_zero(groups[g])].mask;
    if (g < most) {
      row(groups[g], of_group, "");
      rest &= ~groups[g];
    }
    named |= g < most ? 0 : of_group;
  }
  if (rest != 0) row(rest, named, std::to_string(groups.size() - most) + " other masks");
}

// Up to sm_6x the instruction is judged as it executes, and executes at once for the lanes that are there.
void Collectives::collective_pre70(const Instruction& in, Warp& warp, LaneMask mask) {
  Domain d;
  const std::uint32_t w = threads_.warp_index(warp);
  const std::size_t size = index_of(launch_.warp_size);
  std::array<spec::Waiting<Domain>, kLanes> lanes{};
  std::array<ScalarPred, kLanes> exited{};
  const LaneMask gone = threads_.excused(warp);
  for (int k = 0; k < launch_.warp_size; ++k) {
    lanes[k] = {{((mask >> k) & 1) != 0}, {warp.waits[k].mask}, {false}};
    exited[k] = {((gone >> k) & 1) != 0};
  }
  LaneMask missing = 0, mismatch = 0, unclaimed = 0;
  for_each_lane(mask, [&](int lane) {
    const auto verdict = spec::judge_pre70<Domain>(d, index_of(lane),
                                                   std::span<const spec::Waiting<Domain>>(lanes.data(), size),
                                                   std::span<const ScalarPred>(exited.data(), size));
    if (verdict.mask_missing.value) missing |= 1u << lane;
    if (verdict.mask_mismatch.value) mismatch |= 1u << lane;
    if (verdict.converge.value) unclaimed |= 1u << lane;
  });
  const auto judge = [&](spec::Rule rule, LaneMask which, const std::string& message) {
    if (which != 0) record_.report(rule, in.place, w, which, message);
  };
  judge(spec::Rule::MaskMissing, missing,
        "lanes of the mask do not execute the instruction together with these");
  judge(spec::Rule::MaskMismatch, mismatch, "lanes execute together with overlapping, different masks");
  judge(spec::Rule::ConvergePre70, missing | unclaimed, "the lanes of the mask are not converged");
  // In lockstep whoever is here takes part, whatever its own mask says.
  fire(w, mask);
}

// Two waiting lanes are at one operation, as far as the policy asks.
bool Collectives::meets(const Wait& a, const Wait& b) const {
  if (a.at_barrier || b.at_barrier) return false;
  if (is_aligned_collective(code_.instruction_of(a).op)) return a.position == b.position;
  if (a.function == b.function && a.instruction == b.instruction) return true;
  if (launch_.policies.program_point == spec::ProgramPoint::SamePoint) return false;
  return same_operation(code_.instruction_of(a), code_.instruction_of(b));
}

// Fires the collective of the lowest lane whose collective can; false when none can.
bool Collectives::fire_one(std::uint32_t w) {
  Domain d;
  Warp& warp = warps_[w];
  const std::size_t size = index_of(launch_.warp_size);
  std::array<spec::Waiting<Domain>, kLanes> lanes{};
  std::array<ScalarPred, kLanes> exited{};
  const LaneMask gone = threads_.excused(warp);
  for (int k = 0; k < launch_.warp_size; ++k) exited[k] = {((gone >> k) & 1) != 0};
  LaneMask open = 0;
  for_each_lane(warp.waiting, [&](int lane) {
    if (!warp.waits[lane].at_barrier) open |= 1u << lane;
  });
  while (open != 0) {
    const int caller = std::countr_zero(open);
    const Wait& self = warp.waits[caller];
    LaneMask same = 0;
    for (int k = 0; k < launch_.warp_size; ++k) {
      const bool waits = ((warp.waiting >> k) & 1) != 0;
      const bool here = waits && meets(warp.waits[k], self);
      lanes[k] = {{here}, {waits ? warp.waits[k].mask : 0}, {waits && !here && !warp.waits[k].at_barrier}};
      if (here && warp.waits[k].mask == self.mask) same |= 1u << k;
    }
    const std::span<const spec::Waiting<Domain>> waiting(lanes.data(), size);
    const std::span<const ScalarPred> out(exited.data(), size);
    if (spec::may_fire<Domain>(d, index_of(caller), waiting, out).value) {
      const auto members = spec::firing_set<Domain>(d, index_of(caller), waiting, out);
      LaneMask participants = 0;
      for (int k = 0; k < launch_.warp_size; ++k) participants |= members[k].value ? 1u << k : 0;
      note_points(warp, participants);
      fire(w, participants);
      return true;
    }
    open &= ~same;
  }
  return false;
}

// point.mismatch: lanes of one firing came from several instructions.
void Collectives::note_points(const Warp& warp, LaneMask participants) {
  const Wait& first = warp.waits[std::countr_zero(participants)];
  for_each_lane(participants, [&](int lane) {
    const Wait& wait = warp.waits[lane];
    if (wait.function == first.function && wait.instruction == first.instruction) return;
    const Instruction &in = code_.instruction_of(first), &other = code_.instruction_of(wait);
    record_.report(
        spec::Rule::PointMismatch, in.place, threads_.warp_index(warp), participants,
        name_in_source(in, launch_.cuda_source) + " completes with lanes that arrived at different program points",
        {{other.place, "lane " + std::to_string(lane) + " arrives here"}});
  });
}

// Computes the collective for the participants, writes their results and lets them go on.
void Collectives::fire(std::uint32_t w, LaneMask participants) {
  Warp& warp = warps_[w];
  const Instruction& in = code_.instruction_of(warp.waits[std::countr_zero(participants)]);
  note_exited_lanes(in, warp, w, participants);
  if (is_aligned_collective(in.op)) return matrix_operations_.fire_aligned(w, participants);
  Outcome out;
  collective_results_.compute(in, warp, participants, out);
  meeting_order_.order_collective(in, w, participants);
  std::vector<std::uint64_t> values;
  if (record_.tracing() && !in.destinations.empty())
    values.assign(out.first.begin(), out.first.begin() + launch_.warp_size);
  trace_firing(in, warp, w, participants, std::move(values));
  collective_results_.commit(w, participants, out);
}

// mask.exited: what the lanes' masks name and has exited, as the specification has it.
void Collectives::note_exited_lanes(const Instruction& in, const Warp& warp, std::uint32_t w,
                                    LaneMask participants) {
  const LaneMask left = warp.exited & warp.exists;
  if (left == 0) return;
  Domain d;
  std::array<ScalarPred, kLanes> exited{};
  for (int k = 0; k < launch_.warp_size; ++k) exited[k] = {((left >> k) & 1) != 0};
  LaneMask without = 0, missed = 0;
  for_each_lane(participants, [&](int lane) {
    const std::uint32_t mask = warp.waits[lane].mask;
    const bool fires = spec::fires_without_exited<Domain>(
                           d, {true}, {mask},
                           std::span<const ScalarPred>(exited.data(), index_of(launch_.warp_size)))
                           .value;
    without |= fires ? 1u << lane : 0;
    missed |= fires ? mask & left : 0;
  });
  if (without == 0) return;
  record_.report(spec::Rule::MaskExited, in.place, w, without,
         "the mask names lanes " + LaneSet{missed}.str() + ", which have exited; it completes only because of that");
}

void Collectives::trace_firing(const Instruction& in, const Warp& warp, std::uint32_t w,
                               LaneMask participants, std::vector<std::uint64_t> values) {
  if (!record_.tracing()) return;
  const Wait& first = warp.waits[std::countr_zero(participants)];
  TraceStep step{TraceStep::Kind::Fire,
                 in.place,
                 first.function,
                 first.instruction,
                 w,
                 LaneSet{participants},
                 first.mask,
                 {},
                 {},
                 ""};
  step.values = std::move(values);
  if (options_.observer != nullptr) observed_.add_sources(in, warp, participants, step);
  record_.trace(std::move(step));
}

}  // namespace warpproof::concrete
