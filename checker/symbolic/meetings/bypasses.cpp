#include "checker/symbolic/meetings/bypasses.h"

#include <algorithm>

#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/strands.h"
#include "spec/rules.h"

namespace warpproof::symbolic {

namespace {

// Conditions by the iterations under which they hold: threads that repeated their loops equally often are one
// entry.
using ByIterations = std::map<std::vector<Term>, std::vector<Term>>;

}  // namespace

Bypasses::Bypasses(const Parts& parts)
    : root_(parts.code.root()),
      g(parts.context.graph),
      threads_(parts.context.threads()),
      ops_(parts.context.ops),
      context_(parts.context),
      parked_(parts.strands.parked),
      passed_(parts.strands.passed),
      obligations_(parts.record.obligations),
      code_(parts.code),
      sites_(parts.code.program(),
             [&code = parts.code](std::uint32_t f) -> const FunctionGraph& { return code.graph_of(f); }) {}

void Bypasses::note_passing(const Strand& s) {
  if (!sites_.holds_barrier(root_)) return;
  const bool past = std::any_of(s.frames.begin(), s.frames.end(),
                                [&](const Frame& f) { return sites_.is_past_barrier(f.function, f.block); });
  if (!past) return;
  const Position at = code_.position_of(s);
  LoopIterations iterations;
  for (const auto& [key, visit] : s.loops) iterations[key] = visit.iteration;
  for (const auto& [where, p] : parked_) {
    if (p.barrier_id >= 0 && is_barrier_of_everyone(*p.instruction))
      judge_bypass(p.strand, p.place, at, s.guard, iterations);
  }
  const auto [it, first] = passed_.try_emplace(at, Passing{s.guard, iterations});
  if (first) return;
  // The latest passing of a thread counts: it is behind more than any earlier one.
  Passing& all = it->second;
  for (const auto& [key, iteration] : iterations) {
    const auto [known, added] = all.iterations.try_emplace(key, iteration);
    if (!added) known->second = ops_.select(s.guard, iteration, known->second);
  }
  all.guard = ops_.lor(all.guard, s.guard);
}

// `waiting` is a strand at a barrier; threads of `guard` are at `at`, or have passed it, in these iterations.
void Bypasses::judge_bypass(const Strand& waiting, std::uint32_t place, const Position& at,
                            const Lanes& guard, const LoopIterations& iterations) {
  // The deepest frame that both are in.
  constexpr std::size_t kWords = 3;  // of a frame in a position
  const std::size_t frames = at.size() / kWords;
  std::size_t depth = 0;
  const auto block_of = [&](std::size_t frame) { return at[frame * kWords + 1]; };
  while (depth < frames && depth < waiting.frames.size() && waiting.frames[depth].block == block_of(depth))
    ++depth;
  if (depth >= frames || depth >= waiting.frames.size()) return;
  const Frame& frame = waiting.frames[depth];
  const FunctionGraph& graph = code_.graph_of(frame.function);
  const auto past = static_cast<int>(block_of(depth)), there = static_cast<int>(frame.block);
  if (!graph.post_dominates(past, there) || graph.is_trivial_exit[block_of(depth)]) return;

  // The loops that both are in, outermost first.
  std::vector<std::uint64_t> loops;
  for (std::size_t d = 0; d <= depth; ++d) {
    const FunctionGraph& outer = code_.graph_of(waiting.frames[d].function);
    for (const auto& loop : outer.loops) {
      if (!outer.in_loop_of_head(loop.head, static_cast<int>(waiting.frames[d].block))) continue;
      if (!outer.in_loop_of_head(loop.head, static_cast<int>(block_of(d)))) continue;
      loops.push_back(static_cast<std::uint64_t>(d + 1) << 32 | static_cast<std::uint32_t>(loop.head));
    }
  }
  const auto iteration_of = [&](const auto& of, std::uint64_t loop, int thread) {
    const auto it = of.find(loop);
    if (it == of.end()) return g.constant(32, 0);
    if constexpr (requires { it->second.iteration; }) {
      return it->second.iteration.at(thread);
    } else {
      return it->second.at(thread);
    }
  };
  const auto group = [&](const Lanes& who, const auto& of) {
    ByIterations out;
    for (int t = 0; t < threads_; ++t) {
      if (g.is_false(who.at(t))) continue;
      std::vector<Term> key;
      for (const std::uint64_t loop : loops) key.push_back(iteration_of(of, loop, t));
      out[key].push_back(who.at(t));
    }
    return out;
  };
  std::vector<Term> violated;
  for (const auto& [mine, waits] : group(waiting.guard, waiting.loops)) {
    for (const auto& [theirs, goes] : group(guard, iterations)) {
      // The outermost loop in which they differ decides. In one iteration a place before the barrier, the
      // head of the loop for instance, is passed on the way to it.
      Term ahead =
          g.truth(graph.order[static_cast<std::size_t>(past)] > graph.order[static_cast<std::size_t>(there)]);
      for (std::size_t i = loops.size(); i-- > 0;) {
        ahead = g.ite(g.eq(mine[i], theirs[i]), ahead, g.ult(mine[i], theirs[i]));
      }
      violated.push_back(g.conj(std::vector<Term>{ahead, g.disj(waits), g.disj(goes)}));
    }
  }
  obligations_.require_not(spec::Rule::BarrierDivergent, context_.level(spec::Rule::BarrierDivergent), place,
                           "other threads go past it", g.disj(violated));
}

}  // namespace warpproof::symbolic
