#include "src/program/synchronisation.h"

#include <algorithm>
#include <set>

#include "src/program/flow.h"

namespace warpproof {
namespace {

bool is_swap(const Instruction& in) {
  return in.op == Opcode::Atom && in.mod.reduce == ReduceOp::Cas && in.sources.size() == 2;
}

void mark_checked_reads(const Program& program, Function& f) {
  if (std::none_of(f.code.begin(), f.code.end(), is_swap)) return;
  const Flow flow(program, f);
  std::set<const Instruction*> checked;
  for (const Instruction& swap : f.code) {
    if (!is_swap(swap)) continue;
    const Sources where = flow.leaves(swap.address);
    for (const Instruction* in : flow.origins(swap.sources[0])) {
      const bool plain = in->op == Opcode::Ld && in->mod.vector == 1 && !in->mod.is_volatile &&
                         (in->mod.space == Space::Generic || in->mod.space == Space::Global ||
                          in->mod.space == Space::Shared);
      if (plain && in->address.offset == swap.address.offset && !where.empty() &&
          flow.leaves(in->address) == where)
        checked.insert(in);
    }
  }
  for (Instruction& in : f.code) {
    if (checked.contains(&in)) in.mod.is_volatile = in.mod.checked_by_swap = true;
  }
}

void mark_publishing_stores(Function& f) {
  for (const Block& block : f.blocks) {
    bool fenced = false;
    for (std::uint32_t i = block.first; i < block.last; ++i) {
      Instruction& in = f.code[i];
      fenced = fenced || (is_fence(in) && !in.mod.ordering.starts_with("acquire"));
      if (in.op == Opcode::St && in.mod.is_volatile) in.mod.publishes = fenced;
    }
  }
}

}  // namespace

bool is_fence(const Instruction& in) {
  const std::string& o = in.mod.ordering;
  const auto is = [&](const char* word) { return o.starts_with(word); };
  return in.op == Opcode::Membar ||
         (in.op == Opcode::Fence && (is("sc") || is("acq_rel") || is("acquire") || is("release")));
}

void mark_synchronisation(Program& program) {
  for (Function& f : program.functions) {
    mark_checked_reads(program, f);
    mark_publishing_stores(f);
  }
}

}  // namespace warpproof
