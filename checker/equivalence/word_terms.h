// The forms of terms that are words and no region (term_regions.h): choices, parts, counts, comparisons, and all others.
#pragma once

#include <cstdint>

#include "checker/equivalence/chosen_by_order.h"
#include "checker/equivalence/contests.h"
#include "checker/equivalence/extremes.h"
#include "checker/equivalence/form_store.h"
#include "checker/equivalence/gated_sums.h"
#include "checker/equivalence/known_forms.h"
#include "checker/equivalence/term_regions.h"
#include "checker/equivalence/word_parts.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class WordTerms {
 public:
  WordTerms(TermGraph& graph, const KnownForms& known, const TermRegions& regions, FormStore& store)
      : graph_(graph),
        known_(known),
        regions_(regions),
        store_(store),
        forms_(store.forms()),
        diagrams_(store.diagrams()),
        gated_(store),
        contests_(store),
        parts_(store, gated_, contests_),
        extremes_(store, parts_, contests_),
        chosen_by_order_(store, gated_, parts_, contests_, extremes_) {}

  // Of a term of which those below have forms (see NormalForms::dependencies). No operation on floats.
  FormId operator()(Term t);
  Contests& contests() { return contests_; }
  Extremes& extremes() { return extremes_; }

 private:
  FormId choice(Term t);
  FormId extract(Term t);
  FormId concat(Term t);
  FormId extension(Term t);
  FormId popcount(Term word, int width);
  FormId less(Term t);
  FormId first_set(Term t);
  FormId remainder(Term t);
  FormId plain(Term t);
  FormId with_constants(Term t, FormId plain);

  TermGraph& graph_;
  const KnownForms& known_;
  const TermRegions& regions_;
  FormStore& store_;
  Forms& forms_;
  DecisionDiagrams& diagrams_;
  GatedSums gated_;
  Contests contests_;
  WordParts parts_;
  Extremes extremes_;
  ChosenByOrder chosen_by_order_;
};

}  // namespace warpproof::equivalence
