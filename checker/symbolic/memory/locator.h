// The addresses of loads, stores and atomics (what they point at: pointers.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/parts.h"
#include "checker/symbolic/target.h"
#include "src/machine/address_map.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class Locator {
 public:
  explicit Locator(const Parts& parts);

  std::vector<Target> resolve(Strand& s, const Instruction& ins, const Lanes& active);
  void judge_bounds(const Strand& s, const Target& target, int bytes, std::uint32_t place);
  Target element_of(const Target& whole, std::size_t number, int bytes);

 private:
  void assume_facts_of_access(Term broken);
  void note_reach_of_variable(const Target& target, int bytes);
  std::optional<Term> room_of(const Strand& s, const Target& target);

  const Program& program_;
  const std::uint32_t root_;
  TermGraph& g;
  const ExecutorOptions& options_;
  const LaneOps& ops_;
  const Context& context_;
  Pointers& pointers_;
  AccessJudge& accesses_;
  const Layout& layout_;
  Term& scope_;
  std::vector<Term>& assumptions_;
  bool& reaches_far_;
  Code& code_;
  Record& record_;
  ThreadSets& thread_sets_;
  ScalarInstructions& scalar_instructions_;
  LaunchAssumptions& launch_assumptions_;
};

}  // namespace warpproof::symbolic
