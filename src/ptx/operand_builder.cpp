#include "src/ptx/operand_builder.h"

namespace warpproof::ptx {

void OperandBuilder::add_leaf(const Operand& leaf) {
  if (in_composite_) {
    m_.elements.push_back(leaf);
    ++composite_.elements.count;
  } else {
    m_.operands.push_back(leaf);
  }
}

void OperandBuilder::leaf_symbol() {
  add_leaf({Operand::Kind::Symbol, negated, tokens_.symbol, tokens_.offset, {}});
  negated = false;
  tokens_.offset = 0;
}

void OperandBuilder::leaf_value(std::string_view token) {
  const auto kind = tokens_.value.kind == Literal::Kind::Integer   ? Operand::Kind::Integer
                    : tokens_.value.kind == Literal::Kind::Float32 ? Operand::Kind::Float32
                                                                   : Operand::Kind::Float64;
  add_leaf({kind, false, token, tokens_.value.bits, {}});
}

void OperandBuilder::open_composite(Operand::Kind kind, std::string_view token) {
  composite_ = {kind, false, token, 0, {size_of(m_.elements), 0}};
  in_composite_ = true;
}

void OperandBuilder::close_composite() {
  in_composite_ = false;
  m_.operands.push_back(composite_);
}

void OperandBuilder::start_pair() {
  const Operand first = m_.operands.back();
  m_.operands.pop_back();
  open_composite(Operand::Kind::Pair, first.text);
  add_leaf(first);
}

}  // namespace warpproof::ptx
