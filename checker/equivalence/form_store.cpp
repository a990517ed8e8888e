#include "checker/equivalence/form_store.h"

namespace warpproof::equivalence {

DecisionDiagrams::Diagram FormStore::diagram_of(FormId id) {
  const Form& f = forms_.at(id);
  const std::uint64_t ones = Forms::mask(f.width);
  switch (f.tag) {
    case Tag::Constant: {
      if (f.aux == 0) return DecisionDiagrams::kFalse;
      if (f.aux == ones) return DecisionDiagrams::kTrue;
      if ((f.aux & 1) == 0) return diagrams_.variable(id);
      const FormId complement = forms_.constant(f.width, ~f.aux);
      return diagrams_.negate(diagrams_.variable(complement));
    }
    case Tag::Boolean:
      return static_cast<Diagram>(f.aux);
    case Tag::Linear:
      if (f.parts.size() == 1 && f.numbers[0] == ones && f.numbers[1] == ones) {  // -1 - x
        return diagrams_.negate(diagram_of(f.parts[0]));
      }
      break;
    default:
      break;
  }
  return diagrams_.variable(id);
}

// Words are kept with the value 0 where all atoms are 0, their complements as -1 - x, so that sums see them.
FormId FormStore::of_diagram(Diagram d, int width) {
  if (d <= DecisionDiagrams::kTrue) return forms_.constant(width, d == DecisionDiagrams::kTrue ? ~0ull : 0);
  std::uint32_t atom = 0;
  if (diagrams_.is_variable(d, atom)) return atom;
  const auto form = [&](Diagram x) { return forms_.intern({Tag::Boolean, width, x, {}, {}, {}}); };
  if (width == 1 || !diagrams_.at_zero(d)) return form(d);
  const Diagram complement = diagrams_.negate(d);
  LinearSum sum;
  sum.constant = ~0ull;
  sum.parts[diagrams_.is_variable(complement, atom) ? atom : form(complement)] = ~0ull;
  return forms_.linear(sum, width);
}

// The least and the greatest integer are the bounds of their lattices.
DecisionDiagrams::Diagram FormStore::lattice_leaf(FormId id, Tag tag) {
  const Form& f = forms_.at(id);
  if (f.tag == tag) return static_cast<Diagram>(f.aux);
  if (f.tag == Tag::Constant) {
    if (f.aux == least_of(tag, f.width)) return DecisionDiagrams::kFalse;
    if (f.aux == most_of(tag, f.width)) return DecisionDiagrams::kTrue;
  }
  return diagrams_.variable(id);
}

FormId FormStore::gate(FormId predicate, FormId atom, int width) {
  return forms_.intern({Tag::Gate, width, 0, {predicate, atom}, {}, {}});
}

}  // namespace warpproof::equivalence
