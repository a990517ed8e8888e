#include "checker/cli/page.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>

#include "checker/cli/options.h"
#include "checker/cli/rerun_words.h"
#include "checker/counterexample/recorder.h"
#include "checker/counterexample/source_place.h"
#include "src/base/source.h"

namespace warpproof::cli {
namespace {

using counterexample::Recorder;
using counterexample::SourceLines;

constexpr std::uint64_t kMostSteps = 400'000;  // warp instructions of a block
constexpr std::size_t kMostTimelines = 64;     // of a page

std::optional<Selected> kernel_of(const report::Kernel& kernel, const std::vector<Input>& inputs) {
  for (const Input& input : inputs) {
    for (const Candidate& candidate : input.candidates) {
      if (input.file == kernel.file && candidate.name == kernel.name) return Selected{&input, &candidate};
    }
  }
  return std::nullopt;
}

class Runs {
 public:
  explicit Runs(const std::vector<Input>& inputs) : inputs_(inputs) {}

  void add(std::size_t k, const report::Kernel& kernel) {
    for (std::size_t f = 0; f < kernel.findings.size(); ++f) {
      const std::string why = add({k, f}, kernel, kernel.findings[f]);
      if (!why.empty()) out_.why_none[{k, f}] = why;
    }
    made_.clear();
  }

  report::PageRuns take() { return std::move(out_); }

 private:
  struct Made {
    std::unique_ptr<Recorder> recorder;
    Evaluator::GridResult result;
    std::size_t timeline = 0;
  };

  // Why there is none, empty where there is one.
  std::string add(std::pair<std::size_t, std::size_t> number, const report::Kernel& kernel,
                  const report::Finding& finding) {
    if (finding.rerun.empty()) return "This finding was not replayed step by step.";
    const auto selected = kernel_of(kernel, inputs_);
    if (!selected) return "The kernel of this finding was not found again.";
    if (out_.timelines.size() >= kMostTimelines)
      return fmt::format("The page shows the steps of the first {} runs.", kMostTimelines);
    const Made* made = run(*selected, finding.rerun);
    if (made == nullptr) return "The run of this finding could not be made again.";
    if (const auto at = finding_at(*selected, *made, finding)) {
      out_.of_finding[number] = {made->timeline, *at};
      return "";
    }
    return "The run of this finding, made again, does not show it.";
  }

  const Made* run(const Selected& selected, const std::vector<std::string>& words) {
    const auto known = made_.find(words);
    if (known != made_.end()) return &known->second;
    try {
      const auto rerun = rerun_of(selected, words);
      if (!rerun) return nullptr;
      Made made;
      made.recorder = std::make_unique<Recorder>(selected.input->program, selected.candidate->function,
                                                 selected.candidate->parameter_names, lines_);
      RunOptions options;
      options.trace = options.trace_instructions = true;
      options.observer = made.recorder.get();
      options.max_steps = kMostSteps;
      made.result = run_again(selected, *rerun, options);
      made.timeline = out_.timelines.size();
      out_.timelines.push_back(made.recorder->take(made.result.run));
      return &made_.emplace(words, std::move(made)).first->second;
    } catch (const OptionError&) {
    } catch (const InputError&) {
    }
    return nullptr;
  }

  // The step of the run's finding of the same rule at the same place.
  std::optional<std::size_t> finding_at(const Selected& selected, const Made& made,
                                        const report::Finding& wanted) {
    const auto& found = made.result.run.findings;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i].rule != wanted.rule) continue;
      const report::SourcePlace at =
          counterexample::source_place(selected.input->program, found[i].place, lines_);
      if (at.file == wanted.place.file && at.line == wanted.place.line && at.column == wanted.place.column)
        return made.recorder->step_of(found[i], made.result.finding_block[i]);
    }
    return std::nullopt;
  }

  const std::vector<Input>& inputs_;
  SourceLines lines_;
  std::map<std::vector<std::string>, Made> made_;  // of one kernel
  report::PageRuns out_;
};

}  // namespace

report::PageRuns page_runs(const report::Report& report, const std::vector<Input>& inputs) {
  Runs runs(inputs);
  for (std::size_t k = 0; k < report.kernels.size(); ++k) runs.add(k, report.kernels[k]);
  return runs.take();
}

}  // namespace warpproof::cli
