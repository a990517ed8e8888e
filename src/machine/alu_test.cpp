// Integer arithmetic, logic, shifts and bit fields against plain C++ that follows the manual's pseudo-code
// bit by bit.

#include <bit>

#include "src/machine/alu_test_support.h"

namespace warpproof {
namespace {

using namespace testing;  // the helpers are written for these tests

TEST_CASE("integer arithmetic") {
  for (const Type t : kWords) {
    const int n = bits_of(t);
    const bool s = is_signed(t);
    const auto value = [=](u64 v) { return s ? static_cast<__int128>(sx(v, n)) : static_cast<__int128>(v); };
    check(name_of("add", t), make(Opcode::Add, t, 2),
          [=](const Values& v) { return Values{keep(v[0] + v[1], n)}; });
    check(name_of("sub", t), make(Opcode::Sub, t, 2),
          [=](const Values& v) { return Values{keep(v[0] - v[1], n)}; });
    check(name_of("mul.lo", t), with(make(Opcode::Mul, t, 2), [](auto& i) { i.mod.lo = true; }),
          [=](const Values& v) { return Values{keep(v[0] * v[1], n)}; });
    const auto high = [=](u64 a, u64 b) {
      if (s) return keep(static_cast<u64>((value(a) * value(b)) >> n), n);
      return keep(static_cast<u64>((static_cast<unsigned __int128>(a) * b) >> n), n);
    };
    check(name_of("mul.hi", t), with(make(Opcode::Mul, t, 2), [](auto& i) { i.mod.hi = true; }),
          [=](const Values& v) { return Values{high(v[0], v[1])}; });
    check(name_of("mad.lo", t), with(make(Opcode::Mad, t, 3), [](auto& i) { i.mod.lo = true; }),
          [=](const Values& v) { return Values{keep(v[0] * v[1] + v[2], n)}; });
    check(name_of("mad.hi", t), with(make(Opcode::Mad, t, 3), [](auto& i) { i.mod.hi = true; }),
          [=](const Values& v) { return Values{keep(high(v[0], v[1]) + v[2], n)}; });
    if (n <= 32) {
      const auto wide = [=](u64 a, u64 b) { return keep(static_cast<u64>(value(a) * value(b)), 2 * n); };
      check(name_of("mul.wide", t), with(make(Opcode::Mul, t, 2), [](auto& i) { i.mod.wide = true; }),
            [=](const Values& v) { return Values{wide(v[0], v[1])}; });
      check(name_of("mad.wide", t), with(make(Opcode::Mad, t, 3), [](auto& i) { i.mod.wide = true; }),
            [=](const Values& v) { return Values{keep(wide(v[0], v[1]) + v[2], 2 * n)}; });
    }
    check(name_of("div", t), make(Opcode::Div, t, 2), [=](const Values& v) {
      if (v[1] == 0) return Values{s && value(v[0]) < 0 ? 1 : keep(~0ull, n)};
      return Values{keep(static_cast<u64>(value(v[0]) / value(v[1])), n)};
    });
    check(name_of("rem", t), make(Opcode::Rem, t, 2), [=](const Values& v) {
      return Values{v[1] == 0 ? v[0] : keep(static_cast<u64>(value(v[0]) % value(v[1])), n)};
    });
    check(name_of("min", t), make(Opcode::Min, t, 2),
          [=](const Values& v) { return Values{value(v[0]) < value(v[1]) ? v[0] : v[1]}; });
    check(name_of("max", t), make(Opcode::Max, t, 2),
          [=](const Values& v) { return Values{value(v[0]) > value(v[1]) ? v[0] : v[1]}; });
    check(name_of("sad", t), make(Opcode::Sad, t, 3), [=](const Values& v) {
      const __int128 d = value(v[0]) - value(v[1]);
      return Values{keep(v[2] + static_cast<u64>(d < 0 ? -d : d), n)};
    });
    if (s) {
      check(name_of("abs", t), make(Opcode::Abs, t, 1),
            [=](const Values& v) { return Values{keep(sx(v[0], n) < 0 ? 0 - v[0] : v[0], n)}; });
      check(name_of("neg", t), make(Opcode::Neg, t, 1),
            [=](const Values& v) { return Values{keep(0 - v[0], n)}; });
    }
  }
}

TEST_CASE("saturating and packed integer arithmetic") {
  const auto clamp = [](i64 v) {
    return keep(static_cast<u64>(std::min<i64>(std::max<i64>(v, INT32_MIN), INT32_MAX)), 32);
  };
  const auto sat = [](Instruction& i) { i.mod.sat = true; };
  check(
      "add.sat.s32", with(make(Opcode::Add, Type::S32, 2), sat),
      [=](const Values& v) { return Values{clamp(sx(v[0], 32) + sx(v[1], 32))}; }, 40);
  check(
      "sub.sat.s32", with(make(Opcode::Sub, Type::S32, 2), sat),
      [=](const Values& v) { return Values{clamp(sx(v[0], 32) - sx(v[1], 32))}; }, 40);
  check(
      "mad.hi.sat.s32", with(make(Opcode::Mad, Type::S32, 3), [](auto& i) { i.mod.sat = i.mod.hi = true; }),
      [=](const Values& v) {
        const i64 high = (sx(v[0], 32) * sx(v[1], 32)) >> 32;
        return Values{clamp(high + sx(v[2], 32))};
      },
      40);
  for (const bool sign : {false, true}) {
    const Type t = sign ? Type::S32 : Type::U32;
    const auto p24 = [=](u64 a, u64 b) {
      return sign ? static_cast<u64>(sx(keep(a, 24), 24) * sx(keep(b, 24), 24)) : keep(a, 24) * keep(b, 24);
    };
    check("mul24.lo", with(make(Opcode::Mul24, t, 2), [](auto& i) { i.mod.lo = true; }),
          [=](const Values& v) { return Values{keep(p24(v[0], v[1]), 32)}; });
    check("mul24.hi", with(make(Opcode::Mul24, t, 2), [](auto& i) { i.mod.hi = true; }),
          [=](const Values& v) { return Values{keep(p24(v[0], v[1]) >> 16, 32)}; });
    check("mad24.lo", with(make(Opcode::Mad24, t, 3), [](auto& i) { i.mod.lo = true; }),
          [=](const Values& v) { return Values{keep(p24(v[0], v[1]) + v[2], 32)}; });
    const Type pair = sign ? Type::S16x2 : Type::U16x2;
    check("add.16x2", make(Opcode::Add, pair, 2), [](const Values& v) {
      return Values{keep(v[0] + v[1], 16) | keep((v[0] >> 16) + (v[1] >> 16), 16) << 16};
    });
    check("max.16x2", make(Opcode::Max, pair, 2), [=](const Values& v) {
      const auto best = [=](u64 a, u64 b) {
        a = keep(a, 16), b = keep(b, 16);
        return (sign ? sx(a, 16) > sx(b, 16) : a > b) ? a : b;
      };
      return Values{best(v[0], v[1]) | best(v[0] >> 16, v[1] >> 16) << 16};
    });
  }
  check("min.relu.s32", with(make(Opcode::Min, Type::S32, 2), [](auto& i) { i.mod.relu = true; }),
        [](const Values& v) {
          const i64 m = std::min(sx(v[0], 32), sx(v[1], 32));
          return Values{keep(static_cast<u64>(m < 0 ? 0 : m), 32)};
        });
}

TEST_CASE("dp4a and dp2a") {
  for (const bool sa : {false, true}) {
    for (const bool sb : {false, true}) {
      const auto types = [=](Instruction& i) { i.source_type = sb ? Type::S32 : Type::U32; };
      const auto part = [](u64 v, int i, int n, bool sign) {
        const u64 w = keep(v >> (i * n), n);
        return sign ? static_cast<u64>(sx(w, n)) : w;
      };
      check("dp4a", with(make(Opcode::Dp4a, sa ? Type::S32 : Type::U32, 3), types), [=](const Values& v) {
        u64 d = v[2];
        for (int i = 0; i < 4; ++i) d += part(v[0], i, 8, sa) * part(v[1], i, 8, sb);
        return Values{keep(d, 32)};
      });
      for (const bool hi : {false, true}) {
        check("dp2a",
              with(with(make(Opcode::Dp2a, sa ? Type::S32 : Type::U32, 3), types),
                   [=](auto& i) { (hi ? i.mod.hi : i.mod.lo) = true; }),
              [=](const Values& v) {
                u64 d = v[2];
                for (int i = 0; i < 2; ++i) d += part(v[0], i, 16, sa) * part(v[1], i + (hi ? 2 : 0), 8, sb);
                return Values{keep(d, 32)};
              });
      }
    }
  }
}

TEST_CASE("extended precision: the carry is a source and a result") {
  for (const Type t : {Type::U32, Type::U64}) {
    const int n = bits_of(t);
    const auto sum = [=](u64 a, u64 b, u64 c) {
      const unsigned __int128 s = static_cast<unsigned __int128>(a) + b + c;
      return Values{keep(static_cast<u64>(s), n), static_cast<u64>(s >> n) & 1};
    };
    // The flag is not-borrow (spec/carry.h).
    const auto difference = [=](u64 a, u64 b, u64 flag) {
      const __int128 s = static_cast<__int128>(a) - b - (1 - flag);
      return Values{keep(static_cast<u64>(s), n), s < 0 ? 0u : 1u};
    };
    const auto cc = [](Instruction& i) { i.mod.carry_out = true; };
    check("add.cc", with(make(Opcode::Add, t, 2), cc), [=](const Values& v) { return sum(v[0], v[1], 0); });
    check("addc.cc", with(make(Opcode::Addc, t, 2), cc),
          [=](const Values& v) { return sum(v[0], v[1], v[2]); });
    check("addc", make(Opcode::Addc, t, 2),
          [=](const Values& v) { return Values{sum(v[0], v[1], v[2])[0]}; });
    check("sub.cc", with(make(Opcode::Sub, t, 2), cc),
          [=](const Values& v) { return difference(v[0], v[1], 1); });
    check("subc.cc", with(make(Opcode::Subc, t, 2), cc),
          [=](const Values& v) { return difference(v[0], v[1], v[2]); });
    check("madc.lo.cc", with(with(make(Opcode::Madc, t, 3), cc), [](auto& i) { i.mod.lo = true; }),
          [=](const Values& v) { return sum(keep(v[0] * v[1], n), v[2], v[3]); });
  }
}

TEST_CASE("logic and shifts") {
  for (const Type t : {Type::Pred, Type::B16, Type::B32, Type::B64}) {
    const int n = bits_of(t);
    check("and", make(Opcode::And, t, 2), [](const Values& v) { return Values{v[0] & v[1]}; });
    check("or", make(Opcode::Or, t, 2), [](const Values& v) { return Values{v[0] | v[1]}; });
    check("xor", make(Opcode::Xor, t, 2), [](const Values& v) { return Values{v[0] ^ v[1]}; });
    check("not", make(Opcode::Not, t, 1), [=](const Values& v) { return Values{keep(~v[0], n)}; });
    if (t == Type::Pred) continue;
    check("cnot", make(Opcode::Cnot, t, 1), [](const Values& v) { return Values{v[0] == 0 ? 1u : 0u}; });
    check(
        "shl", make(Opcode::Shl, t, 2),
        [=](const Values& v) { return Values{v[1] >= static_cast<u64>(n) ? 0 : keep(v[0] << v[1], n)}; }, 30);
    check(
        "shr.b", make(Opcode::Shr, t, 2),
        [=](const Values& v) { return Values{v[1] >= static_cast<u64>(n) ? 0 : v[0] >> v[1]}; }, 30);
  }
  check("and with !b", with(make(Opcode::And, Type::Pred, 2), [](auto& i) { i.sources[1].negated = true; }),
        [](const Values& v) { return Values{v[0] & (v[1] ^ 1)}; });
  for (const Type t : kSigned) {
    const int n = bits_of(t);
    check(
        "shr.s", make(Opcode::Shr, t, 2),
        [=](const Values& v) {
          return Values{keep(static_cast<u64>(sx(v[0], n) >> std::min<u64>(v[1], n - 1)), n)};
        },
        30);
  }
  for (const bool left : {false, true}) {
    for (const bool wrap : {false, true}) {
      check(
          "shf",
          with(make(Opcode::Shf, Type::B32, 3),
               [=](auto& i) {
                 (left ? i.mod.left : i.mod.right) = true;
                 (wrap ? i.mod.wrap : i.mod.clamp) = true;
               }),
          [=](const Values& v) {
            const u64 by = wrap ? v[2] & 31 : std::min<u64>(v[2], 32), both = v[1] << 32 | v[0];
            return Values{left ? keep((both << by) >> 32, 32) : keep(both >> by, 32)};
          },
          40);
    }
  }
  Source tables;
  for (int i = 0; i < 256; ++i) {
    check(
        "lop3 table " + std::to_string(i),
        with(make(Opcode::Lop3, Type::B32, 3), [=](auto& in) { in.mod.lut = static_cast<std::uint32_t>(i); }),
        [=](const Values& v) {
          u64 d = 0;
          for (int b = 0; b < 32; ++b) {
            const u64 index = (v[0] >> b & 1) << 2 | (v[1] >> b & 1) << 1 | (v[2] >> b & 1);
            d |= (static_cast<u64>(i) >> index & 1) << b;
          }
          return Values{d};
        },
        1);
  }
}

TEST_CASE("bit fields") {
  for (const Type t : {Type::U32, Type::U64, Type::S32, Type::S64}) {
    const int n = bits_of(t), msb = n - 1;
    check(
        "bfe", make(Opcode::Bfe, t, 3),
        [=](const Values& v) {
          const int pos = v[1] & 0xff, len = v[2] & 0xff;
          const bool sbit = is_signed(t) && len != 0 && (v[0] >> std::min(pos + len - 1, msb) & 1) != 0;
          u64 d = 0;
          for (int i = 0; i <= msb; ++i) {
            const bool bit = i < len && pos + i <= msb ? (v[0] >> (pos + i) & 1) != 0 : sbit;
            d |= static_cast<u64>(bit) << i;
          }
          return Values{d};
        },
        60);
    check("bfind", make(Opcode::Bfind, t, 1), [=](const Values& v) {
      const u64 a = is_signed(t) && (v[0] >> msb & 1) ? keep(~v[0], n) : v[0];
      for (int i = msb; i >= 0; --i) {
        if (a >> i & 1) return Values{static_cast<u64>(i)};
      }
      return Values{0xffffffff};
    });
    check("bfind.shiftamt", with(make(Opcode::Bfind, t, 1), [](auto& i) { i.mod.shiftamt = true; }),
          [=](const Values& v) {
            const u64 a = is_signed(t) && (v[0] >> msb & 1) ? keep(~v[0], n) : v[0];
            for (int i = msb; i >= 0; --i) {
              if (a >> i & 1) return Values{static_cast<u64>(msb - i)};
            }
            return Values{0xffffffff};
          });
  }
  for (const Type t : {Type::B32, Type::B64}) {
    const int n = bits_of(t);
    check(
        "bfi", make(Opcode::Bfi, t, 4),
        [=](const Values& v) {
          const int pos = v[2] & 0xff, len = v[3] & 0xff;
          u64 f = v[1];
          for (int i = 0; i < len && pos + i < n; ++i) {
            f = (f & ~(1ull << (pos + i))) | (v[0] >> i & 1) << (pos + i);
          }
          return Values{f};
        },
        60);
    check("brev", make(Opcode::Brev, t, 1), [=](const Values& v) {
      u64 d = 0;
      for (int i = 0; i < n; ++i) d |= (v[0] >> i & 1) << (n - 1 - i);
      return Values{d};
    });
    check("popc", make(Opcode::Popc, t, 1),
          [](const Values& v) { return Values{static_cast<u64>(std::popcount(v[0]))}; });
    check("clz", make(Opcode::Clz, t, 1),
          [=](const Values& v) { return Values{static_cast<u64>(std::countl_zero(v[0]) - (64 - n))}; });
  }
}

TEST_CASE("bmsk, szext, fns") {
  for (const bool wrap : {false, true}) {
    const auto mode = [=](Instruction& i) { (wrap ? i.mod.wrap : i.mod.clamp) = true; };
    check(
        "bmsk", with(make(Opcode::Bmsk, Type::B32, 2), mode),
        [=](const Values& v) {
          const u64 a = v[0] & 31, b = v[1] & 31, sum = a + b;
          u64 mask0 = keep(~0ull << a, 32), mask1 = sum >= 32 ? 0 : keep(~0ull << sum, 32);
          if (!wrap && v[0] >= 32) mask0 = 0;
          if (!wrap && (v[0] >= 32 || v[1] >= 32)) mask1 = 0;
          return Values{mask0 & ~mask1};
        },
        40);
    for (const Type t : {Type::U32, Type::S32}) {
      check(
          "szext", with(make(Opcode::Szext, t, 2), mode),
          [=](const Values& v) {
            const u64 b = v[1] & 31;
            const bool too_large = !wrap && v[1] >= 32;
            const u64 mask = too_large ? 0 : keep(~0ull << b, 32), position = (b - 1) & 31;
            const bool sign = b != 0 && !too_large && t == Type::S32 && (v[0] >> position & 1) != 0;
            return Values{(v[0] & ~mask) | (sign ? mask : 0)};
          },
          40);
    }
  }
  check(
      "fns", make(Opcode::Fns, Type::B32, 3),
      [](const Values& v) {
        const i64 offset = sx(v[2], 32);
        if (v[1] > 31) return Values{0xffffffff};
        if (offset == 0) return Values{v[0] >> v[1] & 1 ? v[1] : 0xffffffff};
        i64 count = (offset < 0 ? -offset : offset) - 1;
        for (i64 pos = static_cast<i64>(v[1]); pos >= 0 && pos<32; pos += offset> 0 ? 1 : -1) {
          if ((v[0] >> pos & 1) == 0) continue;
          if (count-- == 0) return Values{static_cast<u64>(pos)};
        }
        return Values{0xffffffff};
      },
      60);
}

TEST_CASE("prmt, all modes") {
  const auto byte = [](const Values& v, u64 i) { return (v[1] << 32 | v[0]) >> (8 * (i & 7)) & 0xff; };
  check(
      "prmt", make(Opcode::Prmt, Type::B32, 3),
      [=](const Values& v) {
        u64 d = 0;
        for (int i = 0; i < 4; ++i) {
          const u64 nibble = v[2] >> (4 * i) & 15, b = byte(v, nibble & 7);
          d |= (nibble & 8 ? (b & 0x80 ? 0xff : 0) : b) << (8 * i);
        }
        return Values{d};
      },
      40);
  // The manual's tables: source byte of d.b3 d.b2 d.b1 d.b0 for selector 0 to 3.
  const std::pair<PermuteMode, std::array<std::uint32_t, 4>> tables[] = {
      {PermuteMode::F4e, {0x3210, 0x4321, 0x5432, 0x6543}},
      {PermuteMode::B4e, {0x5670, 0x6701, 0x7012, 0x0123}},
      {PermuteMode::Rc8, {0x0000, 0x1111, 0x2222, 0x3333}},
      {PermuteMode::Ecl, {0x3210, 0x3211, 0x3222, 0x3333}},
      {PermuteMode::Ecr, {0x0000, 0x1110, 0x2210, 0x3210}},
      {PermuteMode::Rc16, {0x1010, 0x3232, 0x1010, 0x3232}}};
  for (const auto& [mode, table] : tables) {
    check("prmt mode " + std::to_string(static_cast<int>(mode)),
          with(make(Opcode::Prmt, Type::B32, 3), [m = mode](auto& i) { i.mod.permute = m; }),
          [=, t = table](const Values& v) {
            u64 d = 0;
            for (int i = 0; i < 4; ++i) d |= byte(v, t[v[2] & 3] >> (4 * i) & 15) << (8 * i);
            return Values{d};
          });
  }
}

}  // namespace
}  // namespace warpproof
