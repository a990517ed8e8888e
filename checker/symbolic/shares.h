// Numbers that several lanes take from one addition.
//
// A leader adds for its group, and each lane of the group takes base + rank, where the base came to it by a
// choice among the results of additions (a shuffle from the first lane of its mask). Two lanes with the same
// base take different numbers where their ranks differ. Ranks are most often counts of bits of the lane's
// mask below its own. Of one mask they differ, as the bit of the lower lane itself is one of those that only
// the higher lane counts. Of two masks they may be equal: so it takes that the two lanes have one mask
// wherever the base is the same. Masks of groups (match.any, activemask) are made of equations of the lanes'
// keys; that both lanes name one leader says that its key is that of each of them, and so that their own are
// equal, which makes the masks one. What is shown is shown by simplification, without a solver.
#pragma once

#include <span>
#include <vector>

#include "src/term/term.h"

namespace warpproof::symbolic {

// What a choice gives under a path of conditions.
struct ChoiceCase {
  std::vector<Term> path;
  Term leaf;
};

// A lane's number: the rank plus what the cases say.
struct Share {
  Term guard, rank;
  std::vector<ChoiceCase> cases;
};

// True: wherever both guards hold and both numbers come from the same one of these leaves (by term, sorted),
// the ranks differ.
bool ranks_differ(TermGraph& graph, const Share& a, const Share& b, std::span<const std::uint32_t> leaves);

}  // namespace warpproof::symbolic
