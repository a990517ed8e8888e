// Comparisons, selections, moves, conversions, addresses and floats against plain C++.

#include <algorithm>
#include <bit>
#include <cmath>

#include "src/machine/address_map.h"
#include "src/machine/alu_test_support.h"

namespace warpproof {
namespace {

using namespace testing;  // the helpers are written for these tests

TEST_CASE("comparison and selection of integers") {
  const auto outcome = [](Compare c, Type t, u64 a, u64 b) {
    const int n = bits_of(t);
    const bool s = is_signed(t);
    const bool lt = s ? sx(a, n) < sx(b, n) : a < b, gt = s ? sx(a, n) > sx(b, n) : a > b;
    switch (c) {
      case Compare::Eq:
        return a == b;
      case Compare::Ne:
        return a != b;
      case Compare::Lt:
        return lt;
      case Compare::Le:
        return !gt;
      case Compare::Gt:
        return gt;
      case Compare::Ge:
        return !lt;
      case Compare::Lo:
        return a < b;
      case Compare::Ls:
        return a <= b;
      case Compare::Hi:
        return a > b;
      default:
        return a >= b;
    }
  };
  for (const Type t : kWords) {
    for (int c = static_cast<int>(Compare::Eq); c <= static_cast<int>(Compare::Hs); ++c) {
      const auto compare = static_cast<Compare>(c);
      check(
          name_of("setp", t), with(make(Opcode::Setp, t, 2), [=](auto& i) { i.mod.compare = compare; }),
          [=](const Values& v) { return Values{outcome(compare, t, v[0], v[1])}; }, 4);
      for (const BoolOp b : {BoolOp::And, BoolOp::Or, BoolOp::Xor}) {
        check(
            name_of("setp p|q", t),
            with(make(Opcode::Setp, t, 3, 2),
                 [=](auto& i) {
                   i.mod.compare = compare;
                   i.mod.combine = b;
                   i.sources[2].negated = true;
                 }),
            [=](const Values& v) {
              const u64 p = outcome(compare, t, v[0], v[1]), c2 = v[2] ^ 1;
              const auto join = [=](u64 x) {
                return b == BoolOp::And ? x & c2 : b == BoolOp::Or ? x | c2 : x ^ c2;
              };
              return Values{join(p), join(p ^ 1)};
            },
            2);
      }
    }
    check(name_of("set.u32", t),
          with(make(Opcode::Set, Type::U32, 2),
               [=](auto& i) {
                 i.source_type = t;
                 i.mod.compare = Compare::Lt;
               }),
          [=](const Values& v) { return Values{outcome(Compare::Lt, t, v[0], v[1]) ? 0xffffffffu : 0u}; });
    check(name_of("set.f32", t),
          with(make(Opcode::Set, Type::F32, 2),
               [=](auto& i) {
                 i.source_type = t;
                 i.mod.compare = Compare::Ne;
               }),
          [=](const Values& v) { return Values{v[0] != v[1] ? 0x3f800000u : 0u}; });
    check(name_of("selp", t), make(Opcode::Selp, t, 3),
          [](const Values& v) { return Values{v[2] ? v[0] : v[1]}; });
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
  check("mov pack", make(Opcode::Mov, Type::B64, 2),
        [](const Values& v) { return Values{v[1] << 32 | v[0]}; });
  check("mov pack four", make(Opcode::Mov, Type::B64, 4),
        [](const Values& v) { return Values{v[3] << 48 | v[2] << 32 | v[1] << 16 | v[0]}; });
  check("mov unpack", make(Opcode::Mov, Type::B32, 1, 2), [](const Values& v) {
    return Values{keep(v[0], 16), v[0] >> 16};
  });
  const Type all[] = {Type::U8, Type::U16, Type::U32, Type::U64, Type::S8, Type::S16, Type::S32, Type::S64};
  for (const Type from : all) {
    for (const Type to : all) {
      const int f = bits_of(from), n = bits_of(to);
      const auto value = [=](u64 v) {
        return is_signed(from) ? static_cast<__int128>(sx(v, f)) : static_cast<__int128>(v);
      };
      check(
          "cvt", with(make(Opcode::Cvt, to, 1), [=](auto& i) { i.source_type = from; }),
          [=](const Values& v) { return Values{keep(static_cast<u64>(value(v[0])), n)}; }, 3);
      check(
          "cvt.sat", with(make(Opcode::Cvt, to, 1), [=](auto& i) { i.source_type = from, i.mod.sat = true; }),
          [=](const Values& v) {
            const __int128 one = 1, top = is_signed(to) ? (one << (n - 1)) - 1 : (one << n) - 1;
            const __int128 bottom = is_signed(to) ? -(one << (n - 1)) : 0;
            return Values{keep(static_cast<u64>(std::min(top, std::max(bottom, value(v[0])))), n)};
          },
          3);
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
  const u64 addresses[] = {0,
                           5,
                           kSharedBase,
                           kSharedBase + 0xffff,
                           kLocalBase + 8,
                           kParamBase,
                           allocation_base(0),
                           allocation_base(3) + 7,
                           allocation_base(200),
                           allocation_base(kConstAllocations + 1),
                           ~0ull};
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
  check("div.rn.f32", make(Opcode::Div, Type::F32, 2),
        [=](const Values& v) { return bits(f(v[0]) / f(v[1])); });
  check("fma.rn.f32", make(Opcode::Fma, Type::F32, 3),
        [=](const Values& v) { return bits(std::fma(f(v[0]), f(v[1]), f(v[2]))); });
  check("sqrt.rn.f32", make(Opcode::Sqrt, Type::F32, 1),
        [=](const Values& v) { return bits(std::sqrt(f(v[0]))); });
  check("neg.f32", make(Opcode::Neg, Type::F32, 1),
        [](const Values& v) { return Values{v[0] ^ 0x80000000}; });
  check("abs.f32", make(Opcode::Abs, Type::F32, 1),
        [](const Values& v) { return Values{v[0] & 0x7fffffff}; });
  check("copysign.f32", make(Opcode::Copysign, Type::F32, 2),
        [](const Values& v) { return Values{(v[0] & 0x80000000) | (v[1] & 0x7fffffff)}; });
  // PTX ISA, min: the signs' exclusive or is set unless the result is NaN.
  check("max.NaN.xorsign.abs.f32",
        with(make(Opcode::Max, Type::F32, 2), [](auto& i) { i.mod.xorsign = i.mod.abs = i.mod.nan = true; }),
        [=](const Values& v) {
          if (nan(v[0]) || nan(v[1])) return Values{0x7fffffff};
          return Values{std::max(v[0] & 0x7fffffff, v[1] & 0x7fffffff) | ((v[0] ^ v[1]) & 0x80000000)};
        });
  check("min.xorsign.abs.f32",
        with(make(Opcode::Min, Type::F32, 2), [](auto& i) { i.mod.xorsign = i.mod.abs = true; }),
        [=](const Values& v) {
          if (nan(v[0]) && nan(v[1])) return Values{0x7fffffff};
          const u64 a = v[0] & 0x7fffffff, b = v[1] & 0x7fffffff;
          return Values{(nan(v[0]) ? b : nan(v[1]) ? a : std::min(a, b)) | ((v[0] ^ v[1]) & 0x80000000)};
        });
  check("setp.ltu.f32", with(make(Opcode::Setp, Type::F32, 2), [](auto& i) { i.mod.compare = Compare::Ltu; }),
        [=](const Values& v) { return Values{nan(v[0]) || nan(v[1]) || f(v[0]) < f(v[1])}; });
  check("cvt.rn.f32.s32", with(make(Opcode::Cvt, Type::F32, 1), [](auto& i) { i.source_type = Type::S32; }),
        [=](const Values& v) { return bits(static_cast<float>(sx(v[0], 32))); });
  check("cvt.rzi.s32.f32",
        with(make(Opcode::Cvt, Type::S32, 1),
             [](auto& i) { i.source_type = Type::F32, i.mod.rounding = Rounding::Rzi; }),
        [=](const Values& v) {
          if (nan(v[0])) return Values{0};
          const double x = f(v[0]);
          return Values{keep(
              static_cast<u64>(static_cast<i64>(std::min(std::max(x, -2147483648.0), 2147483647.0))), 32)};
        });
  check("cvt.f64.f32", with(make(Opcode::Cvt, Type::F64, 1), [](auto& i) { i.source_type = Type::F32; }),
        [=](const Values& v) {
          const double d = f(v[0]);
          return Values{std::isnan(d) ? 0xfff8000000000000 : std::bit_cast<u64>(d)};
        });
  check("testp.subnormal",
        with(make(Opcode::Testp, Type::F32, 1), [](auto& i) { i.mod.test = TestOp::Subnormal; }),
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
  CHECK(alu_supported(
      with(make(Opcode::Max, Type::F32, 2), [](auto& i) { i.mod.xorsign = i.mod.abs = true; }), &why));
  CHECK_FALSE(
      alu_supported(with(make(Opcode::Max, Type::F32, 2), [](auto& i) { i.mod.xorsign = true; }), &why));
  CHECK_FALSE(alu_supported(
      with(make(Opcode::Setp, Type::F32, 2), [](auto& i) { i.mod.compare = Compare::Hi; }), &why));
  CHECK_FALSE(alu_supported(make(Opcode::Cvta, Type::U32, 1), &why));
}

TEST_CASE("cvt.pack clamps two integers, the second one lowest, and pushes a third operand up") {
  for (const Type t : {Type::U8, Type::S8, Type::U16, Type::S16}) {
    const int n = bits_of(t);
    const auto clamp = [=](u64 x) {
      const std::int64_t low = is_signed(t) ? -(1ll << (n - 1)) : 0;
      const std::int64_t high = (1ll << (is_signed(t) ? n - 1 : n)) - 1;
      return static_cast<u64>(std::clamp<std::int64_t>(sx(x, 32), low, high)) & ((1ull << n) - 1);
    };
    const std::size_t count = n == 16 ? 2 : 3;
    check(name_of("cvt.pack", t),
          with(make(Opcode::CvtPack, t, count), [](auto& i) { i.source_type = Type::S32; }),
          [=](const Values& v) {
            const u64 pair = clamp(v[0]) << n | clamp(v[1]);
            return Values{n == 16 ? pair : (v[2] << (2 * n) | pair) & 0xffffffff};
          });
  }
}

TEST_CASE("cvt.rna.tf32 keeps ten bits of the fraction, halves away from zero") {
  const Instruction in = with(make(Opcode::Cvt, Type::TF32, 1), [](auto& i) {
    i.source_type = Type::F32;
    i.mod.rounding = Rounding::Rna;
  });
  check("cvt.rna.tf32", in, [](const Values& v) {
    const auto bits = static_cast<std::uint32_t>(v[0]);
    const double x = std::bit_cast<float>(bits);
    if (std::isnan(x)) return Values{0x7fffffff};
    if (std::isinf(x) || x == 0) return Values{bits};
    // Units of the last place kept; the exponent of subnormals is that of the smallest normal number.
    const double unit = std::ldexp(1.0, std::max(std::ilogb(x), -126) - 10);
    return Values{std::bit_cast<std::uint32_t>(static_cast<float>(std::round(x / unit) * unit))};
  });
}

}  // namespace
}  // namespace warpproof
