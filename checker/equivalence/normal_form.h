// Terms to normal forms (forms.h). Two terms with one form have equal values for all inputs; different forms
// say nothing. Regions of one operation (sums, minima, bitwise functions ..) are taken whole: coefficients
// run down the shared graph from the root, so a butterfly of 32 lanes costs its nodes, not its paths.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "checker/equivalence/decision_diagram.h"
#include "checker/equivalence/forms.h"
#include "src/term/float_op.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

// Exact: IEEE arithmetic with the rounding of each instruction; add, mul, fma, min and max commute, nothing
// else is known. Real: patterns stand for real numbers and arithmetic is exact; approximate operations are
// functions of their operands that nothing is known about, and there is no NaN.
enum class FloatMeaning { Exact, Real };

class NormalForms {
 public:
  NormalForms(const TermGraph& graph, FloatMeaning floats) : graph_(graph), floats_(floats) {}
  FormId operator()(Term t);
  const Forms& forms() const { return forms_; }

 private:
  using Diagram = DecisionDiagrams::Diagram;
  enum class Region {
    None,
    Linear,
    Bits,
    UnsignedOrder,
    SignedOrder,
    FloatOrder,
    RealOrder,
    Product,
    RealSum
  };

  Region region_of(Term t) const;
  bool inside(Region region, Term root, Term t) const;
  std::vector<Term> interior(Region region, Term root, std::vector<Term>* leaves) const;
  std::vector<Term> dependencies(Term t);
  FormId compute(Term t);
  FormId known(Term t) const { return done_.at(t.id); }

  FormId compute_linear(Term t);
  FormId compute_product(Term t);
  FormId compute_bits(Term t);
  FormId compute_order(Term t, Region region);
  Diagram order_leaf(FormId id, Tag tag);
  FormId of_order(Diagram d, Tag tag, int width);
  FormId compute_choice(Term t);
  FormId compute_extract(Term t);
  FormId compute_concat(Term t);
  FormId compute_extension(Term t);
  std::vector<Term> parts_of(Term word) const;
  bool is_wide_popcount(Term t) const;
  FormId popcount(Term word, int width);
  FormId without_twos(const LinearSum& sum, int width);
  FormId compute_equality(Term t);
  FormId compute_plain(Term t);
  FormId compute_remainder(Term t);
  FormId flat(Term t, Region region, std::uint64_t what);
  FormId multiply(FormId a, FormId b, int width);
  FormId truncated(FormId form, int width);
  FormId gate(FormId predicate, FormId atom, int width);
  void add_gated(LinearSum& sum, Diagram condition, FormId atom, std::uint64_t coefficient, int width);
  FormId choose(Diagram condition, FormId a, FormId b, int width);

  Diagram diagram_of(FormId form);
  FormId of_diagram(Diagram d, int width);

  // real_form.cpp
  bool is_sign(Term t) const;
  bool is_negation(Term t) const;
  bool is_nan_test(Term t) const;
  FormId compute_float(Term t);
  FormId compute_exact_float(Term t, FloatOp op);
  FormId compute_real_sum(Term t);
  FormId compute_real(Term t, FloatOp op);
  FormId compare_real(FloatOp op, Polynomial difference);
  std::optional<FormId> chosen_extreme(Diagram condition, FormId a, FormId b, int width);
  FormId choose_real(Diagram condition, FormId a, FormId b, int width);
  Polynomial real_view(FormId form, FloatFormat format);
  FormId of_polynomial(Polynomial p, FloatFormat format);
  Polynomial product(const Polynomial& a, const Polynomial& b);

  const TermGraph& graph_;
  const FloatMeaning floats_;
  Forms forms_;
  DecisionDiagrams diagrams_;
  std::unordered_map<std::uint32_t, FormId> done_;                               // by term id
  std::unordered_map<std::uint32_t, Diagram> bits_, unsigned_, signed_, reals_;  // diagrams of inner terms
};

}  // namespace warpproof::equivalence
