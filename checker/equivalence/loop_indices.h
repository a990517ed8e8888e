// How the iterations of loops use what they move: in addresses, and in conditions by which threads stay (index_uses.h).
#pragma once

#include "checker/equivalence/index_uses.h"
#include "checker/equivalence/loop_records.h"
#include "checker/equivalence/loop_terms.h"
#include "checker/equivalence/loop_variables.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class LoopIndices {
 public:
  LoopIndices(TermGraph& graph, const LoopRecords& records, const LoopVariables& variables,
              const LoopTerms& terms)
      : graph_(graph), threads_(records.threads()), records_(records), variables_(variables), terms_(terms) {}

  // Uses of variables: those of everything that decides who is in an iteration, and all addresses of either side.
  IndexUses uses(IndexUses::Moved moved) const;

 private:
  bool is_invariant(Term t) const;
  void add_uses(IndexUses& uses) const;

  TermGraph& graph_;
  const int threads_;
  const LoopRecords& records_;
  const LoopVariables& variables_;
  const LoopTerms& terms_;
};

}  // namespace warpproof::equivalence
