#include "checker/symbolic/pointers.h"

#include <algorithm>
#include <span>

#include "src/term/terms_once.h"

namespace warpproof::symbolic {

namespace {

// Nesting of choices between pointers that is followed.
constexpr int kDeepestChoice = 12;
// Bytes that a null pointer is taken to be followed by.
constexpr std::uint64_t kFarthestFromNull = 1ull << 16;
// Nothing lies below: a number that is smaller is an offset.
constexpr std::uint64_t kSmallestPointer = 1ull << 32;
// Bytes from the start of an allocation that pointers share.
constexpr std::uint64_t kFarthestPointer = 1ull << 36;
// Low bits of a pointer that are replaced to align it, or to mark it.
constexpr int kMostReplacedBits = 12;

// That a replay tells apart.
constexpr std::size_t kMostLoadedPointers = 128;

bool is_put_together(Kind kind) { return kind == Kind::Concat || kind == Kind::Extract || kind == Kind::Ite; }

}  // namespace

// Nothing where a constant is in no window. Rounded to the nearest window, since an index may be negative.
std::optional<Location> Pointers::window_near(Term part) const {
  if (!g.is_const(part)) return std::nullopt;
  const Location at = classify(Space::Generic, g.value(part) + kWindowSize / 2);
  if (at.allocation == kNoAllocation && (at.space == Space::Global || at.space == Space::Const))
    return std::nullopt;
  return at;
}

// The terms that may be the pointer of an address, or of which it may be made by masks and choices. What is
// computed in another way is an offset, as is what is known to be small.
// `numbers_too`: parameters that are declared to be numbers, which may turn out to be pointers.
void Pointers::collect_pointers(Term part, std::set<Term>& out, std::set<Term>& seen, bool numbers_too) {
  if (g.width(part) != 64 || g.unsigned_range(part).second < kSmallestPointer || !seen.insert(part).second)
    return;
  switch (g.kind(part)) {
    case Kind::Read:
      out.insert(part);
      return;
    case Kind::Var: {
      const auto known = variables_.find(part.id);
      const auto unknown = unknowns_.find(part.id);
      const bool is_number = known != variables_.end() && known->second.holds == Variable::Holds::Number;
      if (unknown == unknowns_.end() ? !is_number || numbers_too : unknown->second == Unknown::Loaded) out.insert(part);
      return;
    }
    case Kind::Const:
      if (window_near(part)) out.insert(part);
      return;
    case Kind::Concat: {
      // A pointer whose last bits were replaced; or one put together of halves that were loaded.
      const Term top = g.operands(part)[0];
      if (const auto high = constant_above(part)) return collect_pointers(*high, out, seen, numbers_too);
      const Term whole = g.kind(top) == Kind::Extract ? g.operands(top)[0] : part;
      const bool is_marked = 64 - g.width(top) <= kMostReplacedBits;
      if (g.width(whole) == 64 && whole != part && (is_marked || leaves_of_number(g, part) == leaves_of_number(g, whole)))
        return collect_pointers(whole, out, seen, numbers_too);
      out.insert(part);
      return;
    }
    case Kind::Ite:
      collect_pointers(g.operands(part)[1], out, seen, numbers_too);
      collect_pointers(g.operands(part)[2], out, seen, numbers_too);
      return;
    case Kind::Add:
    case Kind::And:
    case Kind::Or:
    case Kind::Xor:
      for (const Term operand : g.operands(part)) collect_pointers(operand, out, seen, numbers_too);
      return;
    default:
      return;
  }
}

const std::set<Term>& Pointers::pointers_in(Term part) {
  const auto [it, fresh] = pointers_in_.try_emplace(part.id);
  if (fresh) {
    std::set<Term> seen;
    collect_pointers(part, it->second, seen);
  }
  return it->second;
}

// Or put together of what was.
bool Pointers::is_loaded(Term pointer) const {
  TermsOnce parts(pointer);
  while (const auto part = parts.next()) {
    const auto operands = g.operands(*part);
    switch (g.kind(*part)) {
      case Kind::Read:
        break;
      case Kind::Var: {
        const auto unknown = unknowns_.find(part->id);
        if (unknown == unknowns_.end() || unknown->second != Unknown::Loaded) return false;
        break;
      }
      case Kind::Concat:
      case Kind::Extract:
        for (const Term o : operands) {
          if (!g.is_const(o)) parts.add(o);
        }
        break;
      case Kind::Ite:
        parts.add(operands[1]);
        parts.add(operands[2]);
        break;
      default:
        return false;
    }
  }
  return true;
}

bool Pointers::holds_no_pointer(Term value) {
  std::set<Term> named, seen;
  collect_pointers(value, named, seen, true);
  return named.empty();
}

bool Pointers::holds_only_loaded(Term value) {
  std::set<Term> named, seen;
  collect_pointers(value, named, seen, true);
  return std::all_of(named.begin(), named.end(), [&](Term p) { return is_loaded(p) && !is_kept_in_shared(p); });
}

// A number that no pointer is hidden in.
bool Pointers::is_offset(Term part, int depth) {
  if (g.unsigned_range(part).second < kSmallestPointer) return true;
  const auto operands = g.operands(part);
  switch (g.kind(part)) {
    case Kind::Const:
      return !window_near(part);
    case Kind::ZExt:
    case Kind::SExt:
      return g.width(operands[0]) <= 32;
    case Kind::Var:
      return variables_.contains(part.id);  // one declared to be a number
    case Kind::Add:
    case Kind::Mul:
    case Kind::Shl:
      return depth < kDeepestChoice &&
             std::all_of(operands.begin(), operands.end(), [&](Term o) { return is_offset(o, depth + 1); });
    case Kind::Ite:
      return depth < kDeepestChoice && is_offset(operands[1], depth + 1) && is_offset(operands[2], depth + 1);
    default:
      return false;
  }
}

bool Pointers::is_of_known_memory(Term address) {
  const std::set<Term>& pointers = pointers_in(address);
  return std::all_of(pointers.begin(), pointers.end(),
                     [&](Term p) { return g.kind(p) == Kind::Read && g.aux(p) < kForgottenAllocations; });
}

// When two loaded pointers are the same one.
Term Pointers::may_be_one_pointer(Term a, Term b) {
  if (a == b || g.kind(a) != Kind::Read || g.kind(b) != Kind::Read) return g.truth(true);
  if (g.aux(a) == g.aux(b)) return g.eq(g.operands(a)[0], g.operands(b)[0]);
  return g.truth(g.aux(a) >= kForgottenAllocations || g.aux(b) >= kForgottenAllocations);
}

// When what two addresses name may be reached through one loaded pointer.
Term Pointers::may_meet_behind_loaded(Term a, Term b) {
  std::vector<Term> any;
  for (const Term p : pointers_in(a)) {
    for (const Term q : pointers_in(b)) any.push_back(may_be_one_pointer(p, q));
  }
  return g.disj(any);
}

Term Pointers::may_meet_in(const BlockMemory::Key& key, Term a, Term b) {
  return key.allocation == kLoadedAllocations ? may_meet_behind_loaded(a, b) : g.truth(true);
}

// Which of the terms is the pointer. No one: it was loaded from memory, and may be any of several. Nothing:
// it is not known whether one of the parameters or variables is meant.
std::optional<std::optional<Term>> Pointers::pointer_among(const std::vector<Term>& parts) {
  std::vector<Term> declared, possible, numbers;
  bool all_loaded = true;
  for (const Term part : parts) {
    const auto known = variables_.find(part.id);
    const std::set<Term>& pointers = pointers_in(part);
    if (known != variables_.end() && known->second.holds == Variable::Holds::Pointer) {
      declared.push_back(part);
    } else if (!pointers.empty()) {
      possible.push_back(part);
      all_loaded =
          all_loaded && std::all_of(pointers.begin(), pointers.end(), [&](Term p) { return is_loaded(p); });
    } else if (known != variables_.end()) {
      numbers.push_back(part);
    }
  }
  const bool is_null = declared.empty() && possible.empty() && numbers.empty() &&
                       std::all_of(parts.begin(), parts.end(), [&](Term part) { return is_offset(part, 0); });
  if (is_null) return std::optional<Term>();
  if (declared.empty() && all_loaded && !possible.empty())
    return std::optional(possible.size() == 1 ? std::optional(possible.front()) : std::nullopt);
  for (const auto* candidates : {&declared, &possible, &numbers}) {
    if (candidates->size() > 1) return std::nullopt;
    if (!candidates->empty()) return std::optional(candidates->front());
  }
  return std::nullopt;
}

// The constant that a concatenation begins with, zeros after it; and all but that.
std::optional<Term> Pointers::constant_above(Term address) {
  if (g.kind(address) != Kind::Concat || !g.is_const(g.operands(address)[0])) return std::nullopt;
  const Term top = g.operands(address)[0];
  return g.constant(64, g.value(top) << (64 - g.width(top)));
}

Term Pointers::low_part(Term address) {
  return g.zext(g.extract(address, 63 - g.width(g.operands(address)[0]), 0), 64);
}

// Compilers add by `or` where no bit is in both: written as a sum.
Term Pointers::as_sum(Term address, int depth) {
  const Kind kind = g.kind(address);
  if (depth >= kDeepestChoice || (kind != Kind::Add && kind != Kind::Or)) return address;
  const auto operands = g.operands(address);
  const auto is_or = [&](Term t) { return g.kind(t) == Kind::Or; };
  if (kind == Kind::Add && std::none_of(operands.begin(), operands.end(), is_or)) return address;
  std::uint64_t taken = 0;
  bool apart = true;
  std::vector<Term> parts;
  for (const Term operand : operands) {
    const std::uint64_t bits = ~g.zero_bits(operand);
    apart = apart && (taken & bits) == 0;
    taken |= bits;
    parts.push_back(as_sum(operand, depth + 1));
  }
  if (kind == Kind::Or && !apart) return address;
  Term out = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) out = g.add(out, parts[i]);
  return out;
}

// Finds what a generic or global address points at: the kernel parameter it is based on, or the window of its
// constant part. Choices between pointers are followed on both sides under their conditions.
void Pointers::locate(Term address, Space space, Term guard, int thread, Found& out, int depth) {
  if (g.is_false(guard)) return;
  const auto add = [&](Space where, std::uint32_t allocation, Term offset) {
    // Parameters are kept at their generic addresses, however they are reached.
    if (where == Space::Param && space != Space::Param) offset = g.add(offset, g.constant(64, kParamBase));
    auto& column = out.entries[{static_cast<int>(where), allocation}];
    column.push_back({thread, guard, offset});
  };
  const Term wide = as_sum(g.width(address) < 64 ? g.zext(address, 64) : address, 0);
  if (space == Space::Shared || space == Space::Local || space == Space::Param)
    return add(space, kNoAllocation, wide);
  if (g.is_const(wide)) {
    const Location at = classify(space, g.value(wide));
    if (at.space == Space::Global && at.allocation == kNoAllocation && at.offset >= kFarthestFromNull)
      return out.ambiguous.emplace_back(thread, guard), void();
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
  if (!*found) return add(Space::Global, kNoAllocation, wide);
  const Term pointer = **found;
  const Term number = constant_above(pointer).value_or(pointer);
  if (const auto at = window_near(number)) {
    const Term base = g.constant(64, g.value(number) + kWindowSize / 2 - at->offset);
    const Term inside = number == pointer ? pointer : g.add(number, low_part(pointer));
    return add(at->space, at->allocation, g.add(g.sub(wide, pointer), g.sub(inside, base)));
  }
  if (g.kind(pointer) == Kind::Ite && depth < kDeepestChoice) {
    const auto arms = g.operands(pointer);
    const Term condition = arms[0], yes = arms[1], no = arms[2];
    const Term rest = g.sub(wide, pointer);
    locate(g.add(rest, yes), space, g.land(guard, condition), thread, out, depth + 1);
    locate(g.add(rest, no), space, g.land(guard, g.lnot(condition)), thread, out, depth + 1);
    return;
  }
  // A parameter, perhaps with some bits masked, is left; or what was loaded.
  const std::set<Term>& inside = pointers_in(pointer);
  const Term base = inside.size() == 1 ? *inside.begin() : pointer;
  if (const auto variable = variables_.find(base.id); variable != variables_.end()) {
    // The difference of another pointer and the base, in what is added to the base, leads elsewhere.
    const std::uint64_t below = below_.of(g.sub(wide, base));
    const bool leads_elsewhere = (below & below_.bit_of(base.id)) != 0 && std::any_of(variables_.begin(), variables_.end(), [&](const auto& v) {
      return v.first != base.id && v.second.holds == Variable::Holds::Pointer && (below_.bit_of(v.first) & below) != 0;
    });
    if (leads_elsewhere) return out.ambiguous.emplace_back(thread, guard), void();
    return add(Space::Global, allocation_behind(variable->second.allocation),
               g.sub(wide, origin_of(base, variable->second, guard)));
  }
  if (std::all_of(inside.begin(), inside.end(), [&](Term p) { return is_loaded(p); }))
    return add(Space::Global, kNoAllocation, wide);
  out.ambiguous.emplace_back(thread, guard);
}

// A kernel's pointer is the address of its allocation's first byte; a lane's own argument is an address
// within the argument's allocation, where the lane goes through it.
Term Pointers::origin_of(Term pointer, Known& variable, Term guard) {
  used_.insert(variable.allocation);
  // Nobody goes through a number, so what somebody went through is a pointer.
  variable.holds = Variable::Holds::Pointer;
  const std::uint32_t allocation = allocation_behind(variable.allocation);
  if (is_entry_ && allocation != kCommonAllocation) return pointer;
  const Term first = g.constant(64, allocation_base(allocation));
  if (allocation == kCommonAllocation) {
    const Term inside = g.ult(g.sub(pointer, first), g.constant(64, kFarthestPointer));
    facts_of_access_[g.lor(inside, g.eq(pointer, g.constant(64, 0)))].push_back(guard);
  }
  return first;
}

bool Pointers::is_pointer(const Input& input) const {
  const bool parameter = input.kind == Input::Kind::Parameter || input.kind == Input::Kind::LaneParameter;
  const auto allocation = parameter ? pointed_allocation({input.index, input.offset}) : std::nullopt;
  return allocation && used_.contains(*allocation);
}

bool Pointers::may_overlap(std::uint32_t pointer) const {
  const Function& root = program_.functions[root_];
  const ParameterPart part = pointing_part(pointer);
  return context_.options.pointers_overlap && is_entry_ && part.index < root.parameters.size() &&
         !program_.variables[root.parameters[part.index]].is_restrict;
}

// Of a pointer that may point anywhere into an allocation nothing is known but that what goes through it is
// aligned, as all accesses are taken to be: where it happens. A pointer that nobody goes through may be anything.
void Pointers::note_alignment(Term address, int bytes, Term guard) {
  const Term alone[] = {address};
  for (const Term part : g.kind(address) == Kind::Add ? g.operands(address) : std::span<const Term>(alone)) {
    const auto known = variables_.find(part.id);
    if (known == variables_.end() || !may_overlap(known->second.allocation)) continue;
    const auto low = static_cast<std::uint64_t>(bytes - 1);
    if ((g.zero_bits(g.sub(address, part)) & low) != low) continue;
    const Term rest = g.urem(part, g.constant(64, static_cast<std::uint64_t>(bytes)));
    facts_of_access_[g.eq(rest, g.constant(64, 0))].push_back(guard);
  }
}

Term Pointers::take_broken_facts() {
  std::vector<Term> broken;
  for (const auto& [fact, guards] : facts_of_access_) broken.push_back(g.land(g.disj(guards), g.lnot(fact)));
  facts_of_access_.clear();
  return g.disj(broken);
}

void Pointers::note_alignment(const Lanes& address, const Lanes& active, int bytes) {
  for (int t = 0; t < context_.threads(); ++t) {
    if (!g.is_false(active.at(t))) note_alignment(address.at(t), bytes, active.at(t));
  }
}

const Lanes& Pointers::declare_unknowns(const Lanes& bits, Unknown is) {
  for (int t = 0; t < context_.threads() && g.width(bits.at(0)) == 64; ++t) {
    if (g.kind(bits.at(t)) == Kind::Var) unknowns_.try_emplace(bits.at(t).id, is);
  }
  return bits;
}

void Pointers::declare_alike(Term unknown, Term copy) {
  if (const auto known = unknowns_.find(unknown.id); known != unknowns_.end()) unknowns_.emplace(copy.id, known->second);
  if (is_kept_in_shared(unknown)) kept_in_shared_.insert(copy.id);
}

void Pointers::note_converted(Term value) {
  const auto known = variables_.find(value.id);
  if (known != variables_.end()) known->second.holds = Variable::Holds::Pointer;
}

Pointers::Located Pointers::locate(const Lanes& address, Space space, const Lanes& active) {
  const int threads = context_.threads();
  Found found;
  for (int t = 0; t < threads; ++t) locate(address.at(t), space, active.at(t), t, found, 0);
  Located out;
  if (!found.ambiguous.empty()) {
    std::vector<Term> guards(static_cast<std::size_t>(threads), g.truth(false));
    for (const auto& [thread, guard] : found.ambiguous) guards[thread] = g.lor(guards[thread], guard);
    out.ambiguous = Lanes::each(std::move(guards));
  }
  for (const auto& [key, entries] : found.entries) {
    for (Target& target : layered(key.second, static_cast<Space>(key.first), entries))
      out.targets.push_back(std::move(target));
  }
  return out;
}

// A thread may reach one allocation through several choices: later ones make a target of their own.
std::vector<Target> Pointers::layered(std::uint32_t allocation, Space space,
                                      const std::vector<Entry>& entries) const {
  const auto threads = static_cast<std::size_t>(context_.threads());
  std::vector<std::vector<Entry>> layers;
  std::vector<int> next(threads, 0);
  for (const Entry& e : entries) {
    const auto layer = static_cast<std::size_t>(next[e.thread]++);
    if (layer >= layers.size()) layers.resize(layer + 1);
    layers[layer].push_back(e);
  }
  std::vector<Target> out;
  for (const auto& layer : layers) {
    std::vector<Term> guards(threads, g.truth(false));
    std::vector<Term> offsets(threads, layer.front().offset);
    for (const Entry& e : layer) {
      guards[e.thread] = e.guard;
      offsets[e.thread] = e.offset;
    }
    out.push_back({space, allocation, Lanes::each(std::move(guards)), Lanes::each(std::move(offsets))});
  }
  return out;
}

void Pointers::note_loaded(const Target& from, const Lanes& bits) {
  if (from.space != Space::Shared) return;
  for (int t = 0; t < context_.threads(); ++t) {
    if (g.is_false(from.guard.at(t))) continue;
    for (const Term p : pointers_in(bits.at(t))) {
      if (is_loaded(p)) kept_in_shared_.insert(p.id);
    }
    if (g.width(bits.at(t)) < 64) note_kept(bits.at(t));
  }
}

// Parts of a pointer.
void Pointers::note_kept(Term value) {
  TermsOnce parts(value);
  while (const auto part = parts.next()) {
    const Kind kind = g.kind(*part);
    if (kind == Kind::Read || kind == Kind::Var) kept_in_shared_.insert(part->id);
    if (!is_put_together(kind)) continue;
    for (const Term o : g.operands(*part)) parts.add(o);
  }
}

bool Pointers::is_kept_in_shared(Term pointer) const {
  TermsOnce parts(pointer);
  while (const auto part = parts.next()) {
    if (kept_in_shared_.contains(part->id)) return true;
    if (!is_put_together(g.kind(*part))) continue;
    for (const Term o : g.operands(*part)) parts.add(o);
  }
  return false;
}

void Pointers::note_followed(Term loaded_pointer) {
  const bool is_new = std::find(loaded_.begin(), loaded_.end(), loaded_pointer) == loaded_.end();
  if (is_new && g.kind(loaded_pointer) == Kind::Read && loaded_.size() < kMostLoadedPointers)
    loaded_.push_back(loaded_pointer);
}

std::set<std::uint32_t> Pointers::buffers() const {
  std::set<std::uint32_t> out;
  for (const std::uint32_t p : used_) out.insert(allocation_behind(p));
  return out;
}

}  // namespace warpproof::symbolic
