// How many of some bits are set, compared with a number, in unary.
//
// Ranks among the lanes of a ballot are counts of nested sets of bits. As sums of adders nothing relates one
// to the next, and Z3 searches; with one Bool for "at least k of these are set", defined by those of the set
// that has one bit less (a sequential counter: C. Sinz, Towards an Optimal CNF Encoding of Boolean
// Cardinality Constraints, 2005), that ranks leave out no number follows by propagation alone.
#pragma once

#include <z3++.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "src/term/term.h"

namespace warpproof {

class Counts {
 public:
  // `bit` gives the Bool of a predicate that has been translated.
  Counts(z3::context& context, TermGraph& graph, std::function<z3::expr(Term)> bit)
      : context_(context), graph_(graph), bit_(std::move(bit)), made_(context) {}

  // Looks at all terms of the next query, so that small sets come before those that they are part of.
  void prepare(std::span<const Term> terms);
  void clear();
  // A comparison of a count with a number; nothing for all else.
  std::optional<z3::expr> comparison(Term t);

 private:
  // number + factor * the count
  struct Sum {
    std::vector<Term> bits;  // sorted; one may be counted twice
    std::uint64_t factor = 1, number = 0;
  };
  struct Compared {
    Sum sum;
    std::uint64_t with = 0;
    bool sum_is_left = true;
  };
  // A set of bits is one with a bit less, and that bit; set 0 is empty.
  struct Set {
    std::vector<Term> bits;
    std::size_t rest = 0;
    Term last;
  };

  std::optional<Compared> compared(Term t) const;
  bool add(Term t, std::uint64_t factor, Sum& sum) const;
  bool is_whole(Term t) const;
  bool fits(Term t, std::uint64_t factor) const;
  std::size_t set_of(const std::vector<Term>& bits);
  z3::expr at_least(std::size_t set, std::uint64_t k);
  z3::expr sum_at_least(const Sum& sum, std::uint64_t k);

  z3::context& context_;
  TermGraph& graph_;
  std::function<z3::expr(Term)> bit_;
  std::vector<Set> sets_{Set{}};
  std::map<std::vector<std::uint32_t>, std::size_t> known_;
  std::map<std::pair<std::size_t, std::uint64_t>, unsigned> place_;  // in made_
  z3::expr_vector made_;
};

}  // namespace warpproof
