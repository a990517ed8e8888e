#include "checker/symbolic/memory/async_copies.h"

#include <algorithm>

#include "checker/symbolic/access_judge.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/scalar_instructions.h"
#include "checker/symbolic/copy_groups.h"
#include "checker/symbolic/loops/loop_state.h"
#include "checker/symbolic/memory/loads_and_stores.h"
#include "checker/symbolic/memory/locator.h"
#include "checker/symbolic/shared_words.h"
#include "spec/async_copy.h"
#include "spec/rules.h"
#include "src/machine/copy_halves.h"
#include "src/machine/term_domain.h"

namespace warpproof::symbolic {

namespace {

using spec::Rule;


}  // namespace

AsyncCopies::AsyncCopies(const Parts& parts)
    : g(parts.context.graph),
      options_(parts.context.options),
      threads_(parts.context.threads()),
      ops_(parts.context.ops),
      context_(parts.context),
      accesses_(parts.accesses),
      iterations_(parts.loop_state.iterations),
      shared_words_(parts.shared_words),
      copy_groups_(parts.copy_groups),
      pending_groups_(parts.pending_groups),
      obligations_(parts.record.obligations),
      scalar_instructions_(parts.scalar_instructions),
      locator_(parts.locator),
      loads_and_stores_(parts.loads_and_stores),
      loop_state_(parts.loop_state) {}

void AsyncCopies::async_copy(Strand& s, const Instruction& ins) {
  const Lanes active = ops_.land(s.guard, scalar_instructions_.guard_of(s, ins));
  if (ops_.all_false(active)) return;
  if (!spec::has_async_copy(options_.target))
    obligations_.require_not(Rule::TargetIsa, context_.level(Rule::TargetIsa), ins.place, "cp.async",
                             ops_.any(active));
  const bool waits_for_all = ins.op == Opcode::CpAsyncWaitAll;
  for (const Position& at : loop_state_.planned_loops(s)) {
    const auto iteration = iterations_.find(at);
    if (iteration == iterations_.end()) continue;
    Iteration& r = iteration->second;
    r.issues = r.issues || ins.op == Opcode::CpAsync;
    r.commits = r.commits || ins.op == Opcode::CpAsyncCommitGroup || waits_for_all;
    r.waits = r.waits || ins.op == Opcode::CpAsyncWaitGroup || waits_for_all;
  }
  if (ins.op == Opcode::CpAsync) return issue_copies(s, ins, active);
  if (ins.op == Opcode::CpAsyncCommitGroup || waits_for_all) copy_groups_.commit(s.storage, s.guard, active);
  if (ins.op != Opcode::CpAsyncWaitGroup && !waits_for_all) return;
  const auto leaves = waits_for_all ? std::nullopt : std::optional<std::uint32_t>(ins.mod.may_be_pending);
  const auto done = copy_groups_.wait(s.storage, s.guard, active, leaves);
  // A sample forgets at the next barrier what was stored since the last one.
  if (options_.shape.is_sample()) {
    for (const BlockMemory::Key& key : done) shared_words_.note_stored(key);
  }
}

void AsyncCopies::issue_copies(Strand& s, const Instruction& ins, const Lanes& active) {
  TermDomain d{g};
  const auto operand = [&](std::size_t i, Type type) -> std::optional<Value> {
    if (ins.sources.at(i).kind == Operand::Kind::None) return std::nullopt;
    Value v = scalar_instructions_.read(s, ins.sources[i], type, ins.place);
    scalar_instructions_.use(active, v, ins.place, "operand of an asynchronous copy");
    if (ins.sources[i].negated) v.bits = ops_.lnot(v.bits);
    return v;
  };
  Lanes size = ops_.constant(32, ins.mod.copied), ignores = ops_.no();
  if (const auto given = operand(0, Type::U32)) {
    size = given->bits;
    const Lanes illegal = ops_.map(
        [&](Term n) {
          return d
              .lnot(
                  spec::async_source_size_is_legal<TermDomain>(d, {n}, spec::literal<32>(d, ins.mod.copied)))
              .t;
        },
        size);
    obligations_.require_not(Rule::AsyncSourceSize, context_.level(Rule::AsyncSourceSize), ins.place, "",
                             ops_.any(ops_.land(active, illegal)));
  }
  if (const auto given = operand(1, Type::Pred)) ignores = given->bits;
  const auto copies = [&](std::uint64_t byte) {
    return ops_.map(
        [&](Term n, Term ignore) {
          return spec::async_byte_is_copied<TermDomain>(d, spec::literal<32>(d, byte), {n}, {ignore}).t;
        },
        size, ignores);
  };
  const CopyHalves halves = halves_of_copy(ins);
  const auto to = locator_.resolve(s, halves.store, active);
  const auto from = locator_.resolve(s, halves.load, ops_.land(active, copies(0)));
  for (const auto* targets : {&to, &from}) {
    for (const Target& target : *targets)
      accesses_.judge_alignment(target, static_cast<int>(ins.mod.copied), ins.place);
  }
  pending_groups_ = copy_groups_.committed(s.storage);
  for (std::uint64_t at = 0; at < ins.mod.copied; at += CopyHalves::kBytes)
    copy_word(s, halves, to, from, at, copies);
  pending_groups_.reset();
}

// The word at that offset; bytes that are not read become 0.
template <class F>
void AsyncCopies::copy_word(Strand& s, const CopyHalves& halves, const std::vector<Target>& to,
                         const std::vector<Target>& from, std::uint64_t at, F copies) {
  constexpr int kBits = CopyHalves::kBytes * 8;
  const auto moved = [&](const Target& target) {
    Target out = target;
    if (at > 0) out.offset = ops_.map([&](Term t) { return g.add(t, g.constant(64, at)); }, target.offset);
    return out;
  };
  Value word = ops_.defined(ops_.constant(kBits, 0), kBits);
  for (const Target& whole : from) {
    Target source = moved(whole);
    source.guard = ops_.land(source.guard, copies(at));
    if (ops_.all_false(source.guard)) continue;
    word = ops_.select(source.guard, loads_and_stores_.load_from(s, source, CopyHalves::kBytes, halves.load),
                       word);
  }
  std::vector<Lanes> read;
  for (std::uint64_t i = 0; i < CopyHalves::kBytes; ++i) read.push_back(copies(at + i));
  std::vector<Term> words(static_cast<std::size_t>(threads_));
  for (int t = 0; t < threads_; ++t) {
    std::vector<Term> bytes;
    for (std::size_t i = read.size(); i-- > 0;) {
      const int low = static_cast<int>(i) * 8;
      bytes.push_back(g.ite(read[i].at(t), g.extract(word.bits.at(t), low + 7, low), g.constant(8, 0)));
    }
    words[static_cast<std::size_t>(t)] = g.concat(bytes);
  }
  word.bits = Lanes::each(std::move(words));
  for (const Target& target : to) loads_and_stores_.store_to(s, moved(target), word, halves.store);
}

}  // namespace warpproof::symbolic
