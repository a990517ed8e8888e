// Video instructions: parts of words extended, combined in wider arithmetic, clamped, and accumulated or
// merged into a third operand. Included through alu.h. Source: PTX ISA 9.x, the chapter "Video Instructions"
// (scalar and SIMD).
#pragma once

#include <algorithm>
#include <vector>

#include "src/machine/alu_context.h"

namespace warpproof::alu {

// The scalar instructions' intermediate results: sums and differences of two 33-bit values (.s34 in the
// manual).
inline constexpr int kVideoBits = 34;

template <class G>
AluWord<G> extend(const Context<G>& c, AluWord<G> word, bool sign, int width) {
  return sign ? c.g.sext(word, width) : c.g.zext(word, width);
}

// `value` brought into the range of `bits` bits; a signed word that is wider than that.
template <class G>
AluWord<G> clamp_signed_word(const Context<G>& c, AluWord<G> value, int bits, bool sign) {
  G& g = c.g;
  const int n = g.width(value);
  const std::uint64_t top = (1ull << (sign ? bits - 1 : bits)) - 1;
  const auto most = c.k(n, top), least = c.k(n, sign ? ~top : 0);
  return g.ite(g.slt(most, value), most, g.ite(g.slt(value, least), least, value));
}

// The operations that the scalar and the SIMD instructions have in common, on signed words wide enough for
// the result.
template <class G>
AluWord<G> combine_parts(const Context<G>& c, AluWord<G> a, AluWord<G> b) {
  G& g = c.g;
  const int n = g.width(a);
  switch (c.in.op) {
    case Opcode::Vadd:
    case Opcode::Vadd2:
    case Opcode::Vadd4:
      return g.add(a, b);
    case Opcode::Vsub:
    case Opcode::Vsub2:
    case Opcode::Vsub4:
      return g.sub(a, b);
    case Opcode::Vabsdiff:
    case Opcode::Vabsdiff2:
    case Opcode::Vabsdiff4:
      return g.ite(g.slt(a, b), g.sub(b, a), g.sub(a, b));
    case Opcode::Vmin:
    case Opcode::Vmin2:
    case Opcode::Vmin4:
      return g.ite(g.slt(b, a), b, a);
    case Opcode::Vmax:
    case Opcode::Vmax2:
    case Opcode::Vmax4:
      return g.ite(g.slt(a, b), b, a);
    case Opcode::Vavrg2:
    case Opcode::Vavrg4: {  // halves round away from zero
      const auto sum = g.add(a, b);
      return g.ashr(g.ite(c.is_negative(sum), sum, g.add(sum, c.k(n, 1))), c.k(n, 1));
    }
    default: {  // vset, vset2, vset4
      const auto equal = g.eq(a, b), below = g.slt(a, b);
      const Compare compare = c.in.mod.compare;
      const bool negated = compare == Compare::Ne || compare == Compare::Ge || compare == Compare::Gt;
      const auto joined = compare == Compare::Eq || compare == Compare::Ne   ? equal
                          : compare == Compare::Lt || compare == Compare::Ge ? below
                                                                             : g.bit_or(below, equal);
      return g.zext(negated ? g.bit_not(joined) : joined, n);
    }
  }
}

// The byte or half of a 32-bit word that `part` names, or the word.
template <class G>
AluWord<G> selected_part(const Context<G>& c, AluWord<G> word, const PartSelection& part) {
  if (part.unit == 0) return word;
  const int low = part.unit * part.digits[0];
  return c.g.extract(word, low + part.unit - 1, low);
}

// a shifted by b, 34 bits of it; a shift by 32 keeps only the sign, and whether there was anything to shift.
template <class G>
AluWord<G> shift_part(const Context<G>& c, AluWord<G> a, AluWord<G> amount) {
  G& g = c.g;
  const auto by32 = g.extract(amount, 31, 0), limit = c.k(32, 32);
  const auto by = c.in.mod.wrap ? g.bit_and(by32, c.k(32, 31)) : g.ite(g.ult(limit, by32), limit, by32);
  const auto wide = g.sext(a, 64), by64 = g.zext(by, 64);
  if (c.in.op == Opcode::Vshr) return g.ashr(wide, by64);
  // 33 bits by up to 32: one more than 64 bits hold, but beyond every range either way.
  const auto beyond =
      g.ite(c.is_zero(a), c.k(64, 0), g.ite(c.is_negative(a), c.k(64, ~0ull << 40), c.k(64, 1ull << 40)));
  return g.ite(g.eq(by, limit), beyond, g.shl(wide, by64));
}

// Accumulates into the third operand, or merges into the part of it that the destination names.
template <class G>
AluWord<G> finish_scalar_video(const Context<G>& c, AluWord<G> value, bool sign) {
  G& g = c.g;
  const PartSelection& to = c.in.mod.video.destination;
  const int n = g.width(value);
  if (c.in.mod.sat) value = clamp_signed_word(c, value, to.unit == 0 ? 32 : to.unit, sign);
  const auto low = g.extract(value, 31, 0);
  if (c.in.sources.size() < 3) return low;
  const auto third = c.src(2);
  const auto wide = extend(c, third, sign, n);
  switch (c.in.mod.reduce) {
    case ReduceOp::Add:
      return g.add(low, third);
    case ReduceOp::Min:
      return g.extract(g.ite(g.slt(wide, value), wide, value), 31, 0);
    case ReduceOp::Max:
      return g.extract(g.ite(g.slt(value, wide), wide, value), 31, 0);
    default:
      break;
  }
  const std::uint64_t mask = ((1ull << to.unit) - 1) << (to.unit * to.digits[0]);
  const auto placed = g.shl(low, c.k(32, static_cast<std::uint64_t>(to.unit) * to.digits[0]));
  return g.bit_or(g.bit_and(placed, c.k(32, mask)), g.bit_and(third, c.k(32, ~mask)));
}

template <class G>
void scalar_video(const Context<G>& c) {
  const VideoModifiers& video = c.in.mod.video;
  const bool is_set = c.in.op == Opcode::Vset, shifts = c.in.op == Opcode::Vshl || c.in.op == Opcode::Vshr;
  const Type first = is_set ? c.in.type : c.in.source_type;
  const Type second = is_set ? c.in.source_type : video.second_source;
  const auto a = extend(c, selected_part(c, c.src(0), video.first), is_signed(first), kVideoBits);
  const auto b = extend(c, selected_part(c, c.src(1), video.second), is_signed(second), kVideoBits);
  c.out(finish_scalar_video(c, shifts ? shift_part(c, a, b) : combine_parts(c, a, b), !is_set && c.sign()));
}

// Products of 33-bit factors with a 32-bit addend: 64 bits hold them, as unsigned or as signed ones.
template <class G>
void video_multiply_add(const Context<G>& c) {
  G& g = c.g;
  const VideoModifiers& video = c.in.mod.video;
  const bool first = is_signed(c.in.source_type), second = is_signed(video.second_source),
             sign = first || second;
  const auto a = extend(c, selected_part(c, c.src(0), video.first), first, 64);
  const auto b = extend(c, selected_part(c, c.src(1), video.second), second, 64);
  auto total = g.add(g.mul(a, b), extend(c, c.src(2), sign, 64));
  if (video.plus_one) total = g.add(total, c.k(64, 1));
  if (video.scale != 0) {
    const auto by = c.k(64, video.scale);
    total = sign ? g.ashr(total, by) : g.lshr(total, by);
  }
  if (c.in.mod.sat) {
    const auto most = c.k(64, 0xffffffffu);
    total = sign ? clamp_signed_word(c, total, 32, true) : g.ite(g.ult(most, total), most, total);
  }
  c.out(g.extract(total, 31, 0));
}

// vadd2, vadd4 and the like: `count` elements, each chosen from those of a and b.
template <class G>
void simd_video(const Context<G>& c, int count) {
  G& g = c.g;
  const VideoModifiers& video = c.in.mod.video;
  const bool is_set = video.second_source == Type::None;
  const Type first = is_set ? c.in.type : c.in.source_type;
  const Type second = is_set ? c.in.source_type : video.second_source;
  const int unit = 32 / count;
  const auto a = c.src(0), b = c.src(1), third = c.src(2);
  const auto element = [&](const PartSelection& part, int i, int otherwise, Type type) {
    const int which = part.unit == 0 ? otherwise : part.digits[static_cast<std::size_t>(i)];
    const int low = unit * (which % count);
    return extend(c, g.extract(which < count ? a : b, low + unit - 1, low), is_signed(type), unit + 2);
  };
  const auto is_written = [&](int i) {
    const PartSelection& to = video.destination;
    return to.unit == 0 ||
           std::find(to.digits.begin(), to.digits.begin() + to.count, i) != to.digits.begin() + to.count;
  };
  auto sum = third;
  std::vector<AluWord<G>> parts;  // most significant first
  for (int i = count - 1; i >= 0; --i) {
    auto value =
        combine_parts(c, element(video.first, i, i, first), element(video.second, i, count + i, second));
    if (c.in.mod.sat) value = clamp_signed_word(c, value, unit, !is_set && c.sign());
    if (is_written(i)) sum = g.add(sum, g.sext(value, 32));
    parts.push_back(is_written(i) ? g.extract(value, unit - 1, 0)
                                  : g.extract(third, unit * i + unit - 1, unit * i));
  }
  c.out(c.in.mod.reduce == ReduceOp::Add ? sum : g.concat(std::span<const AluWord<G>>(parts)));
}

// False for what is no video instruction.
template <class G>
bool execute_video(const Context<G>& c) {
  const int count = video_elements(c.in.op);
  if (count == 0) return false;
  if (c.in.op == Opcode::Vmad) {
    video_multiply_add(c);
  } else if (count == 1) {
    scalar_video(c);
  } else {
    simd_video(c, count);
  }
  return true;
}

}  // namespace warpproof::alu
