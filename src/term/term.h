// Hash-consed bit-vector terms with rewriting at construction.
//
// A Term is a handle into one TermGraph; equal handles mean equal structure. Every builder simplifies before
// it allocates, so most obligations are constants by the time anyone asks. Widths are 1..64 bits; a term of
// width 1 is a predicate (0 false, 1 true). Semantics of each operation: SMT-LIB QF_BV (shift amounts >=
// width give 0 or the sign; udiv by 0 gives all ones, urem by 0 the dividend). A TermGraph is owned by one
// check and is not shared between threads.
//
// Memory is bounded: past `max_nodes` a builder throws TermLimit, which the checker reports as unknown.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace warpproof {

struct Term {
  std::uint32_t id = 0;
  bool operator==(const Term&) const = default;
  auto operator<=>(const Term&) const = default;
};

enum class Kind : std::uint8_t {
  Const,  // value
  Var,    // aux: index into names
  // predicates and bitwise operations share kinds: width 1 is logic
  And,
  Or,  // n-ary, sorted, flattened, no duplicates. Width 1 uses And and Not only: a | b is Not(And(!a, !b))
  Not,
  Xor,  // Xor is n-ary, sorted, a constant last; width 1 has no constant and no Not below it
  Add,  // n-ary linear normal form: sorted operands, the constant last; coefficients through Mul by constant
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,  // Mul is n-ary, sorted, a constant last
  UMin,
  UMax,
  SMin,
  SMax,  // n-ary, sorted, a constant last
  Shl,
  LShr,
  AShr,  // only by amounts that are not constant
  Eq,
  Ult,
  Ule,
  Slt,
  Sle,  // a <= b is stored as Not(b < a), so Ule and Sle never occur in a graph
  Ite,
  Concat,   // n-ary, most significant first
  Extract,  // aux: low bit; width says how many
  ZExt,
  SExt,
  Popc,
  Clz,
  Brev,
  MulHiU,
  MulHiS,
  Float,  // aux: packed FloatOp (see float_op.h); an IEEE operation on bit patterns
  Read,   // aux: allocation; operand 0: byte offset (64 bits). Initial memory contents, width/8 bytes, little
          // endian
};

class TermLimit : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

class TermGraph {
 public:
  struct Impl;  // term_impl.h

  explicit TermGraph(std::size_t max_nodes = 60'000'000);
  ~TermGraph();
  TermGraph(const TermGraph&) = delete;

  // Leaves.
  Term constant(int width, std::uint64_t value);
  Term truth(bool value) { return value ? true_ : false_; }
  Term var(int width, const std::string& name);  // a fresh variable at each call; names need not be unique
  Term read(int width, std::uint32_t allocation, Term offset);

  // Queries.
  Kind kind(Term t) const;
  int width(Term t) const;
  std::span<const Term> operands(Term t) const;
  std::uint64_t aux(Term t) const;
  bool is_const(Term t) const;
  std::uint64_t value(Term t) const;  // of a constant, zero-extended
  bool is_true(Term t) const { return t == true_; }
  bool is_false(Term t) const { return t == false_; }
  const std::string& name(Term var) const;
  std::size_t size() const;

  // Words (operands of one width unless said otherwise).
  Term add(Term a, Term b);
  Term sub(Term a, Term b);
  Term neg(Term a);
  Term mul(Term a, Term b);
  Term udiv(Term a, Term b);
  Term sdiv(Term a, Term b);
  Term urem(Term a, Term b);
  Term srem(Term a, Term b);
  Term mulhi_u(Term a, Term b);
  Term mulhi_s(Term a, Term b);
  Term umin(Term a, Term b);
  Term umax(Term a, Term b);
  Term smin(Term a, Term b);
  Term smax(Term a, Term b);
  Term bit_and(Term a, Term b);
  Term bit_or(Term a, Term b);
  Term bit_xor(Term a, Term b);
  Term bit_not(Term a);
  Term shl(Term a, Term amount);
  Term lshr(Term a, Term amount);
  Term ashr(Term a, Term amount);
  Term popc(Term a);  // same width as a
  Term clz(Term a);   // same width as a; width for 0
  Term brev(Term a);
  Term extract(Term a, int high, int low);
  Term bit(Term a, int index) { return extract(a, index, index); }
  Term zext(Term a, int width);
  Term sext(Term a, int width);
  Term concat(std::span<const Term> most_significant_first);
  Term eq(Term a, Term b);
  Term ult(Term a, Term b);
  Term ule(Term a, Term b);
  Term slt(Term a, Term b);
  Term sle(Term a, Term b);
  Term ite(Term condition, Term a, Term b);
  Term float_op(std::uint64_t packed_op, int result_width, std::span<const Term> operands);

  // Predicates (width 1).
  Term land(Term a, Term b);
  Term lor(Term a, Term b);
  Term lnot(Term a);
  Term conj(std::span<const Term> terms);
  Term disj(std::span<const Term> terms);
  Term implies(Term a, Term b) { return lor(lnot(a), b); }
  // The operands of a conjunction or disjunction; the term itself when it is neither.
  std::vector<Term> conjuncts(Term t);
  std::vector<Term> disjuncts(Term t);
  // Bit `index` (unsigned, any width) of `word`; false at or past the width. A lookup where the bits are
  // known terms.
  Term select_bit(Term word, Term index);
  // True when a -> b holds by structure alone (false means "don't know").
  bool entails(Term a, Term b);

  // t = first + second (modulo the width), where second is the constant part of the sum: base + offset.
  std::pair<Term, std::uint64_t> split_constant(Term t);

  // For a t that counts the zeros before the first set bit of a mask whose bits are known: t = values[i] for
  // the first i with bits[i], and values.back() where there is none.
  struct FirstSet {
    std::vector<Term> bits;
    std::vector<std::uint64_t> values;  // one more than bits
  };
  std::optional<FirstSet> first_set(Term t);

  // The smallest and largest unsigned value that structure alone allows.
  std::pair<std::uint64_t, std::uint64_t> unsigned_range(Term t);
  // Narrows the range of a variable (block sizes, block indices). Part of the assumptions: the solver asserts
  // it too.
  void set_range(Term var, std::uint64_t low, std::uint64_t high);
  // The lowest bits of the variable, those of the mask, are 0, likewise.
  void set_zero_bits(Term var, std::uint64_t mask);
  // Bits within the width that structure alone shows to be 0.
  std::uint64_t zero_bits(Term t);

  // "(add %tid 4)" for debugging and traces, cut at `max_chars`.
  std::string str(Term t, std::size_t max_chars = 400) const;

 private:
  std::unique_ptr<Impl> impl_;
  Term true_, false_;
};

}  // namespace warpproof
