// Words that are the same for all inputs, as their normal forms show (equivalence/normal_form.h).
//
// After a butterfly every lane holds the same maximum, and the same number of the lane that had it. A solver
// takes long to see that; their normal forms are one.
#pragma once

#include <memory>

#include "src/term/term.h"

namespace warpproof::equivalence {
class NormalForms;
}

namespace warpproof::symbolic {

class SameWords {
 public:
  explicit SameWords(TermGraph& graph);
  ~SameWords();

  // True: they have the same bits, whatever the inputs are. False says nothing.
  bool operator()(Term a, Term b);

 private:
  TermGraph& graph_;
  std::unique_ptr<equivalence::NormalForms> forms_;
  bool too_large_ = false;  // a form was: it is not tried again
};

}  // namespace warpproof::symbolic
