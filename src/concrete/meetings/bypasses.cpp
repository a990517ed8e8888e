#include "src/concrete/meetings/bypasses.h"

#include <algorithm>
#include <bit>
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

void Bypasses::add_by_iterations(PositionId position, std::uint32_t warp, LaneMask lanes, ByIterations& to) {
  std::vector<std::pair<std::pair<int, std::size_t>, const std::uint32_t*>> loops;  // iterations by lane
  threads_.for_each_loop_at(position, warp, [&](int depth, std::size_t loop, const std::uint32_t* iterations) {
    loops.push_back({{depth, loop}, iterations});
  });
  while (lanes != 0) {
    const int first = std::countr_zero(lanes);
    LaneMask alike = lanes;
    Iterations own;
    for (const auto& [loop, iterations] : loops) {
      own[loop] = iterations[first];
      for_each_lane(alike, [&, all = iterations](int lane) {
        if (all[lane] != all[first]) alike &= ~(1u << lane);
      });
    }
    to.try_emplace(std::move(own), warps_.size(), 0).first->second[warp] |= alike;
    lanes &= ~alike;
  }
}

void Bypasses::note_passing(PositionId position, const Group& group) {
  bool past = false;
  for (PositionId p = position; p != kNoPosition && !past; p = positions_.at(p).caller) {
    past = sites_.is_past_barrier(positions_.at(p).function, positions_.at(p).block);
  }
  if (!past) return;
  ByIterations& passed = passed_[position];
  ByIterations now;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    // The latest passing of a lane counts: it is behind more than any earlier one.
    for (auto& [iterations, earlier] : passed) earlier[w] &= ~group[w];
    add_by_iterations(position, w, group[w], now);
  }
  for (const auto& [iterations, lanes] : now) {
    Group& all = passed.try_emplace(iterations, warps_.size(), 0).first->second;
    for (std::uint32_t w = 0; w < warps_.size(); ++w) all[w] |= lanes[w];
    for (const auto& [site, waiting] : blocked_) {
      for (const auto& [theirs, waits] : waiting)
        judge_bypass(site, theirs, waits, position, iterations, lanes);
    }
  }
  std::erase_if(passed, [](const auto& entry) {
    return std::all_of(entry.second.begin(), entry.second.end(), [](LaneMask m) { return m == 0; });
  });
}

// Lanes come to wait at the site.
void Bypasses::note_blocked(PositionId site, const Group& group) {
  ByIterations now;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    add_by_iterations(site, w, group[w] & warps_[w].waiting, now);
  }
  for (const auto& [iterations, lanes] : now) {
    Group& all = blocked_[site].try_emplace(iterations, warps_.size(), 0).first->second;
    for (std::uint32_t w = 0; w < warps_.size(); ++w) all[w] |= lanes[w];
    for (const auto& [position, passed] : passed_) {
      for (const auto& [theirs, passing] : passed)
        judge_bypass(site, iterations, lanes, position, theirs, passing);
    }
  }
}

// The threads of a generation have met: what they passed before is settled, and they wait no more.
void Bypasses::forget_generation(const BarrierState& fired) {
  const auto drop = [&](std::map<PositionId, ByIterations>& from) {
    for (auto& [position, by_iterations] : from) {
      for (auto& [iterations, lanes] : by_iterations) {
        for (std::uint32_t w = 0; w < warps_.size(); ++w) lanes[w] &= ~fired.waiting[w];
      }
      std::erase_if(by_iterations, [](const auto& entry) {
        return std::all_of(entry.second.begin(), entry.second.end(), [](LaneMask m) { return m == 0; });
      });
    }
    std::erase_if(from, [](const auto& entry) { return entry.second.empty(); });
  };
  drop(blocked_);
  if (!fired.count) drop(passed_);
}

// Lanes wait at the site in these iterations, and others are at the position, or have passed it, in those.
void Bypasses::judge_bypass(PositionId site, const Iterations& there, const Group& waiting,
                           PositionId position, const Iterations& here, const Group& passing) {
  const auto [barrier_frame, frame] = positions_.common_frame(site, position);
  const Positions::Node past = positions_.at(frame);
  const auto block = static_cast<int>(past.block),
             barrier_block = static_cast<int>(positions_.at(barrier_frame).block);
  const FunctionGraph& graph = *setup_.graphs[past.function];
  if (!graph.post_dominates(block, barrier_block) || graph.is_trivial_exit[past.block]) return;
  // The outermost loop in which they differ decides who is ahead. In one iteration a place before the
  // barrier, the head of the loop for instance, is passed on the way to it.
  bool ahead = graph.order[past.block] > graph.order[static_cast<std::size_t>(barrier_block)];
  for (const auto& [loop, iterations] : here) {
    const auto theirs = there.find(loop);
    if (loop.first > past.depth || theirs == there.end() || theirs->second == iterations) continue;
    ahead = iterations > theirs->second;
    break;
  }
  if (!ahead) return;
  ThreadSet waits, goes;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    for_each_lane(waiting[w], [&](int lane) { waits.add(static_cast<int>(w), lane); });
    for_each_lane(passing[w], [&](int lane) { goes.add(static_cast<int>(w), lane); });
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
    while (passing[warp] == 0) ++warp;
    record_.trace(
        {TraceStep::Kind::Finding, barrier.place, 0, 0, warp, LaneSet{passing[warp]}, 0, {}, {}, message});
  }
}

}  // namespace warpproof::concrete
