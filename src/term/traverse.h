// Walks over term graphs: order, leaves, substitution. All iterative, each shared subterm visited once.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "src/term/term.h"

namespace warpproof {

// Everything below the roots, operands before users, each term once.
std::vector<Term> topological_order(const TermGraph& graph, std::span<const Term> roots);

struct Leaves {
  std::vector<Term> variables;
  std::vector<Term> reads;  // an inner read (inside another one's offset) comes first
};
Leaves collect_leaves(const TermGraph& graph, std::span<const Term> roots);

// Are there products, quotients or remainders of unknowns below the roots? `is_product`: is the term one?
bool is_product(const TermGraph& graph, Term t);
bool has_products(const TermGraph& graph, std::span<const Term> roots);

// The term of this kind over other operands, built (and so simplified) anew. Var and Const have no operands
// and are not accepted.
Term rebuild(TermGraph& graph, Term original, std::span<const Term> operands);

// Replaces terms (variables, reads or anything else) by terms of equal width, everywhere below.
class Substitute {
 public:
  explicit Substitute(TermGraph& graph) : graph_(graph) {}
  void map(Term from, Term to);  // throws std::invalid_argument when the widths differ
  Term operator()(Term t);

 private:
  TermGraph& graph_;
  std::unordered_map<std::uint32_t, Term> done_;
};

}  // namespace warpproof
