// What is assumed of a launch (--assume), and what a kernel itself assumes and claims (include/warpproof.h).
//
// An execution counts up to the first warpproof::assume that some thread finds false. Take one that breaks a
// rule, up to its first violation: whatever it assumed until then held, in the values that the thread really
// had. So an obligation is judged under what was assumed before it was met, and never under what comes later:
// values after a violation may be none that hardware would show.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "checker/launch/condition.h"
#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/parts.h"
#include "checker/symbolic/unknown.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class LaunchAssumptions {
 public:
  explicit LaunchAssumptions(const Parts& parts);

  std::vector<std::uint32_t> assumed_places() const;
  void assume_conditions();
  void judge_claim(Strand& s, const Instruction& ins, bool assumes);
  void judge_vacuous_claims();
  Term quantity(const launch::Quantity& q, int thread);

 private:
  struct Claim {           // one warpproof::assume
    bool satisfied = false;
    std::vector<Term> reached;  // within the scope
  };

  Term parameter(const launch::Quantity& q, int thread);

  const Program& program_;
  const std::uint32_t root_;
  TermGraph& g;
  const ExecutorOptions& options_;
  const int threads_;
  const LaneOps& ops_;
  const Context& context_;
  LaunchNumbers& numbers_;
  Lanes& present_;
  Term& scope_;
  Term& in_scope_;
  Obligations& obligations_;
  std::vector<Unknown>& unknowns_;
  std::vector<Term>& assumptions_;
  std::vector<Term>& facts_of_products_;
  std::map<ParameterPart, Lanes>& parameter_lanes_;
  std::vector<Term>& exact_conditions_;
  Code& code_;
  Record& record_;
  ThreadSets& thread_sets_;
  ScalarInstructions& scalar_instructions_;

  std::map<std::uint32_t, Claim> claims_;  // by place
};

}  // namespace warpproof::symbolic
