#include "src/program/checked_reads.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "src/program/flow.h"

namespace warpproof {
namespace {

// Of reads and swaps in a function, and of instructions on ways between them. Where there are more, all reads stay weak.
constexpr std::size_t kMostPairs = 256, kMostWalked = 10'000'000;
constexpr int kMostSteps = 32;           // of the computation of an address

bool is_swap(const Instruction& in) {
  return in.op == Opcode::Atom && in.mod.reduce == ReduceOp::Cas && in.sources.size() == 2;
}

bool is_plain_read(const Instruction& in) {
  return in.op == Opcode::Ld && in.mod.vector == 1 && !in.mod.is_volatile &&
         (in.mod.space == Space::Generic || in.mod.space == Space::Global || in.mod.space == Space::Shared);
}

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
                      m.wide, m.to, m.wrap, m.clamp, m.space, m.vector);
  };
  return words(a) == words(b);
}

// It stays the same while a thread runs.
bool is_constant(Special s) {
  return s <= Special::LaneId || (s >= Special::LanemaskEq && s <= Special::LanemaskGe) || s == Special::BlockRank ||
         s == Special::BlockThreads;
}

class CheckedReads {
 public:
  CheckedReads(const Program& program, const Function& f) : f_(f), flow_(program, f) {
    for (std::uint32_t b = 0; b < f.blocks.size(); ++b) {
      for (std::uint32_t i = f.blocks[b].first; i < f.blocks[b].last; ++i) block_of_.emplace(i, b);
    }
    find_exposed();
  }

  std::set<const Instruction*> find() {
    std::set<const Instruction*> out;
    std::size_t pairs = 0;
    for (const Instruction& swap : f_.code) {
      if (!is_swap(swap) || !block_of_.contains(index(swap))) continue;
      for (const Instruction* in : flow_.origins(swap.sources[0])) {
        if (!is_plain_read(*in) || bits_of(in->type) != bits_of(swap.type) || !block_of_.contains(index(*in))) continue;
        if (++pairs > kMostPairs || walked_ > kMostWalked) return {};
        if (checks(swap, *in)) out.insert(in);
      }
    }
    return out;
  }

 private:
  using Holders = std::map<Source, bool>;  // of what the read returned, perhaps; true: perhaps in an earlier execution

  std::uint32_t index(const Instruction& in) const { return static_cast<std::uint32_t>(&in - f_.code.data()); }

  bool checks(const Instruction& swap, const Instruction& read) {
    read_ = &read;
    swap_ = &swap;
    different_.clear();
    between_ = between(index(read), index(swap));
    const Address &a = read.address, &b = swap.address;
    if (read.mod.space != swap.mod.space || a.base != b.base || a.offset != b.offset) return false;
    if (a.base == Address::Base::Register ? !is_same_value(a.index, b.index, kMostSteps) : a.index != b.index) return false;
    return compares_latest();
  }

  // What may run after `from` and before `to`, on ways that do not come to `from` again.
  std::set<std::uint32_t> between(std::uint32_t from, std::uint32_t to) {
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

  std::vector<std::uint32_t> after(std::uint32_t at) const {
    const std::uint32_t b = block_of_.at(at);
    if (at + 1 < f_.blocks[b].last) return {at + 1};
    std::vector<std::uint32_t> out;
    add_firsts(f_.blocks[b].successors, out);
    return out;
  }

  // The first instructions of blocks; behind those without any, of what follows them.
  void add_firsts(const std::vector<std::uint32_t>& blocks, std::vector<std::uint32_t>& out) const {
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

  const std::vector<std::uint32_t>& before(std::uint32_t at) const {
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
  bool is_same_value(std::uint32_t a, std::uint32_t b, int steps) {
    if (a == b && is_kept(a)) return true;
    if (steps == 0 || different_.contains({a, b})) return false;
    const std::set<std::uint32_t> before = between_;
    if (is_same_result(a, b, steps - 1)) return true;
    between_ = before;
    if (const auto copied = copied_from(b, *swap_); copied && is_same_value(a, *copied, steps - 1)) return true;
    between_ = before;
    if (const auto copied = copied_from(a, *read_); copied && is_same_value(*copied, b, steps - 1)) return true;
    between_ = before;
    different_.insert({a, b});
    return false;
  }

  // By one operation on the same values.
  bool is_same_result(std::uint32_t a, std::uint32_t b, int steps) {
    const Instruction *x = definition(a), *y = definition(b);
    if (x == nullptr || y == nullptr || !is_same_operation(*x, *y)) return false;
    // From where each of them is computed on, nothing of what it depends on is written either.
    if (!add_from(*x, *read_) || !add_from(*y, *swap_)) return false;
    if (x->op == Opcode::Ld) {
      const auto p = flow_.slot_of(*x), q = flow_.slot_of(*y);
      return p && q && *p == *q && is_kept(*p, bits_of(x->type) / 8);
    }
    if (!is_pure(*x)) return false;
    for (std::size_t i = 0; i < x->sources.size(); ++i)
      if (!is_same_operand(x->sources[i], y->sources[i], steps)) return false;
    return true;
  }

  // The register of which `reg`, used by the access, is a copy: by a move, or through private memory that is stored to in one
  // place only, on every way.
  std::optional<std::uint32_t> copied_from(std::uint32_t reg, const Instruction& access) {
    const Instruction* in = definition(reg);
    if (in == nullptr || !add_from(*in, access)) return std::nullopt;
    const auto source = [&](const Instruction& copy) -> std::optional<std::uint32_t> {
      if (copy.sources.size() != 1 || copy.sources[0].kind != Operand::Kind::Register) return std::nullopt;
      return copy.sources[0].index;
    };
    if (in->op == Opcode::Mov && !in->mod.of_fragment) return source(*in);
    const auto slot = flow_.slot_of(*in);
    if (!slot || in->op != Opcode::Ld) return std::nullopt;
    const Instruction* store = only_store(*slot, *in);
    if (store == nullptr || !add_from(*store, access)) return std::nullopt;
    return source(*store);
  }

  // The store whose word the load reads, on every way to it; null where there are others, or none on some way.
  const Instruction* only_store(const Source& slot, const Instruction& load) {
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
  const Instruction* definition(std::uint32_t reg) const {
    const auto& by = flow_.definitions({Source::Kind::Register, reg, 0});
    return by.size() == 1 && by[0]->guard.reg < 0 ? by[0] : nullptr;
  }

  bool is_same_operand(const Operand& a, const Operand& b, int steps) {
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

  bool add_from(const Instruction& computed, const Instruction& access) {
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

  bool is_kept(std::uint32_t reg) const {
    return std::ranges::none_of(between_, [&](std::uint32_t i) {
      return std::ranges::any_of(f_.code[i].destinations, [&](const Operand& d) {
        return d.kind == Operand::Kind::Register && d.index == reg;
      });
    });
  }

  bool is_kept(const Source& slot, int bytes) const {
    return std::ranges::none_of(between_, [&](std::uint32_t i) { return may_write(f_.code[i], slot, bytes); });
  }

  bool may_write(const Instruction& in, const Source& slot, int bytes) const {
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
  void find_exposed() {
    for (const Instruction& in : f_.code) {
      const bool moves = (in.op == Opcode::Mov || in.op == Opcode::Cvta || in.op == Opcode::Add) && in.destinations.size() == 1;
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

  // Is what the swap compares with, where it comes from the read, what the read returned last?
  bool compares_latest() {
    std::vector<std::optional<Holders>> begins(f_.blocks.size());
    begins[0] = Holders{};
    for (bool changed = true; changed;) {
      if (walked_ > kMostWalked) return false;
      changed = false;
      for (std::size_t b = 0; b < f_.blocks.size(); ++b) {
        if (!begins[b]) continue;
        Holders now = *begins[b];
        walked_ += f_.blocks[b].last - f_.blocks[b].first;
        for (std::uint32_t i = f_.blocks[b].first; i < f_.blocks[b].last; ++i) step(f_.code[i], now);
        for (const std::uint32_t next : f_.blocks[b].successors) changed = merge(begins[next], now) || changed;
      }
    }
    const std::uint32_t b = block_of_.at(index(*swap_));
    if (!begins[b]) return false;
    Holders now = *begins[b];
    for (std::uint32_t i = f_.blocks[b].first; i < index(*swap_); ++i) step(f_.code[i], now);
    const auto found = now.find({Source::Kind::Register, swap_->sources[0].index, 0});
    return swap_->sources[0].kind == Operand::Kind::Register && found != now.end() && !found->second;
  }

  static bool merge(std::optional<Holders>& into, const Holders& from) {
    bool changed = !into;
    if (!into) into.emplace();
    for (const auto& [where, is_old] : from) {
      const auto [it, fresh] = into->emplace(where, is_old);
      changed = changed || fresh || (is_old && !it->second);
      it->second = it->second || is_old;
    }
    return changed;
  }

  void step(const Instruction& in, Holders& now) const {
    if (&in == read_) {
      for (auto& [where, is_old] : now) is_old = true;
    }
    std::optional<Source> from, to;
    const int bits = bits_of(read_->type);
    const bool copies = (in.op == Opcode::Mov || (in.op == Opcode::Cvt && !is_float(in.type) && !is_float(in.source_type) &&
                                                  bits_of(in.type) >= bits && bits_of(in.source_type) >= bits)) &&
                        in.sources.size() == 1;
    const auto slot = flow_.slot_of(in);
    if (slot && in.op == Opcode::St) to = slot;
    else if (in.destinations.size() == 1 && in.destinations[0].kind == Operand::Kind::Register)
      to = Source{Source::Kind::Register, in.destinations[0].index, 0};
    if (slot && in.op == Opcode::Ld && bits_of(in.type) >= bits) from = slot;
    if ((copies || (slot && in.op == Opcode::St && bits_of(in.type) >= bits)) && in.sources.size() == 1 &&
        in.sources[0].kind == Operand::Kind::Register)
      from = Source{Source::Kind::Register, in.sources[0].index, 0};
    // What is overwritten in part is no longer what the read returned.
    std::erase_if(now, [&](const auto& at) {
      return at.first.kind == Source::Kind::Slot && at.first != to && may_write(in, at.first, bits / 8);
    });
    if (!to) return;
    std::optional<bool> held;
    if (&in == read_) held = false;
    else if (from && now.contains(*from)) held = now.at(*from);
    if (in.guard.reg < 0) now.erase(*to);
    if (!held) return;
    const auto [it, fresh] = now.emplace(*to, *held);
    it->second = it->second || *held;
  }

  const Function& f_;
  const Flow flow_;
  std::map<std::uint32_t, std::uint32_t> block_of_;  // by instruction
  mutable std::map<std::uint32_t, std::vector<std::uint32_t>> before_;
  std::set<std::uint32_t> exposed_;
  std::size_t walked_ = 0;
  // Of the pair that is looked at.
  const Instruction *read_ = nullptr, *swap_ = nullptr;
  std::set<std::uint32_t> between_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> different_;
};

}  // namespace

std::set<const Instruction*> checked_reads(const Program& program, const Function& function) {
  if (std::ranges::none_of(function.code, is_swap) || function.blocks.empty()) return {};
  return CheckedReads(program, function).find();
}

}  // namespace warpproof
