#include "src/program/synchronisation.h"

#include <algorithm>
#include <set>
#include <vector>

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

// A fence that publishes what is stored behind it.
bool is_publishing_fence(const Instruction& in) {
  return is_fence(in) && !in.mod.ordering.starts_with("acquire");
}

// By block: whether it begins behind a fence, on whatever way it is reached, with no store that others may see
// and no block barrier since: `__threadfence(); if (leader) flag = 1;`.
std::vector<bool> begins_fenced(const Program& program, const Function& f) {
  const Flow flow(program, f);
  const auto ends_fenced = [&](const Block& block, bool fenced) {
    for (std::uint32_t i = block.first; i < block.last; ++i) {
      const Instruction& in = f.code[i];
      if (is_publishing_fence(in)) fenced = true;
      if (in.op == Opcode::Barrier || (in.op == Opcode::St && !flow.slot_of(in))) fenced = false;
    }
    return fenced;
  };
  std::vector<bool> begins(f.blocks.size(), true);
  if (!begins.empty()) begins[0] = false;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = 0; b < f.blocks.size(); ++b) {
      if (ends_fenced(f.blocks[b], begins[b])) continue;
      for (const std::uint32_t next : f.blocks[b].successors) {
        changed = changed || begins[next];
        begins[next] = false;
      }
    }
  }
  return begins;
}

void mark_publishing_stores(const Program& program, Function& f) {
  if (std::none_of(f.code.begin(), f.code.end(), is_publishing_fence)) return;
  const std::vector<bool> begins = begins_fenced(program, f);
  for (std::size_t b = 0; b < f.blocks.size(); ++b) {
    bool fenced = begins[b];
    for (std::uint32_t i = f.blocks[b].first; i < f.blocks[b].last; ++i) {
      Instruction& in = f.code[i];
      fenced = fenced || is_publishing_fence(in);
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
    mark_publishing_stores(program, f);
  }
}

}  // namespace warpproof
