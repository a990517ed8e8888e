#include "checker/equivalence/two_executions.h"

#include <algorithm>

#include "checker/report/add_once.h"
#include "src/cfg/rotate_loops.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

namespace {

constexpr int kFirstRounds = 2;  // rounds of a loop before it counts as one of unknown length
constexpr int kMostRuns = 80;    // weakenings of plans and relations
constexpr double kRelationSeconds = 2;  // for one question about what holds between loops

}  // namespace

TwoExecutions::TwoExecutions(TermGraph& graph, const Side& a, const Side& b, const Matching& matching,
                             const EquivalenceOptions& options, Clock::time_point deadline)
    : graph_(graph),
      sides_{a, b},
      matching_(matching),
      options_(options),
      deadline_(deadline),
      rotated_sides_{a, b} {}

void TwoExecutions::execute(bool in_b, const ExecutionLoops& loops) {
  const Side& side = relation_ != nullptr ? rotated_sides_[in_b] : sides_[in_b];
  if (relation_ != nullptr) relation_->begin(in_b);
  executions_[in_b] = std::make_unique<Execution>(graph_, inputs_, side, options_, matching_.block, matching_,
                                                  in_b, loops, deadline_);
  executions_[in_b]->run();
}

void TwoExecutions::unroll(int rounds) {
  relation_.reset();
  for (const bool in_b : {false, true}) execute(in_b, {rounds, false, nullptr, nullptr});
}

bool TwoExecutions::meet_open_loops() {
  for (const bool in_b : {false, true}) {
    execute(in_b, {std::min(kFirstRounds, options_.check.unroll), true, nullptr, nullptr});
    if (!executions_[in_b]->executor().unbounded_loops().empty()) return true;
  }
  return false;
}

// Until no plan of a loop is weakened any more.
bool TwoExecutions::settle(bool in_b) {
  for (int run = 0; run < kMostRuns && Clock::now() < deadline_; ++run) {
    execute(in_b,
            {std::min(kFirstRounds, options_.check.unroll), true, &plans_[in_b], relation_->side(in_b)});
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
      const Term a = graph_.sub(graph_.operands(c)[0], pointer), b = graph_.sub(graph_.operands(c)[1], pointer);
      const Term offsets[] = {a, b};
      const auto leaves = collect_leaves(graph_, offsets).variables;
      if (std::find(leaves.begin(), leaves.end(), pointer) != leaves.end()) continue;
      const Term common = graph_.constant(64, graph_.split_constant(a).second);
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

// What the questions about the executions at hand may take for granted.
void TwoExecutions::take_facts() {
  inquiry_ = std::make_unique<Inquiry>(graph_, options_.use_solver, deadline_, kRelationSeconds);
  facts_ = {[this](Term t) { return infeasible(t); }, {}, {}};
  pointers_.clear();
  for (const auto& side : executions_) {
    const auto& executor = side->executor();
    inquiry_->assumptions().push_back(executor.in_scope());
    for (const Term t : executor.assumptions()) report::add_once(inquiry_->assumptions(), t);
    for (const symbolic::Input& input : executor.inputs()) {
      using Kind = symbolic::Input::Kind;
      const bool changes =
          input.kind == Kind::Group || input.kind == Kind::Choice || input.kind == Kind::Special;
      if (!changes) facts_.inputs.insert(input.term.id);
      if (input.kind == Kind::Parameter && executor.is_pointer(input))
        report::add_once(pointers_, input.term);
    }
  }
  facts_.assumptions = inquiry_->assumptions();
}

bool TwoExecutions::compare_loops(bool bounded) {
  for (const bool in_b : {false, true}) {
    rotated_[in_b] = rotate_loops(*sides_[in_b].program);
    rotated_sides_[in_b].program = &rotated_[in_b];
  }
  assumes_pointers_ = false;
  relation_ = std::make_unique<LoopRelation>(
      graph_, options_.floats, static_cast<int>(matching_.block[0] * matching_.block[1] * matching_.block[2]),
      [this](std::uint32_t n) { return matching_.number_of_b(n); }, deadline_, bounded);
  plans_ = {};
  for (int run = 0; run < kMostRuns && Clock::now() < deadline_; ++run) {
    if (!settle(false) || !settle(true)) return false;
    take_facts();
    if (relation_->is_kept(a().executor().order(), b().executor().order(), facts_)) return true;
  }
  return false;
}

}  // namespace warpproof::equivalence
