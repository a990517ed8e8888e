#include "checker/equivalence/loop_numbers.h"

#include <cstdint>
#include <optional>

#include "checker/equivalence/number_uses.h"

namespace warpproof::equivalence {

using symbolic::BlockMemory;
using symbolic::Lanes;

namespace {

constexpr NumberUses::Place kMemory = 1ull << 32;

FloatFormat format_of_width(int width) {
  return width == 64 ? FloatFormat::F64 : width == 32 ? FloatFormat::F32 : FloatFormat::F16;
}

}  // namespace

bool uses_bits_of_numbers(const LoopsOverReals& loops, const std::vector<Term>& left_behind,
                          const std::vector<Term>& addressed) {
  TermGraph& graph = loops.graph;
  const int threads = loops.records.threads();
  NumberUses::Words words;
  words.place_of = [&](Term t) -> std::optional<NumberUses::Place> {
    if (graph.kind(t) == Kind::Var && graph.width(t) > 8 && loops.variables.is_variable(t)) return t.id;
    if (graph.kind(t) == Kind::Read && graph.aux(t) >= kForgottenAllocations) return kMemory | graph.aux(t);
    return {};
  };
  // Terms are looked at as the executions have them, so that it is known which of them floats are.
  words.stand_in = [&](Term t) { return loops.terms.represent(t); };
  words.is_float = [&](Term t) { return loops.terms.holds_float(t); };
  NumberUses uses(graph, std::move(words));
  const auto bits = [&](const Lanes& lanes) {
    for (int t = 0; t < threads; ++t) uses.bits(lanes.at(t));
  };
  // Stand-ins for what an allocation holds in a loop and after it.
  const auto stand_ins = [&](const BlockMemory::Key& key) {
    std::vector<NumberUses::Place> out;
    for (const std::uint32_t number : loops.contents.numbers_of(key)) out.push_back(kMemory | number);
    return out;
  };
  const auto memory = [&](bool in_b, const BlockMemory& held, const BlockMemory::Key& key) {
    const auto places = stand_ins(loops.contents.key_in_a(in_b, key));
    const auto found = held.allocations().find(key);
    if (found == held.allocations().end()) return;
    const auto& allocation = found->second;
    const auto come = [&](Term t) {
      uses.value(t);
      for (const auto p : places) uses.flow(p, t);
    };
    for (const auto& [offset, cell] : allocation.cells) come(cell.value);
    for (const BlockMemory::Store& store : allocation.log) {
      bits(store.guard);
      bits(store.offset);
      for (int t = 0; t < threads; ++t) come(store.value.bits.at(t));
    }
    for (const auto p : places) {
      if (allocation.forgotten != 0) uses.join(p, kMemory | allocation.forgotten);
    }
  };
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : loops.records[in_b]) {
      bits(record.entered);
      bits(record.back);
      for (const auto& [what, conditions] : record.bits) {
        for (const Term c : conditions) uses.bits(c);
      }
      for (const auto& [what, u] : record.cells) {
        bits(u.guard);
        const Term held = loops.variables.of({in_b, loop, what}, u.entry.width);
        for (int t = what.first; t < what.first + u.size; ++t) {
          uses.flow(held, u.entry.bits.at(t));
          uses.flow(held, u.now.bits.at(t));
        }
      }
      for (const auto& key : record.written) {
        memory(in_b, *record.before, key);
        memory(in_b, *record.after, key);
      }
    }
    for (const auto& step : loops.records.order(in_b).steps()) {
      using Kind = symbolic::OrderStep::Kind;
      if (step.kind == Kind::Meeting || step.kind == Kind::Arrival || step.kind == Kind::Fence)
        bits(step.guard);
      if (step.kind == Kind::Meeting && step.barrier < 0) bits(step.mask);
      for (const auto& access : step.accesses) {
        bits(access.guard);
        bits(access.offset);
        for (const Lanes& operand : step.operands) {
          if (!step.floats) bits(operand);
          for (const auto p : stand_ins(loops.contents.key_in_a(in_b, access.key))) {
            if (!step.floats) continue;
            uses.number(p, format_of_width(graph.width(operand.at(0))));
            for (int t = 0; t < threads; ++t) uses.flow(p, operand.at(t));
          }
        }
      }
    }
  }
  for (const Term t : left_behind) uses.value(t);
  for (const Term t : addressed) uses.bits(t);
  return uses.mixed();
}

}  // namespace warpproof::equivalence
