// The forms of floating-point instructions: over the reals of the numbers that they compute, else of bits up to commutation.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "checker/equivalence/form_store.h"
#include "checker/equivalence/known_forms.h"
#include "checker/equivalence/number_regions.h"
#include "checker/equivalence/real_algebra.h"
#include "checker/equivalence/real_domain.h"
#include "src/term/float_op.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class NumberTerms {
 public:
  NumberTerms(const TermGraph& graph, const KnownForms& known, const NumberRegions& regions, FormStore& store)
      : graph_(graph),
        known_(known),
        regions_(regions),
        store_(store),
        forms_(store.forms()),
        diagrams_(store.diagrams()),
        domain_(forms_),
        reals_(store, domain_) {}

  // The real number that a word stands for in that format.
  FormId number(Term t, FloatFormat f);
  // Bits that numbers decide: comparisons, and numbers made integers.
  FormId of_numbers(Term t, FloatOp op);
  // Of bits, with rounding.
  FormId exact(Term t, FloatOp op);
  RealDomain& domain() { return domain_; }
  RealAlgebra& algebra() { return reals_; }

 private:
  using Diagram = DecisionDiagrams::Diagram;
  FormId number_of_sum(Term root, FloatFormat f);
  FormId number_of_order(Term root, FloatFormat f);
  FormId number_of_operation(Term t, FloatOp op);

  const TermGraph& graph_;
  const KnownForms& known_;
  const NumberRegions& regions_;
  FormStore& store_;
  Forms& forms_;
  DecisionDiagrams& diagrams_;
  RealDomain domain_;
  RealAlgebra reals_;
  std::unordered_map<std::uint64_t, Diagram> extremes_;  // of inner terms, by Look::key()
};

}  // namespace warpproof::equivalence
