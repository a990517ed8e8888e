// Parts of a run, each asked alone: code, threads and record are built alone, of the others all are built, but nothing
// runs.
#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "src/concrete/all_parts.h"
#include "src/concrete/ends.h"
#include "src/program/entry_for_test.h"
#include "src/program/lower.h"

namespace warpproof::concrete {
namespace {

// A kernel with a shared variable, a loop (its blocks in order: head, body, after it), a barrier and a call.
constexpr const char* kKernel = R"(.version 7.0
.target sm_80
.address_size 64
.func f(.param .b32 x)
{
.reg .b32 %r<2>;
ld.param.u32 %r1, [x];
ret;
}
.visible .entry k(.param .u64 out, .param .u32 n)
{
.reg .b32 %r<5>;
.reg .pred %p<2>;
.shared .align 4 .b8 words[128];
ld.param.u32 %r1, [n];
mov.u32 %r2, 0;
LOOP:
setp.ge.u32 %p1, %r2, %r1;
@%p1 bra DONE;
add.u32 %r2, %r2, 1;
bra LOOP;
DONE:
bar.sync 0;
{
.param .b32 a;
st.param.b32 [a], %r2;
call f, (a);
}
ld.shared.u32 %r3, [words];
ret;
}
)";

Launch of_threads(std::uint32_t threads) {
  Launch out;
  out.block = {threads, 1, 1};
  out.max_steps = 3;
  return out;
}

struct Fixture {
  explicit Fixture(std::uint32_t threads = 40) : launch(of_threads(threads)) {}

  std::uint32_t block_with(Opcode op) const {
    const Function& f = program.functions[root];
    for (std::uint32_t b = 0; b < f.blocks.size(); ++b) {
      for (std::uint32_t i = f.blocks[b].first; i < f.blocks[b].last; ++i) {
        if (f.code[i].op == op) return b;
      }
    }
    return 0;
  }
  const Instruction& first_of(Opcode op) const {
    const Function& f = program.functions[root];
    for (const Instruction& in : f.code) {
      if (in.op == op) return in;
    }
    return f.code.front();
  }

  Program program = load_ptx(kKernel, "k.ptx");
  std::uint32_t root = entry_of(program);
  Launch launch;
  Setup setup = prepare(program, root, launch);
  RunInputs inputs;
  RunOptions options;
};

struct AllFixture : Fixture {
  explicit AllFixture(std::uint32_t threads = 40) : Fixture(threads) { all.threads.warps.resize(launch.warps()); }
  PositionId at(std::uint32_t block) { return all.code.positions.intern(kNoPosition, root, block); }

  CellMemory global;
  AllParts all{setup, launch, inputs, options, global, nullptr, nullptr};
};

TEST_CASE("The code knows where positions stand and what their frames take") {
  Fixture f;
  const Context context{f.setup, f.launch, f.inputs, f.options, 0};
  Code code(context);
  CHECK(code.holds_barrier);
  const PositionId call = code.positions.intern(kNoPosition, f.root, f.block_with(Opcode::Call));
  CHECK(code.instruction_at(call).op == Opcode::Call);
  CHECK(code.function_at(call).is_entry);
  const auto callee = static_cast<std::uint32_t>(code.instruction_at(call).callee);
  const PositionId inside = code.positions.intern(call, callee, 0);
  CHECK_FALSE(code.function_at(inside).is_entry);
  CHECK(code.local_base(inside) == f.setup.layout.local_size[f.root]);
  CHECK(code.local_base(call) == 0);
}

TEST_CASE("A warp has one bank of registers for a function at a depth") {
  Fixture f;
  const Context context{f.setup, f.launch, f.inputs, f.options, 0};
  Code code(context);
  Threads threads(context, code);
  threads.warps.resize(2);
  threads.warps[0].exists = ~0u;
  threads.warps[1].exists = 0xff;
  const PositionId start = code.positions.intern(kNoPosition, f.root, 0);
  const PositionId call = code.positions.intern(kNoPosition, f.root, f.block_with(Opcode::Call));
  const PositionId inside = code.positions.intern(call, static_cast<std::uint32_t>(code.instruction_at(call).callee), 0);
  CHECK(&threads.bank_of(0, start) == &threads.bank_of(0, call));
  CHECK(&threads.bank_of(0, start) != &threads.bank_of(1, start));
  CHECK(&threads.bank_of(0, start) != &threads.bank_of(0, inside));
  CHECK(threads.thread_of(1, 7) == 39);
  CHECK(threads.warp_index(threads.warps[1]) == 1);
  // Whole: all lanes exist, and all are here.
  CHECK(threads.is_whole(0, ~0u));
  CHECK_FALSE(threads.is_whole(0, ~1u));
  CHECK_FALSE(threads.is_whole(1, 0xff));
  threads.warps[0].exited = 1;
  CHECK_FALSE(threads.is_whole(0, ~0u));
  CHECK(threads.excused(threads.warps[0]) == 1);
}

TEST_CASE("The loops that lanes are in are reported with their iterations") {
  Fixture f;
  const Context context{f.setup, f.launch, f.inputs, f.options, 0};
  Code code(context);
  Threads threads(context, code);
  threads.warps.resize(2);
  const auto head = static_cast<std::uint32_t>(f.setup.graphs[f.root]->loops.front().head);
  const auto loops_at = [&](std::uint32_t block) {
    int out = 0;
    threads.for_each_loop_at(code.positions.intern(kNoPosition, f.root, block), 0,
                             [&](int depth, std::size_t loop, const std::uint32_t* iterations) {
                               CHECK(depth == 0);
                               CHECK(loop == 0);
                               CHECK(iterations[5] == 3);
                               ++out;
                             });
    return out;
  };
  threads.bank_of(0, code.positions.intern(kNoPosition, f.root, head)).iterations[5] = 3;
  CHECK(loops_at(head) == 1);
  CHECK(loops_at(f.block_with(Opcode::Barrier)) == 0);
}

TEST_CASE("The record keeps one finding a place, and counts steps up to the limit") {
  Fixture f;
  f.options.trace = true;
  f.options.max_trace = 1;
  f.inputs.extents.emplace();
  const Context context{f.setup, f.launch, f.inputs, f.options, 0};
  const Code code(context);
  Threads threads(context, code);
  threads.warps.resize(2);
  Record record(context, threads, [] { return std::vector<WarpSnapshot>(); });
  CHECK(record.report(spec::Rule::MaskSelf, 4, 0, 1, "first"));
  CHECK_FALSE(record.report(spec::Rule::MaskSelf, 4, 1, 2, "second"));
  REQUIRE(record.findings.findings().size() == 1);
  CHECK(record.findings.findings()[0].message == "first");
  CHECK_FALSE(record.tracing());
  // Beyond what is kept only findings are.
  record.trace({TraceStep::Kind::Fire, 4, 0, 0, 0, LaneSet{1}, 0, {}, {}, ""});
  CHECK(record.result.trace.size() == 1);
  for (int i = 0; i < 3; ++i) record.count_step(7);
  CHECK_THROWS_AS(record.count_step(7), Stop);
  CHECK(record.findings.findings().back().rule == spec::Rule::LoopUnbounded);
}

TEST_CASE("Lanes at one place are alone until others stand elsewhere; the least position goes first") {
  AllFixture f;
  Schedule& schedule = f.all.schedule;
  const std::uint32_t behind = f.block_with(Opcode::Barrier);
  schedule.enter(f.at(behind), 0, 3);
  CHECK(schedule.alone_is_set);
  schedule.enter(f.at(behind), 1, 4);
  CHECK(schedule.alone_is_set);
  CHECK(schedule.alone.group == Group{3, 4});
  schedule.enter(f.at(0), 0, 8);
  CHECK_FALSE(schedule.alone_is_set);
  REQUIRE(schedule.running.size() == 2);
  CHECK(schedule.running[0].position == f.at(0));
  CHECK(schedule.choose_fairly() == 0);
  // Lanes that have been passed over go ahead.
  schedule.favour(1, 4);
  CHECK(schedule.choose_fairly() == 1);
}

TEST_CASE("A register that was never written is undefined; special registers are those of the thread") {
  AllFixture f;
  Bank& bank = f.all.threads.bank_of(1, f.at(0));
  Read out;
  f.all.registers.load_register(bank, 1, 0xf, 2, out);
  CHECK(out.tainted == 0xf);
  CHECK(f.all.record.findings.origin_of(out.origin[0]).rule == spec::Rule::ValueUninitialised);
  LaneVector word(32);
  word.lane.fill(9);
  f.all.registers.store_register(bank, 1, 0x3, word, 0x2, out.origin);
  f.all.registers.load_register(bank, 1, 0x3, 2, out);
  CHECK(out.tainted == 0x2);
  CHECK(out.word.at(0) == 9);
  Operand tid;
  tid.kind = Operand::Kind::Special;
  tid.special = Special::TidX;
  f.all.registers.read_operand(f.first_of(Opcode::Setp), tid, 32, f.all.threads.warps[1], bank, 0xff, out);
  CHECK(out.tainted == 0);
  CHECK(out.word.at(7) == 39);
}

TEST_CASE("Lanes in other iterations execute other stores") {
  AllFixture f;
  const auto head = static_cast<std::uint32_t>(f.setup.graphs[f.root]->loops.front().head);
  f.all.code.current = f.at(head);
  f.all.executions.race_instruction = f.all.races.next_instruction();
  CHECK(f.all.executions.is_in_one_iteration(0));
  const Numbers same = f.all.executions.stores_of(0, 0x3);
  CHECK(same[0] == same[1]);
  f.all.threads.bank_of(0, f.at(head)).iterations[1] = 1;
  f.all.executions.race_instruction = f.all.races.next_instruction();
  CHECK_FALSE(f.all.executions.is_in_one_iteration(0));
  const Numbers apart = f.all.executions.stores_of(0, 0x3);
  CHECK(apart[0] != apart[1]);
}

TEST_CASE("Addresses are called by what they point into") {
  AllFixture f;
  const AccessJudge& judge = f.all.access_judge;
  CHECK(judge.describe_shared(4) == "byte 4 of words (shared memory)");
  CHECK(judge.describe_shared(200) == "byte 200 of shared memory");
  CHECK(judge.describe_address(classify(allocation_base(0) + 8)) == "byte 8 of the buffer of out");
}

TEST_CASE("A generation that a thread has not heard of is not complete for it") {
  AllFixture f(64);
  const Instruction& barrier = f.first_of(Opcode::Barrier);
  BarrierState fired;
  fired.arrived = {~0u, ~0u};
  fired.waiting = {~0u, 0};  // warp 1 arrives and goes on
  fired.site.assign(64, f.at(f.block_with(Opcode::Barrier)));
  fired.aligned.assign(64, 1);
  fired.time.assign(64, f.all.barrier_reuse.next_time());
  fired.count = 64;
  f.all.barrier_reuse.note_generation(0, fired);
  f.all.barrier_reuse.check_reuse(0, 64, barrier, 0, 3);
  CHECK(f.all.record.findings.findings().empty());
  f.all.barrier_reuse.check_reuse(0, 64, barrier, 1, 3);
  REQUIRE(f.all.record.findings.findings().size() == 1);
  CHECK(f.all.record.findings.findings()[0].rule == spec::Rule::BarrierRearrive);
}

}  // namespace
}  // namespace warpproof::concrete
