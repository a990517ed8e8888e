#include "checker/symbolic/memory/loads_of_others.h"

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/scalar_instructions.h"
#include "checker/symbolic/other_blocks.h"
#include "checker/symbolic/pointers.h"

namespace warpproof::symbolic {

LoadsOfOthers::LoadsOfOthers(const Parts& parts)
    : program_(parts.code.program()),
      g(parts.context.graph),
      threads_(parts.context.threads()),
      ops_(parts.context.ops),
      pointers_(parts.pointers),
      memory_(parts.memory),
      other_blocks_(parts.other_blocks),
      as_followed_(parts.record.as_followed),
      approximations_(parts.record.approximations),
      code_(parts.code),
      scalar_instructions_(parts.scalar_instructions) {}

// Of memory that is not shared with other blocks, and of a strong load, which may bring anything, other parts tell.
OtherBlocks::Brings LoadsOfOthers::brings(const BlockMemory::Key& key, const Instruction& ins) {
  if (!other_blocks_ || key.space != Space::Global || ins.mod.is_volatile)
    return OtherBlocks::Brings::AsFollowed;
  return other_blocks_->load(key, ins.place);
}

// `followed`: what the execution at hand left there, for a counterexample.
Value LoadsOfOthers::load_of_others(Strand& s, const Target& target, const Value& followed, int bytes,
                               const Instruction& ins, OtherBlocks::Brings brings) {
  approximations_.insert(
      "values that depend on the order of atomics or on other blocks are treated as unknown");
  const BlockMemory::Key key{target.space, target.allocation};
  Lanes bits;
  if (brings == OtherBlocks::Brings::OneForAll) {
    const std::uint32_t contents = other_blocks_->contents(key, [this] { return memory_.new_contents(); });
    bits = ops_.map([&](Term at) { return g.read(bytes * 8, contents, at); }, target.offset);
    for (int t = 0; t < threads_; ++t) {
      as_followed_.push_back(g.implies(target.guard.at(t), g.eq(bits.at(t), followed.bits.at(t))));
      if (target.guard.is_uniform() && bits.is_uniform() && followed.bits.is_uniform()) break;
    }
  } else if (const auto before =
                 other_blocks_->loaded_before(ops_, key, target.offset, bytes, target.guard)) {
    bits = *before;
  } else {
    std::vector<Term> at_hand;
    for (int t = 0; t < threads_; ++t) at_hand.push_back(followed.bits.at(t));
    bits = scalar_instructions_.fresh_choices(s, bytes * 8, ins.place, "loaded", &at_hand);
    pointers_.declare_unknowns(bits, Pointers::Unknown::Loaded);
    other_blocks_->note_loaded(key, target.offset, bytes, target.guard, bits);
  }
  pointers_.note_loaded(target, bits);
  return ops_.defined(bits, bytes * 8);
}

void LoadsOfOthers::note_iteration_of_others(const Strand& head, const LoopPlan& plan) {
  const std::uint32_t function = head.top().function, block = head.top().block;
  const Function& f = program_.functions[function];
  std::vector<const Instruction*> iterates;
  for (const auto& loop : code_.graph_of(function).loops) {
    if (loop.head != static_cast<int>(block)) continue;
    for (const int b : loop.blocks) {
      const Block& part = f.blocks[static_cast<std::size_t>(b)];
      for (std::uint32_t i = part.first; i < part.last; ++i) iterates.push_back(&f.code[i]);
    }
  }
  other_blocks_->begin_iteration(iterates, plan.written, plan.writes_anywhere, function, block);
}

}  // namespace warpproof::symbolic
