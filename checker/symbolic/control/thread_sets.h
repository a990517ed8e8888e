// Which threads are in the block, which of them have exited, and which are followed no further.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/parts.h"
#include "checker/symbolic/unknown.h"

namespace warpproof::symbolic {

class ThreadSets {
 public:
  explicit ThreadSets(const Parts& parts);

  Lanes present;  // in the block
  Lanes exited;
  Lanes cut;      // not followed to their end: what they do is left to other proofs, or unknown
  Lanes trapped;  // ended the launch by a trap or a failed assertion

  void exit_threads(const Strand& s);
  void give_up(const Strand& s, const std::string& reason, std::uint32_t place);
  void give_up_threads(const Lanes& guard, const std::string& reason, std::uint32_t place);

 private:
  TermGraph& g;
  const LaneOps& ops_;
  const Context& context_;
  Term& scope_;
  std::vector<Unknown>& unknowns_;
};

}  // namespace warpproof::symbolic
