#include "src/program/library_calls.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "src/program/inline_calls.h"
#include "src/program/lower.h"
#include "src/program/print.h"

namespace warpproof {
namespace {

bool is_library(const std::string& file) { return file.starts_with("lib/"); }

const std::string kHead = ".version 8.0\n.target sm_80\n.address_size 64\n";
const std::string kFiles = ".file 1 \"k.cu\"\n.file 2 \"lib/shfl.hpp\"\n.file 3 \"lib/reduce.h\"\n";

// As nvcc -G writes an intrinsic.
const std::string kDown =
    ".func (.param .b32 func_retval0) down(.param .b32 down_param_0, .param .b32 down_param_1) {\n"
    ".reg .pred %p<2>; .reg .b32 %r<4>;\n"
    ".loc 2 393 0\n"
    "ld.param.u32 %r1, [down_param_0];\nld.param.u32 %r2, [down_param_1];\n"
    ".loc 2 397 9\n"
    "shfl.sync.down.b32 %r3|%p1, %r1, %r2, 31, -1;\n"
    ".loc 2 398 2\n"
    "st.param.b32 [func_retval0+0], %r3;\nret;\n}\n";

std::string call(const std::string& function, const std::string& argument = "%r1",
                 const std::string& to = "%r2") {
  return "{ .param .b32 param0; st.param.b32 [param0+0], " + argument +
         "; .param .b32 param1; st.param.b32 [param1+0], 1; .param .b32 retval0;\n"
         "call.uni (retval0), " +
         function + ", (param0, param1);\nld.param.b32 " + to + ", [retval0+0]; }\n";
}

std::string kernel(const std::string& statements) {
  return ".entry k(.param .u64 out) {\n.reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
         ".loc 1 2 0\nld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\n" +
         statements + "st.u32 [%rd1], %r2;\nret;\n}\n";
}

Program load(const std::string& text) { return load_ptx(kHead + text + kFiles, "k.ptx", is_library); }

const Function& function(const Program& program, const std::string& name) {
  const Function* f = program.find(name);
  REQUIRE(f != nullptr);
  return *f;
}

std::vector<const Instruction*> all(const Function& f, Opcode op) {
  std::vector<const Instruction*> out;
  for (const Instruction& in : f.code)
    if (in.op == op) out.push_back(&in);
  return out;
}

// "lib/shfl.hpp:397:9 k.cu:5:3", the user's own line in brackets.
std::string lines(const Program& program, const Instruction& in) {
  const Place& place = program.places[in.place];
  std::string out;
  for (std::size_t i = 0; i < place.stack.size(); ++i) {
    const std::string line = place.stack[i].str();
    out += (out.empty() ? "" : " ") + (i == place.own ? "[" + line + "]" : line);
  }
  return out;
}

// What lowering promises of every function.
void check_blocks(const Function& f) {
  std::uint32_t next = 0;
  for (const Block& block : f.blocks) {
    CHECK(block.first == next);
    next = block.last;
    for (const std::uint32_t b : block.successors) CHECK(b < f.blocks.size());
    for (std::uint32_t i = block.first; i < block.last; ++i) {
      const Opcode op = f.code[i].op;
      const bool alone = is_rendezvous(op) || op == Opcode::Call || op == Opcode::Ret || op == Opcode::Exit;
      if (alone) CHECK(block.last - block.first == 1);
      if (op == Opcode::Bra) CHECK(i + 1 == block.last);
    }
  }
  CHECK(next == f.code.size());
}

TEST_CASE("an intrinsic stands where it is called, with the line of each call") {
  const Program program =
      load(kDown + kernel(".loc 1 5 3\n" + call("down") + ".loc 1 6 3\n" + call("down", "%r2")));
  const Function& k = function(program, "k");
  check_blocks(k);
  CHECK(all(k, Opcode::Call).empty());
  const auto shuffles = all(k, Opcode::Shfl);
  REQUIRE(shuffles.size() == 2);
  CHECK(lines(program, *shuffles[0]) == "lib/shfl.hpp:397:9 [k.cu:5:3]");
  CHECK(lines(program, *shuffles[1]) == "lib/shfl.hpp:397:9 [k.cu:6:3]");
  CHECK(program.places[shuffles[1]->place].source().str() == "k.cu:6:3");
  CHECK(shuffles[0]->sources[0].index != shuffles[1]->sources[0].index);
  CHECK(lines(program, *all(k, Opcode::St).back()) == "[k.cu:6:3]");
  CHECK_FALSE(function(program, "down").has_body);
}

TEST_CASE("without a library, and in one's own functions, calls stay") {
  const std::string text = kHead + kDown + kernel(".loc 1 5 3\n" + call("down")) + kFiles;
  CHECK(all(function(load_ptx(text, "k.ptx"), "k"), Opcode::Call).size() == 1);
  const Program own = load_ptx(text, "k.ptx", [](const std::string&) { return false; });
  CHECK(all(function(own, "k"), Opcode::Call).size() == 1);
  CHECK(function(own, "down").has_body);
}

TEST_CASE("a function that the library calls itself stands in it first") {
  const std::string twice =
      ".func (.param .b32 func_retval0) twice(.param .b32 twice_param_0, .param .b32 twice_param_1) {\n"
      ".reg .b32 %r<9>;\n.loc 3 10 0\nld.param.u32 %r1, [twice_param_0];\n.loc 3 11 5\n" +
      call("down") + ".loc 3 12 5\n" + call("down", "%r2", "%r3") +
      "st.param.b32 [func_retval0+0], %r3;\nret;\n}\n";
  const Program program = load(kDown + twice + kernel(".loc 1 5 3\n" + call("twice")));
  const auto shuffles = all(function(program, "k"), Opcode::Shfl);
  REQUIRE(shuffles.size() == 2);
  CHECK(lines(program, *shuffles[0]) == "lib/shfl.hpp:397:9 lib/reduce.h:11:5 [k.cu:5:3]");
  CHECK(lines(program, *shuffles[1]) == "lib/shfl.hpp:397:9 lib/reduce.h:12:5 [k.cu:5:3]");
}

TEST_CASE("a function with local variables is copied for each call") {
  const std::string spill =
      ".func (.param .b32 func_retval0) spill(.param .b32 spill_param_0, .param .b32 spill_param_1) {\n"
      ".local .align 4 .b8 depot[4]; .reg .b32 %r<9>;\n"
      ".loc 3 10 0\nld.param.u32 %r1, [spill_param_0];\nst.local.u32 [depot], %r1;\n"
      ".loc 3 11 5\n" +
      call("down") + "ld.local.u32 %r3, [depot];\nadd.s32 %r3, %r3, %r2;\n" +
      "st.param.b32 [func_retval0+0], %r3;\nret;\n}\n";
  const Program program =
      load(kDown + spill + kernel(".loc 1 5 3\n" + call("spill") + ".loc 1 6 3\n" + call("spill")));
  const Function& k = function(program, "k");
  const auto calls = all(k, Opcode::Call);
  REQUIRE(calls.size() == 2);
  CHECK(calls[0]->callee != calls[1]->callee);
  for (const Instruction* in : calls) {
    const auto index = static_cast<std::uint32_t>(in->callee);
    const Function& copy = program.functions[index];
    check_blocks(copy);
    const auto shuffles = all(copy, Opcode::Shfl);
    REQUIRE(shuffles.size() == 1);
    CHECK(lines(program, *shuffles[0]) == "lib/shfl.hpp:397:9 lib/reduce.h:11:5 " + lines(program, *in));
    CHECK(copy.parameters.size() == 2);
    for (const std::uint32_t v : copy.parameters) CHECK(program.variables[v].function == in->callee);
    const auto stores = all(copy, Opcode::St);
    CHECK(program.variables[stores[0]->address.index].function == in->callee);
  }
  CHECK_FALSE(function(program, "spill").has_body);
  CHECK_FALSE(function(program, "down").has_body);
}

TEST_CASE("branches of inlined code, and around it") {
  const std::string choose =
      ".func (.param .b32 func_retval0) choose(.param .b32 choose_param_0, .param .b32 choose_param_1) {\n"
      ".reg .pred %p<2>; .reg .b32 %r<4>;\n.loc 2 1 1\n"
      "ld.param.u32 %r1, [choose_param_0];\nst.param.b32 [func_retval0+0], 7;\nsetp.eq.s32 %p1, %r1, 0;\n"
      "@%p1 ret;\nbar.warp.sync -1;\n@%p1 bra over;\nst.param.b32 [func_retval0+0], %r1;\nover: ret;\n}\n";
  const Program program =
      load(choose + kernel("setp.eq.s32 %p1, %r1, 3;\n.loc 1 5 3\nagain:\n@%p1 bra end;\n" + call("choose") +
                           "@!%p1 bra again;\nend: mov.u32 %r2, 1;\n"));
  const Function& k = function(program, "k");
  check_blocks(k);
  CHECK(all(k, Opcode::Call).empty());
  CHECK(all(k, Opcode::Ret).size() == 1);
  CHECK(all(k, Opcode::BarWarpSync).size() == 1);
  for (const Block& block : k.blocks) {
    const Instruction* last = block.last > block.first ? &k.code[block.last - 1] : nullptr;
    if (last == nullptr || last->op != Opcode::Bra) continue;
    CHECK(block.successors.front() == last->targets.front());
    CHECK(block.successors.size() == (last->guard.reg >= 0 ? 2 : 1));
    if (last->guard.reg >= 0) CHECK(last->guard.reg < static_cast<int>(k.registers.size()));
  }
}

TEST_CASE("may_inline: what a call would start anew is written first") {
  const auto answer = [](const std::string& body, const std::string& results = "(.param .b32 r) ") {
    const Program program =
        load_ptx(kHead + ".global .u32 g;\n.func other() { ret; }\n.func " + results +
                     "f(.param .b32 a, .param .b64 b) {\n.reg .pred %p<3>; .reg .b32 %r<5>; "
                     ".reg .b64 %rd<5>;\nld.param.u32 %r1, [a];\n" +
                     body + "ret;\n}\n",
                 "f.ptx");
    for (std::uint32_t f = 0; f < program.functions.size(); ++f)
      if (program.functions[f].name == "f") return may_inline(program, f);
    FAIL("no function f");
    return false;
  };
  const std::string result = "st.param.b32 [r], %r1;\n";
  CHECK(answer(result));
  CHECK(answer("mov.u64 %rd1, g;\nred.global.add.u32 [%rd1], %r1;\n", ""));
  CHECK(answer("setp.eq.s32 %p1, %r1, 0;\n@%p1 bra one;\nst.param.b32 [r], 1;\nbra two;\none: " + result +
               "two: "));
  CHECK(answer("{ .param .b32 t; st.param.b32 [t], %r1; ld.param.b32 %r2, [t]; }\n" + result));
  // Not: a register that a branch leaves unwritten, a result that one does, part of a result, memory of a
  // parameter's own, its address, local variables, calls, the carry of the caller.
  CHECK_FALSE(answer("st.param.b32 [r], %r2;\n"));
  CHECK_FALSE(answer("setp.eq.s32 %p1, %r1, 0;\n@%p1 mov.u32 %r2, 1;\nst.param.b32 [r], %r2;\n"));
  CHECK_FALSE(answer("setp.eq.s32 %p1, %r1, 0;\n@%p1 bra over;\n" + result + "over: "));
  CHECK_FALSE(answer("setp.eq.s32 %p1, %r1, 0;\n@%p1 st.param.b32 [r], %r1;\n"));
  CHECK_FALSE(answer("st.param.b8 [r], %r1;\n"));
  CHECK_FALSE(answer("{ .param .b32 t; ld.param.b32 %r2, [t]; }\n" + result));
  CHECK_FALSE(answer("st.param.b32 [a], 1;\n" + result));
  CHECK_FALSE(answer("mov.b64 %rd1, b;\n" + result));
  CHECK_FALSE(answer(".local .b32 l;\n" + result));
  CHECK_FALSE(answer("call other;\n" + result));
  CHECK_FALSE(answer("addc.u32 %r1, %r1, 1;\n" + result));
  CHECK_FALSE(answer("again: bra again;\n", ""));
}

TEST_CASE("recursion stays, as do the functions in it") {
  const std::string ring =
      ".func (.param .b32 func_retval0) ring(.param .b32 ring_param_0, .param .b32 ring_param_1) {\n"
      ".reg .b32 %r<9>;\n.loc 3 10 0\nld.param.u32 %r1, [ring_param_0];\n" +
      call("ring") + "st.param.b32 [func_retval0+0], %r2;\nret;\n}\n";
  const Program program = load(ring + kernel(".loc 1 5 3\n" + call("ring")));
  CHECK(all(function(program, "k"), Opcode::Call).size() == 1);
  CHECK(function(program, "ring").has_body);
  check_blocks(function(program, "k"));
}

TEST_CASE("functions that call each other ever deeper grow to a bound") {
  // 2 to the power of 40 calls.
  std::string text = ".func f0() { .local .b32 l; .loc 3 1 1\nret; }\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string callee = "f" + std::to_string(i - 1);
    text += ".func f" + std::to_string(i) + "() { .local .b32 l; .loc 3 1 1\ncall " + callee + ";\ncall " +
            callee + ";\nret; }\n";
  }
  const Program program = load(text + kernel(".loc 1 5 3\ncall f40;\nmov.u32 %r2, 0;\n"));
  std::size_t size = 0;
  for (const Function& f : program.functions) size += f.code.size();
  CHECK(size < 200'000);
}

TEST_CASE("what the compiler inlined without a word belongs to the line before it") {
  const Program program =
      load(kernel(".loc 1 5 3\nmov.u32 %r2, 0;\n.loc 3 20 3\nbar.sync 0;\n"
                  ".loc 2 30 3\nbar.sync 1;\n.loc 1 6 3\nmov.u32 %r2, 1;\n.loc 3 20 3\nbar.sync 2;\n"));
  const auto barriers = all(function(program, "k"), Opcode::Barrier);
  REQUIRE(barriers.size() == 3);
  CHECK(lines(program, *barriers[0]) == "lib/reduce.h:20:3 [k.cu:5:3]");
  CHECK(lines(program, *barriers[1]) == "lib/shfl.hpp:30:3 [k.cu:5:3]");
  CHECK(lines(program, *barriers[2]) == "lib/reduce.h:20:3 [k.cu:6:3]");
}

TEST_CASE("what it inlined and says so keeps its lines") {
  const Program program =
      load(kernel(".loc 1 5 3\nmov.u32 %r2, 0;\n"
                  ".loc 3 20 3, function_name $S, inlined_at 1 9 7\nbar.sync 0;\n"));
  CHECK(lines(program, *all(function(program, "k"), Opcode::Barrier).at(0)) ==
        "lib/reduce.h:20:3 [k.cu:9:7]");
}

TEST_CASE("functions that the compiler brings along have no line") {
  const Program program =
      load(".func fence() { membar.cta; ret; }\n" +
           kernel(".loc 1 5 3\nst.u32 [%rd1], 1;\ncall fence;\n.loc 1 6 3\nmov.u32 %r2, 0;\n"));
  const Function& k = function(program, "k");
  CHECK(all(k, Opcode::Call).empty());
  REQUIRE(all(k, Opcode::Membar).size() == 1);
  CHECK(lines(program, *all(k, Opcode::Membar)[0]) == "[k.cu:5:3]");
  // Where nothing has a line, nothing is known of where it comes from.
  const Program bare = load(".func fence() { membar.cta; ret; }\n.entry k() { call fence; ret; }\n");
  CHECK(all(function(bare, "k"), Opcode::Call).size() == 1);
}

TEST_CASE("a library's kernel keeps its body, and is given what it calls") {
  const Program program = load(kDown + ".entry empty() { .loc 3 1 1\nret; }\n" + kernel("mov.u32 %r2, 0;\n"));
  CHECK(function(program, "empty").has_body);
  // Nothing called this one before.
  CHECK(function(program, "down").has_body);
}

}  // namespace
}  // namespace warpproof
