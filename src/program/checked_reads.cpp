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
constexpr std::int64_t kMostBytes = 8;   // of a word

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
    std::map<const Instruction*, std::set<const Instruction*>> swaps;  // at a read's address, by the read
    std::size_t pairs = 0;
    for (const Instruction& swap : f_.code) {
      if (!is_swap(swap) || !block_of_.contains(index(swap))) continue;
      for (const Instruction* in : flow_.origins(swap.sources[0])) {
        if (!is_plain_read(*in) || bits_of(in->type) != bits_of(swap.type) || !block_of_.contains(index(*in))) continue;
        if (++pairs > kMostPairs || walked_ > kMostWalked) return {};
        if (is_at_same_address(*in, swap)) swaps[in].insert(&swap);
      }
    }
    std::set<const Instruction*> out;
    for (const auto& [read, at_its_address] : swaps) {
      read_ = read;
      if (is_checked(at_its_address)) out.insert(read);
    }
    return out;
  }

 private:
  // What is known of the value that the read returned, at one point of the function.
  struct Known {
    // In which registers and private words it may be: itself, what was computed from it, either of an earlier execution.
    enum : std::uint8_t { kItself = 1, kComputed = 2, kEarlier = 4 };
    std::map<Source, std::uint8_t> held;
    // Where it is for sure, on ways on which no swap has checked it; none: there are no such ways.
    std::optional<std::set<Source>> surely;
    bool is_used = false;  // perhaps stored, or given to others, and not checked since

    bool is_unchecked() const {
      return is_used || std::ranges::any_of(held, [](const auto& at) { return (at.second & (kItself | kComputed)) != 0; });
    }
    bool operator==(const Known&) const = default;
  };

  std::uint32_t index(const Instruction& in) const { return static_cast<std::uint32_t>(&in - f_.code.data()); }

  bool is_at_same_address(const Instruction& read, const Instruction& swap) {
    read_ = &read;
    swap_ = &swap;
    different_.clear();
    between_ = between(index(read), index(swap));
    const Address &a = read.address, &b = swap.address;
    if (read.mod.space != swap.mod.space || a.base != b.base || a.offset != b.offset) return false;
    return a.base == Address::Base::Register ? is_same_value(a.index, b.index, kMostSteps) : a.index == b.index;
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

  // Does one of the swaps, on every way, compare with what the read returned before that is used for more than comparisons,
  // or else after it? Then it is true: `old = *p; while (old < v) { .. }` may leave without a swap, `out[0] = old` may not.
  bool is_checked(const std::set<const Instruction*>& swaps) {
    std::vector<std::optional<Known>> begins(f_.blocks.size());
    begins[0] = Known{};
    bool is_compared = false, is_wrong = false;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t b = 0; b < f_.blocks.size(); ++b) {
        if (!begins[b]) continue;
        Known now = *begins[b];
        walked_ += f_.blocks[b].last - f_.blocks[b].first;
        if (walked_ > kMostWalked) return false;
        for (std::uint32_t i = f_.blocks[b].first; i < f_.blocks[b].last; ++i) step(f_.code[i], swaps, now, is_compared, is_wrong);
        if (is_wrong) return false;
        for (const std::uint32_t next : f_.blocks[b].successors) changed = merge(begins[next], now) || changed;
      }
    }
    is_compared = false;  // of the last states only, in which less is sure
    for (std::size_t b = 0; b < f_.blocks.size(); ++b) {
      if (!begins[b]) continue;
      Known now = *begins[b];
      for (std::uint32_t i = f_.blocks[b].first; i < f_.blocks[b].last; ++i) step(f_.code[i], swaps, now, is_compared, is_wrong);
    }
    return is_compared && !is_wrong;
  }

  static bool merge(std::optional<Known>& into, const Known& from) {
    if (!into) {
      into = from;
      return true;
    }
    const Known before = *into;
    for (const auto& [where, how] : from.held) into->held[where] |= how;
    into->is_used = into->is_used || from.is_used;
    if (from.surely && into->surely)
      std::erase_if(*into->surely, [&](const Source& s) { return !from.surely->contains(s); });
    else if (from.surely)
      into->surely = from.surely;
    return !(*into == before);
  }

  void step(const Instruction& in, const std::set<const Instruction*>& swaps, Known& now, bool& is_compared,
            bool& is_wrong) const {
    if (&in == read_) return returned(in, now, is_wrong);
    if (swaps.contains(&in) && in.guard.reg < 0 && now.surely && in.sources[0].kind == Operand::Kind::Register &&
        now.surely->contains(register_of(in.sources[0].index))) {
      is_compared = true;
      for (auto& [where, how] : now.held) how &= Known::kEarlier;
      std::erase_if(now.held, [](const auto& at) { return at.second == 0; });
      now.surely.reset();
      now.is_used = false;
    }
    const std::uint8_t how = used_in(in, now);
    if (how != 0 && gives_away(in)) {
      is_wrong = is_wrong || (how & Known::kEarlier) != 0;
      now.is_used = now.is_used || (how & (Known::kItself | Known::kComputed)) != 0;
    }
    if ((in.op == Opcode::Ret || in.op == Opcode::Exit) && now.is_used) is_wrong = true;
    write(in, how, now);
    if (!now.is_unchecked()) now.surely.reset();
  }

  void returned(const Instruction& in, Known& now, bool& is_wrong) const {
    is_wrong = is_wrong || now.is_used;  // what an earlier execution returned: no swap checks it any more
    for (auto& [where, how] : now.held) how = Known::kEarlier;
    now.surely.emplace();
    const Source to = register_of(in.destinations[0].index);
    now.held[to] = in.guard.reg < 0 ? Known::kItself : Known::kItself | Known::kEarlier;
    if (in.guard.reg < 0) now.surely->insert(to);
  }

  static Source register_of(std::uint32_t index) { return {Source::Kind::Register, index, 0}; }

  std::uint8_t used_in(const Instruction& in, const Known& now) const {
    std::uint8_t out = 0;
    const auto take = [&](const Source& s) {
      if (const auto at = now.held.find(s); at != now.held.end()) out |= at->second;
    };
    for (const Operand& o : in.sources)
      if (o.kind == Operand::Kind::Register) take(register_of(o.index));
    for (const Address& a : {in.address, in.copied_from})
      if (a.base == Address::Base::Register) take(register_of(a.index));
    if (const auto slot = flow_.slot_of(in); slot && in.op == Opcode::Ld) {
      for (const auto& [where, how] : now.held) {
        const bool is_read = where.kind == Source::Kind::Slot && where.index == slot->index &&
                             where.offset < slot->offset + bits_of(in.type) / 8 && slot->offset < where.offset + kMostBytes;
        if (is_read) out |= how;
      }
    }
    for (const std::uint32_t v : in.call_arguments)
      for (const auto& [where, how] : now.held)
        if (where.kind == Source::Kind::Slot && where.index == v) out |= how;
    return out;
  }

  // Does it hand what it uses to other threads, or to memory that they see? What functions do with their arguments is not
  // looked at.
  bool gives_away(const Instruction& in) const {
    switch (info(in.op).cls) {
      case OpcodeClass::Warp:
      case OpcodeClass::Barrier:
      case OpcodeClass::AsyncCopy:
        return true;
      default:
        return in.op == Opcode::Atom || in.op == Opcode::Red || (in.op == Opcode::St && !flow_.slot_of(in));
    }
  }

  // The value is copied, or something is computed from it.
  void write(const Instruction& in, std::uint8_t how, Known& now) const {
    const int bits = bits_of(read_->type);
    const auto slot = flow_.slot_of(in);
    std::optional<Source> from;
    const bool moves = in.op == Opcode::Mov || (in.op == Opcode::Cvt && !is_float(in.type) && !is_float(in.source_type) &&
                                                bits_of(in.type) >= bits && bits_of(in.source_type) >= bits);
    if (slot && in.op == Opcode::Ld && bits_of(in.type) >= bits) from = slot;
    if ((moves || (slot && in.op == Opcode::St && bits_of(in.type) >= bits)) && in.sources.size() == 1 &&
        in.sources[0].kind == Operand::Kind::Register)
      from = register_of(in.sources[0].index);
    const bool is_exact = from && now.held.contains(*from);
    const bool is_sure = from && now.surely && now.surely->contains(*from);
    const std::uint8_t copied = is_exact ? now.held.at(*from) : 0;
    const auto computed = static_cast<std::uint8_t>((how & Known::kEarlier) |
                                                    ((how & (Known::kItself | Known::kComputed)) != 0 ? Known::kComputed : 0));
    const auto put = [&](const Source& to) {
      const std::uint8_t value = is_exact ? copied : computed;
      std::uint8_t& held = now.held[to];
      held = in.guard.reg < 0 ? value : static_cast<std::uint8_t>(held | value);
      if (held == 0) now.held.erase(to);
      if (!now.surely) return;
      if (is_sure && in.guard.reg < 0) now.surely->insert(to);
      else now.surely->erase(to);
    };
    if (now.surely) {  // what is overwritten in part is no longer what the read returned
      std::erase_if(*now.surely, [&](const Source& at) {
        return at.kind == Source::Kind::Slot && at != slot && may_write(in, at, bits / 8);
      });
    }
    if (slot && in.op == Opcode::St) return put(*slot);
    for (const Operand& d : in.destinations)
      if (d.kind == Operand::Kind::Register) put(register_of(d.index));
    for (const std::uint32_t v : in.call_results)
      if (computed != 0) now.held[{Source::Kind::Slot, v, 0}] |= computed;
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
