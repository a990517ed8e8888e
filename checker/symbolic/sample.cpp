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
#include "checker/symbolic/executor.h"
#include "src/machine/collective.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

// A sample can follow barriers of the whole block only.
bool Executor::follows_barrier(const Instruction& ins) const {
  if (!options_.shape.is_sample()) return true;
  const bool per_warp = spec::counts_barrier_arrivals_per_warp(options_.target);
  return barrier_operands(ins).count < 0 && spec::barrier_blocks(barrier_op(ins)) &&
         !(per_warp && options_.shape.follow == Shape::Follow::TwoThreads);
}

// A barrier is complete, at which the whole block met in executions where `everyone` holds: the others have
// left anything in the memory that is stored to, but for words that are known.
void Executor::meet_the_others(Term everyone) {
  const auto known =
      options_.shape.is_sample() ? shared_words_.known_after(everyone) : std::vector<SharedWords::KnownWord>{};
  for (const BlockMemory::Key& key : shared_words_.take_stored()) memory_.settle(key);
  const int undefined = event(spec::Rule::ValueUninitialised, program_.functions[root_].place);
  for (const auto& [word, value, when] : known)
    memory_.set_word(word.key, word.offset, word.bytes, value, when, undefined);
  if (!g.is_false(everyone)) shared_words_.end(everyone);
}

// The block's vote, of which the threads that are followed have `own`.
Term Executor::vote_with_others(spec::BarrierOp op, Term own, std::uint32_t place) {
  if (!options_.shape.is_sample()) return own;
  const Term others = g.var(g.width(own), "votes of others");
  inputs_.push_back(Input{Input::Kind::Choice, others, 0, 0, 0, g.truth(true), place, std::nullopt});
  if (op == spec::BarrierOp::RedAnd) return g.land(own, others);
  if (op == spec::BarrierOp::RedOr) return g.lor(own, others);
  assumptions_.push_back(g.ult(others, numbers_.block_threads()));
  return g.add(own, others);
}

}  // namespace warpproof::symbolic
