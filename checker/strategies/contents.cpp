#include "checker/strategies/contents.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "checker/counterexample/kept_assumptions.h"
#include "checker/counterexample/random_inputs.h"
#include "spec/rules.h"
#include "src/base/symbol_name.h"
#include "src/machine/address_map.h"
#include "src/program/indexed_variables.h"

namespace warpproof::strategies::contents {

namespace {

// Word i of a buffer.
constexpr std::uint32_t zero(std::uint32_t) { return 0; }
constexpr std::uint32_t number(std::uint32_t i) { return i; }
constexpr std::uint32_t far_apart(std::uint32_t i) { return i << 12; }
constexpr std::uint32_t one(std::uint32_t) { return 1; }
constexpr auto kOthers = {zero, number, far_apart, one};

constexpr std::size_t kMostWords = std::size_t{1} << 16;  // of a buffer; the rest is 0

std::vector<std::uint8_t> words(std::uint32_t (*word)(std::uint32_t), std::size_t bytes) {
  std::vector<std::uint8_t> out(bytes);
  for (std::size_t at = 0; at < bytes; at += 4) {
    const std::uint32_t value = word(static_cast<std::uint32_t>(at / 4));
    std::memcpy(out.data() + at, &value, std::min<std::size_t>(4, bytes - at));
  }
  return out;
}

// What the program itself writes before the launch: memory, or a structure that the kernel gets by value.
struct Written {
  std::uint32_t allocation = 0;  // of a structure the parameter
  std::size_t bytes = 4 * kMostWords;
  std::string name, by;
  bool is_structure = false;
};

// Members that are no pointers: numbers of 32 bits, or of 64.
struct Members {
  std::uint32_t value = 0;
  bool are_wide = false;
};
constexpr auto kOtherMembers = {Members{1, true}, Members{1, false}, Members{64, true}, Members{64, false}};

void set_members(const Members& members, std::vector<std::uint8_t>& bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::uint64_t word = 0;
    const std::size_t size = std::min<std::size_t>(8, bytes.size() - at);
    std::memcpy(&word, bytes.data() + at, size);
    if (size == 8 && classify(word).allocation != kNoAllocation) continue;
    word = members.value;
    if (!members.are_wide) word |= word << 32;
    std::memcpy(bytes.data() + at, &word, size);
  }
}

// What the host copies is the program's input, as a rule, which may hold anything. But where threads do no more than store to one
// place, as in out[place[i]] = x, the host has computed the places, as a permutation or as beginnings of rows.
bool are_all_stores(const std::vector<report::Finding>& findings) {
  return std::all_of(findings.begin(), findings.end(), [](const report::Finding& f) {
    const bool is_store = f.rule == spec::Rule::Race || f.rule == spec::Rule::StoreSameInstruction;
    return f.level != spec::Level::Error || (is_store && f.message.find(" reads ") == std::string::npos);
  });
}

// Buffers that the launch is given, and variables of the module that other kernels of the program name.
std::vector<Written> written_before(const Question& q, bool may_be_copied) {
  std::vector<Written> out;
  for (const auto& [parameter, by] : q.options().written_before) {
    if (by.are_copies && !may_be_copied) continue;
    out.push_back({parameter, 4 * kMostWords, counterexample::buffer_name(q.options().parameter_names, parameter), by.text,
                   q.program().variables[q.function().parameters.at(parameter)].holds != Variable::Holds::Pointer});
  }
  if (!q.options().is_of_program) return out;
  const Program& program = q.program();
  const Layout own = layout(program, q.root());
  const std::set<std::uint32_t> named = module_variables(program, own.reachable);
  std::set<std::uint32_t> by_others;
  for (std::uint32_t f = 0; f < program.functions.size() && !named.empty(); ++f) {
    if (f != q.root() && program.functions[f].is_entry && program.functions[f].has_body)
      by_others.merge(module_variables(program, layout(program, f).reachable));
  }
  for (const std::uint32_t v : named) {
    const Variable& variable = program.variables[v];
    if (variable.space == Space::Global && by_others.contains(v))
      out.push_back({own.allocation[v], std::min<std::size_t>(variable.size, 4 * kMostWords), source_name(variable.name), "another kernel of the file", false});
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

// Those of them each of which may hold what makes the run break nothing.
std::vector<Written> hangs_on(const Question& q, const counterexample::Replay& example, std::vector<Written> all) {
  Evaluator machine(q.program(), q.root(), example.launch);
  std::erase_if(all, [&](const Written& w) {
    if (w.is_structure) {
      return std::none_of(kOtherMembers.begin(), kOtherMembers.end(), [&](const Members& members) {
        RunInputs inputs = example.inputs;
        set_members(members, inputs.params.at(w.allocation));
        return breaks_nothing(q, machine, example, std::move(inputs));
      });
    }
    return std::none_of(kOthers.begin(), kOthers.end(), [&](const auto word) {
      RunInputs inputs = example.inputs;
      std::erase_if(inputs.memory, [&](const MemoryCells& m) { return m.allocation == w.allocation; });
      inputs.memory.push_back({w.allocation, 0, words(word, w.bytes)});
      return breaks_nothing(q, machine, example, std::move(inputs));
    });
  });
  return all;
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
  if (out.verdict != report::Verdict::Violation || !example || example->whole_grid || example->any_between_blocks() || q.options().bounds ||
      !are_all_of(out.findings, q.program(), *example))
    return;
  std::vector<Written> all = written_before(q, are_all_stores(out.findings));
  if (all.empty()) return;
  std::string names, buffers;
  for (const Written& w : hangs_on(q, *example, std::move(all))) {
    names += (names.empty() ? "" : ", ") + w.name;
    buffers += fmt::format("{}{} (written by {})", buffers.empty() ? "" : " or ", w.name, w.by);
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
