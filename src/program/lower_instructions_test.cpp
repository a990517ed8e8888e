// Single instructions: what each form becomes, what is unsupported, what is an error.
#include <catch2/catch.hpp>
#include <utility>

#include "src/program/lower_testing.h"

namespace warpproof {
namespace {

using Case = std::pair<const char*, const char*>;

void check_all(const std::vector<Case>& cases) {
  for (const auto& [text, expected] : cases) {
    INFO(text);
    const std::vector<std::string> lines = lowered(text);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0] == expected);
  }
}

TEST_CASE("lower: arithmetic keeps type, modifiers and operand order") {
  check_all({
      {"add.s32 %r1, %r2, -8;", "add.s32 %r1, %r2, 0xfffffff8"},
      {"add.cc.u32 %r1, %r2, %r3;", "add.cc.u32 %r1, %r2, %r3"},
      {"addc.u32 %r1, %r2, %r3;", "addc.u32 %r1, %r2, %r3"},
      {"mul.wide.s32 %rd1, %r1, 4;", "mul.wide.s32 %rd1, %r1, 4"},
      {"mad.wide.u16 %r1, %rs1, %rs2, %r3;", "mad.wide.u16 %r1, %rs1, %rs2, %r3"},
      {"mad.lo.s32 %r1, %ctaid.x, %ntid.x, %tid.x;", "mad.lo.s32 %r1, %ctaid.x, %ntid.x, %tid.x"},
      {"fma.rn.ftz.f32 %f1, %f2, 0f40000000, %f3;", "fma.rn.ftz.f32 %f1, %f2, 0x40000000, %f3"},
      {"add.f32 %f1, %f2, 0d3FF0000000000000;", "add.f32 %f1, %f2, 0x3f800000"},
      {"add.f64 %fd1, %fd2, 0f3F800000;", "add.f64 %fd1, %fd2, 0x3ff0000000000000"},
      {"div.full.ftz.f32 %f1, %f2, %f3;", "div.full.ftz.f32 %f1, %f2, %f3"},
      {"shl.b64 %rd1, %rd2, 3;", "shl.b64 %rd1, %rd2, 3"},
      {"shf.l.wrap.b32 %r1, %r2, %r3, %r4;", "shf.l.wrap.b32 %r1, %r2, %r3, %r4"},
      {"bfe.u32 %r1, %r2, 4, 8;", "bfe.u32 %r1, %r2, 4, 8"},
      {"lop3.b32 %r1, %r2, %r3, %r4, 0xe8;", "lop3.b32 %r1, %r2, %r3, %r4, 0xe8"},
      {"prmt.b32.f4e %r1, %r2, %r3, %r4;", "prmt.b32.f4e %r1, %r2, %r3, %r4"},
      {"popc.b64 %r1, %rd1;", "popc.b64 %r1, %rd1"},
      {"dp4a.u32.s32 %r1, %r2, %r3, %r4;", "dp4a.u32.s32 %r1, %r2, %r3, %r4"},
      {"cvt.rn.f32.s32 %f1, %r1;", "cvt.rn.f32.s32 %f1, %r1"},
      {"cvt.u16.u8 %rs1, %rs2;", "cvt.u16.u8 %rs1, %rs2"},
      {"cvt.s64.s8 %rd1, %rd2;", "cvt.s64.s8 %rd1, %rd2"},
      {"cvt.rn.f16x2.f32 %r1, %f1, %f2;", "cvt.rn.f16x2.f32 %r1, %f1, %f2"},
      {"testp.finite.f32 %p1, %f1;", "testp.finite.f32 %p1, %f1"},
      {"min.NaN.f16x2 %r1, %r2, %r3;", "min.NaN.f16x2 %r1, %r2, %r3"},
  });
}

TEST_CASE("lower: comparison, selection and moves") {
  check_all({
      {"setp.lt.s32 %p1, %r1, 3;", "setp.lt.s32 %p1, %r1, 3"},
      {"setp.lt.and.u32 %p1|%p2, %r1, %r2, !%p3;", "setp.lt.and.u32 %p1|%p2, %r1, %r2, !%p3"},
      {"setp.neu.f32 _|%p2, %f1, 0f00000000;", "setp.neu.f32 _|%p2, %f1, 0"},
      {"set.gt.f32.f32 %f1, %f2, 0f3F800000;", "set.gt.f32.f32 %f1, %f2, 0x3f800000"},
      {"selp.b32 %r1, %r2, -1, %p1;", "selp.b32 %r1, %r2, 0xffffffff, %p1"},
      {"selp.b32 %r1, %r2, 0, -1;", "selp.b32 %r1, %r2, 0, 1"},
      {"slct.u32.f32 %r1, %r2, %r3, %f1;", "slct.u32.f32 %r1, %r2, %r3, %f1"},
      {"mov.pred %p1, -1;", "mov.pred %p1, 1"},
      {"and.pred %p1, !%p2, %p3;", "and.pred %p1, !%p2, %p3"},
      {"mov.b32 %r1, 0f3F800000;", "mov.b32 %r1, 0x3f800000"},
      {"mov.u16 %rs1, -1;", "mov.u16 %rs1, 0xffff"},
      {"mov.u32 %r1, WARP_SZ;", "mov.u32 %r1, 0x20"},
      {"mov.u32 %r1, %tid.w;", "mov.u32 %r1, 0"},
      {"mov.u64 %rd1, %clock64;", "mov.u64 %rd1, %clock64"},
      {"mov.u32 %r1, %envreg31;", "mov.u32 %r1, %envreg"},
      {"mov.u64 %rd1, sh+8;", "mov.u64 %rd1, sh+8"},
      {"mov.u64 %rd1, n;", "mov.u64 %rd1, n"},
      {"mov.b64 {%r1, %r2}, %rd1;", "mov.b64 {%r1, %r2}, %rd1"},
      {"mov.b64 {%r1, _}, %rd1;", "mov.b64 {%r1, _}, %rd1"},
      {"mov.b64 %rd1, {%f1, %r2};", "mov.b64 %rd1, {%f1, %r2}"},
      {"mov.b32 %r1, {%rs1, 0x1234};", "mov.b32 %r1, {%rs1, 0x1234}"},
      {"mov.b64 %rd1, {%rs1, %rs2, %rs3, %rs4};", "mov.b64 %rd1, {%rs1, %rs2, %rs3, %rs4}"},
      {"cvt.rna.tf32.f32 %r1, %f1;", "cvt.rna.tf32.f32 %r1, %f1"},
      {"cvt.pack.sat.u16.s32 %r1, %r2, %r3;", "cvt.pack.sat.u16.s32 %r1, %r2, %r3"},
      {"cvt.pack.sat.s8.s32.b32 %r1, %r2, %r3, %r4;", "cvt.pack.sat.s8.s32 %r1, %r2, %r3, %r4"},
      {"cvta.to.global.u64 %rd1, %rd2;", "cvta.to.global.u64 %rd1, %rd2"},
      {"cvta.shared.u64 %rd1, sh;", "cvta.shared.u64 %rd1, sh"},
      {"isspacep.shared::cta %p1, %rd1;", "isspacep.shared.u64 %p1, %rd1"},
  });
}

TEST_CASE("lower: memory accesses") {
  check_all({
      {"ld.param.u64 %rd1, [n];", "ld.param.u64 %rd1, [n]"},
      {"ld.global.v4.f32 {%f1, %f2, _, %f4}, [%rd1+-16];", "ld.global.v4.f32 {%f1, %f2, _, %f4}, [%rd1-16]"},
      {"ld.s8 %r1, [%rd1];", "ld.s8 %r1, [%rd1]"},
      {"ld.shared.u32 %r1, [sh+4];", "ld.shared.u32 %r1, [sh+4]"},
      {"ld.u32 %r1, [g];", "ld.global.u32 %r1, [g]"},
      {"ld.shared.u32 %r1, [%r2];", "ld.shared.u32 %r1, [%r2]"},
      {"ld.global.u32 %r1, [4096];", "ld.global.u32 %r1, [0x1000]"},
      {"ld.volatile.shared.u32 %r1, [sh];", "ld.volatile.shared.u32 %r1, [sh]"},
      {"ld.acquire.gpu.global.u32 %r1, [%rd1];", "ld.acquire.gpu.global.u32 %r1, [%rd1]"},
      {"ld.global.nc.L1::no_allocate.L2::128B.u32 %r1, [%rd1];", "ld.global.nc.u32 %r1, [%rd1]"},
      {"ld.global.L2::cache_hint.u32 %r1, [%rd1], %rd2;", "ld.global.u32 %r1, [%rd1]"},
      {"st.global.cs.v2.u32 [%rd1], {%r1, 7};", "st.global.v2.u32 [%rd1], {%r1, 7}"},
      {"st.shared.u8 [sh], %rs1;", "st.shared.u8 [sh], %rs1"},
      {"st.shared.u8 [sh], 300;", "st.shared.u8 [sh], 0x2c"},
      {"atom.global.add.u32 %r1, [%rd1], 1;", "atom.global.add.u32 %r1, [%rd1], 1"},
      {"atom.shared.cas.b32 _, [sh], %r1, %r2;", "atom.shared.cas.b32 _, [sh], %r1, %r2"},
      {"atom.acq_rel.gpu.global.exch.b64 %rd1, [%rd2], 0;",
       "atom.acq_rel.gpu.global.exch.b64 %rd1, [%rd2], 0"},
      {"red.global.max.s32 [%rd1], -1;", "red.global.max.s32 [%rd1], 0xffffffff"},
      {"membar.gl;", "membar.gl"},
      {"fence.sc.cta;", "fence.sc.cta"},
  });
}

TEST_CASE("lower: warp operations and barriers take their documented operands") {
  check_all({
      {"shfl.sync.down.b32 %r1|%p2, %r3, 1, 0x1f, -1;",
       "shfl.sync.down.b32 %r1|%p2, %r3, 1, 0x1f, 0xffffffff"},
      {"shfl.sync.idx.b32 %f1, %f2, %r1, %r2, %r3;", "shfl.sync.idx.b32 %f1, %f2, %r1, %r2, %r3"},
      {"shfl.up.b32 %r1, %r3, 1, 0;", "shfl.up.b32 %r1, %r3, 1, 0"},
      {"vote.sync.any.pred %p1, !%p2, 0xff;", "vote.sync.any.pred %p1, !%p2, 0xff"},
      {"vote.ballot.sync.b32 %r1, 1, -1;", "vote.sync.ballot.b32 %r1, 1, 0xffffffff"},
      {"vote.ballot.b32 %r1, %p1;", "vote.ballot.b32 %r1, %p1"},
      {"match.any.sync.b64 %r1, %rd1, -1;", "match.sync.any.b64 %r1, %rd1, 0xffffffff"},
      {"match.all.sync.b32 %r1|%p1, %r2, -1;", "match.sync.all.b32 %r1|%p1, %r2, 0xffffffff"},
      {"redux.sync.xor.b32 %r1, %r2, -1;", "redux.sync.xor.b32 %r1, %r2, 0xffffffff"},
      {"elect.sync _|%p1, -1;", "elect.sync _|%p1, 0xffffffff"},
      {"activemask.b32 %r1;", "activemask.b32 %r1"},
      {"bar.warp.sync 0xf;", "bar.warp.sync 0xf"},
      {"bar.sync 0;", "barrier.sync.aligned 0, _, _"},
      {"bar.cta.sync 1, 64;", "barrier.sync.aligned 1, 0x40, _"},
      {"barrier.sync %r1;", "barrier.sync %r1, _, _"},
      {"barrier.sync.aligned 0;", "barrier.sync.aligned 0, _, _"},
      {"bar.arrive 2, %r1;", "barrier.arrive.aligned 2, %r1, _"},
      {"bar.red.popc.u32 %r1, 0, !%p1;", "barrier.red.popc.aligned.u32 %r1, 0, _, !%p1"},
      {"barrier.cta.red.and.pred %p2, 3, 128, %p1;", "barrier.red.and.pred %p2, 3, 0x80, %p1"},
  });
}

TEST_CASE("lower: asynchronous copies") {
  check_all({
      {"cp.async.ca.shared.global [%r1], [%rd1], 4;", "cp.async.shared [%r1], [%rd1], 4, _, _"},
      {"cp.async.cg.shared::cta.global.L2::128B [%r1+16], [%rd1+-8], 16, %r2;",
       "cp.async.shared [%r1+16], [%rd1-8], 16, %r2, _"},
      {"@%p1 cp.async.ca.shared.global [%rd2], [%rd1], 8, 3;",
       "@%p1 cp.async.shared [%rd2], [%rd1], 8, 3, _"},
      {"cp.async.ca.shared.global [%r1], [%rd1], 8, !%p2;", "cp.async.shared [%r1], [%rd1], 8, _, !%p2"},
      {"cp.async.ca.shared.global.L2::cache_hint [%r1], [%rd1], 8, %rd2;",
       "cp.async.shared [%r1], [%rd1], 8, _, _"},
      {"cp.async.commit_group;", "cp.async.commit_group"},
      {"cp.async.wait_group 2;", "cp.async.wait_group 2"},
      {"cp.async.wait_all;", "cp.async.wait_all"},
  });
}

TEST_CASE("lower: what exists in PTX but has no meaning here is unsupported by name") {
  const std::vector<Case> cases = {
      {"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%f1}, {%r1}, {%r2}, {%f2};",
       "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32"},
      {"mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1}, {%r1}, {%r2}, {%f2}, %r3, 0;",
       "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"},
      {"ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r1, %r2}, [%r3];",
       "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8"},
      {"wgmma.fence.sync.aligned;", "wgmma.fence.sync.aligned"},
      {"cp.async.bulk.commit_group;", "cp.async.bulk.commit_group"},
      {"cp.async.mbarrier.arrive.b64 [%r1];", "cp.async.mbarrier.arrive.b64"},
      {"add.sat.u32 %r1, %r2, %r3;", "add.sat.u32"},
      {"add.f32x2 %rd1, %rd2, %rd3;", "add.f32x2"},
      {"add.rn.rz.f32 %f1, %f2, %f3;", "add.rn.rz.f32"},
      {"mul.s32 %r1, %r2, %r3;", "mul.s32"},
      {"max.f32 %f1, %f2, %f3, %f4;", "max.f32"},
      {"setp.lo.s32 %p1, %r1, %r2;", "setp.lo.s32"},
      {"setp.lt.b32 %p1, %r1, %r2;", "setp.lt.b32"},
      {"cvt.f32.s32 %f1, %r1;", "cvt.f32.s32"},
      {"cvt.rn.satfinite.e4m3x2.f32 %rs1, %f1, %f2;", "cvt.rn.satfinite.e4m3x2.f32"},
      {"ld.global.b128 %rd1, [%rd2];", "ld.global.b128"},
      {"ld.relaxed.global.u32 %r1, [%rd1];", "ld.relaxed.global.u32"},
      {"ld.release.gpu.global.u32 %r1, [%rd1];", "ld.release.gpu.global.u32"},
      {"ld.shared::cluster.u32 %r1, [%r2];", "ld.shared::cluster.u32"},
      {"ld.shared.u32 %r1, [g];", "ld.shared.u32 ('g' is in another state space)"},
      {"ld.u32 %r1, [sh];", "ld.u32 ('sh' is in another state space)"},
      {"atom.global.add.s64 %rd1, [%rd2], 1;", "atom.global.add.s64"},
      {"atom.global.v2.f32.add %f1, [%rd2], %f2;", "atom.global.v2.f32.add"},
      {"redux.sync.min.f32 %f1, %f2, -1;", "redux.sync.min.f32"},
      {"vote.sync.ballot.pred %p1, %p2, -1;", "vote.sync.ballot.pred"},
      {"vote.sync.all.b32 %r1, %p2, -1;", "vote.sync.all.b32"},
      {"shfl.sync.bfly.b64 %rd1, %rd2, 1, 31, -1;", "shfl.sync.bfly.b64"},
      {"bar.sync.aligned 0;", "bar.sync.aligned"},
      {"barrier.cluster.arrive;", "barrier.cluster.arrive"},
      {"fence.proxy.async;", "fence.proxy.async"},
      {"membar.proxy.alias;", "membar.proxy.alias"},
      {"mov.u32 %r1, callee;", "mov.u32 (address of function callee)"},
      {"mov.u16 %rs1, %tid.x;", "mov.u16 (%tid.x read as 16 bits)"},
      {"mov.v4.u32 %v, %tid;", "mov.v4.u32"},
      {"mov.f32 %f1, %v.x;", "mov.f32 (vector register)"},
      {"ld.global.v4.f32 %v, [%rd1];", "ld.global.v4.f32 (vector register)"},
      {"call (%r1), callee, (%clock64);", "call (argument %clock64)"},
      {"call (%r1), callee, (g);", "call (argument g)"},
      {"call %rd1;", "call (indirect)"},
      {"@!%p1 trapdoor.x;", "@!%p1 trapdoor.x"},
  };
  for (const auto& [text, expected] : cases) {
    INFO(text);
    const std::vector<std::string> lines = lowered(text);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0] == std::string(expected) + "  (unsupported)");
  }
}

TEST_CASE("lower: wrong counts, names and widths are errors") {
  const std::vector<Case> cases = {
      {"add.u32 %r1, %r2;", "add.u32 takes 3 operands, not 2"},
      {"ret 1;", "ret takes 0 operands, not 1"},
      {"bar.sync;", "bar.sync takes 1 or 2 operands, not 0"},
      {"shfl.sync.bfly.b32 %r1, %r2, 1, 31;", "shfl.sync.bfly.b32 takes 5 operands, not 4"},
      {"add.u32 %r1, %r2, %r9;", "'%r9' is undeclared"},
      {"add.u32 %r1, %r2, %r01;", "'%r01' is undeclared"},
      {"add.u32 %r1, %r2, nothing;", "'nothing' is undeclared"},
      {"add.u32 _, %r2, _;", "'_' cannot stand here"},
      {"@%r1 ret;", "'%r1' is no predicate register"},
      {"add.u32 %rd1, %r2, %r3;", "'%rd1' is 64 bits wide, the operand must be 32 bits wide"},
      {"add.u32 %r1, %p1, %r3;", "'%p1' is a predicate, the operand must be 32 bits wide"},
      {"st.global.u64 [%rd1], %r1;", "'%r1' is 32 bits wide, the operand must be 64 bits wide"},
      {"setp.eq.u32 %r1, %r2, %r3;", "'%r1' is 32 bits wide, the operand must be a predicate"},
      {"add.u32 %r1, !%r2, %r3;", "only a predicate can be negated"},
      {"add.u32 4, %r2, %r3;", "expected a register to write to"},
      {"add.u32 sh, %r2, %r3;", "'sh' is no register"},
      {"add.u32 %r1|%p1, %r2, %r3;", "this instruction has one destination"},
      {"match.any.sync.b32 %r1|%p1, %r2, -1;", "match.any has no predicate destination"},
      {"elect.sync %r1, -1;", "expected two destinations, d|p"},
      {"mov.f32 %f1, 1;", "an integer constant where a floating-point operand is expected"},
      {"mov.u16 %rs1, 0f3F800000;", "a floating-point constant of 32 bits where 16 bits are expected"},
      {"add.u32 %r1, %r2+4, 1;", "an offset cannot be added to a register here"},
      {"ld.global.u32 %r1, %rd1;", "expected an address in brackets"},
      {"ld.global.u32 %r1, [%rs1];", "'%rs1' cannot hold an address"},
      {"ld.global.v2.u32 %r1, [%rd1];", "expected a vector of 2 in braces"},
      {"ld.global.v2.u32 {%r1, %r2, %r3, %r4}, [%rd1];", "expected 2 elements, not 4"},
      {"mov.b64 {%r1, %r2, %r3}, %rd1;", "a vector of 3 does not fill 64 bits"},
      {"mov.b64 {%rd1, %rd2}, %rd3;", "'%rd1' is 64 bits wide, the operand must be 32 bits wide"},
      {"lop3.b32 %r1, %r2, %r3, %r4, 256;", "expected a table from 0 to 255"},
      {"bra nowhere;", "label 'nowhere' is undefined"},
      {"brx.idx %r1, nowhere;", "'nowhere' names no .branchtargets list"},
      {"call nothing;", "function 'nothing' is undeclared"},
      {"call callee, (n);", "'callee' has 1 results, not 0"},
      {"call (%r1), callee, ();", "'callee' has 1 arguments, not 0"},
      {"call (%r1), callee, (%r2);", "'%r2' is 32 bits wide, the operand must be 64 bits wide"},
      {"call (%rd1), callee, (n);", "'%rd1' is 64 bits wide, the operand must be 32 bits wide"},
      {"call (7), callee, (n);", "expected a register to write to"},
      {"L: L: ret;", "label 'L' is already defined"},
      {".reg .b32 %r<3>;", "'%r' is already declared"},
      {".shared .b8 sh[4];", "'sh' is already declared"},
      {".shared .u32 x = 1;", "only .global and .const variables can be initialised"},
  };
  for (const auto& [text, message] : cases) {
    INFO(text);
    CHECK(error_in(text) == message);
  }
}

TEST_CASE("lower: an error names the operand's own place") {
  const std::string text = kernel_text("  add.u32 %r1,\n    %r2, %r99;");
  CHECK(error_of(text) == "t.ptx:10:10: error: '%r99' is undeclared");
}

}  // namespace
}  // namespace warpproof
