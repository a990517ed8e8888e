// The core of a question, asked before the whole of it.
#include "checker/smt/core.h"
#include "checker/smt/solver_impl.h"
#include "src/base/effort.h"
#include "src/term/traverse.h"

namespace warpproof {
namespace {

constexpr std::uint64_t kFewTries = 1'000;  // term evaluations, for a predicate by itself
constexpr int kMostJoin = 16;               // predicates that come back to the core

}  // namespace

// Values for what `model`, which satisfies the kept predicates, leaves open: what was left out last comes first, and each
// is satisfied for the values so far, by a few tries where these do, by Z3 where not. Returned is the predicate for which
// that failed, or the number of predicates. The caller checks the whole.
std::size_t Solver::Impl::extend(const std::vector<Term>& left_out, SmtModel& model) {
  for (std::size_t i = left_out.size(); i-- > 0;) {
    const Term whole[] = {left_out[i]};
    Substitute known(graph);
    for (const Term v : collect_leaves(graph, whole).variables) {
      if (model.has(v)) known.map(v, graph.constant(graph.width(v), model.value(v)));
    }
    const std::vector<Term> open{known(left_out[i])};
    if (graph.is_true(open[0])) continue;
    if (graph.is_false(open[0])) return i;
    SmtModel found;
    if (!AssignmentSearch(graph, open, options.seed).quick(kFewTries, found) &&
        ask_z3(FloatEncoding::Uninterpreted, open, topological_order(graph, open), found,
               {{Strategy::Standard, 8}}) != Answer::Sat)
      return i;
    model.values.insert(found.values.begin(), found.values.end());
    model.cells.insert(model.cells.end(), found.cells.begin(), found.cells.end());
  }
  return left_out.size();
}

// What decides the question (core.h) is asked first, but where a model is asked for, which is to be a small one. Its model
// is one of the whole question once the rest holds for some values of what is left. A predicate that leaves no value, as
// that a lane has left a loop up to the largest number, joins the core. All that is asked is part of the question: where
// it cannot be satisfied, neither can the whole.
std::optional<Answer> Solver::Impl::by_core(const Query& q, AssignmentSearch& search, SmtModel& model) {
  auto [core, left_out] = core_of(graph, q.simplified);
  if (left_out.empty()) return std::nullopt;
  // A quarter of the effort for the core, and about as much for all that follows: the whole is to be asked still.
  const auto whole = deadline;
  const auto after = [&](int share) { return Clock::now() + (whole - Clock::now()) / share; };
  const auto within = [&](Clock::time_point until, const auto& what) {
    deadline = until;
    const auto answer = what();
    deadline = whole;
    return answer;
  };
  auto until = after(4);
  for (int joined = 0; joined <= kMostJoin; ++joined) {
    SmtModel found;
    const Answer answer = core.empty() ? Answer::Sat : within(until, [&] {
      return ask_z3(FloatEncoding::Uninterpreted, core, topological_order(graph, core), found,
                    {{Strategy::Standard, 8}});
    });
    if (joined == 0) until = after(5);
    if (answer == Answer::Unsat) return answer;
    if (answer != Answer::Sat) return std::nullopt;
    for (const auto& [id, value] : q.pinned) found.values[id] = value;
    const std::size_t failed = within(until, [&] { return extend(left_out, found); });
    if (failed == left_out.size()) {
      if (!search.validate(found)) return std::nullopt;
      model = std::move(found);
      return Answer::Sat;
    }
    core.push_back(left_out[failed]);
    left_out.erase(left_out.begin() + static_cast<std::ptrdiff_t>(failed));
  }
  return std::nullopt;
}

}  // namespace warpproof
