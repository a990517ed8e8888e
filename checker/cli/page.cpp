#include "checker/cli/page.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>

#include "checker/cli/options.h"
#include "checker/cli/rerun_words.h"
#include "checker/counterexample/recorder.h"
#include "src/base/source.h"

namespace warpproof::cli {
namespace {

using counterexample::Recorder;
using counterexample::SourceLines;

constexpr std::uint64_t kMostSteps = 400'000;  // warp instructions of a block
constexpr std::size_t kMostTimelines = 64;     // of a page

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
    if (finding.rerun.back() == "--compare-activemask") return "This finding is about two runs; the command makes both.";
    const auto selected = kernel_of(kernel, inputs_);
    if (!selected) return "The kernel of this finding was not found again.";
    if (out_.timelines.size() >= kMostTimelines)
      return fmt::format("The page shows the steps of the first {} runs.", kMostTimelines);
    const Made* made = run(*selected, finding.rerun);
    if (made == nullptr) return "The run of this finding could not be made again.";
    if (const auto i = finding_in(*selected, made->result.run, finding, lines_)) {
      out_.of_finding[number] = {made->timeline, made->recorder->step_of(made->result.run.findings[*i],
                                                                         made->result.finding_block[*i])};
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
