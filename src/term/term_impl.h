// The inside of TermGraph: storage, facts and the rewriting builders. Included by the .cpp files of this
// folder only.
//
// Rewriting is bottom-up and happens before a node is stored. A builder may call builders on smaller terms;
// the nesting is bounded by kMaxDepth (past it a builder stores the plain node), so deep graphs need no deep
// stack, and results are cached by operands, so shared subgraphs are rewritten once.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/term/bits.h"
#include "src/term/float_op.h"
#include "src/term/small_vector.h"
#include "src/term/term.h"

namespace warpproof {

using Terms = SmallVector<Term, 16>;

// What is known about a word by structure: an unsigned range and bits that are surely 0 (inside the width).
struct Facts {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::uint64_t zero = 0;
  bool operator==(const Facts&) const = default;
};

struct Node {
  Kind kind;
  std::uint8_t width;
  std::uint32_t first;  // position in the operand pool
  std::uint32_t arity;
  std::uint32_t
      link;  // width 1: the stored complement or 0. wider: index of its Facts, 0 when nothing is known
  std::uint64_t aux;
};

// sum of coefficient * atom, plus a constant, modulo 2^width.
struct Linear {
  struct Part {
    Term atom;
    std::uint64_t coefficient;
  };
  SmallVector<Part, 8> parts;
  std::uint64_t constant = 0;
};

// An interval of mathematical integers.
struct Interval {
  __int128 low;
  __int128 high;
};

struct TermGraph::Impl {
  using u64 = std::uint64_t;
  using u32 = std::uint32_t;
  static constexpr int kMaxDepth = 60;
  // A nested n-ary node of up to this many operands is always flattened into its parent (larger ones when the
  // parent is of similar size), which bounds the cost of long chains.
  static constexpr std::size_t kFlattenArity = 64;
  static constexpr std::size_t kMaxArity = 4096;

  explicit Impl(std::size_t max_nodes);

  // --- storage (graph.cpp) ---
  Term intern(Kind kind, int width, u64 aux, std::span<const Term> operands);
  Term intern(Kind kind, int width, u64 aux, std::initializer_list<Term> operands) {
    return intern(kind, width, aux, std::span<const Term>(operands.begin(), operands.size()));
  }
  Term find(Kind kind, int width, u64 aux, std::span<const Term> operands) const;  // id 0 when absent
  const Node& node(Term t) const { return node_chunks_[t.id >> kChunkBits][t.id & kChunkMask]; }
  Node& node(Term t) { return node_chunks_[t.id >> kChunkBits][t.id & kChunkMask]; }
  std::span<const Term> operands(Term t) const { return operands(node(t)); }
  std::span<const Term> operands(const Node& n) const {
    return {&operand_chunks_[n.first >> kPoolBits][n.first & kPoolMask], n.arity};
  }
  Term operand(Term t, std::size_t i) const { return operands(t)[i]; }
  Kind kind(Term t) const { return node(t).kind; }
  int width(Term t) const { return node(t).width; }
  u64 value(Term t) const { return node(t).aux; }
  bool is_const(Term t) const { return node(t).kind == Kind::Const; }
  bool is_const(Term t, u64 v) const { return is_const(t) && value(t) == v; }
  bool is_true(Term t) const { return t.id == 2; }
  bool is_not(Term t) const { return node(t).kind == Kind::Not; }
  Term complement_if_stored(Term t) const { return Term{node(t).link}; }  // of a predicate; id 0 when absent
  Term constant(int width, u64 value);
  Term truth(bool v) const { return v ? Term{2} : Term{1}; }
  void same_width(Term a, Term b) const;
  std::string str(Term t, std::size_t max_chars) const;

  // --- facts (facts.cpp) ---
  Facts facts(Term t) const;
  Facts compute_facts(Kind kind, int width, u64 aux, std::span<const Term> operands) const;
  void set_range(Term var, u64 low, u64 high);
  void set_zero_bits(Term var, u64 mask);
  void set_facts(Term var, const Facts& f);
  Linear::Part scaled(Term t) const;  // c * x seen as (x, c), anything else as (t, 1)
  // The exact integer interval of a linear form with signed coefficients; false when it may wrap
  // around. A constant multiple of 2^width is dropped, so the interval lies in 0..2^width-1, or
  // in -2^(width-1)..2^(width-1)-1 when the word is read as signed.
  bool linear_interval(const Linear& form, int width, bool is_signed, Interval& out) const;
  bool non_negative(Term t) const { return facts(t).high < sign_bit_of(width(t)); }

  // --- predicates (rewrite_bool.cpp, rewrite_clauses.cpp, rewrite_bounds.cpp) ---
  Term lnot(Term a);
  Term land(Term a, Term b);
  Term lor(Term a, Term b) { return lnot(land(lnot(a), lnot(b))); }
  Term conj(std::span<const Term> terms);
  Term disj(std::span<const Term> terms);
  Term lxor(Term a, Term b);
  Term ite_pred(Term c, Term a, Term b);
  Term assume(Term t, Term condition);  // t simplified one level, given that the condition holds
  void flatten(Kind kind, std::span<const Term> terms, Terms& out) const;
  bool normalise_literals(Terms& literals) const;  // false: contradiction
  Term intern_and(std::span<const Term> literals);
  bool decide_choices(Terms& literals);
  bool simplify_clauses(Terms& literals, bool& changed);  // false: contradiction
  bool simplify_bounds(Terms& literals, bool& changed);   // false: contradiction
  bool simplify_orders(Terms& literals, bool& changed);   // false: contradiction
  Term factor(const Terms& literals);                     // id 0 when nothing to factor out
  int literal_value(Term literal, std::span<const Term> assumed, int depth) const;
  bool literal_entails(Term a, Term b) const;

  // --- words (rewrite_bits.cpp, rewrite_shift.cpp) ---
  Term extract(Term t, int high, int low);
  Term extract_fresh(Term t, int high, int low);
  Term extract_add(Term t, int high, int low);
  Term extract_mul(Term t, int high, int low);
  Term bit(Term t, int i) { return extract(t, i, i); }
  Term concat(std::span<const Term> parts);
  bool fuse_parts(Term high, Term low, Term& out);
  Term zext(Term t, int width);
  Term sext(Term t, int width);
  Term widen_sum(Term t, int width, bool is_signed);  // id 0 when the sum may wrap
  bool view_parts(Term t, Terms& out);  // as a concatenation of several parts, most significant first
  bool bitwise_by_parts(Kind kind, Term a, Term b, Term& out);
  Term bit_and(Term a, Term b);
  Term bit_or(Term a, Term b);
  Term bit_xor(Term a, Term b);
  Term bit_not(Term a);
  Term and_mask(Term a, u64 mask);
  Term bitwise(Kind kind, Term a, Term b);
  Term bitwise_sorted(Kind kind, Term a, Term b);
  Term shl(Term a, Term amount);
  Term lshr(Term a, Term amount);
  Term ashr(Term a, Term amount);
  Term shl_by(Term a, int amount);
  Term lshr_by(Term a, int amount);
  Term ashr_by(Term a, int amount);
  bool knows_bits(Term t) const;  // its single bits fold to predicates
  Term select_bit(Term word, Term index);
  Term select_tree(Term word, Term index, int offset);
  Term popc(Term a);
  Term clz(Term a);
  Term brev(Term a);

  // --- masks with known bits (rewrite_masks.cpp) ---
  bool eq_classes(const Terms& pa, const Terms& pb, Term& out);
  bool mask_bits(Term t, Terms& bits);
  Term lowest_set_of(Term t);
  bool lowest_set_bit(Term x, Term minus, Term& out);
  bool first_set(Term t, Terms& bits, SmallVector<u64, 33>& values);
  Term eq_first_set(Term clz, u64 k);
  Term without_width(Term t);
  bool counted_bits(Term t, Terms& bits);
  bool nested_counts(Term a, Term b, Terms& rest, bool& a_is_part);
  void cancel_counts(Linear& sum, int width);
  bool sum_fits(const Linear& sum, int width);

  // --- arithmetic (rewrite_arith.cpp, rewrite_divide.cpp) ---
  void accumulate(Linear& out, Term t, u64 coefficient, int width);
  void accumulate_atom(Linear& out, Term t, u64 coefficient, int width);
  void accumulate_concat(Linear& out, Term t, u64 coefficient, int width);
  void normalise(Linear& form, int width) const;
  bool merge_slices(Linear& form, int width);
  Term build(Linear& form, int width);
  Term times_constant(Term atom, u64 coefficient);
  Linear linear(Term t);
  Term scale(Term t, u64 coefficient);
  Term add(Term a, Term b);
  Term sub(Term a, Term b);
  Term mul(Term a, Term b);
  Term product(Term a, Term b);
  Term udiv(Term a, Term b);
  Term urem(Term a, Term b);
  Term sdiv(Term a, Term b);
  Term srem(Term a, Term b);
  bool split_multiple(Term a, u64 divisor, Term& quotient, Term& remainder);
  std::optional<std::pair<Term, Term>> split_off_multiples(Term a, u64 divisor);
  std::optional<Term> quotient_of_product(Term a, u64 factor, int shift);
  Term mulhi(Kind kind, Term a, Term b);
  Term minmax(Kind kind, Term a, Term b);

  // --- comparisons and choice (rewrite_compare.cpp, rewrite_ite.cpp) ---
  Term eq(Term a, Term b);
  Term eq_fresh(Term a, Term b);
  Term eq_const(Term a, u64 k);
  Term eq_linear(Term a, Term b);
  Term eq_parts(Linear& sum, int width);
  Term eq_linear_const(Term a, u64 k);
  Term ult(Term a, Term b);
  bool less_aligned(Term a, Term b, bool is_signed, Term& out);
  Term ult_fresh(Term a, Term b);
  Term ult_const(Term a, u64 k);
  bool ult_linear(Term a, Term b, Term& out);
  Term slt(Term a, Term b);
  Term slt_fresh(Term a, Term b);
  Term ite(Term c, Term a, Term b);
  Term ite_word(Term c, Term a, Term b);
  bool ite_by_bits(Term c, Term a, Term b, Term& out);
  bool ite_minmax(Term c, Term a, Term b, Term& out);
  bool const_arms(Term t) const;  // an Ite whose arms are both constant
  Term float_op(u64 packed, int width, std::span<const Term> operands);
  Term float_compare(FloatOp op, Term a, Term b);

  // --- result cache: direct-mapped, so that repeated builds cost one probe ---
  struct CacheEntry {
    u32 key = 0, a = 0, b = 0, c = 0, result = 0;
  };
  static u32 cache_key(Kind kind, int high = 0, int low = 0) {
    return (static_cast<u32>(kind) + 1) | static_cast<u32>(high) << 8 | static_cast<u32>(low) << 16;
  }
  CacheEntry& cache_slot(u32 key, Term a, Term b, Term c);
  Term cached(u32 key, Term a, Term b = {}, Term c = {});
  Term remember(u32 key, Term a, Term b, Term c, Term result);

  struct Depth {
    explicit Depth(Impl& g) : graph(g) { ++graph.depth_; }
    ~Depth() { --graph.depth_; }
    bool deep() const { return graph.depth_ > kMaxDepth; }
    Impl& graph;
  };

  static constexpr int kChunkBits = 15;
  static constexpr u32 kChunkMask = (1u << kChunkBits) - 1;
  static constexpr int kPoolBits = 16;
  static constexpr u32 kPoolMask = (1u << kPoolBits) - 1;

  Term append(Kind kind, int width, u64 aux, std::span<const Term> operands, u32 link);
  void grow_table();
  static u64 hash(Kind kind, int width, u64 aux, std::span<const Term> operands);

  std::size_t max_nodes_;
  u32 count_ = 0;
  u32 pool_used_ = 0;
  std::vector<std::unique_ptr<Node[]>> node_chunks_;
  std::vector<std::unique_ptr<Term[]>> operand_chunks_;
  std::vector<Facts> facts_;
  std::vector<u64> table_;  // hash (high 32 bits) and id; 0 is empty
  std::vector<CacheEntry> cache_;
  std::vector<std::string> names_;
  int depth_ = 0;
};

}  // namespace warpproof
