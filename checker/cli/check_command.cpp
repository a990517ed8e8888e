#include "checker/cli/check_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <mutex>
#include <new>
#include <ostream>

#include "checker/cli/check_plan.h"
#include "checker/cli/fixes.h"
#include "checker/cli/input.h"
#include "checker/cli/jobs.h"
#include "checker/cli/launch_plan.h"
#include "checker/cli/needed_inputs.h"
#include "checker/cli/one_pointer.h"
#include "checker/cli/output_file.h"
#include "checker/cli/page.h"
#include "checker/cli/parameters.h"
#include "checker/cli/progress.h"
#include "checker/cli/reproduce.h"
#include "checker/cli/saved_inputs.h"
#include "checker/cli/source_words.h"
#include "checker/cli/verdict_cache.h"
#include "checker/cli/version.h"
#include "checker/report/add_once.h"
#include "checker/report/archive.h"
#include "checker/report/junit.h"
#include "checker/report/printable.h"
#include "checker/report/sarif.h"
#include "checker/report/stream.h"
#include "checker/smt/solver.h"
#include "src/base/interruption.h"

namespace warpproof::cli {
namespace {

class CheckRun {
 public:
  CheckRun(const CheckRequest& request, const Console& console)
      : request_(request), arguments_(request.units.front().arguments), console_(console), progress_(console.err, console.err_is_terminal) {}

  int run() {
    if (!read_baseline_file() || !output_is_usable()) return kExitBadInput;
    if (arguments_.total_timeout_seconds > 0)
      until_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(arguments_.total_timeout_seconds));
    report_.tool_version = kVersion;
    report_.z3_version = z3_version();
    {
      const interruption::LastWords words([this](const std::string& signal) { print_interrupted(signal); });
      open_cache();
      CheckPlan plan = make_plan(request_, events(), cache_ ? &cache_->compilations() : nullptr);
      {
        const std::lock_guard lock(mutex_);
        plan_ = std::move(plan);
        name_compilers();
        report_.nothing_to_check = (plan_.inputs.empty() && report_.kernels.empty()) ||
                                   (plan_.jobs.empty() && !plan_.selected.empty());
        results_.resize(plan_.jobs.size());
        write_known();
      }
      check_all();
    }
    {
      const std::lock_guard lock(mutex_);
      close("");
    }
    progress_.clear();
    if (arguments_.apply_fix) apply_fixes();
    if (looks_for_fixes()) {
      for (const std::string& line : without_fix(report_, plan_.inputs)) console_.err << "warpproof: " << report::printable(line) << '\n';
    }
    if (!is_written()) return kExitBadInput;
    if (!arguments_.reproducer.empty() && report::exit_code(report_) == 1) reproduce();
    if (bad_input_) return kExitBadInput;
    return report::exit_code(report_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  struct Result {
    bool ended = false;
    std::optional<report::Kernel> kernel;
  };

  void complain(const InputError& error) {
    progress_.clear();
    const std::string where = error.where().str();
    std::string_view rest = error.message();
    const std::string first =
        (where.empty() ? "warpproof" : where) + ": error: " + std::string(rest.substr(0, rest.find('\n')));
    // A compiler's whole output may follow, which begins with the same line.
    const std::size_t second = rest.find('\n') + 1;
    if (second == 0 || !rest.substr(second).starts_with(first))
      console_.err << report::printable(first) << '\n';
    rest.remove_prefix(second == 0 ? rest.size() : second);
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      console_.err << report::printable(rest.substr(0, end)) << '\n';
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    bad_input_ = true;
  }

  // Says so before any work is done when the report could not be written, or would overwrite its input.
  bool output_is_usable() {
    std::vector<std::string> inputs = arguments_.files;
    inputs.push_back(arguments_.baseline);
    for (const std::string& file : {arguments_.output, arguments_.save_inputs, arguments_.write_baseline}) {
      const bool is_update = file == arguments_.write_baseline;  // of a baseline that is read before
      const std::string why = why_not_written(file, is_update ? arguments_.files : inputs);
      if (why.empty()) continue;
      complain(InputError({file, 0, 0}, why));
      return false;
    }
    return true;
  }

  bool read_baseline_file() {
    if (arguments_.baseline.empty()) return true;
    try {
      baseline_ = read_baseline(read_file(arguments_.baseline), arguments_.baseline);
      return true;
    } catch (const InputError& error) {
      complain(error);
      return false;
    }
  }

  // In the thread that reads: an interruption prints notes from another one.
  PlanEvents events() {
    const auto note = [this](const std::string& text) {
      const std::lock_guard lock(mutex_);
      report_.notes.push_back(text);
    };
    const auto unread = [this](const std::string& file, const InputError& error) {
      const std::lock_guard lock(mutex_);
      report_.unread.push_back({file, error.message().substr(0, error.message().find('\n'))});
    };
    return {[this](const std::string& text) { progress_.show(text); }, note,
            [this](const InputError& error) { complain(error); }, unread,
            [this](const std::string& file, const std::exception& error) { add(failed_kernel(file, file, why(error))); }};
  }

  void name_compilers() {
    for (const Input& input : plan_.inputs) {
      if (report_.compiler.find(input.compiler) != std::string::npos) continue;
      report_.compiler += (report_.compiler.empty() ? "" : "; ") + input.compiler;
    }
  }

  CheckOptions options_with_clock(const Planned& planned) const {
    CheckOptions options = options_of(request_, plan_, planned);
    if (until_) {
      const double left = std::chrono::duration<double>(*until_ - Clock::now()).count();
      if (options.timeout_seconds == 0 || left < options.timeout_seconds) options.timeout_seconds = std::max(left, 0.001);
    }
    return options;
  }

  void open_cache() {
    if (!arguments_.no_cache && !looks_for_fixes() && !arguments_.cache.empty()) cache_.emplace(arguments_.cache);
  }

  // What is in the cache need not be checked again; the rest is, and is put there.
  void check_all() {
    keys_.resize(plan_.jobs.size());
    std::vector<std::size_t> rest;
    progress_.show("looking for kept verdicts");
    for (std::size_t k = 0; k < plan_.jobs.size(); ++k) {
      if (!cache_ || !take_kept(k)) rest.push_back(k);
    }
    check_apart(rest);
    if (!cache_) return;
    if (arguments_.detail == report::TextOptions::Detail::Verbose)
      console_.err << fmt::format("cache: {} of {} verdicts were kept\n"
                                  "cache: {} of {} compilations were kept\n",
                                  plan_.jobs.size() - rest.size(), plan_.jobs.size(), cache_->compilations().taken(),
                                  cache_->compilations().asked());
    const std::string problem = cache_->problem();
    cache_.reset();
    const std::lock_guard lock(mutex_);
    if (!problem.empty()) report_.notes.push_back(fmt::format("not all verdicts are kept in {}: {}", arguments_.cache, problem));
  }

  bool take_kept(std::size_t k) {
    try {
      keys_[k] = cache_->key_of(plan_.jobs[k].job, options_with_clock(plan_.jobs[k]));
      std::optional<report::Kernel> kept = cache_->get(keys_[k]);
      if (!kept) return false;
      describe(plan_.jobs[k], *kept);
      settle(k, std::move(kept));
      return true;
    } catch (const std::exception&) {
      return false;  // what is wrong with its input is said where it is checked
    }
  }

  void keep(std::size_t k, const report::Kernel& result) {
    if (cache_ && !until_) cache_->put(keys_[k], result, options_of(request_, plan_, plan_.jobs[k]));
  }

  void check(std::size_t k) {
    progress_.show("checking " + plan_.jobs[k].job.kernel.candidate->name);
    try {
      CheckOptions options = options_with_clock(plan_.jobs[k]);
      options.progress = [this](const std::string& text) { progress_.show(text); };
      std::optional<report::Kernel> result = checked(plan_.jobs[k], options);
      if (result) keep(k, *result);
      settle_described(k, std::move(result));
    } catch (const InputError& error) {
      complain(error);
      settle(k, std::nullopt);
    } catch (const std::exception& error) {
      settle(k, failed_job(plan_.jobs[k], why(error)));
    }
  }

  void settle_described(std::size_t k, std::optional<report::Kernel> result) {
    if (!result) return settle(k, failed_job(plan_.jobs[k], "not looked at: --total-timeout is over"));
    describe(plan_.jobs[k], *result);
    settle(k, std::move(result));
  }

  // Each in a process of its own, so that none sees what another one did, and none ends the others: at the limit of memory
  // a stack that cannot grow ends its process without a word. What such a process hands back begins with what it is: a result, that it was not looked at, why there is none, or that the input is bad. The last is said by
  // checking again here.
  void check_apart(const std::vector<std::size_t>& jobs) {
    constexpr char kResult = 'r', kOver = 'o', kFailure = 'f', kBadInput = 'i';
    std::vector<std::size_t> bad, failed;
    const bool one_at_a_time = arguments_.jobs <= 1 || jobs.size() == 1;
    const auto show = one_at_a_time ? progress_.from_copy() : nullptr;
    const auto work = [&](std::size_t k) -> std::string {
      try {
        CheckOptions options = options_with_clock(plan_.jobs[k]);
        if (show) options.progress = show;
        const auto result = checked(plan_.jobs[k], options);
        if (!result) return {kOver};
        return kResult + report::pack(*result);
      } catch (const InputError&) {
        return {kBadInput};
      } catch (const std::exception& error) {
        return kFailure + why(error);
      }
    };
    const auto take = [&](std::size_t k, const std::optional<std::string>& bytes, bool is_last) {
      const char what = bytes && !bytes->empty() ? bytes->front() : '\0';
      if (what == kBadInput) return bad.push_back(k);
      if (what == kOver) return settle_described(k, std::nullopt);
      if (what == kResult) {
        report::Kernel result = report::unpack(std::string_view(*bytes).substr(1));
        keep(k, result);
        try {
          return settle_described(k, std::move(result));
        } catch (const std::exception&) {
          return bad.push_back(k);  // a comment in a header that allows what it cannot, say
        }
      }
      if (!is_last) return failed.push_back(k);
      settle(k, failed_job(plan_.jobs[k], what == kFailure ? bytes->substr(1)
                                                           : "the process that checked it ended early; it may have run "
                                                             "out of memory (--memory MB allows more)"));
    };
    std::size_t ended = 0;
    run_jobs(jobs.size(), arguments_.jobs, [&](std::size_t i) { return work(jobs[i]); },
             [&](std::size_t i, const std::optional<std::string>& bytes) {
               if (!one_at_a_time) progress_.show(fmt::format("checked {} of {}", ++ended, jobs.size()));
               take(jobs[i], bytes, one_at_a_time);
             });
    // Its share of the memory may have been too little: once more, with all of it, as with --jobs 1.
    std::sort(failed.begin(), failed.end());
    run_jobs(failed.size(), 1, [&](std::size_t i) { return work(failed[i]); },
             [&](std::size_t i, const std::optional<std::string>& bytes) { take(failed[i], bytes, true); });
    std::sort(bad.begin(), bad.end());
    for (const std::size_t k : bad) check(k);
  }

  // Nothing where --total-timeout is over: what a clock cut short says nothing. Either all of a check is reported, or that it
  // did not come to its end.
  std::optional<report::Kernel> checked(const Planned& planned, const CheckOptions& options) const {
    const Selected& kernel = planned.job.kernel;
    const auto is_over = [&] { return until_ && Clock::now() >= *until_; };
    if (is_over()) return std::nullopt;
    const OnePointer one = one_pointer_of(planned.job, false);
    report::Kernel result = one.empty() ? check_kernel(kernel.input->program, kernel.candidate->function, options)
                                        : check_with_one_pointer(planned.job, one, options);
    look_at_perhaps_one(planned.job, options, result);
    tell_one_buffer(planned.job, options, result);
    look_at_whole_warps(kernel, options, result);
    tell_of_unread_launch(planned.job, options, result);
    tell_of_open_arguments(planned.job, result);
    require_cooperative(planned.job, result);
    // Edits are proved of the kernel as it is.
    if (looks_for_fixes() && one.empty())
      result.fix = find_fix(kernel, compile_of(planned), options, result);
    if (is_over()) return std::nullopt;
    return result;
  }

  const CompileOptions& compile_of(const Planned& planned) const {
    return request_.units[plan_.unit[planned.kernel]].arguments.compile;
  }

  // Where nobody says which block, most launches have whole warps: what goes wrong in a last warp that is not whole is
  // distinguished from what goes wrong in any. Of launches it is not asked: they say which block (apply_launch), so that the
  // kernel is never one whose parameters are one pointer.
  void look_at_whole_warps(const Selected& kernel, CheckOptions options, report::Kernel& result) const {
    if (options.block || result.verdict != report::Verdict::Violation || result.block != "any") return;
    const std::string whole_warps = "block % 32 == 0";
    if (result.holds_for != whole_warps && result.holds_for != whole_warps + kOneDimension) {
      options.block = parse_block("any:32");
      report::Kernel whole = check_kernel(kernel.input->program, kernel.candidate->function, options);
      whole.seconds += result.seconds;
      whole.block = result.block;
      if (whole.verdict == report::Verdict::Violation) result = std::move(whole);
      if (whole.verdict != report::Verdict::Proved) return;
      result.holds_for = whole.holds_for;
      result.seconds = whole.seconds;
      for (const std::string& assumption : whole.assumptions) report::add_once(result.assumptions, assumption);
    }
    result.only_partial_warps = true;
  }

  void describe(const Planned& planned, report::Kernel& result) const {
    const Selected& kernel = planned.job.kernel;
    complete_reruns(kernel.input->file, kernel.candidate->name, compile_of(planned), result.findings);
    result.name = kernel.candidate->name;
    result.file = kernel.input->file;
    const bool all = !arguments_.write_baseline.empty();
    tell_findings(kernel, baseline_, request_.allowed, all ? result.findings.size() : arguments_.max_findings, result);
    if (!result.findings.empty()) keep_needed_inputs(kernel, options_of(request_, plan_, planned).assumptions, result);
    result.notes = planned.job.notes;
    const CheckUnit& unit = request_.units[plan_.unit[planned.kernel]];
    if (!unit.note.empty()) result.notes.push_back(unit.note);
    if (!planned.job.launch) return;
    result.source = launch_source(*planned.job.launch);
    result.grid = result.source->grid;
  }

  report::Kernel failed_job(const Planned& planned, const std::string& reason) const {
    report::Kernel out = failed_kernel(planned.job.kernel.candidate->name, planned.job.kernel.input->file, reason);
    describe(planned, out);
    const CheckOptions& asked = request_.units[plan_.unit[planned.kernel]].arguments.check;
    if (asked.block) out.block = asked.block->text;
    if (asked.grid) out.grid = fmt::format("{}", fmt::join(*asked.grid, ","));
    if (planned.block) out.block = planned.block->text;
    if (out.source) out.block = out.source->block;
    return out;
  }

  void add(report::Kernel kernel) {
    const std::lock_guard lock(mutex_);
    report_.kernels.push_back(std::move(kernel));
  }

  // Job k has ended; without a result where its input is bad.
  void settle(std::size_t k, std::optional<report::Kernel> result) {
    const std::lock_guard lock(mutex_);
    results_[k] = {true, std::move(result)};
    write_known();
  }

  // Writes what is known of the kernels, as far as all before it is known too; the caller holds `mutex_`.
  void write_known() {
    if (!stream_) open();
    for (; next_ < results_.size() && results_[next_].ended; ++next_) {
      if (results_[next_].kernel) write(std::move(*results_[next_].kernel));
    }
  }

  void open() {
    const bool to_file = !arguments_.output.empty();
    report::TextOptions text;
    text.colour = is_coloured(arguments_.colour, !to_file && console_.out_is_terminal);
    text.detail = arguments_.detail;
    if (to_file) file_.open(arguments_.output, std::ios::trunc | std::ios::binary);
    progress_.clear();
    stream_.emplace(out(), arguments_.format, text, [this](const report::Report& report) { return whole(report); });
    stream_->open(report_);
    for (const report::Kernel& kernel : report_.kernels) stream_->add(kernel);
  }

  std::string whole(const report::Report& report) const {
    if (arguments_.format == Format::Sarif) return report::to_sarif(report);
    if (arguments_.format == Format::Junit) return report::to_junit(report);
    return report::to_html(report, page_runs(report, plan_.inputs));
  }

  bool looks_for_fixes() const { return arguments_.fix || arguments_.apply_fix; }

  void write(report::Kernel kernel) {
    progress_.clear();
    stream_->add(kernel);
    report_.kernels.push_back(std::move(kernel));
  }

  // All that is not written yet, in the order of the jobs; the caller holds `mutex_`. Of a job that has not ended: that it
  // was interrupted.
  void close(const std::string& signal) {
    write_known();
    for (; next_ < results_.size(); ++next_) {
      if (!results_[next_].ended) write(failed_job(plan_.jobs[next_], "interrupted by " + signal));
      else if (results_[next_].kernel) write(std::move(*results_[next_].kernel));
    }
    progress_.clear();
    stream_->close(report_);
    save(arguments_.save_inputs, saved_inputs(report_));
    save(arguments_.write_baseline, baseline_text(report_));
  }

  // Not of a check that was interrupted.
  void apply_fixes() const {
    for (const report::Kernel& kernel : report_.kernels) {
      if (!kernel.fix) continue;
      const std::string why = apply_fix(kernel.file, *kernel.fix);
      const std::string said = kernel.file + (why.empty() ? ": fixed: " + kernel.fix->what : ": not fixed: " + why);
      console_.err << "warpproof: " << report::printable(said) << '\n';
    }
  }

  void save(const std::string& file, const std::string& text) {
    if (!file.empty() && !write_file(file, text)) unsaved_ = file;
  }

  // In the thread that waits for signals: what is known so far. Of the kernels that are left nothing is.
  void print_interrupted(const std::string& signal) {
    const std::lock_guard lock(mutex_);
    close(signal);  // until all is planned there are no results, and `plan_` is not looked at
    console_.err << "warpproof: interrupted by " << signal << '\n' << std::flush;
  }

  static std::string why(const std::exception& error) {
    return dynamic_cast<const std::bad_alloc*>(&error) != nullptr
               ? "out of memory (--memory MB allows more)"
               : std::string("internal error: ") + error.what();
  }

  // A defect of ours, or memory that ran out: nothing is known about the kernel.
  report::Kernel failed_kernel(const std::string& name, const std::string& file,
                               const std::string& reason) const {
    report::Kernel kernel;
    kernel.name = name;
    kernel.file = file;
    kernel.verdict = report::Verdict::Unknown;
    kernel.block = arguments_.check.block ? arguments_.check.block->text : "any";
    kernel.grid = arguments_.check.grid ? fmt::format("{}", fmt::join(*arguments_.check.grid, ",")) : "any";
    kernel.unknown.push_back({reason, {}});
    return kernel;
  }

  std::ostream& out() { return arguments_.output.empty() ? console_.out : file_; }

  bool is_written() {
    if (!unsaved_.empty()) complain(InputError({unsaved_, 0, 0}, "cannot be written"));
    if (out().good()) return unsaved_.empty();
    complain(InputError({arguments_.output.empty() ? "standard output" : arguments_.output, 0, 0}, "cannot be written"));
    return false;
  }

  void reproduce() {
    try {
      console_.err << "reproducer: " << report::printable(emit_reproducer(report_, plan_.inputs, arguments_.reproducer)) << '\n';
    } catch (const InputError& error) {
      complain(error);
    }
  }

  const CheckRequest& request_;
  const CheckArguments& arguments_;  // what is the same for all kernels
  const Console& console_;
  ProgressLine progress_;
  CheckPlan plan_;
  std::mutex mutex_;  // of the report and the results: an interruption prints them from another thread
  report::Report report_;
  std::vector<Result> results_;  // by job, once all are planned
  std::size_t next_ = 0;         // job whose result is to be written next
  std::optional<report::Stream> stream_;
  std::ofstream file_;  // -o
  std::optional<Clock::time_point> until_;  // --total-timeout
  std::optional<VerdictCache> cache_;
  std::vector<std::string> keys_;  // of jobs, in the cache
  std::string unsaved_;  // a file that could not be written
  Baseline baseline_;
  bool bad_input_ = false;
};

}  // namespace

int run_check(const CheckRequest& request, const Console& console) {
  return CheckRun(request, console).run();
}

}  // namespace warpproof::cli
