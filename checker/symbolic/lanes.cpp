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

Origins merge_origins(const Origins& a, const Origins& b) {
  if (!a || a == b) return b;
  if (!b) return a;
  std::vector<int> out;
  std::set_union(a->begin(), a->end(), b->begin(), b->end(), std::back_inserter(out));
  // The list only names candidates for a message; the replay finds the true one.
  constexpr std::size_t kMostOrigins = 32;
  if (out.size() > kMostOrigins) out.resize(kMostOrigins);
  return std::make_shared<const std::vector<int>>(std::move(out));
}

Origins single_origin(int event) { return std::make_shared<const std::vector<int>>(std::vector<int>{event}); }

}  // namespace warpproof::symbolic
