#include "src/cfg/split_loops.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "src/cfg/cfg.h"

namespace warpproof {

namespace {

constexpr std::size_t kMostInstructions = 1 << 16;  // of a function, once it is split

// A loop that comes back at one place, by a branch that also leaves it.
struct Loop {
  std::uint32_t head = 0;
  std::uint32_t latch = 0;    // ends with that branch
  std::uint32_t tail = 0;     // goes to the head: the latch, or a block after it that only jumps there
  std::uint32_t outside = 0;  // where the latch leaves for
  std::vector<std::uint32_t> blocks;
};

// Blocks of one copy, by those that they are copies of.
using Copy = std::map<std::uint32_t, std::uint32_t>;

class Splitter {
 public:
  Splitter(Function& f, int iterations) : f_(f), iterations_(iterations) {}

  bool split(std::uint32_t head, LoopRest rest) {
    const auto found = find(head);
    if (!found || too_long(*found)) return false;
    loop_ = *found;
    const auto before = static_cast<std::uint32_t>(f_.blocks.size());
    if (rest == LoopRest::First) {
      enter_at(copy().at(head), before);
      return true;
    }
    come_iteration_where_taken();
    std::vector<Copy> iterations;
    for (int i = 0; i < iterations_; ++i) iterations.push_back(copy());
    const std::uint32_t test = copy_of_test();
    for (int i = 0; i < iterations_; ++i) {
      redirect(iterations[i].at(loop_.tail), head, iterations[(i + 1) % iterations_].at(head));
      const std::uint32_t latch = iterations[i].at(loop_.latch);
      i + 1 < iterations_ ? make_certain(latch) : choose(latch, test);
    }
    const std::uint32_t entry =
        add({chosen(Choice::Begin, iterations[0].at(head))}, {iterations[0].at(head), head});
    if (rest == LoopRest::Iterations) write_out();
    enter_at(entry, before);
    return true;
  }

 private:
  // Who comes into the loop from one of the first blocks comes to that block.
  void enter_at(std::uint32_t entry, std::uint32_t before) {
    const std::set<std::uint32_t> inside(loop_.blocks.begin(), loop_.blocks.end());
    for (std::uint32_t b = 0; b < before; ++b) {
      if (!inside.contains(b)) redirect(b, loop_.head, entry);
    }
  }

  std::optional<Loop> find(std::uint32_t head) const {
    const FunctionGraph graph = analyse(f_);
    const auto of = std::find_if(graph.loops.begin(), graph.loops.end(),
                                 [&](const auto& l) { return l.head == static_cast<int>(head); });
    if (of == graph.loops.end() || of->irreducible || head == 0) return {};
    Loop out;
    out.head = head;
    for (const int b : of->blocks) out.blocks.push_back(static_cast<std::uint32_t>(b));
    const auto tail = only_one_before(out, head);
    auto latch = tail;
    while (latch && *latch != head && only_jumps(*latch)) latch = only_one_before(out, *latch);
    if (!latch) return {};
    out.tail = *tail;
    out.latch = *latch;
    const Block& b = f_.blocks[out.latch];
    if (b.first == b.last || b.successors.size() != 2) return {};
    const Instruction& bra = f_.code[b.last - 1];
    const auto inside = [&](std::uint32_t x) {
      return std::find(out.blocks.begin(), out.blocks.end(), x) != out.blocks.end();
    };
    if (bra.op != Opcode::Bra || bra.guard.reg < 0 || inside(b.successors[0]) == inside(b.successors[1]))
      return {};
    out.outside = inside(b.successors[0]) ? b.successors[1] : b.successors[0];
    return out;
  }

  // The one block of the loop that goes there.
  std::optional<std::uint32_t> only_one_before(const Loop& loop, std::uint32_t block) const {
    std::optional<std::uint32_t> out;
    for (const std::uint32_t b : loop.blocks) {
      const auto& next = f_.blocks[b].successors;
      if (std::find(next.begin(), next.end(), block) == next.end()) continue;
      if (out) return {};
      out = b;
    }
    return out;
  }

  bool only_jumps(std::uint32_t block) const {
    const Block& b = f_.blocks[block];
    if (b.successors.size() != 1) return false;
    const bool jump =
        b.last == b.first + 1 && f_.code[b.first].op == Opcode::Bra && f_.code[b.first].guard.reg < 0;
    return b.first == b.last || jump;
  }

  bool too_long(const Loop& loop) const {
    std::size_t size = 0;
    for (const std::uint32_t b : loop.blocks) size += f_.blocks[b].last - f_.blocks[b].first;
    return f_.code.size() + 2 * size * static_cast<std::size_t>(iterations_) > kMostInstructions;
  }

  Instruction& branch_of(std::uint32_t block) { return f_.code[f_.blocks[block].last - 1]; }

  void come_iteration_where_taken() {
    Instruction& bra = branch_of(loop_.latch);
    auto& next = f_.blocks[loop_.latch].successors;
    const std::uint32_t stay = next[0] == loop_.outside ? next[1] : next[0];
    if (bra.targets.front() != stay) bra.guard.negated = !bra.guard.negated;
    bra.targets = {stay};
    next = {stay, loop_.outside};
  }

  void redirect(std::uint32_t block, std::uint32_t from, std::uint32_t to) {
    Block& b = f_.blocks[block];
    std::replace(b.successors.begin(), b.successors.end(), from, to);
    if (b.last == b.first) return;
    auto& targets = branch_of(block).targets;
    std::replace(targets.begin(), targets.end(), from, to);
  }

  std::uint32_t add(const std::vector<Instruction>& code, std::vector<std::uint32_t> successors) {
    Block b;
    b.first = static_cast<std::uint32_t>(f_.code.size());
    f_.code.insert(f_.code.end(), code.begin(), code.end());
    b.last = static_cast<std::uint32_t>(f_.code.size());
    b.successors = std::move(successors);
    f_.blocks.push_back(std::move(b));
    return static_cast<std::uint32_t>(f_.blocks.size() - 1);
  }

  std::vector<Instruction> code_of(std::uint32_t block) const {
    const Block& b = f_.blocks[block];
    return {f_.code.begin() + b.first, f_.code.begin() + b.last};
  }

  // The body once more, that still comes back to the head as it was.
  Copy copy() {
    Copy to;
    for (const std::uint32_t b : loop_.blocks) to[b] = add(code_of(b), f_.blocks[b].successors);
    for (const auto& [b, own] : to) {
      Block& block = f_.blocks[own];
      const auto into = [&](std::uint32_t& x) {
        if (x != loop_.head && to.contains(x)) x = to.at(x);
      };
      for (auto& s : block.successors) into(s);
      if (block.last == block.first) continue;
      for (auto& t : branch_of(own).targets) into(t);
    }
    return to;
  }

  // `c` and its branch once more, as it is after the body: instructions that give there what they gave
  // before.
  std::uint32_t copy_of_test() {
    const std::vector<Instruction> code = code_of(loop_.latch);
    std::set<std::uint32_t> wanted{static_cast<std::uint32_t>(code.back().guard.reg)}, written;
    std::vector<Instruction> out{code.back()};
    bool stored = false;
    for (auto it = code.rbegin() + 1; it != code.rend(); ++it) {
      const bool load = (it->op == Opcode::Ld || it->op == Opcode::Ldu) && !it->mod.is_volatile;
      const bool computes = info(it->op).cls == OpcodeClass::Alu;
      std::set<std::uint32_t> from = registers(it->sources), to = registers(it->destinations);
      if (load && it->address.base == Address::Base::Register) from.insert(it->address.index);
      const auto holds_any = [](const std::set<std::uint32_t>& s, const std::set<std::uint32_t>& of) {
        return std::any_of(of.begin(), of.end(), [&](std::uint32_t r) { return s.contains(r); });
      };
      const bool repeats = (computes || (load && !stored)) && it->guard.reg < 0 && !it->mod.carry_in &&
                           !it->mod.carry_out && !holds_any(written, to) && !holds_any(to, from);
      written.insert(to.begin(), to.end());
      stored = stored || !(computes || load);
      if (!repeats || !holds_any(wanted, to) || holds_any(written, from)) continue;
      out.insert(out.begin(), *it);
      wanted.insert(from.begin(), from.end());
    }
    Instruction& bra = out.back();
    bra.targets = {loop_.head};
    return add(out, {loop_.head, loop_.outside});
  }

  static std::set<std::uint32_t> registers(const std::vector<Operand>& operands) {
    std::set<std::uint32_t> out;
    for (const Operand& o : operands) {
      if (o.kind == Operand::Kind::Register) out.insert(o.index);
    }
    return out;
  }

  Instruction chosen(Choice choice, std::uint32_t target) {
    Instruction bra = branch_of(loop_.latch);
    bra.guard = {};
    bra.targets = {target};
    bra.mod.chosen = choice;
    return bra;
  }

  // Who stays where it is chosen must find that c holds.
  void choose(std::uint32_t latch, std::uint32_t away) {
    const std::uint32_t stay = add({branch_of(latch)}, branch_of(latch).targets);
    branch_of(stay).mod.certain = true;
    branch_of(latch) = chosen(Choice::Again, stay);
    f_.blocks[latch].successors = {stay, away};
  }

  void make_certain(std::uint32_t latch) {
    branch_of(latch).mod.certain = true;
    f_.blocks[latch].successors = branch_of(latch).targets;
  }

  // The loop as it was becomes the first of fewer iterations.
  void write_out() {
    std::vector<Copy> more;
    for (int i = 0; i + 2 < iterations_; ++i) more.push_back(copy());
    std::uint32_t latch = loop_.latch, tail = loop_.tail;
    for (const Copy& iteration : more) {
      redirect(tail, loop_.head, iteration.at(loop_.head));
      latch = iteration.at(loop_.latch);
      tail = iteration.at(loop_.tail);
    }
    // After the last of them, all leave.
    redirect(tail, loop_.head, loop_.outside);
    Instruction& bra = branch_of(latch);
    f_.blocks[latch].successors = {loop_.outside, bra.targets.front()};
    bra.guard.negated = !bra.guard.negated;
    bra.targets = {loop_.outside};
    bra.mod.certain = true;
  }

  Function& f_;
  const int iterations_;
  Loop loop_;
};

}  // namespace

bool split_loop(Program& program, std::uint32_t function, std::uint32_t head, int iterations, LoopRest rest) {
  Function f = program.functions.at(function);
  if (iterations < 1 || head >= f.blocks.size() || !Splitter(f, iterations).split(head, rest)) return false;
  program.functions[function] = std::move(f);
  return true;
}

}  // namespace warpproof
