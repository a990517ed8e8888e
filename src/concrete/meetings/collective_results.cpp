#include "src/concrete/meetings/collective_results.h"

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
#include "src/concrete/control/random_schedule.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/registers.h"
#include "src/concrete/control/threads.h"
#include "src/machine/alu.h"
#include "src/machine/collective.h"
#include "src/machine/name_in_source.h"
#include "src/machine/scalar_domain.h"

namespace warpproof::concrete {

namespace {

using Domain = ScalarDomain;

using Word32 = ScalarWord<32>;

}  // namespace

CollectiveResults::CollectiveResults(const Parts& parts)
    : launch_(parts.context.launch),
      inputs_(parts.context.inputs),
      positions_(parts.code.positions),
      current_instruction_(parts.code.current_instruction),
      warps_(parts.threads.warps),
      report_(parts.record.findings),
      random_(parts.random_schedule.random),
      code_(parts.code),
      threads_(parts.threads),
      record_(parts.record),
      registers_(parts.registers),
      random_schedule_(parts.random_schedule),
      control_flow_(parts.control_flow) {}

void CollectiveResults::activemask(const Instruction& in, PositionId position, Warp& warp, LaneMask mask) {
  Domain d;
  const std::uint32_t w = threads_.warp_index(warp);
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
  registers_.write_destination(in, 0, threads_.bank_of(w, position), mask, out, false, 0, {});
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
  if (record_.tracing()) step.values.assign(out.lane.begin(), out.lane.begin() + launch_.warp_size);
  record_.trace(std::move(step));
  control_flow_.advance(position, w, mask);
}

void CollectiveResults::compute(const Instruction& in, const Warp& warp, LaneMask participants,
                                Outcome& out) {
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
        const auto choice = random_ ? d.constant<5>(static_cast<std::uint64_t>(
                                          random_schedule_.elected(warp.waits[lane].mask, participants)))
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
void CollectiveResults::compute_shuffle(const Instruction& in, const Warp& warp, LaneMask participants,
                                        Outcome& out) {
  Domain d;
  const std::uint32_t w = threads_.warp_index(warp);
  std::array<spec::Contribution<Domain, 32>, kLanes> lanes{};
  for_each_lane(participants, [&](int k) {
    lanes[k] = {{true}, {warp.waits[k].mask}, d.constant<32>(warp.waits[k].value), {false}};
  });
  const std::span<const spec::Contribution<Domain, 32>> all(lanes.data(), index_of(launch_.warp_size));
  const auto whole = static_cast<LaneMask>(LaneSet::first(launch_.warp_size).bits);
  for_each_lane(participants, [&](int lane) {
    const std::size_t caller = index_of(lane);
    const Wait& wait = warp.waits[caller];
    const Instruction& own = code_.instruction_of(wait);
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
      record_.report(rule, own.place, w, 1u << lane, message);
    };
    if (rules.outside_mask.value) {
      undefined(spec::Rule::ShflSourceOutsideMask, "lane " + std::to_string(lane) + " reads from lane " +
                                                       std::to_string(from) + ", which its mask " +
                                                       hex_mask(wait.mask) + " does not name");
    } else if (rules.inactive.value) {
      const LaneMask gone = threads_.excused(warp) >> from & 1;
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
void CollectiveResults::commit(std::uint32_t w, LaneMask participants, const Outcome& out) {
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
    const Instruction& in = code_.instruction_of(warp.waits[std::countr_zero(together)]);
    Bank& bank = threads_.bank_of(w, position);
    const bool predicate = in.op == Opcode::Vote && in.mod.vote != VoteMode::Ballot;
    LaneVector first(predicate ? 1 : 32);
    for (int lane = 0; lane < kLanes; ++lane) first.set(lane, out.first[lane]);
    registers_.write_destination(in, 0, bank, together, first, false, out.tainted, out.origin);
    registers_.write_destination(in, 1, bank, together, VectorDomain::predicate(out.second), false,
                                 out.second_tainted, out.origin);
    control_flow_.advance(position, w, together);
  }
}

}  // namespace warpproof::concrete
