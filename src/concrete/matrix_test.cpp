// Matrix instructions on the evaluator. Where elements belong is written down here once more, after the
// figures of the manual.
#include <catch2/catch.hpp>
#include <cstring>
#include <functional>

#include "src/concrete/run_ptx.h"
#include "src/machine/address_map.h"

namespace warpproof {
namespace {

using testing::Run;
using Words = std::vector<std::uint32_t>;

std::string number(int i) { return std::to_string(i); }

RunResult run(const std::string& body, const Words& in, int sm = 80, std::uint32_t block = 32) {
  Run r;
  r.block = block;
  r.sm = sm;
  MemoryCells cells{1, 0, std::vector<std::uint8_t>(in.size() * 4)};
  std::memcpy(cells.bytes.data(), in.data(), cells.bytes.size());
  r.inputs.memory.push_back(cells);
  return testing::run_text(testing::kernel_text(body, ".shared .align 16 .b8 s[4096];"), r);
}

// Registers %r10 + i: the i-th word of `each` that this lane has in `in`; and back to `out`.
std::string load_words(int each) {
  std::string out = "mad.lo.u32 %r2, %r0, " + number(4 * each) +
                    ", 0;\ncvt.u64.u32 %rd3, %r2;\nadd.u64 %rd4, %rd1, %rd3;\n";
  for (int i = 0; i < each; ++i)
    out += "ld.global.u32 %r" + number(10 + i) + ", [%rd4+" + number(4 * i) + "];\n";
  return out;
}
std::string store_words(int each, int first) {
  std::string out = "mad.lo.u32 %r2, %r0, " + number(4 * each) +
                    ", 0;\ncvt.u64.u32 %rd3, %r2;\nadd.u64 %rd4, %rd0, %rd3;\n";
  for (int i = 0; i < each; ++i)
    out += "st.global.u32 [%rd4+" + number(4 * i) + "], %r" + number(first + i) + ";\n";
  return out + "ret;\n";
}
std::string list(int first, int count) {
  std::string out = "{";
  for (int i = 0; i < count; ++i) out += (i > 0 ? ", %r" : "%r") + number(first + i);
  return out + "}";
}

// Integers of 8 bits or less: the products are exact.
void multiplies_bytes(int m, int k, const std::string& name, bool is_signed) {
  const int a_words = m * k / 128, b_words = k * 8 / 128, c_words = m * 8 / 32,
            each = a_words + b_words + c_words;
  const auto a = [&](int i, int x) { return (i * 31 + x * 17) % 256 - (is_signed ? 128 : 0); };
  const auto b = [&](int x, int j) { return (x * 13 + j * 7 + 5) % 256 - (is_signed ? 128 : 0); };
  Words in(static_cast<std::size_t>(32 * each));
  for (int lane = 0; lane < 32; ++lane) {
    const int group = lane / 4, in_group = lane % 4;
    std::uint32_t* words = in.data() + lane * each;
    for (int i = 0; i < 4 * a_words; ++i) {
      const int part = i / 4;
      const int row = m == 8 ? group : group + (part % 2 == 0 ? 0 : 8);
      const int column = in_group * 4 + i % 4 + (m == 8 || part < 2 ? 0 : 16);
      words[part] |= static_cast<std::uint32_t>(a(row, column) & 0xff) << i % 4 * 8;
    }
    for (int i = 0; i < 4 * b_words; ++i)
      words[a_words + i / 4] |= static_cast<std::uint32_t>(b(in_group * 4 + i % 4 + i / 4 * 16, group) & 0xff)
                                << i % 4 * 8;
    for (int i = 0; i < c_words; ++i)
      words[a_words + b_words + i] = static_cast<std::uint32_t>(1000 * lane + i);
  }
  const std::string mma = "mma.sync.aligned." + name + " " + list(60, c_words) + ", " + list(10, a_words) +
                          ", " + list(10 + a_words, b_words) + ", " + list(10 + a_words + b_words, c_words) +
                          ";\n";
  const RunResult result = run(load_words(each) + mma + store_words(c_words, 60), in);
  CHECK(result.findings.empty());
  CHECK(result.approximations.empty());
  const Words out = testing::output(result, static_cast<std::size_t>(32 * c_words));
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < c_words; ++i) {
      const int row = lane / 4 + (i < 2 ? 0 : 8), column = lane % 4 * 2 + i % 2;
      std::int64_t sum = 1000 * lane + i;
      for (int x = 0; x < k; ++x) sum += a(row, x) * b(x, column);
      CHECK(out[static_cast<std::size_t>(lane * c_words + i)] == static_cast<std::uint32_t>(sum));
    }
  }
}

TEST_CASE("mma of bytes is exact", "[matrix]") {
  multiplies_bytes(8, 16, "m8n8k16.row.col.s32.s8.s8.s32", true);
  multiplies_bytes(8, 16, "m8n8k16.row.col.s32.u8.u8.s32", false);
  multiplies_bytes(16, 16, "m16n8k16.row.col.s32.s8.s8.s32", true);
  multiplies_bytes(16, 32, "m16n8k32.row.col.s32.u8.u8.s32", false);
}

// Small whole numbers as halves.
std::uint32_t half(int value) {
  if (value == 0) return 0;
  const int size = std::abs(value);
  int exponent = 0;
  while (size >> (exponent + 1) != 0) ++exponent;
  return (value < 0 ? 0x8000u : 0u) | (static_cast<std::uint32_t>(exponent + 15) << 10 |
                                       (static_cast<std::uint32_t>(size << (10 - exponent)) & 0x3ffu));
}
std::uint32_t single(float value) {
  std::uint32_t out;
  std::memcpy(&out, &value, 4);
  return out;
}

TEST_CASE("ldmatrix and mma of halves: a product of matrices that lie in shared memory by rows", "[matrix]") {
  const auto a = [](int i, int x) { return (i * 5 + x * 3) % 11 - 5; };
  const auto b = [](int x, int j) { return (x * 7 + j) % 9 - 4; };
  // A: 16 rows of 16 halves, then B: 16 rows of 8.
  Words in;
  for (int i = 0; i < 128; ++i) in.push_back(half(a(i / 8, i % 8 * 2)) | half(a(i / 8, i % 8 * 2 + 1)) << 16);
  for (int i = 0; i < 64; ++i) in.push_back(half(b(i / 4, i % 4 * 2)) | half(b(i / 4, i % 4 * 2 + 1)) << 16);
  std::string body = load_words(6) + "mov.u32 %r3, s;\nmad.lo.u32 %r4, %r0, 24, %r3;\n";
  for (int i = 0; i < 6; ++i)
    body += "st.shared.u32 [%r4+" + number(4 * i) + "], %r" + number(10 + i) + ";\n";
  body +=
      "bar.warp.sync -1;\n"
      "and.b32 %r5, %r0, 15;\nmad.lo.u32 %r6, %r5, 32, %r3;\nshr.u32 %r7, %r0, 4;\nmad.lo.u32 %r6, %r7, 16, "
      "%r6;\n"
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r20, %r21, %r22, %r23}, [%r6];\n"
      "mad.lo.u32 %r6, %r5, 16, %r3;\n"
      "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r24, %r25}, [%r6+512];\n"
      "mov.f32 %f1, 0f3F800000;\n"
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f2, %f3, %f4, %f5}, {%r20, %r21, %r22, %r23}, "
      "{%r24, %r25}, "
      "{%f1, %f1, %f1, %f1};\n"
      "mov.b32 %r30, %f2;\nmov.b32 %r31, %f3;\nmov.b32 %r32, %f4;\nmov.b32 %r33, %f5;\n";
  const RunResult result = run(body + store_words(4, 30), in);
  CHECK(result.findings.empty());
  CHECK(result.approximations.empty());
  std::string with_tenths = body;
  with_tenths.replace(body.find("0f3F800000"), 10, "0f3DCCCCCD");
  CHECK(run(with_tenths + store_words(4, 30), in).approximations.size() == 1);
  const Words out = testing::output(result, 128);
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < 4; ++i) {
      const int row = lane / 4 + (i < 2 ? 0 : 8), column = lane % 4 * 2 + i % 2;
      int sum = 1;
      for (int x = 0; x < 16; ++x) sum += a(row, x) * b(x, column);
      CHECK(out[static_cast<std::size_t>(lane * 4 + i)] == single(static_cast<float>(sum)));
    }
  }
}

TEST_CASE("stmatrix puts back what ldmatrix took", "[matrix]") {
  Words in;
  for (std::uint32_t i = 0; i < 128; ++i) in.push_back(i * 0x10001u + 0x8000u);
  for (const std::string trans : {"", ".trans"}) {
    const std::string body = load_words(4) +
                             "mov.u32 %r3, s;\nmad.lo.u32 %r4, %r0, 16, %r3;\n"
                             "st.shared.v4.u32 [%r4], {%r10, %r11, %r12, %r13};\nbar.warp.sync -1;\n"
                             "ldmatrix.sync.aligned.m8n8.x4" +
                             trans +
                             ".shared.b16 {%r20, %r21, %r22, %r23}, [%r4];\n"
                             "stmatrix.sync.aligned.m8n8.x4" +
                             trans +
                             ".shared.b16 [%r4+512], {%r20, %r21, %r22, %r23};\n"
                             "bar.warp.sync -1;\nld.shared.v4.u32 {%r30, %r31, %r32, %r33}, [%r4+512];\n";
    const RunResult result = run(body + store_words(4, 30), in, 90);
    CHECK(result.findings.empty());
    CHECK(testing::output(result, 128) == in);
  }
}

// A * B + C by wmma, the matrices by rows or columns; doubles of m8n8k4 are the smallest.
TEST_CASE("wmma multiplies what lies in memory, however it lies there", "[matrix]") {
  const auto a = [](int i, int x) { return (i * 3 + x) % 7 - 3; };
  const auto b = [](int x, int j) { return (x * 5 + j * 2) % 5 - 2; };
  for (int layouts = 0; layouts < 8; ++layouts) {
    const bool a_rows = (layouts & 1) != 0, b_rows = (layouts & 2) != 0, c_rows = (layouts & 4) != 0;
    std::vector<double> in(128);
    for (int i = 0; i < 8; ++i) {
      for (int x = 0; x < 4; ++x) {
        in[static_cast<std::size_t>(a_rows ? i * 4 + x : x * 8 + i)] = a(i, x);
        in[static_cast<std::size_t>(32 + (b_rows ? x * 8 + i : i * 4 + x))] = b(x, i);
      }
      for (int j = 0; j < 8; ++j)
        in[static_cast<std::size_t>(64 + (c_rows ? i * 8 + j : j * 8 + i))] = 100 * i + j;
    }
    Words words(256);
    std::memcpy(words.data(), in.data(), 1024);
    const auto layout = [](bool rows) { return std::string(rows ? "row" : "col"); };
    const std::string body =
        "wmma.load.a.sync.aligned." + layout(a_rows) + ".m8n8k4.f64 {%d1}, [%rd1], " + (a_rows ? "4" : "8") +
        ";\n" + "wmma.load.b.sync.aligned." + layout(b_rows) + ".m8n8k4.global.f64 {%d2}, [%rd1+256], " +
        (b_rows ? "8" : "4") + ";\nwmma.load.c.sync.aligned." + layout(c_rows) +
        ".m8n8k4.f64 {%d3, %d4}, [%rd1+512];\n" + "wmma.mma.sync.aligned." + layout(a_rows) + "." +
        layout(b_rows) + ".m8n8k4.f64.f64.f64.f64 {%d5, %d6}, {%d1}, {%d2}, {%d3, %d4};\n" +
        "wmma.store.d.sync.aligned.row.m8n8k4.f64 [%rd0], {%d5, %d6}, 8;\nret;\n";
    const RunResult result = run(".reg .f64 %d<8>;\n" + body, words);
    CHECK(result.findings.empty());
    const Words out = testing::output(result, 128);
    std::vector<double> sums(64);
    std::memcpy(sums.data(), out.data(), 512);
    for (int i = 0; i < 64; ++i) {
      double sum = 100 * (i / 8) + i % 8;
      for (int x = 0; x < 4; ++x) sum += a(i / 8, x) * b(x, i % 8);
      CHECK(sums[static_cast<std::size_t>(i)] == sum);
    }
  }
}

TEST_CASE("all lanes of the warp take part, at one place", "[matrix]") {
  const std::string mma =
      "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r20, %r21}, {%r0}, {%r0}, {%r0, %r0};\n";
  const auto errors = [&](const std::string& body, std::uint32_t block = 32) {
    return testing::rules_at(run(body, {}, 80, block), spec::Level::Error);
  };
  using Rules = std::set<std::string>;
  CHECK(errors(mma + "ret;\n").empty());
  CHECK(errors(mma + "ret;\n", 48) == Rules{"warp.divergent"});
  CHECK(errors("setp.gt.u32 %p1, %r0, 7;\n@%p1 ret;\n" + mma + "ret;\n") == Rules{"warp.divergent"});
  CHECK(errors("setp.gt.u32 %p1, %r0, 7;\n@%p1 bra over;\n" + mma + "over:\nbar.sync 0;\nret;\n") ==
        Rules{"mask.missing"});
  CHECK(errors("setp.gt.u32 %p1, %r0, 7;\n@%p1 bra over;\n" + mma + "bra done;\nover:\n" + mma +
               "done:\nret;\n") == Rules{"op.mismatch"});
  CHECK(errors("mov.u32 %r3, s;\nmad.lo.u32 %r3, %r0, 8, %r3;\n"
               "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r20}, [%r3];\nret;\n") ==
        Rules{"memory.misaligned"});
  CHECK(testing::rules_at(run(mma + "ret;\n", {}, 70), spec::Level::Error) == Rules{"target.isa"});
}

// Undefined elements make their row and column of the result undefined, no more.
TEST_CASE("a result is as undefined as its row and its column are", "[matrix]") {
  const auto stores = [](const std::string& condition) {
    const std::string body =
        "mov.u32 %r10, 1;\nsetp.ne.u32 %p1, %r0, 9;\n@%p1 mov.u32 %r11, 1;\n"  // lane 9: row 2 of A
        "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r20, %r21}, {%r11}, {%r10}, {%r10, %r10};\n"
        "shr.u32 %r5, %r0, 2;\nsetp." +
        condition + ".u32 %p2, %r5, 2;\n@%p2 st.global.u32 [%rd2], %r20;\nret;\n";
    return testing::rules_at(run(body, {}), spec::Level::Error);
  };
  CHECK(stores("ne").empty());
  CHECK(stores("eq").contains("value.tainted-use"));
}

}  // namespace
}  // namespace warpproof
