#include "checker/symbolic/same_words.h"

#include "checker/equivalence/decision_diagram.h"
#include "checker/equivalence/normal_form.h"

namespace warpproof::symbolic {

namespace {

// Of decision diagrams. A butterfly over 32 lanes needs a few thousand; what needs more is left to the solver.
constexpr std::size_t kMostNodes = 200'000;

}  // namespace

SameWords::SameWords(TermGraph& graph) : graph_(graph) {}
SameWords::~SameWords() = default;

bool SameWords::operator()(Term a, Term b) {
  if (a == b) return true;
  if (too_large_ || graph_.width(a) != graph_.width(b)) return false;
  if (!forms_) forms_ = std::make_unique<equivalence::NormalForms>(graph_, equivalence::FloatMeaning::Exact, kMostNodes);
  try {
    return (*forms_)(a) == (*forms_)(b);
  } catch (const equivalence::FormLimit&) {
    too_large_ = true;
    forms_.reset();
    return false;
  }
}

}  // namespace warpproof::symbolic
