#include "checker/symbolic/meetings/grid_meetings.h"

#include <algorithm>

#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/thread_sets.h"
#include "checker/symbolic/launch_numbers.h"
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
      at_grid_barrier_(parts.context.ops.no()) {}

void GridMeetings::judge_grid_meeting(const Strand& s, std::uint32_t place) {
  at_grid_barrier_ = ops_.lor(at_grid_barrier_, s.guard);
  grid_barrier_place_ = place;
  const Term comes = ops_.any(s.guard);
  const Term roots[] = {comes};
  const Leaves leaves = collect_leaves(g, roots);
  const auto is_same = [&](Term v) {
    return std::any_of(inputs_.begin(), inputs_.end(), [&](const Input& i) {
      using Kind = Input::Kind;
      return i.term == v && (i.kind == Kind::Parameter || i.kind == Kind::GridSize ||
                             i.kind == Kind::BlockSize || i.kind == Kind::WarpIndex);
    });
  };
  Substitute put(g);
  std::vector<Term> other_block;
  bool is_open = false, depends = false;
  for (const Term v : leaves.variables) {
    const auto axis = numbers_.axis_of_block_index(v);
    if (!axis) {
      is_open = is_open || !is_same(v);
      continue;
    }
    depends = true;
    const Term other = g.var(32, "blockIdx of another block");
    put.map(v, other);
    other_block.push_back(g.ult(other, numbers_.grid_size(*axis)));
  }
  // Contents that are open stand for themselves in the other block only where nobody stores to them.
  is_open = is_open || !leaves.reads.empty();
  if (!is_open && !depends) return;
  if (!is_open) {
    other_block.push_back(comes);
    other_block.push_back(g.lnot(put(comes)));
    const Term parts = g.conj(other_block);
    if (context_.infeasible(parts)) return;
    unknowns_.push_back(
        {"some blocks of the grid may come to its barrier here while others do not, which the "
         "first ones then wait for without end",
         place, g.land(parts, scope_)});
    return;
  }
  assumed_.insert("every block of the grid reaches the grid barrier at " +
                  program_.places[place].source().str() + " equally often");
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
