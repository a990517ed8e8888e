#include "checker/attempt/product_questions.h"

#include <algorithm>

#include "checker/smt/families.h"
#include "src/term/traverse.h"

namespace warpproof {

namespace {

using Clock = Limits::Clock;

constexpr std::size_t kMostFamilies = 16;  // of one obligation
constexpr unsigned kLinearMs = 5'000;     // where products are unknowns

}  // namespace

bool ProductQuestions::exclude(const symbolic::Obligation& obligation, Clock::time_point until) {
  if (!multiplies(obligation.violated)) return false;
  std::vector<Term> places;
  for (const Term t : obligation.violated) places.push_back(without_contents(f_.graph, t));
  return exclude(places, until) || (places != obligation.violated && exclude(obligation.violated, until));
}

bool ProductQuestions::exclude(const std::vector<Term>& conditions, Clock::time_point until) {
  if (const auto it = known_.find(conditions); it != known_.end()) return it->second;
  if (Clock::now() >= until || !multiplies(conditions)) return false;
  std::vector<Term> families = families_of(f_.graph, conditions);
  // Each lane may have an unknown of its own, as the iteration that it is in.
  if (families.size() > kMostFamilies) families = families_of(f_.graph, conditions, true);
  const bool excluded =
      families.size() <= kMostFamilies && std::all_of(families.begin(), families.end(), [&](Term t) {
        return Clock::now() < until && f_.questions.excluded_without_products(t, kLinearMs);
      });
  return known_[conditions] = excluded;
}

bool ProductQuestions::multiplies(const std::vector<Term>& conditions) const {
  return has_products(f_.graph, conditions) ||
         std::any_of(conditions.begin(), conditions.end(), [&](Term t) { return f_.questions.multiplies_sizes(t); });
}

}  // namespace warpproof
