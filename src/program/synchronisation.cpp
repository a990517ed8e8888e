#include "src/program/synchronisation.h"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "src/program/checked_reads.h"

namespace warpproof {
namespace {

void mark_checked_reads(const Program& program, Function& f) {
  const std::set<const Instruction*> checked = checked_reads(program, f);
  for (Instruction& in : f.code) {
    if (checked.contains(&in)) in.mod.is_volatile = in.mod.checked_by_swap = true;
  }
}

// A fence that publishes what is stored after it.
bool is_publishing_fence(const Instruction& in) {
  return is_fence(in) && !in.mod.ordering.starts_with("acquire");
}

// Which volatile stores a fence goes before on every way to them, with no block barrier between, whatever
// blocks and functions the way leads through.
class FencedStores {
 public:
  explicit FencedStores(Program& program) : program_(program) {}

  void mark() {
    const auto has_fence = [](const Function& f) {
      return std::any_of(f.code.begin(), f.code.end(), is_publishing_fence);
    };
    if (std::none_of(program_.functions.begin(), program_.functions.end(), has_fence)) return;
    const std::size_t functions = program_.functions.size();
    leaves_fenced_.assign(functions, {true, true});
    while (lower_leaving()) {
    }
    entered_fenced_ = entered_by_calls();
    while (lower_entering()) {
    }
    for (std::uint32_t f = 0; f < functions; ++f) {
      walk(f, entered_fenced_[f], [&](std::uint32_t i, bool fenced) {
        Instruction& in = program_.functions[f].code[i];
        if (in.op == Opcode::St && in.mod.is_volatile) in.mod.publishes = fenced;
      });
    }
  }

 private:
  bool after(const Instruction& in, bool fenced) const {
    if (is_publishing_fence(in) && in.guard.reg < 0) return true;
    if (in.op == Opcode::Barrier) return false;
    if (in.op == Opcode::Call && in.callee >= 0)
      return leaves_fenced_[static_cast<std::size_t>(in.callee)][fenced];
    return fenced;
  }

  // Tells `visit` of each instruction of the function whether it is fenced.
  template <typename Visit>
  void walk(std::uint32_t function, bool entered_fenced, Visit visit) const {
    const Function& f = program_.functions[function];
    std::vector<bool> begins(f.blocks.size(), true);
    if (!begins.empty()) begins[0] = entered_fenced;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t b = 0; b < f.blocks.size(); ++b) {
        bool fenced = begins[b];
        for (std::uint32_t i = f.blocks[b].first; i < f.blocks[b].last; ++i)
          fenced = after(f.code[i], fenced);
        for (const std::uint32_t next : f.blocks[b].successors) {
          changed = changed || (begins[next] && !fenced);
          begins[next] = begins[next] && fenced;
        }
      }
    }
    for (std::size_t b = 0; b < f.blocks.size(); ++b) {
      bool fenced = begins[b];
      for (std::uint32_t i = f.blocks[b].first; i < f.blocks[b].last; ++i) {
        visit(i, fenced);
        fenced = after(f.code[i], fenced);
      }
    }
  }

  // How functions are left, entered after a fence and not; from "fenced" downwards, for recursion.
  bool lower_leaving() {
    bool changed = false;
    for (std::uint32_t f = 0; f < program_.functions.size(); ++f) {
      for (const bool entered : {false, true}) {
        walk(f, entered, [&](std::uint32_t i, bool fenced) {
          if (program_.functions[f].code[i].op != Opcode::Ret || fenced || !leaves_fenced_[f][entered])
            return;
          leaves_fenced_[f][entered] = false;
          changed = true;
        });
      }
    }
    return changed;
  }

  // Kernels begin after no fence, nor do functions that nothing calls.
  std::vector<bool> entered_by_calls() const {
    std::vector<bool> out = program_.called();
    for (std::size_t f = 0; f < out.size(); ++f) out[f] = out[f] && !program_.functions[f].is_entry;
    return out;
  }

  bool lower_entering() {
    bool changed = false;
    for (std::uint32_t f = 0; f < program_.functions.size(); ++f) {
      walk(f, entered_fenced_[f], [&](std::uint32_t i, bool fenced) {
        const Instruction& in = program_.functions[f].code[i];
        if (in.op != Opcode::Call || in.callee < 0 || fenced) return;
        const auto callee = static_cast<std::size_t>(in.callee);
        changed = changed || entered_fenced_[callee];
        entered_fenced_[callee] = false;
      });
    }
    return changed;
  }

  Program& program_;
  std::vector<std::array<bool, 2>> leaves_fenced_;  // by function and whether it is entered so
  std::vector<bool> entered_fenced_;                // wherever it is called
};

}  // namespace

bool is_fence(const Instruction& in) {
  const std::string& o = in.mod.ordering;
  const auto is = [&](const char* word) { return o.starts_with(word); };
  return in.op == Opcode::Membar ||
         (in.op == Opcode::Fence && (is("sc") || is("acq_rel") || is("acquire") || is("release")));
}

bool orders_through_memory(const Instruction& in) {
  const std::string& o = in.mod.ordering;
  return is_fence(in) || (info(in.op).cls == OpcodeClass::Memory &&
                          (o.starts_with("acquire") || o.starts_with("release") || o.starts_with("acq_rel")));
}

bool is_beyond_block(const Instruction& in) { return !in.mod.ordering.ends_with("cta"); }

bool releases_others(const Instruction& in) {
  if (!is_beyond_block(in)) return false;
  if (is_fence(in)) return is_publishing_fence(in);
  const std::string& o = in.mod.ordering;
  return o.starts_with("release") || o.starts_with("acq_rel") || o.starts_with("sc");
}

void mark_synchronisation(Program& program) {
  for (Function& f : program.functions) mark_checked_reads(program, f);
  FencedStores(program).mark();
}

}  // namespace warpproof
