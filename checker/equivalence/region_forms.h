// The forms of regions: sums, products, bitwise functions, minima and maxima, each taken whole. Coefficients run down the
// shared graph from the root, so a butterfly of 32 lanes costs its nodes, not its paths.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "checker/equivalence/contests.h"
#include "checker/equivalence/extremes.h"
#include "checker/equivalence/form_store.h"
#include "checker/equivalence/known_forms.h"
#include "checker/equivalence/term_regions.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class RegionForms {
 public:
  RegionForms(const TermGraph& graph, const KnownForms& known, const TermRegions& regions, FormStore& store,
              Contests& contests, Extremes& extremes)
      : graph_(graph),
        known_(known),
        regions_(regions),
        store_(store),
        forms_(store.forms()),
        diagrams_(store.diagrams()),
        contests_(contests),
        extremes_(extremes) {}

  // Of a region that is none of Region::None; its leaves have forms.
  FormId operator()(Term root, Region region);

 private:
  using Diagram = DecisionDiagrams::Diagram;
  struct Affine {
    Term x;
    std::uint64_t factor, constant;
  };
  FormId linear(Term root);
  std::optional<Affine> affine(Term t) const;
  FormId product(Term root);
  FormId bits(Term root);
  std::optional<Term> with_top_turned(Term t) const;
  FormId order(Term root, Region region);
  FormId flat(Term root, Region region, std::uint64_t what);

  const TermGraph& graph_;
  const KnownForms& known_;
  const TermRegions& regions_;
  FormStore& store_;
  Forms& forms_;
  DecisionDiagrams& diagrams_;
  Contests& contests_;
  Extremes& extremes_;
  std::unordered_map<std::uint32_t, Diagram> bits_, unsigned_, signed_;  // diagrams of inner terms
};

}  // namespace warpproof::equivalence
