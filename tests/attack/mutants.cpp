#include "tests/attack/mutants.h"

#include <functional>
#include <set>

namespace warpproof::attack {

namespace {

using Kind = Operand::Kind;

class Maker {
 public:
  explicit Maker(const Program& program) : program_(program) {}

  std::vector<Mutant> run() {
    for (std::size_t f = 0; f < program_.functions.size(); ++f) {
      for (std::size_t i = 0; i < program_.functions[f].code.size(); ++i) one(f, i);
    }
    return std::move(out_);
  }

 private:
  void add(std::size_t f, std::size_t i, const std::string& kind,
           const std::function<void(Instruction&)>& change) {
    Mutant m{kind, program_.functions[f].code[i].place, program_};
    change(m.program.functions[f].code[i]);
    out_.push_back(std::move(m));
  }

  static void remove(Instruction& in) {
    Instruction nothing;
    nothing.op = Opcode::Pmevent;
    nothing.place = in.place;
    in = nothing;
  }

  // A predicate that the function has set before, in the order of the code.
  int predicate_before(const Function& f, std::size_t i) const {
    for (std::size_t k = i; k-- > 0;) {
      const Instruction& in = f.code[k];
      if (in.op == Opcode::Setp && !in.destinations.empty() && in.destinations[0].kind == Kind::Register)
        return static_cast<int>(in.destinations[0].index);
    }
    return -1;
  }

  void immediate(std::size_t f, std::size_t i, std::size_t operand, const std::string& kind,
                 const std::function<std::uint64_t(std::uint64_t)>& change) {
    const auto& sources = program_.functions[f].code[i].sources;
    if (operand >= sources.size() || sources[operand].kind != Kind::Immediate) return;
    add(f, i, kind, [&](Instruction& in) { in.sources[operand].bits = change(in.sources[operand].bits); });
  }

  void one(std::size_t f, std::size_t i) {
    const Function& function = program_.functions[f];
    const Instruction& in = function.code[i];
    const auto cls = info(in.op).cls;
    if (in.guard.reg >= 0)
      add(f, i, "predicate negated", [](Instruction& m) { m.guard.negated = !m.guard.negated; });
    if (in.op == Opcode::BarWarpSync || in.op == Opcode::Barrier) {
      if (in.destinations.empty()) add(f, i, "barrier removed", remove);
      const int p = predicate_before(function, i);
      if (in.guard.reg < 0 && p >= 0)
        add(f, i, "barrier under a condition", [&](Instruction& m) { m.guard.reg = p; });
    }
    if (cls == OpcodeClass::Warp && in.op != Opcode::Activemask && !in.sources.empty()) {
      const std::size_t mask = in.sources.size() - 1;
      for (const int bit : {0, 5, 31})
        immediate(f, i, mask, "mask bit", [&](std::uint64_t m) { return m ^ 1ull << bit; });
    }
    if (in.op == Opcode::Shfl) {
      immediate(f, i, 1, "shuffle offset", [](std::uint64_t n) { return n + 1; });
      immediate(f, i, 2, "shuffle width", [](std::uint64_t c) { return c ^ 0x1000; });
    }
    if (in.op == Opcode::CpAsyncWaitGroup)
      add(f, i, "wait count", [](Instruction& m) { ++m.mod.may_be_pending; });
    if (in.op == Opcode::CpAsyncWaitGroup || in.op == Opcode::CpAsyncWaitAll)
      add(f, i, "wait removed", remove);
    if (in.op == Opcode::CpAsyncCommitGroup) add(f, i, "commit removed", remove);
    if (in.op == Opcode::Membar || in.op == Opcode::Fence) add(f, i, "fence removed", remove);
    if (in.op == Opcode::Setp) immediate(f, i, 1, "bound off by one", [](std::uint64_t n) { return n + 1; });
    if (in.op == Opcode::Add || in.op == Opcode::Sub)
      immediate(f, i, 1, "index off by one", [](std::uint64_t n) { return n + 1; });
    if (in.op == Opcode::Rem || in.op == Opcode::And)
      immediate(f, i, 1, "modulus", [](std::uint64_t n) { return n + 1; });
    if (in.op == Opcode::Shl || in.op == Opcode::Shr)
      immediate(f, i, 1, "shift", [](std::uint64_t n) { return n == 0 ? 1 : n - 1; });
    const bool touches =
        in.op == Opcode::Ld || in.op == Opcode::St || in.op == Opcode::Atom || in.op == Opcode::Red;
    if (touches && in.mod.space != Space::Param && in.mod.space != Space::Local && !in.mod.names_variable)
      add(f, i, "offset of an access", [](Instruction& m) { m.address.offset += 4; });
  }

  const Program& program_;
  std::vector<Mutant> out_;
};

}  // namespace

std::vector<Mutant> mutants_of(const Program& program) { return Maker(program).run(); }

}  // namespace warpproof::attack
