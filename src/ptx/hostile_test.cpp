// Text that is no PTX, or PTX out of all proportion: an error with a place, or a module, but bounded work and
// memory.
#include <catch2/catch.hpp>
#include <random>

#include "src/ptx/limits.h"
#include "src/ptx/parse.h"

namespace warpproof::ptx {
namespace {

constexpr const char* kHead = ".version 8.0\n.target sm_80\n.address_size 64\n";

std::string repeat(const std::string& text, int times) {
  std::string out;
  out.reserve(text.size() * static_cast<std::size_t>(times));
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

// Every outcome but a located InputError or a module fails the test.
void read_any(const std::string& text) {
  try {
    parse(text, "t.ptx");
  } catch (const InputError& error) {
    CHECK(error.where().line >= 1);
    CHECK(error.where().column >= 1);
    CHECK_FALSE(error.message().empty());
  }
}

std::string error_of(const std::string& text) {
  try {
    parse(text, "t.ptx");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("hostile: nesting beyond the limit is refused at the brace that goes too far") {
  const std::string opening = std::string(kHead) + ".entry k() ";
  CHECK(error_of(opening + repeat("{", 100000)) == "t.ptx:4:77: error: braces nested more than 64 deep");
  CHECK(error_of(opening + "{" + repeat("{", kMaxNesting) + repeat("}", kMaxNesting) + "}").empty());
  CHECK(error_of(std::string(kHead) + ".global .u32 x = " + repeat("{", 100000))
            .ends_with("nested more than 64 deep"));
  CHECK(error_of(opening + "{ mov.u32 %r1, -" + repeat("(", 100000))
            .ends_with("parentheses nested too deeply"));
  CHECK(error_of(opening + "{ mov.u32 %r1, " + repeat("-", 100000))
            .ends_with("too many operators in a constant expression"));
}

TEST_CASE("hostile: one very long line") {
  const int n = 200000;
  const Module m =
      parse(kHead + std::string(".entry k() {") + repeat("add.u32 %r1, %r1, 1;", n) + "}", "t.ptx");
  CHECK(m.statements.size() == static_cast<std::size_t>(n));
  CHECK(m.locate(m.statements.back().name).column == 13 + 20 * (n - 1));
  read_any(std::string(kHead) + repeat(" ", 5000000));
  read_any(std::string(kHead) + "//" + repeat("/", 5000000));
  read_any(std::string(kHead) + "/*" + repeat("*", 5000000));
  read_any(std::string(kHead) + ".entry " + repeat("k", 5000000));
  read_any(std::string(kHead) + ".section .x { " + repeat("\"", 1000001));
}

TEST_CASE("hostile: numbers out of range are errors or plain values, never an overflow") {
  for (const char* text :
       {".entry k() { .reg .b32 %r<4000000000>; }", ".entry k() { .reg .b32 %r<99999999999999999999>; }",
        ".global .b8 x[1099511627776];", ".global .b8 x[9223372036854775807][9223372036854775807];",
        ".global .b8 x[-1];", ".file 99999999999999999999 \"x\"",
        ".entry k() { .loc 18446744073709551615 1 1 }", ".entry k() .maxntid 99999999999999999999 { }",
        ".global .align 18446744073709551615 .b8 x;", ".address_size 99999999999",
        ".version 99999999999999999999.0", ".entry k() { ld.u8 %r1, [%rd1+0xffffffffffffffff]; }",
        ".entry k() { mov.u64 %rd1, 0x7fffffffffffffff*0x7fffffffffffffff; }",
        ".entry k() { mov.u64 %rd1, -9223372036854775808/-1; }", ".entry k() { mov.u32 %r1, 1<<-1; }"}) {
    INFO(text);
    read_any(std::string(kHead) + text);
  }
}

TEST_CASE("hostile: every prefix of a module is refused with a place, or is a module") {
  const std::string text =
      std::string(kHead) +
      ".file 1 \"a.cu\"\n.global .align 4 .u32 a[2] = {1, generic(b)+4};\n"
      ".visible .entry k(.param .u64 .ptr .align 4 p)\n.maxntid 32, 1\n{\n.reg .pred %p<2>;\n"
      ".loc 1 5 3, function_name $L, inlined_at 1 9 7\n@!%p1 bra L;\n"
      "{ call.uni (r), f, (a, b); }\nmov.b64 {%r1, _}, -(1+2);\n"
      "ts: .branchtargets L, L;\nL: shfl.sync.bfly.b32 %r1|%p1, %r2, 0x1f, 1, -1;\n/* x */ ret;\n}\n";
  CHECK(error_of(text).empty());
  for (std::size_t n = 0; n <= text.size(); ++n) read_any(text.substr(0, n));
}

TEST_CASE("hostile: random bytes and modules with random damage") {
  std::mt19937 random(99);
  const std::string module =
      std::string(kHead) +
      ".extern .shared .b8 d[];\n.entry k(.param .u32 n) {\n.reg .b32 %r<9>;\n{ .reg .pred q;\n"
      "setp.ne.u32 q, %r1, 0; @q bra L; }\nL: ld.shared.v2.u32 {%r1, %r2}, [d+8];\nret; }\n";
  for (int round = 0; round < 3000; ++round) {
    std::string text = round % 2 == 0 ? module : std::string(64, ' ');
    const int damage = round % 2 == 0 ? 1 + static_cast<int>(random() % 4) : 64;
    for (int i = 0; i < damage; ++i) text[random() % text.size()] = static_cast<char>(random());
    read_any(text);
  }
  read_any(std::string("\0\0\0\0", 4));
  read_any(
      "\x7f"
      "ELF\x02\x01\x01");
}

TEST_CASE("hostile: text beyond the size limit is refused unread") {
  CHECK_THROWS_AS(parse(std::string(kMaxTextBytes + 1, ' '), "t.ptx"), InputError);
}

}  // namespace
}  // namespace warpproof::ptx
