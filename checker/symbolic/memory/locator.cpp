#include "checker/symbolic/memory/locator.h"

#include <algorithm>

#include "checker/symbolic/access_judge.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/launch_assumptions.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/scalar_instructions.h"
#include "checker/symbolic/control/thread_sets.h"
#include "checker/symbolic/element.h"
#include "checker/symbolic/near.h"
#include "checker/symbolic/pointers.h"
#include "src/base/symbol_name.h"

namespace warpproof::symbolic {

Locator::Locator(const Parts& parts)
    : program_(parts.code.program()),
      root_(parts.code.root()),
      g(parts.context.graph),
      options_(parts.context.options),
      ops_(parts.context.ops),
      context_(parts.context),
      pointers_(parts.pointers),
      accesses_(parts.accesses),
      layout_(parts.code.layout()),
      scope_(parts.record.scope),
      assumptions_(parts.record.assumptions),
      reaches_far_(parts.record.reaches_far),
      code_(parts.code),
      record_(parts.record),
      thread_sets_(parts.thread_sets),
      scalar_instructions_(parts.scalar_instructions),
      launch_assumptions_(parts.launch_assumptions) {}

// What is known where an access happens is assumed from there on, as by a warpproof::assume: what was met before is
// judged without it. Two executions that are compared were each judged alone, and nothing is said of inputs with
// which either breaks it.
void Locator::assume_facts_of_access(Term broken) {
  if (g.is_false(broken)) return;
  if (context_.traces_order()) {
    assumptions_.push_back(g.lnot(broken));
  } else {
    record_.set_scope(g.land(scope_, g.lnot(broken)));
  }
}

std::vector<Target> Locator::resolve(Strand& s, const Instruction& ins, const Lanes& active) {
  Value base;
  switch (ins.address.base) {
    case Address::Base::Register: {
      Operand o;
      o.kind = Operand::Kind::Register;
      o.index = ins.address.index;
      base = scalar_instructions_.read(s, o, Type::B64, ins.place);
      scalar_instructions_.use(active, base, ins.place, "address");
      break;
    }
    case Address::Base::Variable:
      base = ops_.defined(scalar_instructions_.variable_address(s, ins.address.index, 0), 64);
      break;
    case Address::Base::Absolute:
      base = ops_.defined(ops_.constant(64, 0), 64);
      break;
  }
  const auto offset = static_cast<std::uint64_t>(ins.address.offset);
  const Lanes address = ops_.map([&](Term t) { return g.add(t, g.constant(g.width(t), offset)); }, base.bits);

  // A generic or global variable used by name has its generic address; other spaces keep their own.
  Pointers::Located located = pointers_.locate(address, ins.mod.space, active);
  if (options_.pointers_overlap)
    pointers_.note_alignment(address, active, bits_of(ins.type) / 8 * ins.mod.vector);
  assume_facts_of_access(pointers_.take_broken_facts());
  if (located.ambiguous) {
    thread_sets_.give_up_threads(*located.ambiguous,
                    "an address of which it is not known which parameter or variable it points at",
                    ins.place);
  }
  // What such a variable holds, a pointer to another variable of the module for one, is no number of the launch: it may be
  // where the kernel stores by that variable's own name. The evaluator stops there, too.
  for (const Target& t : located.targets) {
    if (t.space != Space::Global && t.space != Space::Const) continue;
    const auto v = variable_of(program_, layout_, t.allocation);
    if (v && program_.variables[*v].has_pointers)
      thread_sets_.give_up_threads(t.guard, "an initialiser with addresses: " + program_.variables[*v].name,
                                   ins.place);
  }
  s.informed = s.informed || std::any_of(located.targets.begin(), located.targets.end(), [](const Target& t) {
                 return t.space != Space::Local && t.space != Space::Param;
               });
  return std::move(located.targets);
}

// Of the elements of a vector, that one.
Target Locator::element_of(const Target& whole, std::size_t number, int bytes) {
  Target out = whole;
  if (number > 0) {
    const Term more = g.constant(64, number * static_cast<std::uint64_t>(bytes));
    out.offset = ops_.map([&](Term t) { return g.add(t, more); }, whole.offset);
  }
  const bool of_parameter = out.space == Space::Global && out.allocation != kNoAllocation &&
                            out.allocation != kCommonAllocation && program_.functions[root_].is_entry;
  if (!of_parameter || bytes > 8) return out;
  int shift = 0;
  while (1 << shift < bytes) ++shift;
  const auto near = [&](Term offset) {
    if (g.is_const(offset) || g.unsigned_range(offset).second < 1ull << (31 + shift)) return offset;
    const auto low = low_quotient(g, offset, shift);
    if (!low) return offset;
    reaches_far_ = true;
    if (!options_.near_accesses) return offset;
    return g.mul(g.sext(*low, 64), g.constant(64, 1ull << shift));
  };
  out.offset = ops_.map(near, out.offset);
  return out;
}

// Bytes of what a target is in, from where its offsets count; nothing: not known, or not judged.
std::optional<Term> Locator::room_of(const Strand& s, const Target& target) {
  const auto number = [&](std::uint64_t bytes) { return g.constant(64, bytes); };
  switch (target.space) {
    case Space::Shared:
      // Where nothing says how much there is, what no launch can have is outside; control_flow.h lists the rest.
      return number(shared_size(
          layout_, options_.shape.dynamic_shared_is_open ? kMostSharedBytes : options_.shape.dynamic_shared));
    case Space::Local:
      return number(code_.local_base(s) + layout_.local_size[s.top().function]);
    case Space::Global:
    case Space::Const: {
      const auto given = options_.bounds->sizes.find(target.allocation);
      if (given == options_.bounds->sizes.end()) {
        const auto size = variable_size(program_, layout_, target.allocation);
        return size ? std::optional(number(*size)) : std::nullopt;
      }
      auto& [parameter, size] = *given;
      return size.size(g, [&](const launch::Quantity& q) { return launch_assumptions_.quantity(q, 0); });
    }
    default:
      return std::nullopt;
  }
}

// Variables of the module lie one after the other, as those of shared memory do: an index that leaves one reaches the next.
void Locator::note_reach_of_variable(const Target& target, int bytes) {
  if (target.space != Space::Global && target.space != Space::Const) return;
  const auto v = variable_of(program_, layout_, target.allocation);
  const auto size = v ? variable_size(program_, layout_, target.allocation) : std::nullopt;
  if (!size) return;
  const auto width = static_cast<std::uint64_t>(bytes);
  for (int t = 0; t < context_.threads(); ++t) {
    if (g.is_false(target.guard.at(t)) || (width <= *size && g.unsigned_range(target.offset.at(t)).second <= *size - width)) continue;
    context_.assumed.insert("an index into a variable of the module stays inside it (" + source_name(program_.variables[*v].name) + ")");
    return;
  }
}

void Locator::judge_bounds(const Strand& s, const Target& target, int bytes, std::uint32_t place) {
  if (!options_.bounds) return note_reach_of_variable(target, bytes);
  if (const auto room = room_of(s, target)) accesses_.judge_bounds(target, *room, bytes, place);
}

}  // namespace warpproof::symbolic
