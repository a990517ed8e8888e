#include "checker/equivalence/module_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <set>

#include "src/machine/address_map.h"

namespace warpproof::equivalence {

namespace {

// Stands in b where a has a variable without a counterpart.
constexpr const char* kAbsent = "(no variable)";

using Indices = std::vector<std::uint32_t>;

bool is_own_name_of_file(const std::string& part) {
  return part.starts_with("_INTERNAL_") || part.starts_with("_GLOBAL__N");
}

// `4name` at that place of a mangled name, and what comes after it.
std::optional<std::string> take_part(const std::string& name, std::size_t& at) {
  while (at < name.size() && (name[at] == 'L' || name[at] == 'K')) ++at;
  std::size_t length = 0, digits = at;
  for (; digits < name.size() && std::isdigit(static_cast<unsigned char>(name[digits])) && length < 10'000;
       ++digits)
    length = 10 * length + static_cast<std::size_t>(name[digits] - '0');
  if (digits == at || length == 0 || digits + length > name.size()) return std::nullopt;
  at = digits + length;
  return name.substr(digits, length);
}

std::string without_marks(const std::string& name) {
  for (const char* mark : {"__static__", "__intern__"}) {
    if (const auto at = name.find(mark); at != std::string::npos && at > 0) return name.substr(0, at);
  }
  return name;
}

// Global memory that is named in either way.
bool in_global(const Variable& v) { return v.space == Space::Global || v.space == Space::Generic; }
bool is_numbered(const Variable& v) { return in_global(v) || v.space == Space::Const; }

// Of a kernel and what it calls: by variable, in which ways its memory is accessed. Addresses are followed
// through registers; what is kept in memory is not.
class Uses {
 public:
  Uses(const Program& program, std::uint32_t root) : program_(program) {
    const auto reachable = layout(program, root).reachable;
    for (std::size_t f = 0; f < program.functions.size(); ++f) {
      if (reachable[f]) follow(program.functions[f]);
    }
  }

  // Of the variable and its accesses; nothing where it is not used.
  std::optional<std::string> text(std::uint32_t variable) const {
    const auto own = uses_.find(variable);
    if (own == uses_.end()) return std::nullopt;
    const Variable& v = program_.variables[variable];
    std::string out = fmt::format("{} {} {}:", in_global(v), v.size, v.align);
    if (v.initial) {
      for (const auto byte : *v.initial) out += fmt::format("{:02x}", byte);
    }
    for (const std::string& use : own->second) out += " " + use;
    return out;
  }

 private:
  using Held = std::map<std::uint32_t, std::set<std::uint32_t>>;  // by register: of which variables

  void follow(const Function& f) {
    Held held;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Instruction& in : f.code) changed = pass_on(in, held) || changed;
    }
    for (const Instruction& in : f.code) {
      note(in, in.address, held);
      note(in, in.copied_from, held);
    }
  }

  bool pass_on(const Instruction& in, Held& held) {
    if (in.address.base != Address::Base::Absolute) return false;  // what an access brings
    bool changed = false;
    for (const Operand& from : in.sources) {
      std::set<std::uint32_t> variables;
      if (from.kind == Operand::Kind::Variable) {
        variables.insert(from.index);
        uses_[from.index];
      } else if (from.kind == Operand::Kind::Register) {
        if (const auto known = held.find(from.index); known != held.end()) variables = known->second;
      }
      if (variables.empty()) continue;
      for (const Operand& to : in.destinations) {
        if (to.kind != Operand::Kind::Register) continue;
        auto& own = held[to.index];
        const std::size_t before = own.size();
        own.insert(variables.begin(), variables.end());
        changed = changed || own.size() != before;
      }
    }
    return changed;
  }

  void note(const Instruction& in, const Address& at, const Held& held) {
    const std::string use = fmt::format("{}.{}.{}.{}", static_cast<int>(in.op), bits_of(in.type),
                                        in.mod.vector, static_cast<int>(in.mod.reduce));
    if (at.base == Address::Base::Variable) uses_[at.index].insert(use);
    if (at.base != Address::Base::Register) return;
    if (const auto known = held.find(at.index); known != held.end()) {
      for (const std::uint32_t v : known->second) uses_[v].insert(use);
    }
  }

  const Program& program_;
  std::map<std::uint32_t, std::set<std::string>> uses_;
};

class Pairing {
 public:
  Pairing(const Side& a, const Side& b)
      : a_(a), b_(b), of_a_(numbered(*a.program)), of_b_(numbered(*b.program)) {
    const auto same = [](const std::string& name) { return name; };
    pair([&](const Side& s, std::uint32_t v) { return key(s, v, same); });
    pair([&](const Side& s, std::uint32_t v) { return key(s, v, plain_name); });
    pair_by_use();
  }

  bool any() const { return !of_a_.empty() && !of_b_.empty(); }
  std::vector<std::string> by_use() const { return by_use_; }
  bool any_apart() const {
    const Uses uses_a(*a_.program, a_.function), uses_b(*b_.program, b_.function);
    const auto is_apart = [](const Side& s, const Uses& uses, std::uint32_t v, const auto& paired) {
      return !s.program->variables[v].initial && !paired.contains(v) && uses.text(v);
    };
    return std::any_of(of_a_.begin(), of_a_.end(),
                       [&](std::uint32_t v) { return is_apart(a_, uses_a, v, in_b_); }) ||
           std::any_of(of_b_.begin(), of_b_.end(),
                       [&](std::uint32_t v) { return is_apart(b_, uses_b, v, in_a_); });
  }

  // b with its variables where their counterparts stand, and its others in what is left.
  Program ordered() const {
    Program out = *b_.program;
    std::map<std::uint32_t, std::uint32_t> moved;
    for (const bool constant : {false, true}) {
      Indices order = order_of(constant), slots;
      for (const std::uint32_t v : of_b_) {
        if ((out.variables[v].space == Space::Const) == constant) slots.push_back(v);
      }
      while (slots.size() < order.size()) {
        slots.push_back(static_cast<std::uint32_t>(out.variables.size()));
        out.variables.push_back({});
      }
      for (std::size_t k = 0; k < order.size(); ++k) {
        if (order[k] == kNone) {
          Variable absent;
          absent.name = kAbsent;
          absent.space = constant ? Space::Const : Space::Global;
          absent.size = 1;
          out.variables[slots[k]] = absent;
        } else {
          out.variables[slots[k]] = b_.program->variables[order[k]];
          moved[order[k]] = slots[k];
        }
      }
    }
    rename(out, moved);
    return out;
  }

 private:
  static constexpr std::uint32_t kNone = ~0u;

  static Indices numbered(const Program& p) {
    Indices out;
    for (std::uint32_t v = 0; v < p.variables.size(); ++v) {
      if (is_numbered(p.variables[v])) out.push_back(v);
    }
    return out;
  }

  // Constants of a function's own have no name that means something: their contents tell them.
  template <class Name>
  static std::optional<std::string> key(const Side& s, std::uint32_t v, Name name) {
    const Variable& variable = s.program->variables[v];
    if (variable.function < 0 || variable.space != Space::Const || !variable.initial || variable.has_pointers)
      return fmt::format("{} {}", in_global(variable), name(variable.name));
    std::string out = fmt::format("literal {} {}:", variable.size, variable.align);
    for (const auto byte : *variable.initial) out += fmt::format("{:02x}", byte);
    return out;
  }

  // Those that have one key, if they are the only ones on their side that do.
  template <class KeyOf>
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pair(KeyOf key_of) {
    std::map<std::string, std::array<Indices, 2>> by_key;
    for (const std::uint32_t v : of_a_) {
      const auto k = in_b_.contains(v) ? std::nullopt : key_of(a_, v);
      if (k) by_key[*k][0].push_back(v);
    }
    for (const std::uint32_t v : of_b_) {
      const auto k = in_a_.contains(v) ? std::nullopt : key_of(b_, v);
      if (k) by_key[*k][1].push_back(v);
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
    for (const auto& [k, both] : by_key) {
      if (both[0].size() != 1 || both[1].size() != 1) continue;
      in_b_[both[0][0]] = both[1][0];
      in_a_[both[1][0]] = both[0][0];
      out.emplace_back(both[0][0], both[1][0]);
    }
    return out;
  }

  // Of one module each name is another variable; and so are two names that every build has.
  void pair_by_use() {
    if (a_.program == b_.program) return;
    const Uses uses_a(*a_.program, a_.function), uses_b(*b_.program, b_.function);
    const auto pairs = pair([&](const Side& s, std::uint32_t v) {
      return (&s == &a_ ? uses_a : uses_b).text(v);
    });
    for (const auto& [x, y] : pairs) {
      const Variable &in_a = a_.program->variables[x], &in_b = b_.program->variables[y];
      if (is_internal_name(in_a.name) || is_internal_name(in_b.name)) {
        by_use_.push_back(fmt::format("'{}' and '{}' are one variable, as both are used alike", in_a.name,
                                      in_b.name));
      } else {
        in_b_.erase(x);
        in_a_.erase(y);
      }
    }
  }

  Indices order_of(bool constant) const {
    Indices out, rest;
    for (const std::uint32_t v : of_a_) {
      if ((a_.program->variables[v].space == Space::Const) != constant) continue;
      const auto other = in_b_.find(v);
      out.push_back(other == in_b_.end() ? kNone : other->second);
    }
    for (const std::uint32_t v : of_b_) {
      if ((b_.program->variables[v].space == Space::Const) == constant && !in_a_.contains(v)) rest.push_back(v);
    }
    out.insert(out.end(), rest.begin(), rest.end());
    return out;
  }

  static void rename(Program& p, const std::map<std::uint32_t, std::uint32_t>& moved) {
    const auto put = [&](std::uint32_t& index) {
      if (const auto to = moved.find(index); to != moved.end()) index = to->second;
    };
    for (Function& f : p.functions) {
      for (Instruction& in : f.code) {
        for (auto* operands : {&in.destinations, &in.sources}) {
          for (Operand& o : *operands) {
            if (o.kind == Operand::Kind::Variable) put(o.index);
          }
        }
        for (Address* address : {&in.address, &in.copied_from}) {
          if (address->base == Address::Base::Variable) put(address->index);
        }
      }
    }
  }

  const Side &a_, &b_;
  const Indices of_a_, of_b_;                     // those that have numbers
  std::map<std::uint32_t, std::uint32_t> in_b_, in_a_;  // counterparts of a's and of b's
  std::vector<std::string> by_use_;
};

}  // namespace

bool is_absent(const Variable& v) { return v.name == kAbsent; }

std::string plain_name(const std::string& name) {
  const std::string own = without_marks(name);
  if (!own.starts_with("_Z")) return own;
  std::size_t at = 2;
  if (own.compare(at, 1, "N") != 0) {
    const auto part = take_part(own, at);
    return part && at == own.size() ? *part : own;
  }
  std::string out;
  for (++at; at < own.size() && own[at] != 'E';) {
    const auto part = take_part(own, at);
    if (!part) return own;  // a template's arguments, say
    if (!is_own_name_of_file(*part)) out += (out.empty() ? "" : "::") + *part;
  }
  return at + 1 == own.size() && !out.empty() ? out : own;
}

bool is_internal_name(const std::string& name) {
  for (const char* mark : {"_INTERNAL_", "_GLOBAL__N", "__static__", "__intern__", "__const", "$", ".str"}) {
    if (name.find(mark) != std::string::npos) return true;
  }
  if (name.starts_with("_ZL") || name.starts_with("_ZZ")) return true;
  const std::string plain = plain_name(name);
  const std::size_t last = plain.rfind("::");
  const std::string own = last == std::string::npos ? plain : plain.substr(last + 2);
  return name.starts_with("_ZN") && name.ends_with(fmt::format("L{}{}E", own.size(), own));
}

PairedModules pair_module_variables(const Side& a, const Side& b) {
  PairedModules out;
  if (a.program == b.program) return out;
  const Pairing pairing(a, b);
  out.any_apart = pairing.any_apart();
  if (!pairing.any()) return out;
  out.program_of_b = std::make_shared<const Program>(pairing.ordered());
  out.by_use = pairing.by_use();
  return out;
}

}  // namespace warpproof::equivalence
