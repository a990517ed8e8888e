#include "checker/symbolic/meetings/grid_meetings.h"

#include <algorithm>
#include <iterator>

#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/thread_sets.h"
#include "checker/symbolic/launch_numbers.h"
#include "checker/symbolic/loops/loop_state.h"
#include "spec/rules.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

using spec::Rule;

GridMeetings::GridMeetings(const Parts& parts)
    : program_(parts.code.program()),
      g(parts.context.graph),
      options_(parts.context.options),
      ops_(parts.context.ops),
      context_(parts.context),
      numbers_(parts.numbers),
      present_(parts.thread_sets.present),
      exited_(parts.thread_sets.exited),
      trapped_(parts.thread_sets.trapped),
      scope_(parts.record.scope),
      obligations_(parts.record.obligations),
      unknowns_(parts.record.unknowns),
      inputs_(parts.record.inputs),
      assumed_(parts.record.assumed),
      loop_state_(parts.loop_state),
      at_grid_barrier_(parts.context.ops.no()) {}

namespace {

constexpr const char* kSomeBlocksOnly = "some blocks may reach the barrier of the grid here while others never do: the first "
                                        "ones then wait for ever";
constexpr std::size_t kMostTogether = 8;  // conditions of which it is asked whether one of them always holds

}  // namespace

// Whether one block may come more often than another one, as far as these conditions go. Nothing where one of them depends on
// more than the launch and which block it is; false where none depends on that.
std::optional<Term> GridMeetings::differs_between_blocks(const std::vector<Term>& all) {
  const Leaves leaves = collect_leaves(g, all);
  const auto is_same = [&](Term v) {
    return std::any_of(inputs_.begin(), inputs_.end(), [&](const Input& i) {
      using Kind = Input::Kind;
      return i.term == v && (i.kind == Kind::Parameter || i.kind == Kind::GridSize ||
                             i.kind == Kind::BlockSize || i.kind == Kind::WarpIndex);
    });
  };
  // Contents that are open stand for themselves in the other block only where nobody stores to them.
  if (!leaves.reads.empty()) return std::nullopt;
  Substitute put(g);
  std::vector<Term> parts;
  for (const Term v : leaves.variables) {
    const auto axis = numbers_.axis_of_block_index(v);
    if (!axis && !is_same(v)) return std::nullopt;
    if (!axis) continue;
    const Term other = g.var(32, "blockIdx of another block");
    put.map(v, other);
    parts.push_back(g.ult(other, numbers_.grid_size(*axis)));
  }
  if (parts.empty()) return g.truth(false);
  Term here = g.constant(32, 0), there = here;
  for (const Term comes : all) {
    here = g.add(here, g.ite(comes, g.constant(32, 1), g.constant(32, 0)));
    there = g.add(there, g.ite(put(comes), g.constant(32, 1), g.constant(32, 0)));
  }
  parts.push_back(g.lnot(g.eq(here, there)));
  return g.conj(parts);
}

void GridMeetings::judge_grid_meeting(const Strand& s, std::uint32_t place) {
  at_grid_barrier_ = ops_.lor(at_grid_barrier_, s.guard);
  grid_barrier_place_ = place;
  const Term comes = ops_.any(s.guard);
  const auto parts = differs_between_blocks({comes});
  if (!parts) {
    // That blocks come here equally often is assumed of this place alone, where others are not distinguished by it.
    unknowns_.insert(unknowns_.end(), settled_.begin(), settled_.end());
    settled_.clear();
    some_place_is_open_ = true;
    assumed_.insert("every block of the grid reaches the grid barrier at " +
                    program_.places[place].source().str() + " equally often");
    return;
  }
  if (g.is_false(*parts) || context_.infeasible(*parts)) return;
  unknowns_.push_back({kSomeBlocksOnly, place, g.land(*parts, scope_)});
  // Each place counts once in all where no loop repeats it; blocks that come to this one may be those that did not come to
  // another one. A barrier of the grid is one, wherever blocks come to it.
  const auto& loops = loop_state_.iterations;
  if (std::any_of(loops.begin(), loops.end(), [&](const auto& loop) { return loop_state_.is_in_loop(s, loop.first); })) return;
  if (some_place_is_open_ || some_blocks_come_.size() >= kMostTogether) return;
  some_blocks_come_.push_back(comes);
  noted_.insert({place, unknowns_.back().condition});
  if (some_blocks_come_.size() < 2) return;
  const auto together = differs_between_blocks(some_blocks_come_);
  if (!together || !(g.is_false(*together) || context_.infeasible(*together))) return;
  const auto is_settled = [&](const Unknown& u) {
    return u.reason == kSomeBlocksOnly && noted_.contains({u.place, u.condition});
  };
  std::copy_if(unknowns_.begin(), unknowns_.end(), std::back_inserter(settled_), is_settled);
  std::erase_if(unknowns_, is_settled);
  some_blocks_come_.clear();
  noted_.clear();
}

// The barrier of the block that a thread waits at first is complete without the threads that have exited, and with
// those that came to it from elsewhere (__syncthreads()); that of the grid asks for every thread of each block. Of a
// part of the block each pair is followed, so that who is missing is seen by some pair.
void GridMeetings::judge_grid_barrier_complete(const Lanes& waited) {
  const Lanes here = ops_.land(waited, at_grid_barrier_);
  at_grid_barrier_ = ops_.land(at_grid_barrier_, ops_.lnot(waited));
  if (ops_.all_false(here)) return;
  // Whoever has stopped at a trap has ended the launch.
  const Lanes missing = ops_.land(present_, ops_.land(ops_.lnot(here), ops_.lnot(trapped_)));
  const Term some_only = g.land(ops_.any(here), ops_.any(missing));
  if (g.is_false(some_only)) return obligations_.count_folded();
  if (options_.shape.follow == Shape::Follow::Everyone) {
    return obligations_.require_not(Rule::BarrierUnreached, context_.level(Rule::BarrierUnreached),
                                    grid_barrier_place_, "the grid's barrier, which other threads of the block do not come to",
                                    some_only);
  }
  if (context_.infeasible(some_only)) return;
  unknowns_.push_back({"threads may wait at the grid's barrier here that others of their block do not come to",
                       grid_barrier_place_, g.land(some_only, scope_)});
}

}  // namespace warpproof::symbolic
