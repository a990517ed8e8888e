#include "src/machine/since_barrier.h"

#include <algorithm>

#include "spec/barrier.h"
#include "src/machine/collective.h"

namespace warpproof {

namespace {

bool is_private(const Instruction& in) {
  return in.mod.names_variable || in.mod.space == Space::Local || in.mod.space == Space::Param;
}

}  // namespace

bool is_strong_read(const Instruction& in) {
  return in.op == Opcode::Atom || (in.op == Opcode::Ld && in.mod.is_volatile && !is_private(in));
}

bool SinceBarrier::Change::join(const Change& other) {
  const Change before = *this;
  heard = heard || other.heard;
  stored = stored || other.stored;
  keeps = keeps || other.keeps;
  return heard != before.heard || stored != before.stored || keeps != before.keeps;
}

SinceBarrier::Change SinceBarrier::Change::then(const Change& next) const {
  return {(heard && next.keeps) || next.heard, (stored && next.keeps) || next.stored, keeps && next.keeps};
}

SinceBarrier::SinceBarrier(const Program& program, const std::vector<bool>& is_reached, std::uint32_t root)
    : program_(program), calls_(program.functions.size()), entered_(program.functions.size()) {
  std::vector<std::uint32_t> functions;
  for (std::uint32_t f = 0; f < program.functions.size(); ++f) {
    if (is_reached[f] && program.functions[f].has_body) functions.push_back(f);
  }
  // From nothing upwards, for recursion. A function that does not come back changes nothing.
  const auto until_stable = [&](auto follow) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::uint32_t f : functions) changed = follow(f) || changed;
    }
  };
  until_stable([&](std::uint32_t f) { return follow_leaving(f); });
  entered_[root].keeps = true;
  until_stable([&](std::uint32_t f) { return follow_calls(f); });
}

SinceBarrier::Change SinceBarrier::change_of(const Instruction& in) const {
  Change out{false, false, true};
  if (in.op == Opcode::Call) {
    const bool is_known = in.callee >= 0 && program_.functions[static_cast<std::size_t>(in.callee)].has_body;
    return is_known ? calls_[static_cast<std::size_t>(in.callee)] : out;
  }
  if (in.op == Opcode::Barrier) {
    // An arrival brings nothing to who arrives.
    if (!spec::barrier_blocks(barrier_op(in))) return out;
    out.keeps = barrier_operands(in).count >= 0;
    out.heard = out.keeps;
    return out;
  }
  out.heard = is_strong_read(in) || in.op == Opcode::BarWarpSync;
  const bool updates = info(in.op).cls == OpcodeClass::Memory && in.op != Opcode::Ld && in.op != Opcode::Ldu;
  out.stored = (updates && !is_private(in) && in.mod.space != Space::Shared) || is_aligned_collective(in.op);
  return out;
}

// Where its blocks begin; none of the fields: not reached.
std::vector<SinceBarrier::Change> SinceBarrier::at_begins(std::uint32_t function, const Change& entered) const {
  const Function& f = program_.functions[function];
  std::vector<Change> out(f.blocks.size());
  if (!out.empty()) out[0] = entered;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = 0; b < f.blocks.size(); ++b) {
      Change at = out[b];
      for (std::uint32_t i = f.blocks[b].first; i < f.blocks[b].last; ++i) at = at.then(change_of(f.code[i]));
      for (const std::uint32_t next : f.blocks[b].successors) changed = out[next].join(at) || changed;
    }
  }
  return out;
}

bool SinceBarrier::follow_leaving(std::uint32_t function) {
  const Function& f = program_.functions[function];
  const auto begins = at_begins(function, {false, false, true});
  bool changed = false;
  for (std::size_t b = 0; b < f.blocks.size(); ++b) {
    Change at = begins[b];
    for (std::uint32_t i = f.blocks[b].first; i < f.blocks[b].last; ++i) {
      if (f.code[i].op == Opcode::Ret) changed = calls_[function].join(at) || changed;
      at = at.then(change_of(f.code[i]));
    }
  }
  return changed;
}

bool SinceBarrier::follow_calls(std::uint32_t function) {
  const Function& f = program_.functions[function];
  const auto begins = at_begins(function, entered_[function]);
  bool changed = false;
  for (std::size_t b = 0; b < f.blocks.size(); ++b) {
    Change at = begins[b];
    if (at.stored) stored_.insert({function, static_cast<std::uint32_t>(b)});
    for (std::uint32_t i = f.blocks[b].first; i < f.blocks[b].last; ++i) {
      const Instruction& in = f.code[i];
      if (at.heard) heard_.insert(in.place);
      if (in.op == Opcode::Call && in.callee >= 0)
        changed = entered_[static_cast<std::size_t>(in.callee)].join(at) || changed;
      at = at.then(change_of(in));
    }
  }
  return changed;
}

}  // namespace warpproof
