#include "src/concrete/meetings/bypasses.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "src/concrete/control/code.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/threads.h"
#include "src/machine/name_in_source.h"

namespace warpproof::concrete {

Bypasses::Bypasses(const Parts& parts)
    : setup_(parts.context.setup),
      launch_(parts.context.launch),
      positions_(parts.code.positions),
      sites_(parts.code.sites),
      warps_(parts.threads.warps),
      report_(parts.record.findings),
      code_(parts.code),
      threads_(parts.threads),
      record_(parts.record) {}

// These lanes, who are at the position, by the iterations that they are in.
std::span<const Bypasses::Visit> Bypasses::visits_now(PositionId position, const Group& lanes) {
  found_ = 0;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (lanes[w] != 0) add_visits(position, w, lanes[w]);
  }
  const std::span<Visit> out(now_.data(), found_);
  std::sort(out.begin(), out.end(), [](const Visit& a, const Visit& b) { return a.iterations < b.iterations; });
  return out;
}

void Bypasses::add_visits(PositionId position, std::uint32_t warp, LaneMask lanes) {
  loops_.clear();
  threads_.for_each_loop_at(position, warp, [&](int depth, std::size_t loop, const std::uint32_t* iterations) {
    loops_.push_back({{depth, loop}, iterations});
  });
  std::sort(loops_.begin(), loops_.end());
  while (lanes != 0) {
    const int first = std::countr_zero(lanes);
    LaneMask alike = lanes;
    if (found_ == now_.size()) now_.emplace_back();
    Visit& visit = now_[found_];
    visit.iterations.clear();
    for (const auto& [loop, iterations] : loops_) {
      visit.iterations.emplace_back(loop, iterations[first]);
      for_each_lane(alike, [&, all = iterations](int lane) {
        if (all[lane] != all[first]) alike &= ~(1u << lane);
      });
    }
    lanes &= ~alike;
    const auto end = now_.begin() + static_cast<std::ptrdiff_t>(found_);
    const auto same = std::find_if(now_.begin(), end, [&](const Visit& v) { return v.iterations == visit.iterations; });
    if (same == end) {
      visit.lanes.assign(warps_.size(), 0);
      ++found_;
    }
    same->lanes[warp] |= alike;
  }
}

Bypasses::Visits& Bypasses::visits_at(ByPosition& all, PositionId position) {
  if (const auto known = all.find(position); known != all.end()) return known->second;
  if (spare_positions_.empty()) return all[position];
  ByPosition::node_type added = std::move(spare_positions_.back());
  spare_positions_.pop_back();
  added.key() = position;
  return all.insert(std::move(added)).position->second;
}

Group& Bypasses::lanes_in(Visits& visits, const Iterations& iterations) {
  const auto at = std::lower_bound(visits.begin(), visits.end(), iterations,
                                   [](const Visit& v, const Iterations& i) { return v.iterations < i; });
  if (at != visits.end() && at->iterations == iterations) return at->lanes;
  Visit added;
  if (!spare_.empty()) {
    added = std::move(spare_.back());
    spare_.pop_back();
  }
  added.iterations = iterations;
  added.lanes.assign(warps_.size(), 0);
  return visits.insert(at, std::move(added))->lanes;
}

void Bypasses::drop_empty(Visits& from) {
  auto left = from.begin();
  for (Visit& visit : from) {
    const bool is_empty = std::all_of(visit.lanes.begin(), visit.lanes.end(), [](LaneMask m) { return m == 0; });
    if (!is_empty) std::swap(*left++, visit);
  }
  std::move(left, from.end(), std::back_inserter(spare_));
  from.erase(left, from.end());
}

void Bypasses::note_passing(PositionId position, const Group& group) {
  bool past = false;
  for (PositionId p = position; p != kNoPosition && !past; p = positions_.at(p).caller) {
    past = sites_.is_past_barrier(positions_.at(p).function, positions_.at(p).block);
  }
  if (!past) return;
  Visits& passed = visits_at(passed_, position);
  // The latest passing of a lane counts: it is behind more than any earlier one.
  for (Visit& earlier : passed) {
    for (std::uint32_t w = 0; w < warps_.size(); ++w) earlier.lanes[w] &= ~group[w];
  }
  for (const Visit& visit : visits_now(position, group)) {
    Group& all = lanes_in(passed, visit.iterations);
    for (std::uint32_t w = 0; w < warps_.size(); ++w) all[w] |= visit.lanes[w];
    for (const auto& [site, visits] : blocked_) {
      for (const Visit& waiting : visits) judge_bypass(site, waiting, position, visit);
    }
  }
  drop_empty(passed);
}

// Lanes come to wait at the site.
void Bypasses::note_blocked(PositionId site, const Group& group) {
  waiting_ = group;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) waiting_[w] &= warps_[w].waiting;
  for (const Visit& visit : visits_now(site, waiting_)) {
    Group& all = lanes_in(visits_at(blocked_, site), visit.iterations);
    for (std::uint32_t w = 0; w < warps_.size(); ++w) all[w] |= visit.lanes[w];
    for (const auto& [position, visits] : passed_) {
      for (const Visit& passing : visits) judge_bypass(site, visit, position, passing);
    }
  }
}

// The threads of a generation have met: what they passed before is settled, and they wait no more.
void Bypasses::forget_generation(const BarrierState& fired) {
  const auto drop = [&](ByPosition& from) {
    for (auto next = from.begin(); next != from.end();) {
      const auto at = next++;
      for (Visit& visit : at->second) {
        for (std::uint32_t w = 0; w < warps_.size(); ++w) visit.lanes[w] &= ~fired.waiting[w];
      }
      drop_empty(at->second);
      if (at->second.empty()) spare_positions_.push_back(from.extract(at));
    }
  };
  drop(blocked_);
  if (!fired.count) drop(passed_);
}

// Lanes wait at an aligned barrier in some iterations, and others are at another position, or have passed it, in others.
void Bypasses::judge_bypass(PositionId site, const Visit& waiting, PositionId position, const Visit& passing) {
  const auto [barrier_frame, frame] = positions_.common_frame(site, position);
  const Positions::Node past = positions_.at(frame);
  const auto block = static_cast<int>(past.block),
             barrier_block = static_cast<int>(positions_.at(barrier_frame).block);
  const FunctionGraph& graph = *setup_.graphs[past.function];
  if (!graph.post_dominates(block, barrier_block) || graph.is_trivial_exit[past.block]) return;
  // The outermost loop in which they differ decides who is ahead. In one iteration a place before the
  // barrier, the head of the loop for instance, is passed on the way to it.
  bool ahead = graph.order[past.block] > graph.order[static_cast<std::size_t>(barrier_block)];
  for (const auto& [loop, iterations] : passing.iterations) {
    const auto theirs = std::find_if(waiting.iterations.begin(), waiting.iterations.end(),
                                     [&, l = loop](const auto& entry) { return entry.first == l; });
    if (loop.first > past.depth || theirs == waiting.iterations.end() || theirs->second == iterations) continue;
    ahead = iterations > theirs->second;
    break;
  }
  if (!ahead) return;
  ThreadSet waits, goes;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    for_each_lane(waiting.lanes[w], [&](int lane) { waits.add(static_cast<int>(w), lane); });
    for_each_lane(passing.lanes[w], [&](int lane) { goes.add(static_cast<int>(w), lane); });
  }
  if (waits.empty() || goes.empty() || !bypassed_.insert({site, frame}).second) return;
  const Instruction& barrier = code_.instruction_at(site);
  const bool several = warps_.size() > 1;
  const std::string name = name_in_source(barrier, launch_.cuda_source);
  const std::string message =
      "not all threads reach this " + (name.starts_with("__") ? name : "barrier (" + name + ")") + ": " +
      waits.str(several) + (waits.size() == 1 ? " waits here, " : " wait here, ") + goes.str(several) +
      " went around it";
  if (report_.add(spec::Rule::BarrierDivergent, report_.level(spec::Rule::BarrierDivergent), barrier.place,
                  waits, message,
                  {{code_.place_of(frame), "reached by " + goes.str(several) + " without the barrier"}})) {
    std::uint32_t warp = 0;
    while (passing.lanes[warp] == 0) ++warp;
    record_.trace(
        {TraceStep::Kind::Finding, barrier.place, 0, 0, warp, LaneSet{passing.lanes[warp]}, 0, {}, {}, message});
  }
}

}  // namespace warpproof::concrete
