// Terms to normal forms (forms.h). Two terms with one form have equal values for all inputs; different forms
// say nothing. Regions of one operation (sums, minima, bitwise functions ..) are taken whole: coefficients
// run down the shared graph from the root, so a butterfly of 32 lanes costs its nodes, not its paths.
//
// Over the reals a value has two sides. Its bits are what a machine has: they are what an address, a mask, a
// sum of integers or a shift sees, and rounding made them, so sums of floats in another order have other bits.
// Its number is what floating-point instructions compute without rounding: they see nothing else of it. So a
// term has a form of its bits, and one of its number in each format (f16 and bf16 read other numbers from the
// same bits). Only what is a float is looked at as a number: a floating-point instruction made or uses it
// (float_looks.cpp). A change of the sign bit is then a negation; of an integer it is not.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "checker/equivalence/decision_diagram.h"
#include "checker/equivalence/forms.h"
#include "src/term/float_op.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

// Exact: IEEE arithmetic with the rounding of each instruction; add, mul, fma, min and max commute, nothing
// else is known. Real: floats stand for real numbers and arithmetic is exact; approximate operations are
// functions of their operands that nothing is known about, and there is no NaN.
enum class FloatMeaning { Exact, Real };

inline constexpr const char* kFiniteSums =
    "over the reals: what comes into a sum, a product or a quotient is a number there, also where it may be a constant "
    "that is infinite or NaN";

// What a number was taken to satisfy, because a form over the reals has an operation in it that is not defined
// for all real numbers.
struct RealConditions {
  bool divisor_not_zero = false;      // div, rcp
  bool root_not_negative = false;     // sqrt
  bool root_positive = false;         // rsqrt
  bool logarithm_positive = false;    // lg2
  bool finite = false;                // what is made of infinite constants or NaN, in sums, products, quotients

  void add(const RealConditions& more);
  bool any() const {
    return divisor_not_zero || root_not_negative || root_positive || logarithm_positive || finite;
  }
  // Each as an assumption of a verdict.
  std::vector<std::string> texts() const;
};

class NormalForms {
 public:
  // `most_nodes`: of decision diagrams, after which FormLimit is thrown.
  NormalForms(TermGraph& graph, FloatMeaning floats, std::size_t most_nodes = DecisionDiagrams::kMostNodes)
      : graph_(graph), floats_(floats), diagrams_(most_nodes) {}
  // Of the bits: terms of one form have the same bits.
  FormId operator()(Term t) { return form({t, kBits}); }
  // Of what is left behind: terms of one form hold the same numbers where they hold floats, in the same
  // formats, and the same bits elsewhere. With FloatMeaning::Exact the same as of the bits.
  FormId content(Term t);
  // The same for two, of which one may only tell the other's format: a constant, say.
  bool same_content(Term a, Term b);
  // Over the reals: does a floating-point instruction make it or use it, as far as the graph tells?
  bool holds_float(Term t);
  // What forms over the reals that were made so far take for granted.
  const RealConditions& conditions() const { return conditions_; }
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
    Product
  };
  // A term, and which side of it: its bits, or the number that it holds in the format `side - 1`.
  static constexpr int kBits = 0;
  struct Look {
    Term term;
    int side = kBits;
  };
  static int number_in(FloatFormat f) { return static_cast<int>(f) + 1; }
  static std::uint64_t key(Look l) { return static_cast<std::uint64_t>(l.term.id) << 4 | static_cast<unsigned>(l.side); }

  Region region_of(Term t) const;
  bool inside(Region region, Term root, Term t) const;
  std::vector<Term> interior(Region region, Term root, std::vector<Term>* leaves) const;
  std::vector<Look> dependencies(Look l);
  FormId form(Look root);
  FormId compute(Look l);
  FormId compute_plainly(Term t);
  FormId known(Term t) const { return done_.at(key({t, kBits})); }
  FormId known_number(Term t, FloatFormat f) const { return done_.at(key({t, number_in(f)})); }

  FormId compute_linear(Term t);
  struct Affine {
    Term x;
    std::uint64_t factor, constant;
  };
  std::optional<Affine> affine(Term t) const;
  FormId compute_product(Term t);
  FormId compute_bits(Term t);
  std::optional<Term> with_top_turned(Term t) const;
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
  FormId equality(FormId a, FormId b);
  FormId compute_less(Term t);
  FormId compute_first_set(Term t);
  FormId compute_plain(Term t);
  FormId compute_remainder(Term t);
  FormId flat(Term t, Region region, std::uint64_t what);
  FormId multiply(FormId a, FormId b, int width);
  FormId truncated(FormId form, int width);
  FormId low_part(FormId form, int width);
  FormId gate(FormId predicate, FormId atom, int width);
  void add_gated(LinearSum& sum, Diagram condition, FormId atom, std::uint64_t coefficient, int width);
  FormId choose(Diagram condition, FormId a, FormId b, int width);

  Diagram diagram_of(FormId form);
  FormId of_diagram(Diagram d, int width);

  // contest_form.cpp
  struct Candidate {
    FormId value;
    std::uint64_t number;
  };
  struct Contest {
    bool is_signed, maximum;
    std::vector<Candidate> candidates;  // those of one value in the order in which they win
  };
  struct Comparisons {
    bool is_signed;
    FormId x, y, less, greater, equal;  // x < y, y < x, x = y
  };
  using Outcomes = std::array<std::array<bool, 3>, 3>;
  struct Key {
    FormId high;
    std::uint64_t low;
  };
  struct Keys {
    bool is_signed, maximum;
    int low_width;
    std::vector<Key> list;
  };
  struct Extreme {
    bool is_signed, maximum;
    std::vector<FormId> values;
  };
  Comparisons comparisons(FormId x, FormId y, bool is_signed);
  std::optional<Outcomes> outcomes(Diagram condition, const std::vector<std::uint32_t>& atoms,
                                   const Comparisons& values, const std::optional<Comparisons>& keys) const;
  std::vector<FormId> contestants(FormId value, bool is_signed, bool maximum) const;
  const Contest* contest_of(FormId number, bool is_signed, bool maximum) const;
  std::optional<Contest> contest_about(FormId value, FormId number, bool is_signed, bool maximum) const;
  std::optional<Contest> united(Contest a, Contest b, const Outcomes& condition,
                                const std::optional<Comparisons>& keys) const;
  std::optional<FormId> chosen_by_order(Diagram condition, FormId a, FormId b, int width);
  std::optional<FormId> extreme_of_two(const Comparisons& values, bool maximum, FormId a, FormId b,
                                       int width);
  std::optional<FormId> extreme_of_keys(const Comparisons& values, const Outcomes& condition, bool maximum,
                                        FormId a, FormId b, int width);
  int key_width(FormId word) const;
  void drop_beaten(Contest& contest);
  void note(FormId result, const Contest& contest);
  std::optional<Contest> chosen_winner(const Comparisons& values, const std::optional<Comparisons>& keys,
                                       const Outcomes& condition, bool maximum, FormId a, FormId b) const;
  FormId result_of(Contest contest, int width, FormId plain);
  FormId mapped_result(FormId from, FormId plain, const std::function<std::uint64_t(std::uint64_t)>& map);
  FormId result_with_constants(Term t, FormId plain);
  std::optional<Key> key_of(FormId word, int low_width);
  std::optional<Keys> keys_of(FormId extreme);
  FormId lower_of_extreme(FormId extreme, int width, FormId plain);
  FormId upper_of_extreme(FormId extreme, int low_width, FormId plain);
  void make_signed(Contest& contest);
  FormId first_extreme(const std::vector<std::pair<FormId, std::uint64_t>>& conditions, int width,
                       FormId plain);
  std::optional<std::pair<FormId, Extreme>> extreme_in(FormId condition) const;
  FormId extreme_of_indicators(const Extreme& all, int width, FormId plain);

  // float_looks.cpp
  void look_for_floats();
  std::optional<bool> outcome_of_nan_test(Term t) const;
  std::optional<FloatFormat> format_of(Term t) const;
  std::vector<Term> parts_of_content(Term t);
  std::vector<Look> dependencies_of_number(Term t, FloatFormat f);
  bool in_sum(Term t, FloatFormat f) const;
  std::vector<Term> sum(Term root, FloatFormat f, std::vector<Term>* leaves) const;
  bool in_order(Term t, FloatFormat f) const;
  std::vector<Term> order(Term root, FloatFormat f, std::vector<Term>* leaves) const;

  // real_form.cpp
  FormId compute_exact_float(Term t, FloatOp op);
  FormId compute_of_numbers(Term t, FloatOp op);
  FormId number(Term t, FloatFormat f);
  FormId number_of_sum(Term t, FloatFormat f);
  FormId number_of_order(Term t, FloatFormat f);
  Diagram number_leaf(FormId number);
  FormId number_of_lattice(Diagram d);
  FormId number_of_operation(Term t, FloatOp op);
  FormId magnitude(Polynomial p);
  FormId compare_real(FloatOp op, Polynomial difference);
  std::optional<FormId> chosen_extreme(Diagram condition, FormId a, FormId b);
  FormId choose_real(Diagram condition, FormId a, FormId b);
  const Polynomial& polynomial(FormId number) const { return forms_.polynomial(number); }
  FormId of_atom(FormId atom) { return forms_.real({{{{atom, 1}}, Rational(1)}}, 0); }
  FormId content_of(FormId number, FloatFormat f);
  std::optional<Polynomial> inverse(FormId number);
  Polynomial product(const Polynomial& a, const Polynomial& b);
  Polynomial product(FormId left, FormId right);

  // real_domain.cpp
  void take_for_granted(FloatCode code);
  FormId infinity(int sign);
  FormId number_of_constant(std::uint64_t bits, FloatFormat f);
  bool is_infinity(FormId atom) const;
  int infinite_sign(FormId number) const;
  bool is_real(FormId number) const;
  bool is_real_or_infinite(FormId number) const;
  void take_for_real(FormId number);
  int infinite_product(FormId left, FormId right) const;
  struct InfiniteParts {  // of a sum
    int sign = 0;         // of the infinity among them
    bool open = false;    // others that may be no real number, or infinities of both signs
  };
  void note_part(InfiniteParts& parts, FormId number, const Rational& coefficient) const;

  TermGraph& graph_;
  const FloatMeaning floats_;
  Forms forms_;
  DecisionDiagrams diagrams_;
  std::unordered_map<std::uint64_t, FormId> done_;                       // by key()
  std::unordered_map<std::uint32_t, Diagram> bits_, unsigned_, signed_;  // diagrams of inner terms
  std::unordered_map<std::uint64_t, Diagram> reals_;                     // by key()
  // By term id: 0, or 1 and the format in which floating-point instructions make it, and use it.
  std::vector<std::uint8_t> made_, used_;
  RealConditions conditions_;
  std::unordered_set<FormId> not_real_;  // atoms that may be infinite or NaN
  std::unordered_map<FormId, std::vector<Contest>> contests_;                    // by result
  std::unordered_map<FormId, FormId> winners_;    // by Winner: what stands for it
  std::unordered_map<FormId, Extreme> extremes_;  // maxima and minima, by their forms
};

}  // namespace warpproof::equivalence
