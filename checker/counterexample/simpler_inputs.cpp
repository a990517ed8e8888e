#include "checker/counterexample/simpler_inputs.h"

namespace warpproof::counterexample {
namespace {

constexpr std::size_t kWord = 4;

// The registers that hold an address in the private memory of a thread.
std::set<std::uint32_t> private_addresses(const Program& program, const Function& function) {
  std::set<std::uint32_t> out;
  const auto is_private = [&](const Operand& o) {
    return (o.kind == Operand::Kind::Variable && program.variables[o.index].space == Space::Local) ||
           (o.kind == Operand::Kind::Register && out.contains(o.index));
  };
  for (bool grows = true; grows;) {
    grows = false;
    for (const Instruction& in : function.code) {
      if ((in.op != Opcode::Mov && in.op != Opcode::Cvta && in.op != Opcode::Add) || in.destinations.size() != 1) continue;
      if (in.destinations[0].kind != Operand::Kind::Register || !std::any_of(in.sources.begin(), in.sources.end(), is_private)) continue;
      grows = out.insert(in.destinations[0].index).second || grows;
    }
  }
  return out;
}

}  // namespace

std::vector<FilledWord> filled_words(const RunInputs& inputs) {
  std::vector<FilledWord> out;
  for (std::size_t c = 0; c < inputs.memory.size(); ++c) {
    const std::size_t bytes = inputs.memory[c].bytes.size();
    for (std::size_t at = 0; at < bytes; at += kWord) {
      const FilledWord word{c, at, std::min(kWord, bytes - at)};
      if (value_of(inputs, word) != 0) out.push_back(word);
    }
  }
  return out;
}

std::uint32_t value_of(const RunInputs& inputs, const FilledWord& word) {
  std::uint32_t value = 0;
  std::memcpy(&value, inputs.memory[word.cells].bytes.data() + word.at, word.size);
  return value;
}

void set_words(RunInputs& inputs, const std::vector<FilledWord>& words, std::size_t begin, std::size_t end, std::uint32_t value) {
  for (std::size_t i = begin; i < end; ++i)
    std::memcpy(inputs.memory[words[i].cells].bytes.data() + words[i].at, &value, words[i].size);
}

Simplest simplest_values(const Program& program, std::uint32_t root) {
  Simplest out;
  const std::vector<std::uint32_t>& parameters = program.functions[root].parameters;
  for (std::uint32_t i = 0; i < parameters.size(); ++i) {
    const Variable& v = program.variables[parameters[i]];
    if (v.element == Type::F32 && v.size == kWord) out.floats.insert(i);
  }
  bool some_floats = false;
  for (const Function& f : program.functions) {
    const std::set<std::uint32_t> private_registers = private_addresses(program, f);
    for (const Instruction& in : f.code) {
      if (in.op != Opcode::Ld || in.mod.space == Space::Param || in.mod.space == Space::Local) continue;
      if (in.address.base == Address::Base::Register && private_registers.contains(in.address.index)) continue;
      if (in.type != Type::F32) return out;
      some_floats = true;
    }
  }
  if (some_floats) out.word = kFloatOne;
  return out;
}

}  // namespace warpproof::counterexample
