#include "src/term/evaluate.h"

#include <algorithm>

#include "src/term/bits.h"
#include "src/term/float_eval.h"
#include "src/term/fold.h"
#include "src/term/traverse.h"

namespace warpproof {

void TermEvaluator::set(Term var, std::uint64_t value) {
  if (graph_.kind(var) != Kind::Var) throw std::invalid_argument("only variables take values");
  values_[var.id] = value & mask_of(graph_.width(var));
  ++epoch_;
  approximate_ = false;
}

void TermEvaluator::set_reader(MemoryReader reader) {
  reader_ = std::move(reader);
  ++epoch_;
  approximate_ = false;
}

void TermEvaluator::compute(Term t) {
  auto ops = graph_.operands(t);
  std::vector<std::uint64_t> values(ops.size());
  std::vector<std::uint8_t> widths(ops.size());
  for (std::size_t i = 0; i < ops.size(); ++i) {
    values[i] = memo_[ops[i].id].value;
    widths[i] = static_cast<std::uint8_t>(graph_.width(ops[i]));
  }
  std::uint64_t out = 0;
  const Kind kind = graph_.kind(t);
  const int width = graph_.width(t);
  const std::uint64_t aux = graph_.aux(t);
  if (kind == Kind::Var) {
    auto it = values_.find(t.id);
    if (it != values_.end()) out = it->second;
  } else if (kind == Kind::Read) {
    if (reader_) out = reader_(static_cast<std::uint32_t>(aux), values[0], width) & mask_of(width);
  } else {
    out = fold(kind, width, aux, values, widths);
    if (kind == Kind::Float && float_is_approximate(aux)) approximate_ = true;
  }
  memo_[t.id] = Slot{epoch_, out};
}

std::uint64_t TermEvaluator::operator()(Term root) {
  if (memo_.size() < graph_.size()) memo_.resize(graph_.size());
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term t = stack.back();
    if (known(t)) {
      stack.pop_back();
      continue;
    }
    bool ready = true;
    for (Term x : graph_.operands(t)) {
      if (!known(x)) {
        stack.push_back(x);
        ready = false;
      }
    }
    if (!ready) continue;
    compute(t);
    stack.pop_back();
  }
  return memo_[root.id].value;
}

CompiledTerms::CompiledTerms(const TermGraph& graph, std::span<const Term> roots) {
  const std::vector<Term> order = topological_order(graph, roots);
  std::unordered_map<std::uint32_t, std::uint32_t> slot_of;
  slot_of.reserve(order.size());
  std::size_t widest = 1;
  for (Term t : order) {
    auto ops = graph.operands(t);
    const auto slot = static_cast<std::uint32_t>(steps_.size());
    slot_of[t.id] = slot;
    widest = std::max(widest, ops.size());
    steps_.push_back({graph.kind(t), static_cast<std::uint8_t>(graph.width(t)),
                      static_cast<std::uint32_t>(ops.size()), static_cast<std::uint32_t>(inputs_.size()),
                      graph.aux(t)});
    for (Term x : ops) {
      inputs_.push_back(slot_of.at(x.id));
      widths_.push_back(static_cast<std::uint8_t>(graph.width(x)));
    }
    if (graph.kind(t) == Kind::Var) {
      variables_.push_back(t);
      variable_slots_.push_back(slot);
    }
    if (graph.kind(t) == Kind::Float && float_is_approximate(graph.aux(t))) approximate_ = true;
  }
  for (Term t : roots) roots_.push_back(slot_of.at(t.id));
  slots_.resize(steps_.size());
  scratch_.resize(widest);
}

void CompiledTerms::run(std::span<const std::uint64_t> variable_values, const MemoryReader& reader) {
  if (variable_values.size() != variables_.size()) throw std::invalid_argument("one value for each variable");
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    const std::uint32_t slot = variable_slots_[i];
    slots_[slot] = variable_values[i] & mask_of(steps_[slot].width);
  }
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& s = steps_[i];
    if (s.kind == Kind::Var) continue;
    for (std::uint32_t k = 0; k < s.arity; ++k) scratch_[k] = slots_[inputs_[s.first + k]];
    if (s.kind == Kind::Read) {
      slots_[i] =
          reader ? reader(static_cast<std::uint32_t>(s.aux), scratch_[0], s.width) & mask_of(s.width) : 0;
    } else {
      slots_[i] = fold(s.kind, s.width, s.aux, {scratch_.data(), s.arity},
                       std::span(widths_).subspan(s.first, s.arity));
    }
  }
}

}  // namespace warpproof
