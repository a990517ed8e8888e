#include "src/program/checked_reads.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "src/program/flow.h"
#include "src/program/same_address.h"

namespace warpproof {
namespace {

constexpr std::size_t kMostPairs = 256;  // of reads and swaps in a function; where there are more, all reads stay weak
constexpr int kMostBytes = 8;             // of a word

bool is_swap(const Instruction& in) {
  return in.op == Opcode::Atom && in.mod.reduce == ReduceOp::Cas && in.sources.size() == 2;
}

bool is_plain_read(const Instruction& in) {
  return in.op == Opcode::Ld && in.mod.vector == 1 && !in.mod.is_volatile && !in.mod.read_only &&
         (in.mod.space == Space::Generic || in.mod.space == Space::Global || in.mod.space == Space::Shared);
}

class CheckedReads {
 public:
  CheckedReads(const Program& program, const Function& f) : f_(f), flow_(program, f), same_address_(flow_, f) {}

  std::set<const Instruction*> find() {
    std::map<const Instruction*, std::set<const Instruction*>> swaps;  // at a read's address, by the read
    std::size_t pairs = 0;
    for (const Instruction& swap : f_.code) {
      if (!is_swap(swap) || !same_address_.is_reachable(swap)) continue;
      for (const Instruction* in : flow_.origins(swap.sources[0])) {
        if (!is_plain_read(*in) || bits_of(in->type) != bits_of(swap.type) || !same_address_.is_reachable(*in)) continue;
        if (++pairs > kMostPairs || same_address_.is_too_much()) return {};
        if (same_address_.holds(*in, swap)) swaps[in].insert(&swap);
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
        same_address_.count(f_.blocks[b].last - f_.blocks[b].first);
        if (same_address_.is_too_much()) return false;
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
    if (in.op == Opcode::Ld) {  // a load may read what a store at its address may write: by name, by a pointer, in part
      Instruction store = in;
      store.op = Opcode::St;
      for (const auto& [where, how] : now.held)
        if (where.kind == Source::Kind::Slot && same_address_.may_write(store, where, kMostBytes)) out |= how;
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
    const bool moves = in.op == Opcode::Mov || (in.op == Opcode::Cvt && !in.mod.sat && !is_float(in.type) && !is_float(in.source_type) &&
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
        return at.kind == Source::Kind::Slot && at != slot && same_address_.may_write(in, at, bits / 8);
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
  SameAddress same_address_;
  const Instruction* read_ = nullptr;  // that is looked at
};

}  // namespace

std::set<const Instruction*> checked_reads(const Program& program, const Function& function) {
  if (std::ranges::none_of(function.code, is_swap) || function.blocks.empty()) return {};
  return CheckedReads(program, function).find();
}

}  // namespace warpproof
