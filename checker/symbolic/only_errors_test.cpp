// An execution that only looks for errors which no two threads alone can show: what they judge better is left out.
#include <algorithm>
#include <catch2/catch.hpp>

#include "checker/symbolic/executor.h"
#include "src/program/entry_for_test.h"
#include "src/program/lower.h"

namespace warpproof::symbolic {
namespace {

// Each thread writes its word of s and reads the other's, which is a race; then both branch on a word that nobody wrote.
constexpr const char* kKernel = R"(.version 7.0
.target sm_80
.address_size 64
.visible .entry k()
{
.reg .b32 %r<8>;
.reg .pred %p<2>;
.shared .align 4 .b8 s[12];
mov.u32 %r1, %tid.x;
mov.u32 %r4, s;
shl.b32 %r5, %r1, 2;
add.u32 %r5, %r4, %r5;
st.shared.u32 [%r5], %r1;
xor.b32 %r6, %r1, 1;
shl.b32 %r6, %r6, 2;
add.u32 %r6, %r4, %r6;
ld.shared.u32 %r7, [%r6];
bar.sync 0;
ld.shared.u32 %r2, [s+8];
setp.eq.u32 %p1, %r2, 3;
@%p1 bra DONE;
mov.u32 %r3, 1;
DONE:
ret;
}
)";

bool reports(bool only_looks_for_errors, spec::Rule rule) {
  TermGraph graph;
  const Program program = load_ptx(kKernel, "k.ptx");
  ExecutorOptions options;
  options.shape.block = {2, 1, 1};
  options.shape.only_looks_for_errors = only_looks_for_errors;
  Executor executor(program, entry_of(program), graph, options, [&](Term t) { return graph.is_false(t); });
  executor.run();
  const auto& all = executor.record().obligations.all();
  return std::any_of(all.begin(), all.end(), [&](const Obligation& o) { return o.rule == rule; });
}

TEST_CASE("only errors: a race is left out, the use of a word that nobody wrote is not") {
  CHECK(reports(false, spec::Rule::MemoryImplicitWarpSync));
  CHECK_FALSE(reports(true, spec::Rule::MemoryImplicitWarpSync));
  CHECK(reports(false, spec::Rule::ValueTaintedUse));
  CHECK(reports(true, spec::Rule::ValueTaintedUse));
}

}  // namespace
}  // namespace warpproof::symbolic
