#include "src/concrete/meetings/block_barriers.h"

#include <algorithm>
#include <bit>
#include <string>

#include "src/concrete/control/code.h"
#include "src/concrete/control/control_flow.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/registers.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/ends.h"
#include "src/concrete/meetings/barrier_reuse.h"
#include "src/concrete/meetings/barrier_rules.h"
#include "src/concrete/meetings/bypasses.h"
#include "src/concrete/meetings/meeting_order.h"
#include "src/machine/barrier_sites.h"
#include "src/machine/collective.h"
#include "src/machine/name_in_source.h"

namespace warpproof::concrete {

namespace {

using Domain = ScalarDomain;

using Word32 = ScalarWord<32>;

spec::BarrierArrival arrival_of(const Launch& launch) {
  return spec::counts_barrier_arrivals_per_warp(spec::Target{launch.target_sm})
             ? spec::BarrierArrival::PerWarp
             : spec::BarrierArrival::PerThread;
}

// " 2, 96 threads"; nothing for barrier 0 of all threads.
std::string barrier_text(std::uint32_t id, std::optional<std::uint64_t> count) {
  if (!count) return id == 0 ? "" : " " + std::to_string(id);
  return " " + std::to_string(id) + ", " + std::to_string(*count) + " threads";
}

}  // namespace

BlockBarriers::BlockBarriers(const Parts& parts)
    : launch_(parts.context.launch),
      options_(parts.context.options),
      positions_(parts.code.positions),
      current_instruction_(parts.code.current_instruction),
      warps_(parts.threads.warps),
      unsettled_(parts.threads.unsettled),
      traced_barrier_(parts.record.traced_barrier),
      domain_(parts.registers.domain),
      races_(parts.races),
      code_(parts.code),
      threads_(parts.threads),
      record_(parts.record),
      registers_(parts.registers),
      control_flow_(parts.control_flow),
      barrier_rules_(parts.barrier_rules),
      barrier_reuse_(parts.barrier_reuse),
      bypasses_(parts.bypasses),
      meeting_order_(parts.meeting_order) {}

void BlockBarriers::arrive_at_barrier(const Instruction& in, PositionId position, const Group& group) {
  std::string why;
  if (!collective_supported(in, &why)) throw Stop{why, in.place};
  Domain d;
  const BarrierOperands at = barrier_operands(in);
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    const LaneMask mask = group[w];
    if (mask == 0) continue;
    record_.count_step(in.place);
    Warp& warp = warps_[w];
    Bank& bank = threads_.bank_of(w, position);
    if (needs_later_target(in, spec::Target{launch_.target_sm})) {
      record_.report(spec::Rule::TargetIsa, in.place, w, mask,
                     name_in_source(in, launch_.cuda_source) + " is not available on sm_" +
                         std::to_string(launch_.target_sm));
    }
    Read id, count, predicate;
    const auto read = [&](int index, int width, Read& out, const char* as_what) {
      if (index < 0) return;
      const Operand& operand = in.sources.at(static_cast<std::size_t>(index));
      registers_.read_operand(in, operand, width, warp, bank, mask, out);
      if (operand.negated) out.word.mask = ~out.word.mask;
      registers_.report_use(out, mask, in, warp, as_what);
    };
    read(at.id, 32, id, "a barrier number");
    read(at.count, 32, count, "the thread count of a barrier");
    read(at.predicate, 1, predicate, "the operand of a barrier reduction");
    LaneMask bad_id = 0, bad_count = 0;
    for_each_lane(mask, [&](int lane) {
      if (!spec::barrier_id_is_legal(d, d.constant<32>(id.word.at(lane))).value) {
        bad_id |= 1u << lane;
      } else if (at.count >= 0 && !spec::barrier_count_is_legal(d, d.constant<32>(count.word.at(lane)),
                                                                Word32{launch_.threads()}, launch_.warp_size)
                                       .value) {
        bad_count |= 1u << lane;
      }
    });
    if (bad_id != 0)
      record_.report(spec::Rule::BarrierId, in.place, w, bad_id, "the barrier's number is not 0 to 15");
    if (bad_count != 0) {
      const std::uint64_t value = count.word.at(std::countr_zero(bad_count));
      const std::string why = value == 0 ? "which is none"
                              : value % static_cast<std::uint64_t>(launch_.warp_size) != 0
                                  ? "which is not a multiple of " + std::to_string(launch_.warp_size)
                                  : "and the block has " + std::to_string(launch_.threads());
      record_.report(spec::Rule::BarrierCount, in.place, w, bad_count,
                     "the barrier counts " + std::to_string(value) + " threads, " + why);
    }
    const LaneMask arriving = mask & ~bad_id & ~bad_count;
    LaneMask together = 0;  // that name the barrier of the lane at hand
    for_each_lane(arriving, [&](int lane) {
      const auto number = static_cast<std::uint32_t>(id.word.at(lane));
      std::optional<std::uint32_t> threads;
      if (at.count >= 0) threads = static_cast<std::uint32_t>(count.word.at(lane));
      traced_barrier_ = number;
      barrier_reuse_.check_reuse(number, threads, in, w, lane);
      const bool vote = at.predicate >= 0 && ((predicate.word.mask >> lane) & 1) != 0;
      if ((together >> lane & 1) == 0) {
        together = 0;
        for_each_lane(arriving, [&](int k) { together |= id.word.at(k) == number ? 1u << k : 0; });
      }
      const OriginId undefined = (predicate.tainted >> lane) & 1 ? predicate.origin[lane] : 0;
      barrier_arrival(in, position, warp, lane, number, threads, vote, undefined, together);
    });
    traced_barrier_.reset();
    control_flow_.halt_lanes(w, bad_id | bad_count, "an illegal barrier operand");
    if (record_.tracing())
      trace_arrival(in, position, w, arriving & ~warp.halted, id.word, at.count >= 0 ? &count.word : nullptr);
    if (!spec::barrier_blocks(barrier_op(in))) control_flow_.advance(position, w, arriving & ~warp.halted);
  }
  if (is_barrier_of_everyone(in)) bypasses_.note_blocked(position, group);
  unsettled_ = true;
}

// Lanes of a warp by the barrier and the count that they name.
void BlockBarriers::trace_arrival(const Instruction& in, PositionId position, std::uint32_t warp,
                                  LaneMask arriving, const LaneVector& id, const LaneVector* count) {
  while (arriving != 0) {
    const int first = std::countr_zero(arriving);
    LaneMask together = 0;
    for_each_lane(arriving, [&](int lane) {
      const bool alike =
          id.at(lane) == id.at(first) && (count == nullptr || count->at(lane) == count->at(first));
      together |= alike ? 1u << lane : 0;
    });
    arriving &= ~together;
    const auto number = static_cast<std::uint32_t>(id.at(first));
    traced_barrier_ = number;
    record_.trace({spec::barrier_blocks(barrier_op(in)) ? TraceStep::Kind::Wait : TraceStep::Kind::Arrive,
           in.place,
           positions_.at(position).function,
           current_instruction_,
           warp,
           LaneSet{together},
           0,
           {},
           {},
           barrier_text(number, count == nullptr ? std::nullopt : std::optional(count->at(first)))});
  }
  traced_barrier_.reset();
}

// One thread arrives at barrier `id`, with the lanes `together` of its warp.
void BlockBarriers::barrier_arrival(const Instruction& in, PositionId position, Warp& warp, int lane,
                              std::uint32_t id, std::optional<std::uint32_t> count, bool predicate,
                              OriginId undefined, LaneMask together) {
  BarrierState& state = barriers[id];
  const std::uint32_t w = threads_.warp_index(warp), thread = threads_.thread_of(w, lane);
  const LaneMask bit = 1u << lane;
  const spec::BarrierOp op = barrier_op(in);
  if (!state.active) {
    state = BarrierState{};
    state.active = true;
    state.arrived.assign(warps_.size(), 0);
    state.waiting = state.predicate = state.arrived;
    state.site.assign(launch_.threads(), kNoPosition);
    state.aligned.assign(launch_.threads(), 0);
    state.time.assign(launch_.threads(), 0);
    state.count = count;
    state.first_place = in.place;
  }
  const bool per_warp = arrival_of(launch_) == spec::BarrierArrival::PerWarp;
  const LaneMask pending = per_warp ? state.arrived[w] & ~together : state.arrived[w] & bit;
  if (pending != 0) {
    record_.report(spec::Rule::BarrierRearrive, in.place, w, bit,
           "the warp arrives at barrier " + std::to_string(id) + " again while its arrival is pending");
    control_flow_.halt_lanes(w, bit, "an arrival that has no meaning");
    return;
  }
  if (barrier_reuse_.counted_threads(count) != barrier_reuse_.counted_threads(state.count)) {
    record_.report(spec::Rule::BarrierCount, in.place, w, bit,
           "threads of one generation of barrier " + std::to_string(id) + " pass different thread counts",
           {{state.first_place, "the generation starts here"}});
    control_flow_.halt_lanes(w, bit, "an arrival that has no meaning");
    return;
  }
  for (const spec::BarrierOp other : state.ops) {
    if (spec::barrier_ops_may_mix(op, other)) continue;
    record_.report(spec::Rule::BarrierRedMix, in.place, w, bit,
           "one generation of barrier " + std::to_string(id) + " mixes reductions with other operations",
           {{state.first_place, "the generation starts here"}});
  }
  if (!count) state.count.reset();
  state.ops.insert(op);
  state.arrived[w] |= bit;
  state.site[thread] = position;
  state.aligned[thread] = in.mod.aligned;
  state.time[thread] = barrier_reuse_.next_time();
  if (predicate) state.predicate[w] |= bit;
  if (undefined != 0) state.undefined[thread] = undefined;
  if (!spec::barrier_blocks(op)) {
    if (options_.races) state.released[thread] = races_.release(thread);
    return;
  }
  state.waiting[w] |= bit;
  warp.waiting |= bit;
  Wait& wait = warp.waits[lane];
  wait = Wait{};
  wait.position = position;
  wait.function = positions_.at(position).function;
  wait.instruction = current_instruction_;
  wait.at_barrier = true;
  wait.barrier = id;
}

// The block's threads as the barrier sees them.
std::vector<spec::BarrierThread<ScalarDomain>> BlockBarriers::threads_at(const BarrierState& state) const {
  std::vector<spec::BarrierThread<Domain>> threads(launch_.threads());
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    const std::uint32_t w = t / launch_.warp_size, lane = t % launch_.warp_size;
    // An arrival stands even when its thread has exited since (arrive, then the end of the kernel).
    const bool arrived = ((state.arrived[w] >> lane) & 1) != 0;
    threads[t] = {{arrived}, {((warps_[w].exited >> lane) & 1) != 0 && !arrived}};
  }
  return threads;
}

bool BlockBarriers::barrier_complete(const BarrierState& state) const {
  Domain d;
  const auto threads = threads_at(state);
  const std::span<const spec::BarrierThread<Domain>> all(threads);
  const spec::BarrierArrival arrival = arrival_of(launch_);
  if (!state.count) return spec::barrier_may_fire<Domain>(d, all, arrival, launch_.warp_size).value;
  return spec::barrier_count_may_fire<Domain>(d, all, Word32{*state.count}, arrival, launch_.warp_size).value;
}

// Who makes up the generation that completes: with a count the first warps that reach it, a later arrival
// belongs to the next generation.
std::vector<LaneMask> BlockBarriers::warps_of_generation(const BarrierState& state) const {
  if (!state.count) return state.arrived;
  Domain d;
  const auto threads = threads_at(state);
  const std::span<const spec::BarrierThread<Domain>> all(threads);
  const auto size = static_cast<std::size_t>(launch_.warp_size);
  std::vector<LaneMask> out(warps_.size(), 0);
  std::uint32_t counted = 0;
  for (std::size_t w = 0; w < warps_.size() && counted < *state.count; ++w) {
    const auto warp = all.subspan(w * size, std::min(size, all.size() - w * size));
    const bool there = spec::barrier_count_may_fire<Domain>(d, warp, d.constant<32>(size),
                                                            arrival_of(launch_), launch_.warp_size)
                           .value;
    if (!there) continue;
    out[w] = state.arrived[w];
    counted += static_cast<std::uint32_t>(size);
  }
  return out;
}

bool BlockBarriers::fire_barrier(std::uint32_t id) {
  BarrierState& state = barriers[id];
  if (!state.active || !barrier_complete(state)) return false;
  complete_barrier(id);
  return true;
}

void BlockBarriers::complete_barrier(std::uint32_t id) {
  BarrierState state = barriers[id];
  const std::vector<LaneMask> chosen = warps_of_generation(state);
  BarrierState& rest = barriers[id];
  rest.active = false;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    state.arrived[w] &= chosen[w];
    state.waiting[w] &= chosen[w];
    rest.arrived[w] &= ~chosen[w];
    rest.waiting[w] &= ~chosen[w];
    rest.predicate[w] &= ~chosen[w];
    rest.active |= rest.arrived[w] != 0;
  }
  const auto is_chosen = [&](std::uint32_t thread) {
    const std::uint32_t size = static_cast<std::uint32_t>(launch_.warp_size);
    return ((chosen[thread / size] >> thread % size) & 1) != 0;
  };
  std::erase_if(rest.released, [&](const auto& entry) { return is_chosen(entry.first); });
  std::erase_if(rest.undefined, [&](const auto& entry) { return is_chosen(entry.first); });
  std::erase_if(state.released, [&](const auto& entry) { return !is_chosen(entry.first); });
  std::erase_if(state.undefined, [&](const auto& entry) { return !is_chosen(entry.first); });
  traced_barrier_ = id;
  meeting_order_.order_barrier(state);
  barrier_rules_.judge_alignment(state, id);
  barrier_rules_.judge_sites(state);
  barrier_rules_.judge_grid_barrier(state);
  barrier_rules_.note_exited_threads(state);
  barrier_results(state);
  barrier_reuse_.judge_overfull(id, state, rest);
  barrier_reuse_.note_generation(id, state);
  for (std::uint32_t w = 0; w < warps_.size(); ++w) warps_[w].waiting &= ~state.waiting[w];
  bypasses_.forget_generation(state);
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    LaneMask todo = state.waiting[w];
    while (todo != 0) {
      const PositionId position = warps_[w].waits[std::countr_zero(todo)].position;
      LaneMask together = 0;
      for_each_lane(todo, [&](int lane) {
        if (warps_[w].waits[lane].position == position) together |= 1u << lane;
      });
      todo &= ~together;
      record_.trace({TraceStep::Kind::Fire,
             code_.instruction_at(position).place,
             positions_.at(position).function,
             code_.function_at(position).blocks[positions_.at(position).block].first,
             w,
             LaneSet{together},
             0,
             {},
             {},
             barrier_text(id, state.count)});
      control_flow_.advance(position, w, together);
    }
  }
  traced_barrier_.reset();
}

// The reductions, over the threads that arrived.
void BlockBarriers::barrier_results(const BarrierState& state) {
  if (std::none_of(state.ops.begin(), state.ops.end(), spec::barrier_reduces)) return;
  Domain d;
  std::vector<spec::BarrierVote<Domain>> votes(launch_.threads());
  for (std::uint32_t t = 0; t < votes.size(); ++t) {
    const std::uint32_t w = t / launch_.warp_size, lane = t % launch_.warp_size;
    votes[t] = {{((state.arrived[w] >> lane) & 1) != 0}, {((state.predicate[w] >> lane) & 1) != 0}};
  }
  const std::span<const spec::BarrierVote<Domain>> all(votes);
  const LaneVector count = domain_.constant(32, spec::barrier_popc<Domain>(d, all).value);
  const LaneVector conjunction = domain_.constant(1, spec::barrier_and<Domain>(d, all).value);
  const LaneVector disjunction = domain_.constant(1, spec::barrier_or<Domain>(d, all).value);
  // One undefined predicate makes the result undefined for everyone.
  const LaneMask tainted = state.undefined.empty() ? 0 : ~LaneMask{0};
  std::array<OriginId, kLanes> origins{};
  if (tainted != 0) origins.fill(state.undefined.begin()->second);
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    for_each_lane(state.waiting[w], [&](int lane) {
      const PositionId position = warps_[w].waits[lane].position;
      const Instruction& in = code_.instruction_at(position);
      const spec::BarrierOp op = barrier_op(in);
      if (!spec::barrier_reduces(op)) return;
      const LaneVector& value = op == spec::BarrierOp::RedPopc  ? count
                                : op == spec::BarrierOp::RedAnd ? conjunction
                                                                : disjunction;
      registers_.write_destination(in, 0, threads_.bank_of(w, position), 1u << lane, value, false, tainted,
                                   origins);
    });
  }
}

}  // namespace warpproof::concrete
