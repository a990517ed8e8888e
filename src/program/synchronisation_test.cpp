#include "src/program/synchronisation.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "src/program/lower.h"

namespace warpproof {
namespace {

// A kernel with two pointers in %rd1 and %rd2 and these statements.
Program kernel(const std::string& statements) {
  return load_ptx(
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u64 a, .param .u64 b) {\n"
      ".local .align 8 .b8 depot[16];\n.shared .align 4 .b8 s[128];\n"
      ".reg .b64 %rd<9>;\n.reg .b32 %r<9>;\n.reg .pred %p<3>;\n"
      "ld.param.u64 %rd1, [a];\nld.param.u64 %rd2, [b];\n" +
          statements + "ret;\n}\n",
      "k.ptx");
}

int count(const Program& program, bool Modifiers::*mark) {
  const auto& code = program.functions[0].code;
  return static_cast<int>(
      std::count_if(code.begin(), code.end(), [&](const Instruction& in) { return in.mod.*mark; }));
}

TEST_CASE("a plain read whose value a compare-and-swap at its address checks is a strong one") {
  const Program loop = kernel(
      "ld.global.u32 %r1, [%rd1+4];\n"
      "again: add.s32 %r2, %r1, 1;\n"
      "atom.global.cas.b32 %r3, [%rd1+4], %r1, %r2;\n"
      "setp.ne.s32 %p1, %r3, %r1;\nmov.u32 %r1, %r3;\n@%p1 bra again;\n");
  CHECK(count(loop, &Modifiers::checked_by_swap) == 1);
  CHECK(count(loop, &Modifiers::is_volatile) == 1);
}

TEST_CASE("the value may go through private memory, and the address too") {
  const Program loop = kernel(
      "mov.u64 %rd5, depot;\ncvta.local.u64 %rd6, %rd5;\nst.u64 [%rd6+8], %rd1;\n"
      "ld.u64 %rd3, [%rd6+8];\nld.u32 %r1, [%rd3];\nst.u32 [%rd6], %r1;\n"
      "again: ld.u64 %rd4, [%rd6+8];\nld.u32 %r4, [%rd6];\n"
      "atom.cas.b32 %r3, [%rd4], %r4, 7;\nst.u32 [%rd6], %r3;\n"
      "setp.ne.s32 %p1, %r3, %r4;\n@%p1 bra again;\n");
  CHECK(count(loop, &Modifiers::checked_by_swap) == 1);
}

TEST_CASE("the address may be computed twice, and be another one in the next iteration") {
  CHECK(count(kernel("st.local.u64 [depot], %rd1;\n"
                     "again: ld.local.u64 %rd3, [depot];\nadd.u64 %rd5, %rd3, 4;\nld.global.u32 %r1, [%rd5];\n"
                     "retry: ld.local.u64 %rd4, [depot];\nadd.u64 %rd6, %rd4, 4;\n"
                     "atom.global.cas.b32 %r3, [%rd6], %r1, 7;\nsetp.ne.u32 %p1, %r3, %r1;\nmov.u32 %r1, %r3;\n"
                     "@%p1 bra retry;\nadd.u64 %rd4, %rd4, 8;\nst.local.u64 [depot], %rd4;\n"
                     "setp.ne.u64 %p2, %rd4, %rd2;\n@%p2 bra again;\n"),
              &Modifiers::checked_by_swap) == 0);  // %rd4 is what two instructions give
  CHECK(count(kernel("st.local.u64 [depot], %rd1;\n"
                     "again: ld.local.u64 %rd3, [depot];\nadd.u64 %rd5, %rd3, 4;\nld.global.u32 %r1, [%rd5];\n"
                     "retry: ld.local.u64 %rd4, [depot];\nadd.u64 %rd6, %rd4, 4;\n"
                     "atom.global.cas.b32 %r3, [%rd6], %r1, 7;\nsetp.ne.u32 %p1, %r3, %r1;\nmov.u32 %r1, %r3;\n"
                     "@%p1 bra retry;\nadd.u64 %rd7, %rd4, 8;\nst.local.u64 [depot], %rd7;\n"
                     "setp.ne.u64 %p2, %rd7, %rd2;\n@%p2 bra again;\n"),
              &Modifiers::checked_by_swap) == 1);
}

TEST_CASE("one address may be written in several ways") {
  for (const char* statements : {
           // a variable and a register that holds its address; an offset and a sum; a generic address and one of a space
           "ld.shared.u32 %r1, [s+4];\nmov.u64 %rd3, s;\natom.shared.cas.b32 %r3, [%rd3+4], %r1, 7;\n",
           "ld.global.u32 %r1, [%rd1+8];\nadd.s64 %rd3, %rd1, 8;\natom.global.cas.b32 %r3, [%rd3], %r1, 7;\n",
           "cvta.to.global.u64 %rd3, %rd1;\nld.global.u32 %r1, [%rd3+8];\nadd.s64 %rd4, %rd1, 4;\n"
           "atom.cas.b32 %r3, [%rd4+4], %r1, 7;\n",
           // an address that is loaded twice
           "ld.u64 %rd3, [%rd2+8];\nld.u32 %r1, [%rd3];\nld.u64 %rd4, [%rd2+8];\natom.cas.b32 %r3, [%rd4], %r1, 7;\n",
       }) {
    CAPTURE(statements);
    CHECK(count(kernel(statements), &Modifiers::checked_by_swap) == 1);
  }
  for (const char* statements : {
           "ld.shared.u32 %r1, [s+4];\nmov.u64 %rd3, s;\natom.shared.cas.b32 %r3, [%rd3+8], %r1, 7;\n",
           "ld.global.u32 %r1, [%rd1+8];\nadd.s64 %rd3, %rd1, 4;\natom.global.cas.b32 %r3, [%rd3], %r1, 7;\n",
           "cvta.to.shared.u64 %rd3, %rd1;\nld.shared.u32 %r1, [%rd3];\natom.global.cas.b32 %r3, [%rd1], %r1, 7;\n",
           "ld.u64 %rd3, [%rd2+8];\nld.u32 %r1, [%rd3];\nst.u64 [%rd2+8], %rd1;\nld.u64 %rd4, [%rd2+8];\n"
           "atom.cas.b32 %r3, [%rd4], %r1, 7;\n",
           "ld.u64 %rd3, [%rd2+8];\nld.u32 %r1, [%rd3];\nbar.sync 0;\nld.u64 %rd4, [%rd2+8];\natom.cas.b32 %r3, [%rd4], %r1, 7;\n",
       }) {
    CAPTURE(statements);
    CHECK(count(kernel(statements), &Modifiers::checked_by_swap) == 0);
  }
}

TEST_CASE("reads that no compare-and-swap checks stay weak") {
  for (const char* statements : {
           // another word, another pointer, an exchange, a value that only becomes the new one, a sum of it
           "ld.global.u32 %r1, [%rd1];\natom.global.cas.b32 %r3, [%rd1+4], %r1, 7;\n",
           "add.u64 %rd3, %rd1, 4;\nadd.u64 %rd4, %rd1, 8;\n"
           "ld.global.u32 %r1, [%rd3];\natom.global.cas.b32 %r3, [%rd4], %r1, 7;\n",
           "ld.global.u32 %r1, [%rd2];\natom.global.cas.b32 %r3, [%rd1], %r1, 7;\n",
           "ld.global.u32 %r1, [%rd1];\natom.global.exch.b32 %r3, [%rd1], %r1;\n",
           "ld.global.u32 %r1, [%rd1];\natom.global.cas.b32 %r3, [%rd1], 0, %r1;\n",
           "ld.global.u32 %r1, [%rd1];\nadd.s32 %r2, %r1, 1;\natom.global.cas.b32 %r3, [%rd1], %r2, 7;\n",
           // addresses of the same sources, computed in other ways
           "mad.lo.u64 %rd3, %rd2, 24, %rd1;\nadd.u64 %rd3, %rd3, 40;\nmad.lo.u64 %rd4, %rd2, 40, %rd1;\n"
           "add.u64 %rd4, %rd4, 24;\nld.global.u32 %r1, [%rd3];\natom.global.cas.b32 %r3, [%rd4], %r1, 7;\n",
           "sub.u64 %rd3, %rd1, %rd2;\nsub.u64 %rd4, %rd2, %rd1;\n"
           "ld.global.u32 %r1, [%rd3];\natom.global.cas.b32 %r3, [%rd4], %r1, 7;\n",
           // other spaces, other widths
           "ld.shared.u32 %r1, [%rd1];\natom.global.cas.b32 %r3, [%rd1], %r1, 7;\n",
           "ld.global.u16 %r1, [%rd1];\natom.global.cas.b32 %r3, [%rd1], %r1, 7;\n",
           // an address that changes between the two, in a register, in memory, and as its part
           "ld.global.u32 %r1, [%rd1];\nadd.u64 %rd1, %rd1, 4;\natom.global.cas.b32 %r3, [%rd1], %r1, 7;\n",
           "st.local.u64 [depot], %rd1;\nld.local.u64 %rd3, [depot];\nld.global.u32 %r1, [%rd3];\n"
           "st.local.u64 [depot], %rd2;\nld.local.u64 %rd4, [depot];\natom.global.cas.b32 %r3, [%rd4], %r1, 7;\n",
           "st.local.u64 [depot], %rd1;\nld.local.u64 %rd3, [depot];\nst.local.u64 [depot], %rd2;\n"
           "ld.global.u32 %r1, [%rd3];\nld.local.u64 %rd4, [depot];\natom.global.cas.b32 %r3, [%rd4], %r1, 7;\n",
           "st.local.u64 [depot], %rd1;\nld.local.u64 %rd3, [depot];\nld.global.u32 %r1, [%rd3];\n"
           "st.local.u32 [depot+4], 1;\nld.local.u64 %rd4, [depot];\natom.global.cas.b32 %r3, [%rd4], %r1, 7;\n",
           "mov.u64 %rd5, depot;\nst.local.u64 [depot], %rd1;\nld.local.u64 %rd3, [depot];\nld.global.u32 %r1, [%rd3];\n"
           "add.u64 %rd6, %rd5, %rd2;\nst.local.u64 [%rd6], %rd2;\n"
           "ld.local.u64 %rd4, [depot];\natom.global.cas.b32 %r3, [%rd4], %r1, 7;\n",
           "again: ld.global.u32 %r1, [%rd1];\nadd.u64 %rd1, %rd1, 4;\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra again;\n"
           "atom.global.cas.b32 %r3, [%rd1], %r1, 7;\n",
           // an index that is cut to 16 bits on its way
           "mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd1, %rd3;\nst.local.u16 [depot], %r1;\nld.local.u16 %r4, [depot];\n"
           "mul.wide.u32 %rd5, %r4, 4;\nadd.s64 %rd6, %rd1, %rd5;\nld.global.u32 %r2, [%rd4];\n"
           "atom.global.cas.b32 %r3, [%rd6], %r2, 7;\n",
           // read through a cache that does not follow stores
           "ld.global.nc.u32 %r1, [%rd1];\natom.global.cas.b32 %r3, [%rd1], %r1, 7;\n",
           // what is compared with was read an iteration before, or is not all that was read
           "mov.u32 %r1, 0;\nagain: mov.u32 %r2, %r1;\nld.global.u32 %r1, [%rd1];\n"
           "atom.global.cas.b32 %r3, [%rd1], %r2, 7;\nsetp.eq.u32 %p1, %r3, 0;\n@%p1 bra again;\n",
           "ld.global.u32 %r1, [%rd1];\nst.local.u32 [depot], %r1;\nst.local.u8 [depot+1], 0;\n"
           "ld.local.u32 %r2, [depot];\natom.global.cas.b32 %r3, [%rd1], %r2, 7;\n",
       }) {
    CAPTURE(statements);
    CHECK(count(kernel(statements), &Modifiers::checked_by_swap) == 0);
  }
}

TEST_CASE("what is used without a swap that checks it is a weak read") {
  const std::string read = "ld.global.u32 %r1, [%rd1];\n", swap = "atom.global.cas.b32 %r3, [%rd1], %r1, 7;\n",
                    store = "st.global.u32 [%rd2], %r1;\n", some = "setp.eq.u32 %p1, %r8, 5;\n";
  CHECK(count(kernel(read + swap + store), &Modifiers::checked_by_swap) == 1);
  CHECK(count(kernel(read + store + swap), &Modifiers::checked_by_swap) == 1);  // `next[0] = old` of a list
  // only for some, or of another value for some, or of some reads only
  CHECK(count(kernel(some + read + "@%p1 bra over;\n" + swap + "over: " + store), &Modifiers::checked_by_swap) == 0);
  CHECK(count(kernel(some + read + "@%p1 " + swap + store), &Modifiers::checked_by_swap) == 0);
  CHECK(count(kernel(some + read + "mov.u32 %r2, %r1;\n@%p1 mov.u32 %r1, 9;\n" + swap + "st.global.u32 [%rd2], %r2;\n"),
              &Modifiers::checked_by_swap) == 0);
  CHECK(count(kernel("mov.u32 %r2, 0;\nagain: " + read + "add.u32 %r2, %r2, %r1;\nsetp.lt.u32 %p1, %r2, 99;\n@%p1 bra again;\n" +
                     swap + "st.global.u32 [%rd2], %r2;\n"),
              &Modifiers::checked_by_swap) == 0);
  // through a pointer to the variable that it is in
  CHECK(count(kernel(some + read + "st.local.u32 [depot], %r1;\nmov.u64 %rd5, depot;\nadd.u64 %rd6, %rd5, %rd2;\n@%p1 bra over;\n" +
                     swap + "over: ld.local.u32 %r4, [%rd6];\nst.global.u32 [%rd2], %r4;\n"),
              &Modifiers::checked_by_swap) == 0);
  // compared only, where no swap follows: the maximum of a word
  CHECK(count(kernel(read + "again: setp.ge.u32 %p1, %r1, 50;\n@%p1 bra end;\n" + swap +
                     "setp.ne.u32 %p2, %r3, %r1;\nmov.u32 %r1, %r3;\n@%p2 bra again;\nend: "),
              &Modifiers::checked_by_swap) == 1);
}

TEST_CASE("a volatile store after a fence publishes") {
  CHECK(count(kernel("membar.cta;\nst.volatile.shared.u32 [s], 1;\n"), &Modifiers::publishes) == 1);
  CHECK(count(kernel("fence.acq_rel.gpu;\nst.volatile.shared.u32 [s], 1;\n"), &Modifiers::publishes) == 1);
  CHECK(count(kernel("st.volatile.shared.u32 [s], 1;\nmembar.cta;\n"), &Modifiers::publishes) == 0);
  CHECK(count(kernel("membar.cta;\nst.shared.u32 [s], 1;\n"), &Modifiers::publishes) == 0);
}

TEST_CASE("the fence may stand anywhere on the way to the store") {
  const auto after = [](const std::string& statements) {
    return count(kernel("setp.eq.s32 %p1, %r1, 0;\n" + statements +
                        "@%p1 bra end;\nst.volatile.shared.u32 [s], 1;\nend: "),
                 &Modifiers::publishes);
  };
  CHECK(after("membar.cta;\n") == 1);
  CHECK(after("membar.cta;\nbar.warp.sync -1;\n") == 1);
  CHECK(after("membar.cta;\nst.local.u32 [depot], 1;\n") == 1);
  CHECK(after("again: membar.cta;\nsetp.eq.s32 %p2, %r2, 0;\n@%p2 bra again;\n") == 1);
  CHECK(after("membar.cta;\nst.shared.u32 [s+4], 1;\n") == 1);
  CHECK(after("membar.cta;\nbar.sync 0;\n") == 0);
  CHECK(after("@%p2 bra over;\nmembar.cta;\nover: ") == 0);
  CHECK(after("@%p2 membar.cta;\n") == 0);
}

TEST_CASE("one block or several: what lies between a fence and a store means the same") {
  const std::string store = "st.volatile.shared.u32 [s], 1;\n";
  for (const auto& [between, publishes] :
       {std::pair{"st.shared.u32 [s+4], 1;\n", 1}, std::pair{"st.global.u32 [%rd1], 1;\n", 1},
        std::pair{"st.volatile.shared.u32 [s+8], 1;\n", 2}, std::pair{"bar.sync 0;\n", 0},
        std::pair{"ld.shared.u32 %r1, [s];\n", 1}}) {
    CAPTURE(between);
    const auto next = [](const std::string& label) { return "bra " + label + ";\n" + label + ": "; };
    CHECK(count(kernel("membar.cta;\n" + std::string(between) + store), &Modifiers::publishes) == publishes);
    CHECK(count(kernel("membar.cta;\n" + next("a") + between + next("b") + store), &Modifiers::publishes) ==
          publishes);
  }
}

// Functions, and a kernel with these statements.
Program with_functions(const std::string& functions, const std::string& statements) {
  return load_ptx(".version 8.0\n.target sm_80\n.address_size 64\n.shared .align 4 .b8 s[128];\n" +
                      functions + ".visible .entry k() {\n.reg .pred %p<3>; .reg .b32 %r<3>;\n" + statements +
                      "ret;\n}\n",
                  "k.ptx");
}

int publishing(const Program& program) {
  int out = 0;
  for (const Function& f : program.functions)
    out += static_cast<int>(
        std::count_if(f.code.begin(), f.code.end(), [](const Instruction& in) { return in.mod.publishes; }));
  return out;
}

TEST_CASE("the fence may stand in a function, and so may the store") {
  const std::string store = "st.volatile.shared.u32 [s], 1;\n";
  const std::string fence = ".func fence() { membar.cta; ret; }\n",
                    flag = ".func flag() { " + store + "ret; }\n";
  const std::string maybe =
      ".func maybe(.param .b32 a) { .reg .pred %p<2>; .reg .b32 %r<2>;\nld.param.b32 %r1, [a];\n"
      "setp.eq.s32 %p1, %r1, 0;\n@%p1 bra over;\nmembar.cta;\nover: ret; }\n";
  CHECK(publishing(with_functions(fence, "call fence;\n" + store)) == 1);
  CHECK(publishing(with_functions(fence, store + "call fence;\n")) == 0);
  CHECK(publishing(with_functions(fence + ".func twice() { call fence; ret; }\n", "call twice;\n" + store)) ==
        1);
  CHECK(publishing(with_functions(maybe, "call maybe, (1);\n" + store)) == 0);
  CHECK(publishing(with_functions(maybe, "membar.cta;\ncall maybe, (1);\n" + store)) == 1);
  CHECK(publishing(
            with_functions(".func meet() { bar.sync 0; ret; }\n", "membar.cta;\ncall meet;\n" + store)) == 0);
  // A store in a function counts by all calls of it.
  CHECK(publishing(with_functions(flag, "membar.cta;\ncall flag;\n")) == 1);
  CHECK(publishing(with_functions(flag, "membar.cta;\ncall flag;\ncall flag;\n")) == 1);
  CHECK(publishing(with_functions(flag, "call flag;\nmembar.cta;\ncall flag;\n")) == 0);
  CHECK(publishing(with_functions(flag, "membar.cta;\n")) == 0);
  CHECK(publishing(with_functions(
            ".func ring() { .reg .pred %p<2>;\n@%p1 bra over;\ncall ring;\n" + store + "over: ret; }\n",
            "membar.cta;\ncall ring;\n")) == 1);
  CHECK(publishing(with_functions(".func ring() { .reg .pred %p<2>;\n@%p1 bra over;\ncall ring;\n" + store +
                                      "over: bar.sync 0;\nret; }\n",
                                  "membar.cta;\ncall ring;\n")) == 0);
}

}  // namespace
}  // namespace warpproof
