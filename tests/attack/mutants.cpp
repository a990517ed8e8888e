#include "tests/attack/mutants.h"

#include <algorithm>
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
      early_returns(f);
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

  // Threads that take a branch, or do not, leave the function instead. Blocks that nothing else leads to stay reachable.
  void early_returns(std::size_t f) {
    const Function& function = program_.functions[f];
    const auto leaves = [&](const Block& block) {
      const Instruction& last = function.code[block.last - 1];
      return block.first + 1 == block.last && (last.op == Opcode::Ret || last.op == Opcode::Exit) && last.guard.reg < 0;
    };
    const auto end = std::find_if(function.blocks.begin(), function.blocks.end(), leaves);
    if (end == function.blocks.end()) return;
    const auto exit = static_cast<std::uint32_t>(end - function.blocks.begin());
    std::vector<int> ways(function.blocks.size(), 0);
    for (const Block& block : function.blocks) {
      for (const std::uint32_t next : block.successors) ++ways[next];
    }
    for (std::size_t b = 0; b < function.blocks.size(); ++b) {
      const auto& next = function.blocks[b].successors;
      for (std::size_t s = 0; next.size() == 2 && s < 2; ++s) {
        if (next[s] == exit || ways[next[s]] < 2) continue;
        Mutant m{"early return", function.code[function.blocks[b].last - 1].place, program_};
        Function& changed = m.program.functions[f];
        changed.blocks[b].successors[s] = exit;
        if (s == 0) changed.code[changed.blocks[b].last - 1].targets[0] = exit;
        out_.push_back(std::move(m));
      }
    }
  }

  // A meeting is a block of its own. Its place is taken by a branch to another one, with the same instruction, or around it.
  void under_condition(std::size_t f, std::size_t i, int predicate) {
    const auto& blocks = program_.functions[f].blocks;
    const auto at = std::find_if(blocks.begin(), blocks.end(), [&](const Block& b) { return b.first == i && b.last == i + 1; });
    if (at == blocks.end() || at->successors.size() != 1) return;
    Mutant m{"barrier under a condition", program_.functions[f].code[i].place, program_};
    Function& changed = m.program.functions[f];
    const auto added = static_cast<std::uint32_t>(blocks.size()), code = static_cast<std::uint32_t>(changed.code.size());
    changed.code.push_back(changed.code[i]);
    changed.blocks.push_back({"", code, code + 1, at->successors});
    Instruction branch;
    branch.op = Opcode::Bra;
    branch.place = changed.code[i].place;
    branch.guard.reg = predicate;
    branch.targets = {added};
    changed.code[i] = branch;
    auto& next = changed.blocks[static_cast<std::size_t>(at - blocks.begin())].successors;
    next.insert(next.begin(), added);
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
      if (p >= 0) under_condition(f, i, p);
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
