#include "src/machine/address_map.h"

#include <catch2/catch.hpp>

#include "src/program/lower.h"

namespace warpproof {
namespace {

std::uint32_t variable(const Program& program, const std::string& name) {
  for (std::uint32_t v = 0; v < program.variables.size(); ++v) {
    if (program.variables[v].name == name) return v;
  }
  FAIL("no variable " << name);
  return 0;
}

TEST_CASE("allocations and windows come back from their addresses") {
  for (const std::uint32_t a :
       {0u, 1u, 0x7bu, 0x7cu, 0x7du, 0x7eu, 500u, kConstAllocations, kConstAllocations + 9}) {
    const Location at = classify(allocation_base(a) + 12);
    CHECK(at.allocation == a);
    CHECK(at.offset == 12);
    CHECK(at.space == (a >= kConstAllocations ? Space::Const : Space::Global));
  }
  CHECK(allocation_base(0) == 0x0100'0000'0000);
  CHECK(allocation_base(4) == 0x0500'0000'0000);
  CHECK(classify(kSharedBase + 8) == Location{Space::Shared, kNoAllocation, 8});
  CHECK(classify(kLocalBase + 8) == Location{Space::Local, kNoAllocation, 8});
  CHECK(classify(kParamBase + 8) == Location{Space::Param, kNoAllocation, 8});
  CHECK(classify(0) == Location{Space::Global, kNoAllocation, 0});
  CHECK(classify(Space::Shared, 8) == Location{Space::Shared, kNoAllocation, 8});
  CHECK(classify(Space::Global, allocation_base(2)).allocation == 2);
}

TEST_CASE("members of parameters have allocations of their own, which name them") {
  for (const ParameterPart part : {ParameterPart{0, 0}, {7, 0}, {0, 8}, {3, 24}, {510, 8184}}) {
    const auto allocation = pointed_allocation(part);
    REQUIRE(allocation);
    CHECK(pointing_part(*allocation) == part);
    CHECK(classify(allocation_base(*allocation) + 4) == Location{Space::Global, *allocation, 4});
  }
  CHECK_FALSE(pointed_allocation({0, 8192}));
  CHECK_FALSE(pointed_allocation({511, 8}));
  CHECK_FALSE(pointed_allocation({0, 12}));
  CHECK(pointing_part(kCommonAllocation).index == kCommonAllocation);
}

TEST_CASE("shared variables are laid out for the kernel that uses them, dynamic ones last") {
  const Program program = load_ptx(R"(.version 8.0
.target sm_80
.address_size 64
.shared .align 4 .b8 one[5];
.shared .align 16 .b8 two[16];
.shared .align 4 .b8 unused[400];
.extern .shared .align 8 .b8 dynamic[];
.global .align 4 .u32 counter = 7;
.const .align 4 .b8 table[8];
.func helper() { .reg .b32 %r<2>; .local .align 8 .b8 depot[24]; ld.shared.u32 %r1, [two]; st.local.u32 [depot], %r1; ret; }
.visible .entry k(.param .u64 a, .param .u32 b) {
  .reg .b32 %r<4>; .reg .b64 %rd<2>; .local .align 4 .b8 mine[20];
  ld.shared.u8 %r1, [one]; ld.shared.u32 %r2, [dynamic]; ld.global.u32 %r3, [counter]; ld.const.u32 %r3, [table];
  st.local.u32 [mine], %r3;
  call helper, ();
  ret;
}
)",
                                   "layout.ptx");
  std::uint32_t kernel = 0, helper = 0;
  for (std::uint32_t f = 0; f < program.functions.size(); ++f) {
    (program.functions[f].is_entry ? kernel : helper) = f;
  }
  const Layout at = layout(program, kernel);
  CHECK(at.address[variable(program, "one")] == 0);
  CHECK(at.address[variable(program, "two")] == 16);
  CHECK(at.static_shared == 32);
  CHECK(at.dynamic_shared_offset == 32);
  CHECK(at.address[variable(program, "dynamic")] == 32);
  CHECK(shared_variable_at(program, at, 0) == variable(program, "one"));
  CHECK(shared_variable_at(program, at, 16) == variable(program, "two"));
  CHECK(shared_variable_at(program, at, 40) == variable(program, "dynamic"));
  // `unused` is another kernel's, wherever it lies.
  CHECK(shared_variable_at(program, at, 15) == std::nullopt);
  CHECK(at.allocation[variable(program, "counter")] == 2);
  CHECK(at.address[variable(program, "counter")] == allocation_base(2));
  CHECK(classify(at.address[variable(program, "table")]).space == Space::Const);
  CHECK(at.reachable[helper]);
  CHECK(at.local_size[kernel] == 32);
  CHECK(at.local_size[helper] == 32);
  CHECK(at.local_base({kernel, helper}) == 32);
  CHECK(at.local_base({kernel}) == 0);
  CHECK(parameter_offsets(program, at, kernel) == std::vector<std::uint64_t>{0, 8});
}

}  // namespace
}  // namespace warpproof
