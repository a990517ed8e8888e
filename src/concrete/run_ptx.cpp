#include "src/concrete/run_ptx.h"

#include <cstring>
#include <stdexcept>

#include "src/machine/address_map.h"
#include "src/program/lower.h"

namespace warpproof::testing {

std::string kernel_text(const std::string& body, const std::string& declarations) {
  return ".version 8.5\n.target sm_90\n.address_size 64\n" + declarations +
         "\n.visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n)\n{\n"
         ".reg .pred %p<16>;\n.reg .b16 %h<16>;\n.reg .b32 %r<64>;\n.reg .f32 %f<16>;\n.reg .b64 %rd<32>;\n"
         "mov.u32 %r0, %tid.x;\nld.param.u64 %rd0, [out];\nld.param.u64 %rd1, [in];\nld.param.u32 %r1, [n];\n"
         "mad.wide.u32 %rd2, %r0, 4, %rd0;\n" +
         body + "\n}\n";
}

RunResult run_text(const std::string& text, const Run& run) {
  const Program program = load_ptx(text, "test.ptx", run.is_library);
  std::uint32_t root = 0;
  while (root < program.functions.size() && !program.functions[root].is_entry) ++root;
  if (root == program.functions.size()) throw std::logic_error("the text has no kernel");
  Launch launch;
  launch.block = {run.block, 1, 1};
  launch.warp_size = run.warp_size;
  launch.target_sm = run.sm;
  launch.cuda_source = run.cuda;
  launch.policies = run.policies;
  launch.max_steps = run.max_steps;
  RunInputs inputs = run.inputs;
  const auto bytes = [](std::uint64_t value, std::size_t size) {
    std::vector<std::uint8_t> out(size);
    std::memcpy(out.data(), &value, size);
    return out;
  };
  inputs.params = {bytes(allocation_base(0), 8), bytes(allocation_base(1), 8), bytes(run.n, 4)};
  RunOptions options;
  options.trace = run.trace;
  options.random_schedule = run.schedule;
  return Evaluator(program, root, launch).run(inputs, options);
}

std::vector<std::uint32_t> output(const RunResult& result, std::size_t count) {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < count; ++i) {
    out.push_back(static_cast<std::uint32_t>(result.global.read(allocation_base(0) + 4 * i, 4).bits));
  }
  return out;
}

std::set<std::string> rules_at(const RunResult& result, spec::Level level) {
  std::set<std::string> out;
  for (const Finding& finding : result.findings) {
    if (finding.level == level) out.insert(std::string(spec::rule_id(finding.rule)));
  }
  return out;
}

}  // namespace warpproof::testing
