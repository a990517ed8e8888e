#include "tests/generated/state_writer.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpproof::generated {

std::string StateWriter::fmt_register(const char* name, int n) {
  return fmt::format("{}{}", name, random_.below(n));
}

std::string StateWriter::uniform_source() {
  switch (random_.below(4)) {
    case 0:
      return "%n";
    case 1:
      return fmt::format("{}", random_.pick<int>({1, 2, 3, 4, 5, 8, 255, 256}));
    default:
      return u();
  }
}

std::string StateWriter::source() {
  switch (random_.below(5)) {
    case 0:
      return "%x";
    case 1:
      return uniform_source();
    case 2:
      return "%tid";
    default:
      return v();
  }
}

void StateWriter::condition(Lines& out, const std::string& predicate, bool uniform, bool rare) {
  const auto value = [&](std::uint32_t below) { return random_.below(static_cast<int>(below)); };
  std::vector<const Around*> counted;
  for (const Around& a : loops_) {
    if (a.uniform || !uniform) counted.push_back(&a);
  }
  const int n = static_cast<int>(std::min(most_, 40u)) + 1;
  switch (random_.weighted({rare ? 5 : 2, rare ? 3 : 0,
                            counted.empty() ? 0
                            : rare          ? 6
                                            : 2,
                            rare ? 1 : 5, uniform ? 0 : 4, counted.empty() ? 0 : 2})) {
    case 0:
      return out.push_back(fmt::format("setp.{}.u32 {}, %n, {}", random_.chance(70) ? "eq" : "gt", predicate,
                                       value(static_cast<std::uint32_t>(n))));
    case 1:
      return out.push_back(fmt::format("setp.eq.u32 {}, %key, {}", predicate, kKey));
    case 2: {
      const Around& a = *random_.pick(counted);
      return out.push_back(
          fmt::format("setp.eq.u32 {}, {}, {}", predicate, a.counter, random_.below(std::max(1, a.span))));
    }
    case 3: {
      const std::string what = uniform ? u() : v();
      const std::string how = pick({"eq", "ne", "lt", "gt", "le"});
      if (random_.chance(50)) {
        out.push_back(fmt::format("and.b32 %t5, {}, {}", what, random_.pick<int>({1, 1, 2, 3, 7})));
        return out.push_back(fmt::format("setp.{}.u32 {}, %t5, {}", how, predicate, random_.below(3)));
      }
      return out.push_back(fmt::format("setp.{}.u32 {}, {}, {}", how, predicate, what,
                                       random_.pick<int>({0, 1, 2, 5, 8, 64})));
    }
    case 4:
      out.push_back(fmt::format("and.b32 %t5, {}, 1", pick({"%x", "%tid", "%v0", "%v1"})));
      return out.push_back(
          fmt::format("setp.{}.u32 {}, %t5, 0", random_.chance(50) ? "eq" : "ne", predicate));
    default: {
      const Around& a = *random_.pick(counted);
      out.push_back(fmt::format("and.b32 %t5, {}, {}", a.counter, random_.pick<int>({1, 3})));
      return out.push_back(fmt::format("setp.{}.u32 {}, %t5, {}", random_.chance(50) ? "eq" : "ne", predicate,
                                       random_.below(2)));
    }
  }
}

Lines StateWriter::update(const std::string& target, bool uniform) {
  const std::string from = uniform ? uniform_source() : source();
  switch (random_.weighted({8, 3, 2, 2, 2, 2, 2, 2, 1, 2})) {
    case 0:
      return {fmt::format("add.u32 {0}, {0}, {1}", target, random_.pick<int>({1, 1, 2, 2, 4, 8, -1, -2, 3}))};
    case 1:
      return {fmt::format("mov.u32 {}, {}", target, from)};
    case 2:
      return {fmt::format("xor.b32 {0}, {0}, {1}", target, random_.pick<int>({1, 3, 4}))};
    case 3:
      return {fmt::format("add.u32 {0}, {0}, {1}", target, from)};
    case 4:
      return {fmt::format("and.b32 {0}, {0}, {1}", target, random_.pick<int>({1, 3, 7, 254}))};
    case 5:
      return {fmt::format("min.u32 {0}, {0}, {1}", target, random_.pick<int>({1, 2, 5, 8}))};
    case 6:
      return {fmt::format("add.u32 {0}, {0}, {1}", target, random_.pick<int>({1, 3})),
              fmt::format("and.b32 {0}, {0}, {1}", target, random_.pick<int>({3, 7, 255}))};
    case 7:
      return {fmt::format("add.u32 {0}, {0}, 1", target),
              fmt::format("setp.ge.u32 %q4, {}, {}", target, random_.pick<int>({2, 3, 4})),
              fmt::format("selp.u32 {0}, 0, {0}, %q4", target)};
    case 8:
      return {fmt::format("shl.b32 {0}, {0}, 1", target)};
    default:
      return {fmt::format("bfi.b32 {0}, {1}, {0}, {2}, 8", target, from, random_.pick<int>({0, 8, 16}))};
  }
}

// Private memory at several widths; structures copied as a whole, members set.
Lines StateWriter::memory_update(bool uniform) {
  const int base = uniform ? 0 : 16;
  const auto word = [&] { return base + 4 * random_.below(4); };
  const auto half = [&] { return base + 2 * random_.below(8); };
  const auto byte = [&] { return base + random_.below(16); };
  const auto reg = [&] { return uniform ? u() : v(); };
  switch (random_.weighted({3, 2, 3, 3, 3, 3, 2, 2, 2, 2, 2})) {
    case 0:
      return {fmt::format("st.local.u32 [loc+{}], {}", word(), reg())};
    case 1:
      return {fmt::format("cvt.u16.u32 %r0, {}", reg()), fmt::format("st.local.u16 [loc+{}], %r0", half())};
    case 2:
      return {fmt::format("st.local.u8 [loc+{}], {}", byte(), reg())};
    case 3:
      return {fmt::format("ld.local.u32 {}, [loc+{}]", reg(), word())};
    case 4:
      return {fmt::format("ld.local.u8 {}, [loc+{}]", reg(), byte())};
    case 5: {  // a member of a structure goes on counting
      const int at = word();
      return {fmt::format("ld.local.u32 %t0, [loc+{}]", at),
              fmt::format("add.u32 %t0, %t0, {}", random_.pick<int>({1, 2, 2, 4, 256})),
              fmt::format("st.local.u32 [loc+{}], %t0", at)};
    }
    case 6: {
      const int at = byte();
      return {fmt::format("ld.local.u8 %t0, [loc+{}]", at),
              fmt::format("add.u32 %t0, %t0, {}", random_.pick<int>({1, 2, 255})),
              fmt::format("st.local.u8 [loc+{}], %t0", at)};
    }
    case 7: {
      const int from = base + 8 * random_.below(2), to = base + 8 * random_.below(2);
      return {fmt::format("ld.local.v2.u32 {{%t0, %t1}}, [loc+{}]", from),
              fmt::format("st.local.v2.u32 [loc+{}], {{%t0, %t1}} ", to)};
    }
    case 8: {
      const int from = base + 8 * random_.below(2), to = base + 8 * random_.below(2);
      return {fmt::format("ld.local.u64 %rd5, [loc+{}]", from),
              fmt::format("st.local.u64 [loc+{}], %rd5", to)};
    }
    case 9: {  // at a place that is computed
      return {fmt::format("and.b32 %t0, {}, 3", reg()), "mul.wide.u32 %rd5, %t0, 4",
              "add.s64 %rd5, %rd5, %la",
              random_.chance(50) ? fmt::format("st.local.u32 [%rd5+{}], {}", base, reg())
                                 : fmt::format("ld.local.u32 {}, [%rd5+{}]", reg(), base)};
    }
    default:
      return {fmt::format("ld.local.u16 %r1, [loc+{}]", half()), fmt::format("cvt.u32.u16 {}, %r1", reg())};
  }
}

// 16 and 64 bits, and words that are cut.
Lines StateWriter::narrow_update(bool uniform) {
  const std::string target = uniform ? u() : v();
  switch (random_.below(6)) {
    case 0:
      return {fmt::format("add.u16 %h0, %h0, {}", random_.pick<int>({1, 2, 256})), "cvt.u32.u16 %t0, %h0",
              fmt::format("mov.u32 {}, %t0", target)};
    case 1:
      return {"add.u16 %h1, %h1, 1", "cvt.u32.u16 %t0, %h1", fmt::format("and.b32 {}, %t0, 255", target)};
    case 2:
      return {fmt::format("add.u64 %w0, %w0, {}", random_.pick<std::uint64_t>({1, 2, 0x80000001ull})),
              fmt::format("cvt.u32.u64 {}, %w0", target)};
    case 3:
      return {"shl.b64 %w1, %w1, 1", "shr.u64 %rd5, %w1, 32", fmt::format("cvt.u32.u64 {}, %rd5", target)};
    case 4:
      return {fmt::format("cvt.s32.s8 {0}, {0}", target), fmt::format("add.u32 {0}, {0}, 1", target)};
    default:
      return {fmt::format("cvt.u32.u8 {0}, {0}", target), fmt::format("add.u32 {0}, {0}, 3", target)};
  }
}

}  // namespace warpproof::generated
