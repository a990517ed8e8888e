// What single instructions do to the order of threads.
#include "src/concrete/ordering.h"

#include <catch2/catch.hpp>
#include <string>

#include "src/program/entry_for_test.h"
#include "src/program/lower.h"

namespace warpproof::concrete {
namespace {

// The one instruction of a kernel, before its return.
Program kernel(const std::string& instruction, const std::string& behind = "") {
  return load_ptx(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out)
{
.reg .b32 %r<5>;
.reg .b64 %rd<3>;
)" + instruction + "\n" + behind + "\nret;\n}\n",
                  "k.ptx");
}

const Function& kernel_of(const Program& program) { return program.functions[entry_of(program)]; }

TEST_CASE("Updates of integers commute with their like") {
  const auto update = [](const std::string& text) {
    const Program p = kernel(text);
    return commuting_update(kernel_of(p).code.front());
  };
  CHECK(update("red.global.add.u32 [%rd1], %r1;") != 0);
  CHECK(update("red.global.add.u32 [%rd1], %r1;") == update("atom.global.add.u32 %r2, [%rd1], %r1;"));
  CHECK(update("red.global.add.u32 [%rd1], %r1;") != update("red.global.max.u32 [%rd1], %r1;"));
  CHECK(update("atom.global.exch.b32 %r2, [%rd1], %r1;") == 0);
  CHECK(update("st.global.u32 [%rd1], %r1;") == 0);
}

TEST_CASE("An update is silent while nothing reads what it returns") {
  const std::string atomic = "atom.global.add.u32 %r2, [%rd1], %r1;";
  const Program silent = kernel(atomic), read = kernel(atomic, "st.global.u32 [%rd1], %r2;"),
                guards = kernel(atomic, "add.u32 %r3, %r2, 1;");
  CHECK(is_silent(kernel_of(silent), kernel_of(silent).code.front()));
  CHECK_FALSE(is_silent(kernel_of(read), kernel_of(read).code.front()));
  CHECK_FALSE(is_silent(kernel_of(guards), kernel_of(guards).code.front()));
}

TEST_CASE("Scopes and halves of orderings") {
  const auto of = [](const std::string& text) { return kernel(text); };
  const Program block = of("fence.acq_rel.cta;"), device = of("fence.acq_rel.gpu;"),
                acquire = of("ld.acquire.gpu.global.u32 %r1, [%rd1];"), plain = of("ld.global.u32 %r1, [%rd1];");
  CHECK(is_of_block(kernel_of(block).code.front()));
  CHECK_FALSE(is_of_block(kernel_of(device).code.front()));
  CHECK(orders(kernel_of(device).code.front(), "release"));
  CHECK(orders(kernel_of(device).code.front(), "acquire"));
  CHECK(orders(kernel_of(acquire).code.front(), "acquire"));
  CHECK_FALSE(orders(kernel_of(acquire).code.front(), "release"));
  CHECK(is_strong(kernel_of(acquire).code.front()));
  CHECK_FALSE(is_strong(kernel_of(plain).code.front()));
}

}  // namespace
}  // namespace warpproof::concrete
