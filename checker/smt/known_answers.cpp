#include "checker/smt/known_answers.h"

#include <unordered_map>
#include <utility>

namespace warpproof {

KnownAnswers::Form KnownAnswers::form_of(TermGraph& graph, std::span<const Term> predicates,
                                         std::span<const Term> order) {
  Form form;
  std::unordered_map<std::uint32_t, std::uint64_t> place;  // of a term in the order
  for (const Term t : order) {
    place.emplace(t.id, place.size());
    const Kind kind = graph.kind(t);
    const auto operands = graph.operands(t);
    form.push_back(static_cast<std::uint64_t>(kind) << 40 | static_cast<std::uint64_t>(graph.width(t)) << 32 |
                   operands.size());
    if (kind == Kind::Var) {
      const auto [low, high] = graph.unsigned_range(t);
      form.insert(form.end(), {low, high, graph.zero_bits(t)});
    } else {
      form.push_back(graph.is_const(t) ? graph.value(t) : graph.aux(t));
    }
    for (const Term operand : operands) form.push_back(place.at(operand.id));
  }
  for (const Term t : predicates) form.push_back(place.at(t.id));
  return form;
}

std::optional<Answer> KnownAnswers::find(const Form& form, effort::Clock::duration effort) const {
  const auto it = answers_.find(form);
  if (it == answers_.end()) return std::nullopt;
  const Known& known = it->second;
  return known.answer != Answer::Unknown || known.effort >= effort ? std::optional(known.answer)
                                                                   : std::nullopt;
}

void KnownAnswers::note(Form form, Answer answer, effort::Clock::duration effort) {
  if (words_ + form.size() > kMostWords) return;
  const std::size_t words = form.size();
  const auto [it, is_new] = answers_.try_emplace(std::move(form), Known{answer, effort});
  if (is_new) words_ += words;
  Known& known = it->second;
  if (known.answer == Answer::Unknown && (answer != Answer::Unknown || known.effort < effort))
    known = {answer, effort};
}

}  // namespace warpproof
