#include "checker/counterexample/replayable.h"

#include "src/machine/address_map.h"

namespace warpproof::counterexample {

namespace {

// Pointers that are loaded from different places point far from each other, into an allocation of theirs.
void separate_loaded_pointers(TermGraph& graph, const symbolic::Executor& executor,
                              std::vector<Term>& constraints) {
  constexpr std::uint64_t kApart = 1ull << 28;
  const std::vector<Term>& pointers = executor.loaded_pointers();
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

}  // namespace

std::vector<Term> replayable(TermGraph& graph, const symbolic::Executor& executor) {
  std::vector<Term> out;
  for (const auto& input : executor.inputs()) {
    using Kind = symbolic::Input::Kind;
    if (executor.is_pointer(input)) {
      const std::uint32_t pointer = *pointed_allocation({input.index, input.offset});
      const Term base = graph.constant(64, allocation_base(executor.allocation_behind(pointer)));
      const bool is_first_byte = input.kind == Kind::Parameter && !executor.may_overlap(pointer);
      out.push_back(is_first_byte ? graph.eq(input.term, base)
                                  : graph.ult(graph.sub(input.term, base), graph.constant(64, 1u << 30)));
    }
    if (input.kind == Kind::Choice && input.canonical)
      out.push_back(graph.lor(graph.lnot(input.guard), graph.eq(input.term, *input.canonical)));
  }
  separate_loaded_pointers(graph, executor, out);
  for (const auto* facts : {&executor.within_reach(), &executor.facts_of_products()})
    out.insert(out.end(), facts->begin(), facts->end());
  return out;
}

}  // namespace warpproof::counterexample
