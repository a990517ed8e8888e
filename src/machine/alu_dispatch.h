// Opcode to family: the body of execute_alu. Included through alu.h.
#pragma once

#include <stdexcept>

#include "src/machine/alu_bits.h"
#include "src/machine/alu_float.h"
#include "src/machine/alu_integer.h"
#include "src/machine/alu_move.h"
#include "src/machine/alu_video.h"

namespace warpproof {
namespace alu {

template <class G>
void test_zero(const Context<G>& c) {
  c.out(c.g.zext(c.is_zero(c.src(0)), c.bits()));
}

template <class G>
void compare(const Context<G>& c, Type operand_type) {
  if (is_float(operand_type)) return compare_floats(c, operand_type);
  const auto outcome = compare_integers(c, c.src(0), c.src(1), operand_type);
  const auto joined = combine_with_predicate(c, outcome);
  if (c.in.op == Opcode::Set) return set_result(c, joined);
  c.out(joined);
  if (c.in.destinations.size() > 1) c.out(combine_with_predicate(c, c.g.bit_not(outcome)));
}

// Instructions whose meaning differs between integers and floats.
template <class G>
bool execute_float_form(const Context<G>& c) {
  if (!is_float(c.in.type)) return false;
  switch (c.in.op) {
    case Opcode::Add:
    case Opcode::Sub:
    case Opcode::Mul:
    case Opcode::Mad:
    case Opcode::Div:
    case Opcode::Min:
    case Opcode::Max:
    case Opcode::Abs:
    case Opcode::Neg:
      float_arithmetic(c);
      return true;
    default:
      return false;
  }
}

template <class G>
void execute_integer_form(const Context<G>& c) {
  G& g = c.g;
  switch (c.in.op) {
    case Opcode::Add:
    case Opcode::Addc:
      return add_or_sub(c, false);
    case Opcode::Sub:
    case Opcode::Subc:
      return add_or_sub(c, true);
    case Opcode::Mul:
      return c.out(product(c, c.src(0), c.src(1)));
    case Opcode::Mad:
    case Opcode::Madc:
      return multiply_add(c);
    case Opcode::Mul24:
      return c.out(product24(c));
    case Opcode::Mad24:
      return multiply_add24(c);
    case Opcode::Div:
      return divide(c);
    case Opcode::Rem:
      return remainder(c);
    case Opcode::Abs:
      return c.out(absolute(c, c.src(0)));
    case Opcode::Neg:
      return c.out(g.neg(c.src(0)));
    case Opcode::Min:
      return min_or_max(c, false);
    case Opcode::Max:
      return min_or_max(c, true);
    case Opcode::Sad:
      return sum_of_differences(c);
    case Opcode::Dp4a:
      return dot_product(c, true);
    case Opcode::Dp2a:
      return dot_product(c, false);
    case Opcode::And:
      return c.out(g.bit_and(c.src(0), c.src(1)));
    case Opcode::Or:
      return c.out(g.bit_or(c.src(0), c.src(1)));
    case Opcode::Xor:
      return c.out(g.bit_xor(c.src(0), c.src(1)));
    case Opcode::Not:
      return c.out(g.bit_not(c.src(0)));
    case Opcode::Cnot:
      return test_zero(c);
    case Opcode::Shl:
      return shift(c, true);
    case Opcode::Shr:
      return shift(c, false);
    case Opcode::Shf:
      return funnel_shift(c);
    case Opcode::Bfe:
      return bit_field_extract(c);
    case Opcode::Bfi:
      return bit_field_insert(c);
    case Opcode::Bfind:
      return find_highest_bit(c);
    case Opcode::Bmsk:
      return bit_mask(c);
    case Opcode::Szext:
      return sign_or_zero_extend(c);
    case Opcode::Fns:
      return find_nth_set(c);
    case Opcode::Lop3:
      return three_input_logic(c);
    case Opcode::Prmt:
      return permute_bytes(c);
    case Opcode::Brev:
      return c.out(g.brev(c.src(0)));
    case Opcode::Popc:
      return c.out(fit_word(g, g.popc(c.src(0)), 32, false));
    case Opcode::Clz:
      return c.out(fit_word(g, g.clz(c.src(0)), 32, false));
    default:
      break;
  }
  throw std::logic_error("execute_alu: no meaning for " + std::string(info(c.in.op).mnemonic));
}

template <class G>
void execute(const Context<G>& c) {
  G& g = c.g;
  switch (c.in.op) {
    case Opcode::Mov:
      return move(c);
    case Opcode::Selp:
      return c.out(g.ite(c.src(2), c.src(0), c.src(1)));
    case Opcode::Slct:
      return select_by_sign(c);
    case Opcode::Setp:
      return compare(c, c.in.type);
    case Opcode::Set:
      return compare(c, c.in.source_type);
    case Opcode::Cvta:
      return convert_address(c);
    case Opcode::Isspacep:
      return is_in_space(c);
    case Opcode::Cvt:
      return is_float(c.in.type) || is_float(c.in.source_type) ? convert_float(c) : convert_integer(c);
    case Opcode::CvtPack:
      return convert_and_pack(c);
    case Opcode::Copysign:
      return copy_sign(c);
    case Opcode::Testp:
      return test_property(c);
    case Opcode::Fma:
    case Opcode::Rcp:
    case Opcode::Rsqrt:
    case Opcode::Sqrt:
    case Opcode::Sin:
    case Opcode::Cos:
    case Opcode::Lg2:
    case Opcode::Ex2:
    case Opcode::Tanh:
      return float_arithmetic(c);
    default:
      break;
  }
  if (!execute_video(c) && !execute_float_form(c)) execute_integer_form(c);
}

}  // namespace alu

template <class G>
void execute_alu(G& g, const Instruction& instruction, std::span<const AluWord<G>> sources,
                 std::vector<AluWord<G>>& results) {
  results.clear();
  alu::execute(alu::Context<G>{g, instruction, sources, results});
}

}  // namespace warpproof
