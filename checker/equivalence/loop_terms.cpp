#include "checker/equivalence/loop_terms.h"

#include <stdexcept>
#include <utility>

namespace warpproof::equivalence {

void LoopTerms::take(LoopFacts facts) {
  facts_ = std::move(facts);
  if (facts_.assumptions != proved_with_) proved_.clear();
  proved_with_ = facts_.assumptions;
}

bool LoopTerms::is_infeasible(Term t) {
  const auto [known, fresh] = proved_.try_emplace(t, graph_.is_false(t));
  if (fresh && !known->second && !graph_.is_true(t)) known->second = facts_.infeasible(t);
  return known->second;
}

void LoopTerms::renew(LoopVariables& variables, const AtomicMatching& atomics) {
  representatives_ = std::make_unique<Substitute>(graph_);
  assuming_.clear();
  variables.map_own(*representatives_);
  for (const auto& [of_b, of_a] : atomics.results) representatives_->map(of_b, of_a);
}

Term LoopTerms::where(Term condition, Term t) {
  const Term assumed = (*representatives_)(condition);
  auto& put = assuming_[assumed.id];
  if (put == nullptr) {
    put = std::make_unique<Substitute>(graph_);
    for (const Term c : graph_.conjuncts(assumed)) {
      if (graph_.is_const(c)) continue;
      const bool negated = graph_.kind(c) == Kind::Not;
      put->map(negated ? graph_.operands(c)[0] : c, graph_.truth(!negated));
    }
  }
  return (*put)((*representatives_)(t));
}

std::uint64_t LoopTerms::form(Term t) {
  if (effort::Clock::now() > deadline_) throw std::runtime_error("out of effort");
  return forms_((*representatives_)(t));
}

std::uint64_t LoopTerms::content(Term t) {
  if (effort::Clock::now() > deadline_) throw std::runtime_error("out of effort");
  return forms_.content((*representatives_)(t));
}

SameValue LoopTerms::same_value(std::function<bool(Term)> never) {
  return {graph_, [this](Term t) { return content(t); }, [this](Term t) { return form(t); },
          std::move(never)};
}

SameValue LoopTerms::same_bits(std::function<bool(Term)> never) {
  const auto bits = [this](Term t) { return form(t); };
  return {graph_, bits, bits, std::move(never)};
}

}  // namespace warpproof::equivalence
