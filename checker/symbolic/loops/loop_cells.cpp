#include "checker/symbolic/loops/loop_cells.h"

#include <algorithm>

#include "checker/symbolic/control/record.h"
#include "checker/symbolic/loops/iteration_counts.h"
#include "checker/symbolic/loops/loop_state.h"
#include "checker/symbolic/loops/loop_strides.h"
#include "checker/symbolic/pointers.h"
#include "checker/symbolic/state_claims.h"
#include "spec/rules.h"

namespace warpproof::symbolic {

LoopCells::LoopCells(const Parts& parts)
    : g(parts.context.graph),
      options_(parts.context.options),
      threads_(parts.context.threads()),
      warp_size_(parts.context.warp_size()),
      warps_(parts.context.warps()),
      ops_(parts.context.ops),
      context_(parts.context),
      inputs_(parts.record.inputs),
      assumptions_(parts.record.assumptions),
      strides_(parts.loop_state.strides),
      pointers_(parts.pointers),
      record_(parts.record),
      iteration_counts_(parts.iteration_counts),
      loop_strides_(parts.loop_strides) {}

Lanes LoopCells::mask_of(const Lanes& guard) const {
  std::vector<Term> out(static_cast<std::size_t>(threads_));
  for (int w = 0; w < warps_; ++w) {
    std::vector<Term> bits;
    for (int l = 31; l >= 0; --l) {
      const int t = w * warp_size_ + l;
      bits.push_back(l < warp_size_ && t < threads_ ? guard.at(t) : g.truth(false));
    }
    const Term mask = g.concat(bits);
    for (int t = w * warp_size_; t < std::min(threads_, (w + 1) * warp_size_); ++t) out[t] = mask;
  }
  return Lanes::each(std::move(out));
}

// One unknown for each group of threads that holds anyone.
Lanes LoopCells::unknowns_for(Grain grain, int width, const Lanes& guard, std::uint32_t place,
                             const LoopUnknown* name, std::uint32_t loop) {
  const auto fresh = [&](int thread) {
    if (name != nullptr) {
      LoopUnknown own = *name;
      own.first = thread - thread % context_.threads_sharing(grain);
      return options_.comparison->unknown(loop, own, width);
    }
    const Term t = g.var(width, "iteration");
    inputs_.push_back(Input{Input::Kind::Choice, t, 0, 0, thread, g.truth(true), place, std::nullopt});
    return t;
  };
  if (grain == Grain::Block) return Lanes(fresh(0));
  std::vector<Term> out(static_cast<std::size_t>(threads_), g.constant(width, 0));
  std::optional<Term> of_warp;
  for (int t = 0; t < threads_; ++t) {
    if (t % warp_size_ == 0) of_warp.reset();
    if (g.is_false(guard.at(t))) continue;
    if (grain == Grain::Lane || !of_warp) of_warp = fresh(t);
    out[t] = *of_warp;
  }
  return Lanes::each(std::move(out));
}

// Of what no claim names it is not known where it points.
void LoopCells::declare_pointers(const CellForm& form, const Lanes& unknown) {
  using Kind = CellForm::Kind;
  const bool is_addend = form.kind == Kind::Step || form.kind == Kind::Stride || form.kind == Kind::Shift;
  const bool is_whole = form.kind == Kind::AtMost || form.kind == Kind::Any;
  if (is_addend || (is_whole && form.held == Held::None)) {
    pointers_.declare_unknowns(unknown, Pointers::Unknown::Number);
  } else if (is_whole && form.held == Held::Loaded) {
    pointers_.declare_unknowns(unknown, Pointers::Unknown::Loaded);
  }
}

// A value that the form allows a cell which had the value `entry` before the loop.
Value LoopCells::instance(const CellForm& form, const Value& entry, const Lanes& guard, std::uint32_t place,
                         std::optional<Term> stride, const LoopUnknown* name, std::uint32_t loop,
                         const Lanes* count) {
  using Kind = CellForm::Kind;
  const StateClaims claims(ops_);
  Value out = entry;
  const bool counted = count != nullptr && (form.kind == Kind::Count || form.kind == Kind::Cycle);
  std::optional<Lanes> unknown;
  if (form.kind == Kind::LoopMask) {
    out.bits = mask_of(guard);
  } else if (counted) {
    out = iteration_counts_.value_at_count(form, entry, *count);
  } else if (form.kind != Kind::Same) {
    unknown = unknowns_for(form.kind == Kind::Any ? Grain::Lane : form.grain, entry.width, guard, place, name,
                           loop);
    // Nothing carries into low bits that are 0 in all that iterations add.
    for (int t = 0; t < threads_ && form.zeros > 0 && name == nullptr; ++t) {
      if (g.kind(unknown->at(t)) == warpproof::Kind::Var) g.set_zero_bits(unknown->at(t), (1ull << form.zeros) - 1);
    }
    declare_pointers(form, *unknown);
    out.bits = claims.bits(form, entry, *unknown);
  }
  if (form.kind == Kind::Stride) {
    for (int t = 0; t < threads_ && stride; ++t) {
      if (!g.is_false(guard.at(t))) strides_[unknown->at(t).id] = *stride;
    }
    if (stride && options_.bounds && name == nullptr)
      loop_strides_.assume_not_negative(entry, out.bits, guard, place);
  }
  // Loops that are compared leave the conditions to whoever relates their unknowns; none of a single thread
  // is lost by it that a proof could need.
  if (name == nullptr && form.rises && unknown) loop_strides_.bound_steps(entry, *unknown, form.step, guard);
  if (name == nullptr) {
    std::set<Term> facts;
    for (int t = 0; t < threads_; ++t) {
      if (g.is_false(guard.at(t))) continue;
      facts.insert(
          g.implies(guard.at(t), claims.condition(form, entry.width, entry.bits.at(t), out.bits.at(t))));
    }
    for (const Term fact : facts) {
      if (!g.is_true(fact)) assumptions_.push_back(fact);
    }
  }
  const bool clean = ops_.all_false(entry.taint);
  if (form.kind == Kind::Same || (clean && !form.taints)) return out;
  const Lanes doubt = unknowns_for(Grain::Lane, 1, guard, place);
  out.taint = form.taints ? doubt : ops_.land(entry.taint, doubt);
  out.origins =
      merge_origins(entry.origins, single_origin(record_.event(spec::Rule::ValueUninitialised, place)));
  return out;
}

Value LoopCells::read_cell(const Strand& s, const StateCell& cell, std::uint32_t place) {
  const int undefined = record_.event(spec::Rule::ValueUninitialised, place);
  if (!cell.is_register) return s.storage.load(ops_, cell.at, cell.width / 8, undefined);
  const Value& v = s.top().registers[cell.at];
  if (v.width != 0) return v;
  return Value{ops_.constant(cell.width, 0), ops_.yes(), single_origin(undefined), cell.width};
}

void LoopCells::write_cell(Strand& s, const StateCell& cell, Value value) {
  if (cell.is_register) {
    s.top().registers[cell.at] = std::move(value);
  } else {
    s.storage.store(ops_, cell.at, value);
  }
}

}  // namespace warpproof::symbolic
