// Terms of two executions, with the variables of the classes that unknowns are in now, and what is proved of them.
//
// Terms were built with the variables of classes as they were when the executions ran; so they are looked at with those
// that stand for them now.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "checker/equivalence/atomic_matching.h"
#include "checker/equivalence/loop_variables.h"
#include "checker/equivalence/normal_form.h"
#include "checker/equivalence/same_value.h"
#include "src/base/effort.h"
#include "src/term/term.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

// What questions about loops may take for granted.
struct LoopFacts {
  std::function<bool(Term)> infeasible;  // proves that there is no input for which the condition holds
  std::set<std::uint32_t> inputs;        // variables that are the same in all iterations, by term id
  std::vector<Term> assumptions;         // what `infeasible` takes for granted
};

class LoopTerms {
 public:
  // Throws std::runtime_error where it works past the deadline.
  LoopTerms(TermGraph& graph, FloatMeaning floats, effort::Clock::time_point deadline)
      : graph_(graph),
        forms_(graph, floats),
        over_reals_(floats == FloatMeaning::Real),
        deadline_(deadline) {}

  bool over_reals() const { return over_reals_; }
  void take(LoopFacts facts);
  bool is_input(std::uint32_t variable) const { return facts_.inputs.contains(variable); }
  // The condition holds for no input, as is proved. What was asked is remembered.
  bool is_infeasible(Term t);

  // From now on with these classes, and with results of b's atomics as those of a's.
  void renew(LoopVariables& variables, const AtomicMatching& atomics);
  bool any() const { return representatives_ != nullptr; }
  Term represent(Term t) { return (*representatives_)(t); }
  // A value that matters only where the condition holds.
  Term where(Term condition, Term t);
  std::uint64_t form(Term t);     // of its bits
  std::uint64_t content(Term t);  // of what it holds: over the reals, of the number of a float
  // Of the term as the executions have it.
  FormId plain_form(Term t) { return forms_(t); }
  const Form& form_at(std::uint64_t form) const { return forms_.forms().at(static_cast<FormId>(form)); }
  bool holds_float(Term t) { return forms_.holds_float(t); }
  const RealConditions& real_conditions() const { return forms_.conditions(); }
  // Equality of what two terms hold, or of their bits, in states for which `never` proves conditions not to hold.
  SameValue same_value(std::function<bool(Term)> never);
  SameValue same_bits(std::function<bool(Term)> never);

 private:
  TermGraph& graph_;
  NormalForms forms_;
  const bool over_reals_;
  const effort::Clock::time_point deadline_;
  LoopFacts facts_;
  std::unique_ptr<Substitute> representatives_;
  std::map<std::uint32_t, std::unique_ptr<Substitute>> assuming_;  // by id of what is assumed
  std::vector<Term> proved_with_;
  std::map<Term, bool> proved_;  // what is infeasible
};

}  // namespace warpproof::equivalence
