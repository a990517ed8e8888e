#include "checker/symbolic/loops/own_copies.h"

#include <algorithm>
#include <array>

#include "checker/soundness_switches.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/given.h"
#include "checker/symbolic/loops/last_iterations.h"
#include "checker/symbolic/loops/loop_cells.h"
#include "checker/symbolic/loops/loop_state.h"
#include "checker/symbolic/loops/loop_strides.h"
#include "checker/symbolic/race.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

namespace {

// Addresses of shared memory have 32 bits: those that a counter makes come back after many iterations.
// For fewer than these a copy of a loop that does not wait for it is taken to be set against what its thread
// does (a listed assumption).
constexpr std::uint64_t kMostPending = 1ull << 18;

}  // namespace

OwnCopies::OwnCopies(const Parts& parts)
    : program_(parts.code.program()),
      g(parts.context.graph),
      threads_(parts.context.threads()),
      ops_(parts.context.ops),
      context_(parts.context),
      iterations_(parts.loop_state.iterations),
      races_(parts.races),
      inputs_(parts.record.inputs),
      assumptions_(parts.record.assumptions),
      assumed_(parts.record.assumed),
      code_(parts.code),
      loop_state_(parts.loop_state),
      loop_cells_(parts.loop_cells),
      last_iterations_(parts.last_iterations),
      loop_strides_(parts.loop_strides) {}

// Are copies that threads issued in the first followed iteration pending where they come back?
bool OwnCopies::copies_are_pending(const Iteration& iteration) {
  if (!iteration.issues) return false;
  const Term pending = races_.records().pending(iteration.latch->guard, iteration.begins, iteration.ends);
  return !holds_or_off(SideCondition::LoopCopiesOutlast, g.is_false(pending) || context_.infeasible(pending));
}

// Cells that each iteration moves on by one number, and which way. The iteration at hand stands for any, so a
// difference that is a number is the same in each; that none of them wraps around is shown or said.
void OwnCopies::note_moves(Iteration& iteration, const LoopPlan& plan) {
  const std::uint32_t place = code_.place_of_block(iteration.head.top().function, iteration.head.top().block);
  for (const auto& [cell, form] : plan.cells) {
    if ((form.kind != CellForm::Kind::Step && form.kind != CellForm::Kind::Count) || form.rises) continue;
    if (cell.width != 32 && cell.width != 64) continue;
    const Value entry = loop_cells_.read_cell(iteration.entry, cell, place),
                head = loop_cells_.read_cell(iteration.head, cell, place);
    const Value back = loop_cells_.read_cell(*iteration.latch, cell, place);
    const std::uint64_t half = 1ull << (cell.width - 1);
    std::optional<bool> up;
    bool even = true;
    std::uint64_t most = 0;
    std::vector<Term> wraps;
    for (int t = 0; t < threads_ && even; ++t) {
      const Term came = iteration.latch->guard.at(t);
      if (g.is_false(came)) continue;
      const Term change = given(g, g.sub(back.bits.at(t), head.bits.at(t)), came);
      const bool moves = g.is_const(change) && g.value(change) != 0 && g.value(change) != half;
      even = moves && (!up || *up == (g.value(change) < half));
      if (!even) break;
      up = g.value(change) < half;
      most = std::max(most, *up ? g.value(change) : g.value(g.neg(change)));
      const Term so_far =
          *up ? g.sub(head.bits.at(t), entry.bits.at(t)) : g.sub(entry.bits.at(t), head.bits.at(t));
      const Term step = *up ? change : g.neg(change);
      wraps.push_back(g.land(came, g.ult(g.add(so_far, step), so_far)));
    }
    if (!even || !up) continue;
    // What moves by one counts the iterations.
    const bool counts = most == 1 || loop_strides_.is_counter(cell, iteration, most);
    const std::string wraps_around = loop_strides_.no_counter_wraps(place);
    if (!(counts && assumed_.contains(wraps_around)) && !context_.infeasible(g.disj(wraps))) {
      if (!counts) continue;
      assumed_.insert(wraps_around);
    }
    iteration.moves[cell] = *up;
  }
}

// What counters say of an iteration that is later than the one that left them as in `before`: by thread.
std::vector<Term> OwnCopies::later_than(const Iteration& iteration, const LoopPlan& plan,
                                        const Strand& before, const Strand& later) {
  using Kind = CellForm::Kind;
  const std::uint32_t place = code_.place_of_block(later.top().function, later.top().block);
  std::vector<std::vector<Term>> facts(static_cast<std::size_t>(threads_));
  for (const auto& [cell, form] : plan.cells) {
    const auto moves = iteration.moves.find(cell);
    const bool rises = form.rises && (form.kind == Kind::Step || form.kind == Kind::Count);
    // Strides do not wrap around, so that what they add up to only grows. That helps copies only.
    const bool grows =
        (form.kind == Kind::Stride && iteration.issues) || (moves != iteration.moves.end() && moves->second);
    if (!rises && !grows && moves == iteration.moves.end()) continue;
    const Value entry = loop_cells_.read_cell(iteration.entry, cell, place);
    const Value left = loop_cells_.read_cell(before, cell, place),
                now = loop_cells_.read_cell(later, cell, place);
    for (int t = 0; t < threads_; ++t) {
      if (g.is_false(later.guard.at(t))) continue;
      const Term from = entry.bits.at(t), a = left.bits.at(t), b = now.bits.at(t);
      facts[static_cast<std::size_t>(t)].push_back(rises   ? g.sle(a, b)
                                                   : grows ? g.ule(g.sub(a, from), g.sub(b, from))
                                                           : g.ule(g.sub(from, a), g.sub(from, b)));
    }
  }
  std::vector<Term> out;
  for (int t = 0; t < threads_; ++t) out.push_back(g.conj(facts[static_cast<std::size_t>(t)]));
  return out;
}

// The first iteration of a loop that lanes leave one by one, in which they wait for no copies: what it copied
// against what the same threads do in a later one. False: a later one cannot be described with new names.
bool OwnCopies::judge_own_copies(const Position& at) {
  Iteration& iteration = iterations_.at(at);
  if (!iteration.issues) return true;
  const LoopPlan& plan = *loop_state_.plan_at(at);
  Strand later = iteration.head;
  std::vector<Term> roots = races_.records().terms_since(iteration.began);
  const auto add = [&](const Lanes& lanes) {
    for (int t = 0; t < (lanes.is_uniform() ? 1 : threads_); ++t) roots.push_back(lanes.at(t));
  };
  add(later.guard);
  last_iterations_.change_values(later, [&](Value& v) {
    add(v.bits);
    add(v.taint);
  });
  const Leaves leaves = collect_leaves(g, roots);
  const auto copy = last_iterations_.copy_of_iteration(iteration, leaves);
  if (!copy) return false;
  note_moves(iteration, plan);
  const std::size_t known = assumptions_.size(), named = inputs_.size();
  Substitute put = in_later_iteration(iteration, plan, leaves, *copy);
  last_iterations_.copy_facts(iteration, leaves, put);
  // What is said of a later iteration must not be taken to hold of the one at hand, which may be the last:
  // only what speaks of new names alone is assumed.
  std::set<Term> between;
  for (std::size_t i = named; i < inputs_.size(); ++i) between.insert(inputs_[i].term);
  assumptions_.erase(
      std::remove_if(assumptions_.begin() + static_cast<std::ptrdiff_t>(known), assumptions_.end(),
                     [&](Term fact) {
                       const std::array root{fact};
                       const auto of = collect_leaves(g, root).variables;
                       return std::any_of(of.begin(), of.end(), [&](Term v) { return between.contains(v); });
                     }),
      assumptions_.end());
  const auto renamed = [&](Term t) { return put(t); };
  later.guard = ops_.map(renamed, later.guard);
  last_iterations_.change_values(later, [&](Value& v) {
    v.bits = ops_.map(renamed, v.bits);
    v.taint = ops_.map(renamed, v.taint);
  });
  const std::vector<Term> facts = later_than(iteration, plan, *iteration.latch, later);
  races_.judge_own_copies(iteration.began, iteration.latch->guard, renamed,
                          [&](int t) { return facts[static_cast<std::size_t>(t)]; });
  return true;
}

// The new names of everything in an iteration that comes later. Counters that each iteration moves on by one
// number are not named anew but moved on, all of a thread's by one number of iterations, so that what they
// add up to tells addresses apart by structure.
Substitute OwnCopies::in_later_iteration(const Iteration& iteration, const LoopPlan& plan,
                                        const Leaves& leaves, Substitute copy) {
  using Kind = CellForm::Kind;
  const std::uint32_t place = code_.place_of_block(iteration.head.top().function, iteration.head.top().block);
  Substitute put(g);
  std::set<std::uint32_t> moved;
  std::map<int, Term> further;  // by thread: iterations in between
  const auto iterations_of = [&](int t) {
    auto [between, fresh] = further.try_emplace(t, Term{});
    if (fresh) {
      between->second = g.var(32, "iterations later");
      g.set_range(between->second, 1, kMostPending - 1);
      inputs_.push_back(
          Input{Input::Kind::Choice, between->second, 0, 0, t, g.truth(true), place, std::nullopt});
    }
    return between->second;
  };
  for (int t = 0; t < threads_ && iteration.count && iteration.modulus == 1; ++t) {
    const Term count = iteration.quotient.at(t);
    if (g.is_false(iteration.latch->guard.at(t)) || g.kind(count) != warpproof::Kind::Var ||
        !moved.insert(count.id).second)
      continue;
    put.map(count, g.add(count, iterations_of(t)));
  }
  for (const auto& [cell, form] : plan.cells) {
    if (form.kind != Kind::Step || form.step == 0 || form.taints || form.grain != Grain::Lane) continue;
    const Value entry = loop_cells_.read_cell(iteration.entry, cell, place),
                head = loop_cells_.read_cell(iteration.head, cell, place);
    const Value back = loop_cells_.read_cell(*iteration.latch, cell, place);
    const Lanes& came = iteration.latch->guard;
    for (int t = 0; t < threads_; ++t) {
      if (g.is_false(came.at(t))) continue;
      const Term change = given(g, g.sub(back.bits.at(t), head.bits.at(t)), came.at(t));
      if (!g.is_const(change)) continue;
      // The head is its entry and a multiple of the step: the one unknown there is whose.
      const std::array roots{g.sub(head.bits.at(t), entry.bits.at(t))};
      const auto variables = collect_leaves(g, roots).variables;
      if (variables.size() != 1 || g.width(variables.front()) != cell.width ||
          g.mul(variables.front(), g.constant(cell.width, form.step)) != roots[0] ||
          !moved.insert(variables.front().id).second)
        continue;
      // Downwards as the negative multiple. A change of another step would not be one of the form.
      const std::uint64_t mask = cell.width >= 64 ? ~0ull : (1ull << cell.width) - 1;
      const std::uint64_t up = g.value(change), down = (0 - up) & mask;
      if (up % form.step != 0 && down % form.step != 0) continue;
      const std::uint64_t times = up % form.step == 0 ? up / form.step : (0 - down / form.step) & mask;
      const Term between = iterations_of(t);
      const Term n = cell.width > 32   ? g.zext(between, cell.width)
                     : cell.width < 32 ? g.extract(between, cell.width - 1, 0)
                                       : between;
      put.map(variables.front(), g.add(variables.front(), g.mul(n, g.constant(cell.width, times))));
    }
  }
  if (!further.empty()) {
    assumed_.insert("no asynchronous copy of the loop at " + program_.places[place].source().str() +
                    " is pending for 2^18 iterations of it or more");
  }
  for (const Term v : leaves.variables) {
    if (copy(v) != v && !moved.contains(v.id)) put.map(v, copy(v));
  }
  for (const Term read : leaves.reads) {
    const Term other = copy(read);
    if (other != read && g.kind(other) == warpproof::Kind::Read)
      put.map(read,
              g.read(g.width(read), static_cast<std::uint32_t>(g.aux(other)), put(g.operands(read).front())));
  }
  return put;
}

}  // namespace warpproof::symbolic
