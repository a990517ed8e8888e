// Block barriers: arriving, completing a generation, and the rules about who arrives where.

#include <algorithm>

#include "spec/barrier.h"
#include "src/concrete/machine.h"
#include "src/machine/scalar_domain.h"
#include "src/machine/told_name.h"

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

void Machine::arrive_at_barrier(const Instruction& in, PositionId position, const Group& group) {
  std::string why;
  if (!collective_supported(in, &why)) throw Stop{why, in.place};
  Domain d;
  const BarrierOperands at = barrier_operands(in);
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    const LaneMask mask = group[w];
    if (mask == 0) continue;
    count_step(in.place);
    Warp& warp = warps_[w];
    Bank& bank = bank_of(w, position);
    if (needs_later_target(in, spec::Target{launch_.target_sm})) {
      report(spec::Rule::TargetIsa, in.place, w, mask,
             told_name(in, launch_.cuda_source) + " is not available on sm_" + std::to_string(launch_.target_sm));
    }
    Read id, count, predicate;
    const auto read = [&](int index, int width, Read& out, const char* as_what) {
      if (index < 0) return;
      const Operand& operand = in.sources.at(static_cast<std::size_t>(index));
      read_operand(in, operand, width, warp, bank, mask, out);
      if (operand.negated) out.word.mask = ~out.word.mask;
      report_use(out, mask, in, warp, as_what);
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
      report(spec::Rule::BarrierId, in.place, w, bad_id, "the barrier's number is not 0 to 15");
    if (bad_count != 0) {
      const std::uint64_t value = count.word.at(std::countr_zero(bad_count));
      report(spec::Rule::BarrierCount, in.place, w, bad_count,
             "a thread count of " + std::to_string(value) +
                 " is not a multiple of the warp size up to the block's size");
    }
    const LaneMask arriving = mask & ~bad_id & ~bad_count;
    for_each_lane(arriving, [&](int lane) {
      const auto number = static_cast<std::uint32_t>(id.word.at(lane));
      std::optional<std::uint32_t> threads;
      if (at.count >= 0) threads = static_cast<std::uint32_t>(count.word.at(lane));
      traced_barrier_ = number;
      check_reuse(number, threads, in, w, lane);
      const bool vote = at.predicate >= 0 && ((predicate.word.mask >> lane) & 1) != 0;
      LaneMask together = 0;
      for_each_lane(arriving, [&](int k) { together |= id.word.at(k) == number ? 1u << k : 0; });
      const OriginId undefined = (predicate.tainted >> lane) & 1 ? predicate.origin[lane] : 0;
      barrier_arrival(in, position, warp, lane, number, threads, vote, undefined, together);
    });
    traced_barrier_.reset();
    halt_lanes(w, bad_id | bad_count, "an illegal barrier operand");
    if (tracing())
      trace_arrival(in, position, w, arriving & ~warp.halted, id.word, at.count >= 0 ? &count.word : nullptr);
    if (!spec::barrier_blocks(barrier_op(in))) advance(position, w, arriving & ~warp.halted);
  }
  if (is_barrier_of_everyone(in)) note_blocked(position, group);
  unsettled_ = true;
}

// Lanes of a warp by the barrier and the count that they name.
void Machine::trace_arrival(const Instruction& in, PositionId position, std::uint32_t warp, LaneMask arriving,
                            const LaneVector& id, const LaneVector* count) {
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
    trace({spec::barrier_blocks(barrier_op(in)) ? TraceStep::Kind::Wait : TraceStep::Kind::Arrive,
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
void Machine::barrier_arrival(const Instruction& in, PositionId position, Warp& warp, int lane,
                              std::uint32_t id, std::optional<std::uint32_t> count, bool predicate,
                              OriginId undefined, LaneMask together) {
  BarrierState& state = barriers_[id];
  const std::uint32_t w = warp_index(warp), thread = thread_of(w, lane);
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
    report(spec::Rule::BarrierRearrive, in.place, w, bit,
           "the warp arrives at barrier " + std::to_string(id) + " again while its arrival is pending");
    halt_lanes(w, bit, "an arrival that has no meaning");
    return;
  }
  if (counted_threads(count) != counted_threads(state.count)) {
    report(spec::Rule::BarrierCount, in.place, w, bit,
           "threads of one generation of barrier " + std::to_string(id) + " pass different thread counts",
           {{state.first_place, "the generation starts here"}});
    halt_lanes(w, bit, "an arrival that has no meaning");
    return;
  }
  for (const spec::BarrierOp other : state.ops) {
    if (spec::barrier_ops_may_mix(op, other)) continue;
    report(spec::Rule::BarrierRedMix, in.place, w, bit,
           "one generation of barrier " + std::to_string(id) + " mixes reductions with other operations",
           {{state.first_place, "the generation starts here"}});
  }
  if (!count) state.count.reset();
  state.ops.insert(op);
  state.arrived[w] |= bit;
  state.site[thread] = position;
  state.aligned[thread] = in.mod.aligned;
  state.time[thread] = ++barrier_time_;
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
std::vector<spec::BarrierThread<ScalarDomain>> Machine::threads_at(const BarrierState& state) const {
  std::vector<spec::BarrierThread<Domain>> threads(launch_.threads());
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    const std::uint32_t w = t / launch_.warp_size, lane = t % launch_.warp_size;
    // An arrival stands even when its thread has exited since (arrive, then the end of the kernel).
    const bool arrived = ((state.arrived[w] >> lane) & 1) != 0;
    threads[t] = {{arrived}, {((warps_[w].exited >> lane) & 1) != 0 && !arrived}};
  }
  return threads;
}

bool Machine::barrier_complete(const BarrierState& state) const {
  Domain d;
  const auto threads = threads_at(state);
  const std::span<const spec::BarrierThread<Domain>> all(threads);
  const spec::BarrierArrival arrival = arrival_of(launch_);
  if (!state.count) return spec::barrier_may_fire<Domain>(d, all, arrival, launch_.warp_size).value;
  return spec::barrier_count_may_fire<Domain>(d, all, Word32{*state.count}, arrival, launch_.warp_size).value;
}

// Who makes up the generation that completes: with a count the first warps that reach it, a later arrival
// belongs to the next generation.
std::vector<LaneMask> Machine::warps_of_generation(const BarrierState& state) const {
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

bool Machine::fire_barrier(std::uint32_t id) {
  BarrierState& state = barriers_[id];
  if (!state.active || !barrier_complete(state)) return false;
  complete_barrier(id);
  return true;
}

void Machine::complete_barrier(std::uint32_t id) {
  BarrierState state = barriers_[id];
  const std::vector<LaneMask> chosen = warps_of_generation(state);
  BarrierState& rest = barriers_[id];
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
  order_barrier(state);
  judge_alignment(state, id);
  judge_sites(state);
  judge_grid_barrier(state);
  note_exited_threads(state);
  barrier_results(state);
  judge_overfull(id, state, rest);
  note_generation(id, state);
  for (std::uint32_t w = 0; w < warps_.size(); ++w) warps_[w].waiting &= ~state.waiting[w];
  forget_generation(state);
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    LaneMask todo = state.waiting[w];
    while (todo != 0) {
      const PositionId position = warps_[w].waits[std::countr_zero(todo)].position;
      LaneMask together = 0;
      for_each_lane(todo, [&](int lane) {
        if (warps_[w].waits[lane].position == position) together |= 1u << lane;
      });
      todo &= ~together;
      trace({TraceStep::Kind::Fire,
             instruction_at(position).place,
             positions_.at(position).function,
             function_at(position).blocks[positions_.at(position).block].first,
             w,
             LaneSet{together},
             0,
             {},
             {},
             barrier_text(id, state.count)});
      advance(position, w, together);
    }
  }
  traced_barrier_.reset();
}

// barrier.divergent: at an aligned barrier all live lanes of a warp stand at one site.
void Machine::judge_alignment(const BarrierState& state, std::uint32_t id) {
  if (launch_.policies.aligned_barrier == spec::AlignedBarrier::AnySite) return;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    int first = -1;
    // The first in the program of the sites.
    for_each_lane(state.arrived[w], [&](int lane) {
      const std::uint32_t thread = thread_of(w, lane);
      if (!state.aligned[thread]) return;
      const std::uint32_t place = instruction_at(state.site[thread]).place;
      if (first < 0 || place < instruction_at(state.site[thread_of(w, first)]).place) first = lane;
    });
    if (first < 0) continue;
    const PositionId site = state.site[thread_of(w, first)];
    LaneMask here = 0;
    for_each_lane(state.arrived[w], [&](int lane) {
      if (state.site[thread_of(w, lane)] == site) here |= 1u << lane;
    });
    // Whoever arrived elsewhere counts also when it has ended since.
    const LaneMask elsewhere = (warps_[w].live() | state.arrived[w]) & ~here;
    if (elsewhere == 0) continue;
    report(spec::Rule::BarrierDivergent, instruction_at(site).place, w, here,
           "lanes " + LaneSet{here}.str() + " of a warp are at aligned barrier " + std::to_string(id) +
               " without " + describe_lanes(warps_[w], elsewhere));
  }
}

// The block's barrier, at which a block waits for its own threads when it comes to the barrier of the grid, is
// complete without those that have exited; the grid's barrier asks for every thread (cooperative_groups,
// grid_group::sync; CUDA C++ Programming Guide 13.0, Grid Synchronization).
void Machine::judge_grid_barrier(const BarrierState& state) {
  ThreadSet here, missing;
  std::optional<std::uint32_t> thread;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    Warp& warp = warps_[w];
    for_each_lane(state.waiting[w] & warp.at_grid_barrier, [&](int lane) {
      if (!thread) thread = thread_of(w, lane);
      here.add(static_cast<int>(w), lane);
    });
    warp.at_grid_barrier &= ~state.waiting[w];
    for_each_lane(warp.exists & warp.exited, [&](int lane) { missing.add(static_cast<int>(w), lane); });
  }
  if (!thread || missing.empty()) return;
  report_.add(spec::Rule::BarrierUnreached, report_.level(spec::Rule::BarrierUnreached),
              instruction_at(state.site[*thread]).place, here,
              "threads wait at the grid's barrier, which " + missing.str(warps_.size() > 1) + " have exited without reaching");
}

// barrier.exited: what waits for the whole block does not wait for threads that have exited.
void Machine::note_exited_threads(const BarrierState& state) {
  if (state.count) return;
  Domain d;
  const auto threads = threads_at(state);
  if (!spec::completes_without_exited<Domain>(d, std::span<const spec::BarrierThread<Domain>>(threads)).value) return;
  ThreadSet here, missed;
  std::optional<std::uint32_t> first;
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    const int w = static_cast<int>(t) / launch_.warp_size, lane = static_cast<int>(t) % launch_.warp_size;
    if (threads[t].arrived.value && !first) first = t;
    if (threads[t].arrived.value) here.add(w, lane);
    if (threads[t].exited.value) missed.add(w, lane);
  }
  report_.add(spec::Rule::BarrierExited, report_.level(spec::Rule::BarrierExited),
              instruction_at(state.site[*first]).place, here,
              "the barrier completes without " + missed.str(warps_.size() > 1) + ", which have exited");
}

// barrier.split-site: the blocking aligned arrivals of one generation come from several instructions.
void Machine::judge_sites(const BarrierState& state) {
  if (launch_.policies.aligned_barrier != spec::AlignedBarrier::OneSite) return;
  PositionId first = kNoPosition;
  std::uint32_t first_warp = 0;
  std::vector<RelatedPlace> others;
  ThreadSet threads;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    for_each_lane(state.waiting[w], [&](int lane) {
      const std::uint32_t thread = thread_of(w, lane);
      if (!state.aligned[thread]) return;
      threads.add(static_cast<int>(w), lane);
      if (first == kNoPosition) {
        first = state.site[thread];
        first_warp = w;
      } else if (state.site[thread] != first) {
        const std::uint32_t place = instruction_at(state.site[thread]).place;
        const bool known = std::any_of(others.begin(), others.end(),
                                       [&](const RelatedPlace& other) { return other.place == place; });
        if (!known) others.push_back({place, "warp " + std::to_string(w) + " arrives here"});
      }
    });
  }
  if (others.empty()) return;
  report_.add(spec::Rule::BarrierSplitSite, report_.level(spec::Rule::BarrierSplitSite),
              instruction_at(first).place, threads,
              "one generation of the barrier is reached from several places, by warp " +
                  std::to_string(first_warp) + " from here",
              std::move(others));
}

// The reductions, over the threads that arrived.
void Machine::barrier_results(const BarrierState& state) {
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
      const Instruction& in = instruction_at(position);
      const spec::BarrierOp op = barrier_op(in);
      if (!spec::barrier_reduces(op)) return;
      const LaneVector& value = op == spec::BarrierOp::RedPopc  ? count
                                : op == spec::BarrierOp::RedAnd ? conjunction
                                                                : disjunction;
      write_destination(in, 0, bank_of(w, position), 1u << lane, value, false, tainted, origins);
    });
  }
}

}  // namespace warpproof::concrete
