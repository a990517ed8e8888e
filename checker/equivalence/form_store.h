// The forms of one question and the decision diagrams over them: what all families of normal forms share.
//
// A function of words, bit by bit, or of predicates is a diagram whose variables are forms; so is a minimum or maximum of
// words in a lattice of integers. Here one is made of the other.
#pragma once

#include <cstdint>

#include "checker/equivalence/decision_diagram.h"
#include "checker/equivalence/forms.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

inline constexpr std::size_t kDiagramNodes = 400'000;  // that one region, choice or extreme may add

// Form::aux of the operation of a term.
inline std::uint64_t tagged(Kind kind, std::uint64_t aux = 0) {
  return static_cast<std::uint64_t>(kind) | aux << 8;
}

inline std::uint64_t top_bit(int width) { return 1ull << (width - 1); }

inline Tag lattice_of(bool is_signed) { return is_signed ? Tag::SignedLattice : Tag::UnsignedLattice; }

// The bounds of a lattice of integers.
inline std::uint64_t least_of(Tag lattice, int width) {
  return lattice == Tag::SignedLattice ? top_bit(width) : 0;
}
inline std::uint64_t most_of(Tag lattice, int width) {
  return lattice == Tag::SignedLattice ? Forms::mask(width - 1) : Forms::mask(width);
}

class FormStore {
 public:
  using Diagram = DecisionDiagrams::Diagram;
  // `most_nodes`: of decision diagrams, after which FormLimit is thrown.
  explicit FormStore(std::size_t most_nodes) : diagrams_(most_nodes) {}

  Forms& forms() { return forms_; }
  const Forms& forms() const { return forms_; }
  DecisionDiagrams& diagrams() { return diagrams_; }

  // A word, or a predicate, as a function of bits; and back.
  Diagram diagram_of(FormId form);
  FormId of_diagram(Diagram d, int width);
  // A word as an element of a lattice.
  Diagram lattice_leaf(FormId form, Tag lattice);
  // The atom where the predicate holds, else 0.
  FormId gate(FormId predicate, FormId atom, int width);

 private:
  Forms forms_;
  DecisionDiagrams diagrams_;
};

}  // namespace warpproof::equivalence
