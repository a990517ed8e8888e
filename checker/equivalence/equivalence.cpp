#include "checker/equivalence/equivalence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <unordered_set>

#include "checker/counterexample/counterexample.h"
#include "checker/equivalence/block_sizes.h"
#include "checker/equivalence/distinguish.h"
#include "checker/equivalence/matching.h"
#include "checker/equivalence/observation.h"
#include "checker/equivalence/replay.h"
#include "checker/equivalence/same_shape.h"
#include "checker/equivalence/trial_runs.h"
#include "checker/equivalence/two_executions.h"
#include "src/machine/address_map.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

namespace {

using Clock = std::chrono::steady_clock;
using symbolic::Input;

constexpr std::uint64_t kSearchBudget = 30'000'000;  // term evaluations
constexpr double kSearchSeconds = 5;
constexpr unsigned kSolverSeconds = 20;   // for one pair
constexpr double kQuickCheckSeconds = 4;  // for undefined behaviour, before runs are tried
constexpr auto kTrialTime = std::chrono::seconds(3);
constexpr std::size_t kMostSolverTerms = 300'000;  // of one pair; the solver's memory is not bounded else

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string shape_text(const std::array<std::uint32_t, 3>& s) {
  return s[1] * s[2] == 1 ? fmt::format("{}", s[0]) : fmt::format("{},{},{}", s[0], s[1], s[2]);
}

class Question {
 public:
  Question(const Side& a, const Side& b, const EquivalenceOptions& options)
      : options_(options),
        matching_(match(a, b, options)),
        start_(Clock::now()),
        deadline_(start_ + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(options.check.timeout_seconds))),
        both_(graph_, a, b, matching_, options_, deadline_) {
    out_.a = a;
    out_.b = b;
    out_.floats = options.floats;
    out_.block = shape_text(matching_.block);
    out_.grid = options.check.grid ? shape_text(*options.check.grid) : "any";
    out_.compared_returns = !a.program->functions[a.function].is_entry;
    out_.lanes = !out_.compared_returns ? "" : options.lanes ? options.lanes->str() : "all";
    take_conditions();
  }

  EquivalenceReport run() {
    try {
      decide();
    } catch (const InputError&) {
      throw;
    } catch (const std::exception& e) {  // a term limit, memory, or a defect of ours: nothing was proved
      out_.verdict = Verdict::Unknown;
      unknown("", std::string("not finished: ") + e.what());
    }
    if (out_.verdict == Verdict::Unknown) differing_run();
    out_.seconds = since(start_);
    return std::move(out_);
  }

 private:
  // What --assume says of single parameters; those with one value left are fixed on both sides.
  void take_conditions() {
    matching_.conditions = std::make_shared<launch::Assumptions>(options_.check.assumptions,
                                                                 matching_.fixed_a, options_.check.warp_size);
    const launch::LaunchSpace space{matching_.block, 1, 1024, options_.check.grid};
    if (matching_.conditions->empty()) return;
    matching_.facts = matching_.conditions->facts(space);
    for (const auto& [index, f] : matching_.facts) {
      if (f.low != f.high) continue;
      matching_.fixed_a.try_emplace(index, f.low);
      matching_.fixed_b.try_emplace(matching_.allocation_in_b(index), f.low);
    }
  }

  // Nothing is equivalent where nothing is launched.
  bool anything_is_launched() {
    const launch::LaunchSpace space{matching_.block, 1, 1024, options_.check.grid};
    if (matching_.conditions->empty() ||
        matching_.conditions->find(space) == launch::Assumptions::Answer::Satisfied)
      return true;
    unknown("", "no launch was found that satisfies what is assumed (" + matching_.conditions->text() + ")");
    tried_runs_ = true;
    return false;
  }

  void decide() {
    if (!anything_is_launched()) return;
    if (options_.check_rules && !rules_hold()) return;
    const EquivalenceReport before = out_;
    if (!executed([&] { return both_.meet_open_loops(); })) return judge();
    if (differing_run()) return;
    const bool settled = executed([&] { return both_.compare_loops(); });
    if (settled) judge();
    if (out_.verdict != Verdict::Unknown) return;
    const EquivalenceReport compared = out_;
    start_again(before);
    executed([&] {
      both_.unroll(options_.check.unroll);
      return true;
    });
    judge();
    if (out_.verdict == Verdict::Unknown && settled) out_ = compared;
  }

  template <class F>
  bool executed(F run) {
    const auto begin = Clock::now();
    const bool answer = run();
    out_.execute_seconds += since(begin);
    return answer;
  }

  void start_again(const EquivalenceReport& report) {
    out_ = report;
    observations_ = {};
    open_.clear();
    assumptions_.clear();
    choices_.clear();
    undecided_.clear();
  }

  // What the executions at hand say.
  void judge() {
    a_ = &both_.a();
    b_ = &both_.b();
    gather();
    if (open_order_somewhere() && differing_run()) return;
    if (!defined()) return;
    compare();
    if (out_.verdict == Verdict::Different) return;
    state_assumptions();
    out_.same_as_far_as_followed = open_.empty() && out_.compared > 0;
    if (open_.empty() && out_.unknown.empty()) out_.verdict = Verdict::Equivalent;
  }

  void unknown(const std::string& side, const std::string& reason, report::SourcePlace place = {}) {
    const UnknownPart part{side, {reason, std::move(place)}};
    const bool known = std::any_of(out_.unknown.begin(), out_.unknown.end(), [&](const UnknownPart& u) {
      return u.side == side && u.reason.reason == reason && u.reason.place.line == part.reason.place.line;
    });
    if (!known) out_.unknown.push_back(part);
  }

  report::SourcePlace place_of(bool in_b, std::uint32_t place) {
    if (place == kNoPlace) return {};
    return counterexample::source_place(*(in_b ? out_.b : out_.a).program, place, lines_);
  }

  report::Kernel check_side(bool in_b, double seconds) {
    const Side& side = in_b ? out_.b : out_.a;
    CheckOptions check = options_.check;
    check.block = BlockRequest{};
    check.block->shape = matching_.block;
    check.block->text = out_.block;
    check.cuda_source = side.cuda_source;
    check.parameter_names = side.parameter_names;
    check.parameters.clear();
    for (const auto& [index, value] : in_b ? matching_.fixed_b : matching_.fixed_a)
      check.parameters[std::to_string(index)] = value;
    if (in_b) check.assumptions = matching_.conditions_of_b(check.assumptions);
    check.timeout_seconds = seconds;
    report::Kernel kernel = check_kernel(*side.program, side.function, check);
    kernel.name = side.name;
    kernel.file = side.file;
    return kernel;
  }

  // Undefined behaviour of either comes first. False: the verdict is there.
  bool rules_hold() {
    using report::Verdict;
    const auto begin = Clock::now();
    const double full = options_.check.timeout_seconds / 3, quick = std::min(full, kQuickCheckSeconds);
    std::array<report::Kernel, 2> kernels{check_side(false, quick), check_side(true, quick)};
    const auto any = [&](Verdict v) {
      return std::any_of(kernels.begin(), kernels.end(), [&](const auto& k) { return k.verdict == v; });
    };
    if (!any(Verdict::Violation) && any(Verdict::Unknown) && full > quick) {
      if (differing_run()) return false;
      for (const bool in_b : {false, true}) {
        if (kernels[in_b].verdict == Verdict::Unknown) kernels[in_b] = check_side(in_b, full);
      }
    }
    const bool clean = !any(Verdict::Violation);
    if (!clean) out_.verdict = equivalence::Verdict::Undefined;
    for (const bool in_b : {false, true}) record_check(std::move(kernels[in_b]), in_b);
    out_.check_seconds = since(begin);
    return clean;
  }

  void record_check(report::Kernel kernel, bool in_b) {
    for (const auto& text : kernel.assumptions) add(out_.assumptions, text);
    for (const auto& text : kernel.approximations) add(out_.approximations, text);
    if (kernel.verdict == report::Verdict::Unknown) {
      for (const auto& u : kernel.unknown) unknown(in_b ? "b" : "a", u.reason, u.place);
      if (kernel.unknown.empty()) unknown(in_b ? "b" : "a", "not proved free of undefined behaviour");
    }
    if (kernel.verdict != report::Verdict::Proved) out_.checks.push_back(std::move(kernel));
  }

  // What runs with random inputs show needs no proof. Over the reals they show nothing: results are rounded.
  bool differing_run() {
    if (tried_runs_ || !options_.use_search || options_.floats == FloatMeaning::Real) return false;
    tried_runs_ = true;
    const auto until = Clock::now() + kTrialTime;
    out_.difference = find_differing_run(out_.a, out_.b, matching_, options_, until);
    if (!out_.difference) return false;
    out_.verdict = Verdict::Different;
    out_.unknown.clear();
    return true;
  }

  static void add(std::vector<std::string>& list, const std::string& text) {
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
  }

  // What both leave behind, and what of it is not known.
  void gather() {
    for (const bool in_b : {false, true}) {
      auto& executor = (in_b ? *b_ : *a_).executor();
      for (const auto& u : executor.unknowns()) unknown(in_b ? "b" : "a", u.reason, place_of(in_b, u.place));
      if (!executor.complete() && executor.unknowns().empty())
        unknown(in_b ? "b" : "a", "internal error: the program was not followed to its end");
      for (const auto& text : executor.approximations()) add(out_.approximations, text);
      // Both keep the rules (rules_hold), so an execution that leaves the scope has nothing to compare.
      assumptions_.push_back(executor.in_scope());
      for (const Term t : executor.assumptions()) {
        if (std::find(assumptions_.begin(), assumptions_.end(), t) == assumptions_.end())
          assumptions_.push_back(t);
      }
      for (const Term t : (in_b ? *b_ : *a_).open_choices()) choices_.insert(t.id);
    }
    check_module_variables();
    if (!matching_.identity && out_.compared_returns &&
        !(a_->executor().pointer_parameters().empty() && b_->executor().pointer_parameters().empty())) {
      unknown("", "--map with pointer parameters of device functions");
    }
    ObservationOptions o;
    if (options_.lanes) o.lanes = *options_.lanes;
    o.name = [this](std::uint32_t number) { return a_->parameter_name(number); };
    o.number_of_b = [this](std::uint32_t allocation) { return matching_.number_of_b(allocation); };
    o.allocation_in_b = [this](std::uint32_t number) { return matching_.allocation_in_b(number); };
    observations_ = observe(graph_, a_->executor(), b_->executor(), o);
    for (const auto& gap : observations_.gaps)
      unknown(gap.in_b ? "b" : "a", gap.reason, place_of(gap.in_b, gap.place));
    out_.compared = observations_.list.size();
  }

  // Both must mean the same variable of the module by one allocation number.
  void check_module_variables() {
    const auto variable = [](Execution& e, symbolic::BlockMemory::Key key) -> const Variable* {
      const Layout& layout = e.executor().layout();
      const Program& program = *e.side().program;
      for (std::size_t v = 0; v < program.variables.size(); ++v) {
        if (layout.allocation[v] == key.allocation && program.variables[v].space == key.space)
          return &program.variables[v];
      }
      return nullptr;
    };
    std::set<symbolic::BlockMemory::Key> keys;
    for (Execution* e : {a_, b_}) {
      for (const auto& [key, allocation] : e->executor().final_memory().allocations()) {
        if (key.space != Space::Global && key.space != Space::Const) continue;
        if (key.allocation != kNoAllocation && variable(*e, key) != nullptr) keys.insert(key);
      }
    }
    for (const auto& key : keys) {
      const Variable *x = variable(*a_, key), *y = variable(*b_, key);
      const Variable& any = x != nullptr ? *x : *y;
      const bool literal = any.function >= 0 && any.space == Space::Const && any.initial;
      if (literal && (x == nullptr || y == nullptr || x->initial == y->initial)) continue;
      if (x == nullptr || y == nullptr || !matching_.same_count) {
        unknown(x != nullptr ? "a" : "b",
                fmt::format("variable '{}' of the module, which the other side lacks or numbers differently",
                            any.name));
      } else if (x->name != y->name || x->size != y->size || x->initial != y->initial) {
        unknown("",
                fmt::format("variables '{}' and '{}' of the modules differ in name, size or initial value",
                            x->name, y->name));
      } else {
        add(out_.assumptions, fmt::format("'{}' holds the same in both modules at the start", x->name));
      }
    }
  }

  SolverOptions solver_options() const {
    SolverOptions o;
    const double left = std::chrono::duration<double>(deadline_ - Clock::now()).count();
    o.timeout_ms = static_cast<unsigned>(std::clamp(left * 1000, 1.0, kSolverSeconds * 1000.0));
    return o;
  }

  Answer ask(std::vector<Term> query, SmtModel* model = nullptr) {
    if (std::any_of(query.begin(), query.end(), [&](Term t) { return graph_.is_false(t); }))
      return Answer::Unsat;
    if (Clock::now() > deadline_ || !options_.use_solver) return Answer::Unknown;
    if (topological_order(graph_, query).size() > kMostSolverTerms) {
      solver_reason_ = "too large for the solver";
      return Answer::Unknown;
    }
    const auto begin = Clock::now();
    Solver solver(graph_, solver_options());
    for (const Term t : assumptions_) solver.assume(t);
    const Answer answer = solver.check(query, model);
    solver_reason_ = solver.reason();
    out_.solver_seconds += since(begin);
    return answer;
  }

  bool open_order_somewhere() { return !a_->open_orders(graph_).empty() || !b_->open_orders(graph_).empty(); }

  // Values that are compared must be defined, and must not depend on the order in which threads happen to
  // run.
  bool defined() {
    for (const bool in_b : {false, true}) {
      for (const auto& [condition, text] : (in_b ? *b_ : *a_).open_orders(graph_)) {
        if (ask({condition}) != Answer::Unsat) unknown(in_b ? "b" : "a", text);
      }
      std::vector<Term> undefined;
      for (const auto& u : observations_.undefined) {
        if (u.in_b == in_b) undefined.push_back(u.condition);
      }
      if (undefined.empty()) continue;
      const Answer answer = ask({graph_.disj(undefined)});
      if (answer == Answer::Unsat) continue;
      const auto first = std::find_if(observations_.undefined.begin(), observations_.undefined.end(),
                                      [&](const auto& u) { return u.in_b == in_b; });
      const std::string lane = fmt::format("the value that thread {} returns", first->thread);
      if (answer == Answer::Unknown) {
        unknown(in_b ? "b" : "a", lane + " could not be shown to be defined");
        continue;
      }
      unknown(in_b ? "b" : "a", lane + " may be undefined");
    }
    return true;
  }

  struct Open {
    std::size_t observation;
    TermPair pair;
  };

  void compare() {
    for (std::size_t i = 0; i < observations_.list.size(); ++i) {
      const Observation& o = observations_.list[i];
      if (o.a == o.b) {
        ++out_.by_structure;
      } else {
        open_.push_back({i, {o.a, o.b}});
      }
    }
    const auto begin = Clock::now();
    if (options_.use_normal_forms) {
      drop_equal(FloatMeaning::Exact, out_.by_normal_form);
      if (options_.floats == FloatMeaning::Real) drop_equal(FloatMeaning::Real, out_.by_real_form);
    }
    out_.bit_for_bit = out_.by_real_form == 0;
    out_.form_seconds = since(begin);
    set_open_choices_aside();
    if (options_.use_search && search()) return;
    if (!open_.empty() && differing_run()) return;
    if (options_.use_solver) solve();
    if (open_.empty()) return;
    const std::string more = open_.size() > 1 ? fmt::format(" and {} more", open_.size() - 1) : "";
    unknown("", fmt::format("{}{}: {}", where(observations_.list[open_.front().observation]), more,
                            undecided_.empty() ? "not decided" : undecided_));
  }

  std::string where(const Observation& o) const {
    switch (o.kind) {
      case Observation::Kind::Memory:
        return o.offset ? fmt::format("{}[byte {}]", a_->parameter_name(o.allocation), *o.offset)
                        : fmt::format("{} at a computed address", a_->parameter_name(o.allocation));
      case Observation::Kind::Returned:
        return fmt::format("value returned by thread {}", o.thread);
      case Observation::Kind::Trap:
        break;
    }
    return "whether a thread traps";
  }

  void drop_equal(FloatMeaning floats, std::size_t& count) {
    NormalForms forms(graph_, floats);
    std::vector<Open> rest;
    for (const Open& o : open_) {
      const bool out_of_time = Clock::now() > deadline_;
      if (!out_of_time && forms(o.pair.a) == forms(o.pair.b)) {
        ++count;
      } else {
        rest.push_back(o);
      }
    }
    open_ = std::move(rest);
  }

  // What depends on choices that a program leaves open has no one value to compare.
  void set_open_choices_aside() {
    LoopRelation* loops = both_.relation();
    if (choices_.empty() && loops == nullptr) return;
    std::vector<Open> rest;
    std::vector<std::string> after_loops;
    for (const Open& o : open_) {
      if (loops != nullptr && (loops->mentions_loops(o.pair.a) || loops->mentions_loops(o.pair.b))) {
        // States that no loop leaves behind prove no difference, so the solver can only say "equal".
        if (after_loops.empty() && ask({graph_.lnot(graph_.eq(o.pair.a, o.pair.b))}) == Answer::Unsat) {
          ++out_.by_solver;
        } else {
          after_loops.push_back(where(observations_.list[o.observation]));
        }
        continue;
      }
      const Term roots[] = {o.pair.a, o.pair.b};
      const auto leaves = collect_leaves(graph_, roots);
      const bool open = std::any_of(leaves.variables.begin(), leaves.variables.end(),
                                    [&](Term v) { return choices_.contains(v.id); });
      if (!open) {
        rest.push_back(o);
      } else {
        unknown("", where(observations_.list[o.observation]) +
                        " depends on the order of atomics, on which lanes run converged, or on loads that "
                        "are not followed");
      }
    }
    if (!after_loops.empty()) {
      const std::string more =
          after_loops.size() > 1 ? fmt::format(" and {} more", after_loops.size() - 1) : "";
      unknown("", after_loops.front() + more +
                      ": depends on loops whose rounds were not found to do the same" + loops->trouble());
    }
    open_ = std::move(rest);
  }

  std::vector<TermPair> pairs() const {
    std::vector<TermPair> out;
    for (const Open& o : open_) out.push_back(o.pair);
    return out;
  }

  // Pointers stand at their allocations.
  void pin(Distinguisher& d) {
    for (Execution* e : {a_, b_}) {
      const auto& executor = e->executor();
      for (const Input& input : executor.inputs()) {
        const bool parameter =
            input.kind == Input::Kind::Parameter || input.kind == Input::Kind::LaneParameter;
        if (!parameter || !executor.pointer_parameters().contains(input.index)) continue;
        const std::uint32_t number = e == b_ ? matching_.number_of_b(input.index) : input.index;
        d.pin(input.term, allocation_base(number));
      }
    }
  }

  bool search() {
    if (open_.empty()) return false;
    const auto begin = Clock::now();
    const auto until = std::min(deadline_, begin + std::chrono::duration_cast<Clock::duration>(
                                                       std::chrono::duration<double>(kSearchSeconds)));
    const auto all = pairs();
    Distinguisher distinguisher(graph_, all, assumptions_, options_.floats);
    pin(distinguisher);
    auto found = distinguisher.search(kSearchBudget, until);
    bool different = false;
    if (found) {
      const Distinguished first = *found;
      distinguisher.minimise(*found, until);
      different = replays(found->model) || replays(first.model);
    }
    out_.search_seconds = since(begin);
    return different;
  }

  // The evaluator has the last word.
  bool replays(const SmtModel& model) {
    BothRuns runs = run_both(graph_, *a_, *b_, matching_, model, observations_.list);
    if (!runs.clean || !runs.difference) {
      undecided_ = !runs.clean ? "a candidate did not replay: " + runs.obstacle
                               : "a candidate that the evaluator does not confirm";
      return false;
    }
    out_.verdict = Verdict::Different;
    out_.difference = std::move(*runs.difference);
    out_.unknown.clear();
    return true;
  }

  // Where the evaluator would place the pointers whose numbers the pair depends on.
  std::vector<Term> pointer_values(const TermPair& pair) {
    std::vector<Term> out;
    const Term roots[] = {pair.a, pair.b};
    const auto leaves = collect_leaves(graph_, roots).variables;
    for (Execution* e : {a_, b_}) {
      const auto& executor = e->executor();
      for (const Input& input : executor.inputs()) {
        if (input.kind != Input::Kind::Parameter || !executor.pointer_parameters().contains(input.index))
          continue;
        if (std::find(leaves.begin(), leaves.end(), input.term) == leaves.end()) continue;
        const std::uint32_t number = e == b_ ? matching_.number_of_b(input.index) : input.index;
        out.push_back(
            graph_.eq(input.term, graph_.constant(graph_.width(input.term), allocation_base(number))));
      }
    }
    return out;
  }

  // Inputs that nothing is assumed of: the lanes' own arguments of a device function.
  std::unordered_set<std::uint32_t> interchangeable_inputs() {
    std::unordered_set<std::uint32_t> out;
    for (Execution* e : {a_, b_}) {
      const auto& executor = e->executor();
      for (const Input& input : executor.inputs()) {
        if (input.kind != Input::Kind::LaneParameter || executor.pointer_parameters().contains(input.index))
          continue;
        const auto [low, high] = graph_.unsigned_range(input.term);
        if (low == 0 && high == Forms::mask(graph_.width(input.term)) && graph_.zero_bits(input.term) == 0)
          out.insert(input.term.id);
      }
    }
    for (const Term v : collect_leaves(graph_, assumptions_).variables) out.erase(v.id);
    return out;
  }

  bool assumptions_read_memory() {
    const auto order = topological_order(graph_, assumptions_);
    return std::any_of(order.begin(), order.end(), [&](Term t) { return graph_.kind(t) == Kind::Read; });
  }

  void solve() {
    std::vector<Open> rest;
    std::set<std::vector<std::uint64_t>> proved;
    const auto interchangeable = interchangeable_inputs();
    const bool alike = !assumptions_read_memory();
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const Open& o = open_[i];
      SmtModel model;
      std::vector<Term> query{graph_.lnot(graph_.eq(o.pair.a, o.pair.b))};
      const auto pins = pointer_values(o.pair);
      // What was proved of one lane's inputs holds for another's.
      std::vector<std::uint64_t> text;
      if (alike && pins.empty()) text = question_text(graph_, o.pair.a, o.pair.b, interchangeable);
      if (!text.empty() && proved.contains(text)) {
        ++out_.by_solver;
        continue;
      }
      query.insert(query.end(), pins.begin(), pins.end());
      Answer answer = ask(query, options_.floats == FloatMeaning::Exact ? &model : nullptr);
      // A proof must not rest on the numbers that the evaluator gives to pointers.
      if (answer == Answer::Unsat && !pins.empty()) {
        answer = ask({query.front()}) == Answer::Unsat ? Answer::Unsat : Answer::Unknown;
      }
      if (answer == Answer::Unsat) {
        ++out_.by_solver;
        if (!text.empty()) proved.insert(std::move(text));
        continue;
      }
      if (answer == Answer::Sat && options_.floats == FloatMeaning::Exact && replays(model)) {
        open_.clear();
        return;
      }
      if (answer == Answer::Unknown)
        undecided_ = Clock::now() > deadline_ ? "out of time" : "not decided: " + solver_reason_;
      if (answer == Answer::Sat && options_.floats == FloatMeaning::Real)
        undecided_ = "differs bit for bit; not decided over the reals";
      rest.push_back(o);
      // One pair that is too hard makes the verdict; the others would cost as much.
      for (++i; i < open_.size(); ++i) rest.push_back(open_[i]);
    }
    open_ = std::move(rest);
  }

  bool computes_floats() const {
    std::vector<Term> roots;
    for (const Observation& o : observations_.list) roots.insert(roots.end(), {o.a, o.b});
    const auto order = topological_order(graph_, roots);
    return std::any_of(order.begin(), order.end(), [&](Term t) { return graph_.kind(t) == Kind::Float; });
  }

  void state_assumptions() {
    if (!out_.compared_returns) {
      if (!options_.check.grid) add(out_.assumptions, "a grid has less than 2^31 threads along x");
      add(out_.assumptions, kBlocksApart);
    }
    for (Execution* e : {a_, b_}) {
      for (const auto& note : e->executor().assumed()) add(out_.assumptions, note);
    }
    for (Execution* e : {a_, b_}) {
      if (e->uses_dynamic_shared() && options_.check.dynamic_shared == 0)
        add(out_.assumptions, "dynamic shared memory is as large as the accesses to it need");
    }
    if (out_.bit_for_bit && computes_floats()) {
      add(out_.assumptions,
          "floating point is compared bit for bit: signed zeros count, and where PTX leaves the bits of a "
          "NaN "
          "open one choice is made for both (arithmetic and cvt give the canonical NaN, neg and abs change "
          "the sign only), which hardware need not make");
    }
    if (out_.by_real_form > 0) {
      add(out_.assumptions,
          "floating-point arithmetic is taken over the real numbers: no rounding, overflow, NaN or signed "
          "zeros");
    }
  }

  const EquivalenceOptions& options_;
  Matching matching_;
  const Clock::time_point start_, deadline_;
  TermGraph graph_;
  TwoExecutions both_;
  Execution *a_ = nullptr, *b_ = nullptr;  // the ones at hand
  Observations observations_;
  std::vector<Open> open_;
  std::vector<Term> assumptions_;
  std::unordered_set<std::uint32_t> choices_;
  std::string undecided_, solver_reason_;
  bool tried_runs_ = false;
  counterexample::SourceLines lines_;
  EquivalenceReport out_;
};

}  // namespace

EquivalenceReport check_equivalence(const Side& a, const Side& b, const EquivalenceOptions& options) {
  const auto one = [&](const EquivalenceOptions& o) { return Question(a, b, o).run(); };
  return options.check.block && options.check.block->any ? compare_sizes(a, b, options, one) : one(options);
}

}  // namespace warpproof::equivalence
