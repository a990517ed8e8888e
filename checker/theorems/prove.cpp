#include "checker/theorems/prove.h"

#include <array>
#include <bit>
#include <chrono>
#include <map>
#include <string>
#include <utility>

namespace warpproof::theorems {
namespace {

// Input values by name.
using Values = std::map<std::string, std::uint64_t>;

std::string hex(std::uint64_t value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  for (; value != 0 || digits.empty(); value >>= 4) digits.insert(digits.begin(), kDigits[value & 15]);
  return "0x" + digits;
}

// "0-3,7" for the bits of a set.
std::string index_ranges(std::uint64_t set) {
  std::string text;
  for (int i = 0; i < 64; ++i) {
    if (!(set >> i & 1)) continue;
    int last = i;
    while (last < 63 && (set >> (last + 1) & 1)) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(i) + (last > i ? "-" + std::to_string(last) : "");
    i = last;
  }
  return text;
}

bool reads_as_mask(const std::string& name) { return name == "c" || name.find("mask") != std::string::npos; }

// "lane = 3, b = 33, here = 0x5, mask[0-1] = 0x3". Flags of an array read as one mask; entries of an array of
// words that are equal stand together, and those that are 0 are left out.
std::string describe(const std::vector<InputVariable>& variables, const Values& values) {
  std::string text;
  const auto add = [&text](const std::string& name, const std::string& value) {
    text += (text.empty() ? "" : ", ") + name + " = " + value;
  };
  std::map<std::string, std::uint64_t> flags;
  std::map<std::pair<std::string, std::uint64_t>, std::uint64_t> entries;  // to a set of indices
  for (const InputVariable& variable : variables) {
    const std::uint64_t value = values.at(variable.name);
    const std::size_t bracket = variable.name.find('[');
    if (bracket == std::string::npos) {
      add(variable.name, reads_as_mask(variable.name) ? hex(value) : std::to_string(value));
      continue;
    }
    const std::string array = variable.name.substr(0, bracket);
    const std::uint64_t bit = std::uint64_t{1} << std::stoul(variable.name.substr(bracket + 1));
    if (variable.width == 1) {
      flags[array] |= value != 0 ? bit : 0;
    } else if (value != 0) {
      entries[{array, value}] |= bit;
    }
  }
  for (const auto& [name, mask] : flags) add(name, hex(mask));
  for (const auto& [entry, lanes] : entries) {
    const auto& [name, value] = entry;
    add(name + "[" + index_ranges(lanes) + "]", reads_as_mask(name) ? hex(value) : std::to_string(value));
  }
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

  // Makes a counterexample small: as long as it stays one, an input becomes 0, loses a bit, or has its
  // highest bit moved down.
  void shrink(Values& values) const {
    bool shrunk = true;
    while (shrunk) {
      shrunk = false;
      for (const InputVariable& variable : inputs_.variables()) shrunk |= shrink_input(variable, values);
    }
  }

  // What the scalar domain makes of these values.
  std::optional<bool> run(const Values& values) const {
    return run_claim(theorem_, [&values](const std::string& name, int) { return values.at(name); });
  }

 private:
  // Tries a smaller value of one input; puts the old one back where the counterexample is lost.
  bool replace(Values& values, const std::string& name, std::uint64_t smaller) const {
    if (smaller >= values[name]) return false;
    const std::uint64_t before = std::exchange(values[name], smaller);
    if (run(values) == std::optional<bool>(false)) return true;
    values[name] = before;
    return false;
  }

  bool shrink_input(const InputVariable& variable, Values& values) const {
    const std::string& name = variable.name;
    if (values[name] == 0) return false;
    if (replace(values, name, 0)) return true;
    bool shrunk = false;
    for (int bit = variable.width - 1; bit >= 0; --bit) {
      shrunk |= replace(values, name, values[name] & ~(std::uint64_t{1} << bit));
    }
    const int highest = 63 - std::countl_zero(values[name]);
    for (int bit = 0; bit < highest; ++bit) {
      const std::uint64_t rest = values[name] & ~(std::uint64_t{1} << highest);
      if (replace(values, name, rest | std::uint64_t{1} << bit)) return true;
    }
    return shrunk;
  }

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
    question.shrink(values);
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
