#include "checker/cli/check_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <ostream>

#include "checker/cli/check_job.h"
#include "checker/cli/check_output.h"
#include "checker/cli/check_plan.h"
#include "checker/cli/complaint.h"
#include "checker/cli/fixes.h"
#include "checker/cli/input.h"
#include "checker/cli/jobs.h"
#include "checker/cli/launch_plan.h"
#include "checker/cli/needed_inputs.h"
#include "checker/cli/parameters.h"
#include "checker/cli/progress.h"
#include "checker/cli/reproduce.h"
#include "checker/cli/source_words.h"
#include "checker/cli/verdict_cache.h"
#include "checker/cli/version.h"
#include "checker/report/printable.h"
#include "checker/smt/solver.h"
#include "src/base/interruption.h"

namespace warpproof::cli {
namespace {

class CheckRun {
 public:
  CheckRun(const CheckRequest& request, const Console& console)
      : request_(request), arguments_(request.units.front().arguments), console_(console), progress_(console.err, console.err_is_terminal),
        output_(arguments_, console, progress_, inputs_) {}

  int run() {
    if (!read_baseline_file() || !output_is_usable()) return kExitBadInput;
    if (arguments_.total_timeout_seconds > 0)
      until_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(arguments_.total_timeout_seconds));
    report_.tool_version = kVersion;
    report_.z3_version = z3_version();
    {
      const interruption::LastWords words([this](const std::string& signal) { print_interrupted(signal); });
      check_all();
    }
    {
      const std::lock_guard lock(mutex_);
      close("");
    }
    progress_.clear();
    if (arguments_.apply_fix) apply_fixes();
    if (looks_for_fixes()) {
      for (const std::string& line : without_fix(report_, inputs_)) console_.err << "warpproof: " << report::printable(line) << '\n';
    }
    if (!is_written()) return kExitBadInput;
    if (!arguments_.reproducer.empty() && report::exit_code(report_) == 1) reproduce();
    if (bad_input_) return kExitBadInput;
    return report::exit_code(report_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  // A job, or a file that failed.
  struct Slot {
    std::optional<Planned> planned = std::nullopt;
    bool ended = false;
    std::optional<report::Kernel> result = std::nullopt;  // nothing where its input is bad
    std::string key = {};  // in the cache
  };

  // From any thread: at once.
  void complain(const InputError& error) {
    progress_.clear();
    console_.err << complaint(error);
    bad_input_ = true;
  }

  // Before any work is done.
  bool output_is_usable() {
    const auto problem = output_.problem_before();
    if (problem) complain(*problem);
    return !problem;
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

  // In threads that read: an interruption prints the report from another one.
  PlanEvents events() {
    const auto locked = [this](auto f) {
      return [this, f](auto&&... values) {
        const std::lock_guard lock(mutex_);
        return f(std::forward<decltype(values)>(values)...);
      };
    };
    PlanEvents out;
    out.progress = [this](const std::string& text) { progress_.show(text); };
    out.bad_input = [this](const InputError& error) { complain(error); };
    out.note = locked([this](const std::string& text) { report_.notes.push_back(text); });
    out.unread = locked([this](const std::string& file, const InputError& error) {
      report_.unread.push_back({file, error.message().substr(0, error.message().find('\n'))});
    });
    out.failed = locked([this](const std::string& file, const std::exception& error) {
      slots_.push_back({std::nullopt, true, failed_kernel(file, file, arguments_.check, why_failed(error))});
      write_known();
    });
    out.keep = locked([this](Input input) -> const Input* { return &inputs_.emplace_back(std::move(input)); });
    out.jobs = locked([this](std::vector<Planned> jobs, bool has_kernels) {
      has_kernels_ = has_kernels_ || has_kernels;
      count_ += jobs.size();
      for (Planned& one : jobs) slots_.push_back({std::move(one)});
      changed_.notify_all();
    });
    out.reached = locked([this](const std::string&) { ++reached_; });
    return out;
  }

  CheckOptions options_with_clock(const Planned& planned) const {
    CheckOptions options = options_of(request_, planned);
    if (until_) {
      const double left = std::chrono::duration<double>(*until_ - Clock::now()).count();
      if (options.timeout_seconds == 0 || left < options.timeout_seconds) options.timeout_seconds = std::max(left, 0.001);
    }
    return options;
  }

  void open_cache() {
    if (!arguments_.no_cache && !looks_for_fixes() && !arguments_.cache.empty()) cache_.emplace(arguments_.cache);
  }

  // Files are read, and their jobs done, whichever comes first, by as many threads and processes as there may be jobs at once.
  void check_all() {
    open_cache();
    const PlanEvents heard = events();
    CheckPlan plan(request_, heard, cache_ ? &cache_->compilations() : nullptr);
    {
      const std::lock_guard lock(mutex_);
      inputs_.reserve(plan.size());  // jobs point into it
      files_ = plan.files();
    }
    run_pieces(arguments_.jobs, [&] { return next_piece(plan); });
    if (broken_) std::rethrow_exception(broken_);
    plan.finish();
    // Its share of the memory may have been too little: once more, with all of it, as with --jobs 1.
    std::sort(failed_.begin(), failed_.end());
    run_pieces(1, [&, k = std::size_t{0}]() mutable -> std::optional<Piece> {
      if (k == failed_.size()) return std::nullopt;
      return apart(failed_[k++], true, true);
    });
    std::sort(bad_.begin(), bad_.end());
    for (const std::size_t k : bad_) check(slots_[k]);
    close_cache();
  }

  // Jobs first. Where there are none, files are read, and where all are, what comes of them is waited for.
  std::optional<Piece> next_piece(CheckPlan& plan) {
    std::unique_lock lock(mutex_);
    while (!broken_) {
      if (next_job_ < slots_.size()) {
        const std::size_t k = next_job_++;
        Slot& slot = slots_[k];
        if (!slot.planned) continue;
        const bool is_only = next_file_ == plan.size() && reading_ == 0 && slots_.size() == 1;
        lock.unlock();
        if (!take_kept(slot)) return apart(k, arguments_.jobs <= 1 || is_only, arguments_.jobs <= 1);
        lock.lock();
      } else if (next_file_ < plan.size()) {
        ++reading_;
        return Piece{[this, &plan, k = next_file_++] { read(plan, k); }, {}, {}};
      } else if (reading_ == 0) {
        return std::nullopt;
      } else {
        changed_.wait(lock);
      }
    }
    return std::nullopt;
  }

  void read(CheckPlan& plan, std::size_t k) {
    std::exception_ptr problem;
    try {
      plan.read(k);
    } catch (...) {
      problem = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    if (problem) broken_ = problem;
    --reading_;
    changed_.notify_all();
  }

  void close_cache() {
    if (!cache_) return;
    if (arguments_.detail == report::TextOptions::Detail::Verbose)
      console_.err << fmt::format("cache: {} of {} verdicts were kept\n"
                                  "cache: {} of {} compilations were kept\n",
                                  kept_.load(), count_, cache_->compilations().taken(), cache_->compilations().asked());
    const std::string problem = cache_->problem();
    cache_.reset();
    const std::lock_guard lock(mutex_);
    if (!problem.empty()) report_.notes.push_back(fmt::format("not all verdicts are kept in {}: {}", arguments_.cache, problem));
  }

  bool take_kept(Slot& slot) {
    if (!cache_) return false;
    try {
      slot.key = cache_->key_of(slot.planned->job, options_with_clock(*slot.planned));
      std::optional<report::Kernel> kept = cache_->get(slot.key);
      if (!kept) return false;
      describe(*slot.planned, *kept);
      settle(slot, std::move(kept));
      ++kept_;
      return true;
    } catch (const std::exception&) {
      return false;  // what is wrong with its input is said where it is checked
    }
  }

  void keep(const Slot& slot, const report::Kernel& result, bool shortage) {
    if (cache_ && !until_) cache_->put(slot.key, result, options_of(request_, *slot.planned), shortage);
  }

  void check(Slot& slot) {
    progress_.show("checking " + slot.planned->job.kernel.candidate->name);
    try {
      CheckOptions options = options_with_clock(*slot.planned);
      options.progress = [this](const std::string& text) { progress_.show(text); };
      std::optional<report::Kernel> result = checked(*slot.planned, options);
      if (result) keep(slot, *result, true);
      settle_described(slot, std::move(result));
    } catch (const InputError& error) {
      complain(error);
      settle(slot, std::nullopt);
    } catch (const std::exception& error) {
      settle(slot, failed_job(*slot.planned, why_failed(error)));
    }
  }

  void settle_described(Slot& slot, std::optional<report::Kernel> result) {
    if (!result) return settle(slot, failed_job(*slot.planned, "not looked at: --total-timeout is over"));
    describe(*slot.planned, *result);
    settle(slot, std::move(result));
  }

  // In a process of its own, so that no job sees what another one did, and none ends the others: at the limit of memory a stack
  // that cannot grow ends its process without a word. `is_alone`: no other job runs meanwhile; `is_last`: it may take all memory.
  Piece apart(std::size_t k, bool is_alone, bool is_last) {
    std::unique_lock lock(mutex_);
    Slot* const slot = &slots_[k];
    lock.unlock();
    const Planned& planned = *slot->planned;
    const auto show = is_alone ? progress_.from_copy() : nullptr;
    return {{}, [this, &planned, show] { return work(planned, show); },
            [this, k, slot, is_alone, is_last](const std::optional<std::string>& bytes) {
              ++ended_;
              if (!is_alone) {
                const std::lock_guard inner(mutex_);
                progress_.show(reading_ == 0 ? fmt::format("checked {} of {}", ended_, count_) : fmt::format("checked {}", ended_));
              }
              take(k, *slot, bytes, is_last);
            }};
  }

  // In its process. Other threads were at work when that was made: it looks at nothing that they change.
  std::string work(const Planned& planned, const std::function<void(const std::string&)>& show) const {
    return job_reply([&] {
      CheckOptions options = options_with_clock(planned);
      if (show) options.progress = show;
      return checked(planned, options);
    });
  }

  // What is bad in its input is said by checking again here.
  void take(std::size_t k, Slot& slot, const std::optional<std::string>& bytes, bool is_last) {
    JobReply reply = read_job_reply(bytes);
    if (reply.is_bad_input) return bad_.push_back(k);
    // With a share of the memory it may be unknown, and with all of it not.
    const bool is_short = reply.shortage && reply.result && reply.result->verdict == report::Verdict::Unknown;
    if (!is_last && is_short) return failed_.push_back(k);
    if (!reply.failure.empty()) return is_last ? settle(slot, failed_job(*slot.planned, reply.failure)) : failed_.push_back(k);
    if (reply.result) keep(slot, *reply.result, reply.shortage);
    try {
      settle_described(slot, std::move(reply.result));
    } catch (const std::exception&) {
      bad_.push_back(k);  // a comment in a header that allows what it cannot, say
    }
  }

  // Nothing where --total-timeout is over: what a clock cut short says nothing. Either all of a check is reported, or that it
  // did not come to its end.
  std::optional<report::Kernel> checked(const Planned& planned, const CheckOptions& options) const {
    const auto is_over = [&] { return until_ && Clock::now() >= *until_; };
    if (is_over()) return std::nullopt;
    report::Kernel result = check_job(planned.job, options, compile_of(planned), looks_for_fixes());
    if (is_over()) return std::nullopt;
    return result;
  }

  const CompileOptions& compile_of(const Planned& planned) const {
    return request_.units[planned.kernel->unit].arguments.compile;
  }

  void describe(const Planned& planned, report::Kernel& result) const {
    const Selected& kernel = planned.job.kernel;
    complete_reruns(kernel.input->file, kernel.candidate->name, compile_of(planned), result.findings);
    result.name = kernel.candidate->name;
    result.file = kernel.input->file;
    const bool all = !arguments_.write_baseline.empty();
    tell_findings(kernel, baseline_, request_.allowed, all ? std::nullopt : std::optional<std::size_t>(arguments_.max_findings), result);
    if (!result.findings.empty()) keep_needed_inputs(kernel, options_of(request_, planned).assumptions, result);
    result.notes = planned.job.notes;
    const CheckUnit& unit = request_.units[planned.kernel->unit];
    if (!unit.note.empty()) result.notes.push_back(unit.note);
    if (!planned.job.launch) return;
    result.source = launch_source(*planned.job.launch);
    result.grid = result.source->grid;
  }

  report::Kernel failed_job(const Planned& planned, const std::string& reason) const {
    report::Kernel out = failed_kernel(planned.job.kernel.candidate->name, planned.job.kernel.input->file, arguments_.check, reason);
    describe(planned, out);
    const CheckOptions& asked = request_.units[planned.kernel->unit].arguments.check;
    if (asked.block) out.block = asked.block->text;
    if (asked.grid) out.grid = fmt::format("{}", fmt::join(*asked.grid, ","));
    if (planned.block) out.block = planned.block->text;
    if (out.source) out.block = out.source->block;
    return out;
  }

  void settle(Slot& slot, std::optional<report::Kernel> result) {
    const std::lock_guard lock(mutex_);
    slot.ended = true;
    slot.result = std::move(result);
    write_known();
  }

  // Writes what is known of the kernels, as far as all before it is known too; the caller holds `mutex_`.
  void write_known() {
    if (!output_.is_open()) output_.open();
    for (; next_ < slots_.size() && slots_[next_].ended; ++next_) {
      if (slots_[next_].result) write(std::move(*slots_[next_].result));
    }
  }

  bool looks_for_fixes() const { return arguments_.fix || arguments_.apply_fix; }

  void write(report::Kernel kernel) {
    output_.add(kernel);
    report_.kernels.push_back(std::move(kernel));
  }

  // All that is not written yet, in the order of the jobs; the caller holds `mutex_`. Of a job that has not ended: that it
  // was interrupted. Of files that no job is known of: how many they are.
  void close(const std::string& signal) {
    write_known();
    for (; next_ < slots_.size(); ++next_) {
      Slot& slot = slots_[next_];
      if (!slot.ended) write(failed_job(*slot.planned, "interrupted by " + signal));
      else if (slot.result) write(std::move(*slot.result));
    }
    for (const Input& input : inputs_) {
      if (report_.compiler.find(input.compiler) != std::string::npos) continue;
      report_.compiler += (report_.compiler.empty() ? "" : "; ") + input.compiler;
    }
    if (signal.empty()) {
      report_.nothing_to_check = (inputs_.empty() && slots_.empty()) || (count_ == 0 && slots_.empty() && has_kernels_);
    } else if (reached_ < files_) {
      report_.notes.push_back(fmt::format("interrupted by {}: {} of {} files were not reached", signal, files_ - reached_, files_));
    }
    output_.close(report_);
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

  // In the thread that waits for signals: what is known so far. Of the kernels that are left nothing is.
  void print_interrupted(const std::string& signal) {
    mutex_.lock();  // not given back: nothing is written after this
    close(signal);
    console_.err << "warpproof: interrupted by " << signal << '\n' << std::flush;
  }

  bool is_written() {
    const std::vector<InputError> problems = output_.problems_after();
    for (const InputError& problem : problems) complain(problem);
    return problems.empty();
  }

  void reproduce() {
    try {
      console_.err << "reproducer: " << report::printable(emit_reproducer(report_, inputs_, arguments_.reproducer)) << '\n';
    } catch (const InputError& error) {
      complain(error);
    }
  }

  const CheckRequest& request_;
  const CheckArguments& arguments_;  // what is the same for all kernels
  const Console& console_;
  ProgressLine progress_;
  std::optional<Clock::time_point> until_;  // --total-timeout
  std::optional<VerdictCache> cache_;
  std::atomic<std::size_t> kept_ = 0;  // verdicts that were there
  std::mutex mutex_;                   // of what follows: an interruption prints it from another thread
  std::condition_variable changed_;    // there are more slots, or less is being read
  report::Report report_;
  std::vector<Input> inputs_;
  CheckOutput output_;
  std::deque<Slot> slots_;             // in the order in which they are reported; they stay where they are
  std::size_t count_ = 0;              // jobs among them
  bool has_kernels_ = false;           // that were chosen, whether they have jobs or not
  std::size_t next_ = 0;               // slot that is to be written next
  std::size_t next_job_ = 0, next_file_ = 0, reading_ = 0;  // slot to be taken and file to be read next; those being read
  std::size_t files_ = 0, reached_ = 0;
  std::exception_ptr broken_;  // what ended the reading of a file
  // Of those who take results, one at a time.
  std::size_t ended_ = 0;
  std::vector<std::size_t> bad_, failed_;
  Baseline baseline_;
  std::atomic<bool> bad_input_ = false;
};

}  // namespace

int run_check(const CheckRequest& request, const Console& console) {
  return CheckRun(request, console).run();
}

}  // namespace warpproof::cli
