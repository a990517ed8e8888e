#include "checker/equivalence/equivalence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <unordered_set>

#include "checker/counterexample/counterexample.h"
#include "checker/counterexample/dynamic_shared.h"
#include "checker/equivalence/atomic_matching.h"
#include "checker/equivalence/block_exchange.h"
#include "checker/equivalence/block_sizes.h"
#include "checker/equivalence/by_way.h"
#include "checker/equivalence/common_run.h"
#include "checker/equivalence/contraction.h"
#include "checker/equivalence/inquiry.h"
#include "checker/equivalence/matching.h"
#include "checker/equivalence/module_variables.h"
#include "checker/equivalence/observation.h"
#include "checker/equivalence/one_outcome.h"
#include "checker/equivalence/pair_decision.h"
#include "checker/equivalence/same_code.h"
#include "checker/equivalence/shared_sizes.h"
#include "checker/equivalence/trial_runs.h"
#include "checker/equivalence/two_executions.h"
#include "checker/report/add_once.h"
#include "src/base/effort.h"
#include "src/program/constant_variables.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

namespace {

using Clock = effort::Clock;

constexpr double kQuickCheckSeconds = 4;  // for undefined behaviour, before runs are tried
constexpr auto kTrialTime = std::chrono::seconds(3);

constexpr const char* kBitForBit =
    "floating point is compared bit for bit: signed zeros count, and where PTX leaves the bits of a NaN open "
    "one choice is made for both (arithmetic and cvt give the canonical NaN, neg and abs change the sign "
    "only), which hardware need not make";
constexpr const char* kNotFused =
    "products are not fused with the sums that they go into (nvcc and ptxas: -fmad=false)";
constexpr const char* kOverReals =
    "floating-point arithmetic is taken over the real numbers: no rounding, overflow, NaN or signed zeros";
constexpr const char* kSameOrders =
    "what depends on the order of atomics is the same for every such order: both perform the same atomics at "
    "the same points, so that the same orders are possible in both";

constexpr const char* kConditionOfReals = "over the reals: ";  // how RealConditions::texts begin

using RealClock = std::chrono::steady_clock;  // for reports only

double since(RealClock::time_point start) {
  return std::chrono::duration<double>(RealClock::now() - start).count();
}

std::string shape_text(const std::array<std::uint32_t, 3>& s) {
  return s[1] * s[2] == 1 ? fmt::format("{}", s[0]) : fmt::format("{},{},{}", s[0], s[1], s[2]);
}

constexpr const char* kStridesNotFar =
    "where loops move an index by a stride that is an input, it is moved by no more than 2^31 less two "
    "strides, or a pointer by 2^33 bytes less two strides: beyond that, numbers of 32 bits may wrap around "
    "on "
    "one side only";
constexpr const char* kNearAccesses =
    "no access to global memory is 2^31 elements (of its own size) or more from where its pointer points, so "
    "that indices of 32 bits do not wrap around on one side only";
constexpr const char* kPointersInRange =
    "pointers that loops move and compare, and their offsets, do not wrap around";

std::string same_at_start(const std::string& variable) {
  return fmt::format("'{}' holds the same in both modules at the start", variable);
}

class Question {
 public:
  // Of the loops, where their iterations were not found to do the same.
  using OtherWay = std::function<std::optional<EquivalenceReport>(Clock::time_point deadline)>;

  Question(const Side& a, const Side& b, const EquivalenceOptions& options, OtherWay other_way)
      : options_(options),
        other_way_(std::move(other_way)),
        original_b_(b),
        modules_(pair_module_variables(a, b)),
        ordered_b_(in_order_of_a(b, modules_)),
        unlike_sizes_(reads_unlike_shared_sizes(a, b)),
        matching_(match(a, b, options)),
        deadline_(Clock::now() + effort::seconds(options.check.budget_seconds)),
        inquiry_(graph_, options_.use_solver, deadline_),
        both_(graph_, a, ordered_b_, matching_, options_, deadline_) {
    out_.a = a;
    out_.b = ordered_b_;
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
    if (out_.verdict == Verdict::Equivalent && other_way_ && options_.check_rules) require_common_run();
    if (out_.verdict == Verdict::Unknown) differing_run();
    if (out_.verdict == Verdict::Unknown && runs_differ_openly_) unknown("", kOpenOrder);
    out_.solver_seconds += inquiry_.seconds();
    out_.seconds = since(start_);
    out_.b = original_b_;  // the ordered one ends here
    return std::move(out_);
  }

 private:
  static Side in_order_of_a(Side b, const PairedModules& modules) {
    if (modules.program_of_b != nullptr) b.program = modules.program_of_b.get();
    return b;
  }

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

  // What is compared by way of a third kernel is so by questions of their own, without other_way_.
  void require_common_run() {
    const bool divides = std::find(out_.assumptions.begin(), out_.assumptions.end(),
                                   symbolic::kNoZeroDivisor) != out_.assumptions.end();
    // Of all questions that the answer is made of: one by way of a third kernel has conditions of its own.
    const bool of_reals = std::any_of(out_.assumptions.begin(), out_.assumptions.end(), [](const std::string& text) {
      return text.starts_with(kConditionOfReals);
    });
    const auto missing = missing_common_run(out_.a, out_.b, matching_, options_, {divides, of_reals});
    if (!missing) return;
    out_.verdict = Verdict::Unknown;
    unknown("", *missing);
  }

  void decide() {
    if (!anything_is_launched()) return;
    if (options_.check_rules && !rules_hold()) return;
    const EquivalenceReport before = out_;
    // Where blocks may wait for each other, little more than that is ever decided (block_exchange.h).
    if (before.unknown.empty() && may_release(out_.a) && judge_same_code(before)) return;
    follow(before);
  }

  // One code under two names does the same, though what it does was not followed.
  bool judge_same_code(const EquivalenceReport& before) {
    const auto variables = same_code(out_.a, out_.b, matching_);
    if (!variables) return false;
    start_again(before);
    for (const std::string& name : *variables) report::add_once(out_.assumptions, same_at_start(name));
    for (const std::string& text : modules_.by_use) report::add_once(out_.assumptions, text);
    out_.verdict = Verdict::Equivalent;
    return out_.same_code = true;
  }

  void follow(const EquivalenceReport& before) {
    follow_near_and_far(before);
    if (out_.verdict != Verdict::Unknown || both_.relation() == nullptr || blocks_exchange_) return;
    if (other_way_ && Clock::now() < deadline_) {
      const EquivalenceReport own = std::move(out_);
      if (auto other = other_way_(deadline_)) {
        out_ = std::move(*other);
        return;
      }
      out_ = own;
    }
    if (!options_.follow_some_iterations) return;
    if (both_.ran_short() && Clock::now() < deadline_) {
      start_again(before);
      both_.take_time();
      both_.take_accesses_to_be_near(false);
      follow_near_and_far(before);
      if (out_.verdict != Verdict::Unknown) return;
    }
    follow_some_iterations(before);
  }

  void follow_near_and_far(const EquivalenceReport& before) {
    follow_both();
    if (out_.verdict != Verdict::Unknown || !both_.reach_far() || blocks_exchange_ || Clock::now() >= deadline_) return;
    EquivalenceReport first = out_;
    start_again(before);
    both_.take_accesses_to_be_near(true);
    follow_both();
    if (out_.verdict == Verdict::Equivalent) report::add_once(out_.assumptions, kNearAccesses);
    if (out_.verdict == Verdict::Unknown) out_ = std::move(first);
  }

  // Where loops were not found to do the same, their first iterations may tell inputs for which they do not.
  void follow_some_iterations(const EquivalenceReport& before) {
    EquivalenceReport first = out_;
    const bool settled = !out_.unknown.empty();
    start_again(before);
    both_.take_accesses_to_be_near(false);
    executed([&] {
      both_.unroll(options_.check.unroll);
      return true;
    });
    judge();
    if (out_.verdict == Verdict::Unknown && settled) out_ = std::move(first);
  }

  // Whole; loops of an unknown number of iterations by induction.
  void follow_both() {
    const EquivalenceReport before = out_;
    if (!executed([&] { return both_.meet_open_loops(); })) return judge();
    if (differing_run()) return;
    const bool settled = executed([&] { return both_.compare_loops(false); });
    if (settled) judge();
    if (out_.verdict != Verdict::Unknown || blocks_exchange_) return;
    // Where accesses may yet be taken to be near, that is tried first.
    const auto is_last = [&] { return both_.takes_accesses_to_be_near() || !both_.reach_far(); };
    const bool counts =
        settled && (both_.relation()->counts() || (is_last() && both_.relation()->moves_by_inputs()));
    if (!counts && !both_.splits_loops()) return;
    const EquivalenceReport compared = out_;
    follow_bounded(before, [&] { return both_.compare_loops(true); });
    const auto splits = is_last() ? both_.splits_by_iterations() : std::vector<LoopSplit>();
    for (const LoopSplit& split : splits) {
      if (out_.verdict != Verdict::Unknown || Clock::now() >= deadline_) break;
      follow_bounded(before, [&] { return both_.compare_loops_with(split); });
    }
    if (out_.verdict == Verdict::Unknown && settled) out_ = compared;
  }

  // Loops, where nothing is moved far.
  template <class F>
  void follow_bounded(const EquivalenceReport& before, F compare_loops) {
    start_again(before);
    if (executed(compare_loops)) judge();
    if (out_.verdict != Verdict::Equivalent) return;
    for (const auto& assumed : both_.relation()->assumed_bounds())
      report::add_once(out_.assumptions, bound_text(assumed));
    if (both_.relation()->assumes_strides()) report::add_once(out_.assumptions, kStridesNotFar);
  }

  std::string bound_text(const LoopRelation::AssumedBound& assumed) {
    const report::SourcePlace place = place_of(assumed.in_b, assumed.place);
    const std::string loop = place.line > 0 ? fmt::format("the loop at {}:{}", place.file, place.line)
                                            : fmt::format("loop {}", assumed.loop + 1);
    const auto& bound = assumed.bound;
    return fmt::format(
        "{} runs at most {} iterations each time it is entered: beyond that an index of {} bits that each "
        "iteration moves by {} may wrap around on one side only",
        loop, bound.most + 1, bound.width, bound.step);
  }

  template <class F>
  bool executed(F run) {
    const auto begin = RealClock::now();
    const bool answer = run();
    out_.execute_seconds += since(begin);
    return answer;
  }

  void start_again(const EquivalenceReport& report) {
    out_ = report;
    observations_ = {};
    open_.clear();
    inquiry_.assumptions().clear();
    choices_.clear();
    matched_results_.clear();
    atomics_over_reals_ = false;
    real_conditions_ = {};
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
    check.budget_seconds = seconds;
    report::Kernel kernel = check_kernel(*side.program, side.function, check);
    kernel.name = side.name;
    kernel.file = side.file;
    return kernel;
  }

  // Undefined behaviour of either comes first. False: the verdict is there.
  bool rules_hold() {
    using report::Verdict;
    const auto begin = RealClock::now();
    const double full = options_.check.budget_seconds / 3, quick = std::min(full, kQuickCheckSeconds);
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
    for (const auto& text : kernel.assumptions) report::add_once(out_.assumptions, text);
    for (const auto& text : kernel.approximations) report::add_once(out_.approximations, text);
    if (kernel.verdict == report::Verdict::Unknown) {
      for (const auto& u : kernel.unknown) unknown(in_b ? "b" : "a", u.reason, u.place);
      if (kernel.unknown.empty()) unknown(in_b ? "b" : "a", "not proved free of undefined behaviour");
    }
    if (kernel.verdict != report::Verdict::Proved) out_.checks.push_back(std::move(kernel));
  }

  // What runs with random inputs show needs no proof. Over the reals they show nothing: results are rounded.
  bool differing_run() {
    if (tried_runs_ || !options_.use_search || options_.floats == FloatMeaning::Real) return false;
    if (modules_.any_apart || unlike_sizes_) return false;
    tried_runs_ = true;
    const auto until = Clock::now() + kTrialTime;
    auto found = find_differing_run(out_.a, out_.b, matching_, options_, until, runs_differ_openly_);
    if (found) differ(std::move(*found));
    return found.has_value();
  }

  // What both leave behind, and what of it is not known.
  void gather() {
    for (const bool in_b : {false, true}) {
      auto& executor = (in_b ? *b_ : *a_).executor();
      for (const auto& u : executor.unknowns()) unknown(in_b ? "b" : "a", u.reason, place_of(in_b, u.place));
      if (const auto exchange = exchange_between_blocks(executor)) {
        blocks_exchange_ = true;
        unknown(in_b ? "b" : "a", exchange->what, place_of(in_b, exchange->place));
      }
      if (!executor.complete() && executor.unknowns().empty())
        unknown(in_b ? "b" : "a", "internal error: the program was not followed to its end");
      for (const auto& text : executor.approximations()) report::add_once(out_.approximations, text);
      // Both keep the rules (rules_hold), so an execution that leaves the scope has nothing to compare.
      inquiry_.assumptions().push_back(executor.in_scope());
      for (const Term t : executor.assumptions()) report::add_once(inquiry_.assumptions(), t);
      for (const Term t : (in_b ? *b_ : *a_).open_choices()) choices_.insert(t.id);
    }
    check_module_variables();
    if (unlike_sizes_)
      unknown("", "%total_smem_size is read, and the two have shared memory of their own of different sizes");
    if (!matching_.identity && out_.compared_returns &&
        !(a_->executor().pointers().parameters().empty() && b_->executor().pointers().parameters().empty())) {
      unknown("", "--map with pointer parameters of device functions");
    }
    ObservationOptions o;
    if (options_.lanes) o.lanes = *options_.lanes;
    o.name = [this](std::uint32_t number) { return a_->parameter_name(number); };
    o.number_of_b = [this](std::uint32_t allocation) { return matching_.number_of_b(allocation); };
    o.allocation_in_b = [this](std::uint32_t number) { return matching_.allocation_in_b(number); };
    if (both_.relation() != nullptr)
      o.proofs = {[this](Term guard, Term x, Term y) { return both_.same_bits_where(guard, x, y); },
                  [this](Term t) { return both_.surely_never(t); }};
    match_atomics_of(o);
    observations_ = observe(graph_, a_->executor(), b_->executor(), o);
    apply_matches();
    for (const auto& gap : observations_.gaps)
      unknown(gap.in_b ? "b" : "a", gap.reason, place_of(gap.in_b, gap.place));
    out_.compared = observations_.list.size();
  }

  // Atomics of both, one to one: what they return is then one variable for both.
  void match_atomics_of(ObservationOptions& observed) {
    atomics_ = {};
    AtomicMatchingOptions o;
    o.threads = a_->executor().shape().threads();
    NormalForms exact(graph_, FloatMeaning::Exact), real(graph_, FloatMeaning::Real);
    const bool over_reals = options_.floats == FloatMeaning::Real;
    o.equal = [&](Term a, Term b, bool operand) {
      if (Clock::now() > deadline_) return false;
      if (exact(a) == exact(b)) return true;
      if (operand && over_reals && real.same_content(a, b)) {
        real_conditions_.add(real.conditions());
        return atomics_over_reals_ = true;
      }
      return inquiry_.surely_equal(a, b);
    };
    o.key_in_a = [this](symbolic::BlockMemory::Key key) {
      if (key.space == Space::Global) key.allocation = matching_.number_of_b(key.allocation);
      return key;
    };
    for (const std::uint32_t number : not_followed(a_->executor(), b_->executor(), observed))
      o.wanted.insert({Space::Global, number});
    o.results_are_numbers = over_reals;
    atomics_ = match_atomics(graph_, a_->executor().order(), b_->executor().order(), o);
    for (const auto& key : atomics_.left_same) {
      if (key.space == Space::Global) observed.same.insert(key.allocation);
    }
  }

  // b's results become a's, and are no choices that tell the two apart.
  void apply_matches() {
    Substitute put(graph_);
    for (const auto& [from, to] : atomics_.results) {
      put.map(from, to);
      choices_.erase(from.id);
      choices_.erase(to.id);
      matched_results_.insert(to.id);
    }
    for (Observation& o : observations_.list) o.b = put(o.b);
    for (Undefinedness& u : observations_.undefined) u.condition = put(u.condition);
    for (Term& t : inquiry_.assumptions()) t = put(t);
  }

  // Both must mean the same variable of the module by one allocation number.
  void check_module_variables() {
    const auto variable = [](Execution& e, symbolic::BlockMemory::Key key) -> const Variable* {
      const Layout& layout = e.executor().layout();
      const Program& program = *e.side().program;
      for (std::size_t v = 0; v < program.variables.size(); ++v) {
        if (layout.allocation[v] == key.allocation && program.variables[v].space == key.space)
          return is_absent(program.variables[v]) ? nullptr : &program.variables[v];
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
      // Of an address in an initialiser no more is kept than that there is one.
      if ((x != nullptr && x->has_pointers) || (y != nullptr && y->has_pointers)) {
        unknown("", fmt::format("the initial value of '{}' holds addresses", any.name));
        continue;
      }
      // Contents that are known need no counterpart.
      const auto is_literal = [](const Execution& e, const Variable* v) {
        if (v == nullptr) return true;
        const Program& program = *e.side().program;
        return v->initial && is_of_compiler(*v) &&
               variables_only_read(program).contains(static_cast<std::uint32_t>(v - program.variables.data()));
      };
      const bool literal = is_literal(*a_, x) && is_literal(*b_, y);
      if (literal && (x == nullptr || y == nullptr || x->initial == y->initial)) continue;
      if (x == nullptr || y == nullptr || !matching_.same_count) {
        unknown(x != nullptr ? "a" : "b",
                fmt::format("variable '{}' of the module has no counterpart that its name or its use tells "
                            "on the other side",
                            any.name));
      } else if (x->size != y->size || x->initial != y->initial) {
        const std::string names =
            x->name == y->name ? fmt::format("'{}' ", x->name) : fmt::format("'{}' and '{}' ", x->name, y->name);
        unknown("", "variables " + names + "of the modules differ in size or initial value");
      } else {
        report::add_once(out_.assumptions, same_at_start(x->name));
      }
    }
    for (const std::string& text : modules_.by_use) report::add_once(out_.assumptions, text);
  }

  bool open_order_somewhere() { return !a_->open_orders(graph_).empty() || !b_->open_orders(graph_).empty(); }

  // Values that are compared must be defined, and must not depend on the order in which threads happen to
  // run.
  bool defined() {
    for (const bool in_b : {false, true}) {
      for (const auto& [condition, text] : (in_b ? *b_ : *a_).open_orders(graph_)) {
        if (inquiry_.ask({condition}) != Answer::Unsat) unknown(in_b ? "b" : "a", text);
      }
      std::vector<Term> undefined;
      for (const auto& u : observations_.undefined) {
        if (u.in_b == in_b) undefined.push_back(u.condition);
      }
      if (undefined.empty()) continue;
      const Answer answer = inquiry_.ask({graph_.disj(undefined)});
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

  void compare() {
    for (std::size_t i = 0; i < observations_.list.size(); ++i) {
      const Observation& o = observations_.list[i];
      if (o.a == o.b) {
        ++out_.by_structure;
      } else {
        open_.push_back({i, {o.a, o.b}});
      }
    }
    PairDecision decision(graph_, *a_, *b_, matching_, options_, observations_.list, inquiry_);
    const auto begin = RealClock::now();
    if (options_.use_normal_forms) {
      out_.by_normal_form += decision.drop_equal(FloatMeaning::Exact, open_);
      if (options_.floats == FloatMeaning::Real)
        out_.by_real_form += decision.drop_equal(FloatMeaning::Real, open_);
      real_conditions_.add(decision.real_conditions());
    }
    // What holds between loops was proved over the reals, too.
    const bool loops_over_reals = options_.floats == FloatMeaning::Real && both_.relation() != nullptr;
    out_.bit_for_bit = out_.by_real_form == 0 && !atomics_over_reals_ && !loops_over_reals;
    out_.form_seconds = since(begin);
    set_open_choices_aside();
    if (modules_.any_apart || unlike_sizes_) return;  // gather says so
    if (options_.use_search) {
      const auto search_begin = RealClock::now();
      auto found = decision.search(open_);
      out_.search_seconds = since(search_begin);
      if (found) return differ(std::move(*found));
    }
    if (!open_.empty() && differing_run()) return;
    if (options_.use_solver) {
      if (auto found = decision.solve(open_, out_.by_solver)) return differ(std::move(*found));
    }
    if (open_.empty()) return check_uses_of_bits();
    const std::string more = open_.size() > 1 ? fmt::format(" and {} more", open_.size() - 1) : "";
    unknown("", fmt::format("{}{}: {}", where(observations_.list[open_.front().observation]), more,
                            decision.undecided().empty() ? "not decided" : decision.undecided()));
  }

  // Loops were followed as if what they carry were the same in both; over the reals it is the same number.
  void check_uses_of_bits() {
    if (options_.floats == FloatMeaning::Exact || both_.relation() == nullptr) return;
    std::vector<Term> left_behind;
    for (const Observation& o : observations_.list) left_behind.insert(left_behind.end(), {o.a, o.b});
    std::vector<Term> addressed;
    for (Execution* e : {a_, b_}) {
      for (const auto& [key, allocation] : e->executor().final_memory().allocations()) {
        for (const auto& store : allocation.log) {
          for (int t = 0; t < e->executor().shape().threads(); ++t)
            addressed.insert(addressed.end(), {store.guard.at(t), store.offset.at(t)});
        }
      }
    }
    if (!both_.relation()->uses_bits_of_numbers(left_behind, addressed)) return;
    out_.bits_of_numbers = true;
    unknown("",
            "the bits of a floating-point number that a loop computes are used as an integer: over the reals "
            "it is known as a number only");
  }

  void differ(Difference difference) {
    out_.verdict = Verdict::Different;
    out_.difference = std::move(difference);
    out_.unknown.clear();
    open_.clear();
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

  // What depends on choices that a program leaves open has no one value to compare.
  void set_open_choices_aside() {
    LoopRelation* loops = both_.relation();
    if (choices_.empty() && matched_results_.empty() && loops == nullptr) return;
    std::vector<OpenPair> rest;
    std::vector<std::string> after_loops;
    for (const OpenPair& o : open_) {
      if (loops != nullptr && (loops->mentions_loops(o.pair.a) || loops->mentions_loops(o.pair.b))) {
        // States that no loop leaves behind prove no difference, so the solver can only say "equal".
        if (after_loops.empty() && both_.surely_equal(o.pair.a, o.pair.b)) {
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
      const bool matched = std::any_of(leaves.variables.begin(), leaves.variables.end(),
                                       [&](Term v) { return matched_results_.contains(v.id); });
      if (!open && matched) {
        // What atomics return is no input: it proves no difference.
        if (inquiry_.surely_equal(o.pair.a, o.pair.b)) {
          ++out_.by_solver;
        } else {
          unknown("",
                  where(observations_.list[o.observation]) + " depends on what atomics return: not decided");
        }
      } else if (!open) {
        rest.push_back(o);
      } else {
        unknown("", where(observations_.list[o.observation]) +
                        " depends on the order of atomics, on which lanes run converged, or on loads that "
                        "are not followed" +
                        not_matched());
      }
    }
    if (!after_loops.empty()) {
      const std::string more =
          after_loops.size() > 1 ? fmt::format(" and {} more", after_loops.size() - 1) : "";
      unknown("", after_loops.front() + more +
                      ": depends on loops whose iterations were not found to do the same" + loops->trouble());
    }
    open_ = std::move(rest);
  }

  std::string not_matched() const {
    return atomics_.trouble.empty() ? ""
                                    : " (atomics of the two do not go together: " + atomics_.trouble + ")";
  }

  bool computes_floats() const {
    std::vector<Term> roots;
    for (const Observation& o : observations_.list) roots.insert(roots.end(), {o.a, o.b});
    const auto order = topological_order(graph_, roots);
    return std::any_of(order.begin(), order.end(), [&](Term t) { return graph_.kind(t) == Kind::Float; });
  }

  void state_assumptions() {
    if (!out_.compared_returns) {
      if (!options_.check.grid)
        report::add_once(out_.assumptions, "a grid has less than 2^31 threads along x");
      report::add_once(out_.assumptions, kBlocksApart);
    }
    for (Execution* e : {a_, b_}) {
      for (const auto& note : e->executor().assumed()) report::add_once(out_.assumptions, note);
    }
    for (Execution* e : {a_, b_}) {
      if (e->uses_dynamic_shared() && !options_.check.dynamic_shared)
        report::add_once(out_.assumptions, "dynamic shared memory is as large as the accesses to it need");
      if (e->takes_no_dynamic_shared())
        report::add_once(out_.assumptions, counterexample::kNoDynamicShared);
    }
    if (out_.bit_for_bit && computes_floats()) {
      report::add_once(out_.assumptions, kBitForBit);
      for (const Side* side : {&out_.a, &out_.b})
        if (may_be_fused(*side->program, side->cuda_source)) report::add_once(out_.assumptions, kNotFused);
    }
    if (atomics_.any()) {
      report::add_once(out_.assumptions, kSameOrders);
    }
    if (both_.relation() != nullptr && both_.assumes_pointers()) {
      report::add_once(out_.assumptions, kPointersInRange);
    }
    if (!out_.bit_for_bit) {
      report::add_once(out_.assumptions, kOverReals);
      real_conditions_.add(both_.real_conditions());
      if (both_.relation() != nullptr) real_conditions_.add(both_.relation()->real_conditions());
      for (const auto& text : real_conditions_.texts()) report::add_once(out_.assumptions, text);
    }
  }

  const EquivalenceOptions& options_;
  const OtherWay other_way_;
  const Side original_b_;
  const PairedModules modules_;
  const Side ordered_b_;  // with its variables where a's counterparts are
  const bool unlike_sizes_;
  Matching matching_;
  const RealClock::time_point start_ = RealClock::now();
  const Clock::time_point deadline_;
  TermGraph graph_;
  Inquiry inquiry_;
  TwoExecutions both_;
  Execution *a_ = nullptr, *b_ = nullptr;  // the ones at hand
  Observations observations_;
  std::vector<OpenPair> open_;
  std::unordered_set<std::uint32_t> choices_, matched_results_;  // variables
  AtomicMatching atomics_;
  bool atomics_over_reals_ = false;
  RealConditions real_conditions_;
  bool tried_runs_ = false, runs_differ_openly_ = false;
  bool blocks_exchange_ = false;  // nothing that is followed makes the two equivalent (block_exchange.h)
  counterexample::SourceLines lines_;
  EquivalenceReport out_;
};

}  // namespace

namespace {

// Of one shape of block.
EquivalenceReport compare_two(const Side& a, const Side& b, const EquivalenceOptions& options) {
  const CompareTwo straight = [](const Side& x, const Side& y, const EquivalenceOptions& o) {
    return Question(x, y, o, {}).run();
  };
  const auto by_way = [&](Clock::time_point deadline) {
    return compare_by_way(a, b, options, deadline, straight);
  };
  const effort::Scope scope(options.check.effort, options.check.timeout_seconds);
  const std::uint64_t before = effort::spent();
  EquivalenceReport out = Question(a, b, options, by_way).run();
  if (out.verdict == Verdict::Unknown && out.bits_of_numbers) {
    // Rounding and all, the two may still be the same.
    EquivalenceOptions exact = options;
    exact.floats = FloatMeaning::Exact;
    EquivalenceReport bit_for_bit = Question(a, b, exact, by_way).run();
    if (bit_for_bit.verdict == Verdict::Equivalent) {
      out = std::move(bit_for_bit);
      out.floats = options.floats;
    }
  }
  if (scope.cut_short() && out.verdict == Verdict::Unknown)
    out.unknown.push_back({"", {effort::kStoppedByTime, {}}});
  out.effort = (effort::spent() - before) / 1'000;
  return out;
}

}  // namespace

EquivalenceReport check_equivalence(const Side& a, const SideForBlock& b, const EquivalenceOptions& asked) {
  EquivalenceOptions options = asked;
  // Where threads stop is compared as what a kernel does.
  options.check.policies.device_assert = spec::DeviceAssert::Ignore;
  options.check.policies.trap = spec::Trap::Ignore;
  const auto one = [&](const EquivalenceOptions& o) {
    return compare_two(a, b(block_shape(a, o.check.block)[0]), o);
  };
  if (!options.check.block || !options.check.block->any) return one(options);
  return compare_sizes(a, b(options.check.block->multiple), options, one);
}

EquivalenceReport check_equivalence(const Side& a, const Side& b, const EquivalenceOptions& options) {
  return check_equivalence(
      a, [&](std::uint32_t) -> const Side& { return b; }, options);
}

}  // namespace warpproof::equivalence
