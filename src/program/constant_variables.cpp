#include "src/program/constant_variables.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace warpproof {

namespace {

using Variables = std::set<std::uint32_t>;

// Where the addresses of variables go in one function.
//
// Unoptimised code keeps pointers in local memory. So an address may be stored there, through an address that is
// computed from a local variable and from numbers only, and what is loaded from there may be any address that was:
// of the same bytes, where both places are known. Once the address of a local variable itself is handed on, others may
// load what is there: then all that was kept counts as handed on, too.
class Addresses {
 public:
  Addresses(const Program& program, const Function& function) : program_(program), f_(function) {}

  // Those that may be stored to, or whose address leaves the function's registers.
  Variables stored_to() {
    do {
      changed_ = false;
      for (const Instruction& in : f_.code) follow(in);
      if (local_leaves_) add(kept_anywhere(), out_);
    } while (changed_);
    return std::move(out_);
  }

 private:
  void follow(const Instruction& in) {
    const bool reads = in.op == Opcode::Ld || in.op == Opcode::Ldu;
    if (!reads) add(of(in.address), out_);
    add(of(in.copied_from), out_);
    Variables used;
    bool uses_local = false;
    for (const Operand& o : in.sources) {
      if (o.kind == Operand::Kind::Register) used.insert(held_[o.index].begin(), held_[o.index].end());
      if (o.kind == Operand::Kind::Variable && is_candidate(o.index)) used.insert(o.index);
      uses_local = uses_local || may_be_local(o);
    }
    follow_local(in, reads, uses_local);
    const auto count = static_cast<std::int64_t>(std::max(in.sources.size(), in.destinations.size()));
    const std::int64_t bytes = std::max<std::int64_t>(1, bits_of(in.type) / 8) * std::max<std::int64_t>(1, count);
    if (in.op == Opcode::St && is_surely_local(in.address)) {
      const auto place = place_of(in.address);
      return place ? add(used, kept_[{place->variable, place->offset, bytes}]) : add(used, kept_somewhere_);
    }
    if (reads) {
      const Variables loaded = kept_at(in.address, bytes);
      used.insert(loaded.begin(), loaded.end());
    }
    if (used.empty()) return;
    const bool computes = !in.destinations.empty() &&
                          std::all_of(in.destinations.begin(), in.destinations.end(), [](const Operand& d) {
                            return d.kind == Operand::Kind::Register || d.kind == Operand::Kind::None;
                          });
    const bool kept =
        computes && in.op != Opcode::Atom && in.op != Opcode::Call && in.op != Opcode::Unsupported;
    if (!kept) return add(used, out_);
    for (const Operand& d : in.destinations) {
      if (d.kind == Operand::Kind::Register) add(used, held_[d.index]);
    }
  }

  // Which registers may, or surely do, point into local variables; whether such a pointer leaves registers.
  void follow_local(const Instruction& in, bool reads, bool uses_local) {
    bool moves = false;  // a pointer that stays one: by itself, or with a number added
    if (in.op == Opcode::Mov || in.op == Opcode::Cvta) moves = in.sources.size() == 1;
    if (in.op == Opcode::Add || in.op == Opcode::Sub) moves = in.sources.size() == 2;
    if (!moves && uses_local && !local_leaves_) local_leaves_ = changed_ = true;
    const bool from_local = moves && !in.sources.empty() && may_be_local(in.sources.front()) &&
                            (in.sources.size() < 2 || is_number(in.sources[1]));
    const std::optional<LocalPlace> place = from_local ? place_of(in) : std::nullopt;
    for (const Operand& d : in.destinations) {
      if (d.kind != Operand::Kind::Register) continue;
      if (uses_local && !reads) note_place(d.index, place);
      if (uses_local && !reads) changed_ = local_.insert(d.index).second || changed_;
      if (!from_local) changed_ = other_.insert(d.index).second || changed_;
    }
  }

  // A byte of a local variable.
  struct LocalPlace {
    std::uint32_t variable;
    std::int64_t offset;
    bool operator==(const LocalPlace&) const = default;
  };
  std::optional<LocalPlace> place_of(const Address& a) const {
    if (a.base == Address::Base::Variable) return LocalPlace{a.index, a.offset};
    const auto it = places_.find(a.index);
    if (a.base != Address::Base::Register || it == places_.end() || !it->second) return std::nullopt;
    return LocalPlace{it->second->variable, it->second->offset + a.offset};
  }
  std::optional<LocalPlace> place_of(const Instruction& in) const {
    std::optional<LocalPlace> out;
    const Operand& from = in.sources.front();
    if (from.kind == Operand::Kind::Variable) out = LocalPlace{from.index, 0};
    if (from.kind == Operand::Kind::Register) {
      const auto it = places_.find(from.index);
      if (it != places_.end()) out = it->second;
    }
    return in.sources.size() == 1 ? out : std::nullopt;
  }
  // Instructions that leave different places in one register leave it anywhere.
  void note_place(std::uint32_t reg, const std::optional<LocalPlace>& place) {
    const auto [it, fresh] = places_.try_emplace(reg, place);
    if (fresh) changed_ = true;
    if (it->second == place || !it->second) return;
    it->second.reset();
    changed_ = true;
  }

  Variables kept_anywhere() const {
    Variables out = kept_somewhere_;
    for (const auto& [at, variables] : kept_) out.insert(variables.begin(), variables.end());
    return out;
  }
  Variables kept_at(const Address& a, std::int64_t bytes) const {
    const bool may_be = a.base == Address::Base::Register ? local_.contains(a.index) : is_surely_local(a);
    if (!may_be) return {};
    const auto place = is_surely_local(a) ? place_of(a) : std::nullopt;
    if (!place) return kept_anywhere();
    Variables out = kept_somewhere_;
    for (const auto& [at, variables] : kept_) {
      const auto& [variable, offset, size] = at;
      if (variable == place->variable && offset < place->offset + bytes && place->offset < offset + size)
        out.insert(variables.begin(), variables.end());
    }
    return out;
  }

  bool may_be_local(const Operand& o) const {
    if (o.kind == Operand::Kind::Variable) return program_.variables[o.index].space == Space::Local;
    return o.kind == Operand::Kind::Register && local_.contains(o.index);
  }
  // As far as addresses of variables go: no register that holds any.
  bool is_number(const Operand& o) {
    if (o.kind == Operand::Kind::Variable) return false;
    return o.kind != Operand::Kind::Register || (held_[o.index].empty() && !local_.contains(o.index));
  }
  bool is_surely_local(const Address& a) const {
    if (a.base == Address::Base::Variable) return program_.variables[a.index].space == Space::Local;
    return a.base == Address::Base::Register && local_.contains(a.index) && !other_.contains(a.index);
  }

  // Kernels cannot store to constant memory.
  bool is_candidate(std::uint32_t variable) const { return program_.variables[variable].space == Space::Global; }

  Variables of(const Address& address) {
    if (address.base == Address::Base::Register) return held_[address.index];
    if (address.base == Address::Base::Variable && is_candidate(address.index)) return {address.index};
    return {};
  }

  void add(const Variables& from, Variables& to) {
    for (const std::uint32_t v : from) changed_ = to.insert(v).second || changed_;
  }

  const Program& program_;
  const Function& f_;
  std::map<std::uint32_t, Variables> held_;  // by register
  std::set<std::uint32_t> local_, other_;    // registers that may point into local variables, or not into them
  std::map<std::uint32_t, std::optional<LocalPlace>> places_;  // by register that may; nothing: anywhere there
  // Addresses in local memory: by variable, first byte and bytes; those of which the place is not known.
  std::map<std::tuple<std::uint32_t, std::int64_t, std::int64_t>, Variables> kept_;
  Variables kept_somewhere_;
  Variables out_;
  bool changed_ = false, local_leaves_ = false;
};

}  // namespace

bool is_of_compiler(const Variable& variable) {
  return variable.function >= 0 || variable.name.starts_with("__const") || variable.name.starts_with("_$_str") ||
         variable.name.starts_with("$str");
}

std::set<std::uint32_t> variables_only_read(const Program& program) {
  Variables out;
  for (std::uint32_t v = 0; v < program.variables.size(); ++v) {
    const Variable& variable = program.variables[v];
    if (variable.has_pointers) return {};  // perhaps to one of the others
    const bool placed = variable.space == Space::Global || variable.space == Space::Const;
    if (placed && variable.initial) out.insert(v);
  }
  for (const Function& f : program.functions) {
    for (const std::uint32_t v : Addresses(program, f).stored_to()) out.erase(v);
  }
  return out;
}

}  // namespace warpproof
