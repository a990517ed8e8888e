#include "checker/attempt/questions.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace warpproof {

namespace {

constexpr unsigned kPartOfVolumes = 4;  // one of so many parts of a question's effort
// Seconds of effort::Clock.
constexpr double kSlow = 20, kQuick = 5, kQuickOfManySizes = 2.5, kWithoutProducts = 5;

SolverOptions at_most(KnownAnswers& known, double budget_seconds, double seconds) {
  SolverOptions o;
  o.known = &known;
  o.budget_ms = static_cast<unsigned>(std::max(1.0, std::min(budget_seconds, seconds) * 1000));
  return o;
}

}  // namespace

Questions::Questions(TermGraph& graph, const Limits& limits, KnownAnswers& known, double budget_seconds,
                     bool size_is_open, bool may_assume_sizes)
    : graph_(graph),
      limits_(limits),
      slow_ms_(at_most(known, budget_seconds, kSlow).budget_ms),
      quick_ms_(at_most(known, budget_seconds, size_is_open ? kQuickOfManySizes : kQuick).budget_ms),
      solver_(graph, at_most(known, budget_seconds, kSlow)),
      quick_(graph, at_most(known, budget_seconds, size_is_open ? kQuickOfManySizes : kQuick)),
      without_products_(graph, at_most(known, budget_seconds, kWithoutProducts)) {
  if (may_assume_sizes)
    with_sizes_ = std::make_unique<WithoutProducts>(graph, at_most(known, budget_seconds, kWithoutProducts));
}

void Questions::take_assumptions(const symbolic::Executor& executor) {
  for (; assumed_products_ < executor.record().facts_of_products.size(); ++assumed_products_) {
    without_products_.assume(executor.record().facts_of_products[assumed_products_]);
    if (with_sizes_) with_sizes_->assume(executor.record().facts_of_products[assumed_products_]);
  }
  for (; assumed_ < executor.record().assumptions.size(); ++assumed_) {
    const Term assumption = executor.record().assumptions[assumed_];
    solver_.assume(assumption);
    quick_.assume(assumption);
    without_products_.assume(assumption);
    if (with_sizes_) with_sizes_->assume(assumption);
  }
  if (!with_sizes_) return;
  std::vector<Term> sizes;
  for (const symbolic::Input& input : executor.record().inputs) {
    if (input.kind != symbolic::Input::Kind::Parameter) continue;
    if (graph_.width(input.term) == 32) sizes.push_back(input.term);
    // Two members of a structure that is copied by 8 bytes.
    if (graph_.width(input.term) != 64) continue;
    for (const int low : {0, 32}) {
      const Term member = graph_.extract(input.term, low + 31, low);
      if (graph_.kind(member) == Kind::Extract) sizes.push_back(member);
    }
  }
  with_sizes_->assume_sizes(sizes);
}

void Questions::take_tiles(const WithoutProducts::Tiles& tiles) {
  without_products_.take_tiles(tiles);
  if (with_sizes_) with_sizes_->take_tiles(tiles);
}

Answer Questions::check(std::span<const Term> query, SmtModel* model, bool quick, unsigned at_most_ms) {
  if (std::any_of(query.begin(), query.end(), [&](Term t) { return graph_.is_false(t); })) return Answer::Unsat;
  if (limits_.over()) return Answer::Unknown;
  ++asked_;
  Solver& solver = quick ? quick_ : solver_;
  solver.set_budget_ms(limits_.time_for(std::min(quick ? quick_ms_ : slow_ms_, at_most_ms)));
  return solver.check(query, model);
}

bool Questions::excluded_without_products(Term t, unsigned at_most_ms, bool by_integers) {
  const auto is_left = [&] { return Limits::Clock::now() < limits_.deadline(); };
  const auto by_rows = [&](WithoutProducts& one) {
    return is_left() && one.excludes_by_rows(t, limits_.time_for(at_most_ms));
  };
  const auto excludes = [&](WithoutProducts& one, unsigned most_ms) {
    return is_left() && one.excludes(t, limits_.time_for(most_ms), by_integers);
  };
  // Once something rests on sizes nothing is gained without them.
  const bool rests_on_sizes = !size_products_.empty();
  const bool has_volumes = (rests_on_sizes ? *with_sizes_ : without_products_).has_volumes(t);
  if (!rests_on_sizes) {
    if (has_volumes && by_rows(without_products_)) return true;
    // Volumes of any size are seldom excluded so, and it is dear: a small part, which is enough for those of bounded sizes.
    if (excludes(without_products_, has_volumes && with_sizes_ ? at_most_ms / kPartOfVolumes : at_most_ms)) return true;
  }
  if (!with_sizes_ || !((has_volumes && by_rows(*with_sizes_)) || excludes(*with_sizes_, at_most_ms))) return false;
  size_products_ = with_sizes_->size_products();
  return true;
}

std::vector<Term> Questions::facts_of_sizes() const {
  std::vector<Term> out;
  for (const auto& [a, b] : size_products_) out.push_back(WithoutProducts::product_fits(graph_, a, b));
  return out;
}

}  // namespace warpproof
