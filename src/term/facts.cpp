#include "src/term/facts.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "src/term/linear.h"
#include "src/term/node_store.h"

namespace warpproof::rewrite {

using u64 = std::uint64_t;

namespace {

using u128 = unsigned __int128;

// Lets each half of the facts sharpen the other.
Facts settle(Facts f, int width) {
  f.high = std::min(f.high, mask_of(width) & ~f.zero);
  f.zero |= mask_of(width) & ~mask_of(bit_length(f.high));
  return f;
}

Facts join(Facts a, Facts b) { return {std::min(a.low, b.low), std::max(a.high, b.high), a.zero & b.zero}; }

int known_trailing_zeros(const Facts& f, int width) {
  return trailing_zeros(~f.zero & mask_of(width), width);
}

Facts from_trailing_zeros(Facts f, int zeros) {
  f.zero |= mask_of(zeros);
  return f;
}

Facts of_and(std::span<const Facts> in, int width) {
  Facts out = nothing_known(width);
  for (const Facts& f : in) {
    out.high = std::min(out.high, f.high);
    out.zero |= f.zero;
  }
  return out;
}

Facts of_or_xor(std::span<const Facts> in, int width, bool is_or) {
  Facts out{0, 0, mask_of(width)};
  for (const Facts& f : in) {
    out.zero &= f.zero;
    if (is_or) out.low = std::max(out.low, f.low);
  }
  out.high = mask_of(width) & ~out.zero;
  return out;
}

// Products stay exact while they fit; otherwise only the trailing zeros survive.
Facts of_mul(std::span<const Facts> in, int width) {
  Facts out = nothing_known(width);
  int zeros = 0;
  u128 low = 1, high = 1;
  bool fits = true;
  for (const Facts& f : in) {
    zeros = std::min(width, zeros + known_trailing_zeros(f, width));
    if (fits) {
      low *= f.low;
      high *= f.high;
      fits = high <= mask_of(width);
    }
  }
  if (fits) out = {static_cast<u64>(low), static_cast<u64>(high), 0};
  return from_trailing_zeros(out, zeros);
}

Facts of_udiv(const Facts& a, const Facts& b, int width) {
  if (b.low == 0) return nothing_known(width);  // x / 0 is all ones
  return {a.low / b.high, a.high / b.low, 0};
}

Facts of_urem(const Facts& a, const Facts& b) {
  u64 high = a.high;
  if (b.low > 0) high = std::min(high, b.high - 1);
  return {a.high < b.low ? a.low : 0, high, 0};
}

Facts of_min_max(Kind kind, std::span<const Facts> in, int width) {
  const u64 sign = sign_bit_of(width);
  bool is_signed = kind == Kind::SMin || kind == Kind::SMax;
  bool same_side = std::all_of(in.begin(), in.end(), [&](const Facts& f) { return f.high < sign; }) ||
                   std::all_of(in.begin(), in.end(), [&](const Facts& f) { return f.low >= sign; });
  Facts out = in[0];
  if (is_signed && !same_side) {
    for (const Facts& f : in) out = join(out, f);
    return out;
  }
  const bool is_min = kind == Kind::UMin || kind == Kind::SMin;
  for (const Facts& f : in.subspan(1)) {
    out.low = is_min ? std::min(out.low, f.low) : std::max(out.low, f.low);
    out.high = is_min ? std::min(out.high, f.high) : std::max(out.high, f.high);
    out.zero &= f.zero;
  }
  return out;
}

Facts of_shift(Kind kind, const Facts& a, const Facts& amount, int width) {
  const u64 w = static_cast<u64>(width);
  if (kind == Kind::Shl) {
    Facts out = nothing_known(width);
    if (amount.high < w && bit_length(a.high) + static_cast<int>(amount.high) <= width) {
      out = {a.low << amount.low, a.high << amount.high, 0};
    }
    u64 zeros = static_cast<u64>(known_trailing_zeros(a, width)) + std::min(amount.low, w);
    return from_trailing_zeros(out, static_cast<int>(std::min(zeros, w)));
  }
  if (kind == Kind::AShr && a.high >= sign_bit_of(width)) return nothing_known(width);
  return {amount.high >= w ? 0 : a.low >> amount.high, amount.low >= w ? 0 : a.high >> amount.low, 0};
}

Facts of_concat(std::span<const Facts> in, std::span<const int> widths) {
  Facts out{0, 0, 0};
  for (std::size_t i = 0; i < in.size(); ++i) {
    out = {out.low << widths[i] | in[i].low, out.high << widths[i] | in[i].high,
           out.zero << widths[i] | in[i].zero};
  }
  return out;
}

Facts of_extract(const Facts& a, int width, int low_bit) {
  Facts out = nothing_known(width);
  // The range carries over when the bits above the slice are the same at both ends.
  if (low_bit + width >= 64 || (a.low >> (low_bit + width)) == (a.high >> (low_bit + width))) {
    out.low = (a.low >> low_bit) & mask_of(width);
    out.high = (a.high >> low_bit) & mask_of(width);
  }
  out.zero = (a.zero >> low_bit) & mask_of(width);
  return out;
}

Facts of_sext(const Facts& a, int from, int width) {
  const u64 extension = mask_of(width) & ~mask_of(from);
  if (a.high < sign_bit_of(from)) return {a.low, a.high, a.zero};
  if (a.low >= sign_bit_of(from)) return {a.low | extension, a.high | extension, a.zero};
  return {0, mask_of(width), a.zero & mask_of(from - 1)};
}

Facts of_mulhi(const Facts& a, const Facts& b, int width) {
  return {static_cast<u64>((static_cast<u128>(a.low) * b.low) >> width),
          static_cast<u64>((static_cast<u128>(a.high) * b.high) >> width), 0};
}

Facts of_not(const Facts& a, int width) { return {~a.high & mask_of(width), ~a.low & mask_of(width), 0}; }

}  // namespace

Facts compute_facts(const NodeStore& g, Kind kind, int width, u64 aux, std::span<const Term> ops) {
  SmallVector<Facts, 16> in;
  SmallVector<int, 16> widths;
  if (kind == Kind::Var || kind == Kind::Read || kind == Kind::Float) return nothing_known(width);
  for (Term t : ops) {
    in.push_back(g.facts(t));
    widths.push_back(g.width(t));
  }
  std::span<const Facts> all(in.data(), in.size());
  Facts out = nothing_known(width);
  switch (kind) {
    case Kind::And:
      out = of_and(all, width);
      break;
    case Kind::Or:
      out = of_or_xor(all, width, true);
      break;
    case Kind::Xor:
      out = of_or_xor(all, width, false);
      break;
    case Kind::Not:
      out = of_not(in[0], width);
      break;
    case Kind::Add: {
      Linear form;
      int zeros = width;
      for (std::size_t i = 0; i < ops.size(); ++i) {
        zeros = std::min(zeros, known_trailing_zeros(in[i], width));
        if (g.is_const(ops[i])) {
          form.constant += g.value(ops[i]);
        } else {
          form.parts.push_back(scaled(g, ops[i]));
        }
      }
      Interval range;
      if (linear_interval(g, form, width, false, range))
        out = {static_cast<u64>(range.low), static_cast<u64>(range.high), 0};
      out = from_trailing_zeros(out, zeros);
      break;
    }
    case Kind::Mul:
      out = of_mul(all, width);
      break;
    case Kind::UDiv:
      out = of_udiv(in[0], in[1], width);
      break;
    case Kind::URem:
      out = of_urem(in[0], in[1]);
      break;
    case Kind::UMin:
    case Kind::UMax:
    case Kind::SMin:
    case Kind::SMax:
      out = of_min_max(kind, all, width);
      break;
    case Kind::Shl:
    case Kind::LShr:
    case Kind::AShr:
      out = of_shift(kind, in[0], in[1], width);
      break;
    case Kind::Ite:
      out = join(in[1], in[2]);
      break;
    case Kind::Concat:
      out = of_concat(all, {widths.data(), widths.size()});
      break;
    case Kind::Extract:
      out = of_extract(in[0], width, static_cast<int>(aux));
      break;
    case Kind::ZExt:
      out = in[0];
      break;
    case Kind::SExt:
      out = of_sext(in[0], widths[0], width);
      break;
    case Kind::Popc:
      out.high = static_cast<u64>(std::popcount(~in[0].zero & mask_of(width)));
      break;
    case Kind::Clz:
      out.low = static_cast<u64>(width - bit_length(in[0].high));
      out.high = static_cast<u64>(width - bit_length(in[0].low));
      break;
    case Kind::MulHiU:
      out = of_mulhi(in[0], in[1], width);
      break;
    default:
      break;
  }
  return settle(out, width);
}

void set_range(NodeStore& g, Term var, u64 low, u64 high) {
  if (g.kind(var) != Kind::Var) throw std::invalid_argument("set_range needs a variable");
  if (low > high || high > mask_of(g.width(var))) throw std::invalid_argument("set_range: empty or too wide");
  Facts f = g.facts(var);
  f.low = std::max(f.low, low);
  f.high = std::min(f.high, high);
  if (f.low > f.high) throw std::invalid_argument("set_range: contradicts an earlier range");
  if (g.width(var) == 1) throw std::invalid_argument("set_range: assume the predicate instead");
  g.set_facts(var, settle(f, g.width(var)));
}

void set_zero_bits(NodeStore& g, Term var, u64 mask) {
  if (g.kind(var) != Kind::Var || g.width(var) == 1)
    throw std::invalid_argument("set_zero_bits needs a variable");
  Facts f = g.facts(var);
  f.zero |= mask & mask_of(g.width(var));
  if (f.low & f.zero) {  // up to the next multiple
    const u64 unit = u64{1} << trailing_zeros(~f.zero, 64);
    f.low = (f.low + unit - 1) / unit * unit;
  }
  f = settle(f, g.width(var));
  f.high &= ~(mask_of(trailing_zeros(~f.zero, 64)));
  if (f.low > f.high) throw std::invalid_argument("set_zero_bits: contradicts the range");
  g.set_facts(var, f);
}

}  // namespace warpproof::rewrite
