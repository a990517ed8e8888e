#include "src/concrete/ordering.h"

#include <algorithm>
#include <set>

namespace warpproof::concrete {

namespace {

std::set<std::uint32_t> registers_read(const Function& f) {
  std::set<std::uint32_t> out;
  for (const Instruction& in : f.code) {
    for (const Operand& o : in.sources) {
      if (o.kind == Operand::Kind::Register) out.insert(o.index);
    }
    for (const Address* at : {&in.address, &in.copied_from}) {
      if (at->base == Address::Base::Register) out.insert(at->index);
    }
    if (in.guard.reg >= 0) out.insert(static_cast<std::uint32_t>(in.guard.reg));
  }
  return out;
}

}  // namespace

std::uint32_t commuting_update(const Instruction& in) {
  if ((in.op != Opcode::Atom && in.op != Opcode::Red) || is_float(in.type)) return 0;
  switch (in.mod.reduce) {
    case ReduceOp::Add:
    case ReduceOp::Min:
    case ReduceOp::Max:
    case ReduceOp::And:
    case ReduceOp::Or:
    case ReduceOp::Xor:
      return 1 + static_cast<std::uint32_t>(in.mod.reduce) * 256 + static_cast<std::uint32_t>(in.type);
    default:
      return 0;
  }
}

bool is_silent(const Function& f, const Instruction& update) {
  const auto read = registers_read(f);
  return std::none_of(update.destinations.begin(), update.destinations.end(), [&](const Operand& o) {
    return o.kind == Operand::Kind::Register && read.contains(o.index);
  });
}

bool is_of_block(const Instruction& in) {
  return in.mod.ordering == "cta" || in.mod.ordering.ends_with(".cta");
}

bool orders(const Instruction& in, const char* half) {
  return in.mod.ordering.starts_with(half) || in.mod.ordering.starts_with("acq_rel");
}

bool is_strong(const Instruction& in) { return in.op == Opcode::Atom || in.mod.is_volatile; }

}  // namespace warpproof::concrete
