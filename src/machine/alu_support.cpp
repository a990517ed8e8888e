// Which forms execute_alu has a meaning for, and the types of their operands and results.

#include <algorithm>
#include <initializer_list>

#include "src/machine/alu_context.h"
#include "src/machine/alu_float.h"

namespace warpproof {

bool float_supported(const Instruction& in) {
  const Type t = in.type;
  if (in.mod.rounding == Rounding::Rna)
    return in.op == Opcode::Cvt && t == Type::TF32 && in.source_type == Type::F32 && in.sources.size() == 1;
  const bool is_pair = alu::is_half_pair(t);
  const auto plain = [](Type type) { return type == Type::F32 || type == Type::F64; };
  switch (in.op) {
    case Opcode::Cvt:
      if (in.source_type == Type::None || t == Type::None) return false;
      if (alu::is_half_pair(in.source_type) || in.source_type == Type::Pred || t == Type::Pred) return false;
      return is_pair ? in.source_type == Type::F32 && in.sources.size() == 2 : in.sources.size() == 1;
    case Opcode::Copysign:
      return plain(t);
    case Opcode::Testp:
      return plain(t) && in.mod.test != TestOp::None;
    default:
      break;
  }
  const std::optional<FloatCode> code = alu::float_code_of(in.op);
  if (!code || !is_float(t) || in.mod.abs != in.mod.xorsign) return false;
  FloatOp op;
  op.code = *code;
  return in.sources.size() == op.arity();
}

namespace {

bool one_of(Type type, std::initializer_list<Type> types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

bool is_word(Type t) { return one_of(t, {Type::U16, Type::U32, Type::U64, Type::S16, Type::S32, Type::S64}); }
bool is_bits(Type t) { return one_of(t, {Type::Pred, Type::B16, Type::B32, Type::B64}); }
bool is_any_integer(Type t) {
  return is_word(t) || one_of(t, {Type::B8, Type::U8, Type::S8, Type::B16, Type::B32, Type::B64});
}
bool is_pair(Type t) { return t == Type::U16x2 || t == Type::S16x2; }

Type unsigned_of(int bits) {
  switch (bits) {
    case 1:
      return Type::Pred;
    case 8:
      return Type::B8;
    case 16:
      return Type::B16;
    case 64:
      return Type::B64;
    default:
      return Type::B32;
  }
}

bool compare_supported(const Instruction& in, Type type) {
  const Compare compare = in.mod.compare;
  const bool equality = compare == Compare::Eq || compare == Compare::Ne;
  if (is_float(type)) return alu::float_code_of(compare).has_value();
  if (type == Type::Pred || one_of(type, {Type::B16, Type::B32, Type::B64})) return equality;
  return is_word(type) && compare >= Compare::Eq && compare <= Compare::Hs;
}

bool arithmetic_supported(const Instruction& in) {
  const Type t = in.type;
  if (is_float(t)) return float_supported(in);
  switch (in.op) {
    case Opcode::Add:
    case Opcode::Sub:
      return is_word(t) || (is_pair(t) && !in.mod.sat && !in.mod.carry_out);
    case Opcode::Mul:
      return is_word(t) && (!in.mod.wide || bits_of(t) <= 32);
    case Opcode::Mad:
      return is_word(t) && (!in.mod.wide || bits_of(t) <= 32);
    case Opcode::Min:
    case Opcode::Max:
      return is_word(t) || is_pair(t);
    case Opcode::Abs:
    case Opcode::Neg:
      return one_of(t, {Type::S16, Type::S32, Type::S64});
    default:
      return is_word(t);  // div, rem, sad
  }
}

// mov between one word and a vector: the parts must be whole registers of at least 8 bits.
bool move_supported(const Instruction& in) {
  if (in.type == Type::None || in.type == Type::B128) return false;
  const int parts = static_cast<int>(std::max(in.sources.size(), in.destinations.size()));
  if (parts <= 1) return true;
  return !(in.sources.size() > 1 && in.destinations.size() > 1) && bits_of(in.type) % parts == 0 &&
         bits_of(in.type) / parts >= 8;
}

// 32-bit programs have no generic addresses here. isspacep carries no type.
bool address_supported(const Instruction& in) {
  return in.type == Type::None ? in.op == Opcode::Isspacep : bits_of(in.type) == 64;
}

bool form_supported(const Instruction& in) {
  const Type t = in.type;
  const bool wide_bits = t == Type::B32 || t == Type::B64;
  if (video_elements(in.op) != 0) return true;  // every form of the table
  switch (in.op) {
    case Opcode::Add:
    case Opcode::Sub:
    case Opcode::Mul:
    case Opcode::Mad:
    case Opcode::Div:
    case Opcode::Rem:
    case Opcode::Abs:
    case Opcode::Neg:
    case Opcode::Min:
    case Opcode::Max:
    case Opcode::Sad:
      return arithmetic_supported(in);
    case Opcode::Addc:
    case Opcode::Subc:
    case Opcode::Madc:
      return is_word(t) && bits_of(t) >= 32 && !in.mod.wide;
    case Opcode::Mul24:
    case Opcode::Mad24:
      return t == Type::U32 || t == Type::S32;
    case Opcode::And:
    case Opcode::Or:
    case Opcode::Xor:
    case Opcode::Not:
      return is_bits(t);
    case Opcode::Cnot:
    case Opcode::Shl:
      return is_bits(t) && t != Type::Pred;
    case Opcode::Shr:
      return is_word(t) || (is_bits(t) && t != Type::Pred);
    case Opcode::Shf:
      return t == Type::B32 && (in.mod.left || in.mod.right);
    case Opcode::Bfe:
    case Opcode::Bfind:
      return is_word(t) && bits_of(t) >= 32;
    case Opcode::Bfi:
    case Opcode::Brev:
    case Opcode::Popc:
    case Opcode::Clz:
      return wide_bits;
    case Opcode::Bmsk:
    case Opcode::Prmt:
    case Opcode::Fns:
      return t == Type::B32;
    case Opcode::Lop3:
      return t == Type::B32 && in.destinations.size() == 1;
    case Opcode::Szext:
      return t == Type::U32 || t == Type::S32;
    case Opcode::Dp4a:
    case Opcode::Dp2a:
      return one_of(t, {Type::U32, Type::S32}) && one_of(in.source_type, {Type::U32, Type::S32});
    case Opcode::Mov:
      return move_supported(in);
    case Opcode::Selp:
      return t != Type::None && t != Type::B128;
    case Opcode::Slct:
      return t != Type::B128 && one_of(in.source_type, {Type::S32, Type::F32});
    case Opcode::Setp:
      return compare_supported(in, t);
    case Opcode::Set:
      return compare_supported(in, in.source_type);
    case Opcode::Cvt:
      if (is_float(t) || is_float(in.source_type)) return float_supported(in);
      return is_any_integer(t) && is_any_integer(in.source_type) && in.sources.size() == 1;
    case Opcode::CvtPack:
      return bits_of(t) <= 16 && in.source_type == Type::S32 &&
             in.sources.size() == (bits_of(t) == 16 ? 2 : 3);
    case Opcode::Cvta:
    case Opcode::Isspacep:
      return address_supported(in);
    default:
      return float_supported(in);
  }
}

std::string describe(const Instruction& in) {
  std::string text = in.name.empty() ? std::string(info(in.op).mnemonic) : in.name;
  if (in.name.empty() && in.type != Type::None) {
    text += " on " + std::to_string(bits_of(in.type)) + "-bit " + (is_float(in.type) ? "floats" : "words");
  }
  return text;
}

}  // namespace

bool alu_supported(const Instruction& in, std::string* why) {
  const bool supported = info(in.op).cls == OpcodeClass::Alu && form_supported(in);
  if (!supported && why != nullptr) *why = describe(in);
  return supported;
}

Type alu_operand_type(const Instruction& in, std::size_t i) {
  switch (in.op) {
    case Opcode::Selp:
      return i == 2 ? Type::Pred : in.type;
    case Opcode::Setp:
      return i == 2 ? Type::Pred : in.type;
    case Opcode::Set:
      return i == 2 ? Type::Pred : in.source_type;
    case Opcode::Slct:
      return i == 2 ? in.source_type : in.type;
    case Opcode::Shl:
    case Opcode::Shr:
    case Opcode::Szext:
      return i == 1 ? Type::U32 : in.type;
    case Opcode::Bfe:
      return i >= 1 ? Type::U32 : in.type;
    case Opcode::Bfi:
      return i >= 2 ? Type::U32 : in.type;
    case Opcode::Fns:
      return i == 2 ? Type::S32 : Type::B32;
    case Opcode::Dp4a:
    case Opcode::Dp2a:
      return i == 1 ? in.source_type : in.type;
    case Opcode::Cvt:
      return in.source_type;
    case Opcode::CvtPack:
      return i == 2 ? Type::B32 : in.source_type;
    case Opcode::Isspacep:
      return Type::U64;
    case Opcode::Mad:
      if (i == 2 && in.mod.wide)
        return bits_of(in.type) == 16 ? (is_signed(in.type) ? Type::S32 : Type::U32)
                                      : (is_signed(in.type) ? Type::S64 : Type::U64);
      return in.type;
    case Opcode::Mov:
      return in.sources.size() > 1 ? unsigned_of(bits_of(in.type) / static_cast<int>(in.sources.size()))
                                   : in.type;
    default:
      return in.type;
  }
}

int alu_operand_bits(const Instruction& in, std::size_t i) {
  return i >= in.sources.size() ? 1 : bits_of(alu_operand_type(in, i));  // the carry flag
}

int alu_result_bits(const Instruction& in, std::size_t i) {
  if (i >= std::max<std::size_t>(in.destinations.size(), 1)) return 1;  // the carry flag
  switch (in.op) {
    case Opcode::Setp:
    case Opcode::Isspacep:
    case Opcode::Testp:
      return 1;
    case Opcode::Popc:
    case Opcode::Clz:
    case Opcode::Bfind:
    case Opcode::CvtPack:
      return 32;
    case Opcode::Mul:
    case Opcode::Mad:
      return in.mod.wide ? 2 * bits_of(in.type) : bits_of(in.type);
    case Opcode::Mov:
      return bits_of(in.type) / std::max<int>(1, static_cast<int>(in.destinations.size()));
    default:
      return bits_of(in.type);
  }
}

bool alu_result_signed(const Instruction& in) { return is_signed(in.type); }

}  // namespace warpproof
