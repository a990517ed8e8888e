// Which bytes loads, stores and atomics touch.
//
// An address is a sum, of which one term is the pointer: a parameter, a constant in the window of a variable,
// or what was loaded from memory. Which one decides with what the access may conflict, so it is never guessed:
// a parameter declared to be a number is no pointer where another term may be one, and where two terms may be,
// threads are given up.
#include "checker/symbolic/executor.h"

namespace warpproof::symbolic {

namespace {

// Nesting of choices between pointers that is followed.
constexpr int kDeepestChoice = 12;
// Bytes from the start of an allocation that pointers share.
constexpr std::uint64_t kFarthestPointer = 1ull << 36;

}  // namespace

// Nothing where a constant is in no window. Rounded to the nearest window, since an index may be negative.
std::optional<Location> Executor::window_near(Term part) const {
  if (!g.is_const(part)) return std::nullopt;
  const Location at = classify(Space::Generic, g.value(part) + kWindowSize / 2);
  if (at.allocation == kNoAllocation && (at.space == Space::Global || at.space == Space::Const))
    return std::nullopt;
  return at;
}

// May a term be the pointer of an address? What was computed otherwise than by adding and choosing is an offset.
bool Executor::may_point(Term part, int depth) const {
  switch (g.kind(part)) {
    case Kind::Read:
      return g.width(part) == 64;
    case Kind::Var: {
      if (g.width(part) != 64) return false;
      const auto known = pointer_variables_.find(part.id);
      return known == pointer_variables_.end() || known->second.holds != Variable::Holds::Number;
    }
    case Kind::Concat:  // of halves that were loaded
      return g.width(part) == 64 && !g.is_const(g.operands(part)[0]);
    case Kind::Const:
      return window_near(part).has_value();
    case Kind::Ite: {
      const auto arms = g.operands(part);
      return depth < kDeepestChoice && (may_point(arms[1], depth + 1) || may_point(arms[2], depth + 1));
    }
    case Kind::Add: {
      const auto parts = g.operands(part);
      return depth < kDeepestChoice &&
             std::any_of(parts.begin(), parts.end(), [&](Term p) { return may_point(p, depth + 1); });
    }
    default:
      return false;
  }
}

// Which of the terms is the pointer. No one: none may be one. Nothing: more than one may be.
std::optional<std::optional<Term>> Executor::pointer_among(const std::vector<Term>& parts) const {
  std::vector<Term> declared, possible, numbers;
  for (const Term part : parts) {
    const auto known = pointer_variables_.find(part.id);
    if (known != pointer_variables_.end() && known->second.holds == Variable::Holds::Pointer) {
      declared.push_back(part);
    } else if (may_point(part, 0)) {
      possible.push_back(part);
    } else if (known != pointer_variables_.end()) {
      numbers.push_back(part);
    }
  }
  for (const auto* candidates : {&declared, &possible, &numbers}) {
    if (candidates->size() > 1) return std::nullopt;
    if (!candidates->empty()) return std::optional(candidates->front());
  }
  return std::optional<Term>();
}

// Finds what a generic or global address points at: the kernel parameter it is based on, or the window of its
// constant part. Choices between pointers are followed on both sides under their conditions.
void Executor::locate(Term address, Space space, Term guard, int thread, Located& out, int depth) {
  if (g.is_false(guard)) return;
  const auto add = [&](Space where, std::uint32_t allocation, Term offset) {
    // Parameters are kept at their generic addresses, however they are reached.
    if (where == Space::Param && space != Space::Param) offset = g.add(offset, g.constant(64, kParamBase));
    auto& column = out.entries[{static_cast<int>(where), allocation}];
    column.push_back({thread, guard, offset});
  };
  const Term wide = g.width(address) < 64 ? g.zext(address, 64) : address;
  if (space == Space::Shared || space == Space::Local || space == Space::Param)
    return add(space, kNoAllocation, wide);
  if (g.is_const(wide)) {
    const Location at = classify(space, g.value(wide));
    return add(at.space, at.allocation, g.constant(64, at.offset));
  }
  std::vector<Term> parts;
  if (g.kind(wide) == Kind::Add) {
    const auto operands = g.operands(wide);
    parts.assign(operands.begin(), operands.end());
  } else {
    parts.push_back(wide);
  }
  const auto found = pointer_among(parts);
  if (!found) return out.ambiguous.emplace_back(thread, guard), void();
  const Term pointer = found->value_or(Term{});
  if (const auto base = pointer_variables_.find(pointer.id); *found && base != pointer_variables_.end())
    return add(Space::Global, allocation_behind(base->second.allocation),
               g.sub(wide, origin_of(pointer, base->second)));
  if (*found && g.kind(pointer) == Kind::Ite && depth < kDeepestChoice) {
    const auto arms = g.operands(pointer);
    const Term condition = arms[0], yes = arms[1], no = arms[2];
    const Term rest = g.sub(wide, pointer);
    locate(g.add(rest, yes), space, g.land(guard, condition), thread, out, depth + 1);
    locate(g.add(rest, no), space, g.land(guard, g.lnot(condition)), thread, out, depth + 1);
    return;
  }
  if (const auto at = *found ? window_near(pointer) : std::nullopt) {
    const std::uint64_t base = g.value(pointer) + kWindowSize / 2 - at->offset;
    return add(at->space, at->allocation, g.sub(wide, g.constant(64, base)));
  }
  add(Space::Global, kNoAllocation, wide);
}

// A kernel's pointer is the address of its allocation's first byte; a lane's own argument is an address within
// the argument's allocation.
Term Executor::origin_of(Term pointer, PointerVariable& variable) {
  pointer_parameters_.insert(variable.allocation);
  // Nobody goes through a number, so what somebody went through is a pointer.
  variable.holds = Variable::Holds::Pointer;
  const std::uint32_t allocation = allocation_behind(variable.allocation);
  if (program_.functions[root_].is_entry && allocation != kCommonAllocation) return pointer;
  const Term first = g.constant(64, allocation_base(allocation));
  if (allocation == kCommonAllocation && aligned_.emplace(pointer.id, 1).second) {
    const Term inside = g.ult(g.sub(pointer, first), g.constant(64, kFarthestPointer));
    assumptions_.push_back(g.lor(inside, g.eq(pointer, g.constant(64, 0))));
  }
  return first;
}

bool Executor::is_pointer(const Input& input) const {
  const bool parameter = input.kind == Input::Kind::Parameter || input.kind == Input::Kind::LaneParameter;
  const auto allocation = parameter ? pointed_allocation({input.index, input.offset}) : std::nullopt;
  return allocation && pointer_parameters_.contains(*allocation);
}

bool Executor::may_overlap(std::uint32_t pointer) const {
  const Function& root = program_.functions[root_];
  const ParameterPart part = pointing_part(pointer);
  return options_.pointers_overlap && root.is_entry && part.index < root.parameters.size() &&
         !program_.variables[root.parameters[part.index]].is_restrict;
}

// Of a pointer that may point anywhere into an allocation nothing is known but that what goes through it is
// aligned, as all accesses are taken to be.
void Executor::note_alignment(Term address, int bytes) {
  const Term alone[] = {address};
  for (const Term part : g.kind(address) == Kind::Add ? g.operands(address) : std::span<const Term>(alone)) {
    const auto known = pointer_variables_.find(part.id);
    if (known == pointer_variables_.end() || !may_overlap(known->second.allocation)) continue;
    const auto low = static_cast<std::uint64_t>(bytes - 1);
    if ((g.zero_bits(g.sub(address, part)) & low) != low || !aligned_.emplace(part.id, bytes).second) continue;
    const Term rest = g.urem(part, g.constant(64, static_cast<std::uint64_t>(bytes)));
    assumptions_.push_back(g.eq(rest, g.constant(64, 0)));
  }
}

// What is made an address of global memory is a pointer.
void Executor::note_conversion(const Instruction& ins, Term value) {
  if (ins.mod.space != Space::Global) return;
  const auto known = pointer_variables_.find(value.id);
  if (known != pointer_variables_.end()) known->second.holds = Variable::Holds::Pointer;
}

std::vector<Executor::Target> Executor::resolve(Strand& s, const Instruction& ins, const Lanes& active) {
  Value base;
  switch (ins.address.base) {
    case Address::Base::Register: {
      Operand o;
      o.kind = Operand::Kind::Register;
      o.index = ins.address.index;
      base = read(s, o, Type::B64, ins.place);
      use(active, base, ins.place, "address");
      break;
    }
    case Address::Base::Variable:
      base = ops_.defined(variable_address(s, ins.address.index, 0), 64);
      break;
    case Address::Base::Absolute:
      base = ops_.defined(ops_.constant(64, 0), 64);
      break;
  }
  const auto offset = static_cast<std::uint64_t>(ins.address.offset);
  const Lanes address = ops_.map([&](Term t) { return g.add(t, g.constant(g.width(t), offset)); }, base.bits);

  Located located;
  // A generic or global variable used by name has its generic address; other spaces keep their own.
  for (int t = 0; t < threads_; ++t) locate(address.at(t), ins.mod.space, active.at(t), t, located, 0);
  for (int t = 0; t < threads_ && options_.pointers_overlap; ++t) {
    if (!g.is_false(active.at(t))) note_alignment(address.at(t), bits_of(ins.type) / 8 * ins.mod.vector);
  }
  if (!located.ambiguous.empty()) {
    std::vector<Term> guards(static_cast<std::size_t>(threads_), g.truth(false));
    for (const auto& [thread, guard] : located.ambiguous) guards[thread] = g.lor(guards[thread], guard);
    give_up_threads(Lanes::each(std::move(guards)), "an address in which either of two terms may be the pointer",
                    ins.place);
  }
  std::vector<Target> targets;
  for (const auto& [key, entries] : located.entries) {
    // A thread may reach one allocation through several choices: later ones make a target of their own.
    std::vector<std::vector<Entry>> layers;
    std::vector<int> next(static_cast<std::size_t>(threads_), 0);
    for (const Entry& e : entries) {
      const auto layer = static_cast<std::size_t>(next[e.thread]++);
      if (layer >= layers.size()) layers.resize(layer + 1);
      layers[layer].push_back(e);
    }
    for (const auto& layer : layers) {
      std::vector<Term> guards(static_cast<std::size_t>(threads_), g.truth(false));
      std::vector<Term> offsets(static_cast<std::size_t>(threads_), layer.front().offset);
      for (const Entry& e : layer) {
        guards[e.thread] = e.guard;
        offsets[e.thread] = e.offset;
      }
      targets.push_back({static_cast<Space>(key.first), key.second, Lanes::each(std::move(guards)),
                         Lanes::each(std::move(offsets))});
    }
  }
  return targets;
}

}  // namespace warpproof::symbolic
