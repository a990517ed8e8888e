// Where threads end the launch: a device assert that fails, and a trap (policies assert and trap,
// spec/policies.h).
//
// A launch ends at the first of these, so an execution counts up to there, as with warpproof::assume
// (launch_assumptions.h). What is judged to be reached is an error; in executions that go on nobody reaches it.
#pragma once

#include <cstdint>
#include <map>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/parts.h"

namespace warpproof::symbolic {

class Stops {
 public:
  explicit Stops(const Parts& parts);

  // Asserts and traps that are assumed not to be reached, by place; true: an assert.
  const std::map<std::uint32_t, bool>& assumed_stops() const { return assumed_stops_; }

  void judge_stop(const Strand& s, std::uint32_t place, bool asserts);

 private:
  TermGraph& g;
  const ExecutorOptions& options_;
  const LaneOps& ops_;
  const Context& context_;
  Lanes& cut_;
  Lanes& trapped_;
  Term& scope_;
  Obligations& obligations_;
  Record& record_;

  std::map<std::uint32_t, bool> assumed_stops_;
};

}  // namespace warpproof::symbolic
