// Rules of masks, shuffles and undefined values: a program that breaks each, and the smallest edit that does not.
#include "src/concrete/rule_cases.h"

namespace warpproof {
namespace {

using testing::Case;
using testing::check;
using testing::kStore;
using testing::Outcome;
using testing::Rules;
using testing::Run;
using testing::split;

TEST_CASE("mask rules: each with its safe twin") {
  const std::string full = "shfl.sync.bfly.b32 %r9, %r0, 1, 31, -1;";
  const std::string half = "shfl.sync.bfly.b32 %r9, %r0, 1, 31, 0x0000ffff;";
  const std::string vote = "vote.sync.ballot.b32 %r9, %p0, -1;";
  const std::string down = "shfl.sync.down.b32 %r9, %r0, 1, 31, -1;";
  const Case cases[] = {
      {"full mask, all lanes", full + kStore, {}, {}},
      {"mask.self", half + "ret;", {"mask.self"}, {}},
      {"mask.self, twin", split(half, "", "ret;"), {}, {}},
      {"mask.self, and the result is used", half + kStore, {"mask.self", "value.tainted-use"}, {}},
      {"mask.missing: the others wait at a barrier",
       split(full, "bar.sync 0;", "ret;"),
       {"mask.missing"},
       {},
       Outcome::Standstill},
      {"mask.missing, twin: they have exited", split(full, "ret;", "ret;"), {}, {}},
      {"mask.mismatch",
       split("shfl.sync.bfly.b32 %r9, %r0, 1, 31, 0x0001ffff;",
             "shfl.sync.bfly.b32 %r9, %r0, 1, 31, 0xffff0001;", "ret;"),
       {"mask.mismatch"},
       {},
       Outcome::Standstill},
      {"mask.mismatch, twin: disjoint",
       split(half, "shfl.sync.bfly.b32 %r9, %r0, 1, 31, 0xffff0000;", kStore),
       {},
       {}},
      {"op.mismatch", split(full, vote, "ret;"), {"op.mismatch"}, {}, Outcome::Standstill},
      {"op.mismatch by qualifier", split(full, down, "ret;"), {"op.mismatch"}, {}, Outcome::Standstill},
      {"op.mismatch, twin: point.mismatch", split(full, full, "ret;"), {}, {"point.mismatch"}},
      {"point.mismatch is an error where the policy says so",
       split(full, full, "ret;"),
       {"point.mismatch"},
       {},
       Outcome::Standstill,
       [](Run& r) { r.policies.program_point = spec::ProgramPoint::SamePoint; }},
      {"point.mismatch, twin: one point", split("", "", full + kStore), {}, {}},
      {"overlapping masks that resolve in turn",
       "setp.eq.u32 %p1, %r0, 0;\nsetp.eq.u32 %p2, %r0, 1;\nsetp.gt.u32 %p3, %r0, 2;\n@%p3 ret;\n@%p1 bra "
       "ZERO;\n"
       "shfl.sync.idx.b32 %r9, %r0, 2, 31, 0x6;\n@!%p2 ret;\nZERO:\nshfl.sync.idx.b32 %r9, %r0, 1, 31, "
       "0x3;\n" +
           kStore,
       {},
       {}},
  };
  for (const Case& c : cases) check(c);
}

TEST_CASE("shuffle rules: each with its safe twin") {
  const auto ptx = [](Run& r) { r.cuda = false; };
  const Case cases[] = {
      {"shfl.inactive-source, not used",
       split("shfl.sync.idx.b32 %r9, %r0, 20, 31, -1;", "ret;", "ret;"),
       {},
       {"shfl.inactive-source"}},
      {"shfl.inactive-source, stored",
       split("shfl.sync.idx.b32 %r9, %r0, 20, 31, -1;", "ret;", kStore),
       {"shfl.inactive-source", "value.tainted-use"},
       {}},
      {"shfl.inactive-source, used by nobody: selp discards it",
       split("shfl.sync.idx.b32 %r8, %r0, 20, 31, -1; selp.b32 %r9, %r8, 7, %p0;", "ret;", kStore),
       {},
       {"shfl.inactive-source"}},
      {"shfl.inactive-source, absorbed by a defined 0",
       split("shfl.sync.idx.b32 %r8, %r0, 20, 31, -1; and.b32 %r9, %r8, 0;", "ret;", kStore),
       {},
       {"shfl.inactive-source"}},
      {"shfl.inactive-source, a defined all ones decides an or",
       split("shfl.sync.idx.b32 %r8, %r0, 20, 31, -1; or.b32 %r9, %r8, -1;", "ret;", kStore),
       {},
       {"shfl.inactive-source"}},
      {"shfl.inactive-source, twin", split("shfl.sync.idx.b32 %r9, %r0, 2, 31, -1;", "ret;", kStore), {}, {}},
      {"shfl.inactive-source is an error where the policy says so",
       split("shfl.sync.idx.b32 %r9, %r0, 20, 31, -1;", "ret;", "ret;"),
       {"shfl.inactive-source"},
       {},
       Outcome::Finished,
       [](Run& r) { r.policies.inactive_source = spec::InactiveSource::Error; }},
      {"shfl.source-outside-mask",
       split("shfl.sync.bfly.b32 %r9, %r0, 16, 31, 0xffff;", "", "ret;"),
       {},
       {"shfl.source-outside-mask"}},
      {"shfl.source-outside-mask, stored",
       split("shfl.sync.bfly.b32 %r9, %r0, 16, 31, 0xffff;", "", kStore),
       {"shfl.source-outside-mask", "value.tainted-use"},
       {}},
      {"shfl.source-outside-mask, twin",
       split("shfl.sync.bfly.b32 %r9, %r0, 8, 31, 0xffff;", "", kStore),
       {},
       {}},
      {"shfl.width", "shfl.sync.idx.b32 %r9, %r0, 0, 0x141f, -1;" + kStore, {"shfl.width"}, {}},
      {"shfl.width, twin: PTX is total",
       "shfl.sync.idx.b32 %r9, %r0, 0, 0x141f, -1;" + kStore,
       {},
       {},
       Outcome::Finished,
       ptx},
      {"shfl.width, twin: 16", "shfl.sync.idx.b32 %r9, %r0, 0, 0x101f, -1;" + kStore, {}, {}},
      {"shfl.offset", "shfl.sync.down.b32 %r9, %r0, 33, 31, -1;" + kStore, {}, {"shfl.offset"}},
      {"shfl.offset, twin", "shfl.sync.down.b32 %r9, %r0, 1, 31, -1;" + kStore, {}, {}},
      {"shfl.c-bits",
       "shfl.sync.down.b32 %r9, %r0, 1, 0x203f, -1;" + kStore,
       {},
       {"shfl.c-bits"},
       Outcome::Finished,
       ptx},
      {"shfl.c-bits: inline assembly in CUDA",
       "// begin inline asm\nshfl.sync.down.b32 %r9, %r0, 1, 0x203f, -1;\n// end inline asm\n" + kStore,
       {},
       {"shfl.c-bits"}},
      {"shfl.c-bits, twin: an asm statement of the prelude",
       "// begin inline asm\n/*warpproof*/ shfl.sync.down.b32 %r9, %r0, 1, 0x203f, -1;\n// end inline asm\n" + kStore,
       {},
       {}},
      {"shfl.c-bits, twin: an instruction that the compiler made",
       "// begin inline asm\n// end inline asm\nshfl.sync.down.b32 %r9, %r0, 1, 0x203f, -1;" + kStore,
       {},
       {}},
      {"shfl.c-bits, twin",
       "shfl.sync.down.b32 %r9, %r0, 1, 0x001f, -1;" + kStore,
       {},
       {},
       Outcome::Finished,
       ptx},
      {"shfl.legacy", "shfl.down.b32 %r9, %r0, 1, 31;" + kStore, {"shfl.legacy"}, {}},
      {"shfl.legacy on sm_60",
       "shfl.down.b32 %r9, %r0, 1, 31;" + kStore,
       {},
       {"shfl.legacy"},
       Outcome::Finished,
       [](Run& r) { r.sm = 60; }},
      {"shfl.legacy reads an inactive lane",
       split("shfl.idx.b32 %r9, %r0, 20, 31;", "", kStore),
       {"shfl.legacy", "shfl.inactive-source", "value.tainted-use"},
       {}},
      {"target.isa: match",
       "match.any.sync.b32 %r9, %r0, -1;" + kStore,
       {"target.isa"},
       {},
       Outcome::Finished,
       [](Run& r) { r.sm = 61; }},
      {"target.isa: redux",
       "redux.sync.add.u32 %r9, %r0, -1;" + kStore,
       {"target.isa"},
       {},
       Outcome::Finished,
       [](Run& r) { r.sm = 75; }},
      {"target.isa, twin", "redux.sync.add.u32 %r9, %r0, -1;" + kStore, {}, {}},
      {"target.isa: elect", "elect.sync %r9|%p1, -1;" + kStore, {"target.isa"}, {}},
      {"target.isa: elect, twin",
       "elect.sync %r9|%p1, -1;" + kStore,
       {},
       {},
       Outcome::Finished,
       [](Run& r) { r.sm = 90; }},
  };
  for (const Case& c : cases) check(c);
}

TEST_CASE("undefined values: each use with its safe twin") {
  // Lane 31 exits, and the others read from it.
  const std::string drop31 = "setp.eq.u32 %p5, %r0, 31;\n@%p5 ret;\n";
  const std::string get = drop31 + "shfl.sync.idx.b32 %r8, %r0, 31, 31, -1;\n";
  const Rules used{"shfl.inactive-source", "value.tainted-use"};
  const Rules none;
  const Rules read_only{"shfl.inactive-source"};
  const Case cases[] = {
      {"branch", get + "setp.eq.u32 %p1, %r8, 3;\n@%p1 bra A;\nA:\nret;", used, {}},
      {"branch, twin: a branch on another value", get + "setp.eq.u32 %p1, %r0, 3;\n@%p1 bra A;\nA:\nret;",
       none, read_only},
      {"guard", get + "setp.eq.u32 %p1, %r8, 3;\n@%p1 st.global.u32 [%rd2], 1;\nret;", used, {}},
      {"address",
       get + "cvt.u64.u32 %rd5, %r8;\nadd.u64 %rd6, %rd0, %rd5;\nst.global.u32 [%rd6], 1;\nret;",
       {"shfl.inactive-source", "value.tainted-use"},
       {}},
      {"divisor", get + "div.u32 %r9, %r0, %r8;\nret;", used, {}},
      {"divisor, twin: as a dividend", get + "div.u32 %r9, %r8, 3;\nret;", none, read_only},
      {"mask", get + "sub.u32 %r8, %r8, %r8;\nnot.b32 %r8, %r8;\nbar.warp.sync %r8;\nret;", used, {}},
      {"mask, twin: decided by a defined operand", get + "or.b32 %r8, %r8, -1;\nbar.warp.sync %r8;\nret;",
       none, read_only},
      {"vote operand", get + "setp.eq.u32 %p1, %r8, 3;\nvote.sync.ballot.b32 %r9, %p1, -1;\nret;", used, {}},
      {"a shuffle passes it on", get + "shfl.sync.bfly.b32 %r9, %r8, 1, 31, -1;\nret;", none, read_only},
      {"a shuffle passes it on, and then it is stored",
       get + "shfl.sync.bfly.b32 %r9, %r8, 1, 31, -1;\n" + kStore,
       used,
       {}},
      {"barrier number", get + "and.b32 %r9, %r8, 1;\nbarrier.sync %r9;\nret;", used, {}},
      {"atomic operand", get + "atom.global.add.u32 %r9, [%rd2], %r8;\nret;", used, {}},
      {"through local memory and back",
       ".local .align 4 .b8 buf[8];\n" + get + "st.local.u32 [buf], %r8;\nld.local.u32 %r9, [buf];\n" +
           kStore,
       used,
       {}},
      {"through local memory, twin: overwritten",
       ".local .align 4 .b8 buf[8];\n" + get +
           "st.local.u32 [buf], %r8;\nst.local.u32 [buf], 5;\nld.local.u32 %r9, [buf];\n" + kStore,
       none, read_only},
      {"value.uninitialised: a register",
       "add.u32 %r9, %r40, 1;\n" + kStore,
       {"value.uninitialised", "value.tainted-use"},
       {}},
      {"value.uninitialised, twin: not used", "add.u32 %r9, %r40, 1;\nret;", none, none},
      {"value.uninitialised: shared memory",
       ".shared .align 4 .b8 buf[128];\nld.shared.u32 %r9, [buf];\n" + kStore,
       {"value.uninitialised", "value.tainted-use"},
       {}},
      {"value.uninitialised: the value of a collective",
       "shfl.sync.bfly.b32 %r9, %r40, 1, 31, -1;\nret;",
       {"value.uninitialised"},
       {}},
      {"value.uninitialised: the value of a collective, in PTX",
       "shfl.sync.bfly.b32 %r9, %r40, 1, 31, -1;\nret;",
       none,
       {"value.uninitialised"},
       Outcome::Finished,
       [](Run& r) { r.cuda = false; }},
  };
  for (const Case& c : cases) check(c);
}

TEST_CASE("up to sm_6x collectives are judged at the instruction") {
  const auto old = [](Run& r) { r.sm = 60; };
  const std::string full = "shfl.sync.bfly.b32 %r9, %r0, 1, 31, -1;";
  const Case cases[] = {
      {"converged", full + kStore, {}, {}, Outcome::Finished, old},
      {"mask.missing and converge.pre70",
       split(full, "", "st.global.u32 [%rd2], %r0;\nret;"),
       {"mask.missing", "converge.pre70"},
       {},
       Outcome::Finished,
       old},
      {"twin: the mask of the branch",
       split("shfl.sync.bfly.b32 %r9, %r0, 1, 31, 0xffff;", "", kStore),
       {},
       {},
       Outcome::Finished,
       old},
      {"twin: the others have exited", split(full, "ret;", "ret;"), {}, {}, Outcome::Finished, old},
  };
  for (const Case& c : cases) check(c);
}

TEST_CASE("one execution of a store is one under every schedule, however it splits the lanes",
          "[store.same-instruction][memory.implicit-warp-sync]") {
  struct Row {
    std::string name, body;
    Rules errors, warnings;
  };
  const std::string loop =
      "and.b32 %r8, %r0, 1;\nAGAIN:\n{}add.u32 %r8, %r8, 1;\nsetp.lt.u32 %p1, %r8, 2;\n@%p1 bra AGAIN;\n";
  const std::string store = "st.global.u32 [%rd0], %r0;\n";
  const auto in_loop = [&](const std::string& what) {
    return std::string(loop).replace(loop.find("{}"), 2, what);
  };
  const Row rows[] = {
      {"one store", store + "ret;", {"store.same-instruction"}, {}},
      {"one store after two ways to it",
       split("add.u32 %r9, %r9, 1;", "", store + "ret;"),
       {"store.same-instruction"},
       {}},
      {"two stores",
       split(store, store, "ret;"),
       {"memory.implicit-warp-sync", "store.same-instruction"},
       {}},
      {"two stores, twin: a barrier between",
       store + "bar.warp.sync -1;\n" + store + "ret;",
       {"store.same-instruction"},
       {}},
      {"two iterations of a loop",
       in_loop(store) + "ret;",
       {"memory.implicit-warp-sync", "store.same-instruction"},
       {}},
      {"two iterations, twin: after the loop", in_loop("") + store + "ret;", {"store.same-instruction"}, {}},
      {"a load of what another lane stores",
       "ld.global.u32 %r9, [%rd0];\n" + store + "ret;",
       {"memory.implicit-warp-sync", "store.same-instruction"},
       {}},
  };
  for (const Row& row : rows) {
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
      INFO(row.name << ", schedule " << seed);
      Run run;
      if (seed > 0) run.schedule = seed;
      const RunResult result = testing::run_body(row.body, run);
      CHECK(testing::rules_at(result, spec::Level::Error) == row.errors);
      CHECK(testing::rules_at(result, spec::Level::Warning) == row.warnings);
    }
  }
}

TEST_CASE("up to sm_6x lanes meet again where their branches do, under every schedule", "[converge.pre70]") {
  const std::string diamond = split("add.u32 %r9, %r9, 1;", "", "bar.warp.sync -1;\nbar.sync 0;\n");
  const std::string triangle = "setp.ge.u32 %p0, %r0, 16;\n@%p0 bra OVER;\nadd.u32 %r9, %r9, 1;\nOVER:\n";
  for (const std::string& body : {diamond + "ret;", triangle + "bar.sync 0;\nret;",
                                  triangle + "vote.sync.ballot.b32 %r9, %p0, -1;\nret;"}) {
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
      INFO(body << ", schedule " << seed);
      Run run;
      run.sm = 60;
      run.block = 128;
      if (seed > 0) run.schedule = seed;
      CHECK(testing::rules_at(testing::run_body(body, run), spec::Level::Error).empty());
    }
  }
}

}  // namespace
}  // namespace warpproof
