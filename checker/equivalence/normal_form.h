// Terms to normal forms (forms.h). Two terms with one form have equal values for all inputs; different forms say nothing.
// Regions of one operation (sums, minima, bitwise functions ..) are taken whole (region_forms.h), other words one by one
// (word_terms.h).
//
// Over the reals a value has two sides. Its bits are what a machine has: they are what an address, a mask, a sum of
// integers or a shift sees, and rounding made them, so sums of floats in another order have other bits. Its number is what
// floating-point instructions compute without rounding: they see nothing else of it (number_terms.h). So a term has a form
// of its bits, and one of its number in each format (f16 and bf16 read other numbers from the same bits). Only what is a
// float is looked at as a number: a floating-point instruction made or uses it (float_looks.h). A change of the sign bit is
// then a negation; of an integer it is not.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "checker/equivalence/decision_diagram.h"
#include "checker/equivalence/forms.h"
#include "checker/equivalence/real_conditions.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class NormalForms {
 public:
  // `most_nodes`: of decision diagrams, after which FormLimit is thrown.
  NormalForms(TermGraph& graph, FloatMeaning floats, std::size_t most_nodes = DecisionDiagrams::kMostNodes);
  ~NormalForms();
  // Of the bits: terms of one form have the same bits.
  FormId operator()(Term t);
  // Of what is left behind: terms of one form hold the same numbers where they hold floats, in the same
  // formats, and the same bits elsewhere. With FloatMeaning::Exact the same as of the bits.
  FormId content(Term t);
  // The same for two, of which one may only tell the other's format: a constant, say.
  bool same_content(Term a, Term b);
  // Over the reals: does a floating-point instruction make it or use it, as far as the graph tells?
  bool holds_float(Term t);
  // What forms over the reals that were made so far take for granted.
  const RealConditions& conditions() const;
  const Forms& forms() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace warpproof::equivalence
