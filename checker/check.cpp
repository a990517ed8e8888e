#include "checker/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "checker/counterexample/convergence.h"
#include "checker/counterexample/counterexample.h"
#include "checker/launch/sizes.h"
#include "checker/smt/solver.h"
#include "checker/symbolic/executor.h"

namespace warpproof {

namespace {

using symbolic::Executor;
using symbolic::Obligation;
using Clock = std::chrono::steady_clock;

constexpr int kMostFindingRounds = 8;          // counterexamples looked for in one kernel
constexpr std::size_t kMostWarningQueries = 6;

std::optional<std::uint32_t> find_parameter(const Program& program, std::uint32_t function,
                                            const std::vector<std::string>& names, const std::string& name) {
  const auto& parameters = program.functions[function].parameters;
  for (std::uint32_t i = 0; i < parameters.size(); ++i) {
    const bool by_source = i < names.size() && names[i] == name;
    if (by_source || program.variables[parameters[i]].name == name || std::to_string(i) == name) return i;
  }
  return std::nullopt;
}

// One attempt: one shape (or all sizes at once), executed and solved.
class Attempt {
 public:
  Attempt(const Program& program, std::uint32_t root, const CheckOptions& options, symbolic::Shape shape, Clock::time_point deadline)
      : program_(program), root_(root), options_(options), deadline_(deadline), solver_(graph_, solver_options()),
        executor_(program, root, graph_, executor_options(shape), [this](Term t) { return infeasible(t); }) {}

  void run() {
    executor_.run();
    for (; assumed_ < executor_.assumptions().size(); ++assumed_) solver_.assume(executor_.assumptions()[assumed_]);
    for (const auto& u : executor_.unknowns()) unknown_.push_back({u.reason, place_of(u.place)});
    decide_errors();
    decide_warnings();
    if (findings_errors_ == 0) search_convergence();
  }

  bool proved() const { return findings_errors_ == 0 && unknown_.empty(); }
  bool violated() const { return findings_errors_ > 0; }
  const std::vector<report::Finding>& findings() const { return findings_; }
  const std::vector<report::UnknownReason>& unknown() const { return unknown_; }
  const Executor& executor() const { return executor_; }
  const SmtStats& stats() const { return solver_.stats(); }
  std::uint64_t solved() const { return solved_; }
  std::uint32_t smallest_bad() const { return smallest_bad_; }
  bool searched_convergence() const { return searched_convergence_; }
  std::string parameter_name(std::uint32_t p) const {
    const bool named = p < options_.parameter_names.size() && !options_.parameter_names[p].empty();
    return named ? options_.parameter_names[p] : fmt::format("parameter {}", p);
  }

  // No error and no unknown for sizes low..high that are multiples of `multiple`.
  bool clean(std::uint32_t multiple, std::uint32_t low, std::uint32_t high) {
    const Term size = *executor_.block_size();
    std::vector<Term> bad;
    for (const Obligation& o : executor_.obligations().all()) {
      if (o.level == spec::Level::Error) bad.push_back(graph_.disj(o.violated));
    }
    for (const auto& u : executor_.unknowns()) bad.push_back(u.condition);
    const Term query[] = {graph_.disj(bad), graph_.ule(graph_.constant(32, low), size), graph_.ule(size, graph_.constant(32, high)),
                          graph_.eq(graph_.urem(size, graph_.constant(32, multiple)), graph_.constant(32, 0))};
    return check(query, nullptr) == Answer::Unsat;
  }

 private:
  SolverOptions solver_options() const {
    SolverOptions o;
    o.timeout_ms = static_cast<unsigned>(std::max(1.0, std::min(options_.timeout_seconds, 20.0) * 1000));
    return o;
  }

  symbolic::ExecutorOptions executor_options(const symbolic::Shape& shape) {
    symbolic::ExecutorOptions o;
    o.shape = shape;
    o.target = spec::Target{options_.target_sm ? *options_.target_sm : program_.target_sm};
    o.policies = options_.policies;
    o.cuda_source = options_.cuda_source;
    o.unroll = options_.unroll;
    o.out_of_time = [this] { return Clock::now() > deadline_; };
    for (const auto& [name, value] : options_.parameters) {
      if (const auto i = find_parameter(program_, root_, options_.parameter_names, name)) o.fixed_parameters[*i] = value;
    }
    return o;
  }

  report::SourcePlace place_of(std::uint32_t place) { return counterexample::source_place(program_, place, lines_); }

  Answer check(std::span<const Term> query, SmtModel* model) {
    if (std::any_of(query.begin(), query.end(), [&](Term t) { return graph_.is_false(t); })) return Answer::Unsat;
    if (Clock::now() > deadline_) return Answer::Unknown;
    ++solved_;
    return solver_.check(query, model);
  }

  // Called while the kernel is executed; later assumptions only narrow what was possible.
  bool infeasible(Term t) {
    for (; assumed_ < executor_.assumptions().size(); ++assumed_) solver_.assume(executor_.assumptions()[assumed_]);
    const Term query[] = {t};
    return check(query, nullptr) == Answer::Unsat;
  }

  // What a replay can reproduce: pointers at their allocations, choices as the canonical schedule makes them.
  std::vector<Term> replayable() {
    std::vector<Term> out;
    for (const auto& input : executor_.inputs()) {
      using Kind = symbolic::Input::Kind;
      if (input.kind == Kind::Parameter && executor_.pointer_parameters().contains(input.index)) {
        out.push_back(graph_.eq(input.term, graph_.constant(graph_.width(input.term), allocation_base(input.index))));
      }
      if (input.kind == Kind::LaneParameter && executor_.pointer_parameters().contains(input.index)) {
        const Term offset = graph_.sub(input.term, graph_.constant(64, allocation_base(input.index)));
        out.push_back(graph_.ult(offset, graph_.constant(64, 1u << 30)));
      }
      if (input.kind == Kind::Choice && input.canonical) {
        out.push_back(graph_.lor(graph_.lnot(input.guard), graph_.eq(input.term, *input.canonical)));
      }
    }
    return out;
  }

  Launch base_launch() const {
    Launch launch;
    const symbolic::Shape& shape = executor_.shape();
    launch.block = shape.block;
    launch.grid = shape.grid.value_or(std::array<std::uint32_t, 3>{1, 1, 1});
    launch.dynamic_shared = shape.dynamic_shared;
    launch.warp_size = shape.warp_size;
    launch.target_sm = options_.target_sm ? *options_.target_sm : program_.target_sm;
    launch.policies = options_.policies;
    launch.cuda_source = options_.cuda_source;
    return launch;
  }

  void unknown(const std::string& reason, std::uint32_t place) { unknown_.push_back({reason, place_of(place)}); }

  // Asks once whether anything is violated, replays the answer, and goes on without what was explained.
  void decide_errors() {
    std::vector<const Obligation*> open;
    for (const Obligation& o : executor_.obligations().all()) {
      if (o.level == spec::Level::Error) open.push_back(&o);
    }
    std::optional<std::vector<Term>> constraints;
    for (int round = 0; round < kMostFindingRounds && !open.empty(); ++round) {
      progress(open.size());
      std::vector<Term> terms;
      for (const Obligation* o : open) terms.push_back(graph_.disj(o->violated));
      const Term any[] = {graph_.disj(terms)};
      SmtModel model;
      const Answer free = check(any, &model);
      if (free == Answer::Unsat) return;
      if (free == Answer::Unknown) return split_unknown(open, terms);
      if (!constraints) constraints = replayable();
      std::vector<Term> query{any[0]};
      query.insert(query.end(), constraints->begin(), constraints->end());
      const Answer bound = check(query, &model);
      if (bound != Answer::Sat) {
        for (std::size_t i = 0; i < open.size(); ++i) not_replayed(*open[i], terms[i], "may be broken, depending on the order of atomics, on pointer values or on what other blocks do");
        return;
      }
      if (executor_.block_size()) shrink(query, model);
      if (!explain(open, terms, model)) return;
    }
    if (!open.empty() && findings_errors_ == 0) unknown("too many candidate violations", open.front()->place);
  }

  // The smallest block size that shows it.
  void shrink(const std::vector<Term>& query, SmtModel& model) {
    const Term size = *executor_.block_size();
    std::uint64_t low = 1, high = model.has(size) ? model.value(size) : graph_.unsigned_range(size).first;
    while (low < high) {
      const std::uint64_t middle = (low + high) / 2;
      std::vector<Term> smaller = query;
      smaller.push_back(graph_.ule(size, graph_.constant(32, middle)));
      SmtModel candidate;
      if (check(smaller, &candidate) == Answer::Sat) {
        model = candidate;
        high = candidate.has(size) ? candidate.value(size) : graph_.unsigned_range(size).first;
      } else {
        low = middle + 1;
      }
    }
    const auto found = static_cast<std::uint32_t>(high);
    smallest_bad_ = smallest_bad_ == 0 ? found : std::min(smallest_bad_, found);
  }

  // Replays a model. Removes the obligations that it violates from `open`. False: it did not replay.
  bool explain(std::vector<const Obligation*>& open, const std::vector<Term>& terms, const SmtModel& model) {
    const auto run = counterexample::replay(program_, root_, graph_, executor_, model, base_launch(), options_.parameter_names);
    auto found = counterexample::to_findings(program_, run, lines_);
    const bool error = std::any_of(found.begin(), found.end(), [](const auto& f) { return f.level == spec::Level::Error; });
    std::vector<bool> violated = counterexample::violated_under(graph_, executor_, terms, model);
    if (!error) {
      for (std::size_t i = 0; i < open.size(); ++i) {
        if (violated[i]) {
          not_replayed(*open[i], graph_.truth(true), run.result.outcome == RunResult::Outcome::Unknown
                                                         ? "has a candidate counterexample, but the replay met: " + run.result.unknown
                                                         : "has a candidate counterexample that does not replay (internal error)");
        }
      }
      return false;
    }
    bool fresh = false;
    for (auto& f : found) fresh = keep(std::move(f)) || fresh;
    std::vector<const Obligation*> rest;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (!violated[i]) rest.push_back(open[i]);
    }
    const bool progress_made = rest.size() < open.size();
    open = std::move(rest);
    return progress_made;
  }

  bool keep(report::Finding f) {
    const auto key = std::make_tuple(static_cast<int>(f.rule), f.place.file, f.place.line, static_cast<int>(f.level));
    if (!seen_.insert(key).second) return false;
    if (f.level == spec::Level::Error) ++findings_errors_;
    findings_.push_back(std::move(f));
    return true;
  }

  void not_replayed(const Obligation& o, Term condition, const std::string& why) {
    if (graph_.is_false(condition)) return;
    unknown(fmt::format("{}{}{} {}", spec::rule_id(o.rule), o.message.empty() ? "" : " (", o.message.empty() ? "" : o.message + ")", why), o.place);
  }

  // The disjunction was too hard: each obligation on its own.
  void split_unknown(const std::vector<const Obligation*>& open, const std::vector<Term>& terms) {
    const std::vector<Term> constraints = replayable();
    for (std::size_t i = 0; i < open.size(); ++i) {
      progress(open.size() - i);
      std::vector<Term> query{terms[i]};
      SmtModel model;
      const Answer answer = open.size() == 1 ? Answer::Unknown : check(query, &model);
      if (answer == Answer::Unsat) continue;
      query.insert(query.end(), constraints.begin(), constraints.end());
      if (check(query, &model) == Answer::Sat) {
        std::vector<const Obligation*> one{open[i]};
        explain(one, {terms[i]}, model);
        continue;
      }
      not_replayed(*open[i], terms[i], "could not be decided: " + (Clock::now() > deadline_ ? std::string("out of time") : solver_.reason()));
    }
  }

  void decide_warnings() {
    std::size_t queries = 0;
    for (const Obligation& o : executor_.obligations().all()) {
      if (o.level != spec::Level::Warning || queries >= kMostWarningQueries) continue;
      const auto place = place_of(o.place);
      const bool known = std::any_of(findings_.begin(), findings_.end(), [&](const auto& f) { return f.rule == o.rule && f.place.line == place.line; });
      if (known) continue;
      ++queries;
      std::vector<Term> query{graph_.disj(o.violated)};
      const auto constraints = replayable();
      query.insert(query.end(), constraints.begin(), constraints.end());
      SmtModel model;
      if (check(query, &model) != Answer::Sat) continue;
      const auto run = counterexample::replay(program_, root_, graph_, executor_, model, base_launch(), options_.parameter_names);
      for (auto& f : counterexample::to_findings(program_, run, lines_)) {
        if (f.level != spec::Level::Error && f.rule == o.rule) keep(std::move(f));
      }
    }
  }

  // A mask from activemask is right only where any grouping of lanes gives one result: searched for, not proved.
  void search_convergence() {
    const auto& all = executor_.obligations().all();
    const auto use = std::find_if(all.begin(), all.end(), [](const Obligation& o) { return o.rule == spec::Rule::MaskFromActivemask; });
    if (use == all.end() || !program_.functions[root_].is_entry) return;
    Launch launch = base_launch();
    if (executor_.block_size()) launch.block = {64, 1, 1};
    const auto found = counterexample::find_convergence_dependence(
        {program_, root_, launch, executor_.pointer_parameters(), executor_.fixed_parameters(), deadline_});
    if (!found) {
      searched_convergence_ = true;
      return;
    }
    counterexample::Replay run{launch, found->inputs, found->apart, {}};
    report::Finding f;
    f.rule = spec::Rule::MaskFromActivemask;
    f.level = spec::Level::Error;
    f.place = place_of(use->place);
    f.lanes = "all lanes";
    f.message = fmt::format("the result depends on which lanes run converged: with other groups of lanes the contents of {} differ",
                            parameter_name(found->allocation));
    f.replayed = true;
    f.launch = fmt::format("block {}", launch.block[0]);
    f.trace = counterexample::to_trace(program_, run, lines_);
    if (smallest_bad_ == 0) smallest_bad_ = launch.block[0];
    keep(std::move(f));
  }

  void progress(std::size_t left) const {
    if (options_.progress) options_.progress(fmt::format("{}: {} obligation{} left", program_.functions[root_].name, left, left == 1 ? "" : "s"));
  }

  const Program& program_;
  const std::uint32_t root_;
  const CheckOptions& options_;
  const Clock::time_point deadline_;
  TermGraph graph_;
  Solver solver_;
  Executor executor_;
  counterexample::SourceLines lines_;
  std::size_t assumed_ = 0;
  std::uint64_t solved_ = 0;
  std::uint32_t smallest_bad_ = 0;
  int findings_errors_ = 0;
  bool searched_convergence_ = false;
  std::vector<report::Finding> findings_;
  std::vector<report::UnknownReason> unknown_;
  std::set<std::tuple<int, std::string, int, int>> seen_;
};

BlockRequest default_request(const Function& f) {
  BlockRequest r;
  if (!f.is_entry) {
    r.shape = {32, 1, 1};
    r.text = "32 (a warp)";
  } else if (f.required_block) {
    r.shape = *f.required_block;
    r.text = fmt::format("{},{},{} (.reqntid)", r.shape[0], r.shape[1], r.shape[2]);
  } else {
    r.any = true;
    r.text = "any";
  }
  return r;
}

std::uint32_t largest_size(const Function& f) {
  if (!f.maximum_block) return launch::kLargestBlock;
  const auto& m = *f.maximum_block;
  return std::min(launch::kLargestBlock, m[0] * std::max(1u, m[1]) * std::max(1u, m[2]));
}

std::string shape_text(const std::array<std::uint32_t, 3>& s) {
  return s[1] * s[2] == 1 ? fmt::format("{}", s[0]) : fmt::format("{},{},{}", s[0], s[1], s[2]);
}

class KernelCheck {
 public:
  KernelCheck(const Program& program, std::uint32_t function, const CheckOptions& options)
      : program_(program), function_(program.functions[function]), root_(function), options_(options) {
    request_ = options.block.value_or(default_request(function_));
    start_ = Clock::now();
    deadline_ = start_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.timeout_seconds));
  }

  report::Kernel run() {
    out_.name = function_.name;
    out_.file = program_.file;
    out_.block = request_.text.empty() ? (request_.any ? "any" : shape_text(request_.shape)) : request_.text;
    out_.grid = options_.grid ? shape_text(*options_.grid) : "any";
    try {
      request_.any ? check_any() : check_shape();
    } catch (const std::exception& e) {
      // A term limit, memory, or a defect of ours: nothing was proved.
      out_.verdict = out_.findings.empty() ? report::Verdict::Unknown : out_.verdict;
      out_.unknown.push_back({std::string("not finished: ") + e.what(), {program_.file, 0, 0, {}}});
    }
    out_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    return std::move(out_);
  }

 private:
  symbolic::Shape shape(std::array<std::uint32_t, 3> block) const {
    symbolic::Shape s;
    s.block = block;
    s.grid = options_.grid;
    s.dynamic_shared = options_.dynamic_shared;
    s.warp_size = options_.warp_size;
    return s;
  }

  void take(const Attempt& a) {
    out_.obligations.folded += a.executor().obligations().folded();
    out_.obligations.solved += a.solved();
    out_.obligations.solver_seconds += a.stats().seconds;
    for (const auto& text : a.executor().approximations()) add(out_.approximations, text);
    if (a.searched_convergence()) {
      add(out_.assumptions, "the result does not depend on which lanes an activemask finds converged (searched on random inputs, not proved)");
    }
    state_assumptions(a);
  }

  static void add(std::vector<std::string>& list, const std::string& text) {
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
  }

  void state_assumptions(const Attempt& a) {
    const int sm = options_.target_sm ? *options_.target_sm : program_.target_sm;
    add(out_.assumptions, fmt::format("target sm_{}", sm));
    std::string pointers;
    for (const std::uint32_t p : a.executor().pointer_parameters()) {
      pointers += (pointers.empty() ? "" : ", ") + a.parameter_name(p);
    }
    if (!pointers.empty()) {
      add(out_.assumptions, "pointers (" + pointers + ") name distinct allocations and accesses stay inside them");
    }
    for (const auto& note : a.executor().assumed()) add(out_.assumptions, note);
  }

  void check_shape() {
    Attempt attempt(program_, root_, options_, shape(request_.shape), deadline_);
    attempt.run();
    take(attempt);
    out_.findings = attempt.findings();
    out_.unknown = attempt.unknown();
    out_.verdict = attempt.violated() ? report::Verdict::Violation : attempt.proved() ? report::Verdict::Proved : report::Verdict::Unknown;
    const std::string text = "block " + shape_text(request_.shape);
    if (attempt.proved()) out_.holds_for = text;
    if (attempt.violated()) out_.violated_for = text;
  }

  // All sizes in one execution, the size being a variable; sizes one by one where that does not fold.
  void check_any() {
    const std::uint32_t largest = largest_size(function_) / request_.multiple * request_.multiple;
    if (largest == 0) throw InputError({program_.file, 0, 0}, "no block size within .maxntid is a multiple of " + std::to_string(request_.multiple));
    symbolic::Shape s = shape({largest, 1, 1});
    s.symbolic_size = true;
    s.multiple = request_.multiple;
    {
      // Leave time for the sizes one by one.
      const auto half = start_ + (deadline_ - start_) / 2;
      Attempt attempt(program_, root_, options_, s, half);
      attempt.run();
      if (attempt.proved() || attempt.violated()) {
        take(attempt);
        out_.findings = attempt.findings();
        out_.unknown = attempt.unknown();
        if (attempt.proved()) {
          out_.verdict = report::Verdict::Proved;
          out_.holds_for = launch::all_sizes(request_.multiple, largest);
          return;
        }
        out_.verdict = report::Verdict::Violation;
        const auto sizes = launch::describe(request_.multiple, attempt.smallest_bad(), [&](std::uint32_t m, std::uint32_t low, std::uint32_t high) {
          return attempt.clean(m, low, std::min(high, largest));
        });
        out_.holds_for = sizes.holds_for;
        out_.violated_for = sizes.violated_for;
        return;
      }
      out_.unknown = attempt.unknown();
      if (!worth_enumerating(attempt)) {
        take(attempt);
        return;
      }
    }
    check_each_size(largest);
  }

  // Sizes one by one can only help where something depends on the size.
  static bool worth_enumerating(const Attempt& a) { return a.executor().uses_block_size(); }

  void check_each_size(std::uint32_t largest) {
    std::vector<std::uint32_t> sizes;
    for (std::uint32_t n = request_.multiple; n <= largest; n += request_.multiple) sizes.push_back(n);
    // Whole warps first: they are what is launched most.
    std::stable_partition(sizes.begin(), sizes.end(), [](std::uint32_t n) { return n % 32 == 0; });
    std::set<std::uint32_t> good;
    std::vector<report::UnknownReason> reasons = std::move(out_.unknown);
    out_.unknown.clear();
    for (const std::uint32_t n : sizes) {
      if (Clock::now() > deadline_) break;
      if (options_.progress) options_.progress(fmt::format("{}: block size {}", function_.name, n));
      Attempt attempt(program_, root_, options_, shape({n, 1, 1}), deadline_);
      attempt.run();
      take(attempt);
      if (attempt.violated()) {
        out_.findings = attempt.findings();
        out_.verdict = report::Verdict::Violation;
        out_.violated_for = fmt::format("block {}", n);
        break;
      }
      if (!attempt.proved()) {
        reasons = attempt.unknown();
        break;
      }
      good.insert(n);
    }
    if (good.size() == sizes.size()) {
      out_.verdict = report::Verdict::Proved;
      out_.holds_for = launch::all_sizes(request_.multiple, largest);
      return;
    }
    out_.holds_for = launch::list_sizes(good);
    if (out_.verdict != report::Verdict::Violation) {
      out_.unknown = reasons;
      if (reasons.empty() || good.size() > 0) {
        out_.unknown.push_back({fmt::format("only {} of {} block sizes were decided", good.size(), sizes.size()), {program_.file, 0, 0, {}}});
      }
    }
  }

  const Program& program_;
  const Function& function_;
  const std::uint32_t root_;
  const CheckOptions& options_;
  BlockRequest request_;
  Clock::time_point start_, deadline_;
  report::Kernel out_;
};

}  // namespace

bool has_parameter(const Program& program, std::uint32_t function, const std::vector<std::string>& parameter_names,
                   const std::string& name) {
  return find_parameter(program, function, parameter_names, name).has_value();
}

report::Kernel check_kernel(const Program& program, std::uint32_t function, const CheckOptions& options) {
  return KernelCheck(program, function, options).run();
}

}  // namespace warpproof
