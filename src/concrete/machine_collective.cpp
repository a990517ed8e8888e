// Warp collectives: arriving, meeting, and what the lanes get. The meaning is spec/'s; here it is fed and
// obeyed.

#include <algorithm>

#include "spec/activemask.h"
#include "spec/cuda_shfl.h"
#include "spec/elect.h"
#include "spec/match.h"
#include "spec/redux.h"
#include "spec/rendezvous.h"
#include "spec/shfl.h"
#include "spec/vote.h"
#include "src/concrete/machine.h"
#include "src/machine/alu.h"
#include "src/machine/scalar_domain.h"
#include "src/machine/told_name.h"

namespace warpproof::concrete {
namespace {

using Domain = ScalarDomain;
using Word32 = ScalarWord<32>;

// Of that many masks how many are told one by one; the others are counted.
std::size_t told_masks(std::size_t count) { return count <= 4 ? count : 3; }

std::size_t index_of(int i) { return static_cast<std::size_t>(i); }

std::string lanes_text(LaneMask lanes) {
  return (std::popcount(lanes) == 1 ? "lane " : "lanes ") + LaneSet{lanes}.str();
}

}  // namespace

// Results of one firing, by lane; `second` is the destination predicate of shfl, match and elect.
struct Machine::Outcome {
  std::array<std::uint64_t, kLanes> first{};
  LaneMask second = 0;
  LaneMask tainted = 0, second_tainted = 0;
  std::array<OriginId, kLanes> origin{};
};

void Machine::arrive_at_collective(const Instruction& in, PositionId position, const Group& group) {
  std::string why;
  if (!collective_supported(in, &why)) throw Stop{why, in.place};
  const spec::Target target{launch_.target_sm};
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] == 0) continue;
    count_step(in.place);
    Warp& warp = warps_[w];
    LaneMask mask = group[w];
    if (needs_later_target(in, target)) {
      report(spec::Rule::TargetIsa, in.place, w, mask,
             told_name(in, launch_.cuda_source) + " is not available on sm_" + std::to_string(target.sm));
    }
    if (is_whole(w, mask) && collective_at_once(in, current_instruction_, w, bank_of(w, position))) {
      advance(position, w, mask);
      continue;
    }
    if (in.op == Opcode::Activemask) {
      activemask(in, position, warp, mask);
      continue;
    }
    read_collective(in, warp, bank_of(w, position), mask, position);
    if (is_legacy_collective(in)) {
      report(spec::Rule::ShflLegacy, in.place, w, mask, told_name(in, launch_.cuda_source) + " has no member mask");
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

// Reads the operands of each lane and judges those that the rules restrict.
void Machine::read_collective(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
                              PositionId position) {
  const CollectiveOperands at = collective_operands(in);
  const auto read = [&](int index, int width, Read& out) {
    read_operand(in, in.sources.at(index_of(index)), width, warp, bank, mask, out);
    if (out.word.width == 1 && in.sources[index_of(index)].negated) out.word.mask = ~out.word.mask;
  };
  const int value_width = in.op == Opcode::Vote ? 1 : std::max(bits_of(in.type), 32);
  Read value, b, c, member;
  if (at.value >= 0) read(at.value, value_width, value);
  if (at.b >= 0) read(at.b, 32, b);
  if (at.c >= 0) read(at.c, 32, c);
  if (at.mask >= 0) read(at.mask, 32, member);
  for_each_lane(mask, [&](int lane) {
    Wait& wait = warp.waits[lane];
    wait = Wait{};
    wait.position = position;
    wait.function = positions_.at(position).function;
    wait.instruction = current_instruction_;
    // The deprecated forms have no mask: they name every lane, and the active ones take part.
    wait.mask = at.mask >= 0 ? static_cast<std::uint32_t>(member.word.at(lane))
                             : static_cast<std::uint32_t>(LaneSet::first(launch_.warp_size).bits);
    if (at.value >= 0) {
      wait.value = value.word.at(lane);
      wait.value_origin = (value.tainted >> lane) & 1 ? value.origin[lane] : 0;
    }
    if (at.b >= 0) wait.b = static_cast<std::uint32_t>(b.word.at(lane));
    if (at.c >= 0) wait.c = static_cast<std::uint32_t>(c.word.at(lane));
  });
  if (at.b >= 0) report_use(b, mask, in, warp, "the lane operand of a shuffle");
  if (at.c >= 0) report_use(c, mask, in, warp, "the clamp operand of a shuffle");
  if (at.mask >= 0) report_use(member, mask, in, warp, "a member mask");
  if (at.value >= 0 && in.op != Opcode::Shfl && !is_aligned_collective(in.op))
    report_use(value, mask, in, warp, "the operand of a collective");
  judge_operands(in, warp, bank, mask);
}

// Which rules about the operands of a shuffle have something to say about this lane's.
void Machine::note_odd_operands(const Instruction& in, int lane, std::uint32_t b_bits, std::uint32_t c_bits,
                                OddOperands& out) const {
  Domain d;
  const spec::ShflMode mode = shfl_mode(in);
  const LaneMask bit = 1u << lane;
  const Word32 b{b_bits}, c{c_bits};
  // Inline assembly may choose any c; one whose clamp field is that of the CUDA lowering speaks of a width.
  const std::uint32_t clamp =
      mode == spec::ShflMode::Up ? 0 : static_cast<std::uint32_t>(launch_.warp_size) - 1;
  const bool from_cuda = (c_bits & 0xff) == clamp;
  if (from_cuda && !spec::c_is_from_cuda_width(d, mode, c, launch_.warp_size).value) out.width |= bit;
  if (spec::shfl_offset_is_truncated(d, mode, b, launch_.warp_size).value) out.offset |= bit;
  if (spec::shfl_c_has_ignored_bits(d, c, launch_.warp_size).value) out.ignored |= bit;
}

void Machine::judge_operands(const Instruction& in, Warp& warp, Bank&, LaneMask mask) {
  const std::uint32_t w = warp_index(warp);
  LaneMask undefined = 0;
  OddOperands odd;
  for_each_lane(mask, [&](int lane) {
    const Wait& wait = warp.waits[lane];
    const LaneMask bit = 1u << lane;
    if (wait.value_origin != 0 && !is_aligned_collective(in.op)) {
      const Report::Origin& origin = report_.origin_of(wait.value_origin);
      if (origin.rule == spec::Rule::ValueUninitialised && !origin.may_be_padding) undefined |= bit;
    }
    if (in.op == Opcode::Shfl) note_odd_operands(in, lane, wait.b, wait.c, odd);
  });
  // What is only a note for this language is how PTX defines the instruction, hence not worth a finding.
  const auto judge = [&](spec::Rule rule, LaneMask lanes, const std::string& message) {
    if (lanes != 0 && report_.level(rule) > spec::Level::Note) report(rule, in.place, w, lanes, message);
  };
  judge(spec::Rule::ValueUninitialised, undefined,
        "the value given to " + told_name(in, launch_.cuda_source) + " was never written");
  judge(spec::Rule::ShflWidth, odd.width,
        launch_.cuda_source && !in.inline_assembly
            ? "the width is none of 1, 2, 4, 8, 16 and 32"
            : "the clamp operand is not that of a width of 1, 2, 4, 8, 16 or 32");
  judge(spec::Rule::ShflOffset, odd.offset,
        "the distance is the warp size or more and is cut to its low bits");
  const std::string of_c = "bits of the clamp operand that the instruction ignores are set";
  if (odd.ignored != 0 && in.inline_assembly && in.mod.sync) {
    // Its c was written by hand.
    report_.add(spec::Rule::ShflCBits,
                spec::level(spec::Rule::ShflCBits, spec::Target{launch_.target_sm}, launch_.policies,
                            spec::Language::Ptx),
                in.place, ThreadSet(static_cast<int>(w), LaneSet{odd.ignored}), of_c);
    return;
  }
  judge(spec::Rule::ShflCBits, odd.ignored, of_c);
}

// The lanes in groups of one mask, in the order of their first ones.
std::vector<LaneMask> Machine::by_mask(const Warp& warp, LaneMask lanes) {
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
LaneMask Machine::drop_outsiders(const Instruction& in, Warp& warp, LaneMask mask) {
  Domain d;
  const std::uint32_t w = warp_index(warp);
  LaneMask outside = 0;
  for_each_lane(mask, [&](int lane) {
    const spec::Waiting<Domain> waiting{{true}, {warp.waits[lane].mask}, {false}};
    if (spec::violates_mask_self(d, index_of(lane), waiting).value) outside |= 1u << lane;
  });
  if (outside == 0) return mask;
  const std::vector<LaneMask> groups = by_mask(warp, outside);
  std::string message;
  LaneMask told = 0;
  const std::size_t most = told_masks(groups.size());
  for (std::size_t g = 0; g < most; ++g) {
    const bool one = std::popcount(groups[g]) == 1;
    message += (g == 0 ? "" : "; ") + lanes_text(groups[g]) +
               (g == 0 ? (one ? " executes " : " execute ") + told_name(in, launch_.cuda_source) : std::string()) +
               (one ? " outside its own mask " : " outside their own mask ") +
               hex_mask(warp.waits[std::countr_zero(groups[g])].mask);
    told |= groups[g];
  }
  if (groups.size() > most) {
    message += "; so " + std::string(std::popcount(outside & ~told) == 1 ? "does " : "do ") +
               lanes_text(outside & ~told) + " with " + std::to_string(groups.size() - most) +
               (groups.size() - most == 1 ? " other mask" : " other masks");
  }
  report(spec::Rule::MaskSelf, in.place, w, outside, message);
  Outcome out;
  out.tainted = out.second_tainted = outside;
  out.origin.fill(report_.origin(spec::Rule::MaskSelf, in.place));
  commit(w, outside, out);
  return mask & ~outside;
}

void Machine::wait_for_others(const Instruction& in, Warp& warp, LaneMask mask) {
  warp.waiting |= mask;
  unsettled_ = true;
  if (!tracing()) return;
  const auto row = [&](LaneMask lanes, LaneMask named, std::string text) {
    trace({TraceStep::Kind::Wait,
           in.place,
           positions_.at(current_).function,
           current_instruction_,
           warp_index(warp),
           LaneSet{lanes},
           named,
           LaneSet{named & warp.live() & ~warp.waiting},
           {},
           std::move(text)});
  };
  const std::vector<LaneMask> groups = by_mask(warp, mask);
  LaneMask rest = mask, named = 0;
  const std::size_t most = told_masks(groups.size());
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

// Lanes of the warp that no collective waits for.
LaneMask Machine::excused(const Warp& warp) const {
  const auto all = static_cast<LaneMask>(LaneSet::first(launch_.warp_size).bits);
  const bool absent_exited = launch_.policies.absent_lanes == spec::AbsentLanes::Exited;
  return warp.exited | (absent_exited ? all & ~warp.exists : 0);
}

// Up to sm_6x the instruction is judged as it executes, and executes at once for the lanes that are there.
void Machine::collective_pre70(const Instruction& in, Warp& warp, LaneMask mask) {
  Domain d;
  const std::uint32_t w = warp_index(warp);
  const std::size_t size = index_of(launch_.warp_size);
  std::array<spec::Waiting<Domain>, kLanes> lanes{};
  std::array<ScalarPred, kLanes> exited{};
  const LaneMask gone = excused(warp);
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
    if (which != 0) report(rule, in.place, w, which, message);
  };
  judge(spec::Rule::MaskMissing, missing,
        "lanes of the mask do not execute the instruction together with these");
  judge(spec::Rule::MaskMismatch, mismatch, "lanes execute together with overlapping, different masks");
  judge(spec::Rule::ConvergePre70, missing | unclaimed, "the lanes of the mask are not converged");
  // In lockstep whoever is here takes part, whatever its own mask says.
  fire(w, mask);
}

void Machine::activemask(const Instruction& in, PositionId position, Warp& warp, LaneMask mask) {
  Domain d;
  const std::uint32_t w = warp_index(warp);
  const std::size_t occurrence = warp.activemasks++;
  const auto& given = inputs_.activemask_groups;
  const bool chosen = launch_.policies.activemask == spec::Activemask::AnySubset && w < given.size() &&
                      occurrence < given[w].size();
  std::array<spec::ActiveLane<Domain>, kLanes> lanes{};
  for (int k = 0; k < launch_.warp_size; ++k) {
    lanes[k].present = {((mask >> k) & 1) != 0};
    lanes[k].group = d.constant<5>(chosen ? given[w][occurrence][index_of(k)] : 0);
  }
  LaneVector out(32);
  out.lane.fill(0);
  for_each_lane(mask, [&](int lane) {
    out.lane[lane] = spec::activemask<Domain>(
                         d, index_of(lane),
                         std::span<const spec::ActiveLane<Domain>>(lanes.data(), index_of(launch_.warp_size)))
                         .value;
  });
  write_destination(in, 0, bank_of(w, position), mask, out, false, 0, {});
  TraceStep step{TraceStep::Kind::Fire,
                 in.place,
                 positions_.at(position).function,
                 current_instruction_,
                 w,
                 LaneSet{mask},
                 0,
                 {},
                 {},
                 ""};
  if (tracing()) step.values.assign(out.lane.begin(), out.lane.begin() + launch_.warp_size);
  trace(std::move(step));
  advance(position, w, mask);
}

// Two waiting lanes are at one operation, as far as the policy asks.
bool Machine::meets(const Wait& a, const Wait& b) const {
  if (a.at_barrier || b.at_barrier) return false;
  if (is_aligned_collective(instruction_of(a).op)) return a.position == b.position;
  if (a.function == b.function && a.instruction == b.instruction) return true;
  if (launch_.policies.program_point == spec::ProgramPoint::SamePoint) return false;
  return same_operation(instruction_of(a), instruction_of(b));
}

// Fires the collective of the lowest lane whose collective can; false when none can.
bool Machine::fire_one(std::uint32_t w) {
  Domain d;
  Warp& warp = warps_[w];
  const std::size_t size = index_of(launch_.warp_size);
  std::array<spec::Waiting<Domain>, kLanes> lanes{};
  std::array<ScalarPred, kLanes> exited{};
  const LaneMask gone = excused(warp);
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
void Machine::note_points(const Warp& warp, LaneMask participants) {
  const Wait& first = warp.waits[std::countr_zero(participants)];
  for_each_lane(participants, [&](int lane) {
    const Wait& wait = warp.waits[lane];
    if (wait.function == first.function && wait.instruction == first.instruction) return;
    const Instruction &in = instruction_of(first), &other = instruction_of(wait);
    report(spec::Rule::PointMismatch, in.place, warp_index(warp), participants,
           told_name(in, launch_.cuda_source) + " completes with lanes that arrived at different program points",
           {{other.place, "lane " + std::to_string(lane) + " arrives here"}});
  });
}

// Computes the collective for the participants, writes their results and lets them go on.
void Machine::fire(std::uint32_t w, LaneMask participants) {
  Warp& warp = warps_[w];
  const Instruction& in = instruction_of(warp.waits[std::countr_zero(participants)]);
  note_exited_lanes(in, warp, w, participants);
  if (is_aligned_collective(in.op)) return fire_aligned(w, participants);
  Outcome out;
  compute(in, warp, participants, out);
  order_collective(in, w, participants);
  std::vector<std::uint64_t> values;
  if (tracing() && !in.destinations.empty())
    values.assign(out.first.begin(), out.first.begin() + launch_.warp_size);
  trace_firing(in, warp, w, participants, std::move(values));
  commit(w, participants, out);
}

// mask.exited: what the lanes' masks name and has exited, as the specification has it.
void Machine::note_exited_lanes(const Instruction& in, const Warp& warp, std::uint32_t w, LaneMask participants) {
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
  report(spec::Rule::MaskExited, in.place, w, without,
         "the mask names lanes " + LaneSet{missed}.str() + ", which have exited; only so it completes");
}

void Machine::trace_firing(const Instruction& in, const Warp& warp, std::uint32_t w, LaneMask participants,
                           std::vector<std::uint64_t> values) {
  if (!tracing()) return;
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
  if (options_.observer != nullptr) add_sources(in, warp, participants, step);
  trace(std::move(step));
}

void Machine::compute(const Instruction& in, const Warp& warp, LaneMask participants, Outcome& out) {
  if (in.op == Opcode::BarWarpSync) return;
  if (in.op == Opcode::Shfl) return compute_shuffle(in, warp, participants, out);
  Domain d;
  std::array<spec::Contribution<Domain, 64>, kLanes> lanes{};
  std::array<spec::Contribution<Domain, 32>, kLanes> lanes32{};
  LaneMask undefined = 0;
  for_each_lane(participants, [&](int k) {
    const Wait& wait = warp.waits[k];
    const ScalarPred pred{(wait.value & 1) != 0};
    lanes[k] = {{true}, {wait.mask}, {wait.value}, pred};
    lanes32[k] = {{true}, {wait.mask}, d.constant<32>(wait.value), pred};
    undefined |= wait.value_origin != 0 ? 1u << k : 0;
  });
  const std::size_t size = index_of(launch_.warp_size);
  const std::span<const spec::Contribution<Domain, 64>> all(lanes.data(), size);
  const std::span<const spec::Contribution<Domain, 32>> all32(lanes32.data(), size);
  for_each_lane(participants, [&](int lane) {
    const std::size_t caller = index_of(lane);
    const auto set_second = [&](bool value) { out.second |= value ? 1u << lane : 0; };
    switch (in.op) {
      case Opcode::Vote:
        if (in.mod.vote == VoteMode::Ballot) {
          out.first[caller] = spec::vote_ballot<Domain, 32>(d, caller, all32).value;
        } else {
          const auto mode = in.mod.vote == VoteMode::All   ? spec::VoteMode::All
                            : in.mod.vote == VoteMode::Any ? spec::VoteMode::Any
                                                           : spec::VoteMode::Uni;
          out.first[caller] = spec::vote<Domain, 32>(d, mode, caller, all32).value;
        }
        break;
      case Opcode::Match:
        if (in.mod.match == MatchMode::Any) {
          out.first[caller] = spec::match_any<Domain, 64>(d, caller, all).value;
        } else {
          const auto match = spec::match_all<Domain, 64>(d, caller, all, launch_.policies.match_all_mask);
          out.first[caller] = match.lanes.value;
          set_second(match.same.value);
        }
        break;
      case Opcode::Redux:
        out.first[caller] = spec::redux<Domain>(d, redux_op(in), caller, all32).value;
        break;
      case Opcode::Elect: {
        const auto choice =
            random_ ? d.constant<5>(static_cast<std::uint64_t>(elected(warp.waits[lane].mask, participants)))
                    : spec::elect_lowest<Domain, 32>(d, caller, all32);
        const auto elected = spec::elect<Domain>(d, d.constant<5>(caller), choice);
        out.first[caller] = elected.leader.value;
        set_second(elected.is_leader.value);
        break;
      }
      default:
        break;
    }
  });
  // One undefined operand makes the result undefined for all who see it.
  for_each_lane(participants, [&](int lane) {
    const LaneMask seen = undefined & warp.waits[lane].mask;
    if (seen == 0) return;
    out.tainted |= 1u << lane;
    out.origin[index_of(lane)] = warp.waits[std::countr_zero(seen)].value_origin;
  });
  out.second_tainted = out.tainted;
}

// The destination predicate says where the source was, which does not depend on the value read: it is never
// undefined.
void Machine::compute_shuffle(const Instruction& in, const Warp& warp, LaneMask participants, Outcome& out) {
  Domain d;
  const std::uint32_t w = warp_index(warp);
  std::array<spec::Contribution<Domain, 32>, kLanes> lanes{};
  for_each_lane(participants, [&](int k) {
    lanes[k] = {{true}, {warp.waits[k].mask}, d.constant<32>(warp.waits[k].value), {false}};
  });
  const std::span<const spec::Contribution<Domain, 32>> all(lanes.data(), index_of(launch_.warp_size));
  const auto whole = static_cast<LaneMask>(LaneSet::first(launch_.warp_size).bits);
  for_each_lane(participants, [&](int lane) {
    const std::size_t caller = index_of(lane);
    const Wait& wait = warp.waits[caller];
    const Instruction& own = instruction_of(wait);
    const auto source = spec::shfl_source(d, shfl_mode(in), d.constant<5>(caller), Word32{wait.b},
                                          Word32{wait.c}, launch_.warp_size);
    if (source.in_range.value) out.second |= 1u << lane;
    // Where every lane takes part and is named, every source has arrived and is named.
    spec::ShflReadRules<Domain> rules{{false}, {false}};
    if (participants != whole || (wait.mask & whole) != whole) {
      rules = spec::shfl_read_rules<Domain, 32>(d, caller, source.lane, all);
    }
    const std::size_t from = source.lane.value;
    const auto undefined = [&](spec::Rule rule, const std::string& message) {
      out.tainted |= 1u << lane;
      out.origin[caller] = report_.origin(rule, own.place);
      report(rule, own.place, w, 1u << lane, message);
    };
    if (rules.outside_mask.value) {
      undefined(spec::Rule::ShflSourceOutsideMask, "lane " + std::to_string(lane) + " reads from lane " +
                                                       std::to_string(from) + ", which its mask " +
                                                       hex_mask(wait.mask) + " does not name");
    } else if (rules.inactive.value) {
      const LaneMask gone = excused(warp) >> from & 1;
      const bool exists = w * static_cast<std::uint32_t>(launch_.warp_size) + from < launch_.threads();
      undefined(spec::Rule::ShflInactiveSource, "lane " + std::to_string(lane) + " reads from lane " +
                                                    std::to_string(from) + ", which " +
                                                    (!exists     ? "the block does not have"
                                                     : gone != 0 ? "has exited"
                                                                 : "is not at this shuffle"));
    } else {
      out.first[caller] = lanes[from].value.value;
      if (warp.waits[from].value_origin != 0) {
        out.tainted |= 1u << lane;
        out.origin[caller] = warp.waits[from].value_origin;
      }
    }
  });
}

// Writes the results to each lane's own instruction's destinations (lanes may have met from several).
void Machine::commit(std::uint32_t w, LaneMask participants, const Outcome& out) {
  Warp& warp = warps_[w];
  warp.waiting &= ~participants;
  LaneMask rest = participants;
  while (rest != 0) {
    const PositionId position = warp.waits[std::countr_zero(rest)].position;
    LaneMask together = 0;
    for_each_lane(rest, [&](int lane) {
      if (warp.waits[lane].position == position) together |= 1u << lane;
    });
    rest &= ~together;
    const Instruction& in = instruction_of(warp.waits[std::countr_zero(together)]);
    Bank& bank = bank_of(w, position);
    const bool predicate = in.op == Opcode::Vote && in.mod.vote != VoteMode::Ballot;
    LaneVector first(predicate ? 1 : 32);
    for (int lane = 0; lane < kLanes; ++lane) first.set(lane, out.first[lane]);
    write_destination(in, 0, bank, together, first, false, out.tainted, out.origin);
    write_destination(in, 1, bank, together, VectorDomain::predicate(out.second), false, out.second_tainted,
                      out.origin);
    advance(position, w, together);
  }
}

}  // namespace warpproof::concrete
