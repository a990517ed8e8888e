#include "src/program/bit_fields.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpproof {
namespace {

class Assignments {
 public:
  explicit Assignments(Function& f) : f_(f), registers_(f.registers.size()) {
    for (std::uint32_t b = 0; b < f.blocks.size(); ++b) {
      for (std::uint32_t i = f.blocks[b].first; i < f.blocks[b].last; ++i) note(f.code[i], b);
    }
  }

  void mark() {
    for (std::uint32_t b = 0; b < f_.blocks.size(); ++b) {
      for (std::uint32_t i = f_.blocks[b].first; i < f_.blocks[b].last; ++i) mark(f_.code[i], b);
    }
  }

 private:
  struct Use {
    Instruction* by = nullptr;
    std::uint32_t block = 0;
    int definitions = 0, uses = 0;
  };

  void mark(const Instruction& store, std::uint32_t block) {
    if (store.op != Opcode::St || store.mod.vector != 1 || store.sources.size() != 1) return;
    const Instruction* combined = definition(store.sources[0], block);
    if (combined == nullptr || combined->op != Opcode::Or) return;
    for (const Operand& part : combined->sources) {
      const Instruction* kept = definition(part, block);
      if (kept == nullptr || kept->op != Opcode::And || kept->sources.size() != 2 ||
          kept->sources[1].kind != Operand::Kind::Immediate)
        continue;
      Instruction* load = definition(kept->sources[0], block);
      if (load != nullptr && load->op == Opcode::Ld && load->mod.vector == 1 && is_same_word(*load, store))
        load->mod.sets_field = true;
    }
  }

  void note(Instruction& in, std::uint32_t block) {
    for (const Operand& d : in.destinations) {
      if (d.kind != Operand::Kind::Register) continue;
      Use& use = registers_[d.index];
      use.by = &in;
      use.block = block;
      ++use.definitions;
    }
    for (const Operand& s : in.sources)
      if (s.kind == Operand::Kind::Register) ++registers_[s.index].uses;
    if (in.address.base == Address::Base::Register) ++registers_[in.address.index].uses;
    if (in.guard.reg >= 0) ++registers_[static_cast<std::size_t>(in.guard.reg)].uses;
  }

  // What computed a value that is used once, in that block, after conversions.
  Instruction* definition(const Operand& value, std::uint32_t block) const {
    const Operand* at = &value;
    while (at->kind == Operand::Kind::Register) {
      const Use& use = registers_[at->index];
      if (use.definitions != 1 || use.uses != 1 || use.block != block) return nullptr;
      if ((use.by->op != Opcode::Cvt && use.by->op != Opcode::Mov) || use.by->sources.size() != 1)
        return use.by;
      at = &use.by->sources[0];
    }
    return nullptr;
  }

  bool is_same_word(const Instruction& load, const Instruction& store) const {
    const Address &a = load.address, &b = store.address;
    if (a.base != b.base || a.index != b.index || a.offset != b.offset ||
        bits_of(load.type) != bits_of(store.type))
      return false;
    return a.base != Address::Base::Register || registers_[a.index].definitions == 1;
  }

  Function& f_;
  std::vector<Use> registers_;
};

}  // namespace

void mark_field_assignments(Program& program) {
  for (Function& f : program.functions) Assignments(f).mark();
}

}  // namespace warpproof
