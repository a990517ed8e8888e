// Real numbers by their forms: polynomials, and what is an atom of them (inverses, magnitudes, extremes, choices).
#pragma once

#include <optional>

#include "checker/equivalence/form_store.h"
#include "checker/equivalence/real_domain.h"
#include "src/term/float_op.h"

namespace warpproof::equivalence {

// sum += coefficient * p.
void add_scaled(Polynomial& sum, const Polynomial& p, const Rational& coefficient);

class RealAlgebra {
 public:
  using Diagram = DecisionDiagrams::Diagram;
  RealAlgebra(FormStore& store, RealDomain& domain)
      : store_(store), forms_(store.forms()), diagrams_(store.diagrams()), domain_(domain) {}

  Polynomial product(FormId left, FormId right);
  Polynomial product(const Polynomial& a, const Polynomial& b);
  std::optional<Polynomial> inverse(FormId number);
  FormId magnitude(Polynomial p);
  // difference < 0, or = 0, by the operation.
  FormId compare(FloatOp op, Polynomial difference);
  // condition ? a : b; the first, where it is the smaller or the greater of the two.
  std::optional<FormId> chosen_extreme(Diagram condition, FormId a, FormId b);
  FormId choose(Diagram condition, FormId a, FormId b);
  // Minima and maxima: a number as an element of their lattice; and back.
  Diagram leaf(FormId number);
  FormId of_lattice(Diagram d);
  // What a word of that format holds.
  FormId content_of(FormId number, FloatFormat f);

 private:
  FormStore& store_;
  Forms& forms_;
  DecisionDiagrams& diagrams_;
  RealDomain& domain_;
};

}  // namespace warpproof::equivalence
