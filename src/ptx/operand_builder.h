// The operands of instructions and branch targets.
#pragma once

#include <string_view>

#include "src/ptx/module.h"
#include "src/ptx/tokens.h"

namespace warpproof::ptx {

class OperandBuilder {
 public:
  OperandBuilder(Module& module, Tokens& tokens) : m_(module), tokens_(tokens) {}

  void leaf_symbol();
  void leaf_value(std::string_view token);
  void open_composite(Operand::Kind kind, std::string_view token);
  void close_composite();
  void start_pair();
  bool negated = false;  // the name that comes

 private:
  void add_leaf(const Operand& leaf);

  Module& m_;
  Tokens& tokens_;
  bool in_composite_ = false;
  Operand composite_;
};

}  // namespace warpproof::ptx
