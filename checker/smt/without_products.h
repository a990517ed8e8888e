// Questions about products, without multiplication.
//
// Products, quotients and remainders of unknowns are what solvers of bit vectors are slow at, and what is
// asked about them is mostly linear: r < rows and c < cols, so r * cols + c < rows * cols. Here a variable
// stands for each product; what is known of it is how it compares with products that share a factor. That
// admits more assignments than there are, so an exclusion is a proof and anything else says nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

#include "checker/smt/over_integers.h"
#include "checker/smt/size_limit.h"
#include "checker/smt/solver.h"
#include "src/term/term.h"
#include "src/term/traverse.h"

namespace warpproof {

class WithoutProducts {
 public:
  WithoutProducts(TermGraph& graph, const SolverOptions& options);

  // Holds in every later question.
  void assume(Term predicate);
  // True: the predicate and what is assumed exclude each other. False also where it has neither products nor multiples such
  // as 50257 * x, whose sums take a solver of bits long. `by_integers`: what is linear is asked of integers before bits,
  // which is dear where the answer is no.
  bool excludes(Term predicate, unsigned budget_ms, bool by_integers = true);

  // Multiples of sizes in it are noted as if it were asked about: where threads have numbers, i + n == j is just n == 31.
  void note_address(Term address);
  // Is there a sum of which a multiple of a size is assumed to fit, or such a size?
  bool has_multiples(Term predicate);

  // Is there an equality for excludes_by_rows()?
  bool has_volumes(Term predicate);
  // For the elements of volumes, the equality of two indexes of which each row has a layer and a column: it is replaced by the
  // equality of layers, of rows and of columns, once each premise of this has been proved. Several small questions, where the
  // large one that excludes() asks is too dear. False where the predicate has no such equality.
  bool excludes_by_rows(Term predicate, unsigned budget_ms);

  // Words of 32 bits. Of each of them, or product of two, that a factor of a product of 32 bits is compared with, as y is in y < h, it is assumed that
  // its product with the other factor, where that is one of them too, fits an int: y * w does not wrap around where
  // h * w does not. With `multiples` also that a multiple of one fits that occurs in an index of 32 bits, a sum that is extended to
  // 64 bits or compared for equality: i + 4 * n does not wrap around where i < n and 5 * n fits. Where there is nothing to be assumed so, excludes() is false. Not to be taken back: who
  // asks with sizes lists size_limits().
  void assume_sizes(const std::vector<Term>& sizes, bool multiples = false);
  const std::set<SizeLimit>& size_limits() const { return size_limits_; }
  // Of the index i of a block and the length t of its tile along an axis: sizes of 32 bits, less than 2^31, of which
  // (i + 1) * t <= size holds in every launch. Where x is i * t + r with r < t, it is known then that x < size.
  using Tiles = std::function<std::vector<Term>(Term index, std::uint64_t length)>;
  void take_tiles(Tiles tiles) { tiles_ = std::move(tiles); }
  const SmtStats& stats() const { return solver_.stats(); }

 private:
  using Pair = std::pair<Term, Term>;
  // Two elements of one row-major index, left == right: where the premises hold they are in one row and in one column.
  struct Rows {
    Term equality;
    std::vector<Term> premises;
    Term same_row, same_column;
    bool has_layers = false;  // the number of a row is such an index, too
  };
  enum class Facts { All, NoRows, Near };  // Near: of the question's own variables only, without other products
  struct Division {
    Term quotient, remainder;
  };
  // What stands in sums for a product, of 32 or 64 bits.
  struct StandIn {
    Pair factors;
    Term whole;  // all 64 bits of it
    Term exact;  // where the stand-in is `whole`, or its low word
  };

  bool prepare(Term predicate);
  bool replace_products(Term root, bool is_asked = true);
  bool excluded_by_integers(Term predicate, unsigned budget_ms);
  std::optional<Term> replaced(Term part);
  Term product(std::vector<Term> factors, int width);
  std::optional<Term> gathered(Term sum);
  Term exact(Term a, Term b);
  Division divided(Term a, Term b);
  std::optional<Term> narrow(Term factor);
  OverIntegers ask_alone(std::vector<Term> query, unsigned budget_ms, Facts facts = Facts::All);
  OverIntegers ask_integers(std::span<const Term> query, unsigned budget_ms);
  const Rows* rows_of(const std::vector<Term>& conjuncts) const;
  std::vector<Term> near(Term term, std::span<const Term> conjuncts);
  Term unknown(int width);
  void know(Term fact, bool is_of_rows = false);
  void bound_by_lengths(Term a, Term b, Term whole);
  void compare(const Pair& p, const Pair& q);
  void compare_rows(Term equality);
  // Of sizes (without_products_sizes.cpp).
  void note_comparison(Term part, bool is_asked);
  void note_multiples(Term part);
  void bound_by_small_factor(Term a, Term b, Term whole);
  void note_tiles(Term sum);
  bool is_size(Term t) const;
  SizeLimit limit_of(std::uint64_t times, std::vector<Term> sizes) const;
  std::set<SizeLimit> wanted_limits() const;
  void take_limits();

  // What is assumed, or known of products, and its variables.
  struct Fact {
    Term term;
    std::vector<Term> variables;
    bool is_of_rows = false;  // says when two elements are in one row
  };

  TermGraph& g;
  KnownAnswers* const known_;
  Solver solver_, alone_;  // the first one knows all facts
  Substitute put_;
  std::vector<Fact> facts_;
  std::unordered_set<std::uint32_t> made_;     // variables: stand-ins
  std::vector<Term> assumed_;                  // not yet known to the solver
  std::unordered_set<std::uint32_t> seen_;     // terms whose products have been replaced
  std::unordered_set<std::uint32_t> changed_;  // those that had any
  std::unordered_set<std::uint32_t> strided_;  // those with a multiple by a constant that is no power of two
  std::unordered_set<std::uint32_t> bounded_;  // products, by their lengths
  std::map<Pair, Term> products_;              // of two words of 32 bits, with all 64 bits
  std::set<Pair> may_wrap_;                    // those of which 32 bits are taken
  std::map<Term, StandIn> stand_ins_;
  std::vector<Rows> rows_;
  std::map<Pair, Division> divisions_;         // unsigned, of words of 32 bits
  std::set<Term> sizes_;
  std::map<Term, std::set<Term>> compared_;  // with which sizes a word is
  std::set<Term> below_signed_, below_unsigned_;  // sizes that something was asked to be less than, as such numbers
  std::set<Term> lessened_;  // sizes of which a sum was compared, as w of x < w - 1
  bool takes_multiples_ = false;
  std::map<std::vector<Term>, std::uint64_t> multiples_;  // of a size, or a product of two: the largest one in a sum
  std::map<Pair, std::uint64_t> times_of_products_;       // the constant factor in a sum, as 3 in 3 * y * w + 1
  std::unordered_set<std::uint32_t> multiplied_;   // terms that have such a sum
  std::unordered_set<std::uint32_t> noted_;        // addresses
  std::set<SizeLimit> size_limits_;
  Tiles tiles_;
  std::vector<Term> facts_of_tiles_;  // not yet known to the solver
  std::unordered_set<std::uint32_t> in_tiles_;  // sums of which they are
};

}  // namespace warpproof
