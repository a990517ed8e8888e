#include "checker/symbolic/loops/loop_strides.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include "checker/soundness_switches.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/strands.h"
#include "checker/symbolic/given.h"
#include "checker/symbolic/launch_numbers.h"
#include "checker/symbolic/loops/iteration_counts.h"
#include "checker/symbolic/loops/loop_cells.h"
#include "checker/symbolic/loops/loop_state.h"
#include "checker/symbolic/loops/own_copies.h"
#include "checker/symbolic/near.h"
#include "checker/symbolic/state_claims.h"
#include "checker/symbolic/unknown.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

namespace {

// By which counters are multiplied where they are indices; 1 where they are addresses.
constexpr std::uint64_t kSizesOfElements[] = {1, 2, 4, 8, 12, 16, 24, 32, 64};

}  // namespace

LoopStrides::LoopStrides(const Parts& parts)
    : program_(parts.code.program()),
      g(parts.context.graph),
      options_(parts.context.options),
      threads_(parts.context.threads()),
      warp_size_(parts.context.warp_size()),
      ops_(parts.context.ops),
      context_(parts.context),
      numbers_(parts.numbers),
      iterations_(parts.loop_state.iterations),
      arrivals_(parts.strands.arrivals),
      assumptions_(parts.record.assumptions),
      strides_(parts.loop_state.strides),
      assumed_(parts.record.assumed),
      multiplies_in_addresses_(parts.record.multiplies_in_addresses),
      code_(parts.code),
      loop_state_(parts.loop_state),
      loop_cells_(parts.loop_cells),
      iteration_counts_(parts.iteration_counts),
      own_copies_(parts.own_copies) {}

std::optional<Term> LoopStrides::stride_of(Iteration& iteration, const StateCell& cell,
                                           const CellForm& form) {
  if (form.kind != CellForm::Kind::Stride) return std::nullopt;
  const auto [it, fresh] = iteration.strides.try_emplace(cell, Term{});
  if (fresh) {
    it->second = g.var(cell.width, "stride");
    // True of what the iteration adds where the plan holds (keeps_stride, define_strides).
    g.set_range(it->second, form.step, (1ull << (cell.width - 1)) - 1);
    if (form.wide) wide_strides_.insert(it->second.id);
  }
  return it->second;
}

// What the iteration added to a cell, the same for all threads that come back.
std::optional<Term> LoopStrides::common_change(const StateCell& cell, const Iteration& iteration) {
  const std::uint32_t place = code_.place_of_block(iteration.head.top().function, iteration.head.top().block);
  const Value head = loop_cells_.read_cell(iteration.head, cell, place),
              back = loop_cells_.read_cell(*iteration.latch, cell, place);
  std::optional<Term> common;
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(iteration.latch->guard.at(t))) continue;
    const Term change = g.sub(back.bits.at(t), head.bits.at(t));
    if (common && *common != change) return std::nullopt;
    common = change;
  }
  return common;
}

// The least that an iteration adds, by all that is known of it.
std::uint64_t LoopStrides::least_stride(const StateCell& cell, const Iteration& iteration) {
  const auto change = common_change(cell, iteration);
  return change ? g.unsigned_range(*change).first : 0;
}

// Is it blockDim.x, perhaps times gridDim.x? That a grid's threads can be counted is assumed
// (define_strides).
bool LoopStrides::passes_block(const StateCell& cell, const Iteration& iteration) {
  const auto change = common_change(cell, iteration);
  const auto& block_size = numbers_.block_size();
  if (!change || !block_size) return false;
  const auto narrow = [&](Term t) { return g.kind(t) == Kind::ZExt ? g.operands(t).front() : t; };
  const Term product = narrow(*change);
  std::vector<Term> factors{product};
  if (g.kind(product) == Kind::Mul) factors.assign(g.operands(product).begin(), g.operands(product).end());
  std::transform(factors.begin(), factors.end(), factors.begin(), narrow);
  return std::any_of(factors.begin(), factors.end(), [&](Term f) { return f == *block_size; }) &&
         std::all_of(factors.begin(), factors.end(),
                     [&](Term f) { return f == *block_size || numbers_.is_grid_width(f); }) &&
         factors.size() <= 2;
}

// Do the numbers depend on strides of which only their iterations' ends will tell what they are?
bool LoopStrides::knows_strides(Term t) const {
  if (strides_.empty()) return true;
  std::set<std::uint32_t> open;
  for (const auto& [at, iteration] : iterations_) {
    for (const auto& [cell, stride] : iteration.strides) {
      if (iteration.number == 1) open.insert(stride.id);
    }
  }
  if (open.empty()) return true;
  const std::array roots{t};
  const auto variables = collect_leaves(g, roots).variables;
  return std::none_of(variables.begin(), variables.end(), [&](Term v) {
    const auto of = strides_.find(v.id);
    return open.contains(v.id) || (of != strides_.end() && open.contains(of->second.id));
  });
}

// A product of sizes of the launch and small numbers, known before the loop.
bool LoopStrides::is_launch_constant(Term t, const Iteration& iteration) {
  const bool product =
      g.kind(t) == Kind::Mul && std::all_of(g.operands(t).begin(), g.operands(t).end(), [&](Term f) {
        return g.kind(f) == Kind::Var || (g.is_const(f) && g.value(f) <= 1024);
      });
  if (!product && g.kind(t) != Kind::Var) return false;
  const std::array roots{t};
  const Leaves leaves = collect_leaves(g, roots);
  return leaves.reads.empty() && std::all_of(leaves.variables.begin(), leaves.variables.end(), [&](Term v) {
           if (v.id >= iteration.terms) return false;
           return numbers_.block_size() == v || numbers_.is_grid_size(v);
         });
}

// A stride is known when the loop is entered, and its sign is plus: sizes of the launch are taken to have
// products that fit (define_strides says so), other terms must.
bool LoopStrides::keeps_stride(const StateCell& cell, const CellForm& form, const Iteration& iteration) {
  if (cell.width != 32 && cell.width != 64) return false;
  const auto change = common_change(cell, iteration);
  if (!change) return false;
  const std::array roots{*change};
  const Leaves leaves = collect_leaves(g, roots);
  if (std::any_of(leaves.variables.begin(), leaves.variables.end(),
                  [&](Term v) { return v.id >= iteration.terms; }) ||
      !leaves.reads.empty())
    return false;
  const std::uint64_t half = 1ull << (cell.width - 1);
  const auto [low, high] = g.unsigned_range(*change);
  if (low < form.step || (form.wide && !passes_block(cell, iteration))) return false;
  if (!is_counter(cell, iteration)) return false;  // define_strides assumes that it does not wrap around
  return holds_or_off(SideCondition::StrideKept,
                      high < half || (low < half && is_launch_constant(*change, iteration)));
}

// Values that are halved, divided or masked in each iteration.
bool LoopStrides::only_shrinks(const StateCell& cell, const CellForm& form, const Iteration& iteration) {
  const std::uint32_t place = code_.place_of_block(iteration.head.top().function, iteration.head.top().block);
  const Value entry = loop_cells_.read_cell(iteration.entry, cell, place),
              back = loop_cells_.read_cell(*iteration.latch, cell, place);
  std::vector<Term> grows;
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(iteration.latch->guard.at(t))) continue;
    switch (g.kind(back.bits.at(t))) {
      case Kind::ZExt:
      case Kind::SExt:
      case Kind::Concat:
      case Kind::UDiv:
      case Kind::SDiv:
      case Kind::URem:
      case Kind::LShr:
      case Kind::AShr:
      case Kind::And:
        break;
      default:
        return false;
    }
    const Term kept = StateClaims(ops_).condition(form, cell.width, entry.bits.at(t), back.bits.at(t));
    grows.push_back(g.land(iteration.latch->guard.at(t), g.lnot(kept)));
  }
  return !grows.empty() && holds_or_off(SideCondition::CounterShrinks, context_.infeasible(g.disj(grows)));
}

// Counters that go up from a number that is not negative, in iterations that they do not wrap around in: what
// a comparison of signed numbers, as `i < n`, shows of the iteration that it guards.
bool LoopStrides::only_rises(const StateCell& cell, const Iteration& iteration) {
  // About different threads: as many as two warps have, but of samples, whose strides tell their threads apart at less cost.
  const std::size_t most_questions = options_.shape.is_sample() ? 32 : 64;
  const std::uint32_t place = code_.place_of_block(iteration.head.top().function, iteration.head.top().block);
  const Value entry = loop_cells_.read_cell(iteration.entry, cell, place),
              head = loop_cells_.read_cell(iteration.head, cell, place);
  const Value back = loop_cells_.read_cell(*iteration.latch, cell, place);
  const std::uint64_t half = 1ull << (cell.width - 1);
  std::uint64_t step = 0;  // the largest
  std::set<Term> wraps;
  for (int t = 0; t < threads_; ++t) {
    const Term came = iteration.latch->guard.at(t);
    if (g.unsigned_range(entry.bits.at(t)).second >= half) return false;
    if (g.is_false(came)) continue;
    Term change = g.sub(back.bits.at(t), head.bits.at(t));
    if (iteration_counts_.counts_iterations()) change = given(g, change, came);
    if (!g.is_const(change) || g.value(change) >= half) return false;
    step = std::max(step, g.value(change));
    const CellForm rising{CellForm::Kind::Step, Grain::Lane, 0, true};
    const Term kept = StateClaims(ops_).condition(rising, cell.width, entry.bits.at(t), back.bits.at(t));
    const Term wraps_here = g.land(came, g.lnot(kept));
    wraps.insert(iteration_counts_.counts_iterations()
                     ? g.land(wraps_here, iteration_counts_.iterations_before(iteration, t))
                     : wraps_here);
    if (wraps.size() > most_questions) return assumes_no_wrap(cell, iteration, step);
  }
  const std::vector<Term> any(wraps.begin(), wraps.end());
  LoopPlan* plan = loop_state_.plan_at(code_.head_position(iteration.entry, iteration.entry.frames.size(),
                                                           iteration.entry.top().block));
  const bool was_asked = plan != nullptr && plan->may_wrap.contains(cell);
  // Whether a number below a remainder is far from the largest one is dear to ask.
  if ((was_asked || (multiplies_in_addresses_ && has_products(g, any))) && assumes_no_wrap(cell, iteration, step)) return true;
  const Term wraps_around = g.disj(any);
  const bool never = may_assume_no_wrap() && options_.infeasible_at_once
                         ? options_.infeasible_at_once(g.land(wraps_around, context_.scope()))
                         : context_.infeasible(wraps_around);
  if (holds_or_off(SideCondition::CounterRises, never)) return true;
  if (!assumes_no_wrap(cell, iteration, step)) return false;
  if (plan != nullptr) plan->may_wrap.insert(cell);
  return true;
}

// A counter near the largest number would wrap around, in programs that C++ gives no meaning to. That is assumed not to
// be so of what is a counter by the text of the loop, and listed, where it matters: where accesses are to stay within bounds, and where rows are distinguished, as the
// column in row * width + column is to be no negative number.
// Samples have strides for that.
bool LoopStrides::may_assume_no_wrap() const {
  const bool tells_rows = multiplies_in_addresses_ && !options_.shape.is_sample();
  return (options_.bounds || tells_rows) && !context_.compares();
}

bool LoopStrides::assumes_no_wrap(const StateCell& cell, const Iteration& iteration, std::uint64_t step) {
  if (!may_assume_no_wrap() || !is_counter(cell, iteration, step)) return false;
  const std::uint32_t place = code_.place_of_block(iteration.head.top().function, iteration.head.top().block);
  assumed_.insert(no_counter_turns_negative(place));
  return true;
}

bool LoopStrides::is_counter(const StateCell& cell, const Iteration& iteration, std::uint64_t step) {
  // What is shorter than an int wraps around within what an int can hold, and is meant to. What would wrap around after few
  // iterations is rather a random number.
  if (cell.width < 32 || step >> (cell.width * 5 / 8) != 0) return holds_or_off(SideCondition::CounterCounts, false);
  const std::uint32_t function = iteration.head.top().function, head = iteration.head.top().block;
  const auto [it, fresh] = counters_.try_emplace({function, head});
  if (fresh) {
    const auto& loops = code_.graph_of(function).loops;
    const auto loop =
        std::find_if(loops.begin(), loops.end(), [&](const auto& l) { return l.head == static_cast<int>(head); });
    if (loop != loops.end()) it->second = counters_of_loop(program_, program_.functions[function], loop->blocks);
  }
  const std::uint64_t base = code_.local_base(iteration.head);
  const auto is_cell = [&](const Source& s) {
    if (s.kind == Source::Kind::Register) return cell.is_register && cell.at == s.index;
    return !cell.is_register && program_.variables[s.index].space == Space::Local &&
           cell.at == base + code_.layout().address[s.index] + static_cast<std::uint64_t>(s.offset);
  };
  return holds_or_off(SideCondition::CounterCounts,
                      std::any_of(it->second.counters.begin(), it->second.counters.end(), is_cell) ||
                          (step == 1 && std::any_of(it->second.compared_for_equality.begin(),
                                                  it->second.compared_for_equality.end(), is_cell)));
}

void LoopStrides::assume_not_negative(const Value& entry, const Lanes& head, const Lanes& guard,
                                   std::uint32_t place) {
  assumed_.insert(no_counter_turns_negative(place));
  const Term zero = g.constant(entry.width, 0);
  std::set<Term> facts;
  for (int t = 0; t < threads_; ++t) {
    if (!g.is_false(guard.at(t)))
      facts.insert(g.implies(g.land(guard.at(t), g.sle(zero, entry.bits.at(t))), g.sle(zero, head.at(t))));
  }
  assumptions_.insert(assumptions_.end(), facts.begin(), facts.end());
}

std::string LoopStrides::no_counter_wraps(std::uint32_t head) const {
  return "no counter of the loop at " + program_.places[head].source().str() +
         " wraps around, nor would in one more iteration";
}

std::string LoopStrides::no_counter_turns_negative(std::uint32_t head) const {
  return "no counter of the loop at " + program_.places[head].source().str() +
         ", taken as a signed number, wraps around, nor would in one more iteration";
}

// What `rises` says of a head, with k the number of iterations so far: entry + k * step is no negative
// number. No k is too large for the thread with the smallest entry, so the bound holds of all that share k.
std::uint64_t LoopStrides::most_risen(const Value& entry, std::uint64_t step, const Lanes& guard) {
  const std::uint64_t most = (1ull << (entry.width - 1)) - 1;
  std::uint64_t least = most;
  for (int t = 0; t < threads_; ++t) {
    if (!g.is_false(guard.at(t))) least = std::min(least, g.unsigned_range(entry.bits.at(t)).first);
  }
  return (most - least) / step;
}

void LoopStrides::bound_steps(const Value& entry, const Lanes& iterations, std::uint64_t step,
                           const Lanes& guard) {
  const std::uint64_t most = most_risen(entry, step, guard);
  for (int t = 0; t < threads_; ++t) {
    if (!g.is_false(guard.at(t))) g.set_range(iterations.at(t), 0, most);
  }
}

// What rises is in a later iteration no less than where the iteration `before` has left it. Loops that wait
// for each other at named barriers are left to what relates their iterations (loops_in_step.h), which is
// not to know of one only.
void LoopStrides::assume_later(const Iteration& iteration, const LoopPlan& plan, const Strand& before,
                            const Strand& later) {
  const bool pending =
      std::any_of(arrivals_.begin(), arrivals_.end(), [](const auto& at) { return !at.second.empty(); });
  if (context_.compares() || pending) return;
  const std::vector<Term> facts = own_copies_.later_than(iteration, plan, before, later);
  std::set<Term> known;
  for (int t = 0; t < threads_; ++t)
    known.insert(g.implies(later.guard.at(t), facts[static_cast<std::size_t>(t)]));
  for (const Term fact : known) {
    if (!g.is_true(fact)) assumptions_.push_back(fact);
  }
}

// The plan holds: its strides are what the iteration added. False: one is not, so that nothing is said of it.
bool LoopStrides::define_strides(const Position& at, const LoopPlan& plan) {
  const Iteration& iteration = iterations_.at(at);
  const std::uint32_t place = code_.place_of_block(iteration.head.top().function, iteration.head.top().block);
  if (g.is_false(ops_.any(iteration.latch->guard))) return true;  // nobody comes back
  for (const auto& [cell, stride] : iteration.strides) {
    const auto change = common_change(cell, iteration);
    if (!keeps_stride(cell, plan.cells.at(cell), iteration)) {
      loop_state_.abandon_plan(at, "a counter's step differs between its iterations");
      return false;
    }
    const std::uint64_t half = 1ull << (cell.width - 1);
    const Term is_stride = g.eq(stride, *change), moderate = g.ult(*change, g.constant(cell.width, half));
    if (g.is_false(moderate)) {  // of a grid that is asked for: what is never so proves nothing
      loop_state_.abandon_plan(at, "a counter changes by 2^31 or more in an iteration");
      return false;
    }
    // Else the stride, which is moderate, is the change only of executions in which somebody repeats the
    // loop: in others the loop moves nothing on.
    const bool surely =
        g.unsigned_range(*change).second < half ||
        (is_size_of_grid(*change) && context_.infeasible(g.lnot(moderate)));  // by the number of threads
    if (surely) assumptions_.push_back(is_stride);
    const Value entry = loop_cells_.read_cell(iteration.entry, cell, place),
                head = loop_cells_.read_cell(iteration.head, cell, place);
    std::vector<Term> wraps, moved{ops_.any(iteration.latch->guard)};
    for (int t = 0; t < threads_; ++t) {
      const Term so_far = g.sub(head.bits.at(t), entry.bits.at(t));
      moved.push_back(g.land(iteration.head.guard.at(t), g.lnot(g.eq(so_far, g.constant(cell.width, 0)))));
      wraps.push_back(g.land(iteration.head.guard.at(t), g.ult(g.add(so_far, *change), so_far)));
    }
    const std::string wraps_around = no_counter_wraps(place);
    if (!assumed_.contains(wraps_around) && !context_.infeasible(g.disj(wraps)))
      assumed_.insert(wraps_around);
    if (surely) continue;
    assumptions_.push_back(g.implies(g.disj(moved), is_stride));
    assumed_.insert(kModerateSteps);
  }
  return true;
}

// It depends on nothing but how large the grid is.
bool LoopStrides::is_size_of_grid(Term t) const {
  const Term roots[] = {t};
  const auto leaves = collect_leaves(g, roots);
  return leaves.reads.empty() && std::all_of(leaves.variables.begin(), leaves.variables.end(), [&](Term v) {
           return numbers_.block_size() == v || numbers_.is_grid_size(v);
         });
}

// What holds of two accesses that overlap. Those of one width are at one address then, as elements that are
// no smaller than what is accessed of them have one index; else they may overlap at different addresses.
Term LoopStrides::stride_facts(const Use& a, const Use& b) {
  const auto [x, y] = equal_by(g, a.offset, b.offset);
  const auto element = element_at(g, a.offset);
  const bool within =
      x != a.offset && element->scale >= static_cast<std::uint64_t>(std::max(a.bytes, b.bytes));
  return a.bytes == b.bytes || within ? stride_facts(x, y) : g.truth(true);
}

// What holds of two accesses at one address, given their indices or offsets, which are then equal. With x and
// y multiples of a stride, a = cx + p and b = cy + q: either x == y and p == q, or p and q are c strides
// apart too. Of a counter of 64 bits, multiples are taken not to wrap around either.
Term LoopStrides::stride_facts(Term a, Term b) {
  if (strides_.empty()) return g.truth(true);
  const auto multiple_in = [&](Term sum) -> std::optional<std::pair<Term, Term>> {  // variable, stride
    const std::array roots{sum};
    std::optional<std::pair<Term, Term>> found;
    for (const Term v : collect_leaves(g, roots).variables) {
      const auto it = strides_.find(v.id);
      if (it == strides_.end()) continue;
      if (found) return std::nullopt;
      found.emplace(v, it->second);
    }
    return found;
  };
  const auto first = multiple_in(a), second = multiple_in(b);
  if (!first || !second || first->second != second->second) return g.truth(true);
  const auto [x, stride] = *first;
  const Term y = second->first;
  if (g.width(a) != g.width(x) || g.width(b) != g.width(x)) return g.truth(true);
  const std::span factors(kSizesOfElements, g.width(x) == 64 ? std::size(kSizesOfElements) : 1);
  const auto holds = [&](Term sum, Term v) {
    const std::array roots{sum};
    const auto variables = collect_leaves(g, roots).variables;
    return std::find(variables.begin(), variables.end(), v) != variables.end();
  };
  for (const std::uint64_t c : factors) {
    const Term factor = g.constant(g.width(x), c);
    const Term p = g.sub(a, g.mul(factor, x)), q = g.sub(b, g.mul(factor, y));
    if (holds(p, x) || holds(q, y)) continue;  // it takes part with another factor
    if (c > 1) assumed_.insert("counters of 64 bits in loops stay below 2^56");
    // Two threads of a block are less than its size apart.
    if (wide_strides_.contains(stride.id) && within_block(g.sub(p, q), c))
      return g.land(g.eq(x, y), g.eq(p, q));
    const Term least = g.mul(factor, stride);
    const Term apart = g.land(g.ule(least, g.sub(p, q)), g.ule(least, g.sub(q, p)));
    return g.lor(g.land(g.eq(x, y), g.eq(p, q)), apart);
  }
  return g.truth(true);
}

// Is it `factor` times the difference of the numbers of two threads of different warps, both of which are
// there if anyone of their warps is? So of a sample of warps only where blocks are made of whole ones.
bool LoopStrides::within_block(Term difference, std::uint64_t factor) {
  const Shape& shape = options_.shape;
  const bool whole = shape.group() == 1 || shape.multiple % static_cast<std::uint32_t>(warp_size_) == 0;
  if (!shape.is_sample() || !whole || g.is_const(difference)) return false;
  const int width = g.width(difference);
  auto& distances = thread_distances_[{width, factor}];
  if (distances.empty()) {
    const auto times = [&](Term t) {
      return g.mul(g.constant(width, factor), width > 32 ? g.zext(t, width) : t);
    };
    for (const Term a : numbers_.sample()) {
      for (const Term b : numbers_.sample()) distances.insert(g.sub(times(a), times(b)).id);
    }
  }
  return distances.contains(difference.id);
}

}  // namespace warpproof::symbolic
