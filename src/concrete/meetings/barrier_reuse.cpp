#include "src/concrete/meetings/barrier_reuse.h"

#include <algorithm>
#include <string>

#include "spec/barrier.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/lane_mask.h"
#include "src/machine/scalar_domain.h"

namespace warpproof::concrete {

BarrierReuse::BarrierReuse(const Parts& parts)
    : launch_(parts.context.launch),
      warps_(parts.threads.warps),
      report_(parts.record.findings),
      code_(parts.code),
      threads_(parts.threads),
      record_(parts.record) {}

// None: all warps of the block.
std::uint32_t BarrierReuse::counted_threads(std::optional<std::uint32_t> count) const {
  return count.value_or(launch_.warps() * static_cast<std::uint32_t>(launch_.warp_size));
}

// A lane is about to arrive at barrier `id`.
void BarrierReuse::check_reuse(std::uint32_t id, std::optional<std::uint32_t> count, const Instruction& in,
                          std::uint32_t w, int lane) {
  const auto earlier = generations_.find(id);
  if (earlier == generations_.end()) return;
  ScalarDomain d;
  const std::uint32_t thread = threads_.thread_of(w, lane);
  const bool one_warp =
      in.mod.aligned && counted_threads(count) == static_cast<std::uint32_t>(launch_.warp_size);
  const LaneMask bit = 1u << lane;
  for (const Generation& generation : earlier->second) {
    const auto judged = spec::judge_barrier_reuse(d, d.truth(generation.arrived[thread] != 0),
                                                  d.truth(generation.knows[thread] != 0),
                                                  d.truth(generation.one_warp), d.truth(one_warp));
    if (judged.rearrive.value) {
      record_.report(spec::Rule::BarrierRearrive, in.place, w, bit,
             "the warp arrives at barrier " + std::to_string(id) +
                 " again, and it cannot know that the barrier has completed since its last arrival",
             {{generation.place, "the earlier generation"}});
    }
    if (judged.shared.value && generation.counted) {
      record_.report(spec::Rule::BarrierCount, generation.place, w, bit,
             "barrier " + std::to_string(id) +
                 " is shared with threads that do not take part in its generation: warp " +
                 std::to_string(w) + " may arrive before it completes",
             {{in.place, "it arrives here"}});
    }
  }
}

// It counts one warp, which came whole.
bool BarrierReuse::is_of_one_warp(const BarrierState& fired) const {
  if (counted_threads(fired.count) != static_cast<std::uint32_t>(launch_.warp_size)) return false;
  bool whole = true;
  for (std::uint32_t w = 0; w < warps_.size(); ++w)
    for_each_lane(fired.arrived[w],
                  [&](int lane) { whole &= fired.aligned[threads_.thread_of(w, lane)] != 0; });
  return whole;
}

// More warps are there than the generation counts, of which `fired` took part and `rest` is left.
void BarrierReuse::judge_overfull(std::uint32_t id, const BarrierState& fired, const BarrierState& rest) {
  if (!fired.count || is_of_one_warp(fired)) return;
  ThreadSet threads;
  std::string took_part, left;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (fired.arrived[w] != 0) took_part += (took_part.empty() ? "" : ", ") + std::to_string(w);
    if (rest.arrived[w] == 0) continue;
    left += (left.empty() ? "" : ", ") + std::to_string(w);
    for_each_lane(rest.arrived[w], [&](int lane) { threads.add(static_cast<int>(w), lane); });
  }
  if (threads.empty()) return;
  const std::uint32_t place = place_of_generation(fired);
  const std::string message = "barrier " + std::to_string(id) + " counts " + std::to_string(*fired.count) +
                              " threads and more arrive at once: warps " + took_part +
                              " and, left for its next generation, " + left +
                              "; which of them complete it together is up to the schedule";
  if (report_.add(spec::Rule::BarrierCount, report_.level(spec::Rule::BarrierCount), place, threads,
                  message)) {
    std::uint32_t warp = 0;
    while (rest.arrived[warp] == 0) ++warp;
    record_.trace(
        {TraceStep::Kind::Finding, place, 0, 0, warp, LaneSet{rest.arrived[warp]}, 0, {}, {}, message});
  }
}

// Of a generation: the first place in the program where one of its threads waits; where nobody does, of an
// arrival.
std::uint32_t BarrierReuse::place_of_generation(const BarrierState& fired) const {
  std::uint32_t out = fired.first_place;
  bool known = false;
  for (const bool waiting : {true, false}) {
    for (std::uint32_t w = 0; w < warps_.size(); ++w) {
      for_each_lane(waiting ? fired.waiting[w] : fired.arrived[w], [&](int lane) {
        const std::uint32_t place = code_.instruction_at(fired.site[threads_.thread_of(w, lane)]).place;
        out = known ? std::min(out, place) : place;
        known = true;
      });
    }
    if (known) break;
  }
  return out;
}

// Do those who waited in `fired` know by that that the other generation is complete? A participant knew it
// when it arrived, or all that took part in the other came here afterwards. A barrier of everyone waits for
// what threads did before they exited as well.
bool BarrierReuse::tells(const BarrierState& fired, const Generation& generation) const {
  bool all = true;
  for (std::uint32_t t = 0; t < launch_.threads(); ++t) {
    const std::uint32_t w = t / static_cast<std::uint32_t>(launch_.warp_size);
    const LaneMask bit = 1u << t % static_cast<std::uint32_t>(launch_.warp_size);
    const std::uint64_t since = generation.knows[t], took_part = generation.arrived[t];
    const bool arrived = (fired.arrived[w] & bit) != 0;
    const bool gone = !fired.count && !arrived && (warps_[w].exited & bit) != 0;
    if (since != 0 && (gone || (arrived && since < fired.time[t]))) return true;
    if (took_part != 0) all &= gone || (arrived && took_part < fired.time[t]);
  }
  return all;
}

void BarrierReuse::note_generation(std::uint32_t id, const BarrierState& fired) {
  const auto each_waiting = [&](auto f) {
    for (std::uint32_t w = 0; w < warps_.size(); ++w)
      for_each_lane(fired.waiting[w], [&](int lane) { f(threads_.thread_of(w, lane)); });
  };
  const std::uint64_t now = next_time();
  for (auto& [other, generations] : generations_) {
    for (Generation& generation : generations) {
      if (!tells(fired, generation)) continue;
      each_waiting([&](std::uint32_t t) {
        if (generation.knows[t] == 0) generation.knows[t] = now;
      });
    }
  }
  bool all_wait = true;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) all_wait &= fired.arrived[w] == fired.waiting[w];
  if (!fired.count && all_wait) {
    generations_.erase(id);
    return;
  }
  Generation mine;
  mine.arrived.assign(launch_.threads(), 0);
  mine.knows = mine.arrived;
  mine.one_warp = is_of_one_warp(fired);
  mine.counted = fired.count.has_value();
  mine.place = place_of_generation(fired);
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    for_each_lane(fired.arrived[w], [&](int lane) {
      mine.arrived[threads_.thread_of(w, lane)] = fired.time[threads_.thread_of(w, lane)];
    });
  }
  each_waiting([&](std::uint32_t t) { mine.knows[t] = now; });
  // Those who took part in a generation of several warps knew of the ones before it. One of a single warp
  // stands beside others, and takes the place of the last one of that warp.
  std::vector<Generation>& generations = generations_[id];
  std::erase_if(generations, [&](const Generation& earlier) {
    if (!mine.one_warp) return true;
    if (!earlier.one_warp) return false;
    for (std::uint32_t t = 0; t < launch_.threads(); ++t) {
      if (mine.arrived[t] != 0 && earlier.arrived[t] != 0) return true;
    }
    return false;
  });
  generations.push_back(std::move(mine));
}

}  // namespace warpproof::concrete
