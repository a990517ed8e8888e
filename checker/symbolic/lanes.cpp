#include "checker/symbolic/lanes.h"

#include <algorithm>

namespace warpproof::symbolic {

Lanes Lanes::each(std::vector<Term> terms) {
  Lanes out;
  if (std::all_of(terms.begin(), terms.end(), [&](Term t) { return t == terms.front(); })) {
    out.uniform_ = terms.front();
  } else {
    out.each_ = std::make_shared<const std::vector<Term>>(std::move(terms));
  }
  return out;
}

// All of them are kept: what kinds of events there are decides what a value may be used for.
Origins merge_origins(const Origins& a, const Origins& b) {
  if (!a || a == b) return b;
  if (!b || std::includes(a->begin(), a->end(), b->begin(), b->end())) return a;
  if (std::includes(b->begin(), b->end(), a->begin(), a->end())) return b;
  std::vector<int> out;
  std::set_union(a->begin(), a->end(), b->begin(), b->end(), std::back_inserter(out));
  return std::make_shared<const std::vector<int>>(std::move(out));
}

Origins single_origin(int event) { return std::make_shared<const std::vector<int>>(std::vector<int>{event}); }

}  // namespace warpproof::symbolic
