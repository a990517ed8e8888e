#include "tools/gpu_conformance/evaluate.h"

#include <cstring>

#include "src/concrete/evaluator.h"
#include "src/machine/address_map.h"
#include "src/program/lower.h"

namespace warpproof::conformance {

EvaluatorOutput evaluate(const ConformanceProgram& conformance) {
  EvaluatorOutput out;
  const Program program = load_ptx(conformance.ptx, "program.ptx");
  std::uint32_t root = 0;
  while (!program.functions[root].is_entry) ++root;
  Launch launch;
  launch.grid = {conformance.grid, 1, 1};
  launch.block = {conformance.block, 1, 1};
  launch.target_sm = 90;
  launch.cuda_source = false;
  RunInputs inputs;
  inputs.extents = {{4 * conformance.output_words(), 4 * kInputWords}};
  for (const std::uint32_t i : {0u, 1u}) {
    const std::uint64_t base = allocation_base(i);
    std::vector<std::uint8_t> bytes(8);
    std::memcpy(bytes.data(), &base, 8);
    inputs.params.push_back(bytes);
  }
  inputs.memory.push_back({1, 0, std::vector<std::uint8_t>(4 * kInputWords)});
  std::memcpy(inputs.memory[0].bytes.data(), conformance.input.data(), 4 * kInputWords);
  RunOptions options;
  options.races = false;
  const Evaluator::GridResult result = Evaluator(program, root, launch).run_grid(inputs, options);
  if (result.run.outcome == RunResult::Outcome::Unknown) out.complaint = "unknown: " + result.run.unknown;
  if (result.run.outcome == RunResult::Outcome::Standstill) out.complaint = "deadlock";
  for (const Finding& finding : result.run.findings) {
    if (finding.level != spec::Level::Error) continue;
    out.complaint += " line " + std::to_string(program.places[finding.place].ptx.line) + ": " +
                     std::string(spec::rule_id(finding.rule)) + ": " + finding.message;
  }
  out.words.resize(conformance.output_words());
  const auto bytes = result.run.global.read_bytes(allocation_base(0), 4 * out.words.size());
  std::memcpy(out.words.data(), bytes.data(), bytes.size());
  return out;
}

}  // namespace warpproof::conformance
