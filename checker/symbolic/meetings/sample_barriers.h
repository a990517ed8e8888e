// Any two threads, or any two warps, of a block in place of all of them.
//
// What is proved of two threads with unknown numbers holds of every pair, and a race or a barrier that some
// threads go around is a matter of a pair. Of all executions that break a rule take one up to its first
// violation: until then every pair met at the same barriers and raced with nobody, so that whatever a thread
// reads was stored by itself in this interval between barriers, or by anybody in an earlier one. So at each
// barrier of the whole block the pair forgets what memory holds: any contents, but the same for both (Betts
// et al., "GPUVerify: a verifier for GPU kernels", 2012: adversarial abstraction, with equality within an
// interval). Block-wide votes get votes of others; barriers of a part of the block are not followed, nor are
// operations of a warp unless whole warps are.
//
// The pair is ordered: the first thread or warp has the lower number and is there; the second may be past the
// end of the block (launch_sample.cpp).
#pragma once

#include <cstdint>
#include <vector>

#include "checker/symbolic/parts.h"
#include "spec/barrier.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class SampleBarriers {
 public:
  explicit SampleBarriers(const Parts& parts);

  bool follows_barrier(const Instruction& ins) const;
  void meet_the_others(Term everyone);
  Term vote_with_others(spec::BarrierOp op, Term own, std::uint32_t place);

 private:
  const Program& program_;
  const std::uint32_t root_;
  TermGraph& g;
  const ExecutorOptions& options_;
  LaunchNumbers& numbers_;
  BlockMemory& memory_;
  SharedWords& shared_words_;
  std::vector<Input>& inputs_;
  std::vector<Term>& assumptions_;
  Record& record_;
};

}  // namespace warpproof::symbolic
