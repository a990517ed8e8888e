#include "checker/equivalence/open_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/equivalence/unknown_parts.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

void set_open_values_aside(const OpenValues& values, std::vector<OpenPair>& open, EquivalenceReport& out) {
  TermGraph& graph = values.graph;
  LoopRelation* loops = values.both.relation();
  if (values.choices.empty() && values.matched_results.empty() && loops == nullptr) return;
  std::vector<OpenPair> rest;
  std::vector<std::string> after_loops;
  for (const OpenPair& o : open) {
    if (loops != nullptr && (loops->mentions_loops(o.pair.a) || loops->mentions_loops(o.pair.b))) {
      // States that no loop leaves behind prove no difference, so the solver can only say "equal".
      if (after_loops.empty() && values.both.surely_equal(o.pair.a, o.pair.b, values.is_among_integers(o))) {
        ++out.by_solver;
      } else {
        after_loops.push_back(values.where(o));
      }
      continue;
    }
    const Term roots[] = {o.pair.a, o.pair.b};
    const auto leaves = collect_leaves(graph, roots);
    const bool is_open = std::any_of(leaves.variables.begin(), leaves.variables.end(),
                                  [&](Term v) { return values.choices.contains(v.id); });
    const bool matched = std::any_of(leaves.variables.begin(), leaves.variables.end(),
                                     [&](Term v) { return values.matched_results.contains(v.id); });
    if (!is_open && matched) {
      // What atomics return is no input: it proves no difference.
      if (values.inquiry.surely_equal(o.pair.a, o.pair.b)) {
        ++out.by_solver;
      } else {
        add_unknown(out, "",
                values.where(o) + " depends on what atomics return: not decided");
      }
    } else if (!is_open) {
      rest.push_back(o);
    } else {
      add_unknown(out, "", values.where(o) +
                      " depends on the order of atomics, on which lanes run converged, or on loads that "
                      "are not followed" +
                      values.not_matched);
    }
  }
  if (!after_loops.empty()) {
    const std::string more =
        after_loops.size() > 1 ? fmt::format(" and {} more", after_loops.size() - 1) : "";
    add_unknown(out, "", after_loops.front() + more +
                    ": depends on loops whose iterations could not be matched" + loops->trouble());
  }
  open = std::move(rest);
}

}  // namespace warpproof::equivalence
