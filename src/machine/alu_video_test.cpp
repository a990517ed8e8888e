// Video instructions, read from PTX, against plain C++ that follows the manual's pseudo-code.
#include <algorithm>

#include "src/base/source.h"
#include "src/machine/alu_test_support.h"
#include "src/program/lower.h"

namespace warpproof {
namespace {

using namespace testing;  // the helpers are written for these tests

Program program_of(const std::string& line) {
  return load_ptx(".version 8.0\n.target sm_90\n.address_size 64\n.entry k() {\n.reg .b32 %r<9>;\n" + line +
                      ";\nret;\n}\n",
                  "video.ptx");
}

// The one instruction of the line; its sources are %r1, %r2, %r3 in this order.
Instruction read(const std::string& line) { return program_of(line).functions[0].code[0]; }

i64 part(u64 word, int unit, int which, bool sign) {
  const u64 field = keep(word >> (unit * which), unit);
  return sign ? sx(field, unit) : static_cast<i64>(field);
}
i64 clamp(i64 v, int bits, bool sign) {
  const i64 most = (i64{1} << (sign ? bits - 1 : bits)) - 1, least = sign ? -most - 1 : 0;
  return std::clamp(v, least, most);
}

using Combine = std::function<i64(i64, i64)>;
struct Operation {
  const char* name;
  Combine combine;
};
const Operation kOperations[] = {
    {"add", [](i64 a, i64 b) { return a + b; }},
    {"sub", [](i64 a, i64 b) { return a - b; }},
    {"absdiff", [](i64 a, i64 b) { return a < b ? b - a : a - b; }},
    {"min", [](i64 a, i64 b) { return std::min(a, b); }},
    {"max", [](i64 a, i64 b) { return std::max(a, b); }},
    {"avrg", [](i64 a, i64 b) { return (a + b >= 0 ? a + b + 1 : a + b) >> 1; }},
};
const Operation kComparisons[] = {
    {"eq", [](i64 a, i64 b) { return i64{a == b}; }}, {"ne", [](i64 a, i64 b) { return i64{a != b}; }},
    {"lt", [](i64 a, i64 b) { return i64{a < b}; }},  {"le", [](i64 a, i64 b) { return i64{a <= b}; }},
    {"gt", [](i64 a, i64 b) { return i64{a > b}; }},  {"ge", [](i64 a, i64 b) { return i64{a >= b}; }},
};
const char* type(bool sign) { return sign ? ".s32" : ".u32"; }

// Calls f(d is signed, a is signed, b is signed, saturates).
template <class F>
void for_each_typing(F f) {
  for (int bits = 0; bits < 16; ++bits) f((bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0);
}

TEST_CASE("scalar video instructions combine parts, clamp, accumulate and merge") {
  for (const Operation& op : kOperations) {
    if (std::string(op.name) == "avrg") continue;  // SIMD only
    for_each_typing([&](bool d, bool a, bool b, bool sat) {
      const std::string head = "v" + std::string(op.name) + type(d) + type(a) + type(b) + (sat ? ".sat" : "");
      const auto limit = [=](i64 v, int bits) { return sat ? clamp(v, bits, d) : v; };
      check(head, read(head + " %r0, %r1, %r2"), [&](const Values& v) {
        return Values{
            keep(static_cast<u64>(limit(op.combine(part(v[0], 32, 0, a), part(v[1], 32, 0, b)), 32)), 32)};
      });
      check(
          head + ".min", read(head + ".min %r0, %r1.h1, %r2, %r3"),
          [&](const Values& v) {
            const i64 t = limit(op.combine(part(v[0], 16, 1, a), part(v[1], 32, 0, b)), 32);
            return Values{keep(static_cast<u64>(std::min(t, part(v[2], 32, 0, d))), 32)};
          },
          4);
      check(
          head + ".add", read(head + ".add %r0, %r1, %r2.b3, %r3"),
          [&](const Values& v) {
            const i64 t = limit(op.combine(part(v[0], 32, 0, a), part(v[1], 8, 3, b)), 32);
            return Values{keep(static_cast<u64>(t) + v[2], 32)};
          },
          4);
      check(
          head + " merged", read(head + " %r0.b2, %r1.b0, %r2.h0, %r3"),
          [&](const Values& v) {
            const i64 t = limit(op.combine(part(v[0], 8, 0, a), part(v[1], 16, 0, b)), 8);
            return Values{(v[2] & ~0xff0000ull) | (static_cast<u64>(t) & 0xff) << 16};
          },
          4);
    });
  }
}

TEST_CASE("vset compares and vshl and vshr shift parts") {
  for (const Operation& op : kComparisons) {
    for_each_typing([&](bool, bool a, bool b, bool) {
      const std::string head = "vset" + std::string(type(a)) + type(b) + "." + op.name;
      check(
          head, read(head + " %r0, %r1.b1, %r2"),
          [&](const Values& v) {
            return Values{static_cast<u64>(op.combine(part(v[0], 8, 1, a), part(v[1], 32, 0, b)))};
          },
          2);
      check(
          head, read(head + " %r0.h1, %r1, %r2, %r3"),
          [&](const Values& v) {
            const auto t = static_cast<u64>(op.combine(part(v[0], 32, 0, a), part(v[1], 32, 0, b)));
            return Values{(v[2] & 0xffff) | t << 16};
          },
          2);
    });
  }
  for_each_typing([&](bool d, bool a, bool wraps, bool sat) {
    const std::string tail =
        std::string(type(d)) + type(a) + ".u32" + (sat ? ".sat" : "") + (wraps ? ".wrap" : ".clamp");
    const auto amount = [=](u64 b) { return static_cast<int>(wraps ? b & 31 : std::min<u64>(b, 32)); };
    const auto low = [=](__int128 v) {
      const __int128 most = d ? 0x7fffffff : 0xffffffffll, least = d ? -most - 1 : 0;
      return Values{keep(static_cast<u64>(sat ? std::clamp(v, least, most) : v), 32)};
    };
    check("vshl" + tail, read("vshl" + tail + " %r0, %r1, %r2"), [&](const Values& v) {
      return low(static_cast<__int128>(part(v[0], 32, 0, a)) * (static_cast<__int128>(1) << amount(v[1])));
    });
    check("vshr" + tail, read("vshr" + tail + " %r0, %r1.h1, %r2.b0"),
          [&](const Values& v) { return low(part(v[0], 16, 1, a) >> amount(v[1] & 0xff)); });
  });
}

TEST_CASE("vmad multiplies and adds without losing bits before it scales") {
  struct Typing {
    const char* text;
    bool a, b;
  };
  for (const Typing& t :
       {Typing{".u32.u32.u32", false, false}, {".s32.u32.s32", false, true}, {".s32.s32.s32", true, true}}) {
    for (const int scale : {0, 7, 15}) {
      for (int bits = 0; bits < 4; ++bits) {
        const bool sat = (bits & 1) != 0, plus_one = (bits & 2) != 0, sign = t.a || t.b;
        const std::string head = "vmad" + std::string(t.text) + (plus_one ? ".po" : "") +
                                 (sat ? ".sat" : "") + (scale != 0 ? ".shr" + std::to_string(scale) : "");
        check(head, read(head + " %r0, %r1, %r2, %r3"), [&](const Values& v) {
          const __int128 product = static_cast<__int128>(part(v[0], 32, 0, t.a)) * part(v[1], 32, 0, t.b);
          const __int128 total = (product + part(v[2], 32, 0, sign) + plus_one) >> scale;
          const __int128 most = sign ? 0x7fffffff : 0xffffffffll, least = sign ? -most - 1 : 0;
          return Values{keep(static_cast<u64>(sat ? std::clamp(total, least, most) : total), 32)};
        });
      }
    }
  }
}

// One element of a SIMD instruction: `which` counts those of %r1 first and then those of %r2.
i64 element(const Values& v, int count, int which, bool sign) {
  return part(v[static_cast<std::size_t>(which / count)], 32 / count, which % count, sign);
}

TEST_CASE("SIMD video instructions select, combine, clamp, and merge or accumulate elements") {
  for (const int count : {2, 4}) {
    const int unit = 32 / count;
    // Two choices of elements: the default one, and one from both sources into some elements.
    const std::string first = count == 2 ? ".h20" : ".b7025", second = count == 2 ? ".h13" : ".b4466",
                      mask = count == 2 ? ".h1" : ".b310";
    const auto digit = [](const std::string& text, int i) {
      return text[text.size() - 1u - static_cast<std::size_t>(i)] - '0';
    };
    const auto compute = [=](const Values& v, const Combine& combine, bool selects, bool adds, bool d, bool a,
                             bool b, bool sat) {
      u64 sum = v[2], merged = 0;
      for (int i = 0; i < count; ++i) {
        i64 t = combine(element(v, count, selects ? digit(first, i) : i, a),
                        element(v, count, selects ? digit(second, i) : count + i, b));
        if (sat) t = clamp(t, unit, d);
        const bool writes = !selects || mask.find(static_cast<char>('0' + i)) != std::string::npos;
        if (writes) sum += static_cast<u64>(t);
        merged |= (writes ? keep(static_cast<u64>(t), unit) : keep(v[2] >> (unit * i), unit)) << (unit * i);
      }
      return Values{adds ? keep(sum, 32) : merged};
    };
    for (const Operation& op : kOperations) {
      for_each_typing([&](bool d, bool a, bool b, bool sat) {
        const std::string head =
            "v" + std::string(op.name) + std::to_string(count) + type(d) + type(a) + type(b);
        const std::string saturating = head + (sat ? ".sat" : "");
        check(
            saturating, read(saturating + " %r0, %r1, %r2, %r3"),
            [&](const Values& v) { return compute(v, op.combine, false, false, d, a, b, sat); }, 4);
        check(
            saturating + mask,
            read(saturating + " %r0" + mask + ", %r1" + first + ", %r2" + second + ", %r3"),
            [&](const Values& v) { return compute(v, op.combine, true, false, d, a, b, sat); }, 4);
        if (sat) return;
        check(
            head + ".add", read(head + ".add %r0" + mask + ", %r1" + first + ", %r2" + second + ", %r3"),
            [&](const Values& v) { return compute(v, op.combine, true, true, d, a, b, false); }, 4);
      });
    }
    for (const Operation& op : kComparisons) {
      for_each_typing([&](bool, bool a, bool b, bool adds) {
        const std::string head =
            "vset" + std::to_string(count) + type(a) + type(b) + "." + op.name + (adds ? ".add" : "");
        check(
            head, read(head + " %r0, %r1, %r2, %r3"),
            [&](const Values& v) { return compute(v, op.combine, false, adds, false, a, b, false); }, 2);
      });
    }
  }
}

TEST_CASE("parts that an operand of a video instruction does not have are errors") {
  for (const char* line : {
           "vadd.u32.u32.u32 %r0, %r1.b4, %r2",
           "vadd.u32.u32.u32 %r0, %r1.h2, %r2",
           "vadd.u32.u32.u32 %r0, %r1.b10, %r2",

           "vadd.u32.u32.u32 %r0, %r1, %r2, %r3",       // merges, but names no part to write
           "vadd2.u32.u32.u32 %r0, %r1.b10, %r2, %r3",  // bytes of halves
           "vadd2.u32.u32.u32 %r0, %r1.h1, %r2, %r3",   // one element for two
           "vadd2.u32.u32.u32 %r0.h01, %r1, %r2, %r3",  // not in falling order
           "vadd4.u32.u32.u32 %r0.b4, %r1, %r2, %r3",
           "vadd4.u32.u32.u32 %r0, %r1.b8210, %r2, %r3",
       }) {
    INFO(line);
    CHECK_THROWS_AS(program_of(line), InputError);
  }
}

TEST_CASE("forms that no video instruction has are unsupported by name") {
  for (const char* line : {"vset.u32.u32.lo %r0, %r1, %r2", "vadd2.u32.u32.u32.sat.add %r0, %r1, %r2, %r3",
                           "vshl.u32.u32.s32.clamp %r0, %r1, %r2", "vavrg.u32.u32.u32 %r0, %r1, %r2",
                           "vadd.u64.u32.u32 %r0, %r1, %r2"}) {
    INFO(line);
    CHECK(read(line).op == Opcode::Unsupported);
  }
}

}  // namespace
}  // namespace warpproof
