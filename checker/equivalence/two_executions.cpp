#include "checker/equivalence/two_executions.h"

#include <algorithm>

#include "checker/equivalence/buffer_elements.h"
#include "checker/equivalence/same_value.h"
#include "checker/report/add_once.h"
#include "src/cfg/rotate_loops.h"
#include "src/cfg/split_loops.h"
#include "src/cfg/thread_jumps.h"
#include "src/term/term_forms.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

namespace {

constexpr int kFirstIterations = 2;     // iterations of a loop before it counts as one of unknown length
constexpr int kMostRuns = 80;           // weakenings of plans and relations
constexpr std::size_t kMostSplits = 3;  // ways in which iterations of loops go together
constexpr double kRelationSeconds = 2;  // for one question about what holds between loops

// For all questions whether values of two loops are the same. Where nothing is known to be bounded, addresses
// often differ for numbers that are not meant to occur.
std::chrono::seconds time_about_values(bool bounded, bool long_time) {
  return std::chrono::seconds(!bounded || !long_time ? 4 : 15);
}

}  // namespace

TwoExecutions::TwoExecutions(TermGraph& graph, const Side& a, const Side& b, const Matching& matching,
                             const EquivalenceOptions& options, Clock::time_point deadline)
    : graph_(graph),
      sides_{a, b},
      matching_(matching),
      options_(options),
      deadline_(deadline),
      rotated_sides_{a, b} {}

void TwoExecutions::execute(bool in_b, ExecutionLoops loops) {
  loops.near = near_;
  const Side& side = relation_ != nullptr ? rotated_sides_[in_b] : sides_[in_b];
  if (relation_ != nullptr) relation_->begin(in_b);
  executions_[in_b] = std::make_unique<Execution>(graph_, inputs_, side, options_, matching_.block, matching_,
                                                  in_b, loops, deadline_);
  executions_[in_b]->run();
}

void TwoExecutions::unroll(int iterations) {
  relation_.reset();
  for (const bool in_b : {false, true}) execute(in_b, {iterations, false, nullptr, nullptr});
}

bool TwoExecutions::meet_open_loops() {
  relation_.reset();
  splits_.clear();
  for (const bool in_b : {false, true}) {
    execute(in_b, {std::min(kFirstIterations, options_.check.unroll), true, nullptr, nullptr});
    if (!executions_[in_b]->executor().unbounded_loops().empty()) return true;
  }
  return false;
}

// Until no plan of a loop is weakened any more.
bool TwoExecutions::settle(bool in_b) {
  for (int run = 0; run < kMostRuns && Clock::now() < deadline_; ++run) {
    execute(in_b,
            {std::min(kFirstIterations, options_.check.unroll), true, &plans_[in_b], relation_->side(in_b)});
    const auto& executor = executions_[in_b]->executor();
    bool again = executor.plans_changed();
    for (const auto& head : executor.unbounded_loops())
      again = plans_[in_b].try_emplace(head).second || again;
    if (!again) return true;
  }
  return false;
}

// Comparisons of two addresses in one allocation as those of their offsets.
Term TwoExecutions::by_offsets(Term t) {
  Substitute put(graph_);
  bool any = false;
  const Term roots[] = {t};
  for (const Term c : topological_order(graph_, roots)) {
    if (graph_.kind(c) != Kind::Ult || graph_.width(graph_.operands(c)[0]) != 64) continue;
    for (const Term pointer : pointers_) {
      const Term a = graph_.sub(graph_.operands(c)[0], pointer),
                 b = graph_.sub(graph_.operands(c)[1], pointer);
      const Term offsets[] = {a, b};
      const auto leaves = collect_leaves(graph_, offsets).variables;
      if (std::find(leaves.begin(), leaves.end(), pointer) != leaves.end()) continue;
      const Term common = graph_.constant(64, split_constant(graph_, a).second);
      put.map(c, graph_.slt(graph_.sub(a, common), graph_.sub(b, common)));
      any = true;
      break;
    }
  }
  return any ? put(t) : t;
}

bool TwoExecutions::infeasible(Term t) {
  const Term offsets = by_offsets(t);
  if (inquiry_->ask({offsets}) != Answer::Unsat) return false;
  assumes_pointers_ = assumes_pointers_ || offsets != t;
  return true;
}

// What is known after loops of what the condition depends on; inputs are no such thing.
std::vector<Term> TwoExecutions::facts_about(Term t) {
  const auto numbers_of = [&](Term x) {
    const Term roots[] = {x};
    auto all = collect_leaves(graph_, roots).variables;
    std::erase_if(all, [&](Term v) { return facts_.inputs.contains(v.id); });
    return all;
  };
  const auto own = numbers_of(t);
  std::vector<Term> out;
  for (const Term fact : after_loops_) {
    const auto others = numbers_of(fact);
    const bool shared = std::any_of(own.begin(), own.end(), [&](Term v) {
      return std::find(others.begin(), others.end(), v) != others.end();
    });
    if (shared) out.push_back(fact);
  }
  return out;
}

bool TwoExecutions::surely_never(Term t) {
  const auto [known, fresh] = infeasible_.try_emplace(t, false);
  if (!fresh) return known->second;
  if (infeasible(t)) return known->second = true;
  std::vector<Term> facts = facts_about(t);
  if (facts.empty()) return false;
  facts.push_back(t);
  return known->second = infeasible(graph_.conj(facts));
}

bool TwoExecutions::surely_equal(Term a, Term b, bool among_integers) {
  const auto never = [&](Term t) { return surely_never(t); };
  NormalForms forms(graph_, options_.floats);
  const bool same = SameValue(
      graph_,
      [&](Term t) { return among_integers && !is_computed_number(graph_, t) ? forms(t) : forms.content(t); },
      [&](Term t) { return forms(t); }, never)(a, b);
  if (same) real_conditions_.add(forms.conditions());
  return same;
}

bool TwoExecutions::same_bits_where(Term guard, Term a, Term b) {
  const auto never = [&](Term t) { return surely_never(graph_.land(guard, t)); };
  NormalForms forms(graph_, options_.floats);
  const auto bits = [&](Term t) { return forms(t); };
  const bool same = SameValue(graph_, bits, bits, never)(a, b);
  if (same) real_conditions_.add(forms.conditions());
  return same;
}

// What the questions about the executions at hand may take for granted.
void TwoExecutions::take_facts() {
  inquiry_ = std::make_unique<Inquiry>(graph_, options_.use_solver, deadline_, kRelationSeconds);
  facts_ = {[this](Term t) { return infeasible(t); }, {}, {}};
  pointers_.clear();
  infeasible_.clear();
  after_loops_.clear();
  for (const auto& side : executions_) {
    const auto& executor = side->executor();
    inquiry_->assumptions().push_back(executor.record().in_scope);
    for (const Term t : executor.record().assumptions) report::add_once(inquiry_->assumptions(), t);
    for (const symbolic::Input& input : executor.record().inputs) {
      using Kind = symbolic::Input::Kind;
      const bool changes =
          input.kind == Kind::Group || input.kind == Kind::Choice || input.kind == Kind::Special;
      if (!changes) facts_.inputs.insert(input.term.id);
      if (input.kind == Kind::Parameter && executor.pointers().is_pointer(input))
        report::add_once(pointers_, input.term);
    }
  }
  facts_.assumptions = inquiry_->assumptions();
}

// The programs that are compared: loops test after their bodies, and some are split.
void TwoExecutions::prepare() {
  for (const bool in_b : {false, true}) {
    rotated_[in_b] = rotate_loops(thread_jumps(*sides_[in_b].program));
    rotated_sides_[in_b].program = &rotated_[in_b];
  }
  const auto fails = [&](const LoopSplit& s) {
    return !split_loop(rotated_[s.in_b], s.function, s.head, s.iterations, s.rest);
  };
  std::erase_if(splits_, fails);
}

void TwoExecutions::relate_loops(bool bounded) {
  prepare();
  const bool last = near_ || !reach_far();
  assumes_pointers_ = false;
  relation_ = std::make_unique<LoopRelation>(
      graph_, options_.floats, static_cast<int>(matching_.block[0] * matching_.block[1] * matching_.block[2]),
      [this](std::uint32_t n) { return matching_.number_of_b(n); }, deadline_, bounded,
      time_about_values(bounded, takes_time_));
  if (last) relation_->use_strides();
  plans_ = {};
}

// Until what is claimed of the loops is proved. False: it is not, or loops are to be split first.
bool TwoExecutions::settle_relation(std::optional<std::size_t> attempt) {
  const bool last = !splits_.empty() && splits_.front().in_b;  // a split loop follows what the others do
  for (int run = 0; run < kMostRuns && Clock::now() < deadline_; ++run) {
    if (!settle(!last) || !settle(last)) return false;
    take_facts();
    const bool kept = relation_->is_kept(a().executor().order(), b().executor().order(), facts_);
    if (attempt) splits_ = relation_->splits().proposed(*attempt);
    if (attempt && !splits_.empty()) return false;
    ran_short_ = ran_short_ || relation_->out_of_questions();
    if (!kept) continue;
    if (!relation_->takes_rightly()) return false;
    if (attempt) splits_by_iterations_ = relation_->splits().by_iterations();
    if (!splits_.empty()) after_loops_ = relation_->facts_after();
    return true;
  }
  return false;
}

bool TwoExecutions::compare_loops_with(const LoopSplit& split) {
  splits_ = {split};
  relate_loops(true);
  if (split.rest == LoopRest::Loop) relation_->rest_goes_on(split.in_b);
  return !splits_.empty() && settle_relation({});
}

bool TwoExecutions::compare_loops(bool bounded) {
  any_split_ = false;
  splits_by_iterations_.clear();
  for (std::size_t attempt = 0; attempt < kMostSplits; ++attempt) {
    splits_.clear();
    relate_loops(bounded);
    if (settle_relation(attempt)) return true;
    if (splits_.empty()) break;
    any_split_ = true;
    relate_loops(bounded);
    if (!splits_.empty() && settle_relation({})) return true;
  }
  if (!any_split_ || !bounded) return false;  // with bounds it may yet be
  splits_.clear();
  relate_loops(bounded);
  return settle_relation({});
}

bool TwoExecutions::uses_bits_of_numbers(const std::vector<Term>& left_behind) {
  std::vector<Term> addressed;
  for (const auto& e : executions_) {
    for (const auto& [key, allocation] : e->executor().final_memory().allocations()) {
      for (const auto& store : allocation.log) {
        for (int t = 0; t < e->executor().shape().threads(); ++t)
          addressed.insert(addressed.end(), {store.guard.at(t), store.offset.at(t)});
      }
    }
  }
  return relation_->uses_bits_of_numbers(left_behind, addressed);
}

}  // namespace warpproof::equivalence
