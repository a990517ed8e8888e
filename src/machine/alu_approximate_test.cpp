// What the PTX manual fixes about approximate instructions: special values, and which bits count.
#include "src/machine/alu_test_support.h"
#include "src/machine/approximation.h"

namespace warpproof {
namespace {

using namespace testing;  // the helpers are written for these tests

Instruction approximate(Opcode op, Type type, std::size_t sources, bool ftz = false) {
  return with(make(op, type, sources), [&](auto& i) {
    i.mod.approx = true;
    i.mod.ftz = ftz;
  });
}

// The evaluator's result; as terms approximate instructions have any.
u64 apply(const Instruction& in, const Values& operands) {
  REQUIRE(alu_supported(in, nullptr));
  VectorDomain domain;
  std::vector<LaneVector> words, results;
  for (std::size_t i = 0; i < operands.size(); ++i)
    words.push_back(domain.constant(alu_operand_bits(in, i), operands[i]));
  execute_alu(domain, in, std::span<const LaneVector>(words), results);
  return results.at(0).at(0);
}

constexpr u64 kNaN32 = 0x7fffffff, kInf32 = 0x7f800000, kSign32 = 0x80000000, kOne32 = 0x3f800000;

TEST_CASE("div.approx gives a zero or a NaN for divisors between 2^126 and 2^128") {
  const Instruction div = approximate(Opcode::Div, Type::F32, 2);
  const Instruction full = with(make(Opcode::Div, Type::F32, 2), [](auto& i) { i.mod.full = true; });
  for (const u64 b : {u64{0x7e800001}, u64{0x7f000000}, u64{0x7f7fffff}}) {
    INFO("divisor " << b);
    for (const u64 sign : {u64{0}, kSign32}) {
      CHECK(apply(div, {kOne32, b | sign}) == sign);
      CHECK(apply(div, {kOne32 | kSign32, b | sign}) == (kSign32 ^ sign));
      CHECK(apply(div, {0x7f7fffff, b | sign}) == sign);
      CHECK(apply(div, {kInf32, b | sign}) == kNaN32);
      CHECK(apply(div, {kInf32 | kSign32, b | sign}) == kNaN32);
      CHECK(apply(div, {kNaN32, b | sign}) == kNaN32);
    }
    CHECK(apply(full, {0x7f7fffff, b}) >= kOne32);
  }
  CHECK(apply(div, {0x7e800000, 0x7e800000}) == kOne32);  // 2^126 is none of them
  CHECK(apply(div, {kOne32, kInf32}) == 0);
  CHECK(apply(div, {kInf32, kInf32}) == kNaN32);
  CHECK(apply(div, {kOne32, kSign32}) == (kInf32 | kSign32));
}

TEST_CASE("rcp.approx.ftz.f64 reads and writes the upper word only") {
  const Instruction rcp = approximate(Opcode::Rcp, Type::F64, 1, true);
  const u64 inf = 0x7ffull << 52, sign = 1ull << 63;
  Source source;
  for (int i = 0; i < 500; ++i) {
    const u64 operand = source.next(64), result = apply(rcp, {operand});
    INFO("operand " << operand);
    if ((operand & ~sign) > inf) continue;  // a NaN
    CHECK((result & 0xffffffff) == 0);
    CHECK(result == apply(rcp, {operand & ~0xffffffffull}));
  }
  CHECK(apply(rcp, {0}) == inf);
  CHECK(apply(rcp, {sign}) == (inf | sign));
  CHECK(apply(rcp, {1}) == inf);  // subnormal operands are zeros
  CHECK(apply(rcp, {sign | 0xfffffffffffff}) == (inf | sign));
  CHECK(apply(rcp, {inf}) == 0);
  CHECK(apply(rcp, {inf | sign}) == sign);
  CHECK(apply(rcp, {0x7feull << 52}) == 0);  // the result would be subnormal
  CHECK(apply(rcp, {0x3ff00000ffffffff}) == 0x3ffull << 52);
  CHECK((apply(rcp, {inf | 1}) & ~sign) > inf);
  CHECK(apply(approximate(Opcode::Rsqrt, Type::F64, 1, true), {0x4010000012345678}) == 0x3feull << 52);
}

TEST_CASE("special values of approximate instructions are those of the manual's tables") {
  struct Case {
    Opcode op;
    u64 operand, result;
  };
  const u64 minus_one = kOne32 | kSign32, minus_inf = kInf32 | kSign32, minus_zero = kSign32;
  for (const Case& c : {
           Case{Opcode::Rcp, minus_inf, minus_zero},
           {Opcode::Rcp, minus_zero, minus_inf},
           {Opcode::Rcp, 0, kInf32},
           {Opcode::Rcp, kInf32, 0},
           {Opcode::Sqrt, minus_inf, kNaN32},
           {Opcode::Sqrt, minus_one, kNaN32},
           {Opcode::Sqrt, minus_zero, minus_zero},
           {Opcode::Sqrt, kInf32, kInf32},
           {Opcode::Rsqrt, minus_inf, kNaN32},
           {Opcode::Rsqrt, minus_one, kNaN32},
           {Opcode::Rsqrt, minus_zero, minus_inf},
           {Opcode::Rsqrt, 0, kInf32},
           {Opcode::Rsqrt, kInf32, 0},
           {Opcode::Sin, minus_inf, kNaN32},
           {Opcode::Sin, minus_zero, minus_zero},
           {Opcode::Sin, 0, 0},
           {Opcode::Sin, kInf32, kNaN32},
           {Opcode::Cos, minus_zero, kOne32},
           {Opcode::Cos, 0, kOne32},
           {Opcode::Cos, kInf32, kNaN32},
           {Opcode::Lg2, minus_inf, kNaN32},
           {Opcode::Lg2, minus_one, kNaN32},
           {Opcode::Lg2, minus_zero, minus_inf},
           {Opcode::Lg2, 0, minus_inf},
           {Opcode::Lg2, kInf32, kInf32},
           {Opcode::Ex2, minus_inf, 0},
           {Opcode::Ex2, minus_zero, kOne32},
           {Opcode::Ex2, 0, kOne32},
           {Opcode::Ex2, kInf32, kInf32},
           {Opcode::Tanh, minus_inf, minus_one},
           {Opcode::Tanh, minus_zero, minus_zero},
           {Opcode::Tanh, 0, 0},
           {Opcode::Tanh, kInf32, kOne32},
       }) {
    INFO(info(c.op).mnemonic << " of " << c.operand);
    const Instruction in = approximate(c.op, Type::F32, 1);
    CHECK(apply(in, {c.operand}) == c.result);
    CHECK(apply(in, {kNaN32}) == kNaN32);
    CHECK_FALSE(documented_error(in).empty());
  }
}

}  // namespace
}  // namespace warpproof
