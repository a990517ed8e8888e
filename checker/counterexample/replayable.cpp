#include "checker/counterexample/replayable.h"

#include <map>
#include <utility>

#include "src/machine/address_map.h"

namespace warpproof::counterexample {

namespace {

// Pointers that are loaded from different places point far from each other, into an allocation of theirs.
void separate_loaded_pointers(TermGraph& graph, const symbolic::Executor& executor,
                              std::vector<Term>& constraints) {
  constexpr std::uint64_t kApart = 1ull << 28;
  const std::vector<Term>& pointers = executor.pointers().loaded();
  std::uint64_t base = allocation_base(kLoadedAllocations);
  for (std::size_t i = 0; i < pointers.size(); ++i, base += kApart) {
    std::vector<Term> any{graph.eq(pointers[i], graph.constant(64, base))};
    for (std::size_t j = 0; j < i; ++j) {
      if (graph.aux(pointers[i]) == graph.aux(pointers[j]))
        any.push_back(graph.eq(graph.operands(pointers[i])[0], graph.operands(pointers[j])[0]));
    }
    constraints.push_back(graph.disj(any));
  }
}

// Counters of 64 bits begin near 0 and go on; what one thread reads of one of them, it reads in this order (PTX ISA
// 9.x, %clock64, %globaltimer). Those of 32 bits wrap around.
void let_clocks_go_on(TermGraph& graph, const symbolic::Executor& executor, std::vector<Term>& constraints) {
  constexpr std::uint64_t kLatest = 1ull << 62;
  std::map<std::pair<int, Special>, const symbolic::Input*> last;
  for (const symbolic::Input& input : executor.record().inputs) {
    if (!input.clock || graph.width(input.term) != 64) continue;
    Term holds = graph.ult(input.term, graph.constant(64, kLatest));
    const symbolic::Input*& before = last[{input.thread, *input.clock}];
    // Where it was not read before, that one is as free as this one.
    if (before != nullptr) holds = graph.land(holds, graph.ule(before->term, input.term));
    constraints.push_back(holds);
    before = &input;
  }
}

}  // namespace

std::vector<Term> near_accesses(TermGraph& graph, const symbolic::Executor& executor) {
  std::vector<Term> out;
  const Term near = graph.constant(64, symbolic::kNearBytes);
  for (const auto& access : executor.accesses().far()) {
    for (int t = 0; t < executor.shape().threads(); ++t) {
      const Term is_near = graph.implies(access.guard.at(t), graph.ult(access.offset.at(t), near));
      if (!graph.is_true(is_near)) out.push_back(is_near);
    }
  }
  return out;
}

std::optional<Term> other_numbers(TermGraph& graph, const symbolic::Executor& executor, const SmtModel& model) {
  std::vector<Term> other;
  for (const symbolic::Input& input : executor.record().inputs) {
    if (!model.has(input.term) || executor.pointers().is_pointer(input)) continue;
    const Term value = graph.constant(graph.width(input.term), model.value(input.term));
    other.push_back(graph.lnot(graph.eq(input.term, value)));
  }
  if (other.empty()) return std::nullopt;
  return graph.disj(other);
}

std::vector<Term> replayable(TermGraph& graph, const symbolic::Executor& executor, bool exact) {
  std::vector<Term> out;
  for (const auto& input : executor.record().inputs) {
    using Kind = symbolic::Input::Kind;
    if (executor.pointers().is_pointer(input)) {
      const std::uint32_t pointer = *pointed_allocation({input.index, input.offset});
      const Term base = graph.constant(64, allocation_base(executor.pointers().allocation_behind(pointer)));
      const bool is_first_byte = input.kind == Kind::Parameter && !executor.pointers().may_overlap(pointer);
      out.push_back(is_first_byte ? graph.eq(input.term, base)
                                  : graph.ult(graph.sub(input.term, base), graph.constant(64, 1u << 30)));
    }
    if (input.kind == Kind::Choice && input.canonical)
      out.push_back(graph.lor(graph.lnot(input.guard), graph.eq(input.term, *input.canonical)));
  }
  out.insert(out.end(), executor.record().as_followed.begin(), executor.record().as_followed.end());
  separate_loaded_pointers(graph, executor, out);
  let_clocks_go_on(graph, executor, out);
  if (exact) out.insert(out.end(), executor.record().exact_conditions.begin(), executor.record().exact_conditions.end());
  for (const auto* facts : {&executor.accesses().within_reach(), &executor.record().facts_of_products})
    out.insert(out.end(), facts->begin(), facts->end());
  return out;
}

}  // namespace warpproof::counterexample
