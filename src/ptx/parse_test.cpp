// The grammar, construct by construct, and the places of its errors.
#include "src/ptx/parse.h"

#include <catch2/catch.hpp>

namespace warpproof::ptx {
namespace {

constexpr const char* kHead = ".version 8.0\n.target sm_80\n.address_size 64\n";

Module read(const std::string& rest) { return parse(kHead + rest, "t.ptx"); }
Module read_body(const std::string& body) { return read(".entry k() {\n" + body + "\n}\n"); }

// One operand as text: kinds in letters, so that a table can say what is expected.
std::string describe(const Module& m, const Operand& o) {
  const auto list = [&](const char* open, const char* close) {
    std::string out = open;
    for (std::uint32_t i = 0; i < o.elements.count; ++i)
      out += (i > 0 ? "," : "") + describe(m, m.elements[o.elements.first + i]);
    return out + close;
  };
  switch (o.kind) {
    case Operand::Kind::Symbol:
      return (o.negated ? "!" : "") + std::string(o.text) +
             (o.bits != 0 ? "+" + std::to_string(static_cast<std::int64_t>(o.bits)) : "");
    case Operand::Kind::Integer:
      return "#" + std::to_string(static_cast<std::int64_t>(o.bits));
    case Operand::Kind::Float32:
      return "f" + std::to_string(o.bits);
    case Operand::Kind::Float64:
      return "d" + std::to_string(o.bits);
    case Operand::Kind::Vector:
      return list("{", "}");
    case Operand::Kind::Address:
      return list("[", "]");
    case Operand::Kind::Tuple:
      return list("(", ")");
    case Operand::Kind::Pair:
      return list("<", ">");
  }
  return "?";
}

std::string describe(const Module& m, const Statement& st) {
  std::string out;
  if (!st.guard.empty())
    out += std::string("@") + (st.guard_negated ? "!" : "") + std::string(st.guard) + " ";
  out += st.name;
  for (std::uint32_t i = 0; i < st.words.count; ++i) out += "." + std::string(m.words[st.words.first + i]);
  for (std::uint32_t i = 0; i < st.items.count; ++i)
    out += (i > 0 ? ", " : " ") + describe(m, m.operands[st.items.first + i]);
  return out;
}

TEST_CASE("grammar: instructions of every operand shape") {
  const std::pair<const char*, const char*> cases[] = {
      {"ret;", "ret"},
      {"add.s32 %r1, %r2, -8;", "add.s32 %r1, %r2, #-8"},
      {"add .s32 %r1,%r2,0x10U ;", "add.s32 %r1, %r2, #16"},
      {"@%p1 bra $L__BB0_2;", "@%p1 bra $L__BB0_2"},
      {"@!%p1 bra.uni L;", "@!%p1 bra.uni L"},
      {"@ ! p exit;", "@!p exit"},
      {"ld.global.v4.f32 {%f1, %f2, _, %f4}, [%rd1+16];", "ld.global.v4.f32 {%f1,%f2,_,%f4}, [%rd1+16]"},
      {"ld.param.u64 %rd1, [k_param_0];", "ld.param.u64 %rd1, [k_param_0]"},
      {"st.local.u32 [%rd1+-8], 1;", "st.local.u32 [%rd1+-8], #1"},
      {"st.local.u32 [%rd1-8], 1;", "st.local.u32 [%rd1+-8], #1"},
      {"ld.u8 %r1, [4096];", "ld.u8 %r1, [#4096]"},
      {"shfl.sync.down.b32 %r1|%p2, %r3, 1, 0x1f, -1;", "shfl.sync.down.b32 <%r1,%p2>, %r3, #1, #31, #-1"},
      {"setp.lt.and.s32 %p1|_, %r1, 3, !%p2;", "setp.lt.and.s32 <%p1,_>, %r1, #3, !%p2"},
      {"mov.u32 %r1, %tid.x;", "mov.u32 %r1, %tid.x"},
      {"mov.u32 %r1, WARP_SZ;", "mov.u32 %r1, WARP_SZ"},
      {"mov.u64 %rd1, sym+4;", "mov.u64 %rd1, sym+4"},
      {"mov.f32 %f1, 0f3F800000;", "mov.f32 %f1, f1065353216"},
      {"mov.u32 %r1, 4*(2+1)-1;", "mov.u32 %r1, #11"},
      {"mov.u32 %r1, -(1<<4)|1;", "mov.u32 %r1, #-15"},
      {"mov.b64 {%r1,%r2}, %rd1;", "mov.b64 {%r1,%r2}, %rd1"},
      {"call.uni (retval0), f, (param0, param1);", "call.uni (retval0), f, (param0,param1)"},
      {"call f;", "call f"},
      {"call (r), %rd4, (), proto;", "call (r), %rd4, (), proto"},
      {"tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, {%f5,%f6}];",
       "tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1,%f5,%f6]"},
      {"mbarrier.arrive.shared::cta.b64 _, [%r1];", "mbarrier.arrive.shared::cta.b64 _, [%r1]"},
      {"ld.global.L2::128B.u32 %r1, [%rd1];", "ld.global.L2::128B.u32 %r1, [%rd1]"},
      {"frobnicate.x.y2::z a, b;", "frobnicate.x.y2::z a, b"},
      {"// a comment\n /* and\n another */ bar.sync /*x*/ 0;", "bar.sync #0"},
  };
  for (const auto& [text, expected] : cases) {
    const Module m = read_body(text);
    REQUIRE(m.statements.size() == 1);
    CHECK(describe(m, m.statements[0]) == expected);
  }
}

TEST_CASE("grammar: statements know their line and column") {
  const Module m = read_body("  add.s32\t%r1, %r2,\n    %r3;");
  const Statement& st = m.statements.at(0);
  CHECK(m.locate(st.name).str() == "t.ptx:5:3");
  CHECK(m.locate(m.operands[st.items.first].text).str() == "t.ptx:5:11");
  CHECK(m.locate(m.operands[st.items.first + 2].text).str() == "t.ptx:6:5");
}

TEST_CASE("grammar: labels, scopes and declarations are statements in order") {
  const Module m = read_body("L1: { .reg .pred q; .reg .b32 %r<4>, x; L2: bra L1; }");
  std::vector<Statement::Kind> kinds;
  for (const Statement& st : m.statements) kinds.push_back(st.kind);
  using K = Statement::Kind;
  CHECK(kinds == std::vector<K>{K::Label, K::Open, K::Declarations, K::Declarations, K::Label, K::Instruction,
                                K::Close});
  CHECK(m.declarations[1].is_range);
  CHECK(m.declarations[1].count == 4);
  CHECK(m.declarations[2].name == "x");
}

TEST_CASE("grammar: .loc with and without inlining") {
  const Module m = read_body(
      ".loc 1 5 3\n.loc\t2 7 9, function_name $L__info_string0, inlined_at 1 9 7\n"
      ".loc 2 7 9, function_name $L__info_string0+12, inlined_at 1 9 8\nret;");
  REQUIRE(m.locs.size() == 3);
  CHECK(m.locs[0].line == 5);
  CHECK_FALSE(m.locs[0].is_inlined);
  CHECK(m.locs[1].call_line == 9);
  CHECK(m.locs[2].call_column == 8);
}

TEST_CASE("grammar: functions, their parameters and directives") {
  const Module m = read(
      ".extern .func (.param .b32 func_retval0) vprintf\n(\n.param .b64 a,\n.param .b64 b\n)\n;\n"
      ".visible .entry k(.param .u64 .ptr .global .align 4 p, .param .align 8 .b8 s[24])\n"
      ".maxntid 256, 1, 1\n.minnctapersm 4\n.pragma \"x\";\n{ ret; }\n"
      ".func .noreturn fail() ;\n.weak .func f(.param .b8 va[]) .attribute(.unified(1,2)) { }\n"
      ".entry bare { }\n.alias g, f;\n");
  REQUIRE(m.functions.size() == 5);
  CHECK(m.functions[0].results.count == 1);
  CHECK(m.functions[0].parameters.count == 2);
  CHECK_FALSE(m.functions[0].has_body);
  const Function& k = m.functions[1];
  CHECK(k.is_entry);
  CHECK(k.has_body);
  CHECK(m.declarations[k.parameters.first].align == 0);  // .align after .ptr is the pointee's
  CHECK(m.declarations[k.parameters.first + 1].align == 8);
  REQUIRE(k.attributes.size() == 2);
  CHECK(k.attributes[0].values == std::vector<std::uint64_t>{256, 1, 1});
  CHECK(m.aliases.size() == 1);
}

TEST_CASE("grammar: variables and initialisers") {
  const Module m = read(
      ".global .align 4 .u32 a[2][2] = {{1, 2}, {3, -4}};\n.const .v4 .f32 v = {0f3F800000, 1.0, 2, 3};\n"
      ".global .u64 p = generic(a)+8, q = a-4;\n.extern .shared .align 16 .b8 dyn[];\n"
      ".global .align 8 .b8 b[3] = {0xFF(a), 0xFF00(generic(a)), 7};\n.common .global .u32 c;\n"
      ".global .samplerref s = {addr_mode_0 = wrap, filter_mode = linear};\n.global .texref t;\n");
  REQUIRE(m.variables.size() == 8);
  CHECK(m.declarations[0].dimensions.count == 2);
  CHECK(m.declarations[0].initialiser.count == 10);
  using K = InitialiserItem::Kind;
  const InitialiserItem* items = m.initialisers.data();
  CHECK(items[0].kind == K::Open);
  CHECK(static_cast<std::int64_t>(items[7].bits) == -4);
  const Declaration& p = m.declarations[2];
  CHECK(items[p.initialiser.first].generic);
  CHECK(items[p.initialiser.first].bits == 8);
  CHECK(static_cast<std::int64_t>(items[m.declarations[3].initialiser.first].bits) == -4);
  CHECK(m.declarations[4].is_extern);
  CHECK(m.declarations[4].is_array);
  CHECK(items[m.declarations[5].initialiser.first + 2].mask == 0xff00);
}

TEST_CASE("grammar: debug sections, files and old DWARF lines are skipped") {
  const Module m = read(
      ".file 1 \"/a/b.cu\"\n.file 2 \"c.h\", 12, 34\n.section .debug_str\n{\n$L__info: .b8 95,90 // }\n.b8 "
      "0\n}\n"
      "@@DWARF .byte 1 { \n.entry k() { ret; }\n");
  CHECK(m.files.at(1) == "/a/b.cu");
  CHECK(m.files.at(2) == "c.h");
  CHECK(m.functions.size() == 1);
}

TEST_CASE("grammar: names of files are read as they are meant") {
  const Module m = read(
      R"(.file 1 "d\303\244/q\"b\\c.cu"
.file 2 "a \"dir\"" /* "no name" */ "t\tn.cu"
.file 3 ""
)");
  CHECK(m.files.at(1) == "d\xc3\xa4/q\"b\\c.cu");
  CHECK(m.files.at(2) == "a \"dir\"/t\tn.cu");
  CHECK(m.files.at(3).empty());
}

TEST_CASE("grammar: indirect branches and prototypes") {
  const Module m = read_body(
      "ts: .branchtargets A, B;\nbrx.idx %r1, ts;\nproto: .callprototype (.param .b32 _) _ (.param .b64 _);\n"
      "call (r), %rd1, (a), proto;\nA:\nB: ret;");
  CHECK(m.statements[1].kind == Statement::Kind::Targets);
  CHECK(m.statements[1].items.count == 2);
  CHECK(m.statements[4].kind == Statement::Kind::Prototype);
}

TEST_CASE("grammar: errors name the place and what was expected") {
  const std::pair<std::string, std::string> cases[] = {
      {"", "t.ptx:1:1: error: no .version directive: this is no PTX module"},
      {"int main() {}",
       "t.ptx:1:9: error: expected an operand, ',' or ';' (is this PTX? no .version directive stands "
       "before)"},
      {".version 8.0\nadd.u32 a, b, c;", "t.ptx:2:1: error: only directives may stand outside a function"},
      {".version 8.0\n.frob 3\n", "t.ptx:2:1: error: unknown directive '.frob'"},
      {".version 8.0\n.entry k() .frob 3 { }", "t.ptx:2:12: error: unknown directive '.frob'"},
      {".version 8.0\n.entry k()\n{\n  ret\n}\n", "t.ptx:5:1: error: expected an operand, ',' or ';'"},
      {".version 8.0\n.entry k() {\n ld.u32 %r1, [%rd1;\n}", "t.ptx:3:19: error: expected ',' or ']'"},
      {".version 8.0\n.entry k() {\n add.u32 %r1, ;\n}", "t.ptx:3:15: error: expected an operand"},
      {".version 8.0\n.entry k() {", "t.ptx:2:13: error: the file ends inside function 'k'"},
      {".version 8.0\n}", "t.ptx:2:1: error: '}' without a '{'"},
      {".version 8.0\n/* no end", "t.ptx:2:10: error: comment without an end, the file ends here"},
      {".version 8.0\n.file 1 \"x\n", "t.ptx:2:11: error: string without an end, the file ends here"},
      {".version 8.0\n.global .frob x;", "t.ptx:2:9: error: unknown type or qualifier '.frob'"},
      {".version 8.0\n.global .align 3 .u32 x;", "t.ptx:2:15: error: the alignment must be a power of two"},
      {".version 8.0\n.global .u32 x[2][0];", "t.ptx:2:18: error: only the first dimension may be empty"},
      {".version 8.0\n.global .u32 x = 99999999999999999999;",
       "t.ptx:2:18: error: the number does not fit 64 bits"},
      {".version 8.0\n.entry k() { mov.u32 %r1, 1/0; }",
       "t.ptx:2:27: error: division by zero in a constant expression"},
      {".version 8.0\n.entry k() { \x01\x02 }",
       "t.ptx:2:14: error: expected a directive, label or instruction"},
  };
  for (const auto& [text, message] : cases) {
    INFO(text);
    try {
      parse(text, "t.ptx");
      FAIL("no error");
    } catch (const InputError& error) {
      CHECK(error.what() == message);
    }
  }
}

}  // namespace
}  // namespace warpproof::ptx
