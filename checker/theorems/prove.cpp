#include "checker/theorems/prove.h"

#include <array>
#include <chrono>
#include <map>
#include <string>

namespace warpproof::theorems {
namespace {

// Input values by name.
using Values = std::map<std::string, std::uint64_t>;

// "lane = 3, b = 33". Arrays of flags read as masks: "here = 0x5". Words of an array keep their index.
std::string describe(const std::vector<InputVariable>& variables, const Values& values) {
  std::map<std::string, std::uint64_t> flags;
  std::string text;
  const auto add = [&text](const std::string& name, const std::string& value) {
    if (!text.empty()) text += ", ";
    text += name + " = " + value;
  };
  const auto hex = [](std::uint64_t value) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string digits;
    for (; value != 0 || digits.empty(); value >>= 4) digits.insert(digits.begin(), kDigits[value & 15]);
    return "0x" + digits;
  };
  for (const InputVariable& variable : variables) {
    const std::uint64_t value = values.at(variable.name);
    const std::size_t bracket = variable.name.find('[');
    if (variable.width == 1 && bracket != std::string::npos) {
      const auto index = std::stoul(variable.name.substr(bracket + 1));
      flags[variable.name.substr(0, bracket)] |= value << index;
    } else if (variable.name.find("mask") != std::string::npos || variable.name == "c") {
      add(variable.name, hex(value));
    } else {
      add(variable.name, std::to_string(value));
    }
  }
  for (const auto& [name, mask] : flags) add(name, hex(mask));
  return text;
}

// One theorem read symbolically, with the questions asked about it.
class Question {
 public:
  Question(const Theorem& theorem, const Decide& decide) : theorem_(theorem), decide_(decide) {
    const Claim<TermDomain> claim = theorem.symbolic(domain_, inputs_);
    assumption_ = claim.assumption.t;
    violation_ = graph_.land(assumption_, graph_.lnot(claim.conclusion.t));
    for (const InputVariable& variable : inputs_.variables()) variables_.push_back(variable.term);
  }

  bool folds_to_false() const { return graph_.is_false(violation_); }
  Satisfiable violated(Values& values) { return ask(violation_, values); }
  Satisfiable assumable(Values& values) { return ask(assumption_, values); }
  std::string describe_values(const Values& values) const { return describe(inputs_.variables(), values); }

  // What the scalar domain makes of these values.
  std::optional<bool> run(const Values& values) const {
    return run_claim(theorem_, [&values](const std::string& name, int) { return values.at(name); });
  }

 private:
  Satisfiable ask(Term term, Values& values) {
    if (graph_.is_false(term)) return Satisfiable::No;
    std::vector<std::uint64_t> found;
    const std::array<Term, 1> terms = {term};
    const Satisfiable answer = decide_(graph_, terms, variables_, found);
    if (answer != Satisfiable::Yes) return answer;
    if (found.size() != variables_.size()) return Satisfiable::Unknown;
    for (std::size_t i = 0; i < found.size(); ++i) values[inputs_.variables()[i].name] = found[i];
    return answer;
  }

  const Theorem& theorem_;
  const Decide& decide_;
  TermGraph graph_;
  TermDomain domain_{graph_};
  SymbolicInputs inputs_{domain_};
  Term assumption_;
  Term violation_;
  std::vector<Term> variables_;
};

void conclude(Question& question, TheoremResult& result) {
  Values values;
  const Satisfiable violated = question.violated(values);
  if (violated == Satisfiable::Unknown) {
    result.reason = "the solver gave no answer";
    return;
  }
  if (violated == Satisfiable::Yes) {
    if (question.run(values) != std::optional<bool>(false)) {
      result.reason = "the solver's model is no counterexample when run on integers";
      return;
    }
    result.verdict = Verdict::Refuted;
    result.witness = question.describe_values(values);
    return;
  }
  // No counterexample. A claim about nothing would pass too, so the assumption must have an instance, and the
  // claim must hold of it.
  result.folded = question.folds_to_false();
  const Satisfiable assumable = question.assumable(values);
  if (assumable == Satisfiable::No) {
    result.reason = "the assumption holds for no input";
  } else if (assumable == Satisfiable::Unknown) {
    result.reason = "the solver found no input that meets the assumption";
  } else if (question.run(values) != std::optional<bool>(true)) {
    result.reason = "an input that meets the assumption does not behave as proved when run on integers";
  } else {
    result.verdict = Verdict::Proved;
  }
}

}  // namespace

TheoremResult prove(const Theorem& theorem, const Decide& decide) {
  const auto start = std::chrono::steady_clock::now();
  TheoremResult result;
  result.theorem = &theorem;
  try {
    Question question(theorem, decide);
    conclude(question, result);
  } catch (const TermLimit& limit) {
    result.verdict = Verdict::Unknown;
    result.reason = limit.what();
  }
  const Verdict wanted = theorem.expectation == Expectation::Holds ? Verdict::Proved : Verdict::Refuted;
  result.as_expected = result.verdict == wanted;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

std::vector<TheoremResult> prove_all(const Decide& decide, std::string_view filter) {
  std::vector<TheoremResult> results;
  for (const Theorem& theorem : all_theorems()) {
    if (theorem.name.find(filter) != std::string::npos) results.push_back(prove(theorem, decide));
  }
  return results;
}

}  // namespace warpproof::theorems
