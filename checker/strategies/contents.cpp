#include "checker/strategies/contents.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "checker/counterexample/kept_assumptions.h"
#include "checker/counterexample/random_inputs.h"
#include "spec/rules.h"

namespace warpproof::strategies::contents {

namespace {

// Word i of a buffer.
constexpr std::uint32_t zero(std::uint32_t) { return 0; }
constexpr std::uint32_t number(std::uint32_t i) { return i; }
constexpr std::uint32_t far_apart(std::uint32_t i) { return i << 12; }
constexpr auto kOthers = {zero, number, far_apart};

std::vector<std::uint8_t> words(std::uint32_t (*word)(std::uint32_t)) {
  std::vector<std::uint8_t> out(4 * counterexample::kFilledWords);
  for (std::uint32_t i = 0; i < counterexample::kFilledWords; ++i) {
    const std::uint32_t value = word(i);
    std::memcpy(out.data() + 4 * i, &value, 4);
  }
  return out;
}

bool breaks_nothing(const Question& q, Evaluator& machine, const counterexample::Replay& example,
                    RunInputs inputs) {
  const counterexample::Granted granted = q.granted();
  RunOptions options;
  options.random_schedule = example.schedule;
  counterexample::judge_assumptions(inputs);
  const RunResult result = machine.run(inputs, options);
  return result.outcome == RunResult::Outcome::Finished && !result.outside_assumptions &&
         !counterexample::has_error(result) &&
         !counterexample::broken_by_run(granted, example.launch, inputs, result);
}

// The buffers, each of which may hold what makes the run break nothing.
std::vector<std::uint32_t> hangs_on(const Question& q, const counterexample::Replay& example) {
  Evaluator machine(q.program(), q.root(), example.launch);
  std::vector<std::uint32_t> out;
  for (const auto& [parameter, by] : q.options().written_before) {
    const bool hangs = std::any_of(kOthers.begin(), kOthers.end(), [&, p = parameter](const auto word) {
      RunInputs inputs = example.inputs;
      std::erase_if(inputs.memory, [&](const MemoryCells& m) { return m.allocation == p; });
      inputs.memory.push_back({p, 0, words(word)});
      return breaks_nothing(q, machine, example, std::move(inputs));
    });
    if (hangs) out.push_back(parameter);
  }
  return out;
}

bool is_error(const report::Finding& f) { return f.level == spec::Level::Error; }

// Are all errors that are reported at places where the run has some?
bool are_all_of(const std::vector<report::Finding>& findings, const Program& program,
                const counterexample::Replay& example) {
  counterexample::SourceLines lines;
  const std::vector<report::Finding> own = counterexample::to_findings(program, example, lines, {});
  return std::all_of(findings.begin(), findings.end(), [&](const report::Finding& f) {
    return !is_error(f) || std::any_of(own.begin(), own.end(), [&](const report::Finding& o) {
      return is_error(o) && o.place == f.place;
    });
  });
}

}  // namespace

void tell(Situation& s, KernelReport& report) {
  report::Kernel& out = report.out();
  const Question& q = s.question;
  const auto& example = report.example();
  if (out.verdict != report::Verdict::Violation || q.options().written_before.empty() || !example ||
      example->whole_grid || example->any_between_blocks() || q.options().bounds ||
      !are_all_of(out.findings, q.program(), *example))
    return;
  std::string names, buffers;
  for (const std::uint32_t b : hangs_on(q, *example)) {
    const std::string name = counterexample::buffer_name(q.options().parameter_names, b);
    names += (names.empty() ? "" : ", ") + name;
    buffers += fmt::format("{}{} (written by {})", buffers.empty() ? "" : " or ", name, q.options().written_before.at(b));
  }
  if (names.empty()) return;
  for (report::Finding& f : out.findings) {
    if (!is_error(f)) continue;
    f.level = spec::Level::Warning;
    f.message += "; for some contents of " + names + ", not for others";
  }
  out.verdict = report::Verdict::Unknown;
  out.violated_for.clear();
  report.add_unknown(fmt::format("it breaks a rule for some contents of {}, and not for others; what the program writes there is "
                                 "not followed; what may help: warpproof::assume(..) in the kernel, about the values that it reads",
                                 buffers));
}

}  // namespace warpproof::strategies::contents
