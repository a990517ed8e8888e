// Words that are known to hold the same numbers in two programs, though not the same bits: are their bits
// used?
//
// What a loop carries, or leaves in memory, is one variable (or one unknown memory) for two executions that
// are compared over the reals, once each iteration was shown to bring the same number to it
// (loop_relation.h). So it may only be used as a number of that format: computed with by floating-point
// instructions, chosen, moved as a whole, its sign changed by neg or abs. An address, a mask, a shift, a sum
// of integers, a byte of it sees bits, which rounding made.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/term/float_op.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class NumberUses {
 public:
  using Place = std::uint64_t;  // that holds such a word
  struct Words {
    // Of a variable or a read; nothing where it stands for an input, whose bits are the same.
    std::function<std::optional<Place>(Term)> place_of;
    // What stands for a variable or a read in both programs; itself for others.
    std::function<Term(Term)> stand_in;
    // Does an instruction take this word for a float? Of one with a sign changed or taken away: neg or abs
    // made it.
    std::function<bool(Term)> is_float;
  };
  NumberUses(const TermGraph& graph, Words words) : g(graph), words_(std::move(words)) {}

  // The term's bits are used.
  void bits(Term t) { look(t, kBits); }
  // It is left behind.
  void value(Term t) { content(t); }
  // It comes to where `to` is from; to a place.
  void flow(Term to, Term value);
  void flow(Place to, Term value);
  // One place's words come to the other.
  void join(Place a, Place b) { unite(a, b); }
  // The place holds what is computed in this format.
  void number(Place p, FloatFormat f) { formats_[root(p)].insert(f); }

  // Does a place hold numbers whose bits are used, or numbers of several formats?
  bool mixed() const;

 private:
  static constexpr int kBits = 0;
  struct Contents {
    std::vector<Place> places;
    std::set<FloatFormat> formats;
  };
  Contents content(Term t);
  void look(Term t, int as);
  Term leaf(Term t) const;
  bool note_place(Term t, int as);
  void join(const Contents& a, const Contents& b);
  Place root(Place p) const;
  void unite(Place a, Place b);

  const TermGraph& g;
  const Words words_;
  std::unordered_set<std::uint64_t> seen_;
  std::unordered_map<Place, Place> parent_;
  std::unordered_map<Place, std::set<FloatFormat>> formats_;
  std::unordered_set<Place> bits_;                // of places as they were met
  std::unordered_map<Place, int> narrowest_part_;  // that is moved: its width
};

}  // namespace warpproof::equivalence
