#include "checker/equivalence/question.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>

#include "checker/counterexample/counterexample.h"
#include "checker/equivalence/block_exchange.h"
#include "checker/equivalence/buffer_elements.h"
#include "checker/equivalence/checks_of_both.h"
#include "checker/equivalence/common_run.h"
#include "checker/equivalence/inquiry.h"
#include "checker/equivalence/matching.h"
#include "checker/equivalence/module_contents.h"
#include "checker/equivalence/module_variables.h"
#include "checker/equivalence/observed_pair.h"
#include "checker/equivalence/one_outcome.h"
#include "checker/equivalence/open_values.h"
#include "checker/equivalence/pair_decision.h"
#include "checker/equivalence/same_code.h"
#include "checker/equivalence/shared_sizes.h"
#include "checker/equivalence/stated_assumptions.h"
#include "checker/equivalence/trial_runs.h"
#include "checker/equivalence/two_executions.h"
#include "checker/equivalence/unknown_parts.h"
#include "checker/report/add_once.h"
#include "src/base/effort.h"
#include "src/machine/address_map.h"
#include "src/machine/outside_calls.h"

namespace warpproof::equivalence {

namespace {

using Clock = effort::Clock;

constexpr auto kTrialTime = std::chrono::seconds(3);
constexpr std::chrono::nanoseconds kLeastTest{100'000'000}, kLongestTest{1'000'000'000};
constexpr double kTestOfBudget = 0.1;  // at most
constexpr const char* kOverlooked =
    "internal error: the proof that the two are equivalent overlooked this difference. The difference is real, but other proofs may "
    "be wrong for the same reason: please report both kernels and the command line to the authors of warpproof";

constexpr const char* kRandomNumbers =
    "the two differ in runs, but they draw random numbers, of which runs have others than a real generator gives";

using RealClock = std::chrono::steady_clock;  // for reports only

double since(RealClock::time_point start) {
  return std::chrono::duration<double>(RealClock::now() - start).count();
}

std::string shape_text(const std::array<std::uint32_t, 3>& s) {
  return s[1] * s[2] == 1 ? fmt::format("{}", s[0]) : fmt::format("{},{},{}", s[0], s[1], s[2]);
}

bool draws_random_numbers(const Side& side) {
  const Layout all = layout(*side.program, side.function);
  for (std::size_t f = 0; f < side.program->functions.size(); ++f) {
    const auto& code = side.program->functions[f].code;
    const auto draws = [](const Instruction& in) { return in.op == Opcode::Call && outside_call(in.name) == OutsideCall::AnyWord; };
    if (all.reachable[f] && std::any_of(code.begin(), code.end(), draws)) return true;
  }
  return false;
}

class Question {
 public:
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
    take_conditions(matching_, options_);
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
    if (out_.verdict == Verdict::Equivalent && other_way_) test_proof();
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

  // Nothing is equivalent where nothing is launched.
  bool anything_is_launched() {
    if (anything_satisfies(matching_, options_)) return true;
    unknown("", "no launch was found that satisfies the assumptions (" + matching_.conditions->text() + ")");
    tried_runs_ = true;
    return false;
  }

  // What is compared through a third kernel is so by questions of their own, without other_way_.
  void require_common_run() {
    const auto is_assumed = [this](const char* text) {
      return std::find(out_.assumptions.begin(), out_.assumptions.end(), text) != out_.assumptions.end();
    };
    // Of all questions that the answer is made of: one through a third kernel has conditions of its own.
    const bool of_reals = std::any_of(out_.assumptions.begin(), out_.assumptions.end(), [](const std::string& text) {
      return text.starts_with(kConditionOfReals);
    });
    const TakenForGranted granted{is_assumed(symbolic::kNoZeroDivisor), of_reals, is_assumed(kFiniteSums)};
    const auto missing = missing_common_run(out_.a, out_.b, matching_, options_, granted);
    if (!missing) return;
    out_.verdict = Verdict::Unknown;
    unknown("", *missing);
  }

  void decide() {
    if (!anything_is_launched()) return;
    if (options_.check_rules && !keeps_rules()) return;
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
      report::add_once(out_.assumptions, bound_text(assumed, place_of(assumed.in_b, assumed.place)));
    if (both_.relation()->assumes_strides()) report::add_once(out_.assumptions, kStridesNotFar);
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
    seen_ = {};
    open_.clear();
    inquiry_.assumptions().clear();
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
    state_assumptions({graph_, both_, seen_.observations, seen_.atomics.any(), real_conditions_}, options_, out_);
    out_.same_as_far_as_followed = open_.empty() && out_.compared > 0;
    if (open_.empty() && out_.unknown.empty()) out_.verdict = Verdict::Equivalent;
  }

  void unknown(const std::string& side, const std::string& reason, report::SourcePlace place = {}) {
    add_unknown(out_, side, reason, std::move(place));
  }

  report::SourcePlace place_of(bool in_b, std::uint32_t place) {
    if (place == kNoPlace) return {};
    return counterexample::source_place(*(in_b ? out_.b : out_.a).program, place, lines_);
  }

  bool keeps_rules() {
    return both_keep_rules(options_, matching_, [this] { return differing_run(); }, out_);
  }

  // Over the reals runs show nothing: results are rounded.
  bool can_run() const {
    return options_.use_search && options_.floats != FloatMeaning::Real && !modules_.any_apart && !unlike_sizes_;
  }

  // What runs with random inputs show needs no proof.
  bool differing_run() {
    if (tried_runs_ || !can_run()) return false;
    tried_runs_ = true;
    const auto until = Clock::now() + kTrialTime;
    auto found = find_differing_run(out_.a, out_.b, matching_, options_, until, runs_differ_openly_);
    if (found) differ(std::move(*found));
    return found.has_value();
  }

  // Runs that try to contradict the proof, for as long as it took, within bounds.
  void test_proof() {
    if (!can_run() || options_.check.runs == CheckOptions::Runs::None) return;
    const std::chrono::nanoseconds spent((effort::spent() - effort_before_));
    const auto time = std::min<Clock::duration>(std::clamp(spent, kLeastTest, kLongestTest),
                                                effort::seconds(kTestOfBudget * options_.check.budget_seconds));
    auto found = find_overlooked_run(out_.a, out_.b, matching_, options_, Clock::now() + time, out_.assumptions);
    if (!found) return;
    differ(std::move(*found));
    unknown("", kOverlooked);
  }

  // What both leave behind, and what of it is not known.
  void gather() {
    for (const bool in_b : {false, true}) {
      auto& executor = (in_b ? *b_ : *a_).executor();
      for (const auto& u : executor.record().unknowns) unknown(in_b ? "b" : "a", u.reason, place_of(in_b, u.place));
      if (const auto exchange = exchange_between_blocks(executor)) {
        blocks_exchange_ = true;
        unknown(in_b ? "b" : "a", exchange->what, place_of(in_b, exchange->place));
      }
      if (!executor.complete() && executor.record().unknowns.empty())
        unknown(in_b ? "b" : "a", "internal error: the program was not followed to its end");
      for (const auto& text : executor.record().approximations) report::add_once(out_.approximations, text);
      // Both keep the rules (rules_hold), so an execution that leaves the scope has nothing to compare.
      inquiry_.assumptions().push_back(executor.record().in_scope);
      for (const Term t : executor.record().assumptions) report::add_once(inquiry_.assumptions(), t);
    }
    compare_module_contents(*a_, *b_, modules_, matching_, out_);
    if (unlike_sizes_)
      unknown("", "%total_smem_size is read, and the two have shared memory of their own of different sizes");
    if (!matching_.identity && out_.compared_returns &&
        !(a_->executor().pointers().parameters().empty() && b_->executor().pointers().parameters().empty())) {
      unknown("", "--map with pointer parameters of device functions");
    }
    seen_ = observe_pair(graph_, both_, matching_, options_, inquiry_);
    real_conditions_.add(seen_.real_conditions);
    for (const auto& gap : seen_.observations.gaps)
      unknown(gap.in_b ? "b" : "a", gap.reason, place_of(gap.in_b, gap.place));
    out_.compared = seen_.observations.list.size();
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
      for (const auto& u : seen_.observations.undefined) {
        if (u.in_b == in_b) undefined.push_back(u.condition);
      }
      if (undefined.empty()) continue;
      const Answer answer = inquiry_.ask({graph_.disj(undefined)});
      if (answer == Answer::Unsat) continue;
      const auto first = std::find_if(seen_.observations.undefined.begin(), seen_.observations.undefined.end(),
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
    for (std::size_t i = 0; i < seen_.observations.list.size(); ++i) {
      const Observation& o = seen_.observations.list[i];
      if (o.a == o.b) {
        ++out_.by_structure;
      } else {
        open_.push_back({i, {o.a, o.b, o.alone}});
      }
    }
    PairDecision decision(graph_, *a_, *b_, matching_, options_, seen_.observations.list, inquiry_);
    const auto begin = RealClock::now();
    if (options_.use_normal_forms) {
      out_.by_normal_form += decision.drop_equal(FloatMeaning::Exact, open_);
      if (options_.floats == FloatMeaning::Real)
        out_.by_real_form += decision.drop_equal(FloatMeaning::Real, open_);
      real_conditions_.add(decision.real_conditions());
    }
    // What holds between loops was proved over the reals, too.
    const bool loops_over_reals = options_.floats == FloatMeaning::Real && both_.relation() != nullptr;
    out_.bit_for_bit = out_.by_real_form == 0 && !seen_.atomics_over_reals && !loops_over_reals;
    out_.form_seconds = since(begin);
    if (!out_.bit_for_bit) note_numbers(decision.compared_as_numbers(), loops_over_reals);
    set_open_values_aside({graph_, both_, inquiry_, seen_.choices, seen_.matched_results,
                           [this](const OpenPair& o) { return where(seen_.observations.list[o.observation]); },
                           [&](const OpenPair& o) { return decision.is_among_integers(o); }, seen_.not_matched()},
                          open_, out_);
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
    unknown("", fmt::format("{}{}: {}", where(seen_.observations.list[open_.front().observation]), more,
                            decision.undecided().empty() ? "not decided" : decision.undecided()));
  }

  // Buffers that are not declared to hold floats, where numbers count. Which of the words that loops leave there are
  // numbers is not known.
  void note_numbers(const std::set<std::uint32_t>& found, bool loops_over_reals) {
    bool any_floats = false;
    for (std::uint32_t id = 0; loops_over_reals && !any_floats && id < graph_.size(); ++id)
      any_floats = graph_.kind(Term{id}) == Kind::Float;
    std::set<std::uint32_t> all = found;
    for (const Observation& o : seen_.observations.list) {
      if (any_floats && o.kind == Observation::Kind::Memory) all.insert(o.allocation);
    }
    for (const std::uint32_t n : all) {
      if (elements_of(out_.a, out_.b, matching_, n) != Elements::Floats)
        report::add_once(out_.assumptions, numbers_in(a_->parameter_name(n)));
    }
  }

  // Loops were followed as if what they carry were the same in both; over the reals it is the same number.
  void check_uses_of_bits() {
    if (options_.floats == FloatMeaning::Exact || both_.relation() == nullptr) return;
    std::vector<Term> left_behind;
    for (const Observation& o : seen_.observations.list) left_behind.insert(left_behind.end(), {o.a, o.b});
    if (!both_.uses_bits_of_numbers(left_behind)) return;
    out_.bits_of_numbers = true;
    unknown("",
            "the bits of a floating-point number that a loop computes are used as an integer: over the reals "
            "it is known as a number only");
  }

  void differ(Difference difference) {
    if (draws_random_numbers(out_.a) || draws_random_numbers(out_.b)) {
      out_.verdict = Verdict::Unknown;
      return unknown("", kRandomNumbers);
    }
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

  const EquivalenceOptions& options_;
  const OtherWay other_way_;
  const Side original_b_;
  const PairedModules modules_;
  const Side ordered_b_;  // with its variables where a's counterparts are
  const bool unlike_sizes_;
  Matching matching_;
  const RealClock::time_point start_ = RealClock::now();
  const std::uint64_t effort_before_ = effort::spent();
  const Clock::time_point deadline_;
  TermGraph graph_;
  Inquiry inquiry_;
  TwoExecutions both_;
  Execution *a_ = nullptr, *b_ = nullptr;  // the ones at hand
  ObservedPair seen_;
  std::vector<OpenPair> open_;
  RealConditions real_conditions_;
  bool tried_runs_ = false, runs_differ_openly_ = false;
  bool blocks_exchange_ = false;  // nothing that is followed makes the two equivalent (block_exchange.h)
  counterexample::SourceLines lines_;
  EquivalenceReport out_;
};

}  // namespace

EquivalenceReport compare(const Side& a, const Side& b, const EquivalenceOptions& options, OtherWay other_way) {
  return Question(a, b, options, std::move(other_way)).run();
}

}  // namespace warpproof::equivalence
