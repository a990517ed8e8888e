#include "checker/symbolic/meetings/sample_barriers.h"

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/launch_numbers.h"
#include "checker/symbolic/shared_words.h"
#include "spec/rules.h"
#include "src/machine/collective.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

SampleBarriers::SampleBarriers(const Parts& parts)
    : program_(parts.code.program()),
      root_(parts.code.root()),
      g(parts.context.graph),
      options_(parts.context.options),
      numbers_(parts.numbers),
      memory_(parts.memory),
      shared_words_(parts.shared_words),
      inputs_(parts.record.inputs),
      assumptions_(parts.record.assumptions),
      record_(parts.record) {}

// A sample can follow barriers of the whole block only.
bool SampleBarriers::follows_barrier(const Instruction& ins) const {
  if (!options_.shape.is_sample()) return true;
  const bool per_warp = spec::counts_barrier_arrivals_per_warp(options_.target);
  return barrier_operands(ins).count < 0 && spec::barrier_blocks(barrier_op(ins)) &&
         !(per_warp && options_.shape.follow == Shape::Follow::TwoThreads);
}

// A barrier is complete, at which the whole block met in executions where `everyone` holds: the others have
// left anything in the memory that is stored to, but for words that are known.
void SampleBarriers::meet_the_others(Term everyone) {
  const auto known = options_.shape.is_sample() ? shared_words_.known_after(everyone)
                                                : std::vector<SharedWords::KnownWord>{};
  for (const BlockMemory::Key& key : shared_words_.take_stored()) memory_.settle(key);
  const int undefined = record_.event(spec::Rule::ValueUninitialised, program_.functions[root_].place);
  for (const auto& [word, value, when] : known)
    memory_.set_word(word.key, word.offset, word.bytes, value, when, undefined);
  if (!g.is_false(everyone)) shared_words_.end(everyone);
}

// The block's vote, of which the threads that are followed have `own`.
Term SampleBarriers::vote_with_others(spec::BarrierOp op, Term own, std::uint32_t place) {
  if (!options_.shape.is_sample()) return own;
  const Term others = g.var(g.width(own), "votes of others");
  inputs_.push_back(Input{Input::Kind::Choice, others, 0, 0, 0, g.truth(true), place, std::nullopt});
  if (op == spec::BarrierOp::RedAnd) return g.land(own, others);
  if (op == spec::BarrierOp::RedOr) return g.lor(own, others);
  assumptions_.push_back(g.ult(others, numbers_.block_threads()));
  return g.add(own, others);
}

}  // namespace warpproof::symbolic
