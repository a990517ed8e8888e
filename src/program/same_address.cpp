#include "src/program/same_address.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace warpproof {
namespace {

constexpr std::size_t kMostWalked = 10'000'000;
constexpr int kMostSteps = 32;  // of the computation of an address

// Its result depends on the values of its operands only.
bool is_pure(const Instruction& in) {
  switch (in.op) {
    case Opcode::Add:
    case Opcode::And:
    case Opcode::Bfe:
    case Opcode::Cvt:
    case Opcode::Cvta:
    case Opcode::Div:
    case Opcode::Mad:
    case Opcode::Max:
    case Opcode::Min:
    case Opcode::Mov:
    case Opcode::Mul:
    case Opcode::Neg:
    case Opcode::Not:
    case Opcode::Or:
    case Opcode::Rem:
    case Opcode::Selp:
    case Opcode::Setp:
    case Opcode::Shl:
    case Opcode::Shr:
    case Opcode::Sub:
    case Opcode::Xor:
      return in.destinations.size() == 1 && !in.mod.of_fragment && !reads_carry(in) && !writes_carry(in);
    default:
      return false;
  }
}

bool is_same_operation(const Instruction& a, const Instruction& b) {
  const auto words = [](const Instruction& in) {
    const Modifiers& m = in.mod;
    return std::tuple(in.op, in.type, in.source_type, in.sources.size(), m.rounding, m.ftz, m.sat, m.approx, m.abs, m.hi, m.lo,
                      m.wide, m.to, m.wrap, m.clamp, m.space, m.vector, m.compare, m.combine, m.read_only);
  };
  return words(a) == words(b);
}

// It stays the same while a thread runs.
bool is_constant(Special s) {
  return s <= Special::LaneId || (s >= Special::LanemaskEq && s <= Special::LanemaskGe) || s == Special::BlockRank ||
         s == Special::BlockThreads;
}

}  // namespace

SameAddress::SameAddress(const Flow& flow, const Function& function) : flow_(flow), f_(function) {
  for (std::uint32_t b = 0; b < f_.blocks.size(); ++b) {
    for (std::uint32_t i = f_.blocks[b].first; i < f_.blocks[b].last; ++i) block_of_.emplace(i, b);
  }
  find_exposed();
}

bool SameAddress::is_too_much() const { return walked_ > kMostWalked; }

bool SameAddress::holds(const Instruction& first, const Instruction& second) {
  first_ = &first;
  second_ = &second;
  different_.clear();
  const std::set<std::uint32_t> ways = between(index(first), index(second));
  between_ = ways;
  const Address &a = first.address, &b = second.address;
  if (const auto x = flow_.variable_of(a), y = flow_.variable_of(b); x && y) return *x == *y;
  if (a.base != Address::Base::Register || b.base != Address::Base::Register) return false;
  const bool is_one_space = first.mod.space == second.mod.space;
  if (is_one_space && a.offset == b.offset && is_same_value(a.index, b.index, kMostSteps)) return true;
  between_ = ways;
  different_.clear();
  const auto x = sum_of(first), y = sum_of(second);
  return x && y && x->offset == y->offset && (is_one_space ? x->is_generic == y->is_generic : x->is_generic && y->is_generic) &&
         is_same_value(x->base, y->base, kMostSteps);
}

// The address without constants that are added to a register, and without the conversion from a generic one.
std::optional<SameAddress::Sum> SameAddress::sum_of(const Instruction& access) {
  Sum out{access.address.index, access.address.offset, access.mod.space == Space::Generic};
  for (int step = 0; step < kMostSteps; ++step) {
    const Instruction* in = definition(out.base);
    if (in == nullptr) return out;
    const int bits = bits_of(in->type);
    const auto reg = [&](std::size_t i) { return in->sources[i].kind == Operand::Kind::Register; };
    if (in->op == Opcode::Add && bits >= 32 && in->sources.size() == 2 && reg(0) && in->sources[1].kind == Operand::Kind::Immediate) {
      if (!add_from(*in, access)) return std::nullopt;
      const std::uint64_t added = in->sources[1].bits;
      out.offset += bits == 64 ? static_cast<std::int64_t>(added) : static_cast<std::int32_t>(added);
      out.base = in->sources[0].index;
    } else if (in->op == Opcode::Cvta && in->mod.to && !out.is_generic && in->mod.space == access.mod.space && reg(0)) {
      if (!add_from(*in, access)) return std::nullopt;
      out.is_generic = true;
      out.base = in->sources[0].index;
    } else if (const auto copied = copied_from(out.base, access)) {
      out.base = *copied;
    } else {
      return out;
    }
  }
  return std::nullopt;
}

// What may run after `from` and before `to`, on ways that do not come to `from` again.
std::set<std::uint32_t> SameAddress::between(std::uint32_t from, std::uint32_t to) {
  const auto walk = [&](std::uint32_t begin, bool onward) {
    std::set<std::uint32_t> seen;
    std::vector<std::uint32_t> open{begin};
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      ++walked_;
      for (const std::uint32_t next : onward ? after(at) : before(at))
        if (next != from && seen.insert(next).second) open.push_back(next);
    }
    return seen;
  };
  const std::set<std::uint32_t> reached = walk(from, true), reaching = walk(to, false);
  std::set<std::uint32_t> both;
  std::ranges::set_intersection(reached, reaching, std::inserter(both, both.end()));
  return both;
}

std::vector<std::uint32_t> SameAddress::after(std::uint32_t at) const {
  const std::uint32_t b = block_of_.at(at);
  if (at + 1 < f_.blocks[b].last) return {at + 1};
  std::vector<std::uint32_t> out;
  add_firsts(f_.blocks[b].successors, out);
  return out;
}

// The first instructions of blocks; behind those without any, of what follows them.
void SameAddress::add_firsts(const std::vector<std::uint32_t>& blocks, std::vector<std::uint32_t>& out) const {
  std::set<std::uint32_t> seen;
  std::vector<std::uint32_t> open(blocks.begin(), blocks.end());
  while (!open.empty()) {
    const std::uint32_t b = open.back();
    open.pop_back();
    if (!seen.insert(b).second) continue;
    const Block& block = f_.blocks[b];
    if (block.first < block.last) out.push_back(block.first);
    else open.insert(open.end(), block.successors.begin(), block.successors.end());
  }
}

const std::vector<std::uint32_t>& SameAddress::before(std::uint32_t at) {
  if (before_.empty()) {
    for (const auto& [i, b] : block_of_)
      for (const std::uint32_t next : after(i)) before_[next].push_back(i);
  }
  static const std::vector<std::uint32_t> nothing;
  const auto found = before_.find(at);
  return found == before_.end() ? nothing : found->second;
}

// Has the register `b` at the swap the value that `a` has at the read? Where it has, between_ is all that may run while what
// they depend on must not change.
bool SameAddress::is_same_value(std::uint32_t a, std::uint32_t b, int steps) {
  if (a == b && is_kept(a)) return true;
  if (steps == 0 || different_.contains({a, b})) return false;
  const std::set<std::uint32_t> before = between_;
  if (is_same_result(a, b, steps - 1)) return true;
  between_ = before;
  if (const auto copied = copied_from(b, *second_); copied && is_same_value(a, *copied, steps - 1)) return true;
  between_ = before;
  if (const auto copied = copied_from(a, *first_); copied && is_same_value(*copied, b, steps - 1)) return true;
  between_ = before;
  different_.insert({a, b});
  return false;
}

// By one operation on the same values.
bool SameAddress::is_same_result(std::uint32_t a, std::uint32_t b, int steps) {
  const Instruction *x = definition(a), *y = definition(b);
  if (x == nullptr || y == nullptr || !is_same_operation(*x, *y)) return false;
  // From where each of them is computed on, nothing of what it depends on is written either.
  if (!add_from(*x, *first_) || !add_from(*y, *second_)) return false;
  if (x->op == Opcode::Ld) {
    const auto p = flow_.slot_of(*x), q = flow_.slot_of(*y);
    if (p || q) return p && q && *p == *q && is_kept(*p, bits_of(x->type) / 8);
    // Memory that others may write, without a barrier or a fence in between: then they would race.
    const Address &at = x->address, &again = y->address;
    if (x->mod.is_volatile || y->mod.is_volatile || at.base != again.base || at.offset != again.offset) return false;
    const bool is_same = at.base == Address::Base::Register ? is_same_value(at.index, again.index, steps) : at.index == again.index;
    return is_same && is_memory_kept();
  }
  if (!is_pure(*x)) return false;
  for (std::size_t i = 0; i < x->sources.size(); ++i)
    if (!is_same_operand(x->sources[i], y->sources[i], steps)) return false;
  return true;
}

// The register of which `reg`, used by the access, is a copy: by a move, or through private memory that is stored to in one
// place only, on every way.
std::optional<std::uint32_t> SameAddress::copied_from(std::uint32_t reg, const Instruction& access) {
  const Instruction* in = definition(reg);
  if (in == nullptr || !add_from(*in, access)) return std::nullopt;
  const auto bits = [&](std::uint32_t r) { return bits_of(f_.registers[r].type); };
  // All of the register: none that is cut, as by st.u16 of 32 bits.
  const auto source = [&](const Instruction& copy) -> std::optional<std::uint32_t> {
    if (copy.sources.size() != 1 || copy.sources[0].kind != Operand::Kind::Register) return std::nullopt;
    const std::uint32_t from = copy.sources[0].index;
    const bool is_whole = bits(from) == bits(reg) && bits_of(copy.type) == bits(reg) && bits_of(in->type) == bits(reg);
    return is_whole ? std::optional(from) : std::nullopt;
  };
  if (in->op == Opcode::Mov && !in->mod.of_fragment) return source(*in);
  const auto slot = flow_.slot_of(*in);
  if (!slot || in->op != Opcode::Ld) return std::nullopt;
  const Instruction* store = only_store(*slot, *in);
  if (store == nullptr || !add_from(*store, access)) return std::nullopt;
  return source(*store);
}

// The store whose word the load reads, on every way to it; null where there are others, or none on some way.
const Instruction* SameAddress::only_store(const Source& slot, const Instruction& load) {
  const int bytes = bits_of(load.type) / 8;
  const Instruction* found = nullptr;
  std::set<std::uint32_t> seen;
  std::vector<std::uint32_t> open{index(load)};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    const std::vector<std::uint32_t>& earlier = before(at);
    if (earlier.empty() || at == f_.blocks[0].first) return nullptr;  // the function begins
    for (const std::uint32_t i : earlier) {
      ++walked_;
      const Instruction& in = f_.code[i];
      if (!may_write(in, slot, bytes)) {
        if (seen.insert(i).second) open.push_back(i);
        continue;
      }
      const bool is_all = in.op == Opcode::St && in.guard.reg < 0 && flow_.slot_of(in) == slot && bits_of(in.type) == 8 * bytes;
      if (!is_all || (found != nullptr && found != &in)) return nullptr;
      found = &in;
    }
  }
  return found;
}

// What computes a register, where it is one instruction.
const Instruction* SameAddress::definition(std::uint32_t reg) const {
  const auto& by = flow_.definitions({Source::Kind::Register, reg, 0});
  return by.size() == 1 && by[0]->guard.reg < 0 ? by[0] : nullptr;
}

bool SameAddress::is_same_operand(const Operand& a, const Operand& b, int steps) {
  if (a.kind != b.kind || a.negated != b.negated) return false;
  switch (a.kind) {
    case Operand::Kind::Register:
      return is_same_value(a.index, b.index, steps);
    case Operand::Kind::Special:
      return a.special == b.special && a.index == b.index && is_constant(a.special);
    default:
      return a.index == b.index && a.bits == b.bits;
  }
}

bool SameAddress::add_from(const Instruction& computed, const Instruction& access) {
  const std::uint32_t from = index(computed), to = index(access);
  if (!block_of_.contains(from) || walked_ > kMostWalked) return false;
  between_.insert(from);
  if (from < to && block_of_.at(from) == block_of_.at(to)) {
    for (std::uint32_t i = from; i < to; ++i) between_.insert(i);
  } else {
    between_.merge(between(from, to));
  }
  return true;
}

bool SameAddress::is_kept(std::uint32_t reg) const {
  return std::ranges::none_of(between_, [&](std::uint32_t i) {
    return std::ranges::any_of(f_.code[i].destinations, [&](const Operand& d) {
      return d.kind == Operand::Kind::Register && d.index == reg;
    });
  });
}

bool SameAddress::is_kept(const Source& slot, int bytes) const {
  return std::ranges::none_of(between_, [&](std::uint32_t i) { return may_write(f_.code[i], slot, bytes); });
}

bool SameAddress::may_write(const Instruction& in, const Source& slot, int bytes) const {
  const bool is_exposed = exposed_.contains(slot.index);
  if (in.op == Opcode::Call) return is_exposed || std::ranges::find(in.call_results, slot.index) != in.call_results.end();
  if (in.op == Opcode::Unsupported) return true;
  if (in.op != Opcode::St) return is_exposed && (in.op == Opcode::Atom || in.op == Opcode::Red);
  const auto named = flow_.variable_of(in.address);
  if (!named)
    return is_exposed && in.mod.space != Space::Global && in.mod.space != Space::Shared;
  const std::int64_t end = named->offset + in.mod.vector * bits_of(in.type) / 8;
  return named->index == slot.index && named->offset < slot.offset + bytes && slot.offset < end;
}

// Variables of which addresses are used for more than loads and stores that name them.
void SameAddress::find_exposed() {
  for (const Instruction& in : f_.code) {
    const bool moves = (in.op == Opcode::Mov || in.op == Opcode::Cvta || in.op == Opcode::Add || in.op == Opcode::Or) &&
                       in.destinations.size() == 1;
    const bool keeps_name =
        moves && in.destinations[0].kind == Operand::Kind::Register && flow_.address_in(in.destinations[0].index).has_value();
    for (const Operand& o : in.sources) {
      std::optional<Source> of;
      if (o.kind == Operand::Kind::Variable) of = Source{Source::Kind::Slot, o.index, 0};
      if (o.kind == Operand::Kind::Register) of = flow_.address_in(o.index);
      if (of && !keeps_name) exposed_.insert(of->index);
    }
    if (in.op == Opcode::Ld || in.op == Opcode::St) continue;
    for (const Address& a : {in.address, in.copied_from})
      if (const auto of = flow_.variable_of(a)) exposed_.insert(of->index);
  }
}

// Does nothing that may run in between write memory that is not private, or let others do so? The second access is at the
// address that is looked for, and not where a part of that address is loaded from, or it would change itself.
bool SameAddress::is_memory_kept() const {
  return std::ranges::none_of(between_, [&](std::uint32_t i) {
    const Instruction& in = f_.code[i];
    switch (info(in.op).cls) {
      case OpcodeClass::Warp:
      case OpcodeClass::Barrier:
      case OpcodeClass::AsyncCopy:
      case OpcodeClass::Fence:
        return true;
      default:
        return in.op == Opcode::Call || in.op == Opcode::Unsupported || in.op == Opcode::Red ||
               (in.op == Opcode::Atom && &in != second_) || (in.op == Opcode::St && !flow_.slot_of(in)) ||
               (in.op == Opcode::Ld && in.mod.is_volatile);
    }
  });
}

}  // namespace warpproof
