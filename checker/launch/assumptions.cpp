#include "checker/launch/assumptions.h"

#include <algorithm>

#include "checker/smt/over_integers.h"
#include "checker/smt/solver.h"
#include "src/base/effort.h"

namespace warpproof::launch {

namespace {

using Kind = Quantity::Kind;

constexpr unsigned kMilliseconds = 5'000;     // for whether anything satisfies the conditions
constexpr unsigned kBoundMilliseconds = 500, kIntegersMilliseconds = 50;  // for one question about a bound
// Of parameters, in witnesses that are looked for first: sizes of less than a block show what its last threads do.
constexpr std::uint64_t kSmall[] = {7, 1000};
constexpr double kBoundsSeconds = 0.5;        // for all of them; where products make them hard, bounds stay wide
constexpr std::array<std::uint64_t, 3> kMostBlocks = {0x7fffffff, 65535, 65535};  // PTX ISA 9.x, %nctaid

SolverOptions with_limit(unsigned milliseconds) {
  SolverOptions o;
  o.budget_ms = milliseconds;
  return o;
}

std::uint64_t mask_of(int bits) { return bits >= 64 ? ~0ull : (1ull << bits) - 1; }

}  // namespace

// The conditions over variables of their own.
struct Assumptions::Question {
  Question(const Assumptions& all, const LaunchSpace& space, unsigned milliseconds)
      : solver(graph, with_limit(milliseconds)) {
    const auto variable = [&](const Quantity& q) {
      const auto [it, fresh] = variables.try_emplace(q, Term{});
      if (!fresh) return it->second;
      it->second = graph.var(q.bits, "quantity");
      if (q.kind == Kind::BlockSize) {
        graph.set_range(it->second, space.multiple, space.largest);
        solver.assume(
            graph.eq(graph.urem(it->second, graph.constant(32, space.multiple)), graph.constant(32, 0)));
      }
      if (q.kind == Kind::GridSize) graph.set_range(it->second, 1, kMostBlocks[q.index]);
      return it->second;
    };
    const auto term = [&](const Quantity& q) { return all.constant_or(graph, q, space, variable); };
    for (const Condition& c : all.conditions_) {
      holds.push_back(c.holds(graph, term));
      solver.assume(holds.back());
      exact.push_back(c.exact(graph, term));
    }
    bound_threads(space);
  }

  // The grid's threads along x, where it is any grid.
  void bound_threads(const LaunchSpace& space) {
    const auto blocks = variables.find({Kind::GridSize, 0, 32, false});
    if (blocks == variables.end()) return;
    const auto size = variables.find({Kind::BlockSize, 0, 32, false});
    if (size == variables.end()) {
      const std::uint64_t threads = space.block ? (*space.block)[0] : space.multiple;
      holds.push_back(graph.ule(blocks->second, graph.constant(32, kMostThreadsAlongX / threads)));
    } else {
      const Term wide = graph.mul(graph.zext(blocks->second, 64), graph.zext(size->second, 64));
      holds.push_back(graph.ule(wide, graph.constant(64, kMostThreadsAlongX)));
    }
    solver.assume(holds.back());
  }

  Answer ask(Term also, SmtModel* model = nullptr) {
    std::vector<Term> query = holds;
    query.push_back(also);
    if (graph.is_false(graph.conj(query))) return Answer::Contradiction;
    SmtModel found;
    const auto answer = solver.check(query, &found);
    if (answer == warpproof::Answer::Unsat) return Answer::Contradiction;
    if (answer != warpproof::Answer::Sat) return Answer::Unknown;
    if (model != nullptr) *model = std::move(found);
    return Answer::Satisfied;
  }

  std::uint64_t value(const SmtModel& model, Term t) {
    return model.has(t) ? model.value(t) : graph.unsigned_range(t).first;
  }

  TermGraph graph;
  Solver solver;
  std::map<Quantity, Term> variables;
  std::vector<Term> holds, exact;
};

Assumptions::Assumptions(std::vector<Condition> conditions, std::map<std::uint32_t, std::uint64_t> fixed,
                         int warp_size)
    : conditions_(std::move(conditions)), fixed_(std::move(fixed)), warp_size_(warp_size) {}

Assumptions Assumptions::with_fixed(const std::map<std::uint32_t, std::uint64_t>& more) const {
  Assumptions out = *this;
  out.fixed_.insert(more.begin(), more.end());
  return out;
}

bool Assumptions::relate_grid(std::uint32_t axis) const {
  const auto names = [](const Condition& c, const auto& is) {
    return std::any_of(c.names().begin(), c.names().end(), [&](const auto& named) { return is(named.second); });
  };
  return std::any_of(conditions_.begin(), conditions_.end(), [&](const Condition& c) {
    return names(c, [&](const Quantity& q) { return q.kind == Kind::GridSize && q.index == axis; }) &&
           names(c, [&](const Quantity& q) { return q.kind == Kind::Parameter && !fixed_.contains(q.index); });
  });
}

std::string Assumptions::text() const {
  std::string out;
  for (const Condition& c : conditions_) out += (out.empty() ? "" : ", ") + c.text();
  return out;
}

Term Assumptions::constant_or(TermGraph& graph, const Quantity& q, const LaunchSpace& space,
                              const std::function<Term(const Quantity&)>& variable) const {
  switch (q.kind) {
    case Kind::Parameter: {
      const auto it = fixed_.find(q.index);
      return it == fixed_.end() ? variable(q) : graph.constant(q.bits, it->second >> (8 * q.offset()) & mask_of(q.bits));
    }
    case Kind::BlockSize:
      if (space.block) return graph.constant(32, (*space.block)[q.index]);
      return q.index == 0 ? variable(q) : graph.constant(32, 1);
    case Kind::GridSize:
      return space.grid ? graph.constant(32, (*space.grid)[q.index]) : variable(q);
    case Kind::WarpSize:
      break;
  }
  return graph.constant(32, static_cast<std::uint64_t>(warp_size_));
}

// Small numbers first: runs with them end soon, and find all that memory holds among the words that it was given.
Assumptions::Answer Assumptions::find(const LaunchSpace& space, Values* witness) const {
  Question question(*this, space, kMilliseconds);
  SmtModel model;
  Answer answer = Answer::Unknown;
  TermGraph& g = question.graph;
  question.solver.set_budget_ms(kBoundMilliseconds);
  for (const std::uint64_t most : kSmall) {
    if (witness == nullptr || answer == Answer::Satisfied) continue;
    std::vector<Term> small = wants_exact_ ? question.exact : std::vector<Term>();
    for (const auto& [q, term] : question.variables)
      if (q.kind == Kind::Parameter) small.push_back(g.ule(term, g.constant(q.bits, std::min(most, mask_of(q.bits)))));
    answer = question.ask(g.conj(small), &model);
  }
  question.solver.set_budget_ms(kMilliseconds);
  if (answer != Answer::Satisfied) answer = Answer::Unknown;
  if (wants_exact_ && answer != Answer::Satisfied) answer = question.ask(g.conj(question.exact), &model);
  if (answer != Answer::Satisfied) answer = question.ask(question.graph.truth(true), &model);
  if (answer == Answer::Satisfied && witness != nullptr) {
    for (const auto& [q, term] : question.variables) (*witness)[q] = question.value(model, term);
  }
  return answer;
}

void Assumptions::want_exact(const LaunchSpace& space) {
  Question question(*this, space, kMilliseconds);
  wants_exact_ = question.ask(question.graph.conj(question.exact)) == Answer::Satisfied;
}

FactMap Assumptions::facts(const LaunchSpace& space) const {
  FactMap out;
  Question question(*this, space, kBoundMilliseconds);
  TermGraph& g = question.graph;
  const std::map<Quantity, Term> variables = question.variables;
  using Clock = effort::Clock;
  const auto end = Clock::now() + effort::seconds(kBoundsSeconds);
  auto until = end;
  // A question that is not asked leaves a bound where it is, as one that is not answered. Integers decide what quotients are, as
  // n / 192, where bits do not.
  const auto ask = [&](Term also, SmtModel* model = nullptr) {
    const auto left = [&] { return std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count(); };
    if (left() <= 0) return Answer::Unknown;
    std::vector<Term> query = question.holds;
    query.push_back(also);
    const OverIntegers of_integers = ask_over_integers(g, query, kIntegersMilliseconds);
    if (of_integers == OverIntegers::Excluded) return Answer::Contradiction;
    if (of_integers == OverIntegers::Possible && model == nullptr) return Answer::Satisfied;
    if (left() <= 0) return Answer::Unknown;
    question.solver.set_budget_ms(static_cast<unsigned>(std::min<std::int64_t>(left(), kBoundMilliseconds)));
    return question.ask(also, model);
  };
  auto parameters_left = std::count_if(variables.begin(), variables.end(), [](const auto& v) { return v.first.kind == Kind::Parameter; });
  for (const auto& [q, term] : variables) {
    if (q.kind != Kind::Parameter) continue;
    until = Clock::now() + (end - Clock::now()) / parameters_left--;
    SmtModel model;
    if (ask(g.truth(true), &model) != Answer::Satisfied) continue;
    const auto number = [&](std::uint64_t v) { return g.constant(q.bits, v); };
    Facts f{0, mask_of(q.bits), 0};
    // Most that are bounded are so as they are not negative.
    const std::uint64_t positive = mask_of(q.bits - 1);
    if (ask(g.ult(number(positive), term)) == Answer::Contradiction) f.high = positive;
    const bool is_highest = ask(g.eq(term, number(f.high))) == Answer::Satisfied;
    // Halving, from what is known to be reached; a question that is not answered leaves the bound where it
    // is.
    std::uint64_t reached = is_highest ? f.high : question.value(model, term);
    for (bool known = true; known && reached < f.high;) {
      const std::uint64_t middle = reached + (f.high - reached) / 2;
      const Answer above = ask(g.ult(number(middle), term));
      known = above != Answer::Unknown;
      if (above == Answer::Contradiction) f.high = middle;
      if (above == Answer::Satisfied) reached = middle + 1;
    }
    reached = question.value(model, term);
    for (bool known = true; known && f.low < reached;) {
      const std::uint64_t middle = f.low + (reached - f.low) / 2;
      const Answer below = ask(g.ule(term, number(middle)));
      known = below != Answer::Unknown;
      if (below == Answer::Contradiction) f.low = middle + 1;
      if (below == Answer::Satisfied) reached = middle;
    }
    for (int bit = 0; bit < q.bits - 1; ++bit) {
      if (ask(g.bit(term, bit)) != Answer::Contradiction) break;
      f.zero |= 1ull << bit;
    }
    out[q] = f;
  }
  return out;
}

std::vector<Quantity> Assumptions::related_to_grid(std::uint32_t axis) const {
  std::vector<Quantity> out;
  for (const Condition& c : conditions_) {
    const auto& names = c.names();
    const auto is_grid = [&](const auto& named) { return named.second.kind == Kind::GridSize && named.second.index == axis; };
    if (std::none_of(names.begin(), names.end(), is_grid)) continue;
    for (const auto& [name, q] : names)
      if (q.kind == Kind::Parameter && q.bits == 32 && std::find(out.begin(), out.end(), q) == out.end()) out.push_back(q);
  }
  return out;
}

bool Assumptions::tiles_fit(const LaunchSpace& space, std::uint32_t axis, std::uint64_t tile, const Quantity& size) const {
  constexpr std::uint64_t kLargestTile = 1u << 20;
  if (tile == 0 || tile > kLargestTile || size.bits != 32) return false;
  Question question(*this, space, kBoundMilliseconds);
  TermGraph& g = question.graph;
  const auto value = [&](const Quantity& q) -> std::optional<Term> {
    const auto it = question.variables.find(q);
    return it == question.variables.end() ? std::nullopt : std::optional(it->second);
  };
  const auto blocks = value({Kind::GridSize, axis, 32, false}), elements = value(size);
  if (!blocks || !elements) return false;
  const Term covered = g.mul(g.zext(*blocks, 64), g.constant(64, tile));
  const Term fits = g.land(g.ule(covered, g.zext(*elements, 64)), g.ule(*elements, g.constant(32, 0x7fffffff)));
  return question.ask(g.lnot(fits)) == Answer::Contradiction;
}

bool Assumptions::allows_block(const std::array<std::uint32_t, 3>& block,
                               const std::optional<std::array<std::uint32_t, 3>>& grid) const {
  TermGraph graph;
  std::map<Quantity, Term> variables;
  const auto variable = [&](const Quantity& q) {
    const auto [it, fresh] = variables.try_emplace(q, Term{});
    if (fresh) it->second = graph.var(q.bits, "quantity");
    return it->second;
  };
  const LaunchSpace space{block, 1, 1024, grid};
  std::vector<Term> all;
  for (const Condition& c : conditions_)
    all.push_back(c.holds(graph, [&](const Quantity& q) { return constant_or(graph, q, space, variable); }));
  return !graph.is_false(graph.conj(all));
}

bool Assumptions::hold(const std::function<std::uint64_t(const Quantity&)>& value) const {
  TermGraph graph;
  for (const Condition& c : conditions_) {
    const auto number = [&](const Quantity& q) {
      const std::uint64_t v = q.kind == Kind::WarpSize ? static_cast<std::uint64_t>(warp_size_) : value(q);
      return graph.constant(q.bits, v & mask_of(q.bits));
    };
    if (!graph.is_true(c.holds(graph, number))) return false;
    if (wants_exact_ && !graph.is_true(c.exact(graph, number))) return false;
  }
  return true;
}

}  // namespace warpproof::launch
