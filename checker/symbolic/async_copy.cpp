// Asynchronous copies (spec/async_copy.h).
//
// A copy changes memory where it is issued: as long as nobody touches its bytes before it is done, when that
// happens makes no difference, and that nobody does is what the race detector shows, which has its accesses
// pending until the wait. Which copies a wait ends: copy_groups.h.
#include <algorithm>

#include "checker/symbolic/executor.h"
#include "spec/async_copy.h"
#include "src/machine/copy_halves.h"
#include "src/machine/term_domain.h"

namespace warpproof::symbolic {

namespace {

using spec::Rule;

bool is_copy(const Instruction& in) { return info(in.op).cls == OpcodeClass::AsyncCopy; }

}  // namespace

bool Executor::copies_asynchronously() const {
  for (std::size_t f = 0; f < program_.functions.size(); ++f) {
    const auto& code = program_.functions[f].code;
    if (layout_.reachable[f] && std::any_of(code.begin(), code.end(), is_copy)) return true;
  }
  return false;
}

CopyGroups Executor::make_copy_groups() {
  return {context_,
          copies_asynchronously(),
          {[this](const Lanes& threads, const auto& covers) { return races_.complete(threads, covers); },
           [this](const Lanes& threads, const auto& covers) { races_.leave_out_copies(threads, covers); }},
          [this] { return event(Rule::ValueUninitialised, program_.functions[root_].place); }};
}

void Executor::async_copy(Strand& s, const Instruction& ins) {
  const Lanes active = ops_.land(s.guard, guard_of(s, ins));
  if (ops_.all_false(active)) return;
  if (!spec::has_async_copy(options_.target))
    obligations_.require_not(Rule::TargetIsa, level(Rule::TargetIsa), ins.place, "cp.async",
                             ops_.any(active));
  const bool waits_for_all = ins.op == Opcode::CpAsyncWaitAll;
  for (const Position& at : planned_loops(s)) {
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

void Executor::issue_copies(Strand& s, const Instruction& ins, const Lanes& active) {
  TermDomain d{g};
  const auto operand = [&](std::size_t i, Type type) -> std::optional<Value> {
    if (ins.sources.at(i).kind == Operand::Kind::None) return std::nullopt;
    Value v = read(s, ins.sources[i], type, ins.place);
    use(active, v, ins.place, "operand of an asynchronous copy");
    if (ins.sources[i].negated) v.bits = ops_.lnot(v.bits);
    return v;
  };
  Lanes size = ops_.constant(32, ins.mod.copied), ignores = ops_.no();
  if (const auto given = operand(0, Type::U32)) {
    size = given->bits;
    const Lanes illegal = ops_.map(
        [&](Term n) {
          return d.lnot(spec::async_source_size_is_legal<TermDomain>(d, {n}, spec::literal<32>(d, ins.mod.copied))).t;
        },
        size);
    obligations_.require_not(Rule::AsyncSourceSize, level(Rule::AsyncSourceSize), ins.place, "",
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
  const auto to = resolve(s, halves.store, active);
  const auto from = resolve(s, halves.load, ops_.land(active, copies(0)));
  for (const auto* targets : {&to, &from}) {
    for (const Target& target : *targets)
      accesses_.judge_alignment(target, static_cast<int>(ins.mod.copied), ins.place);
  }
  pending_groups_ = copy_groups_.committed(s.storage);
  for (std::uint64_t at = 0; at < ins.mod.copied; at += CopyHalves::kBytes) copy_word(s, halves, to, from, at, copies);
  pending_groups_.reset();
}

// The word at that offset; bytes that are not read become 0.
template <class F>
void Executor::copy_word(Strand& s, const CopyHalves& halves, const std::vector<Target>& to,
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
    word = ops_.select(source.guard, load_from(s, source, CopyHalves::kBytes, halves.load), word);
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
  for (const Target& target : to) store_to(s, moved(target), word, halves.store);
}

}  // namespace warpproof::symbolic
