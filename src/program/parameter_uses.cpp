#include "src/program/parameter_uses.h"

#include <algorithm>
#include <vector>

#include "src/program/flow.h"

namespace warpproof {
namespace {

// What a register may hold, as far as it matters here.
struct Facts {
  std::set<std::uint32_t> exact;    // these parameters, as they are
  std::set<std::uint32_t> derived;  // something made of them
  std::set<std::uint64_t> numbers;
  bool of_block = false;  // of a thread's place in its block, or of the block's size
  bool of_grid = false;   // of a block's place in the grid, or of the grid's size
  bool is_scaled = false;  // of a product in which nothing is of the launch, such as a tile's number by its width

  // True where this one grew.
  bool join(const Facts& other) {
    const auto size = [&] { return exact.size() + derived.size() + numbers.size() + (of_block ? 1 : 0) + (of_grid ? 1 : 0) + (is_scaled ? 1 : 0); };
    const std::size_t before = size();
    const auto add = [](const auto& from, auto& to) {
      for (const auto x : from) {
        if (to.size() < ParameterUse::kMostNumbers) to.insert(x);
      }
    };
    add(other.exact, exact);
    add(other.derived, derived);
    add(other.numbers, numbers);
    of_block = of_block || other.of_block;
    of_grid = of_grid || other.of_grid;
    is_scaled = is_scaled || other.is_scaled;
    return size() != before;
  }
};

bool is_of_launch(Special special) {
  return (special >= Special::TidX && special <= Special::NWarpId) || special == Special::BlockRank ||
         special == Special::BlockThreads;
}

bool is_of_grid(Special special) { return special >= Special::CtaidX && special <= Special::NctaidZ; }

bool compares(Opcode op) {
  return op == Opcode::Setp || op == Opcode::Set || op == Opcode::Min || op == Opcode::Max;
}

bool multiplies(Opcode op) { return op == Opcode::Mul || op == Opcode::Mad || op == Opcode::Shl; }

bool is_of_launch(const Facts& value) { return value.of_block || value.of_grid; }

bool copies(const Instruction& in) {
  return in.op == Opcode::Mov || in.op == Opcode::Selp ||
         (in.op == Opcode::Cvt && in.mod.rounding == Rounding::None);
}

class Reader {
 public:
  Reader(const Program& program, const Function& function)
      : function_(function), flow_(program, function), registers_(function.registers.size()) {}

  std::map<std::uint32_t, ParameterUse> compared() {
    follow();
    for (const Instruction& in : function_.code) {
      if (!compares(in.op) || in.sources.size() < 2) continue;
      const Facts a = facts_of(in.sources[0]), b = facts_of(in.sources[1]);
      note(a, b);
      note(b, a);
    }
    return std::move(out_);
  }

  std::set<std::uint32_t> addressing() {
    follow();
    std::set<std::uint32_t> out;
    for (const Instruction& in : function_.code) {
      if (in.address.base != Address::Base::Register || in.address.index >= registers_.size()) continue;
      const bool accesses = info(in.op).cls == OpcodeClass::Memory;
      if (accesses) out.insert(registers_[in.address.index].derived.begin(), registers_[in.address.index].derived.end());
    }
    return out;
  }

 private:
  void follow() {
    for (bool grows = true; grows;) {
      grows = false;
      for (const Instruction& in : function_.code) grows = transfer(in) || grows;
    }
  }

  Facts facts_of(const Operand& o) const {
    Facts out;
    if (o.kind == Operand::Kind::Register && o.index < registers_.size()) return registers_[o.index];
    if (o.kind == Operand::Kind::Immediate) out.numbers.insert(o.bits);
    if (o.kind == Operand::Kind::Special) {
      out.of_grid = is_of_grid(o.special);
      out.of_block = !out.of_grid && is_of_launch(o.special);
    }
    return out;
  }

  bool transfer(const Instruction& in) {
    Facts result;
    if (const auto slot = flow_.slot_of(in)) {
      if (in.op == Opcode::St) return !in.sources.empty() && slots_[*slot].join(facts_of(in.sources[0]));
      const auto& parameters = function_.parameters;
      const auto it = std::find(parameters.begin(), parameters.end(), slot->index);
      if (it != parameters.end() && slot->offset == 0) {
        const auto index = static_cast<std::uint32_t>(it - parameters.begin());
        result.exact.insert(index);
        result.derived.insert(index);
      } else if (const auto known = slots_.find(*slot); known != slots_.end()) {
        result = known->second;
      }
    } else if (in.op == Opcode::Ld) {
      return false;
    } else {
      if (in.destinations.empty()) return false;
      for (const Operand& o : in.sources) result.join(facts_of(o));
      if (!copies(in)) {
        result.exact.clear();
        result.numbers.clear();
      }
      if (multiplies(in.op) && in.sources.size() >= 2 &&
          std::none_of(in.sources.begin(), in.sources.begin() + 2, [&](const Operand& o) { return is_of_launch(facts_of(o)); }))
        result.is_scaled = true;
    }
    bool grows = false;
    for (const Operand& d : in.destinations) {
      if (d.kind == Operand::Kind::Register && d.index < registers_.size())
        grows = registers_[d.index].join(result) || grows;
    }
    return grows;
  }

  void note(const Facts& mine, const Facts& other) {
    for (const std::uint32_t p : mine.derived) {
      ParameterUse& use = out_[p];
      use.with_launch = use.with_launch || is_of_launch(other);
      use.with_block = use.with_block || (other.of_block && !other.of_grid && !other.is_scaled);
      if (!mine.exact.contains(p)) continue;
      for (const std::uint64_t n : other.numbers) {
        if (use.numbers.size() < ParameterUse::kMostNumbers) use.numbers.insert(n);
      }
    }
  }

  const Function& function_;
  const Flow flow_;
  std::vector<Facts> registers_;
  std::map<Source, Facts> slots_;  // of private memory
  std::map<std::uint32_t, ParameterUse> out_;
};

}  // namespace

std::map<std::uint32_t, ParameterUse> parameter_uses(const Program& program, std::uint32_t function) {
  return Reader(program, program.functions[function]).compared();
}

std::set<std::uint32_t> addressing_parameters(const Program& program, std::uint32_t function) {
  return Reader(program, program.functions[function]).addressing();
}

}  // namespace warpproof
