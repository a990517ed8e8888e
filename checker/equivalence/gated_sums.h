// Choices between sums of words: c ? a : b is b plus what a has more, each part of it behind a gate that c opens.
#pragma once

#include <cstdint>

#include "checker/equivalence/form_store.h"

namespace warpproof::equivalence {

class GatedSums {
 public:
  using Diagram = DecisionDiagrams::Diagram;
  explicit GatedSums(FormStore& store) : store_(store), forms_(store.forms()), diagrams_(store.diagrams()) {}

  // sum += coefficient * (condition ? atom : 0).
  void add(LinearSum& sum, Diagram condition, FormId atom, std::uint64_t coefficient, int width);
  // condition ? a : b.
  FormId choose(Diagram condition, FormId a, FormId b, int width);

 private:
  FormStore& store_;
  Forms& forms_;
  DecisionDiagrams& diagrams_;
};

}  // namespace warpproof::equivalence
