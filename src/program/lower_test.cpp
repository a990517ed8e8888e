// Whole functions: blocks, scopes, calls, places, variables.
#include "src/program/lower.h"

#include <catch2/catch.hpp>

#include "src/program/lower_testing.h"

namespace warpproof {
namespace {

std::string blocks_of(const std::string& body) {
  const Program program = load_ptx(kernel_text(body), "t.ptx");
  return to_string(program, *program.find("k"));
}

TEST_CASE("blocks: a rendezvous stands alone between what comes before and after") {
  CHECK(blocks_of("mov.u32 %r1, 1; bar.sync 0; mov.u32 %r2, 2; activemask.b32 %r3; ret;") ==
        "entry k\n"
        "  block 0 -> 1\n    mov.u32 %r1, 1\n"
        "  block 1 -> 2\n    barrier.sync.aligned 0, _, _\n"
        "  block 2 -> 3\n    mov.u32 %r2, 2\n"
        "  block 3 -> 4\n    activemask.b32 %r3\n"
        "  block 4 ->\n    ret\n");
}

TEST_CASE("blocks: a guarded rendezvous becomes a branch around, target first") {
  CHECK(blocks_of("@%p1 shfl.sync.bfly.b32 %r1, %r2, 1, 31, -1; @!%p2 exit; mov.u32 %r1, 1;") ==
        "entry k\n"
        "  block 0 -> 2 1\n    @!%p1 bra block2\n"
        "  block 1 -> 2\n    shfl.sync.bfly.b32 %r1, %r2, 1, 0x1f, 0xffffffff\n"
        "  block 2 -> 4 3\n    @%p2 bra block4\n"
        "  block 3 ->\n    exit\n"
        "  block 4 -> 5\n    mov.u32 %r1, 1\n"
        "  block 5 ->\n    ret\n");
}

TEST_CASE("blocks: branches, loops and dropped unreachable code") {
  CHECK(blocks_of("L: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 9; @%p1 bra L; bra.uni E; mov.u32 %r2, 2; "
                  "E: ret;") ==
        "entry k\n"
        "  block 0 L -> 0 1\n    add.u32 %r1, %r1, 1\n    setp.lt.u32 %p1, %r1, 9\n    @%p1 bra L\n"
        "  block 1 -> 2\n    bra.uni E\n"
        "  block 2 E ->\n    ret\n");
}

TEST_CASE("blocks: an empty body returns, and falling off the end does") {
  CHECK(blocks_of("") == "entry k\n  block 0 ->\n    ret\n");
  CHECK(blocks_of("@%p1 bra E; bar.sync 0; E:") ==
        "entry k\n  block 0 -> 2 1\n    @%p1 bra E\n  block 1 -> 2\n    barrier.sync.aligned 0, _, _\n"
        "  block 2 E ->\n    ret\n");
}

TEST_CASE("blocks: labels that nothing names start no block") {
  CHECK(blocks_of("A: mov.u32 %r1, 1; B: mov.u32 %r1, 2; ret;") ==
        "entry k\n  block 0 -> 1\n    mov.u32 %r1, 1\n    mov.u32 %r1, 2\n  block 1 ->\n    ret\n");
}

TEST_CASE("blocks: brx.idx lists its targets, each block once among the successors") {
  CHECK(blocks_of("ts: .branchtargets A, B, A; @%p1 brx.idx %r1, ts; trap; A: ret; B: exit;") ==
        "entry k\n"
        "  block 0 -> 2 1\n    @!%p1 bra block2\n"
        "  block 1 -> 3 4\n    brx.idx %r1, A, B, A\n"
        "  block 2 ->\n    trap\n"
        "  block 3 A ->\n    ret\n"
        "  block 4 B ->\n    exit\n");
}

TEST_CASE("scopes: registers and labels of inline assembly are its own") {
  const Program program =
      load_ptx(kernel_text("{ .reg .pred q; .reg .b32 %r<2>; setp.eq.u32 q, %r1, 0; L: @q bra L; }\n"
                           "{ .reg .pred q; setp.eq.u32 q, %r1, 0; L: @!q bra L; }\nret;"),
               "t.ptx");
  const Function& k = *program.find("k");
  int named_q = 0, named_r1 = 0;
  for (const Register& r : k.registers) {
    named_q += r.name == "q";
    named_r1 += r.name == "%r1";
  }
  CHECK(named_q == 2);
  CHECK(named_r1 == 2);
  CHECK(k.blocks[1].successors == std::vector<std::uint32_t>{1, 2});
  CHECK(k.blocks[3].successors == std::vector<std::uint32_t>{3, 4});
  CHECK(error_in("{ L: } bra L;") == "label 'L' is undefined");
  CHECK(error_in("{ .reg .b32 x; } mov.u32 %r1, x;") == "'x' is undeclared");
}

TEST_CASE("scopes: a huge register range costs only what is used") {
  const Program program =
      load_ptx(kernel_text(".reg .b32 %big<4000000000>; mov.u32 %big3999999999, 1;"), "t.ptx");
  CHECK(program.find("k")->registers.size() == 1);
  CHECK(error_in(".reg .b32 %big<4000000000>; mov.u32 %big4000000000, 1;") ==
        "'%big4000000000' is undeclared");
  // %f1<4> declares %f10 .. %f13.
  CHECK(error_in(".reg .f64 %g1<4>; mov.f64 %g13, %fd1;") == "no error");
  CHECK(error_in(".reg .f64 %g1<4>; mov.f64 %g14, %fd1;") == "'%g14' is undeclared");
}

TEST_CASE("calls: parameters are variables of their scope, bodies are found forward, aliases too") {
  const Program program = load_ptx(kTestHead +
                                       ".func (.param .b32 r) f(.param .b32 a);\n"
                                       ".entry k() {\n.reg .b32 %r<3>;\n"
                                       "{ .param .b32 p0; st.param.b32 [p0+0], 7; .param .b32 q0;\n"
                                       "call.uni (q0), f, (p0); ld.param.b32 %r1, [q0]; }\n"
                                       "{ .param .b32 p0; .param .b32 q0; call (q0), h, (p0); }\nret; }\n"
                                       ".func (.param .b32 r) f(.param .b32 a) { ret; }\n.alias h, f;\n",
                                   "t.ptx");
  const Function& k = *program.find("k");
  std::vector<const Instruction*> calls;
  for (const Instruction& in : k.code)
    if (in.op == Opcode::Call) calls.push_back(&in);
  REQUIRE(calls.size() == 2);
  REQUIRE(calls[0]->callee >= 0);
  CHECK(program.functions[static_cast<std::size_t>(calls[0]->callee)].name == "f");
  CHECK(calls[1]->callee == calls[0]->callee);
  CHECK(calls[0]->call_arguments != calls[1]->call_arguments);
  const Variable& p0 = program.variables[calls[0]->call_arguments.at(0)];
  CHECK(p0.name == "p0");
  CHECK(p0.space == Space::Param);
  CHECK(p0.size == 4);
}

TEST_CASE("calls: one through a register is one of each function whose address is taken") {
  const Program program =
      load_ptx(kTestHead +
                   ".func (.param .b32 r) f(.param .b32 a) { ret; }\n"
                   ".func (.param .b32 r) g(.param .b32 a) { ret; }\n"
                   ".func (.param .b32 r) named_by_calls_only(.param .b32 a) { ret; }\n"
                   ".func (.param .b32 r) takes_two(.param .b32 a, .param .b32 b) { ret; }\n"
                   ".entry k() {\n.reg .b64 %rd<4>;\n"
                   "mov.u64 %rd1, f; mov.u64 %rd2, g; mov.u64 %rd3, takes_two;\n"
                   "{ .param .b32 p; .param .b32 q; call (q), named_by_calls_only, (p); }\n"
                   "{ .param .b32 p; .param .b32 q;\n"
                   "proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
                   "call (q), %rd1, (p), proto; }\nret; }\n",
               "t.ptx");
  std::vector<std::string> called;
  for (const Instruction& in : program.find("k")->code) {
    if (in.op == Opcode::Call && in.callee >= 0)
      called.push_back(program.functions[static_cast<std::size_t>(in.callee)].name);
    CHECK(in.name != "takes_two");
  }
  CHECK(called == std::vector<std::string>{"named_by_calls_only", "f", "g"});
}

TEST_CASE("calls: no body here means no callee, another size of argument is unsupported") {
  const Program program =
      load_ptx(kernel_text("{ .param .b64 a; .param .b32 r; call (r), callee, (a); }"), "t.ptx");
  for (const Instruction& in : program.find("k")->code)
    if (in.op == Opcode::Call) CHECK(in.callee == -1);
  const std::string text = kTestHead +
                           ".func f(.param .b32 a) { ret; }\n"
                           ".entry k() { .param .b64 b; call f, (b); ret; }\n";
  const Program other = load_ptx(text, "t.ptx");
  CHECK(other.find("k")->code[0].op == Opcode::Unsupported);
}

TEST_CASE("calls: registers and constants are passed in variables of their own") {
  const Program program =
      load_ptx(kernel_text("@%p1 call (%p1, %r1), f, (%p2, -5, n);\ncall (_, %r2), f, (!%p2, %r1, 7);")
                       // A call may come before the definition.
                       .insert(kTestHead.size(),
                               ".func (.reg .pred q, .reg .b32 r) f(.reg .pred p, .reg .b32 a, "
                               ".param .b64 b);\n") +
                   ".func (.reg .pred q, .reg .b32 r) f(.reg .pred p, .reg .b32 a, .param .b64 b)\n"
                   "{ not.pred q, p; mov.b32 r, a; @p ret; { .reg .b64 r; ld.param.b64 r, [b]; ret; } }\n",
               "t.ptx");
  const auto text = [&](const char* name) {
    std::vector<std::string> out;
    const Function& function = *program.find(name);
    for (const Instruction& in : function.code) out.push_back(to_string(program, function, in));
    return out;
  };
  const std::string byte = "(predicate as a byte)";
  CHECK(text("f") == std::vector<std::string>{
                         "ld.param.u8 " + byte + ", [p]",
                         "setp.ne.u16 p, " + byte + ", 0",
                         "ld.param.b32 a, [a]",
                         "not.pred q, p",
                         "mov.b32 r, a",
                         "@p selp.u16 " + byte + ", 1, 0, q",
                         "@p st.param.u8 [q], " + byte,
                         "@p st.param.b32 [r], r",
                         "@!p bra block2",
                         "ret",
                         "ld.param.b64 r, [b]",
                         "selp.u16 " + byte + ", 1, 0, q",
                         "st.param.u8 [q], " + byte,
                         "st.param.b32 [r], r",
                         "ret",
                     });
  CHECK(text("k") == std::vector<std::string>{
                         "@!%p1 bra block4",
                         "selp.u16 " + byte + ", 1, 0, %p2",
                         "st.param.u8 [(%p2)], " + byte,
                         "st.param.b32 [(-5)], 0xfffffffb",
                         "call ((%p1), (%r1)), f, ((%p2), (-5), n)",
                         "ld.param.u8 " + byte + ", [(%p1)]",
                         "setp.ne.u16 %p1, " + byte + ", 0",
                         "ld.param.b32 %r1, [(%r1)]",
                         "selp.u16 " + byte + ", 1, 0, !%p2",
                         "st.param.u8 [(%p2)], " + byte,
                         "st.param.b32 [(%r1)], %r1",
                         "st.param.b64 [(7)], 7",
                         "call ((_), (%r2)), f, ((%p2), (%r1), (7))",
                         "ld.param.b32 %r2, [(%r2)]",
                         "ret",
                     });
}

TEST_CASE("calls: an array goes into no register") {
  const Program program = load_ptx(kTestHead +
                                       ".func f(.param .align 8 .b8 a[8]) { ret; }\n"
                                       ".entry k() { .reg .b64 %rd1; call f, (%rd1); ret; }\n",
                                   "t.ptx");
  CHECK(program.find("k")->code[0].op == Opcode::Unsupported);
  CHECK(program.find("k")->code[0].name == "call (register argument)");
}

TEST_CASE("places: .loc gives the line, inlined_at the chain of calls, the file table may come last") {
  const Program program =
      load_ptx(kernel_text("mov.u32 %r1, 0;\n.loc 1 10 3\nmov.u32 %r1, 1;\n"
                           ".loc 2 20 5, function_name $S, inlined_at 1 10 3\nmov.u32 %r1, 2;\n"
                           ".loc 3 30 7, function_name $S, inlined_at 2 20 5\nmov.u32 %r1, 3;\n"
                           ".loc 1 0 0\nmov.u32 %r1, 4;") +
                   ".file 1 \"a.cu\"\n.file 2 \"b.h\"\n.file 3 \"c.h\"\n",
               "t.ptx");
  const Function& k = *program.find("k");
  const auto stack = [&](std::size_t i) {
    std::string out;
    for (const SourceLocation& at : program.places[k.code[i].place].stack) out += at.str() + " ";
    return out;
  };
  CHECK(stack(0).empty());
  CHECK(stack(1) == "a.cu:10:3 ");
  CHECK(stack(2) == "b.h:20:5 a.cu:10:3 ");
  CHECK(stack(3) == "c.h:30:7 b.h:20:5 a.cu:10:3 ");
  CHECK(stack(4).empty());
  CHECK(program.places[k.code[2].place].ptx.str() == "t.ptx:13:1");
  CHECK(program.places[k.place].stack.at(0).line == 10);
}

TEST_CASE("places: a place that names itself as its caller does not grow without end") {
  std::string body;
  for (int i = 0; i < 2000; ++i) body += ".loc 1 1 1, function_name $S, inlined_at 1 1 1\nmov.u32 %r1, 1;\n";
  const Program program = load_ptx(kernel_text(body) + ".file 1 \"a.cu\"\n", "t.ptx");
  CHECK(program.places.back().stack.size() <= 32);
}

std::vector<std::uint8_t> bytes(const Program& program, const std::string& name) {
  for (const Variable& v : program.variables)
    if (v.name == name && v.initial) return *v.initial;
  return {};
}

TEST_CASE("variables: sizes, alignments and initial bytes") {
  const Program program =
      load_ptx(kTestHead +
                   ".global .align 4 .u16 a[2][3] = {{1, 2}, {-1}};\n"
                   ".const .v2 .f32 v[2] = {{0f3F800000, 2.0}, {0f00000000}};\n"
                   ".global .u64 p[2] = {generic(a)+4, 7};\n.global .b8 text[] = {104, 105, 0};\n"
                   ".extern .shared .align 16 .b8 dyn[];\n.global .u32 one = 0x01020304;\n"
                   ".extern .global .u32 later;\n.global .u32 later = 5;\n.global .texref t;\n",
               "t.ptx");
  using Bytes = std::vector<std::uint8_t>;
  CHECK(bytes(program, "a") == Bytes{1, 0, 2, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0});  // what is left out is 0
  CHECK(bytes(program, "one") == Bytes{4, 3, 2, 1});
  CHECK(bytes(program, "text") == Bytes{104, 105, 0});
  CHECK(bytes(program, "later") == Bytes{5, 0, 0, 0});
  const auto find = [&](const std::string& name) -> const Variable& {
    for (const Variable& v : program.variables)
      if (v.name == name) return v;
    FAIL(name);
    return program.variables[0];
  };
  CHECK(find("a").size == 12);
  CHECK(find("v").size == 16);
  CHECK(find("v").align == 8);
  CHECK(find("p").has_pointers);
  CHECK(find("text").size == 3);
  CHECK(find("dyn").is_extern);
  CHECK(find("dyn").size == 0);
  CHECK(find("dyn").align == 16);
  CHECK_FALSE(find("later").is_extern);
}

TEST_CASE("variables: more values or braces than there is room for") {
  const auto error = [](const std::string& text) { return error_of(kTestHead + text); };
  CHECK(error(".global .u32 a[2] = {1, 2, 3};") == "t.ptx:4:28: error: more values than the variable holds");
  CHECK(error(".global .u32 a[2] = {{1}};") == "t.ptx:4:22: error: too many braces for this variable");
  CHECK(error(".global .u32 a = {1};") == "t.ptx:4:18: error: too many braces for this variable");
  CHECK(error(".global .u32 a[2] = 1;") == "t.ptx:4:21: error: the initialiser of an array needs braces");
  CHECK(error(".global .u64 a = b;") == "t.ptx:4:18: error: 'b' is undeclared");
  CHECK(error(".extern .global .u32 a = 1;") ==
        "t.ptx:4:22: error: 'a' is external, its value is given elsewhere");
  CHECK(error(".global .f32 a = 1;") ==
        "t.ptx:4:18: error: an integer constant where a floating-point operand is expected");
  CHECK(error(".global .u32 a = 1, a = 2;") == "t.ptx:4:21: error: 'a' is already declared");
  CHECK(error(".global .b8 a[9223372036854775807][16];") ==
        "t.ptx:4:14: error: the array's size is out of range");
  CHECK(error(".global .b64 a[99999999999999][99999999999999];") ==
        "t.ptx:4:14: error: the array is too large");
  CHECK(error(".global .u32 a[2][99999999999] = {{1}, {1}};") ==
        "t.ptx:4:41: error: the initial values are larger than this tool reads");
}

TEST_CASE("module: target, version and launch bounds") {
  const Program program = load_ptx(
      ".version 8.5\n.target sm_90a, debug\n.address_size 64\n"
      ".entry k() .reqntid 32, 2 .maxntid 64 .reqnctapercluster 2 { ret; }\n",
      "t.ptx");
  CHECK(program.target_sm == 90);
  CHECK(program.version_major == 8);
  CHECK(program.version_minor == 5);
  const Function& k = *program.find("k");
  CHECK(k.required_block == std::array<std::uint32_t, 3>{32, 2, 1});
  CHECK(k.maximum_block == std::array<std::uint32_t, 3>{64, 1, 1});
  CHECK(k.cluster == std::array<std::uint32_t, 3>{2, 1, 1});
  CHECK(error_of(".version 8.5\n.entry k() { ret; }") ==
        "t.ptx:1:1: error: no .target directive: this is no PTX module");
  CHECK(error_of(".version 8.5\n.target gfx906\n") == "t.ptx:2:9: error: expected a target such as sm_80");
  CHECK(error_of(kTestHead + ".entry k() { }\n.entry k() { }\n") ==
        "t.ptx:5:8: error: function 'k' is already defined");
  CHECK(error_of(kTestHead + ".entry k() .maxntid 0 { }\n") == "t.ptx:4:13: error: the size is out of range");
}

TEST_CASE("print: an instruction inside a program finds its function") {
  const Program program = load_ptx(kernel_text("mov.u32 %r1, 1;"), "t.ptx");
  const Function& k = *program.find("k");
  CHECK(to_string(program, k.code[0]) == "mov.u32 %r1, 1");
  const Instruction copy = k.code[0];
  CHECK(to_string(program, copy).starts_with("mov.u32 %"));
}

}  // namespace
}  // namespace warpproof
