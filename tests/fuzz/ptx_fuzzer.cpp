// Any text through the parser, lowering and a bounded run: whatever it is, it ends with a located error, or
// with a result. For libFuzzer (README.md), and for fuzz_inputs_test, which replays what it found.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "src/concrete/evaluator.h"
#include "src/machine/address_map.h"
#include "src/program/lower.h"

namespace warpproof {
namespace {

constexpr std::uint64_t kBuffer = 1024;  // bytes at each pointer

// Parameters of eight bytes are pointers to buffers, others hold a small number.
RunInputs inputs_for(const Program& program, const Function& kernel) {
  RunInputs inputs;
  inputs.extents.emplace();
  for (std::uint32_t i = 0; i < kernel.parameters.size(); ++i) {
    const std::uint64_t size = program.variables[kernel.parameters[i]].size;
    const std::uint64_t value = size == 8 ? allocation_base(i) : 5;
    std::vector<std::uint8_t> bytes(std::min<std::uint64_t>(size, 4096));
    std::memcpy(bytes.data(), &value, std::min<std::size_t>(bytes.size(), 8));
    inputs.params.push_back(std::move(bytes));
    inputs.extents->push_back(size == 8 ? kBuffer : 0);
  }
  return inputs;
}

void run(const Program& program, std::uint32_t kernel, std::uint32_t threads, int sm) {
  Launch launch;
  launch.block = {threads, 1, 1};
  launch.target_sm = sm;
  launch.max_steps = 500;
  const RunInputs inputs = inputs_for(program, program.functions[kernel]);
  const RunResult result = Evaluator(program, kernel, launch).run(inputs);
  // An outcome that says nothing would be as bad as a crash.
  if (result.outcome == RunResult::Outcome::Unknown && result.unknown.empty()) std::abort();
}

}  // namespace
}  // namespace warpproof

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warpproof;
  Program program;
  try {
    program = load_ptx(std::string(reinterpret_cast<const char*>(data), size), "fuzz.ptx");
  } catch (const InputError& error) {
    if (error.message().empty()) std::abort();
    return 0;
  }
  for (std::uint32_t f = 0; f < program.functions.size(); ++f) {
    if (!program.functions[f].is_entry || !program.functions[f].has_body) continue;
    run(program, f, 40, 80);
    run(program, f, 32, 61);
    break;
  }
  return 0;
}
