#include "checker/smt/known_answers.h"

#include <unordered_map>
#include <utility>

namespace warpproof {

namespace {

constexpr std::size_t kMostTerms = 1'000;

}  // namespace

std::optional<KnownAnswers::Form> KnownAnswers::form_of(TermGraph& graph, std::span<const Term> predicates,
                                                        std::span<const Term> order) {
  if (order.size() > kMostTerms) return std::nullopt;
  effort::spend(effort::Work::Visit, order.size());
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

namespace {

bool says_more(const KnownAnswers::Known& a, const KnownAnswers::Known& b) {
  return b.answer == Answer::Unknown && (a.answer != Answer::Unknown || b.effort < a.effort);
}

}  // namespace

std::optional<Answer> KnownAnswers::find(const Form& form, effort::Clock::duration effort) const {
  for (const Answers* answers : {&latest_, &answers_}) {
    const auto it = answers->find(form);
    if (it == answers->end()) continue;
    const Known& known = it->second;
    if (known.answer != Answer::Unknown || known.effort >= effort) return known.answer;
  }
  return std::nullopt;
}

void KnownAnswers::note(Form form, Answer answer, effort::Clock::duration effort) {
  if (words_ + latest_words_ + form.size() > kMostWords) return;
  const std::size_t words = form.size();
  const Known known{answer, effort};
  const auto [it, is_new] = latest_.try_emplace(std::move(form), known);
  if (is_new) latest_words_ += words;
  if (says_more(known, it->second)) it->second = known;
}

KnownAnswers::Answers KnownAnswers::take_latest() {
  latest_words_ = 0;
  return std::exchange(latest_, {});
}

void KnownAnswers::add(const Answers& answers) {
  for (const auto& [form, known] : answers) {
    if (words_ + form.size() > kMostWords) return;
    const auto [it, is_new] = answers_.try_emplace(form, known);
    if (is_new) words_ += form.size();
    if (says_more(known, it->second)) it->second = known;
  }
}

}  // namespace warpproof
