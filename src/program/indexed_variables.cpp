#include "src/program/indexed_variables.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "src/base/effort.h"
#include "src/program/constant_variables.h"
#include "src/program/named_variables.h"

namespace warpproof {

namespace {

using Variables = std::set<std::uint32_t>;

// Bytes of variables that an address may be: a variable, and a number of bytes from its start or kAnywhere.
constexpr std::int64_t kAnywhere = std::numeric_limits<std::int64_t>::min();
constexpr std::ptrdiff_t kMostPlaces = 16;  // of one variable; beyond that it may be anywhere in it
using Places = std::set<std::pair<std::uint32_t, std::int64_t>>;

Variables variables_of(const Places& places) {
  Variables out;
  for (const auto& [variable, offset] : places) out.insert(variable);
  return out;
}
Places moved(const Places& places, std::optional<std::int64_t> by) {
  Places out;
  for (const auto& [variable, offset] : places) out.insert({variable, by && offset != kAnywhere ? offset + *by : kAnywhere});
  return out;
}

class Addresses {
 public:
  Addresses(const Program& program, const std::vector<bool>& is_reached) : program_(program) {
    for (std::uint32_t f = 0; f < program.functions.size(); ++f) {
      if (!is_reached[f]) continue;
      functions_.push_back(f);
      registers_[f].resize(program.functions[f].registers.size() + 1);
    }
  }

  // False: it takes too long.
  bool follow_all() {
    constexpr int kMostPasses = 64;
    int passes = 0;
    do {
      if (++passes > kMostPasses) return false;
      changed_ = false;
      for (const std::uint32_t f : functions_) {
        function_ = f;
        effort::spend(effort::Work::Step, program_.functions[f].code.size());
        for (const Instruction& in : program_.functions[f].code) follow(in);
      }
    } while (changed_);
    return true;
  }
  const Variables& indexed() const { return indexed_; }

 private:
  void add(Variables& to, const Variables& from) {
    for (const std::uint32_t v : from) changed_ = to.insert(v).second || changed_;
  }
  void add(Places& to, const Places& from) {
    for (const auto& [variable, offset] : from) {
      const auto first = to.lower_bound({variable, kAnywhere}), last = to.upper_bound({variable, kLast});
      if (first != last && first->second == kAnywhere) continue;
      const bool many = offset == kAnywhere || std::distance(first, last) >= kMostPlaces;
      if (many) to.erase(first, last);
      changed_ = to.insert({variable, many ? kAnywhere : offset}).second || changed_;
    }
  }
  static constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();

  Places of(const Operand& o) const {
    if (o.kind == Operand::Kind::Variable) return {{o.index, static_cast<std::int64_t>(o.bits)}};
    return o.kind == Operand::Kind::Register ? registers_.at(function_)[o.index] : Places();
  }
  // The bytes that are added where all others of an instruction's operands are pointers' places.
  static std::optional<std::int64_t> number(const Operand& o) {
    if (o.kind != Operand::Kind::Immediate) return std::nullopt;
    return static_cast<std::int64_t>(o.bits);
  }

  void give(const Instruction& in, const Places& places) {
    if (places.empty()) return;
    for (const Operand& d : in.destinations)
      if (d.kind == Operand::Kind::Register) add(registers_.at(function_)[d.index], places);
  }

  // Through an address: which variables are accessed at an index.
  void go_through(const Instruction& in, const Address& a) {
    const std::size_t parts = std::max({in.sources.size(), in.destinations.size(), std::size_t{1}});
    const std::int64_t bytes = std::max(1, bits_of(in.type) / 8) * static_cast<std::int64_t>(in.op == Opcode::CpAsync ? 16 : parts);
    const Places places = a.base == Address::Base::Register   ? registers_.at(function_)[a.index]
                          : a.base == Address::Base::Variable ? Places{{a.index, 0}}
                                                              : Places();
    for (const auto& [v, offset] : places) {
      const Variable& variable = program_.variables[v];
      if (variable.space != Space::Shared && variable.space != Space::Local) continue;
      const auto size = static_cast<std::int64_t>(variable.size);
      const bool is_inside = offset != kAnywhere && offset + a.offset >= 0 && offset + a.offset + bytes <= size;
      if (!is_inside) add(indexed_, {v});
    }
  }

  void follow(const Instruction& in) {
    if (info(in.op).cls == OpcodeClass::Memory || in.op == Opcode::CpAsync) go_through(in, in.address);
    switch (in.op) {
      case Opcode::Ld:
      case Opcode::Ldu:
        return give(in, kept_at(in.address));
      case Opcode::St:
        for (const Operand& o : in.sources) keep(in.address, of(o));
        return;
      case Opcode::Mov:
      case Opcode::Cvta:
      case Opcode::Shfl:
      case Opcode::Selp:
        for (const Operand& o : in.sources) give(in, of(o));
        return;
      case Opcode::Call:
        return call(in);
      case Opcode::Isspacep:
      case Opcode::Prefetch:
      case Opcode::Prefetchu:
      case Opcode::CpAsync:
        return;
      default:
        break;
    }
    if (is_aligned_collective(in.op)) {  // their sources hold an address, which they go through
      for (const Operand& o : in.sources) add(indexed_, in_memory(variables_of(of(o))));
      return;
    }
    std::vector<Places> sources;
    for (const Operand& o : in.sources) sources.push_back(of(o));
    compute(in, sources);
  }

  Variables in_memory(const Variables& all) const {
    Variables out;
    for (const std::uint32_t v : all) {
      const Space space = program_.variables[v].space;
      if (space == Space::Shared || space == Space::Local) out.insert(v);
    }
    return out;
  }

  void compute(const Instruction& in, const std::vector<Places>& sources) {
    const auto only = [&](std::size_t which) {
      for (std::size_t i = 0; i < sources.size(); ++i)
        if (i != which && !sources[i].empty()) return false;
      return which < sources.size();
    };
    // Two pointers into one variable.
    const bool of_one = sources.size() >= 2 && variables_of(sources[0]).size() == 1 &&
                        variables_of(sources[0]) == variables_of(sources[1]);
    switch (in.op) {
      case Opcode::Cvt:
        if (bits_of(in.type) >= 32 && only(0)) return give(in, sources[0]);
        break;
      case Opcode::Add:
        if (only(0)) return give(in, moved(sources[0], number(in.sources[1])));
        if (only(1)) return give(in, moved(sources[1], number(in.sources[0])));
        break;
      case Opcode::Sub:
        if (only(0)) return give(in, moved(sources[0], std::nullopt));
        if (of_one) return;  // a number of bytes
        break;
      case Opcode::Mad:
        if (only(2)) return give(in, moved(sources[2], std::nullopt));
        break;
      // Bits below the alignment are those of the offset, wherever the variable lies.
      case Opcode::Or:
        if (only(0) && is_below_alignment(in.sources[1], 0, variables_of(sources[0])))
          return give(in, moved(sources[0], std::nullopt));
        if (only(0)) give(in, moved(sources[0], std::nullopt));
        break;
      case Opcode::And:
        if (only(0) && is_below_alignment(in.sources[1], 0, variables_of(sources[0]))) return;
        if (only(0) && is_below_alignment(in.sources[1], all_bits(in), variables_of(sources[0])))
          return give(in, moved(sources[0], std::nullopt));
        if (only(0)) give(in, moved(sources[0], std::nullopt));
        break;
      default:
        break;
    }
    if (in.op == Opcode::Setp) return;
    for (const Places& s : sources) add(indexed_, in_memory(variables_of(s)));
  }

  static std::uint64_t all_bits(const Instruction& in) { return bits_of(in.type) >= 64 ? ~0ull : (1ull << bits_of(in.type)) - 1; }

  // Is the number, or its complement, less than what all of them are aligned to?
  bool is_below_alignment(const Operand& number, std::uint64_t flipped, const Variables& variables) const {
    return number.kind == Operand::Kind::Immediate && std::all_of(variables.begin(), variables.end(), [&](std::uint32_t v) {
      return (number.bits ^ flipped) < program_.variables[v].align;
    });
  }

  // What may be stored in a variable: at a known byte, or anywhere in it.
  struct Kept {
    std::map<std::int64_t, Places> at;
    Places anywhere;
  };

  // The variables that an address points into. None: it points elsewhere.
  Variables pointed_at(const Address& a) const {
    if (a.base == Address::Base::Variable) return {a.index};
    return a.base == Address::Base::Register ? variables_of(registers_.at(function_)[a.index]) : Variables();
  }

  void keep(const Address& a, const Places& variables) {
    if (variables.empty()) return;
    if (a.base == Address::Base::Variable) return add(kept_[a.index].at[a.offset], variables);
    const Variables into = pointed_at(a);
    for (const std::uint32_t v : into) add(kept_[v].anywhere, variables);
    if (into.empty()) add(elsewhere_, variables);
  }

  Places kept_at(const Address& a) const {
    constexpr std::int64_t kWidest = 16;  // bytes of an access
    Places out;
    const Variables from = pointed_at(a);
    if (from.empty()) return elsewhere_;
    for (const std::uint32_t v : from) {
      const auto kept = kept_.find(v);
      if (kept == kept_.end()) continue;
      out.insert(kept->second.anywhere.begin(), kept->second.anywhere.end());
      for (const auto& [at, variables] : kept->second.at) {
        const bool meets = a.base != Address::Base::Variable || (at > a.offset - kWidest && at < a.offset + kWidest);
        if (meets) out.insert(variables.begin(), variables.end());
      }
    }
    return out;
  }

  void call(const Instruction& in) {
    if (in.callee < 0) return;
    const Function& callee = program_.functions[static_cast<std::size_t>(in.callee)];
    for (std::size_t i = 0; i < in.call_arguments.size() && i < callee.parameters.size(); ++i)
      copy(in.call_arguments[i], callee.parameters[i]);
    for (std::size_t i = 0; i < in.call_results.size() && i < callee.results.size(); ++i)
      copy(callee.results[i], in.call_results[i]);
  }

  void copy(std::uint32_t from, std::uint32_t to) {
    const Kept kept = kept_[from];
    for (const auto& [at, variables] : kept.at) add(kept_[to].at[at], variables);
    add(kept_[to].anywhere, kept.anywhere);
  }

  const Program& program_;
  std::vector<std::uint32_t> functions_;
  std::uint32_t function_ = 0;                               // that is followed
  std::map<std::uint32_t, std::vector<Places>> registers_;  // by function
  std::map<std::uint32_t, Kept> kept_;                      // by variable
  Places elsewhere_;
  Variables indexed_;
  bool changed_ = false;
};

}  // namespace

Variables module_variables(const Program& program, const std::vector<bool>& is_reached) {
  const std::vector<bool> is_named = named_variables(program, is_reached);
  Variables out;
  for (std::uint32_t i = 0; i < program.variables.size(); ++i) {
    const Variable& v = program.variables[i];
    const bool is_of_module = v.space == Space::Global || v.space == Space::Const || v.space == Space::Generic;
    if (is_named[i] && is_of_module && !is_of_compiler(v)) out.insert(i);
  }
  return out;
}

Variables indexed_variables(const Program& program, const std::vector<bool>& is_reached) {
  Addresses addresses(program, is_reached);
  if (addresses.follow_all()) return addresses.indexed();
  Variables all;
  for (std::uint32_t v = 0; v < program.variables.size(); ++v) {
    const Space space = program.variables[v].space;
    if (space == Space::Shared || space == Space::Local) all.insert(v);
  }
  return all;
}

}  // namespace warpproof
