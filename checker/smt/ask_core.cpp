// The core of a question, asked before the whole of it.
#include <algorithm>
#include <map>

#include "checker/smt/core.h"
#include "checker/smt/solver_impl.h"
#include "src/base/effort.h"
#include "src/term/traverse.h"

namespace warpproof {
namespace {

constexpr std::uint64_t kFewTries = 1'000;  // term evaluations, for a predicate by itself
constexpr std::uint64_t kSmall = 4096;      // of numbers that are tried where others fail

}  // namespace

// Predicates that share nothing with others are satisfied by themselves, where a few tries do. Returned are the others.
std::vector<Term> Solver::Impl::satisfy_apart(const std::vector<Term>& predicates, SmtModel& model) {
  std::vector<Support> supports;
  std::map<std::uint64_t, std::size_t> occurs;  // of a variable or an allocation: in how many
  for (const Term t : predicates) {
    const Term root[] = {t};
    supports.push_back(support_of(collect_leaves(graph, root), graph));
    for (const std::uint64_t key : supports.back().keys) ++occurs[key];
  }
  std::vector<Term> others;
  for (std::size_t i = 0; i < predicates.size(); ++i) {
    const auto& keys = supports[i].keys;
    const bool apart = std::all_of(keys.begin(), keys.end(), [&](std::uint64_t key) { return occurs[key] == 1; });
    const Term one[] = {predicates[i]};
    SmtModel found;
    if (!apart || !AssignmentSearch(graph, one, options.seed).quick(kFewTries, found)) {
      others.push_back(predicates[i]);
      continue;
    }
    model.values.insert(found.values.begin(), found.values.end());
    model.cells.insert(model.cells.end(), found.cells.begin(), found.cells.end());
  }
  return others;
}

// What decides the question (core.h) is asked first, but where a model is asked for, which is to be a small one. Its model
// is one of the whole question once the rest holds for some values of what is left, which each condition has for itself.
std::optional<Answer> Solver::Impl::by_core(const Query& q, AssignmentSearch& search, SmtModel& model) {
  const std::vector<Term> core = core_of(graph, q.simplified);
  if (core.empty() || core.size() == q.simplified.size()) return std::nullopt;
  const auto whole = deadline;
  const auto ask = [&](const std::vector<Term>& predicates, int share, SmtModel& found) {
    deadline = Clock::now() + (whole - Clock::now()) / share;
    const Answer answer = ask_z3(FloatEncoding::Uninterpreted, predicates,
                                 topological_order(graph, predicates), found, {{Strategy::Standard, 8}});
    deadline = whole;
    return answer;
  };
  const std::vector<Term> variables = collect_leaves(graph, core).variables;
  const auto completes = [&](const SmtModel& found) {
    std::vector<Term> rest = q.simplified;
    for (const Term v : variables) rest.push_back(graph.eq(v, graph.constant(graph.width(v), found.values.at(v.id))));
    auto pinned = q.pinned;
    SmtModel completed;
    if (!propagate(rest, pinned)) return false;
    rest = satisfy_apart(rest, completed);
    if (!rest.empty()) {
      SmtModel others;
      if (ask(rest, 16, others) != Answer::Sat) return false;
      completed.values.insert(others.values.begin(), others.values.end());
      completed.cells.insert(completed.cells.end(), others.cells.begin(), others.cells.end());
    }
    for (const auto& [id, value] : pinned) completed.values[id] = value;
    if (!search.validate(completed)) return false;
    model = std::move(completed);
    return true;
  };
  SmtModel found;
  const Answer answer = ask(core, 4, found);
  if (answer == Answer::Unsat) return answer;
  if (answer != Answer::Sat) return std::nullopt;
  if (completes(found)) return Answer::Sat;
  // Small numbers leave more open: of a bound near the largest number, lanes whose counters go up in steps of 256 cannot
  // all have left a loop.
  std::vector<Term> small = core;
  for (const Term v : variables) {
    if (graph.width(v) >= 16) small.push_back(graph.lnot(graph.ult(graph.constant(graph.width(v), kSmall), v)));
  }
  if (small.size() > core.size() && ask(small, 16, found) == Answer::Sat && completes(found)) return Answer::Sat;
  return std::nullopt;
}

}  // namespace warpproof
