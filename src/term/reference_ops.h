// Test support: what each builder means, written plainly and independently of fold.cpp, so that the rewriting
// (which folds constants with fold.cpp) is compared with a second reading of the definitions.
#pragma once

#include <cstdint>
#include <vector>

#include "src/term/term.h"

namespace warpproof::reference {

using u64 = std::uint64_t;

inline u64 cut(u64 v, int w) { return w == 64 ? v : v % (1ull << w); }
inline bool negative(u64 v, int w) { return (v >> (w - 1)) % 2 == 1; }
// As a mathematical integer.
inline __int128 integer(u64 v, int w) {
  __int128 out = v;
  if (negative(v, w)) out -= static_cast<__int128>(1) << w;
  return out;
}

inline u64 udiv(u64 a, u64 b, int w) { return b == 0 ? cut(~0ull, w) : a / b; }
inline u64 urem(u64 a, u64 b) { return b == 0 ? a : a % b; }
inline u64 sdiv(u64 a, u64 b, int w) {
  const __int128 x = integer(a, w), y = integer(b, w);
  if (y == 0) return cut(x >= 0 ? ~0ull : 1, w);
  return cut(static_cast<u64>(x / y), w);
}
inline u64 srem(u64 a, u64 b, int w) {
  const __int128 x = integer(a, w), y = integer(b, w);
  return y == 0 ? a : cut(static_cast<u64>(x % y), w);
}
inline u64 shl(u64 a, u64 n, int w) {
  u64 out = a;
  for (u64 i = 0; i < n && i < 64; ++i) out = cut(out * 2, w);
  return n >= static_cast<u64>(w) ? 0 : out;
}
inline u64 lshr(u64 a, u64 n, int w) {
  for (u64 i = 0; i < n && i < static_cast<u64>(w); ++i) a /= 2;
  return n >= static_cast<u64>(w) ? 0 : a;
}
inline u64 ashr(u64 a, u64 n, int w) {
  __int128 x = integer(a, w);
  for (u64 i = 0; i < n && i < 64; ++i) x = (x - (negative(a, w) ? (x % 2 != 0) : 0)) / 2;
  return cut(static_cast<u64>(x), w);
}
inline u64 popc(u64 a) {
  u64 n = 0;
  for (; a; a /= 2) n += a % 2;
  return n;
}
inline u64 clz(u64 a, int w) {
  u64 n = 0;
  for (int i = w - 1; i >= 0 && ((a >> i) & 1) == 0; --i) ++n;
  return n;
}
inline u64 brev(u64 a, int w) {
  u64 out = 0;
  for (int i = 0; i < w; ++i) {
    out = out * 2 + a % 2;
    a /= 2;
  }
  return out;
}
inline u64 mulhi_u(u64 a, u64 b, int w) {
  return static_cast<u64>((static_cast<unsigned __int128>(a) * b) >> w);
}
inline u64 mulhi_s(u64 a, u64 b, int w) {
  return cut(static_cast<u64>((integer(a, w) * integer(b, w)) >> w), w);
}

struct Binary {
  const char* name;
  Term (TermGraph::*build)(Term, Term);
  u64 (*mean)(u64, u64, int);
  bool predicate;  // the result has width 1
};

inline const std::vector<Binary>& binaries() {
  using G = TermGraph;
  static const std::vector<Binary> all = {
      {"add", &G::add, [](u64 a, u64 b, int w) { return cut(a + b, w); }, false},
      {"sub", &G::sub, [](u64 a, u64 b, int w) { return cut(a - b, w); }, false},
      {"mul", &G::mul, [](u64 a, u64 b, int w) { return cut(a * b, w); }, false},
      {"udiv", &G::udiv, [](u64 a, u64 b, int w) { return udiv(a, b, w); }, false},
      {"sdiv", &G::sdiv, [](u64 a, u64 b, int w) { return sdiv(a, b, w); }, false},
      {"urem", &G::urem, [](u64 a, u64 b, int) { return urem(a, b); }, false},
      {"srem", &G::srem, [](u64 a, u64 b, int w) { return srem(a, b, w); }, false},
      {"mulhi_u", &G::mulhi_u, [](u64 a, u64 b, int w) { return mulhi_u(a, b, w); }, false},
      {"mulhi_s", &G::mulhi_s, [](u64 a, u64 b, int w) { return mulhi_s(a, b, w); }, false},
      {"umin", &G::umin, [](u64 a, u64 b, int) { return a < b ? a : b; }, false},
      {"umax", &G::umax, [](u64 a, u64 b, int) { return a < b ? b : a; }, false},
      {"smin", &G::smin, [](u64 a, u64 b, int w) { return integer(a, w) < integer(b, w) ? a : b; }, false},
      {"smax", &G::smax, [](u64 a, u64 b, int w) { return integer(a, w) < integer(b, w) ? b : a; }, false},
      {"and", &G::bit_and, [](u64 a, u64 b, int) { return a & b; }, false},
      {"or", &G::bit_or, [](u64 a, u64 b, int) { return a | b; }, false},
      {"xor", &G::bit_xor, [](u64 a, u64 b, int) { return a ^ b; }, false},
      {"shl", &G::shl, [](u64 a, u64 b, int w) { return shl(a, b, w); }, false},
      {"lshr", &G::lshr, [](u64 a, u64 b, int w) { return lshr(a, b, w); }, false},
      {"ashr", &G::ashr, [](u64 a, u64 b, int w) { return ashr(a, b, w); }, false},
      {"eq", &G::eq, [](u64 a, u64 b, int) { return u64{a == b}; }, true},
      {"ult", &G::ult, [](u64 a, u64 b, int) { return u64{a < b}; }, true},
      {"ule", &G::ule, [](u64 a, u64 b, int) { return u64{a <= b}; }, true},
      {"slt", &G::slt, [](u64 a, u64 b, int w) { return u64{integer(a, w) < integer(b, w)}; }, true},
      {"sle", &G::sle, [](u64 a, u64 b, int w) { return u64{integer(a, w) <= integer(b, w)}; }, true},
      {"select_bit", &G::select_bit,
       [](u64 a, u64 b, int w) { return b < static_cast<u64>(w) ? (a >> b) & 1 : u64{0}; }, true},
  };
  return all;
}

struct Unary {
  const char* name;
  Term (TermGraph::*build)(Term);
  u64 (*mean)(u64, int);
};

inline const std::vector<Unary>& unaries() {
  using G = TermGraph;
  static const std::vector<Unary> all = {
      {"neg", &G::neg, [](u64 a, int w) { return cut(0 - a, w); }},
      {"not", &G::bit_not, [](u64 a, int w) { return cut(~a, w); }},
      {"popc", &G::popc, [](u64 a, int) { return popc(a); }},
      {"clz", &G::clz, [](u64 a, int w) { return clz(a, w); }},
      {"brev", &G::brev, [](u64 a, int w) { return brev(a, w); }},
  };
  return all;
}

}  // namespace warpproof::reference
