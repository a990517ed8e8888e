#include "checker/attempt.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/counterexample/convergence.h"
#include "checker/counterexample/dynamic_shared.h"
#include "checker/counterexample/nearby_runs.h"
#include "checker/counterexample/random_inputs.h"
#include "checker/counterexample/replayable.h"

namespace warpproof {

using symbolic::Obligation;

namespace {

constexpr int kOtherModels = 4;  // in place of those whose runs break an assumption
constexpr int kMostFindingRounds = 8;                  // counterexamples looked for in one kernel
constexpr std::uint64_t kMostReplaySteps = 1'000'000;  // a model may ask for billions of rounds of a loop
constexpr std::size_t kMostFamilies = 8;  // of one obligation
constexpr unsigned kImpatientMs = 1'500;  // for what is asked while the kernel is executed
constexpr unsigned kLinearMs = 5'000;     // where products are unknowns
// For a search of runs that proves nothing.
constexpr double kConvergenceShare = 0.05;  // of the whole time
constexpr std::chrono::seconds kForConvergence{2};
constexpr std::uint32_t kMostUndecidedSizes = 3;  // after that many a search over block sizes ends

std::string may_break_but(const std::string& assumption) {
  return "may be broken, but every run that was found breaks an assumption: " + assumption;
}

}  // namespace

std::optional<std::uint32_t> find_parameter(const Program& program, std::uint32_t function,
                                            const std::vector<std::string>& names, const std::string& name) {
  const auto& parameters = program.functions[function].parameters;
  for (std::uint32_t i = 0; i < parameters.size(); ++i) {
    const bool by_source = i < names.size() && names[i] == name;
    if (by_source || program.variables[parameters[i]].name == name || std::to_string(i) == name) return i;
  }
  return std::nullopt;
}

std::map<std::uint32_t, std::uint64_t> fixed_parameters(const Program& program, std::uint32_t function,
                                                        const CheckOptions& options) {
  std::map<std::uint32_t, std::uint64_t> out;
  for (const auto& [name, value] : options.parameters) {
    if (const auto i = find_parameter(program, function, options.parameter_names, name)) out[*i] = value;
  }
  return out;
}

Attempt::Attempt(const Program& program, std::uint32_t root, const CheckOptions& options,
                 const symbolic::Shape& shape, Clock::time_point deadline, Strategy strategy,
                 Clock::time_point longest)
    : program_(program),
      root_(root),
      options_(options),
      deadline_(deadline),
      strategy_(strategy),
      longest_(longest),
      slow_ms_(solver_options(20.0).budget_ms),
      quick_ms_(solver_options(shape.symbolic_size ? 1.5 : 5.0).budget_ms),
      solver_(graph_, solver_options(20.0)),
      quick_(graph_, solver_options(shape.symbolic_size ? 1.5 : 5.0)),
      without_products_(graph_, solver_options(5.0)),
      executor_(program, root, graph_, executor_options(shape), [this](Term t) { return infeasible(t); }) {}

bool Attempt::lost_patience() const {
  return strategy_.patience && Clock::now() - start_ > *strategy_.patience && executor_.met_open_loop();
}

// Is this execution one of several, of which the last one matters?
bool Attempt::hurried() const {
  return strategy_.patience && (strategy_.plans != nullptr || executor_.met_open_loop());
}

void Attempt::run() {
  follow_and_decide();
  ran_out_ = ran_out_ || cut_short_ || Clock::now() > deadline_;
}

void Attempt::follow_and_decide() {
  executor_.run();
  ran_out_ = Clock::now() > deadline_;
  if (to_repeat()) return;
  cut_short_ = lost_patience() || executor_.stopped();
  if (cut_short_) return unknown("out of effort", program_.functions[root_].place);
  if (executor_.unbounded_loops().empty()) {  // no other way of looking at loops would see more
    deadline_ = longest_;
    strategy_.last = true;
  } else if (strategy_.plans == nullptr && !strategy_.last) {
    deadline_ = std::min(deadline_, Clock::now() + (deadline_ - Clock::now()) / 5);  // it cannot be proved so
  }
  take_assumptions();
  for (const auto& u : executor_.unknowns()) unknown_.push_back({u.reason, place_of(u.place)});
  if (!executor_.complete() && unknown_.empty())
    unknown("internal error: the kernel was not followed to its end", program_.functions[root_].place);
  if (const auto space = executor_.races_undecided()) {
    unknown(fmt::format("too many pairs of {} memory accesses at computed addresses to show that none race",
                        *space == Space::Shared ? "shared" : "global"),
            program_.functions[root_].place);
  }
  followed_ = executor_.complete() && !executor_.races_undecided();
  exclude_without_products();
  executor_.shape().is_sample() ? decide_sample() : decide_errors();
  decide_warnings();
  if (findings_errors_ == 0 && (strategy_.last || unknown_.empty())) search_convergence();
}

Attempt::AtSize Attempt::at_size(std::uint32_t n) {
  const auto known = at_size_.find(n);
  if (known != at_size_.end()) return known->second;
  return at_size_[n] = judge_size(n);
}

bool Attempt::clean(std::uint32_t multiple, std::uint32_t low, std::uint32_t high) {
  if (!followed_) return false;
  const std::uint32_t first = std::max(1u, (low + multiple - 1) / multiple) * multiple;
  for (std::uint32_t n = first; n <= high; n += multiple) {
    if (at_size(n) != AtSize::Clean) return false;
  }
  return first <= high;  // nothing is said of no sizes
}

SolverOptions Attempt::solver_options(double seconds) const {
  SolverOptions o;
  o.budget_ms = static_cast<unsigned>(std::max(1.0, std::min(options_.budget_seconds, seconds) * 1000));
  return o;
}

symbolic::ExecutorOptions Attempt::executor_options(const symbolic::Shape& shape) {
  symbolic::ExecutorOptions o;
  o.shape = shape;
  o.target = spec::Target{options_.target_sm ? *options_.target_sm : program_.target_sm};
  o.policies = options_.policies;
  o.cuda_source = options_.cuda_source;
  o.unroll = strategy_.unroll;
  o.plans = strategy_.plans;
  o.conditions = options_.assumptions;
  o.facts = options_.facts;
  o.pointers_overlap = options_.pointers_overlap;
  o.bounds = options_.bounds;
  o.stop_at_open_loops = strategy_.plans != nullptr && strategy_.patience;
  if (strategy_.plans == nullptr && strategy_.patience)
    o.cuts_loops = [this] { return Clock::now() - start_ > *strategy_.patience; };
  o.out_of_time = [this] { return Clock::now() > deadline_ || lost_patience(); };
  o.fixed_parameters = fixed_parameters(program_, root_, options_);
  return o;
}

Attempt::AtSize Attempt::judge_size(std::uint32_t n) {
  if (Clock::now() > deadline_) return AtSize::Unknown;
  progress_size(n);
  PutSize put(*this, n);
  std::vector<Term> bad;
  for (const Obligation* o : open_errors()) bad.push_back(put(graph_.disj(o->violated)));
  for (const auto& u : executor_.unknowns()) bad.push_back(put(u.condition));
  std::vector<Term> query{graph_.disj(bad)};
  if (graph_.is_false(query.front())) return AtSize::Clean;
  put.assumptions(query);
  const Answer answer = check(query, nullptr);
  return answer == Answer::Unsat ? AtSize::Clean : answer == Answer::Sat ? AtSize::Bad : AtSize::Unknown;
}

unsigned Attempt::time_for(unsigned at_most_ms) const {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now()).count();
  return std::min(at_most_ms, static_cast<unsigned>(std::max<long>(1, left)));
}

unsigned Attempt::share(unsigned questions) const { return std::max(1u, time_for(~0u) / questions); }

Answer Attempt::check(std::span<const Term> query, SmtModel* model, bool quick, unsigned at_most_ms) {
  if (std::any_of(query.begin(), query.end(), [&](Term t) { return graph_.is_false(t); }))
    return Answer::Unsat;
  if (Clock::now() > deadline_) return Answer::Unknown;
  ++solved_;
  Solver& solver = quick ? quick_ : solver_;
  solver.set_budget_ms(time_for(std::min(quick ? quick_ms_ : slow_ms_, at_most_ms)));
  return solver.check(query, model);
}

bool Attempt::excluded_without_products(Term t, unsigned at_most_ms) {
  return Clock::now() < deadline_ && without_products_.excludes(t, time_for(at_most_ms));
}

bool Attempt::infeasible(Term t) {
  take_assumptions();
  const Term query[] = {t};
  return (executor_.shape().is_sample() && excluded_without_products(t, quick_ms_)) ||
         (!lost_patience() && check(query, nullptr, true, hurried() ? kImpatientMs : ~0u) == Answer::Unsat);
}

void Attempt::take_assumptions() {
  for (; assumed_products_ < executor_.facts_of_products().size(); ++assumed_products_)
    without_products_.assume(executor_.facts_of_products()[assumed_products_]);
  for (; assumed_ < executor_.assumptions().size(); ++assumed_) {
    const Term assumption = executor_.assumptions()[assumed_];
    solver_.assume(assumption);
    quick_.assume(assumption);
    without_products_.assume(assumption);
  }
}

std::vector<Term> Attempt::replayable() {
  return counterexample::replayable(graph_, executor_, wants_exact());
}

counterexample::Granted Attempt::granted() const {
  counterexample::Granted out;
  out.conditions = options_.assumed.get();
  out.any_grid = !options_.grid;
  out.judges_bounds = executor_.bounds() != nullptr;
  // Those that the launch alone decides (symbolic/division.cpp).
  for (const symbolic::Event& e : executor_.events()) {
    if (e.rule == spec::Rule::ValueDivisionByZero) out.judged_division.insert(e.place);
  }
  for (const Obligation& o : executor_.obligations().all()) {
    if (o.rule == spec::Rule::MemoryMisaligned) out.judged_alignment.insert(o.place);
  }
  return out;
}

Launch Attempt::base_launch() const {
  Launch launch;
  const symbolic::Shape& shape = executor_.shape();
  launch.block = shape.block;
  launch.grid = shape.grid.value_or(std::array<std::uint32_t, 3>{1, 1, 1});
  launch.dynamic_shared =
      dynamic_shared_is_open() ? kMostSharedBytes : shape.dynamic_shared;
  launch.warp_size = shape.warp_size;
  launch.target_sm = options_.target_sm ? *options_.target_sm : program_.target_sm;
  launch.policies = options_.policies;
  launch.cuda_source = options_.cuda_source;
  launch.max_steps = kMostReplaySteps;
  return launch;
}

// Of a pair of warps everything but how they race is known from each of them.
std::vector<const Obligation*> Attempt::open_errors() const {
  const bool pair = executor_.shape().follow == symbolic::Shape::Follow::WarpPair;
  std::vector<const Obligation*> open;
  for (const Obligation& o : executor_.obligations().all()) {
    if (o.level == spec::Level::Error && (!pair || spec::is_race(o.rule)) && !excluded_.contains(&o))
      open.push_back(&o);
  }
  return open;
}

void Attempt::decide_errors() {
  auto open = open_errors();
  if (!executor_.numbers().block_size()) return decide(open, nullptr);
  // With the size as a variable a proof may come at once; else the sizes are taken one by one, smallest
  // first, so that the counterexample is the smallest, and whole warps once more, since partial ones may hide
  // what is wrong there.
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
    unknown(fmt::format("block size {} could not be decided: {}", first_undecided_,
                        Clock::now() > deadline_ ? "out of effort" : solver_.reason()),
            open.front()->place);
  }
}

// A pair of threads only proves: what it seems to break may be excluded by the others.
void Attempt::decide_sample() {
  std::vector<Term> all;
  const auto open = open_errors();
  for (const Obligation* o : open) all.push_back(graph_.disj(o->violated));
  const Term query[] = {graph_.disj(all)};
  if (!unknown_.empty() || open.empty() || check(query, nullptr, true) == Answer::Unsat) return;
  for (std::size_t i = 0; i < open.size() && unknown_.empty(); ++i) {
    progress(open.size() - i);
    const Term one[] = {all[i]};
    if (excluded_without_products(all[i], quick_ms_) || check(one, nullptr) == Answer::Unsat) continue;
    not_replayed(*open[i], all[i], "is not excluded by following any two threads");
  }
}

void Attempt::decide_at(std::uint32_t n) {
  PutSize put(*this, n);
  const int before = findings_errors_;
  auto open = open_errors();
  decide(open, &put);
  if (findings_errors_ > before && smallest_bad_ == 0) smallest_bad_ = n;
}

// What compares indices with each other and with sizes is mostly linear in their products.
void Attempt::exclude_without_products() {
  const auto left = deadline_ - Clock::now();
  // Of samples little else is to be had: what their threads do is told apart by products or not at all.
  const auto until = Clock::now() + left / (executor_.shape().is_sample() ? 2 : 6);
  for (const Obligation* o : open_errors()) {
    if (Clock::now() >= until || !has_products(graph_, o->violated)) continue;
    const std::vector<Term> families = families_of(graph_, o->violated);
    const bool excluded =
        families.size() <= kMostFamilies && std::all_of(families.begin(), families.end(), [&](Term t) {
          return Clock::now() < until && excluded_without_products(t, kLinearMs);
        });
    if (excluded) excluded_.insert(o);
  }
}

void Attempt::decide(std::vector<const Obligation*>& open, PutSize* put) {
  const auto at_this_size = [&](Term t) { return put != nullptr ? (*put)(t) : t; };
  std::optional<std::vector<Term>> constraints;
  int others = 0;  // models that were asked for in place of one whose run breaks an assumption
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
    // What is asked next gets as much of what is left as this does.
    const unsigned one_by_one = open.size() > 1 ? 1 : 0;
    const Answer bound = check(query, &model, false, share(2 + one_by_one - (constraints->empty() ? 1 : 0)));
    if (bound == Answer::Sat) {
      if (put != nullptr) model.values[executor_.numbers().block_size()->id] = put->size;
      const Replayed replayed = explain(open, terms, model);
      if (replayed == Replayed::Failed) return;
      if (replayed == Replayed::Explained) continue;
      // First one whose accesses are near, then ones with other numbers.
      std::vector<Term> other;
      if (others == 0) other = counterexample::near_accesses(graph_, executor_);
      if (others > 0 || other.empty()) {
        if (const auto numbers = counterexample::other_numbers(graph_, executor_, model)) other = {*numbers};
      }
      if (other.empty() || others++ == kOtherModels) return not_shown(open, terms, model);
      for (const Term t : other) constraints->push_back(at_this_size(t));
      --round;
      continue;
    }
    // Nothing that a replay could show: is anything violated at all?
    const Answer free = constraints->empty() ? bound : check(any, nullptr, false, share(1 + one_by_one));
    if (free == Answer::Unsat) return;
    if (bound == Answer::Unknown || free == Answer::Unknown) return split_unknown(open, terms, *constraints);
    const std::string why = others > 0                 ? may_break_but(broken_)
                            : only_inexact(any, put) ? may_break_but("a number in " + options_.assumed->text() +
                                                                     " wraps around or changes its sign")
                                                     : "may be broken, depending on the order of atomics, on pointer "
                                                       "values or on what other blocks do";
    for (std::size_t i = 0; i < open.size(); ++i) not_replayed(*open[i], terms[i], why);
    return;
  }
  if (!open.empty() && findings_errors_ == 0) unknown("too many candidate violations", open.front()->place);
}

// Can all of it be replayed but that conditions hold as they read?
bool Attempt::only_inexact(std::vector<Term> query, PutSize* put) {
  if (!wants_exact() || executor_.exact_conditions().empty()) return false;
  for (const Term t : counterexample::replayable(graph_, executor_, false))
    query.push_back(put != nullptr ? (*put)(t) : t);
  return check(query, nullptr, true) == Answer::Sat;
}

bool Attempt::dynamic_shared_is_open() const {
  return counterexample::dynamic_shared_is_open(program_, options_.dynamic_shared);
}

void Attempt::not_shown(const std::vector<const Obligation*>& open, const std::vector<Term>& terms,
                        const SmtModel& model) {
  const std::vector<bool> violated = counterexample::violated_under(graph_, executor_, terms, model);
  const bool none = std::find(violated.begin(), violated.end(), true) == violated.end();
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (none || violated[i])
      not_replayed(*open[i], graph_.truth(true),
                   may_break_but(broken_));
  }
}

Attempt::Replayed Attempt::explain(std::vector<const Obligation*>& open, const std::vector<Term>& terms,
                                   const SmtModel& model) {
  auto run = counterexample::replay(program_, root_, graph_, executor_, model, base_launch(),
                                    options_.parameter_names, counterexample::replay_until(deadline_), true);
  run.dynamic_shared_is_open = dynamic_shared_is_open();
  counterexample::Granted granted = this->granted();
  const bool in_scope =
      options_.assumed == nullptr || counterexample::satisfies(*options_.assumed, run.inputs, run.launch);
  if (in_scope && counterexample::leaves_known_memory_always(program_, granted, run)) granted.judges_bounds = true;
  auto broken = counterexample::keep_what_counts(granted, run);
  bool error = counterexample::has_error(run.result);
  if (in_scope && !error) {
    if (auto near = run_nearby(run, granted)) {
      run = std::move(*near);
      error = true;
    }
  }
  if (!error && broken) {
    broken_ = std::move(*broken);
    return Replayed::Broken;
  }
  auto found = counterexample::to_findings(program_, run, lines_, options_.parameter_names);
  std::vector<bool> violated = counterexample::violated_under(graph_, executor_, terms, model);
  if (!error) {
    const bool none = std::find(violated.begin(), violated.end(), true) == violated.end();
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (none || violated[i]) {  // a candidate is never dropped in silence
        not_replayed(
            *open[i], graph_.truth(true),
            run.result.outcome == RunResult::Outcome::Unknown
                ? "has a candidate counterexample, but the replay met: " + run.result.unknown
            : strategy_.plans != nullptr
                ? "may be broken in some round of a loop; no input was found that does"
            : !executor_.approximations().empty()
                ? "may be broken where a value that is only known to be anything makes it so (see the "
                  "approximations); no input was found that does"
                : "has a candidate counterexample that does not replay (internal error)");
      }
    }
    return Replayed::Failed;
  }
  if (!example_) example_ = run;
  bool fresh = false;
  for (auto& f : found) fresh = keep(std::move(f)) || fresh;
  std::vector<const Obligation*> rest;
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (!violated[i]) rest.push_back(open[i]);
  }
  const bool progress_made = rest.size() < open.size();
  open = std::move(rest);
  return progress_made ? Replayed::Explained : Replayed::Failed;
}

std::optional<counterexample::Replay> Attempt::run_nearby(const counterexample::Replay& run,
                                                          const counterexample::Granted& granted) {
  if (!program_.functions[root_].is_entry || run.result.outside_assumptions || nearby_left_.count() <= 0)
    return std::nullopt;
  const auto start = Clock::now();
  auto found = counterexample::find_violating_run_near(program_, root_, run, executor_.pointers().buffers(), granted,
                                                       options_.parameter_names,
                                                       std::min(deadline_, start + nearby_left_));
  nearby_left_ -= Clock::now() - start;
  return found;
}

bool Attempt::keep(report::Finding f) {
  const auto key =
      std::make_tuple(static_cast<int>(f.rule), f.place.file, f.place.line, static_cast<int>(f.level));
  if (!seen_.insert(key).second) return false;
  if (f.level == spec::Level::Error) ++findings_errors_;
  findings_.push_back(std::move(f));
  return true;
}

void Attempt::not_replayed(const Obligation& o, Term condition, const std::string& why) {
  if (graph_.is_false(condition)) return;
  unknown(fmt::format("{}{}{} {}", spec::rule_id(o.rule), o.message.empty() ? "" : " (",
                      o.message.empty() ? "" : o.message + ")", why),
          o.place);
}

void Attempt::split_unknown(const std::vector<const Obligation*>& open, const std::vector<Term>& terms,
                            const std::vector<Term>& constraints) {
  for (std::size_t i = 0; i < open.size(); ++i) {
    progress(open.size() - i);
    std::vector<Term> query{terms[i]};
    SmtModel model;
    const auto questions = static_cast<unsigned>(2 * (open.size() - i));
    const Answer answer =
        open.size() == 1 ? Answer::Unknown : check(query, &model, false, share(questions));
    if (answer == Answer::Unsat) continue;
    query.insert(query.end(), constraints.begin(), constraints.end());
    if (check(query, &model, false, share(questions - 1)) == Answer::Sat) {
      std::vector<const Obligation*> one{open[i]};
      if (explain(one, {terms[i]}, model) == Replayed::Broken) not_shown(one, {terms[i]}, model);
      continue;
    }
    not_replayed(*open[i], terms[i],
                 "could not be decided: " +
                     (Clock::now() > deadline_ ? std::string("out of effort") : solver_.reason()));
  }
}

void Attempt::search_convergence() {
  const auto& all = executor_.obligations().all();
  const auto use = std::find_if(all.begin(), all.end(),
                                [](const Obligation& o) { return o.rule == spec::Rule::MaskFromActivemask; });
  if (use == all.end() || !program_.functions[root_].is_entry) return;
  Launch launch = base_launch();
  if (executor_.numbers().block_size()) {
    const symbolic::Shape& shape = executor_.shape();
    launch.block = {64, 1, 1};
    for (std::uint32_t n = shape.multiple; options_.assumed != nullptr && n <= shape.block[0];
         n += shape.multiple) {
      if (n < 64 || !options_.assumed->allows_block({n, 1, 1}, shape.grid)) continue;
      launch.block[0] = n;
      break;
    }
  }
  const auto share = effort::seconds(options_.budget_seconds * kConvergenceShare);
  const auto until = std::min(deadline_, Clock::now() + std::min<Clock::duration>(share, kForConvergence));
  const auto found = counterexample::find_convergence_dependence(
      {program_, root_, launch, executor_.pointers().parameters(), executor_.fixed_parameters(), until,
       options_.assumed.get()});
  if (!found) {
    searched_convergence_ = true;
    return;
  }
  counterexample::Replay run{launch, found->inputs, found->apart, {}, {}};
  run.root = root_;
  run.dynamic_shared_is_open = dynamic_shared_is_open();
  report::Finding f;
  f.rule = spec::Rule::MaskFromActivemask;
  f.level = spec::Level::Error;
  f.place = place_of(use->place);
  f.lanes = "all lanes";
  f.message = fmt::format(
      "the result depends on which lanes run converged: with other groups of lanes the contents of {} differ",
      counterexample::buffer_name(options_.parameter_names, found->allocation));
  f.replayed = true;
  f.launch = counterexample::launch_text(program_, run);
  f.trace = counterexample::to_trace(program_, run, lines_, options_.parameter_names);
  if (smallest_bad_ == 0) smallest_bad_ = launch.block[0];
  keep(std::move(f));
}

void Attempt::progress_size(std::uint32_t n) const {
  if (options_.progress)
    options_.progress(fmt::format("{}: block size {}", program_.functions[root_].name, n));
}

void Attempt::progress(std::size_t left) const {
  if (options_.progress)
    options_.progress(
        fmt::format("{}: {} obligation{} left", program_.functions[root_].name, left, left == 1 ? "" : "s"));
}

}  // namespace warpproof
