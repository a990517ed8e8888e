#include "src/term/fold.h"

#include <algorithm>
#include <stdexcept>

#include "src/term/bits.h"
#include "src/term/float_eval.h"

namespace warpproof {
namespace {

using u64 = std::uint64_t;
using u128 = unsigned __int128;
using i128 = __int128;

u64 unsigned_divide(u64 a, u64 b, int width) { return b == 0 ? mask_of(width) : a / b; }
u64 unsigned_remainder(u64 a, u64 b) { return b == 0 ? a : a % b; }

// SMT-LIB defines the signed forms through magnitudes, which also settles division by 0 and overflow.
u64 magnitude(u64 a, int width) { return (a & sign_bit_of(width)) ? (0 - a) & mask_of(width) : a; }

u64 signed_divide(u64 a, u64 b, int width) {
  u64 q = unsigned_divide(magnitude(a, width), magnitude(b, width), width);
  bool negate = ((a ^ b) & sign_bit_of(width)) != 0;
  return (negate ? 0 - q : q) & mask_of(width);
}

u64 signed_remainder(u64 a, u64 b, int width) {
  u64 r = unsigned_remainder(magnitude(a, width), magnitude(b, width));
  return ((a & sign_bit_of(width)) ? 0 - r : r) & mask_of(width);
}

u64 reverse_bits(u64 a, int width) {
  u64 out = 0;
  for (int i = 0; i < width; ++i) out |= ((a >> i) & 1) << (width - 1 - i);
  return out;
}

u64 shift_right_signed(u64 a, u64 amount, int width) {
  std::int64_t s = as_signed(a, width);
  return static_cast<u64>(s >> std::min<u64>(amount, 63)) & mask_of(width);
}

template <class F>
u64 reduce(std::span<const u64> v, F f) {
  u64 out = v[0];
  for (std::size_t i = 1; i < v.size(); ++i) out = f(out, v[i]);
  return out;
}

u64 concatenate(std::span<const u64> v, std::span<const std::uint8_t> widths) {
  u64 out = v[0];
  for (std::size_t i = 1; i < v.size(); ++i) out = (widths[i] >= 64 ? 0 : out << widths[i]) | v[i];
  return out;
}

u64 fold_bits(Kind kind, int width, u64 aux, std::span<const u64> v, std::span<const std::uint8_t> widths) {
  const u64 m = mask_of(width);
  switch (kind) {
    case Kind::And:
      return reduce(v, [](u64 a, u64 b) { return a & b; });
    case Kind::Or:
      return reduce(v, [](u64 a, u64 b) { return a | b; });
    case Kind::Xor:
      return reduce(v, [](u64 a, u64 b) { return a ^ b; });
    case Kind::Not:
      return ~v[0] & m;
    case Kind::Shl:
      return v[1] >= static_cast<u64>(width) ? 0 : (v[0] << v[1]) & m;
    case Kind::LShr:
      return v[1] >= static_cast<u64>(width) ? 0 : v[0] >> v[1];
    case Kind::AShr:
      return shift_right_signed(v[0], v[1], width);
    case Kind::Concat:
      return concatenate(v, widths);
    case Kind::Extract:
      return (v[0] >> aux) & m;
    case Kind::ZExt:
      return v[0];
    case Kind::SExt:
      return static_cast<u64>(as_signed(v[0], widths[0])) & m;
    case Kind::Popc:
      return static_cast<u64>(std::popcount(v[0]));
    case Kind::Clz:
      return static_cast<u64>(width - bit_length(v[0]));
    case Kind::Brev:
      return reverse_bits(v[0], width);
    default:
      throw std::logic_error("fold: kind has no concrete meaning");
  }
}

u64 fold_arithmetic(Kind kind, int width, std::span<const u64> v) {
  const u64 m = mask_of(width);
  auto less = [width](u64 a, u64 b) { return as_signed(a, width) < as_signed(b, width); };
  switch (kind) {
    case Kind::Add:
      return reduce(v, [](u64 a, u64 b) { return a + b; }) & m;
    case Kind::Mul:
      return reduce(v, [](u64 a, u64 b) { return a * b; }) & m;
    case Kind::UDiv:
      return unsigned_divide(v[0], v[1], width);
    case Kind::URem:
      return unsigned_remainder(v[0], v[1]);
    case Kind::SDiv:
      return signed_divide(v[0], v[1], width);
    case Kind::SRem:
      return signed_remainder(v[0], v[1], width);
    case Kind::UMin:
      return reduce(v, [](u64 a, u64 b) { return std::min(a, b); });
    case Kind::UMax:
      return reduce(v, [](u64 a, u64 b) { return std::max(a, b); });
    case Kind::SMin:
      return reduce(v, [&](u64 a, u64 b) { return less(a, b) ? a : b; });
    case Kind::SMax:
      return reduce(v, [&](u64 a, u64 b) { return less(a, b) ? b : a; });
    case Kind::MulHiU:
      return static_cast<u64>((static_cast<u128>(v[0]) * v[1]) >> width) & m;
    case Kind::MulHiS: {
      i128 product = static_cast<i128>(as_signed(v[0], width)) * as_signed(v[1], width);
      return static_cast<u64>(product >> width) & m;
    }
    default:
      throw std::logic_error("fold: not arithmetic");
  }
}

}  // namespace

u64 fold(Kind kind, int width, u64 aux, std::span<const u64> v, std::span<const std::uint8_t> widths) {
  switch (kind) {
    case Kind::Const:
      return aux;
    case Kind::Add:
    case Kind::Mul:
    case Kind::UDiv:
    case Kind::URem:
    case Kind::SDiv:
    case Kind::SRem:
    case Kind::UMin:
    case Kind::UMax:
    case Kind::SMin:
    case Kind::SMax:
    case Kind::MulHiU:
    case Kind::MulHiS:
      return fold_arithmetic(kind, width, v);
    case Kind::Eq:
      return v[0] == v[1];
    case Kind::Ult:
      return v[0] < v[1];
    case Kind::Ule:
      return v[0] <= v[1];
    case Kind::Slt:
      return as_signed(v[0], widths[0]) < as_signed(v[1], widths[0]);
    case Kind::Sle:
      return as_signed(v[0], widths[0]) <= as_signed(v[1], widths[0]);
    case Kind::Ite:
      return v[0] ? v[1] : v[2];
    case Kind::Float:
      return float_eval(aux, v);
    default:
      return fold_bits(kind, width, aux, v, widths);
  }
}

}  // namespace warpproof
