#include "checker/counterexample/source_place.h"

#include <fmt/format.h>

#include <fstream>

#include "checker/counterexample/described_step.h"
#include "src/machine/collective.h"
#include "src/machine/name_in_source.h"
#include "src/program/print.h"

namespace warpproof::counterexample {

namespace {

constexpr std::size_t kLongestFile = 64u << 20;  // bytes of a source file that are read for quoting

std::vector<std::string> read_lines(const std::string& file) {
  std::vector<std::string> lines;
  std::ifstream in(file, std::ios::binary);
  std::string line;
  std::size_t total = 0;
  while (std::getline(in, line)) {
    total += line.size();
    if (total > kLongestFile) break;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::string SourceLines::line(const std::string& file, int number) {
  auto it = files_.find(file);
  if (it == files_.end()) it = files_.emplace(file, read_lines(file)).first;
  if (number < 1 || static_cast<std::size_t>(number) > it->second.size()) return {};
  return it->second[static_cast<std::size_t>(number) - 1];
}

report::SourcePlace source_place(const Program& program, std::uint32_t place, SourceLines& lines,
                                 std::vector<report::SourcePlace>* inlined_at) {
  const auto make = [&](const SourceLocation& where) {
    return report::SourcePlace{where.file, where.line, where.column, lines.line(where.file, where.line)};
  };
  if (place >= program.places.size()) return {program.file, 0, 0, {}};
  const Place& p = program.places[place];
  for (const std::size_t from : {std::size_t{p.own}, std::size_t{0}}) {
    for (std::size_t i = from; i < p.stack.size(); ++i) {
      const auto found = make(p.stack[i]);
      if (found.text.empty()) continue;
      for (std::size_t j = i + 1; inlined_at != nullptr && j < p.stack.size(); ++j)
        inlined_at->push_back(make(p.stack[j]));
      return found;
    }
  }
  return make(p.ptx);
}

void add_library_line(const Program& program, std::uint32_t place, SourceLines& lines,
                      report::Finding& finding) {
  if (place >= program.places.size()) return;
  const Place& p = program.places[place];
  if (p.own == 0) return;
  const SourceLocation& at = p.stack.front();
  const report::SourcePlace line{at.file, at.line, at.column, lines.line(at.file, at.line)};
  if (line.text.empty() || (line.file == finding.place.file && line.line == finding.place.line)) return;
  finding.related.push_back({line, "the instruction itself, in a header of a library"});
}

namespace {

constexpr std::size_t kMostMasks = 4;  // shown one by one

// "lanes 0-3 get 0x0000000f, lane 4 gets 0x00000010".
std::string masks_given(const TraceStep& step) {
  std::string text;
  std::size_t groups = 0;
  LaneSet rest = step.lanes;
  while (!rest.empty() && groups < kMostMasks) {
    const std::uint64_t mask = step.values[static_cast<std::size_t>(rest.lowest())];
    LaneSet same;
    for (std::size_t lane = 0; lane < step.values.size(); ++lane) {
      if (rest.contains(static_cast<int>(lane)) && step.values[lane] == mask) same.bits |= 1ull << lane;
    }
    rest.bits &= ~same.bits;
    ++groups;
    text += fmt::format("{}{} {} {} 0x{:08x}", text.empty() ? "" : ", ", same.size() == 1 ? "lane" : "lanes",
                        same.str(), same.size() == 1 ? "gets" : "get", mask);
  }
  return rest.empty() ? text : fmt::format("{}, lanes {} other masks", text, rest.str());
}

}  // namespace

std::string step_text(const Program& program, const TraceStep& step) { return described_step(program, step, false); }

std::string described_step(const Program& program, const TraceStep& step, bool cuda_source) {
  const Function& f = program.functions[step.function];
  const Instruction* ins = step.instruction < f.code.size() ? &f.code[step.instruction] : nullptr;
  const bool rendezvous = ins != nullptr && (is_rendezvous(ins->op) || ins->op == Opcode::Activemask);
  const std::string text = ins == nullptr ? std::string()
                           : rendezvous   ? name_in_source(*ins, cuda_source)
                                          : to_string(program, *ins);
  switch (step.kind) {
    case TraceStep::Kind::Wait:
      return info(ins->op).cls == OpcodeClass::Barrier ? fmt::format("waits at {}{}", text, step.text)
             : !step.text.empty()                      ? fmt::format("waits at {}, {}", text, step.text)
                                  : fmt::format("waits at {}, mask 0x{:08x}", text, step.mask);
    case TraceStep::Kind::Fire:
      return info(ins->op).cls == OpcodeClass::Barrier ? fmt::format("{}{} completes", text, step.text)
             : ins->op == Opcode::Activemask && !step.values.empty()
                 ? fmt::format("{}: {}", text, masks_given(step))
                 : fmt::format("{} completes, mask 0x{:08x}", text, step.mask);
    case TraceStep::Kind::Branch:
      return fmt::format("branch taken by lanes {}", step.waiting_for.str());
    case TraceStep::Kind::Halt:
      return fmt::format("stops at {}", text);
    case TraceStep::Kind::Arrive:
      return fmt::format("arrives at {}{}", text, step.text);
    case TraceStep::Kind::Access:
      if (!step.parameter) return step.text;
      return fmt::format("{}the buffer of parameter {}", step.text, *step.parameter);
    case TraceStep::Kind::Standstill:
      return fmt::format("no lane can go on: {}", step.text);
    case TraceStep::Kind::Finding:
      return step.text;
    case TraceStep::Kind::Instruction:
      return text;
  }
  return text;
}

}  // namespace warpproof::counterexample
