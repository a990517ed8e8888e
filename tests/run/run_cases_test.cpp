// Every kernel of tests/cases and examples runs at its stated launch: safe ones keep the rules under every
// schedule, and what the others break is what expected.txt says, one line a file.
//
// WARPPROOF_UPDATE=PATH writes the file anew instead of comparing (kHow says how).
#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "checker/cli/input.h"
#include "checker/cli/parameters.h"
#include "checker/counterexample/random_inputs.h"
#include "src/concrete/evaluator.h"
#include "src/machine/address_map.h"
#include "tests/case_header.h"
#include "tests/case_runner.h"
#include "tests/registered_cases.h"

namespace warpproof::tests {
namespace {

constexpr const char* kExpected = "tests/run/expected.txt";
constexpr const char* kHow =  // the first lines of the file
    "# What each kernel breaks under tests/run/run_cases_test.cpp: FILE RULES. To write this file anew:\n"
    "#   bazel build -c opt //tests/run:run_cases_test\n"
    "#   WARPPROOF_UPDATE=tests/run/expected.txt bazel-bin/tests/run/run_cases_test\n";
constexpr std::uint64_t kWords = 4096;  // of each buffer
constexpr std::uint64_t kSeeds = 6;     // random schedules beside the canonical one

// Sizes that a case leaves open: small, with a partial last warp where that is allowed.
std::array<std::uint32_t, 3> block_of(const CaseHeader& header) {
  if (header.block.axes) {
    launch::ShapeSpace space;
    space.axes = *header.block.axes;
    return launch::shapes_of(space).front();
  }
  if (!header.block.any) return header.block.shape;
  const std::uint32_t k = header.block.multiple;
  return {k == 1 ? 48 : std::max<std::uint32_t>(k, 64 / k * k), 1, 1};
}

// A launch of which only the first block is run: the others would take days.
bool is_huge(const Launch& launch) {
  constexpr std::uint64_t kMostBlocks = 100'000;
  std::uint64_t blocks = 1;
  for (const std::uint32_t n : launch.grid) blocks = std::min(blocks * n, kMostBlocks + 1);
  return blocks > kMostBlocks;
}

// What a case leaves open beside its shape: numbers, and the words of its buffers.
struct Inputs {
  std::uint64_t number;
  std::uint32_t (*word)(std::uint64_t i);
};
const Inputs kInputs[] = {
    {64, [](std::uint64_t i) { return static_cast<std::uint32_t>(i % 7); }},
    {20, [](std::uint64_t i) { return static_cast<std::uint32_t>(i % 7); }},
    {64, [](std::uint64_t i) { return static_cast<std::uint32_t>(i * 37 % 61); }},
    {64, [](std::uint64_t i) { return std::bit_cast<std::uint32_t>(static_cast<float>(i % 5) - 1.5f); }},
};

std::vector<std::uint8_t> words(std::uint64_t count, const Inputs& values) {
  std::vector<std::uint8_t> out(count * 4);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint32_t value = values.word(i);
    std::memcpy(out.data() + 4 * i, &value, 4);
  }
  return out;
}

RunInputs inputs_of(const cli::Selected& kernel, const CaseHeader& header, const Inputs& values) {
  std::map<std::string, std::uint64_t> named;
  for (const auto& [name, value] : cli::parameters_of(kernel, header.parameters)) named[name] = value;
  RunInputs inputs;
  inputs.extents.emplace();
  const Function& f = kernel.function();
  for (std::uint32_t i = 0; i < f.parameters.size(); ++i) {
    const std::uint64_t size = kernel.input->program.variables[f.parameters[i]].size;
    const auto& names = kernel.candidate->parameter_names;
    const std::string name = i < names.size() ? names[i] : "";
    const auto given = named.contains(name) ? named.find(name) : named.find(std::to_string(i));
    std::uint64_t value = values.number;
    inputs.extents->push_back(0);
    if (given != named.end()) {
      value = given->second;
    } else if (size == 8) {
      inputs.extents->back() = kWords * 4;
      inputs.memory.push_back({i, 0, words(kWords, values)});
      value = allocation_base(i);
    }
    std::vector<std::uint8_t> bytes(size);
    std::memcpy(bytes.data(), &value, std::min<std::size_t>(size, 8));
    inputs.params.push_back(std::move(bytes));
  }
  return inputs;
}

// Parameters that a case assumes something of get values that satisfy it.
void satisfy(const cli::Selected& kernel, const CaseHeader& header, Launch& launch, RunInputs& inputs) {
  CheckOptions options;
  options.assumptions = cli::conditions_of({kernel}, header.assumptions).front();
  cli::judge_bounds(cli::bounds_of({kernel}, header.sizes, false).front(), header.bounds, options);
  const launch::Assumptions all(options.assumptions, {}, launch.warp_size);
  while (header.block.any && !header.block.axes && launch.block[0] < 1024 && !all.allows_block(launch.block, launch.grid))
    launch.block[0] += header.block.multiple;
  if (!all.empty() && !counterexample::satisfies(all, inputs, launch)) {
    const auto conditions = counterexample::conditions_for(&all, launch);
    if (!conditions) {  // nothing satisfies them: such a case asks for no proof
      REQUIRE(header.unproved);
      return;
    }
    for (const auto& [q, value] : conditions->witness) {
      if (q.kind != launch::Quantity::Kind::Parameter) continue;
      auto& bytes = inputs.params[q.index];
      std::memcpy(bytes.data(), &value, std::min<std::size_t>(8, bytes.size()));
    }
  }
  if (!options.bounds) return;
  RunInputs sized = inputs;
  counterexample::set_bounds(&*options.bounds, sized, launch);
  for (const auto& [pointer, size] : options.bounds->sizes)
    inputs.extents->at(pointer) = sized.extents->at(pointer);
}

// The ids of the rules broken, with level error, under any schedule; "deadlock" and "unknown: why" beside
// them.
std::set<std::string> broken_rules(const std::string& file, const CaseHeader& header) {
  CompileOptions compile;
  if (header.target_sm) compile.target_sm = *header.target_sm;
  const cli::Input input = cli::load_input(file, compile);
  std::set<std::string> out;
  for (const cli::Candidate& candidate : input.candidates) {
    const cli::Selected kernel{&input, &candidate};
    if (!kernel.function().is_entry) continue;
    Launch launch;
    launch.block = block_of(header);
    launch.grid = header.grid.value_or(std::array<std::uint32_t, 3>{1, 1, 1});
    launch.dynamic_shared = header.dynamic_shared.value_or(0);
    launch.target_sm =
        header.target_sm.value_or(input.cuda_source ? compile.target_sm : input.program.target_sm);
    launch.policies = header.policies;
    launch.cuda_source = input.cuda_source;
    launch.max_steps = 2'000'000;
    RunInputs usual = inputs_of(kernel, header, kInputs[0]);
    satisfy(kernel, header, launch, usual);  // also chooses the block
    Evaluator evaluator(input.program, candidate.function, launch);
    for (std::uint64_t run = 0; run < kSeeds + std::size(kInputs); ++run) {
      // Random schedules of the first inputs; the others in the canonical one.
      const std::uint64_t seed = run <= kSeeds ? run : 0;
      RunInputs inputs = inputs_of(kernel, header, kInputs[run <= kSeeds ? 0 : run - kSeeds]);
      satisfy(kernel, header, launch, inputs);
      RunOptions options;
      if (seed > 0) options.random_schedule = seed;
      const RunResult result = is_huge(launch) ? evaluator.run(inputs, options)
                                               : evaluator.run_grid(inputs, options).run;
      std::set<std::string> broken;
      for (const Finding& finding : result.findings) {
        if (finding.level == spec::Level::Error) broken.insert(std::string(spec::rule_id(finding.rule)));
      }
      if (result.outcome == RunResult::Outcome::Standstill) {
        broken.insert("deadlock");
        CHECK_FALSE(result.stuck.empty());
      }
      if (result.outcome == RunResult::Outcome::Unknown) broken.insert("unknown: " + result.unknown);
      // The other inputs are taken where they keep what a case assumes of them: that they are indices into
      // its buffers, or locks that are free.
      const bool foreign = run > kSeeds && (broken.contains("memory.out-of-bounds") ||
                                            result.outcome == RunResult::Outcome::Unknown);
      // That nothing is divided by zero is assumed of a safe kernel's inputs; these are any.
      const bool divides_by_zero =
          header.safe && broken.contains(std::string(spec::rule_id(spec::Rule::ValueDivisionByZero)));
      if (!foreign && !divides_by_zero) out.insert(broken.begin(), broken.end());
    }
  }
  return out;
}

std::map<std::string, std::string> read_expected() {
  std::map<std::string, std::string> out;
  std::ifstream in(kExpected);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    const std::size_t blank = line.find(' ');
    out[line.substr(0, blank)] = blank == std::string::npos ? "" : line.substr(blank + 1);
  }
  return out;
}

// Writes what was found so far to the file that WARPPROOF_UPDATE names.
void write_anew(const char* path, const std::string& file, const std::string& text) {
  static std::map<std::string, std::string> found;
  found[file] = text;
  std::ofstream out(path);
  out << kHow;
  for (const auto& [name, rules] : found) out << name << (rules.empty() ? "" : " ") << rules << '\n';
}

// One kernel file: runs at its launch, and breaks the rules that expected.txt says.
class RunTest : public Catch::ITestInvoker {
 public:
  explicit RunTest(std::string file) : file_(std::move(file)) {}

  void invoke() const override {
    INFO(file_);
    const CaseHeader header = parse_case_header(cli::read_file(file_), file_);
    std::string text;
    try {
      for (const std::string& rule : broken_rules(file_, header)) text += (text.empty() ? "" : ", ") + rule;
    } catch (const InputError& error) {
      if (error.message().find("needs nvcc") == std::string::npos) throw;
      WARN("skipped: needs nvcc, which is not installed");
      return;
    }
    if (header.safe || header.functional) CHECK(text == "");
    if (const char* path = std::getenv("WARPPROOF_UPDATE")) return write_anew(path, file_, text);
    static const auto expected = read_expected();
    if (expected.contains(file_)) {
      CHECK(text == expected.at(file_));
    } else {
      FAIL("no row of " << kExpected << ", which says in its first lines how to write it anew");
    }
  }

 private:
  std::string file_;
};

bool register_runs() {
  const Shard shard;
  try {
    const std::vector<std::string> files = find_cases({"tests/cases", "examples"});
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (shard.runs(i)) register_test(new RunTest(files[i]), files[i], "[run]");
    }
  } catch (const std::exception& error) {
    register_test(new MissingCases(error.what()), "kernels to run are found", "[run]");
  }
  return true;
}

const bool kRegistered = register_runs();

}  // namespace
}  // namespace warpproof::tests
