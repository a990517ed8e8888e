// Every scalar form against plain C++ that follows the manual's pseudo-code bit by bit, on both word builders.

#include "src/machine/alu.h"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "src/concrete/vector_domain.h"
#include "src/machine/address_map.h"
#include "src/term/term.h"

namespace warpproof {
namespace {

using u64 = std::uint64_t;
using i64 = std::int64_t;
using Values = std::vector<u64>;

u64 keep(u64 v, int n) { return n >= 64 ? v : v & ((1ull << n) - 1); }
i64 sx(u64 v, int n) { return static_cast<i64>(v << (64 - n)) >> (64 - n); }

Instruction make(Opcode op, Type type, std::size_t sources, std::size_t destinations = 1) {
  Instruction in;
  in.op = op;
  in.type = type;
  in.sources.resize(sources);
  for (Operand& o : in.sources) o.kind = Operand::Kind::Register;
  in.destinations.resize(destinations);
  for (Operand& o : in.destinations) o.kind = Operand::Kind::Register;
  return in;
}

Instruction with(Instruction in, const std::function<void(Instruction&)>& change) {
  change(in);
  return in;
}

// Interesting values first, then random ones.
class Source {
 public:
  u64 next(int width) {
    static const u64 kEdges[] = {0, 1, 2, 31, 32, 33, 63, 64, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff,
                                 0x80000000, 0xffffffff, 0x7fffffffffffffff, 0x8000000000000000, ~0ull, ~0ull - 1};
    const u64 r = random_();
    if (r % 3 == 0) return keep(kEdges[(r >> 8) % std::size(kEdges)], width);
    return keep(r % 3 == 1 ? random_() >> (random_() % 64) : random_(), width);
  }

 private:
  std::mt19937_64 random_{20240607};
};

// Runs the instruction on 32 rows of operands at once and, row by row, on constant terms.
std::vector<Values> run_both(const Instruction& in, const std::vector<Values>& rows) {
  const std::size_t count = rows[0].size();
  VectorDomain domain;
  std::vector<LaneVector> words;
  for (std::size_t i = 0; i < count; ++i) {
    LaneVector word(alu_operand_bits(in, i));
    if (word.width > 1) word.lane.fill(0);
    for (int lane = 0; lane < kLanes; ++lane) word.set(lane, rows[lane][i]);
    words.push_back(word);
  }
  std::vector<LaneVector> results;
  execute_alu(domain, in, std::span<const LaneVector>(words), results);
  std::vector<Values> out(kLanes);
  for (int lane = 0; lane < kLanes; ++lane) {
    for (std::size_t k = 0; k < results.size(); ++k) {
      CHECK(results[k].width == alu_result_bits(in, k));
      out[lane].push_back(results[k].at(lane));
    }
  }
  TermGraph graph;
  for (int lane = 0; lane < kLanes; lane += 5) {
    std::vector<Term> terms, folded;
    for (std::size_t i = 0; i < count; ++i) terms.push_back(graph.constant(alu_operand_bits(in, i), rows[lane][i]));
    execute_alu(graph, in, std::span<const Term>(terms), folded);
    REQUIRE(folded.size() == results.size());
    for (std::size_t k = 0; k < folded.size(); ++k) {
      INFO("operands " << rows[lane][0] << " " << (count > 1 ? rows[lane][1] : 0));
      REQUIRE(graph.is_const(folded[k]));
      CHECK(graph.width(folded[k]) == alu_result_bits(in, k));
      CHECK(graph.value(folded[k]) == out[lane][k]);
    }
  }
  return out;
}

using Reference = std::function<Values(const Values&)>;

void check(const std::string& name, const Instruction& in, const Reference& reference, int rounds = 12) {
  INFO(name);
  std::string why;
  INFO(why);
  REQUIRE(alu_supported(in, &why));
  Source source;
  const std::size_t count = in.sources.size() + (reads_carry(in) ? 1 : 0);
  for (int round = 0; round < rounds; ++round) {
    std::vector<Values> rows(kLanes);
    for (Values& row : rows) {
      for (std::size_t i = 0; i < count; ++i) row.push_back(source.next(alu_operand_bits(in, i)));
    }
    const std::vector<Values> got = run_both(in, rows);
    for (int lane = 0; lane < kLanes; ++lane) {
      std::string operands;
      for (u64 v : rows[lane]) operands += std::to_string(v) + " ";
      INFO("operands " << operands);
      const Values expected = reference(rows[lane]);
      if (got[lane] != expected) {
        REQUIRE(got[lane] == expected);
      }
    }
  }
}

const Type kUnsigned[] = {Type::U16, Type::U32, Type::U64};
const Type kSigned[] = {Type::S16, Type::S32, Type::S64};
const Type kWords[] = {Type::U16, Type::U32, Type::U64, Type::S16, Type::S32, Type::S64};

std::string name_of(const std::string& op, Type t) {
  return op + (is_signed(t) ? ".s" : ".u") + std::to_string(bits_of(t));
}

TEST_CASE("integer arithmetic") {
  for (const Type t : kWords) {
    const int n = bits_of(t);
    const bool s = is_signed(t);
    const auto value = [=](u64 v) { return s ? static_cast<__int128>(sx(v, n)) : static_cast<__int128>(v); };
    check(name_of("add", t), make(Opcode::Add, t, 2), [=](const Values& v) { return Values{keep(v[0] + v[1], n)}; });
    check(name_of("sub", t), make(Opcode::Sub, t, 2), [=](const Values& v) { return Values{keep(v[0] - v[1], n)}; });
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
      check(name_of("neg", t), make(Opcode::Neg, t, 1), [=](const Values& v) { return Values{keep(0 - v[0], n)}; });
    }
  }
}

TEST_CASE("saturating and packed integer arithmetic") {
  const auto clamp = [](i64 v) {
    return keep(static_cast<u64>(std::min<i64>(std::max<i64>(v, INT32_MIN), INT32_MAX)), 32);
  };
  const auto sat = [](Instruction& i) { i.mod.sat = true; };
  check("add.sat.s32", with(make(Opcode::Add, Type::S32, 2), sat),
        [=](const Values& v) { return Values{clamp(sx(v[0], 32) + sx(v[1], 32))}; }, 40);
  check("sub.sat.s32", with(make(Opcode::Sub, Type::S32, 2), sat),
        [=](const Values& v) { return Values{clamp(sx(v[0], 32) - sx(v[1], 32))}; }, 40);
  check("mad.hi.sat.s32", with(make(Opcode::Mad, Type::S32, 3), [](auto& i) { i.mod.sat = i.mod.hi = true; }),
        [=](const Values& v) {
          const i64 high = (sx(v[0], 32) * sx(v[1], 32)) >> 32;
          return Values{clamp(high + sx(v[2], 32))};
        }, 40);
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
        check("dp2a", with(with(make(Opcode::Dp2a, sa ? Type::S32 : Type::U32, 3), types),
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
    const auto difference = [=](u64 a, u64 b, u64 c) {
      const __int128 s = static_cast<__int128>(a) - b - c;
      return Values{keep(static_cast<u64>(s), n), s < 0 ? 1u : 0u};
    };
    const auto cc = [](Instruction& i) { i.mod.carry_out = true; };
    check("add.cc", with(make(Opcode::Add, t, 2), cc), [=](const Values& v) { return sum(v[0], v[1], 0); });
    check("addc.cc", with(make(Opcode::Addc, t, 2), cc), [=](const Values& v) { return sum(v[0], v[1], v[2]); });
    check("addc", make(Opcode::Addc, t, 2), [=](const Values& v) { return Values{sum(v[0], v[1], v[2])[0]}; });
    check("sub.cc", with(make(Opcode::Sub, t, 2), cc), [=](const Values& v) { return difference(v[0], v[1], 0); });
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
    check("shl", make(Opcode::Shl, t, 2),
          [=](const Values& v) { return Values{v[1] >= static_cast<u64>(n) ? 0 : keep(v[0] << v[1], n)}; }, 30);
    check("shr.b", make(Opcode::Shr, t, 2),
          [=](const Values& v) { return Values{v[1] >= static_cast<u64>(n) ? 0 : v[0] >> v[1]}; }, 30);
  }
  check("and with !b", with(make(Opcode::And, Type::Pred, 2), [](auto& i) { i.sources[1].negated = true; }),
        [](const Values& v) { return Values{v[0] & (v[1] ^ 1)}; });
  for (const Type t : kSigned) {
    const int n = bits_of(t);
    check("shr.s", make(Opcode::Shr, t, 2), [=](const Values& v) {
      return Values{keep(static_cast<u64>(sx(v[0], n) >> std::min<u64>(v[1], n - 1)), n)};
    }, 30);
  }
  for (const bool left : {false, true}) {
    for (const bool wrap : {false, true}) {
      check("shf", with(make(Opcode::Shf, Type::B32, 3),
                        [=](auto& i) {
                          (left ? i.mod.left : i.mod.right) = true;
                          (wrap ? i.mod.wrap : i.mod.clamp) = true;
                        }),
            [=](const Values& v) {
              const u64 by = wrap ? v[2] & 31 : std::min<u64>(v[2], 32), both = v[1] << 32 | v[0];
              return Values{left ? keep((both << by) >> 32, 32) : keep(both >> by, 32)};
            }, 40);
    }
  }
  Source tables;
  for (int i = 0; i < 256; ++i) {
    check("lop3 table " + std::to_string(i),
          with(make(Opcode::Lop3, Type::B32, 3), [=](auto& in) { in.mod.lut = static_cast<std::uint32_t>(i); }),
          [=](const Values& v) {
            u64 d = 0;
            for (int b = 0; b < 32; ++b) {
              const u64 index = (v[0] >> b & 1) << 2 | (v[1] >> b & 1) << 1 | (v[2] >> b & 1);
              d |= (static_cast<u64>(i) >> index & 1) << b;
            }
            return Values{d};
          }, 1);
  }
}

TEST_CASE("bit fields") {
  for (const Type t : {Type::U32, Type::U64, Type::S32, Type::S64}) {
    const int n = bits_of(t), msb = n - 1;
    check("bfe", make(Opcode::Bfe, t, 3), [=](const Values& v) {
      const int pos = v[1] & 0xff, len = v[2] & 0xff;
      const bool sbit = is_signed(t) && len != 0 && (v[0] >> std::min(pos + len - 1, msb) & 1) != 0;
      u64 d = 0;
      for (int i = 0; i <= msb; ++i) {
        const bool bit = i < len && pos + i <= msb ? (v[0] >> (pos + i) & 1) != 0 : sbit;
        d |= static_cast<u64>(bit) << i;
      }
      return Values{d};
    }, 60);
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
    check("bfi", make(Opcode::Bfi, t, 4), [=](const Values& v) {
      const int pos = v[2] & 0xff, len = v[3] & 0xff;
      u64 f = v[1];
      for (int i = 0; i < len && pos + i < n; ++i) {
        f = (f & ~(1ull << (pos + i))) | (v[0] >> i & 1) << (pos + i);
      }
      return Values{f};
    }, 60);
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
    check("bmsk", with(make(Opcode::Bmsk, Type::B32, 2), mode), [=](const Values& v) {
      const u64 a = v[0] & 31, b = v[1] & 31, sum = a + b;
      u64 mask0 = keep(~0ull << a, 32), mask1 = sum >= 32 ? 0 : keep(~0ull << sum, 32);
      if (!wrap && v[0] >= 32) mask0 = 0;
      if (!wrap && (v[0] >= 32 || v[1] >= 32)) mask1 = 0;
      return Values{mask0 & ~mask1};
    }, 40);
    for (const Type t : {Type::U32, Type::S32}) {
      check("szext", with(make(Opcode::Szext, t, 2), mode), [=](const Values& v) {
        const u64 b = v[1] & 31;
        const bool too_large = !wrap && v[1] >= 32;
        const u64 mask = too_large ? 0 : keep(~0ull << b, 32), position = (b - 1) & 31;
        const bool sign = b != 0 && !too_large && t == Type::S32 && (v[0] >> position & 1) != 0;
        return Values{(v[0] & ~mask) | (sign ? mask : 0)};
      }, 40);
    }
  }
  check("fns", make(Opcode::Fns, Type::B32, 3), [](const Values& v) {
    const i64 offset = sx(v[2], 32);
    if (v[1] > 31) return Values{0xffffffff};
    if (offset == 0) return Values{v[0] >> v[1] & 1 ? v[1] : 0xffffffff};
    i64 count = (offset < 0 ? -offset : offset) - 1;
    for (i64 pos = static_cast<i64>(v[1]); pos >= 0 && pos < 32; pos += offset > 0 ? 1 : -1) {
      if ((v[0] >> pos & 1) == 0) continue;
      if (count-- == 0) return Values{static_cast<u64>(pos)};
    }
    return Values{0xffffffff};
  }, 60);
}

TEST_CASE("prmt, all modes") {
  const auto byte = [](const Values& v, u64 i) { return (v[1] << 32 | v[0]) >> (8 * (i & 7)) & 0xff; };
  check("prmt", make(Opcode::Prmt, Type::B32, 3), [=](const Values& v) {
    u64 d = 0;
    for (int i = 0; i < 4; ++i) {
      const u64 nibble = v[2] >> (4 * i) & 15, b = byte(v, nibble & 7);
      d |= (nibble & 8 ? (b & 0x80 ? 0xff : 0) : b) << (8 * i);
    }
    return Values{d};
  }, 40);
  // The manual's tables: source byte of d.b3 d.b2 d.b1 d.b0 for selector 0 to 3.
  const std::pair<PermuteMode, std::array<std::uint32_t, 4>> tables[] = {
      {PermuteMode::F4e, {0x3210, 0x4321, 0x5432, 0x6543}}, {PermuteMode::B4e, {0x5670, 0x6701, 0x7012, 0x0123}},
      {PermuteMode::Rc8, {0x0000, 0x1111, 0x2222, 0x3333}}, {PermuteMode::Ecl, {0x3210, 0x3211, 0x3222, 0x3333}},
      {PermuteMode::Ecr, {0x0000, 0x1110, 0x2210, 0x3210}}, {PermuteMode::Rc16, {0x1010, 0x3232, 0x1010, 0x3232}}};
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

TEST_CASE("comparison and selection of integers") {
  const auto outcome = [](Compare c, Type t, u64 a, u64 b) {
    const int n = bits_of(t);
    const bool s = is_signed(t);
    const bool lt = s ? sx(a, n) < sx(b, n) : a < b, gt = s ? sx(a, n) > sx(b, n) : a > b;
    switch (c) {
      case Compare::Eq: return a == b;
      case Compare::Ne: return a != b;
      case Compare::Lt: return lt;
      case Compare::Le: return !gt;
      case Compare::Gt: return gt;
      case Compare::Ge: return !lt;
      case Compare::Lo: return a < b;
      case Compare::Ls: return a <= b;
      case Compare::Hi: return a > b;
      default: return a >= b;
    }
  };
  for (const Type t : kWords) {
    for (int c = static_cast<int>(Compare::Eq); c <= static_cast<int>(Compare::Hs); ++c) {
      const auto compare = static_cast<Compare>(c);
      check(name_of("setp", t), with(make(Opcode::Setp, t, 2), [=](auto& i) { i.mod.compare = compare; }),
            [=](const Values& v) { return Values{outcome(compare, t, v[0], v[1])}; }, 4);
      for (const BoolOp b : {BoolOp::And, BoolOp::Or, BoolOp::Xor}) {
        check(name_of("setp p|q", t), with(make(Opcode::Setp, t, 3, 2),
                                           [=](auto& i) {
                                             i.mod.compare = compare;
                                             i.mod.combine = b;
                                             i.sources[2].negated = true;
                                           }),
              [=](const Values& v) {
                const u64 p = outcome(compare, t, v[0], v[1]), c2 = v[2] ^ 1;
                const auto join = [=](u64 x) { return b == BoolOp::And ? x & c2 : b == BoolOp::Or ? x | c2 : x ^ c2; };
                return Values{join(p), join(p ^ 1)};
              }, 2);
      }
    }
    check(name_of("set.u32", t), with(make(Opcode::Set, Type::U32, 2),
                                      [=](auto& i) {
                                        i.source_type = t;
                                        i.mod.compare = Compare::Lt;
                                      }),
          [=](const Values& v) { return Values{outcome(Compare::Lt, t, v[0], v[1]) ? 0xffffffffu : 0u}; });
    check(name_of("set.f32", t), with(make(Opcode::Set, Type::F32, 2),
                                      [=](auto& i) {
                                        i.source_type = t;
                                        i.mod.compare = Compare::Ne;
                                      }),
          [=](const Values& v) { return Values{v[0] != v[1] ? 0x3f800000u : 0u}; });
    check(name_of("selp", t), make(Opcode::Selp, t, 3), [](const Values& v) { return Values{v[2] ? v[0] : v[1]}; });
    check(name_of("slct.s32", t), with(make(Opcode::Slct, t, 3), [](auto& i) { i.source_type = Type::S32; }),
          [](const Values& v) { return Values{sx(v[2], 32) >= 0 ? v[0] : v[1]}; });
    check(name_of("slct.f32", t), with(make(Opcode::Slct, t, 3), [](auto& i) { i.source_type = Type::F32; }),
          [](const Values& v) {
            return Values{std::bit_cast<float>(static_cast<std::uint32_t>(v[2])) >= 0.0f ? v[0] : v[1]};
          });
  }
}

TEST_CASE("mov, cvt between integers, addresses") {
  check("mov", make(Opcode::Mov, Type::B32, 1), [](const Values& v) { return v; });
  check("mov pack", make(Opcode::Mov, Type::B64, 2), [](const Values& v) { return Values{v[1] << 32 | v[0]}; });
  check("mov pack four", make(Opcode::Mov, Type::B64, 4),
        [](const Values& v) { return Values{v[3] << 48 | v[2] << 32 | v[1] << 16 | v[0]}; });
  check("mov unpack", make(Opcode::Mov, Type::B32, 1, 2),
        [](const Values& v) { return Values{keep(v[0], 16), v[0] >> 16}; });
  const Type all[] = {Type::U8, Type::U16, Type::U32, Type::U64, Type::S8, Type::S16, Type::S32, Type::S64};
  for (const Type from : all) {
    for (const Type to : all) {
      const int f = bits_of(from), n = bits_of(to);
      const auto value = [=](u64 v) { return is_signed(from) ? static_cast<__int128>(sx(v, f)) : static_cast<__int128>(v); };
      check("cvt", with(make(Opcode::Cvt, to, 1), [=](auto& i) { i.source_type = from; }),
            [=](const Values& v) { return Values{keep(static_cast<u64>(value(v[0])), n)}; }, 3);
      check("cvt.sat", with(make(Opcode::Cvt, to, 1), [=](auto& i) { i.source_type = from, i.mod.sat = true; }),
            [=](const Values& v) {
              const __int128 one = 1, top = is_signed(to) ? (one << (n - 1)) - 1 : (one << n) - 1;
              const __int128 bottom = is_signed(to) ? -(one << (n - 1)) : 0;
              return Values{keep(static_cast<u64>(std::min(top, std::max(bottom, value(v[0])))), n)};
            }, 3);
    }
  }
  for (const Space space : {Space::Shared, Space::Local, Space::Global}) {
    const auto of = [=](Instruction& i) { i.mod.space = space; };
    check("cvta", with(make(Opcode::Cvta, Type::U64, 1), of),
          [=](const Values& v) { return Values{v[0] + window_base(space)}; });
    check("cvta.to", with(with(make(Opcode::Cvta, Type::U64, 1), of), [](auto& i) { i.mod.to = true; }),
          [=](const Values& v) { return Values{v[0] - window_base(space)}; });
  }
}

TEST_CASE("isspacep agrees with classify") {
  Program program;
  const u64 addresses[] = {0, 5, kSharedBase, kSharedBase + 0xffff, kLocalBase + 8, kParamBase, allocation_base(0),
                           allocation_base(3) + 7, allocation_base(200), allocation_base(kConstAllocations + 1), ~0ull};
  for (const Space space : {Space::Shared, Space::Local, Space::Param, Space::Const, Space::Global}) {
    const Instruction in = with(make(Opcode::Isspacep, Type::None, 1), [=](auto& i) { i.mod.space = space; });
    REQUIRE(alu_supported(in, nullptr));
    for (const u64 address : addresses) {
      std::vector<Values> rows(kLanes, Values{address});
      CHECK((run_both(in, rows)[0][0] == 1) == (classify(address).space == space));
    }
  }
}

TEST_CASE("floats: rounding to nearest is the host's") {
  const auto f = [](u64 v) { return std::bit_cast<float>(static_cast<std::uint32_t>(v)); };
  const auto bits = [](float v) {
    return std::isnan(v) ? Values{0x7fffffff} : Values{std::bit_cast<std::uint32_t>(v)};
  };
  const auto nan = [](u64 v) { return (v & 0x7fffffff) > 0x7f800000; };
  check("add.f32", make(Opcode::Add, Type::F32, 2), [=](const Values& v) { return bits(f(v[0]) + f(v[1])); });
  check("sub.f32", make(Opcode::Sub, Type::F32, 2), [=](const Values& v) { return bits(f(v[0]) - f(v[1])); });
  check("mul.f32", make(Opcode::Mul, Type::F32, 2), [=](const Values& v) { return bits(f(v[0]) * f(v[1])); });
  check("div.rn.f32", make(Opcode::Div, Type::F32, 2), [=](const Values& v) { return bits(f(v[0]) / f(v[1])); });
  check("fma.rn.f32", make(Opcode::Fma, Type::F32, 3),
        [=](const Values& v) { return bits(std::fma(f(v[0]), f(v[1]), f(v[2]))); });
  check("sqrt.rn.f32", make(Opcode::Sqrt, Type::F32, 1), [=](const Values& v) { return bits(std::sqrt(f(v[0]))); });
  check("neg.f32", make(Opcode::Neg, Type::F32, 1), [](const Values& v) { return Values{v[0] ^ 0x80000000}; });
  check("abs.f32", make(Opcode::Abs, Type::F32, 1), [](const Values& v) { return Values{v[0] & 0x7fffffff}; });
  check("copysign.f32", make(Opcode::Copysign, Type::F32, 2),
        [](const Values& v) { return Values{(v[0] & 0x80000000) | (v[1] & 0x7fffffff)}; });
  check("setp.ltu.f32", with(make(Opcode::Setp, Type::F32, 2), [](auto& i) { i.mod.compare = Compare::Ltu; }),
        [=](const Values& v) { return Values{nan(v[0]) || nan(v[1]) || f(v[0]) < f(v[1])}; });
  check("cvt.rn.f32.s32", with(make(Opcode::Cvt, Type::F32, 1), [](auto& i) { i.source_type = Type::S32; }),
        [=](const Values& v) { return bits(static_cast<float>(sx(v[0], 32))); });
  check("cvt.rzi.s32.f32", with(make(Opcode::Cvt, Type::S32, 1),
                                [](auto& i) { i.source_type = Type::F32, i.mod.rounding = Rounding::Rzi; }),
        [=](const Values& v) {
          if (nan(v[0])) return Values{0};
          const double x = f(v[0]);
          return Values{keep(static_cast<u64>(static_cast<i64>(std::min(std::max(x, -2147483648.0), 2147483647.0))), 32)};
        });
  check("cvt.f64.f32", with(make(Opcode::Cvt, Type::F64, 1), [](auto& i) { i.source_type = Type::F32; }),
        [=](const Values& v) {
          const double d = f(v[0]);
          return std::isnan(d) ? Values{} : Values{std::bit_cast<u64>(d)};
        }, 0);
  check("testp.subnormal", with(make(Opcode::Testp, Type::F32, 1), [](auto& i) { i.mod.test = TestOp::Subnormal; }),
        [=](const Values& v) { return Values{std::fpclassify(f(v[0])) == FP_SUBNORMAL}; });
  check("testp.normal", with(make(Opcode::Testp, Type::F32, 1), [](auto& i) { i.mod.test = TestOp::Normal; }),
        [=](const Values& v) { return Values{std::isnormal(f(v[0])) || f(v[0]) == 0.0f}; });
}

TEST_CASE("pairs of halves are two halves") {
  const Instruction pair = make(Opcode::Add, Type::F16x2, 2), one = make(Opcode::Add, Type::F16, 2);
  Source source;
  std::vector<Values> rows(kLanes), low(kLanes), high(kLanes);
  for (int i = 0; i < kLanes; ++i) {
    rows[i] = {source.next(32), source.next(32)};
    low[i] = {keep(rows[i][0], 16), keep(rows[i][1], 16)};
    high[i] = {rows[i][0] >> 16, rows[i][1] >> 16};
  }
  const auto both = run_both(pair, rows), l = run_both(one, low), h = run_both(one, high);
  for (int i = 0; i < kLanes; ++i) CHECK(both[i][0] == (h[i][0] << 16 | l[i][0]));
}

TEST_CASE("what has no meaning is named") {
  std::string why;
  CHECK_FALSE(alu_supported(make(Opcode::Mov, Type::B128, 1), &why));
  CHECK(why.find("mov") != std::string::npos);
  CHECK_FALSE(alu_supported(make(Opcode::Ld, Type::B32, 1), &why));
  CHECK_FALSE(alu_supported(with(make(Opcode::Max, Type::F32, 2), [](auto& i) { i.mod.xorsign = i.mod.abs = true; }), &why));
  CHECK_FALSE(alu_supported(with(make(Opcode::Setp, Type::F32, 2), [](auto& i) { i.mod.compare = Compare::Hi; }), &why));
  CHECK_FALSE(alu_supported(make(Opcode::Cvta, Type::U32, 1), &why));
}

}  // namespace
}  // namespace warpproof
