#include "checker/symbolic/loops/iteration_counts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "checker/soundness_switches.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/copy_groups.h"
#include "checker/symbolic/given.h"
#include "checker/symbolic/loops/loop_cells.h"
#include "checker/symbolic/loops/loop_state.h"
#include "checker/symbolic/loops/loop_strides.h"
#include "checker/symbolic/loops/loops_in_step.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

namespace {

constexpr std::uint64_t kMostCycle = 8;  // entries of a table
constexpr std::uint64_t kMostModulus = 64;
constexpr std::uint64_t kAnyCount = 0xffffffff;

std::uint64_t all_ones(int width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

// The number n with n * step = change, modulo 2^width.
std::optional<std::uint64_t> iterations_until(std::uint64_t change, std::uint64_t step, int width) {
  const int twos = std::countr_zero(step);
  change &= all_ones(width);
  if (step == 0 || (change & ((1ull << twos) - 1)) != 0) return std::nullopt;
  const std::uint64_t odd = step >> twos;
  std::uint64_t inverse = odd;  // of an odd number: each time twice as many bits are right
  for (int i = 0; i < 6; ++i) inverse *= 2 - odd * inverse;
  return ((change >> twos) * inverse) & all_ones(width - twos);
}

// The divisor for which compilers multiply by this factor and take the upper half, shifted; 1: none.
std::uint64_t divisor_of_factor(std::uint32_t factor) {
  constexpr int kMostShift = 4;
  constexpr std::uint64_t kMostExcess = 32;
  for (int shift = 0; factor != 0 && shift <= kMostShift; ++shift) {
    const std::uint64_t power = 1ull << (32 + shift), divisor = (power + factor - 1) / factor;
    if (divisor > 2 && divisor <= kMostModulus && divisor * factor - power < kMostExcess) return divisor;
  }
  return 1;
}

}  // namespace

IterationCounts::IterationCounts(const Parts& parts)
    : program_(parts.code.program()),
      g(parts.context.graph),
      threads_(parts.context.threads()),
      ops_(parts.context.ops),
      assumptions_(parts.record.assumptions),
      assumed_(parts.record.assumed),
      copy_groups_(parts.copy_groups),
      some_in_step_(parts.loop_state.some_in_step),
      context_(parts.context),
      code_(parts.code),
      loop_state_(parts.loop_state),
      loop_cells_(parts.loop_cells),
      loops_in_step_(parts.loops_in_step),
      loop_strides_(parts.loop_strides) {}

// What counters of the loop are divided by, and sizes of tables.
std::uint64_t IterationCounts::count_modulus(const Strand& head, const LoopPlan& plan) const {
  std::uint64_t out = 1;
  const auto add = [&](std::uint64_t divisor) {
    if (divisor > 1 && std::lcm(out, divisor) <= kMostModulus) out = std::lcm(out, divisor);
  };
  const auto add_all = [&](std::uint32_t function, std::uint32_t block, const LoopPlan& its) {
    const Function& f = program_.functions[function];
    const FunctionGraph& graph = code_.graph_of(function);
    for (const auto& [cell, form] : its.cells) add(form.table.size());
    for (std::size_t b = 0; b < f.blocks.size(); ++b) {
      if (!graph.in_loop_of_head(static_cast<int>(block), static_cast<int>(b))) continue;
      for (std::uint32_t i = f.blocks[b].first; i < f.blocks[b].last; ++i) {
        const Instruction& in = f.code[i];
        const bool by_number = in.sources.size() > 1 && in.sources[1].kind == Operand::Kind::Immediate;
        if (by_number && in.op == Opcode::Rem) add(in.sources[1].bits);
        if (by_number && in.op == Opcode::Mul && in.mod.hi)
          add(divisor_of_factor(static_cast<std::uint32_t>(in.sources[1].bits)));
      }
    }
  };
  add_all(head.top().function, head.top().block, plan);
  for (const Position& at : plan.together) {
    if (const LoopPlan* other = loop_state_.plan_at(at); other != nullptr && other != &plan)
      add_all(at.back(), at[at.size() - 2], *other);
  }
  return out;
}

// Gives the iteration its count. A later iteration, of which the first one is known, has done more.
void IterationCounts::count_iterations(Iteration& iteration, const LoopPlan& plan, const Lanes& guard,
                                std::uint32_t place) {
  if (const Iteration* first = loops_in_step_.first_of(plan, iteration)) {
    iteration.quotient = first->quotient;
    iteration.phase = first->phase;
    iteration.modulus = first->modulus;
    iteration.count = first->count;
    return;
  }
  const Grain grain = count_grain(plan);
  std::uint64_t most = kAnyCount;
  for (const auto& [cell, form] : plan.cells) {
    if (form.kind == CellForm::Kind::Count && form.rises && cell.width == 32)
      most = std::min(most, loop_strides_.most_risen(loop_cells_.read_cell(iteration.entry, cell, place),
                                                     form.step, guard));
  }
  // What is computed of a counter for some iterations ahead does not wrap around either.
  constexpr std::uint64_t kAhead = 64;
  if (most < kAnyCount && most > 2 * kAhead && count_modulus(iteration.entry, plan) > 1) {
    most -= kAhead;
    assumed_.insert("the loop at " + program_.places[place].source().str() +
                    " makes so few iterations that no counter of it wraps around in 64 more");
  }
  std::optional<Lanes> before;
  if (iteration.jumped && most < kAnyCount) {  // after all that were followed so far
    const Term more = g.constant(32, static_cast<std::uint64_t>(iteration.number - 1));
    before = ops_.map([&](Term n) { return g.add(n, more); }, *iteration.count);
  }
  // Where the count may wrap around, only what divides 2^32 says anything of its remainders.
  iteration.modulus = count_modulus(iteration.entry, plan);
  if (most == kAnyCount) iteration.modulus &= ~iteration.modulus + 1;
  const std::uint64_t modulus = iteration.modulus;
  const auto variable = [&](std::uint64_t largest) {
    const Lanes out = loop_cells_.unknowns_for(grain, 32, guard, place);
    for (int t = 0; t < threads_; ++t) {
      if (!g.is_const(out.at(t))) g.set_range(out.at(t), 0, largest);
    }
    return out;
  };
  iteration.quotient = variable(most / modulus);
  iteration.phase = modulus > 1 ? variable(modulus - 1) : ops_.constant(32, 0);
  iteration.count = ops_.map([&](Term q, Term r) { return g.add(g.mul(q, g.constant(32, modulus)), r); },
                             iteration.quotient, iteration.phase);
  if (!before) return;
  std::set<Term> facts;
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(guard.at(t))) continue;
    // Said of those who come back only: who does not may have been in the last iteration that there can be.
    facts.insert(g.implies(guard.at(t), g.ult(before->at(t), iteration.count->at(t))));
  }
  assumptions_.insert(assumptions_.end(), facts.begin(), facts.end());
}

Value IterationCounts::value_at_count(const CellForm& form, const Value& entry, const Lanes& count) {
  Value out = entry;
  const int width = entry.width;
  const auto times = [&](Term n, std::uint64_t step) {
    return g.mul(g.width(n) > width ? g.extract(n, width - 1, 0) : g.zext(n, width), g.constant(width, step));
  };
  if (form.kind == CellForm::Kind::Count) {
    out.bits = ops_.map([&](Term e, Term n) { return g.add(e, times(n, form.step)); }, entry.bits, count);
    return out;
  }
  const auto& table = form.table;
  const std::uint64_t step = table[1] - table[0];
  bool is_even = true;
  for (std::size_t i = 0; i < table.size(); ++i)
    is_even = is_even && ((table[0] + i * step - table[i]) & all_ones(width)) == 0;
  out.bits = ops_.map(
      [&](Term n) {
        const Term phase = g.urem(n, g.constant(32, table.size()));
        if (is_even) return g.add(g.constant(width, table[0]), times(phase, step));
        Term value = g.constant(width, table.back());
        for (std::size_t i = table.size() - 1; i-- > 0;)
          value = g.ite(g.eq(phase, g.constant(32, i)), g.constant(width, table[i]), value);
        return value;
      },
      count);
  return out;
}

bool IterationCounts::keeps_count(const CellForm& form, const Value& entry, const Value& head,
                                  const Value& back, const Iteration& iteration) {
  if (entry.width > 32 || entry.width == 1) return false;
  const Lanes& guard = iteration.latch->guard;
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(guard.at(t))) continue;
    const Term change = given(g, g.sub(back.bits.at(t), head.bits.at(t)), guard.at(t));
    if (form.step == 0 || !holds_or_off(SideCondition::CountKept, g.is_const(change) && g.value(change) == form.step)) return false;
  }
  return true;
}

// What a value of the iteration is where so many iterations were done before.
std::optional<std::uint64_t> IterationCounts::value_in_iteration(Term t, int thread,
                                                                 const Iteration& iteration,
                                                                 std::uint64_t count) {
  Substitute put(g);
  put.map(iteration.quotient.at(thread), g.constant(32, count / iteration.modulus));
  if (iteration.modulus > 1) put.map(iteration.phase.at(thread), g.constant(32, count % iteration.modulus));
  const Term value = put(t);
  return g.is_const(value) ? std::optional(g.value(value)) : std::nullopt;
}

bool IterationCounts::keeps_cycle(const CellForm& form, const StateCell& cell, const Iteration& iteration) {
  const auto& table = form.table;
  if (!iteration.count || iteration.modulus % table.size() != 0) return false;
  const std::uint32_t place = code_.place_of_block(iteration.head.top().function, iteration.head.top().block);
  const Value entry = loop_cells_.read_cell(iteration.entry, cell, place),
              back = loop_cells_.read_cell(*iteration.latch, cell, place);
  for (int t = 0; t < threads_; ++t) {
    const Term first = entry.bits.at(t), came = iteration.latch->guard.at(t);
    if (!g.is_false(iteration.entry.guard.at(t)) && (!g.is_const(first) || g.value(first) != table[0]))
      return false;
    if (g.is_false(came)) continue;
    const Term next = given(g, back.bits.at(t), came);
    for (std::uint64_t i = 0; i < iteration.modulus; ++i) {
      Substitute at(g);
      at.map(iteration.phase.at(t), g.constant(32, i));
      const Term value = at(next);
      if (!holds_or_off(SideCondition::CycleKept,
                        g.is_const(value) && g.value(value) == table[(i + 1) % table.size()]))
        return false;
    }
  }
  return true;
}

// A value that was taken for a counter, and comes back to what it was after a few iterations. A guess, which
// the next execution holds the iteration against.
std::optional<CellForm> IterationCounts::cycle_of(const StateCell& cell, const CellForm& now,
                                           const Iteration& iteration) {
  if (now.kind != CellForm::Kind::Count || !iteration.count || iteration.number > 1) return std::nullopt;
  const std::uint32_t place = code_.place_of_block(iteration.head.top().function, iteration.head.top().block);
  const Value entry = loop_cells_.read_cell(iteration.entry, cell, place),
              back = loop_cells_.read_cell(*iteration.latch, cell, place);
  std::optional<std::vector<std::uint64_t>> table;
  for (int t = 0; t < threads_; ++t) {
    const Term came = iteration.latch->guard.at(t), first = entry.bits.at(t);
    if (g.is_false(came)) continue;
    if (!g.is_const(first)) return std::nullopt;
    const Term next = given(g, back.bits.at(t), came);
    std::vector<std::uint64_t> values{g.value(first)};
    for (bool closed = false; !closed;) {
      const auto iterations = iterations_until(values.back() - values.front(), now.step, cell.width);
      if (!iterations || values.size() > kMostCycle) return std::nullopt;
      const auto value = value_in_iteration(next, t, iteration, *iterations);
      if (!value) return std::nullopt;
      closed = *value == values.front();
      if (!closed) values.push_back(*value);
    }
    if (values.size() < 2 || values.size() > kMostCycle || (table && *table != values)) return std::nullopt;
    table = std::move(values);
    if (iteration.latch->guard.is_uniform() && back.bits.is_uniform() && entry.bits.is_uniform()) break;
  }
  if (!table) return std::nullopt;
  CellForm out{CellForm::Kind::Cycle, now.grain, 0, false, now.taints};
  out.table = std::move(*table);
  return out;
}

// That the thread came back from the iteration before, where there was one: what this iteration adds to its
// guard, as far as that speaks of the number of iterations and of what was known before the loop.
Term IterationCounts::iterations_before(const Iteration& iteration, int thread) {
  if (!iteration.count || iteration.number > 1 || !iteration.latch) return g.truth(true);
  const Term one = g.constant(32, 1), none = g.constant(32, 0);
  const Term quotient = iteration.quotient.at(thread), phase = iteration.phase.at(thread);
  const Term is_first = g.eq(phase, none);
  Substitute put(g);
  put.map(quotient, g.ite(is_first, g.sub(quotient, one), quotient));
  if (iteration.modulus > 1)
    put.map(phase, g.ite(is_first, g.constant(32, iteration.modulus - 1), g.sub(phase, one)));
  std::vector<Term> held;
  for (const Term c : g.conjuncts(iteration.latch->guard.at(thread))) {
    const std::array roots{c};
    const Leaves leaves = collect_leaves(g, roots);
    const bool is_known = std::all_of(leaves.variables.begin(), leaves.variables.end(), [&](Term v) {
      return v.id < iteration.terms || v == quotient || v == phase;
    });
    if (is_known && leaves.reads.empty() && !g.is_const(quotient)) held.push_back(put(c));
  }
  return g.lor(g.eq(iteration.count->at(thread), none), g.conj(held));
}

void IterationCounts::assume_iterations_before(const Iteration& iteration) {
  if (!counts_iterations()) return;
  std::set<Term> facts;
  for (int t = 0; t < threads_; ++t) {
    const Term here = iteration.head.guard.at(t);
    if (!g.is_false(here)) facts.insert(g.implies(here, iterations_before(iteration, t)));
  }
  for (const Term fact : facts) {
    if (!g.is_true(fact)) assumptions_.push_back(fact);
  }
}

bool IterationCounts::counts_iterations() const {
  return (context_.options.counts_iterations || copy_groups_.used() || some_in_step_) && !context_.compares();
}

}  // namespace warpproof::symbolic
