// One instruction: the form its words and types select, and its operands.
#pragma once

#include <cstdint>
#include <string_view>

#include "src/program/body.h"
#include "src/program/calls.h"
#include "src/program/forms.h"
#include "src/program/labels.h"

namespace warpproof::lowering {

class InstructionLowering {
 public:
  InstructionLowering(Body& body, const Labels& labels, CallLowering& calls)
      : body_(body), labels_(labels), calls_(calls) {}

  // Adds what is begun in `in` to the body. False: it has no form that is supported.
  bool add(const ptx::Statement& st, Instruction in, const Words& words);

 private:
  PartSelection take_part(ptx::Operand& text, const Instruction& in);
  const Form* choose_form(const ptx::Statement& st, Instruction& in, const Words& words);
  std::uint32_t operand_count(const ptx::Statement& st, const Words& words) const;
  void read_operands(const ptx::Statement& st, const Form& form, const Words& words, Instruction& in);
  void read_move_parts(const ptx::Statement& st, Instruction& in);
  void read_destination(const ptx::Operand& text, std::string_view layout, Instruction& in);
  void read_source(const ptx::Operand& text, char letter, Instruction& in);
  void read_copy_operand(const ptx::Operand& text, char letter, Instruction& in);
  void finish_copy(const ptx::Statement& st, Instruction& in) const;
  void read_vector(const ptx::Operand& text, bool is_source, Instruction& in);
  void finish_instruction(const ptx::Statement& st, Instruction& in);
  void finish_barrier(const ptx::Statement& st, Instruction& in) const;
  void finish_branch(Instruction& in);

  Body& body_;
  const Labels& labels_;
  CallLowering& calls_;
  std::uint64_t list_targets_ = 0;  // of all brx.idx so far
};

}  // namespace warpproof::lowering
