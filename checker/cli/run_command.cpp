#include "checker/cli/run_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <ostream>
#include <set>

#include "checker/cli/declarations.h"
#include "checker/cli/input.h"
#include "checker/cli/kernel_names.h"
#include "checker/cli/parameters.h"
#include "checker/cli/run_arguments.h"
#include "checker/cli/source_words.h"
#include "checker/counterexample/convergence.h"
#include "checker/counterexample/described_step.h"
#include "checker/counterexample/random_inputs.h"
#include "checker/counterexample/source_place.h"
#include "checker/report/printable.h"
#include "checker/report/tell_once.h"
#include "checker/report/trace_table.h"

namespace warpproof::cli {
namespace {

using counterexample::source_place;
using counterexample::SourceLines;
using GridResult = Evaluator::GridResult;
using Outcome = RunResult::Outcome;

constexpr std::size_t kMostTraced = 100'000;  // steps that --trace keeps

std::string shape_text(const std::array<std::uint32_t, 3>& shape) {
  if (shape[2] != 1) return fmt::format("{},{},{}", shape[0], shape[1], shape[2]);
  return shape[1] != 1 ? fmt::format("{},{}", shape[0], shape[1]) : fmt::format("{}", shape[0]);
}

class LaunchRun {
 public:
  LaunchRun(const RunArguments& arguments, const Console& console)
      : arguments_(arguments), console_(console) {}

  int run() {
    input_ = load_input(arguments_.file, arguments_.compile);
    read_declarations(input_, arguments_.compile, !arguments_.assumptions.empty());
    select();
    elements_ = element_names_of(kernel_);
    inputs_ = bind_arguments(kernel_, arguments_.arguments, launch().threads());
    add_hardware(arguments_.hardware, inputs_);
    require_assumptions();
    for (const std::string& text : arguments_.dumps) {
      dumps_.push_back(parse_dump(text));
      const Buffer buffer = find_buffer(kernel_, inputs_, dumps_.back().name);
      if (dumps_.back().count > buffer.size / static_cast<std::uint64_t>(dumps_.back().type.bytes)) {
        throw InputError({input_.file, 0, 0},
                         fmt::format("--dump {}: the buffer has {} bytes", text, buffer.size));
      }
      buffers_.push_back(buffer);
    }
    for (const std::string& text : arguments_.saves) check_save(text);
    return run_launches();
  }

 private:
  void select() {
    std::string present;
    for (const Candidate& candidate : input_.candidates) {
      present += (present.empty() ? "" : ", ") + candidate.name;
      const bool wanted = arguments_.kernel.empty() ||
                          names_kernel(parse_kernel_name(candidate.symbol), arguments_.kernel) ||
                          candidate.name == arguments_.kernel;
      if (!wanted) continue;
      if (kernel_.candidate != nullptr)
        throw InputError({input_.file, 0, 0}, "several kernels; name one with --kernel: " + present);
      kernel_ = {&input_, &candidate};
    }
    if (kernel_.candidate == nullptr) {
      throw InputError({input_.file, 0, 0},
                       fmt::format("no kernel '{}'; there are: {}", report::printable(arguments_.kernel), present));
    }
  }

  void require_assumptions() {
    const Launch shape = launch();
    const launch::Assumptions all(conditions_of({kernel_}, arguments_.assumptions).front(), {},
                                  shape.warp_size);
    if (!all.empty() && !counterexample::satisfies(all, inputs_, shape))
      throw InputError({input_.file, 0, 0}, "the arguments and the launch do not satisfy " + all.text());
  }

  void check_save(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
      throw OptionError(fmt::format("--save takes NAME=PATH, not '{}'", text));
    find_buffer(kernel_, inputs_, text.substr(0, equals));
  }

  Launch launch() const {
    Launch out = launch_of(arguments_, input_);
    out.max_steps = arguments_.max_steps;
    return out;
  }

  int run_launches() {
    Evaluator evaluator(input_.program, kernel_.candidate->function, launch());
    RunOptions options;
    options.races = arguments_.races;
    options.trace = options.trace_instructions = arguments_.trace;
    options.max_trace = kMostTraced;
    options.random_schedule = arguments_.seed;
    GridResult result = run_once(evaluator, options);
    headline(result);
    int status = print(result, "");
    if (arguments_.trace) print_trace(result);
    options.trace = options.trace_instructions = false;
    std::uint32_t differing = 0;
    for (std::uint32_t i = 1; i < arguments_.schedules; ++i) {
      options.random_schedule = arguments_.seed.value_or(0) + i;
      const GridResult other = run_once(evaluator, options);
      const std::string name = fmt::format(" under --schedule random:{}", *options.random_schedule);
      status = worse(status, print(other, name));
      const std::string difference = first_difference(result.run, other.run);
      if (difference.empty()) continue;
      if (differing++ == 0) console_.out << fmt::format("the results differ{}: {}\n", name, difference);
    }
    if (arguments_.schedules > 1) {
      console_.out << fmt::format("{} schedules: {}\n", arguments_.schedules,
                                  differing == 0
                                      ? "all results are equal"
                                      : fmt::format("{} with other results than the first", differing));
    }
    if (arguments_.compare_activemask) status = worse(status, compare_activemask(evaluator, result.run));
    note_approximations(result.run);
    dump(result.run);
    for (const std::string& text : arguments_.saves) save(text, result.run);
    return status;
  }

  // All blocks, or the one that is asked for.
  GridResult run_once(Evaluator& evaluator, const RunOptions& options) {
    if (!arguments_.block_index) return evaluator.run_grid(inputs_, options);
    GridResult out;
    out.run = evaluator.run(inputs_, options);
    const auto& at = *arguments_.block_index;
    const std::uint32_t block = (at[2] * arguments_.grid[1] + at[1]) * arguments_.grid[0] + at[0];
    out.finding_block.assign(out.run.findings.size(), block);
    out.trace_block.assign(out.run.trace.size(), block);
    out.blocks = 1;
    return out;
  }

  // The same with all lanes of each activemask together. What the two leave is compared as check does it.
  int compare_activemask(Evaluator& evaluator, const RunResult& apart) {
    RunInputs inputs = inputs_;
    inputs.activemask_groups.clear();
    const RunResult together = arguments_.block_index ? evaluator.run(inputs, {}) : evaluator.run_grid(inputs, {}).run;
    if (apart.outcome != Outcome::Finished || together.outcome != Outcome::Finished) {
      console_.out << "--compare-activemask: one of the two runs did not end\n";
      return 2;
    }
    std::set<std::uint32_t> buffers;
    for (std::uint32_t i = 0; i < inputs_.extents->size(); ++i)
      if ((*inputs_.extents)[i] != 0) buffers.insert(i);
    const auto differing = counterexample::differing_buffer(together, apart, buffers);
    if (!differing) {
      console_.out << "the results are those of a run in which all lanes of each activemask are together\n";
      return 0;
    }
    report::Finding finding;
    finding.rule = spec::Rule::MaskFromActivemask;
    finding.level = spec::Level::Error;
    finding.lanes = "all lanes";
    finding.message = fmt::format(
        "the result depends on which lanes run converged: with all lanes of each activemask together the contents of {} differ",
        name_of_parameter(*differing));
    finding.place = source_place(input_.program, activemask_place(), lines_, &finding.inlined_at);
    report::TextOptions text;
    text.colour = is_coloured(Colour::Auto, console_.out_is_terminal);
    text.replayed = false;
    console_.out << report::findings_text({finding}, text);
    return 1;
  }

  // The first one's.
  std::uint32_t activemask_place() const {
    for (const Function& f : input_.program.functions)
      for (const Instruction& in : f.code)
        if (in.op == Opcode::Activemask) return in.place;
    return 0;
  }

  // The results of these are ours; the hardware's may be as far from the exact ones as the manual allows.
  void note_approximations(const RunResult& run) {
    for (const Approximation& used : run.approximations) {
      console_.out << fmt::format(
          "note: {} ran; its results are within the error that PTX ISA 9.1 documents ({}), and a GPU's bits "
          "may "
          "differ\n",
          used.name, used.error);
    }
  }

  // A violation outweighs what is not known.
  static int worse(int a, int b) { return a == 1 || b == 1 ? 1 : std::max(a, b); }

  void headline(const GridResult& result) {
    const std::uint64_t blocks = std::uint64_t{arguments_.grid[0]} * arguments_.grid[1] * arguments_.grid[2];
    const auto& findings = result.run.findings;
    const bool ended = std::any_of(findings.begin(), findings.end(), [](const Finding& f) {
      return f.rule == spec::Rule::AssertDevice && f.level == spec::Level::Error;  // a trap, or an assertion
    });
    const char* what = ended                                       ? "ENDED WITH AN ERROR"
                       : result.run.outcome == Outcome::Finished   ? "finished"
                       : result.run.outcome == Outcome::Standstill ? "DEADLOCK"
                                                                   : "stopped";
    console_.out << fmt::format(
        "kernel {} ({}): {}; grid {}, block {}, {} of {} blocks, {} warp instructions\n",
        report::printable(kernel_.candidate->name), report::printable(input_.file), what,
        shape_text(arguments_.grid), shape_text(arguments_.block), result.blocks, blocks, result.run.steps);
  }

  // Findings that no earlier schedule had, and why the run did not end; the exit status.
  int print(const GridResult& result, const std::string& under) {
    std::vector<report::Finding> fresh;
    int status = 0;
    for (std::size_t i = 0; i < result.run.findings.size(); ++i) {
      const Finding& f = result.run.findings[i];
      if (f.level == spec::Level::Error) status = 1;
      if (!shown_.insert({f.rule, f.place}).second) continue;
      report::Finding finding;
      finding.rule = f.rule;
      finding.level = f.level;
      finding.place = source_place(input_.program, f.place, lines_, &finding.inlined_at);
      finding.lanes = f.threads.str(launch().warps() > 1);
      if (arguments_.grid != std::array<std::uint32_t, 3>{1, 1, 1})
        finding.lanes = fmt::format("block {}, {}", result.finding_block[i], finding.lanes);
      finding.message = f.message;
      for (const RelatedPlace& r : f.related)
        finding.related.push_back({source_place(input_.program, r.place, lines_), r.message});
      counterexample::add_library_line(input_.program, f.place, lines_, finding);
      put_in_source_words(kernel_, finding, *elements_);
      fresh.push_back(std::move(finding));
    }
    std::stable_sort(fresh.begin(), fresh.end(),
                     [](const auto& a, const auto& b) { return a.level > b.level; });
    tell_once(fresh);
    if (!fresh.empty() && !under.empty()) console_.out << "found" << under << ":\n";
    report::TextOptions text;
    text.colour = is_coloured(Colour::Auto, console_.out_is_terminal);
    text.replayed = false;
    console_.out << report::findings_text(fresh, text);
    if (result.run.outside_assumptions)
      console_.out << fmt::format(
          "the run{} breaks an assumption of the kernel; nothing after that is judged\n", under);
    if (result.run.outcome == Outcome::Unknown) {
      console_.out << fmt::format("stopped{} at {}: {}\n", under, place_text(result.run.unknown_place),
                                  report::printable(result.run.unknown));
      return worse(status, 2);
    }
    if (result.run.outcome == Outcome::Standstill) {
      if (!deadlock_shown_) print_deadlock(result.run, under);
      deadlock_shown_ = true;
      status = 1;
    }
    return status;
  }

  // Each cause once. A rule that is broken with it is named, so that the command of a finding shows that finding.
  static void tell_once(std::vector<report::Finding>& findings) {
    const std::vector<report::Finding> all = findings;
    report::tell_once(findings);
    const auto is_named = [&](spec::Rule rule) {
      return std::any_of(findings.begin(), findings.end(), [&](const report::Finding& f) {
        return f.rule == rule || std::any_of(f.related.begin(), f.related.end(), [&](const report::Related& r) {
                 return r.message.find(spec::rule_id(rule)) != std::string::npos;
               });
      });
    };
    for (const report::Finding& f : all) {
      if (f.rule == spec::Rule::ValueTaintedUse || is_named(f.rule)) continue;
      const auto cause = std::find_if(findings.begin(), findings.end(), [&](const report::Finding& c) {
        return c.place == f.place || std::any_of(c.related.begin(), c.related.end(), [&](const report::Related& r) { return r.place == f.place; });
      });
      if (cause != findings.end())
        cause->related.push_back({f.place, fmt::format("the same cause, {}: {}", spec::rule_id(f.rule), f.message)});
    }
  }

  std::string place_text(std::uint32_t place) {
    return report::place_text(source_place(input_.program, place, lines_));
  }

  void print_deadlock(const RunResult& run, const std::string& under) {
    console_.out << fmt::format("deadlock{}: each waits for the next{}\n", under,
                                run.stuck_in_cycle ? ", the last for the first" : "");
    for (const StuckGroup& group : run.stuck) {
      const bool gone = group.at.starts_with("has ");
      console_.out << fmt::format("  block {} warp {} lanes {}{} {}\n", group.block, group.warp,
                                  group.lanes.str(), gone ? "" : " at " + place_text(group.place) + ":",
                                  group.at);
    }
  }

  void print_trace(const GridResult& result) {
    std::vector<report::TraceStep> steps;
    std::uint32_t block = 0;
    const auto flush = [&] {
      if (steps.empty()) return;
      console_.out << fmt::format("trace of block {}\n", block);
      for (const std::string& row : report::trace_table(steps, "", 0)) console_.out << "  " << row << '\n';
      steps.clear();
    };
    for (std::size_t i = 0; i < result.run.trace.size(); ++i) {
      const TraceStep& step = result.run.trace[i];
      const auto& warps = arguments_.trace_warps;
      if (!warps.empty() && std::find(warps.begin(), warps.end(), step.warp) == warps.end()) continue;
      if (result.trace_block[i] != block) flush();
      block = result.trace_block[i];
      report::TraceStep out;
      out.place = source_place(input_.program, step.place, lines_);
      out.warp = static_cast<int>(step.warp);
      out.lanes = step.lanes.str();
      out.what = elements_->in_source_words(counterexample::described_step(input_.program, step, input_.cuda_source));
      if (step.kind == TraceStep::Kind::Wait && !step.waiting_for.empty())
        out.waiting = fmt::format("waits for lanes {}", step.waiting_for.str());
      steps.push_back(std::move(out));
    }
    flush();
    if (result.run.trace.size() >= kMostTraced)
      console_.out << fmt::format("the trace ends after {} steps\n", kMostTraced);
  }

  std::string name_of_parameter(std::size_t i) const {
    const auto& names = kernel_.candidate->parameter_names;
    return i < names.size() && !names[i].empty() ? names[i] : fmt::format("parameter {}", i);
  }

  // "byte 12 of out is 3 here and 4 there" for the first buffer that differs.
  std::string first_difference(const RunResult& a, const RunResult& b) const {
    for (std::size_t i = 0; i < inputs_.extents->size(); ++i) {
      const std::uint64_t size = (*inputs_.extents)[i];
      if (size == 0) continue;
      const Buffer buffer = find_buffer(kernel_, inputs_, std::to_string(i));
      // A buffer of any size has bytes on few pages.
      std::set<std::uint64_t> pages;
      for (const CellMemory* memory : {&a.global, &b.global})
        for (const std::uint64_t page : memory->pages()) pages.insert(page);
      for (auto page = pages.lower_bound(buffer.base / CellMemory::kPageSize * CellMemory::kPageSize); page != pages.end(); ++page) {
        const std::uint64_t first = std::max(*page, buffer.base);
        if (first - buffer.base >= size) break;
        const std::uint64_t count = std::min(*page + CellMemory::kPageSize - first, size - (first - buffer.base));
        const auto x = a.global.read_bytes(first, count), y = b.global.read_bytes(first, count);
        const auto [p, q] = std::mismatch(x.begin(), x.end(), y.begin());
        if (p == x.end()) continue;
        return fmt::format("byte {} of {} is 0x{:02x}, and was 0x{:02x}", first - buffer.base + static_cast<std::uint64_t>(p - x.begin()),
                           name_of_parameter(i), *q, *p);
      }
    }
    return "";
  }

  void dump(const RunResult& run) {
    for (std::size_t d = 0; d < dumps_.size(); ++d) {
      const DumpRequest& request = dumps_[d];
      for (std::uint64_t i = 0; i < request.count; ++i) {
        if (i % 8 == 0) console_.out << fmt::format("{}{}[{}]:", i == 0 ? "" : "\n", request.name, i);
        const auto bits = run.global
                              .read(buffers_[d].base + i * static_cast<std::uint64_t>(request.type.bytes),
                                    request.type.bytes)
                              .bits;
        console_.out << ' ' << element_text(request.type, bits);
      }
      console_.out << '\n';
    }
  }

  void save(const std::string& text, const RunResult& run) {
    const std::size_t equals = text.find('=');
    const std::string path = text.substr(equals + 1);
    const Buffer buffer = find_buffer(kernel_, inputs_, text.substr(0, equals));
    const auto bytes = run.global.read_bytes(buffer.base, buffer.size);
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!out.flush()) throw InputError({path, 0, 0}, "cannot be written");
  }

  const RunArguments& arguments_;
  const Console& console_;
  Input input_;
  Selected kernel_;
  std::optional<ElementNames> elements_;
  RunInputs inputs_;
  std::vector<DumpRequest> dumps_;
  std::vector<Buffer> buffers_;
  SourceLines lines_;
  std::set<std::pair<spec::Rule, std::uint32_t>> shown_;
  bool deadlock_shown_ = false;
};

}  // namespace

std::optional<std::uint64_t> parse_schedule(const std::string& text) {
  if (text == "canonical") return std::nullopt;
  const auto seed =
      text.starts_with("random:") ? parse_integer(std::string_view(text).substr(7)) : std::nullopt;
  if (!seed) throw OptionError(fmt::format("--schedule takes canonical or random:SEED, not '{}'", text));
  return seed;
}

int run_run(const RunArguments& arguments, const Console& console) {
  try {
    return LaunchRun(arguments, console).run();
  } catch (const InputError& error) {
    const std::string where = error.where().str();
    console.err << report::printable((where.empty() ? "warpproof" : where) + ": error: " + error.message())
                << '\n';
    return kExitBadInput;
  }
}

}  // namespace warpproof::cli
