#include "checker/equivalence/gated_sums.h"

#include <utility>

namespace warpproof::equivalence {

namespace {

constexpr std::size_t kGatedAtoms = 40;  // of a choice that is taken apart

}  // namespace

// sum += coefficient * (condition ? atom : 0).
void GatedSums::add(LinearSum& sum, Diagram condition, FormId atom, std::uint64_t coefficient, int width) {
  const Form f = forms_.at(atom);
  if (f.tag == Tag::Gate) {
    condition = diagrams_.conj(condition, store_.diagram_of(f.parts[0]));
    atom = f.parts[1];
  }
  if (condition == DecisionDiagrams::kFalse) return;
  if (condition == DecisionDiagrams::kTrue) return forms_.add(sum, atom, coefficient);
  // A gate is closed where all atoms of its condition are false; the others are what is left of the whole.
  if (diagrams_.at_zero(condition)) {
    forms_.add(sum, atom, coefficient);
    condition = diagrams_.negate(condition);
    coefficient = 0 - coefficient;
  }
  sum.parts[store_.gate(store_.of_diagram(condition, 1), atom, width)] += coefficient;
}

FormId GatedSums::choose(Diagram condition, FormId a, FormId b, int width) {
  LinearSum difference, sum;
  forms_.add(difference, a, 1);
  forms_.add(difference, b, ~0ull);
  forms_.add(sum, b, 1);
  std::erase_if(difference.parts,
                [&](const auto& entry) { return (entry.second & Forms::mask(width)) == 0; });
  if (difference.parts.size() > kGatedAtoms) {
    if (diagrams_.at_zero(condition)) {
      condition = diagrams_.negate(condition);
      std::swap(a, b);
    }
    return forms_.operation(tagged(Kind::Ite), width, {store_.of_diagram(condition, 1), a, b});
  }
  for (const auto& [atom, coefficient] : difference.parts) add(sum, condition, atom, coefficient, width);
  add(sum, condition, forms_.constant(width, 1), difference.constant, width);
  return forms_.linear(sum, width);
}

}  // namespace warpproof::equivalence
