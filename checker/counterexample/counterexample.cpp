#include "checker/counterexample/counterexample.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "checker/counterexample/described_step.h"
#include "checker/counterexample/dynamic_shared.h"
#include "checker/counterexample/kept_assumptions.h"
#include "checker/counterexample/random_inputs.h"
#include "checker/counterexample/rerun.h"
#include "spec/rules.h"
#include "src/concrete/report.h"
#include "src/machine/address_map.h"
#include "src/term/evaluate.h"

namespace warpproof::counterexample {

namespace {

void put_bytes(std::vector<std::uint8_t>& bytes, std::size_t offset, std::uint64_t value, int count) {
  if (bytes.size() < offset + static_cast<std::size_t>(count))
    bytes.resize(offset + static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i)
    bytes[offset + static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(value >> (8 * i));
}

// What an input that the query does not mention may as well be: its smallest value, or the
// allocation a pointer stands for.
std::uint64_t default_value(const symbolic::Input& input, TermGraph& graph,
                            const symbolic::Executor& executor) {
  if (executor.pointers().is_pointer(input))
    return allocation_base(executor.pointers().allocation_behind(*pointed_allocation({input.index, input.offset})));
  return graph.unsigned_range(input.term).first;
}

// The evaluator under the model; what the model leaves open gets its default.
void assign(TermEvaluator& evaluate, TermGraph& graph, const symbolic::Executor& executor,
            const SmtModel& model) {
  std::map<std::tuple<std::uint32_t, std::uint64_t>, SmtModel::Cell> cells;
  for (const auto& cell : model.cells) cells[{cell.allocation, cell.offset}] = cell;
  for (const auto& [id, value] : model.values) evaluate.set(Term{id}, value);  // those that are no inputs too
  for (const auto& input : executor.record().inputs) {
    if (graph.is_const(input.term)) continue;  // a member of which the conditions leave one value
    evaluate.set(input.term,
                 model.has(input.term) ? model.value(input.term) : default_value(input, graph, executor));
  }
  evaluate.set_reader([cells](std::uint32_t allocation, std::uint64_t offset, int width) {
    std::uint64_t value = 0;
    for (int i = 0; i < width / 8; ++i) {
      const std::uint64_t at = offset + static_cast<std::uint64_t>(i);
      for (int back = 0; back < 8; ++back) {
        const auto it = cells.find({allocation, at - static_cast<std::uint64_t>(back)});
        if (it == cells.end() || it->second.bytes <= back) continue;
        value |= (it->second.value >> (8 * back) & 0xff) << (8 * i);
        break;
      }
    }
    return value;
  });
}

}  // namespace

std::string parameter_name(const std::vector<std::string>& names, ParameterPart part) {
  const bool named = part.index < names.size() && !names[part.index].empty();
  return (named ? names[part.index] : fmt::format("parameter {}", part.index)) +
         (part.offset != 0 ? fmt::format("+{}", part.offset) : "");
}

std::string buffer_name(const std::vector<std::string>& names, std::uint32_t allocation) {
  if (allocation == kCommonAllocation) return "memory";
  return parameter_name(names, pointing_part(allocation));
}

std::string value_text(std::uint64_t value, int bits) {
  const auto as_signed =
      static_cast<std::int64_t>(bits >= 64 ? value : (value ^ (1ull << (bits - 1))) - (1ull << (bits - 1)));
  return as_signed < 0 ? fmt::format("{} (0x{:x})", as_signed, value) : fmt::format("{}", value);
}

Launch Replay::reported_launch(const Program& program) const {
  Launch out = launch;
  if (dynamic_shared_is_open) out.dynamic_shared = dynamic_shared_needed(program, root, result);
  return out;
}

bool Replay::any_between_blocks() const {
  for (std::size_t i = 0; i < result.findings.size() && whole_grid; ++i) {
    if (result.findings[i].level == spec::Level::Error && is_between_blocks[i]) return true;
  }
  return false;
}

void name_words(const std::vector<MemoryCells>& memory, const std::vector<std::string>& parameter_names,
                std::vector<std::pair<std::string, std::string>>& named) {
  for (const MemoryCells& cells : memory) {
    for (std::size_t at = 0; at < cells.bytes.size() && named.size() < kMostNamedInputs; at += 4) {
      const std::size_t bytes = std::min<std::size_t>(4, cells.bytes.size() - at);
      std::uint32_t word = 0;
      std::memcpy(&word, cells.bytes.data() + at, bytes);
      if (word == 0) continue;
      named.emplace_back(
          fmt::format("{}[byte {}]", buffer_name(parameter_names, cells.allocation), cells.offset + at),
          value_text(word, static_cast<int>(8 * bytes)));
    }
  }
}

Clock::time_point replay_until(Clock::time_point deadline) {
  return std::max(deadline, Clock::now() + std::chrono::seconds(2));
}

std::string place_in_memory(std::uint64_t address) {
  const Location at = classify(address);
  return at.allocation == kCommonAllocation ? fmt::format("byte {} of memory", at.offset)
                                            : value_text(address, 64);
}

Replay replay(const Program& program, std::uint32_t root, TermGraph& graph,
              const symbolic::Executor& executor, const SmtModel& model, const Launch& base,
              const std::vector<std::string>& parameter_names, Clock::time_point until,
              bool judges_assumptions) {
  using Kind = symbolic::Input::Kind;
  Replay out;
  out.launch = base;
  out.root = root;
  for (const symbolic::Obligation& o : executor.record().obligations.all()) {
    if (o.rule == spec::Rule::MemoryMisaligned) out.inputs.judged_alignment.insert(o.place);
  }
  const Function& kernel = program.functions[root];
  TermEvaluator evaluate(graph);
  assign(evaluate, graph, executor, model);
  out.inputs.params.resize(kernel.parameters.size());
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const Variable& variable = program.variables[kernel.parameters[i]];
    out.inputs.params[i].resize(variable.size);
    // What was executed need not have come to where the kernel reads it.
    const auto pointer = pointed_allocation({static_cast<std::uint32_t>(i), 0});
    if (kernel.is_entry && variable.holds == Variable::Holds::Pointer && variable.size == 8 && pointer)
      put_bytes(out.inputs.params[i], 0, allocation_base(executor.pointers().allocation_behind(*pointer)), 8);
  }
  if (!kernel.is_entry) out.inputs.per_lane_params.assign(base.threads(), out.inputs.params);
  for (const auto& [index, value] : executor.fixed_parameters()) {
    put_bytes(out.inputs.params[index], 0, value,
              static_cast<int>(std::min<std::size_t>(8, out.inputs.params[index].size())));
    out.named_inputs.emplace_back(parameter_name(parameter_names, {index, 0}), value_text(value, 64));
  }
  struct Visit {
    std::uint32_t number;
    std::map<std::uint32_t, std::array<std::uint8_t, 32>> groups;  // by warp, warps with a lane there
  };
  // Threads of the analysis may be those of a warp or two of the block, whose numbers are variables.
  const auto thread_of = [&](int thread) {
    if (executor.numbers().warp_indices().empty()) return static_cast<std::uint32_t>(thread);
    const Term warp = executor.numbers().warp_indices()[static_cast<std::size_t>(thread / base.warp_size)];
    return static_cast<std::uint32_t>(evaluate(warp)) * static_cast<std::uint32_t>(base.warp_size) +
           static_cast<std::uint32_t>(thread % base.warp_size);
  };
  std::vector<Visit> visits;
  std::map<std::pair<std::uint32_t, Special>, std::uint64_t> last_reading;  // by thread and clock
  for (const auto& input : executor.record().inputs) {
    const std::uint64_t value = evaluate(input.term);
    const int bits = graph.width(input.term);
    switch (input.kind) {
      case Kind::Parameter:
        put_bytes(out.inputs.params[input.index], input.offset, value, bits / 8);
        if (executor.pointers().is_pointer(input) &&
            executor.pointers().may_overlap(*pointed_allocation({input.index, input.offset})))
          out.named_inputs.emplace_back(parameter_name(parameter_names, {input.index, input.offset}),
                                        place_in_memory(value));
        if (!executor.pointers().is_pointer(input) &&
            (model.has(input.term) ||
             program.variables[kernel.parameters[input.index]].holds != Variable::Holds::Pointer)) {
          out.named_inputs.emplace_back(parameter_name(parameter_names, {input.index, input.offset}),
                                        value_text(value, bits));
        }
        break;
      case Kind::LaneParameter:
        if (static_cast<std::size_t>(input.thread) < out.inputs.per_lane_params.size()) {
          put_bytes(out.inputs.per_lane_params[static_cast<std::size_t>(input.thread)][input.index],
                    input.offset, value, bits / 8);
        }
        if (model.has(input.term) && out.named_inputs.size() < kMostNamedInputs) {
          out.named_inputs.emplace_back(
              fmt::format("{} of thread {}", parameter_name(parameter_names, {input.index, input.offset}),
                          input.thread),
              value_text(value, bits));
        }
        break;
      case Kind::WarpIndex:
        break;
      case Kind::BlockSize:
        out.launch.block[input.index] = static_cast<std::uint32_t>(value);
        break;
      case Kind::GridSize:
        out.launch.grid[input.index] = static_cast<std::uint32_t>(value);
        break;
      case Kind::BlockIndex:
        out.launch.ctaid[input.index] = static_cast<std::uint32_t>(value);
        out.launch.grid[input.index] =
            std::max(out.launch.grid[input.index], static_cast<std::uint32_t>(value) + 1);
        if (value != 0)
          out.named_inputs.emplace_back(std::string("blockIdx.") + "xyz"[input.index], value_text(value, 32));
        break;
      case Kind::Group: {
        if (visits.empty() || visits.back().number != input.index) visits.push_back({input.index, {}});
        if (evaluate(input.guard) == 0) break;
        const auto size = static_cast<std::uint32_t>(base.warp_size);
        const auto thread = thread_of(input.thread);
        auto [it, fresh] = visits.back().groups.try_emplace(thread / size);
        if (fresh) it->second.fill(0);
        it->second[thread % size] = static_cast<std::uint8_t>(value);
        break;
      }
      case Kind::Special:
        out.inputs.block_specials[{static_cast<Special>(input.index), input.offset}] = value;
        break;
      case Kind::Choice: {
        if (!input.clock || evaluate(input.guard) == 0) break;
        const std::uint32_t thread = thread_of(input.thread);
        // What the model leaves open stands still.
        std::uint64_t& last = last_reading[{thread, *input.clock}];
        last = model.has(input.term) ? value : std::max(last, value);
        out.inputs.clocks[thread].push_back(last);
        break;
      }
    }
  }
  if (!visits.empty()) {
    out.inputs.activemask_groups.resize(base.warps());
    for (const Visit& visit : visits) {
      for (const auto& [warp, groups] : visit.groups) {
        if (warp < out.inputs.activemask_groups.size()) out.inputs.activemask_groups[warp].push_back(groups);
      }
    }
  }
  out.named_scalars = out.named_inputs.size();
  for (const auto& cell : model.cells) {
    if (cell.allocation >= kForgottenAllocations) continue;
    MemoryCells bytes{cell.allocation, cell.offset, {}};
    put_bytes(bytes.bytes, 0, cell.value, cell.bytes);
    out.inputs.memory.push_back(std::move(bytes));
    if (cell.value != 0 && out.named_inputs.size() < kMostNamedInputs &&
        (cell.allocation == kCommonAllocation ||
         pointing_part(cell.allocation).index < kernel.parameters.size())) {
      out.named_inputs.emplace_back(
          fmt::format("{}[byte {}]", buffer_name(parameter_names, cell.allocation), cell.offset),
          value_text(cell.value, cell.bytes * 8));
    }
  }
  set_bounds(executor.bounds(), out.inputs, out.launch);
  if (judges_assumptions) judge_assumptions(out.inputs);
  Evaluator machine(program, root, out.launch);
  RunOptions options;
  options.trace = true;
  options.until = until;
  out.result = machine.run(out.inputs, options);
  return out;
}

std::vector<bool> violated_under(TermGraph& graph, const symbolic::Executor& executor,
                                 const std::vector<Term>& terms, const SmtModel& model) {
  TermEvaluator evaluate(graph);
  assign(evaluate, graph, executor, model);
  std::vector<bool> out;
  for (const Term t : terms) out.push_back(evaluate(t) != 0);
  return out;
}

namespace {

// Buffers by the names of the source, where PTX has numbered the parameters.
std::string with_source_names(std::string text, const std::vector<std::string>& names) {
  static constexpr std::string_view kBuffer = "the buffer of ", kNumbered = "_param_";
  for (std::size_t buffer = text.find(kBuffer); buffer != std::string::npos;) {
    const std::size_t from = buffer + kBuffer.size();
    const std::size_t end = std::min(text.find_first_of(" ,;:+)", from), text.size());
    buffer = text.find(kBuffer, from);
    const std::size_t numbered = text.rfind(kNumbered, end);
    if (numbered == std::string::npos || numbered < from) continue;
    std::size_t index = 0;
    const char* const digits = text.data() + numbered + kNumbered.size();
    const auto [last, error] = std::from_chars(digits, text.data() + end, index);
    if (error != std::errc() || last != text.data() + end || index >= names.size() || names[index].empty()) continue;
    text.replace(from, end - from, names[index]);
    buffer = text.find(kBuffer, from);
  }
  return text;
}

// ", called from line 15, k.cu:30": the calls around an access, inlined or not.
std::string called_from(const Program& program, const TraceStep& step, const report::SourcePlace& place,
                        std::vector<report::SourcePlace> calls, SourceLines& lines) {
  for (const std::uint32_t caller : step.callers) {
    std::vector<report::SourcePlace> around;
    calls.push_back(source_place(program, caller, lines, &around));
    calls.insert(calls.end(), around.begin(), around.end());
  }
  std::string text;
  const report::SourcePlace* last = &place;
  for (const report::SourcePlace& call : calls) {
    // Calls between a library's functions are at the line that calls the library.
    if (call.file == last->file && call.line == last->line && call.column == last->column) continue;
    last = &call;
    text += text.empty() ? ", called from " : ", ";
    text += call.file == place.file
                ? fmt::format("line {}", call.line)
                : fmt::format("{}:{}", call.file.substr(call.file.rfind('/') + 1), call.line);
  }
  return text;
}

// The row of a finding, and the barrier that it is about.
struct AboutRow {
  std::size_t index = 0;
  std::optional<std::uint32_t> barrier;
};
bool is_row_of(const TraceStep& step, const Finding& finding) { return step.place == finding.place && step.text == finding.message; }
// An undefined value is an error when it is used.
bool is_use_of(const TraceStep& step, const Finding& finding) {
  return std::any_of(finding.related.begin(), finding.related.end(), [&](const RelatedPlace& r) {
    return r.place == step.place && r.message.starts_with(kUsedHereAs) &&
           step.text == kUndefinedIsUsedAs + r.message.substr(std::string_view(kUsedHereAs).size());
  });
}
std::optional<AboutRow> row_of(const Replay& replay, const Finding& finding, std::uint32_t block) {
  for (std::size_t i = 0; i < replay.result.trace.size(); ++i) {
    const TraceStep& step = replay.result.trace[i];
    if (replay.whole_grid && replay.trace_block[i] != block) continue;
    if (step.kind == TraceStep::Kind::Finding && (is_row_of(step, finding) || is_use_of(step, finding)))
      return AboutRow{i, step.barrier};
  }
  return std::nullopt;
}

bool is_error(const Replay& replay, const TraceStep& step) {
  return std::any_of(replay.result.findings.begin(), replay.result.findings.end(), [&](const Finding& f) {
    return f.level == spec::Level::Error && f.place == step.place && f.message == step.text;
  });
}

// Rules that are broken as some lanes wait for others, or go another way.
bool is_of_parted_lanes(spec::Rule rule) {
  using spec::Rule;
  return rule == Rule::MaskMissing || rule == Rule::MaskMismatch || rule == Rule::OpMismatch ||
         rule == Rule::PointMismatch || rule == Rule::BarrierDivergent || rule == Rule::BarrierUnreached;
}

// The last branch before the finding that sent the first lane of it another way than some lane of its warp that it is not
// about: there the two parted for good, as later branches see only one of them. Nothing where no branch of the trace did.
std::optional<std::uint32_t> parting_branch(const Replay& replay, const Finding& finding, std::uint32_t block) {
  const auto row = row_of(replay, finding, block);
  if (!row) return std::nullopt;
  const std::vector<LaneSet>& warps = finding.threads.warps();
  const auto first = std::find_if(warps.begin(), warps.end(), [](const LaneSet& lanes) { return !lanes.empty(); });
  if (first == warps.end()) return std::nullopt;
  const LaneSet here = *first;
  for (std::size_t i = row->index; i-- > 0;) {
    const TraceStep& step = replay.result.trace[i];
    if (replay.whole_grid && replay.trace_block[i] != block) continue;
    if (step.kind != TraceStep::Kind::Branch || step.warp != first - warps.begin() || !step.lanes.contains(here.lowest()))
      continue;
    const std::uint64_t others = step.lanes.bits & ~here.bits;
    const std::uint64_t jumps = step.waiting_for.bits;
    const bool jumps_too = (jumps >> here.lowest() & 1) != 0;
    if ((others & (jumps_too ? ~jumps : jumps)) != 0) return step.place;
  }
  return std::nullopt;
}

// "; they diverged at the branch in line 9".
std::string parting_text(const Program& program, const Replay& replay, const Finding& finding, std::uint32_t block,
                         const report::SourcePlace& place, SourceLines& lines) {
  if (finding.level != spec::Level::Error || !is_of_parted_lanes(finding.rule)) return "";
  const auto branch = parting_branch(replay, finding, block);
  if (!branch) return "";
  const report::SourcePlace at = source_place(program, *branch, lines);
  if (at.line <= 0) return "";
  return at.file == place.file ? fmt::format("; they diverged at the branch in line {}", at.line)
                               : fmt::format("; they diverged at the branch at {}:{}", at.file, at.line);
}

}  // namespace

std::vector<report::TraceStep> to_trace(const Program& program, const Replay& replay, SourceLines& lines,
                                        const std::vector<std::string>& parameter_names, const Finding* about,
                                        std::uint32_t block) {
  std::vector<report::TraceStep> trace;
  const auto& steps = replay.result.trace;
  const auto own = about != nullptr ? row_of(replay, *about, block) : std::nullopt;
  // The accesses of a race stand just before it.
  std::size_t first_own = own ? own->index : steps.size();
  while (own && first_own > 0 && steps[first_own - 1].kind == TraceStep::Kind::Access) --first_own;
  // What comes after an error says nothing of it.
  const std::size_t end = own ? own->index + 1 : steps.size();
  for (std::size_t i = 0; i < end; ++i) {
    const TraceStep& step = steps[i];
    if (replay.whole_grid && replay.trace_block[i] != block) continue;
    const bool of_finding = own && i >= first_own && i <= own->index;
    const bool of_barrier = own && own->barrier && step.barrier == own->barrier;
    const bool concerned = about == nullptr || (step.warp < about->threads.warps().size() &&
                                                !about->threads.warps()[step.warp].empty());
    // Rows of other findings say nothing here about accesses, and other errors are findings of their own.
    if (step.kind == TraceStep::Kind::Access && about != nullptr && !of_finding) continue;
    if (step.kind == TraceStep::Kind::Finding && about != nullptr && !of_finding && is_error(replay, step)) continue;
    if (!concerned && !of_finding && !of_barrier && step.kind != TraceStep::Kind::Standstill) continue;
    report::TraceStep out;
    std::vector<report::SourcePlace> calls;
    out.place = source_place(program, step.place, lines, &calls);
    out.warp = static_cast<int>(step.warp);
    out.lanes = step.lanes.str();
    out.what = step.kind == TraceStep::Kind::Access && step.parameter
                   ? step.text + buffer_name(parameter_names, *step.parameter)
                   : with_source_names(described_step(program, step, replay.launch.cuda_source), parameter_names);
    if (step.kind == TraceStep::Kind::Access)
      out.what += called_from(program, step, out.place, std::move(calls), lines);
    if (step.kind == TraceStep::Kind::Wait && !step.waiting_for.empty()) {
      const auto lanes = [](const LaneSet& set) { return (set.size() == 1 ? "lane " : "lanes ") + set.str(); };
      out.waiting = fmt::format("{} {} for {}", lanes(step.lanes), step.lanes.size() == 1 ? "waits" : "wait",
                                lanes(step.waiting_for));
    }
    out.weight = of_finding   ? report::TraceStep::Weight::Finding
                 : of_barrier ? report::TraceStep::Weight::Related
                              : report::TraceStep::Weight::Other;
    trace.push_back(std::move(out));
  }
  return trace;
}

std::string launch_text(const Program& program, const Replay& replay) {
  const Launch launch = replay.reported_launch(program);
  const auto shape_text = [](const std::array<std::uint32_t, 3>& shape) {
    return shape[1] * shape[2] > 1 ? fmt::format("{},{},{}", shape[0], shape[1], shape[2])
                                   : fmt::format("{}", shape[0]);
  };
  const auto& at = launch.ctaid;
  std::string out = fmt::format("block {}, grid {}", shape_text(launch.block), shape_text(launch.grid));
  if (!replay.whole_grid && (at[0] | at[1] | at[2]) != 0)
    out += (at[1] | at[2]) != 0 ? fmt::format(", blockIdx {},{},{}", at[0], at[1], at[2])
                                : fmt::format(", blockIdx {}", at[0]);
  if (launch.dynamic_shared != 0)
    out += fmt::format(", {} bytes of dynamic shared memory", launch.dynamic_shared);
  if (replay.schedule) out += fmt::format(", schedule random:{}", *replay.schedule);
  return out;
}

std::vector<report::Finding> to_findings(const Program& program, const Replay& replay, SourceLines& lines,
                                         const std::vector<std::string>& parameter_names) {
  std::vector<report::Finding> out;
  const std::string launch = launch_text(program, replay);
  const std::vector<std::string> rerun = rerun_options(program, replay, parameter_names);
  for (std::size_t i = 0; i < replay.result.findings.size(); ++i) {
    const Finding& f = replay.result.findings[i];
    const std::uint32_t block = replay.whole_grid ? replay.finding_block[i] : 0;
    report::Finding finding;
    finding.rule = f.rule;
    finding.level = f.level;
    finding.place = source_place(program, f.place, lines, &finding.inlined_at);
    finding.lanes = f.threads.str(replay.launch.warps() > 1);
    finding.message = with_source_names(f.message, parameter_names) +
                      parting_text(program, replay, f, block, finding.place, lines);
    finding.replayed = true;
    if (replay.whole_grid) finding.lanes = fmt::format("block {}, {}", block, finding.lanes);
    finding.launch = launch;
    finding.rerun = rerun;
    finding.inputs = replay.named_inputs;
    for (const RelatedPlace& r : f.related)
      finding.related.push_back({source_place(program, r.place, lines), r.message});
    add_library_line(program, f.place, lines, finding);
    if (f.level == spec::Level::Error)
      finding.trace = to_trace(program, replay, lines, parameter_names, &f, block);
    out.push_back(std::move(finding));
  }
  // The use of an undefined value is reported with the cause, where that is known.
  std::erase_if(out, [&](const report::Finding& use) {
    if (use.rule != spec::Rule::ValueTaintedUse) return false;
    return std::any_of(out.begin(), out.end(), [&](const report::Finding& cause) {
      return cause.rule != spec::Rule::ValueTaintedUse && cause.level == spec::Level::Error &&
             std::any_of(cause.related.begin(), cause.related.end(), [&](const report::Related& r) {
               return r.place.file == use.place.file && r.place.line == use.place.line;
             });
    });
  });
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.level > b.level; });
  return out;
}

}  // namespace warpproof::counterexample
