#include "checker/symbolic/loops/loop_words.h"

#include <algorithm>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/thread_sets.h"
#include "checker/symbolic/shared_words.h"
#include "spec/rules.h"
#include "src/base/effort.h"

namespace warpproof::symbolic {

namespace {

// May threads meet in what the function does, in these blocks of it or in all? `warps`: also by barriers of
// warps.
bool may_meet(const Program& program, std::uint32_t function, const std::vector<int>* blocks, bool warps,
              std::set<std::uint32_t>& seen) {
  const Function& f = program.functions[function];
  const auto meets = [&](const Instruction& in) {
    const OpcodeClass kind = info(in.op).cls;
    if (kind == OpcodeClass::Barrier || (warps && kind == OpcodeClass::Warp)) return true;
    if (in.op != Opcode::Call || in.callee < 0) return false;
    const auto callee = static_cast<std::uint32_t>(in.callee);
    return seen.insert(callee).second && may_meet(program, callee, nullptr, warps, seen);
  };
  effort::spend(effort::Work::Step, f.code.size());
  if (blocks == nullptr) return std::any_of(f.code.begin(), f.code.end(), meets);
  return std::any_of(blocks->begin(), blocks->end(), [&](int b) {
    const Block& block = f.blocks[static_cast<std::size_t>(b)];
    return std::any_of(f.code.begin() + block.first, f.code.begin() + block.last, meets);
  });
}

}  // namespace

LoopWords::LoopWords(const Parts& parts)
    : program_(parts.code.program()),
      root_(parts.code.root()),
      g(parts.context.graph),
      warps_(parts.context.warps()),
      ops_(parts.context.ops),
      context_(parts.context),
      exited_(parts.thread_sets.exited),
      memory_(parts.memory),
      shared_words_(parts.shared_words),
      code_(parts.code),
      record_(parts.record) {}

bool LoopWords::keeps_any_words(const LoopPlan& plan) {
  return plan.scope == Grain::Block && !plan.in_step() && !plan.writes_anywhere;
}

// Where any thread is at hand, are all that have not exited?
bool LoopWords::is_met_by_all(const Lanes& guard) {
  const Term away = ops_.any(ops_.lnot(ops_.lor(guard, exited_)));
  const Term parted = g.land(ops_.any(guard), away);
  return g.is_false(parted) || context_.infeasible(parted);
}

// Of the memory that the loop stores to, words that somebody set to a number, if they hold it still.
SharedWords::Known LoopWords::words_at(const Lanes& guard, const LoopPlan& plan) {
  SharedWords::Known out;
  if (context_.compares() || !keeps_any_words(plan)) return out;
  const std::set<Word> set = shared_words_.numbered(plan.written);
  if (set.empty() || !is_met_by_all(guard)) return out;
  for (const Word& word : set) {
    if (const auto value = shared_words_.word_at(word, ops_.any(guard))) out.emplace(word, *value);
  }
  return out;
}

// False: the iteration leaves one with another number than what it held at entry.
bool LoopWords::keeps_words(const Iteration& iteration, LoopPlan& plan) {
  const std::size_t before = plan.changed_words.size();
  const Term back = ops_.any(iteration.latch->guard);
  for (const auto& [word, value] : iteration.words) {
    if (plan.changed_words.contains(word)) continue;
    const auto now = shared_words_.word_at(word, back);
    if (now && *now == value) continue;
    plan.changed_words.insert(word);
  }
  return plan.changed_words.size() == before;
}

// An iteration that stands for any begins, of threads of `guard`.
void LoopWords::begin_interval_in(const Iteration& iteration, const LoopPlan& plan, const Lanes& guard) {
  SharedWords::Known kept;
  for (const auto& [word, value] : iteration.words) {
    if (keeps_any_words(plan) && !plan.changed_words.contains(word)) kept.emplace(word, value);
  }
  const Frame& top = iteration.head.top();
  const auto& loops = code_.graph_of(top.function).loops;
  const auto loop = std::find_if(loops.begin(), loops.end(), [&](const FunctionGraph::Loop& l) {
    return l.head == static_cast<int>(top.block);
  });
  const bool writes = plan.writes_anywhere ||
                      std::any_of(plan.written.begin(), plan.written.end(),
                                  [](const BlockMemory::Key& key) { return key.space == Space::Shared; });
  std::set<std::uint32_t> seen;
  const bool ends_intervals =
      writes && (loop == loops.end() || may_meet(program_, top.function, &loop->blocks, warps_ == 1, seen));
  const bool all = (ends_intervals || !kept.empty()) && is_met_by_all(guard);
  if (!ends_intervals && (kept.empty() || !all)) return;
  if (!all) kept.clear();
  const Term inside = ops_.any(guard);
  const Term begins = shared_words_.begin_at_head(kept, inside, !all);
  const int undefined = record_.event(spec::Rule::ValueUninitialised, program_.functions[root_].place);
  for (const auto& [word, value] : kept)
    memory_.set_word(word.key, word.offset, word.bytes, value, begins, undefined);
}

}  // namespace warpproof::symbolic
