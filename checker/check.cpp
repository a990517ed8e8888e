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
#include "src/term/traverse.h"

namespace warpproof {

namespace {

using symbolic::Executor;
using symbolic::Obligation;
using Clock = std::chrono::steady_clock;

constexpr int kMostFindingRounds = 8;          // counterexamples looked for in one kernel
constexpr std::size_t kMostWarningQueries = 6;
constexpr std::uint32_t kMostUndecidedSizes = 3;  // after that many a search over block sizes ends

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
      : program_(program), root_(root), options_(options), deadline_(deadline), solver_(graph_, solver_options(20.0)), quick_(graph_, solver_options(shape.symbolic_size ? 0.6 : 5.0)),
        executor_(program, root, graph_, executor_options(shape), [this](Term t) { return infeasible(t); }) {}

  void run() {
    executor_.run();
    take_assumptions();
    for (const auto& u : executor_.unknowns()) unknown_.push_back({u.reason, place_of(u.place)});
    if (executor_.races_undecided()) {
      unknown("too many pairs of shared memory accesses at computed addresses to show that none race", program_.functions[root_].place);
    }
    decide_errors();
    decide_warnings();
    if (findings_errors_ == 0) search_convergence();
  }

  bool proved() const { return findings_errors_ == 0 && unknown_.empty(); }
  bool violated() const { return findings_errors_ > 0; }
  const std::vector<report::Finding>& findings() const { return findings_; }
  const std::vector<report::UnknownReason>& unknown() const { return unknown_; }
  const Executor& executor() const { return executor_; }
  double solver_seconds() const { return solver_.stats().seconds + quick_.stats().seconds; }
  std::uint64_t solved() const { return solved_; }
  std::uint32_t smallest_bad() const { return smallest_bad_; }
  bool searched_convergence() const { return searched_convergence_; }
  std::string parameter_name(std::uint32_t p) const {
    const bool named = p < options_.parameter_names.size() && !options_.parameter_names[p].empty();
    return named ? options_.parameter_names[p] : fmt::format("parameter {}", p);
  }

  // Sizes are judged one at a time with the size put in as a number, which folds most of what is left.
  enum class AtSize { Clean, Bad, Unknown };
  AtSize at_size(std::uint32_t n) {
    const auto known = at_size_.find(n);
    if (known != at_size_.end()) return known->second;
    return at_size_[n] = judge_size(n);
  }
  bool clean(std::uint32_t multiple, std::uint32_t low, std::uint32_t high) {
    for (std::uint32_t n = (low + multiple - 1) / multiple * multiple; n <= high; n += multiple) {
      if (n > 0 && at_size(n) != AtSize::Clean) return false;
    }
    return true;
  }

 private:
  SolverOptions solver_options(double seconds) const {
    SolverOptions o;
    o.timeout_ms = static_cast<unsigned>(std::max(1.0, std::min(options_.timeout_seconds, seconds) * 1000));
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

  AtSize judge_size(std::uint32_t n) {
    if (Clock::now() > deadline_) return AtSize::Unknown;
    progress_size(n);
    PutSize put(*this, n);
    std::vector<Term> bad;
    for (const Obligation& o : executor_.obligations().all()) {
      if (o.level == spec::Level::Error) bad.push_back(put(graph_.disj(o.violated)));
    }
    for (const auto& u : executor_.unknowns()) bad.push_back(put(u.condition));
    std::vector<Term> query{graph_.disj(bad)};
    if (graph_.is_false(query.front())) return AtSize::Clean;
    put.assumptions(query);
    const Answer answer = check(query, nullptr);
    return answer == Answer::Unsat ? AtSize::Clean : answer == Answer::Sat ? AtSize::Bad : AtSize::Unknown;
  }

  // Terms with the block's size as a number.
  struct PutSize {
    PutSize(Attempt& a, std::uint32_t n) : attempt(a), put(a.graph_), size(n) {
      put.map(*a.executor_.block_size(), a.graph_.constant(32, n));
    }
    Term operator()(Term t) { return put(t); }
    void assumptions(std::vector<Term>& query) {
      for (const Term t : attempt.executor_.assumptions()) query.push_back(put(t));
    }
    Attempt& attempt;
    Substitute put;
    std::uint32_t size;
  };

  report::SourcePlace place_of(std::uint32_t place) { return counterexample::source_place(program_, place, lines_); }

  Answer check(std::span<const Term> query, SmtModel* model, bool quick = false) {
    if (std::any_of(query.begin(), query.end(), [&](Term t) { return graph_.is_false(t); })) return Answer::Unsat;
    if (Clock::now() > deadline_) return Answer::Unknown;
    ++solved_;
    return quick ? quick_.check(query, model) : solver_.check(query, model);
  }

  // Called while the kernel is executed; later assumptions only narrow what was possible.
  bool infeasible(Term t) {
    take_assumptions();
    const Term query[] = {t};
    return check(query, nullptr, true) == Answer::Unsat;
  }

  void take_assumptions() {
    for (; assumed_ < executor_.assumptions().size(); ++assumed_) {
      solver_.assume(executor_.assumptions()[assumed_]);
      quick_.assume(executor_.assumptions()[assumed_]);
    }
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

  std::vector<const Obligation*> open_errors() const {
    std::vector<const Obligation*> open;
    for (const Obligation& o : executor_.obligations().all()) {
      if (o.level == spec::Level::Error) open.push_back(&o);
    }
    return open;
  }

  void decide_errors() {
    auto open = open_errors();
    if (!executor_.block_size()) return decide(open, nullptr);
    // With the size as a variable a proof may come at once; else the sizes are taken one by one, smallest first, so that
    // the counterexample is the smallest, and whole warps once more, since partial ones may hide what is wrong there.
    std::vector<Term> all;
    for (const Obligation* o : open) all.push_back(graph_.disj(o->violated));
    const Term query[] = {graph_.disj(all)};
    if (open.empty() || check(query, nullptr, true) == Answer::Unsat) return;
    const std::uint32_t step = executor_.shape().multiple, largest = executor_.shape().block[0];
    std::uint32_t undecided = 0;
    for (std::uint32_t n = step; n <= largest && smallest_bad_ == 0; n += step) {
      const AtSize verdict = at_size(n);
      if (verdict == AtSize::Unknown && undecided++ == 0) first_undecided_ = n;
      if (verdict == AtSize::Bad) decide_at(n);
      if (undecided > kMostUndecidedSizes) break;
    }
    for (std::uint32_t n = 32; n <= largest && smallest_bad_ != 0 && smallest_bad_ % 32 != 0; n += 32) {
      if (n % step != 0 || at_size(n) != AtSize::Bad) continue;
      decide_at(n);
      break;
    }
    if (undecided > 0 && smallest_bad_ == 0) {
      unknown(fmt::format("block size {} could not be decided: {}", first_undecided_, Clock::now() > deadline_ ? "out of time" : solver_.reason()), open.front()->place);
    }
  }

  void decide_at(std::uint32_t n) {
    PutSize put(*this, n);
    const int before = findings_errors_;
    auto open = open_errors();
    decide(open, &put);
    if (findings_errors_ > before && smallest_bad_ == 0) smallest_bad_ = n;
  }

  // Asks once whether anything is violated, replays the answer, and goes on without what was explained.
  void decide(std::vector<const Obligation*>& open, PutSize* put) {
    const auto at_this_size = [&](Term t) { return put != nullptr ? (*put)(t) : t; };
    std::optional<std::vector<Term>> constraints;
    for (int round = 0; round < kMostFindingRounds && !open.empty(); ++round) {
      progress(open.size());
      std::vector<Term> terms;
      for (const Obligation* o : open) terms.push_back(at_this_size(graph_.disj(o->violated)));
      std::vector<Term> any{graph_.disj(terms)};
      if (graph_.is_false(any.front())) return;
      if (put != nullptr) put->assumptions(any);
      if (!constraints) {
        constraints = replayable();
        for (Term& t : *constraints) t = at_this_size(t);
      }
      std::vector<Term> query = any;
      query.insert(query.end(), constraints->begin(), constraints->end());
      SmtModel model;
      const Answer bound = check(query, &model);
      if (bound == Answer::Sat) {
        if (put != nullptr) model.values[executor_.block_size()->id] = put->size;
        if (!explain(open, terms, model)) return;
        continue;
      }
      // Nothing that a replay could show: is anything violated at all?
      const Answer free = constraints->empty() ? bound : check(any, nullptr);
      if (free == Answer::Unsat) return;
      if (bound == Answer::Unknown || free == Answer::Unknown) return split_unknown(open, terms, *constraints);
      for (std::size_t i = 0; i < open.size(); ++i) {
        not_replayed(*open[i], terms[i], "may be broken, depending on the order of atomics, on pointer values or on what other blocks do");
      }
      return;
    }
    if (!open.empty() && findings_errors_ == 0) unknown("too many candidate violations", open.front()->place);
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
  void split_unknown(const std::vector<const Obligation*>& open, const std::vector<Term>& terms, const std::vector<Term>& constraints) {
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
      if (check(query, &model, true) != Answer::Sat) continue;
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

  void progress_size(std::uint32_t n) const {
    if (options_.progress) options_.progress(fmt::format("{}: block size {}", program_.functions[root_].name, n));
  }

  void progress(std::size_t left) const {
    if (options_.progress) options_.progress(fmt::format("{}: {} obligation{} left", program_.functions[root_].name, left, left == 1 ? "" : "s"));
  }

  const Program& program_;
  const std::uint32_t root_;
  const CheckOptions& options_;
  const Clock::time_point deadline_;
  TermGraph graph_;
  Solver solver_, quick_;
  Executor executor_;
  counterexample::SourceLines lines_;
  std::size_t assumed_ = 0;
  std::uint64_t solved_ = 0;
  std::uint32_t smallest_bad_ = 0;
  int findings_errors_ = 0;
  bool searched_convergence_ = false;
  std::map<std::uint32_t, AtSize> at_size_;
  std::uint32_t first_undecided_ = 0;
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
    out_.obligations.solver_seconds += a.solver_seconds();
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
    if (a.executor().global_races_undecided()) {
      add(out_.assumptions, "global memory accesses at computed addresses do not race (too many pairs to compare)");
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
    s.one_warp = function_.is_entry && !warps_meet();
    if (s.one_warp) add(out_.assumptions, "different warps do not race in global memory (they meet nowhere else)");
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

  // Do warps of a block meet in any way but global memory?
  bool warps_meet() const {
    const Layout layout = warpproof::layout(program_, root_);
    for (std::size_t f = 0; f < program_.functions.size(); ++f) {
      if (!layout.reachable[f]) continue;
      for (const Instruction& ins : program_.functions[f].code) {
        if (info(ins.op).cls == OpcodeClass::Barrier) return true;
      }
    }
    return layout.static_shared > 0 || options_.dynamic_shared > 0 || uses_shared(layout);
  }

  bool uses_shared(const Layout& layout) const {
    for (const Variable& v : program_.variables) {
      if (v.space == Space::Shared && (v.function < 0 || layout.reachable[static_cast<std::size_t>(v.function)])) return true;
    }
    return false;
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
