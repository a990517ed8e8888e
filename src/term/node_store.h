// The inside of TermNodes: nodes, each stored once, with what is known of them. The rewriters (rewrite_*.h) build terms in
// it; nothing but them and the files of this folder knows it.
//
// Rewriting is bottom-up and happens before a node is stored. A builder may call builders on smaller terms; the nesting is
// bounded by ResultCache::kMaxDepth (past it a builder stores the plain node), so deep graphs need no deep stack, and
// results are cached by operands, so shared subgraphs are rewritten once.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "src/term/facts.h"
#include "src/term/result_cache.h"
#include "src/term/small_vector.h"
#include "src/term/term_nodes.h"

namespace warpproof::rewrite {

using Terms = SmallVector<Term, 16>;

// A nested n-ary node of up to this many operands is always flattened into its parent (larger ones when the
// parent is of similar size), which bounds the cost of long chains.
inline constexpr std::size_t kFlattenArity = 64;
inline constexpr std::size_t kMaxArity = 4096;

struct Node {
  Kind kind;
  std::uint8_t width;
  std::uint32_t first;  // position in the operand pool
  std::uint32_t arity;
  std::uint32_t
      link;  // width 1: the stored complement or 0. wider: index of its Facts, 0 when nothing is known
  std::uint64_t aux;
};

class NodeStore {
 public:
  explicit NodeStore(std::size_t max_nodes);

  // The node with these operands, stored where it is not yet. Nothing is simplified but what its facts decide.
  Term intern(Kind kind, int width, std::uint64_t aux, std::span<const Term> operands);
  Term intern(Kind kind, int width, std::uint64_t aux, std::initializer_list<Term> operands) {
    return intern(kind, width, aux, std::span<const Term>(operands.begin(), operands.size()));
  }
  Term find(Kind kind, int width, std::uint64_t aux,
            std::span<const Term> operands) const;  // id 0 when absent
  Term constant(int width, std::uint64_t value);
  Term truth(bool v) const { return v ? Term{2} : Term{1}; }
  Term new_variable(int width, const std::string& name);

  const Node& node(Term t) const { return node_chunks_[t.id >> kChunkBits][t.id & kChunkMask]; }
  std::span<const Term> operands(Term t) const { return operands(node(t)); }
  std::span<const Term> operands(const Node& n) const {
    return {&operand_chunks_[n.first >> kPoolBits][n.first & kPoolMask], n.arity};
  }
  Term operand(Term t, std::size_t i) const { return operands(t)[i]; }
  Kind kind(Term t) const { return node(t).kind; }
  int width(Term t) const { return node(t).width; }
  std::uint64_t value(Term t) const { return node(t).aux; }
  bool is_const(Term t) const { return node(t).kind == Kind::Const; }
  bool is_const(Term t, std::uint64_t v) const { return is_const(t) && value(t) == v; }
  bool is_true(Term t) const { return t.id == 2; }
  bool is_not(Term t) const { return node(t).kind == Kind::Not; }
  void same_width(Term a, Term b) const;  // throws where they are not
  const std::string& name(Term variable) const { return names_.at(node(variable).aux); }
  std::size_t size() const { return count_; }

  Term complement_if_stored(Term t) const { return Term{node(t).link}; }  // of a predicate; id 0 when absent
  void link_complements(Term a, Term b);

  Facts facts(Term t) const;
  void set_facts(Term variable, const Facts& f);
  bool non_negative(Term t) const { return facts(t).high < sign_bit_of(width(t)); }

  ResultCache results;

 private:
  using u64 = std::uint64_t;
  using u32 = std::uint32_t;
  static constexpr int kChunkBits = 15;
  static constexpr u32 kChunkMask = (1u << kChunkBits) - 1;
  static constexpr int kPoolBits = 16;
  static constexpr u32 kPoolMask = (1u << kPoolBits) - 1;

  Node& mutable_node(Term t) { return node_chunks_[t.id >> kChunkBits][t.id & kChunkMask]; }
  Term append(Kind kind, int width, u64 aux, std::span<const Term> operands, u32 link);
  void grow_table();

  std::size_t max_nodes_;
  u32 count_ = 0;
  u32 pool_used_ = 0;
  std::vector<std::unique_ptr<Node[]>> node_chunks_;
  std::vector<std::unique_ptr<Term[]>> operand_chunks_;
  std::vector<Facts> facts_;
  std::vector<u64> table_;  // hash (high 32 bits) and id; 0 is empty
  std::vector<std::string> names_;
};

}  // namespace warpproof::rewrite
