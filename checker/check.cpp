#include "checker/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <set>

#include "checker/attempt.h"
#include "checker/block_shapes.h"
#include "checker/counterexample/dynamic_shared.h"
#include "checker/counterexample/random_runs.h"
#include "checker/launch/sizes.h"
#include "checker/proof_witness.h"
#include "checker/report/add_once.h"
#include "checker/report/spending.h"
#include "checker/suggest.h"
#include "src/base/text.h"
#include "src/cfg/rotate_loops.h"

namespace warpproof {

namespace {

using Clock = Attempt::Clock;

// Rounds of a loop that are unrolled before induction is tried, and weakenings of its plan.
constexpr int kFirstRounds = 4;
constexpr int kRoundsOfASample = 12;  // of some threads for all: what halves or doubles up to a block's size
constexpr int kMostWeakenings = 60;
constexpr std::chrono::milliseconds kPatience{1000};      // with loops that go on, before induction is tried
constexpr std::chrono::milliseconds kForRandomRuns{400};
constexpr std::chrono::milliseconds kForRunsOfGrids{1200};  // where all blocks of a launch run
constexpr std::chrono::seconds kForASmallerExample{4};      // once a random run broke a rule
constexpr std::chrono::seconds kForEveryone{2};  // once any two threads were shown to keep the rules
constexpr double kForASuggestion = 2;            // seconds of effort, for one condition
constexpr std::uint32_t kSmallBlock = 128;       // threads; all of them are followed first
// Of the effort: for what is tried first, and for what is tried then.
constexpr double kShareOfGiven = 0.4;  // with parameters as they are given, before they may be any
constexpr double kFirstShare = 0.25, kSecondShare = 0.25, kLastShare = 0.6;

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

std::string shape_text(const std::array<std::uint32_t, 3>& s) {
  return s[1] * s[2] == 1 ? fmt::format("{}", s[0]) : fmt::format("{},{},{}", s[0], s[1], s[2]);
}

// Of a strategy, in reports.
std::string name_of(const symbolic::Shape& shape, bool by_induction) {
  using Follow = symbolic::Shape::Follow;
  std::string name = "every thread";
  if (shape.follow == Follow::TwoThreads) name = "any two threads";
  if (shape.follow == Follow::TwoWarps) name = "any two warps";
  if (shape.follow == Follow::OneWarp) name = "any warp";
  if (shape.follow == Follow::WarpPair) name = "races of any two warps";
  if (shape.follow == Follow::Everyone && shape.symbolic_size) name += " of all block sizes";
  return by_induction ? name + ", by induction" : name;
}

class KernelCheck {
 public:
  KernelCheck(const Program& program, std::uint32_t function, const CheckOptions& options)
      : program_(program),
        function_(program.functions[function]),
        root_(function),
        asked_(options),
        options_(options) {
    request_ = options.block.value_or(default_request(function_));
    largest_ = launch::largest_block(function_);
    deadline_ = Clock::now() + effort::seconds(options.budget_seconds);
  }

  report::Kernel run() {
    out_.name = function_.name;
    out_.file = program_.file;
    out_.block = request_.text.empty() ? (request_.any ? "any" : shape_text(request_.shape)) : request_.text;
    out_.grid = options_.grid ? shape_text(*options_.grid) : "any";
    if (!can_be_launched()) {
      out_.unknown.push_back({"no launch has " + out_.block + " threads: the kernel declares " +
                                  allowed_block() + ", so nothing was proved",
                              {program_.file, 0, 0, {}}});
      return std::move(out_);
    }
    if (!options_.assumptions.empty()) {
      const report::Spending::Part part(spending_, "what follows from the assumptions");
      if (!take_conditions()) return std::move(out_);
    }
    if (options_.random_runs) search_runs();
    try {
      request_.axes ? check_space() : request_.any ? check_any() : check_shape();
    } catch (const std::exception& e) {
      // A term limit, memory, or a defect of ours: nothing was proved.
      out_.verdict = out_.findings.empty() ? report::Verdict::Unknown : out_.verdict;
      out_.unknown.push_back({std::string("not finished: ") + e.what(), {program_.file, 0, 0, {}}});
    }
    if (broken_run_ && out_.verdict != report::Verdict::Violation) report_run();
    if (out_.verdict == report::Verdict::Proved && missing_witness_) take_back(out_, std::move(*missing_witness_));
    report::put_in_order(out_.findings);
    // What a kernel does that reads no place in a row does not depend on the shape of its blocks.
    if (request_.any && !request_.axes && !out_.holds_for.empty() && reads_rows()) out_.holds_for += kOneDimension;
    if (out_.verdict == report::Verdict::Violation && options_.suggest_seconds > 0 && function_.is_entry) {
      const report::Spending::Part part(spending_, "a condition for safety");
      suggest();
    }
    out_.effort_shares = spending_.shares();
    return std::move(out_);
  }

  // What was proved by another check, with more freedom, is said of the launches of this one: there has to be
  // one. `other` is that check, `proved` what it gave.
  void require_witness_of(const KernelCheck& other, report::Kernel& proved) {
    loads_pointers_ = other.loads_pointers_;
    std::optional<report::UnknownReason> missing;
    if (!options_.assumptions.empty() && !take_conditions()) {
      missing = out_.unknown.back();
    } else {
      missing = witness().missing(nullptr, proved.assumptions);
    }
    if (missing) take_back(proved, std::move(*missing));
  }

 private:
  // Within .reqntid and .maxntid.
  bool can_be_launched() const {
    return request_.any || !function_.is_entry || launch::allows_block(function_, request_.shape);
  }
  std::string allowed_block() const {
    return function_.required_block ? ".reqntid " + shape_text(*function_.required_block)
                                    : fmt::format(".maxntid {}", launch::largest_block(function_));
  }

  // The conditions of --assume narrow what is asked for before anything is executed: a parameter with one
  // value left is fixed, sizes of blocks that cannot be are left out. False: the verdict is there, nothing is
  // proved of no launch.
  bool take_conditions() {
    const auto all =
        std::make_shared<launch::Assumptions>(options_.assumptions, fixed_parameters(), options_.warp_size);
    options_.assumed = all;
    for (const launch::Condition& c : options_.assumptions) {
      const std::string types = c.types();
      report::add_once(out_.assumptions, (c.origin().empty() ? "assumed" : c.origin()) + ": " + c.text() +
                                             (types.empty() ? "" : " (" + types + ")"));
    }
    if (!request_.axes) narrow_sizes(*all);
    launch::LaunchSpace space{request_.shape, request_.multiple, largest_, options_.grid};
    if (request_.any && !request_.axes) space.block.reset();
    launch::Values witness;
    const auto answer =
        largest_ == 0 ? launch::Assumptions::Answer::Contradiction : all->find(space, &witness);
    if (answer != launch::Assumptions::Answer::Satisfied) {
      out_.verdict = report::Verdict::Unknown;
      out_.unknown.push_back(
          {answer == launch::Assumptions::Answer::Contradiction
               ? "no launch that is asked for satisfies what is assumed (" + all->text() +
                     "), so nothing was proved"
               : "no launch was found that satisfies what is assumed (" + all->text() + ")",
           {program_.file, 0, 0, {}}});
      return false;
    }
    all->want_exact(space);
    if (all->wants_exact()) all->find(space, &witness);
    for (const auto& [q, value] : witness) {
      if (q.kind == launch::Quantity::Kind::GridSize) run_grid_[q.index] = static_cast<std::uint32_t>(value);
    }
    if (request_.axes) return true;  // what follows for one shape does not for the others
    options_.facts = all->facts(space);
    for (const auto& [index, f] : options_.facts) {
      if (f.low == f.high) options_.parameters.try_emplace(std::to_string(index), f.low);
    }
    return true;
  }

  // Of all sizes those that some input satisfies the conditions with: their greatest common divisor is the
  // step.
  void narrow_sizes(const launch::Assumptions& all) {
    if (!request_.any) return;
    std::uint32_t step = 0, most = 0;
    for (std::uint32_t n = request_.multiple; n <= largest_; n += request_.multiple) {
      if (!all.allows_block({n, 1, 1}, options_.grid)) continue;
      step = std::gcd(step, n);
      most = n;
    }
    largest_ = most;
    if (most == 0) return;
    request_.multiple = step;
    if (step == most) {
      request_.any = false;
      request_.shape = {most, 1, 1};
    }
  }

  // Conditions are tried by checking the kernel under each.
  void suggest() {
    const auto until = Clock::now() + effort::seconds(options_.suggest_seconds);
    SuggestQuestion question;
    question.check = [&](const launch::Condition& condition) {
      CheckOptions narrower = asked_;
      narrower.assumptions.push_back(condition);
      narrower.suggest_seconds = 0;
      narrower.progress = nullptr;
      narrower.budget_seconds = std::max(
          0.001, std::min(kForASuggestion, std::chrono::duration<double>(until - Clock::now()).count()));
      KernelCheck check(program_, root_, narrower);
      const report::Kernel result = check.run();
      return SuggestQuestion::Answer{result.verdict == report::Verdict::Proved, std::move(check.example_)};
    };
    question.out_of_time = [&] { return Clock::now() > until; };
    question.example = example_;
    question.any_block = request_.any;
    question.multiple = request_.multiple;
    question.largest = largest_;
    question.scalars = options_.scalars;
    question.warp_size = options_.warp_size;
    out_.safe_if = suggest_condition(question);
  }

  bool is_allowed(std::uint32_t n) const {
    return options_.assumed == nullptr || options_.assumed->allows_block({n, 1, 1}, options_.grid);
  }

  Launch launch_of_runs() const {
    Launch launch;
    launch.block = request_.shape;
    launch.grid = options_.grid.value_or(run_grid_);
    launch.dynamic_shared = options_.dynamic_shared.value_or(0);
    launch.warp_size = options_.warp_size;
    launch.target_sm = options_.target_sm ? *options_.target_sm : program_.target_sm;
    launch.policies = options_.policies;
    launch.cuda_source = options_.cuda_source;
    return launch;
  }

  bool dynamic_shared_is_open() const {
    return counterexample::dynamic_shared_is_open(program_, options_.dynamic_shared);
  }

  // Where any size is asked for.
  std::vector<std::uint32_t> sizes_of_runs() const {
    std::vector<std::uint32_t> sizes;
    if (!request_.any || request_.axes) return sizes;
    // Whole warps first, partial ones hide what is wrong there.
    for (const std::uint32_t n : {32u, 64u, 128u, 1u, 20u, 48u, 256u, 1024u}) {
      if (n <= largest_ && n % request_.multiple == 0 && is_allowed(n)) sizes.push_back(n);
    }
    for (std::uint32_t n = request_.multiple; n <= largest_ && sizes.empty(); n += request_.multiple) {
      if (is_allowed(n)) sizes.push_back(n);
    }
    return sizes;
  }

  std::map<std::uint32_t, std::uint64_t> fixed_parameters() const {
    return warpproof::fixed_parameters(program_, root_, options_);
  }

  // Once, when something was proved; `proof` is the last part of it.
  void look_for_witness(Attempt* proof) {
    if (witness_was_sought_) return;
    witness_was_sought_ = true;
    const report::Spending::Part part(spending_, "a run that keeps what is assumed");
    missing_witness_ = witness().missing(proof, out_.assumptions);
  }

  static void take_back(report::Kernel& proved, report::UnknownReason why) {
    proved.verdict = report::Verdict::Unknown;
    proved.holds_for.clear();
    proved.without_witness = true;
    proved.unknown.push_back(std::move(why));
  }

  ProofWitness& witness() {
    if (!witness_) {
      ProvedLaunches launches{program_, root_, options_, shape(request_.shape), launch_of_runs(), sizes_of_runs(),
                              fixed_parameters(), [this](std::uint32_t n) { return is_allowed(n); },
                              loads_pointers_};
      if (request_.any && !request_.axes) {
        launches.shape = shape({largest_ / request_.multiple * request_.multiple, 1, 1});
        launches.shape.symbolic_size = true;
        launches.shape.multiple = request_.multiple;
      }
      witness_.emplace(std::move(launches));
    }
    return *witness_;
  }

  // Runs come first: where one breaks a rule, the proof attempt is only there to find a smaller
  // counterexample and more violations, and gets little time.
  void search_runs() {
    counterexample::RunQuestion question{
        program_,
        root_,
        {},
        {},
        {},
        options_.parameter_names,
        std::min(deadline_,
                 Clock::now() +
                     (options_.grid && !shape({1, 1, 1}).is_one_block() ? kForRunsOfGrids : kForRandomRuns)),
        options_.assumed.get(),
        options_.bounds ? &*options_.bounds : nullptr,
        !options_.grid.has_value(),
        dynamic_shared_is_open(),
        options_.grid.has_value(),
        options_.pointers_overlap};
    question.launch = launch_of_runs();
    if (dynamic_shared_is_open()) question.launch.dynamic_shared = kMostSharedBytes;
    question.sizes = sizes_of_runs();
    question.fixed = fixed_parameters();
    const report::Spending::Part part(spending_, "random runs");
    broken_run_ = counterexample::find_violating_run(question);
    example_ = broken_run_;
    if (broken_run_) deadline_ = std::min(deadline_, Clock::now() + kForASmallerExample);
  }

  // Also where the proof attempt claims that nothing is wrong: the run shows otherwise.
  void report_run() {
    counterexample::SourceLines lines;
    out_.findings = counterexample::to_findings(program_, *broken_run_, lines, options_.parameter_names);
    out_.unknown.clear();
    const bool apart = broken_run_->any_between_blocks();
    if (apart) std::erase(out_.assumptions, kBlocksApart);
    if (out_.verdict == report::Verdict::Proved) {
      if (const std::string why = why_overlooked(); !why.empty())
        out_.unknown.push_back({why, {program_.file, 0, 0, {}}});
    }
    out_.verdict = report::Verdict::Violation;
    out_.holds_for.clear();
    out_.violated_for = "block " + shape_text(broken_run_->launch.block);
    if (broken_run_->whole_grid) out_.violated_for += ", grid " + shape_text(broken_run_->launch.grid);
  }

  // A run shows what a proof attempt did not see: either it breaks what the attempt assumed, or that is a defect
  // of ours. Empty: it breaks an assumption that the finding itself names.
  std::string why_overlooked() const {
    // What spins for ever breaks the assumption that loops end, and blocks that race the one that they do not.
    if (broken_run_->result.spins_at || broken_run_->any_between_blocks()) return "";
    const auto assumes = [&](const char* what) {
      return std::any_of(out_.assumptions.begin(), out_.assumptions.end(),
                         [&](const std::string& text) { return text.find(what) != std::string::npos; });
    };
    const Launch& launch = broken_run_->launch;
    if (std::uint64_t{launch.grid[0]} * launch.block[0] > launch::kMostThreadsAlongX && assumes("2^31 threads"))
      return "the run has 2^31 threads along x or more, which the proof attempt took to be less";
    if (assumes("shared memory")) return "what a proof attempt assumed of shared memory does not hold in this run";
    return "internal error: the proof attempt overlooked this violation. The violation is real, but other proofs "
           "may be wrong for the same reason: please report this kernel and the command line to the authors of "
           "warpproof";
  }

  symbolic::Shape shape(std::array<std::uint32_t, 3> block) const {
    symbolic::Shape s;
    s.block = block;
    s.grid = options_.grid;
    s.dynamic_shared = options_.dynamic_shared.value_or(0);
    s.dynamic_shared_is_open = dynamic_shared_is_open();
    s.warp_size = options_.warp_size;
    return s;
  }

  void take(Attempt& a) {
    if (!example_) example_ = a.example();
    out_.obligations.folded += a.executor().obligations().folded();
    out_.obligations.solved += a.solved();
    out_.obligations.solver_seconds += a.solver_seconds();
    for (const auto& text : a.executor().approximations()) report::add_once(out_.approximations, text);
    if (a.searched_convergence()) {
      report::add_once(
          out_.assumptions,
          "the result does not depend on which lanes an activemask finds converged (searched on random "
          "inputs, not proved)");
    }
    for (const report::Undecided& open : a.undecided()) {
      const bool known = std::any_of(out_.undecided.begin(), out_.undecided.end(), [&](const auto& u) {
        return u.rule == open.rule && u.place.file == open.place.file && u.place.line == open.place.line;
      });
      if (!known) out_.undecided.push_back(open);
    }
    loads_pointers_ = loads_pointers_ || a.executor().uses_loaded_pointers();
    state_assumptions(a);
    if (a.proved()) look_for_witness(&a);
  }

  void state_assumptions(const Attempt& a) {
    const int sm = options_.target_sm ? *options_.target_sm : program_.target_sm;
    report::add_once(out_.assumptions, fmt::format("target sm_{}", sm));
    std::string pointers;
    std::set<std::uint32_t> all = a.executor().pointers().parameters();
    for (std::uint32_t i = 0; i < function_.parameters.size(); ++i) {
      if (program_.variables[function_.parameters[i]].holds == Variable::Holds::Pointer) all.insert(i);
    }
    std::string free, unsized;
    for (const std::uint32_t p : all) {
      const auto add = [&](std::string& list) {
        list += (list.empty() ? "" : ", ") + counterexample::buffer_name(options_.parameter_names, p);
      };
      add(a.executor().pointers().may_overlap(p) ? free : pointers);
      if (!a.executor().pointers().may_overlap(p) && options_.bounds && !options_.bounds->sizes.contains(p))
        add(unsized);
    }
    if (!free.empty()) {
      report::add_once(out_.assumptions,
                       "accesses through pointers that may overlap each other (" + free +
                           ") are aligned, and reach neither variables of the module nor what "
                           "other pointers name");
    }
    if (!pointers.empty()) {
      const std::string which = "pointers (" + pointers + ") name distinct allocations";
      const bool some_sized = options_.bounds && !options_.bounds->sizes.empty();
      report::add_once(out_.assumptions, !some_sized ? which + " and accesses stay inside them"
                                         : unsized.empty()
                                             ? which
                                             : which + " and accesses stay inside those of " + unsized);
    }
    if (a.executor().writes_global() && !a.executor().shape().is_one_block())
      report::add_once(out_.assumptions, kBlocksApart);
    if (a.executor().uses_loaded_pointers()) {
      report::add_once(
          out_.assumptions,
          "what is accessed through a pointer that was loaded from memory is accessed through no other");
    }
    if (a.executor().shape().is_sample()) {
      report::add_once(
          out_.approximations,
          a.executor().shape().follow == symbolic::Shape::Follow::TwoWarps
              ? "any two warps were followed in place of all; memory holds anything after a barrier"
              : "any two threads were followed in place of all; memory holds anything after a barrier");
    }
    for (const auto& note : a.executor().assumed()) report::add_once(out_.assumptions, note);
    if (counterexample::takes_none(program_, options_.dynamic_shared))
      report::add_once(out_.assumptions, counterexample::kNoDynamicShared);
    for (const std::uint32_t place : a.executor().assumed_places()) {
      const report::SourcePlace where = counterexample::source_place(program_, place, lines_);
      report::add_once(out_.assumptions,
                       fmt::format("assumed at {}:{}: {}", where.file, where.line, trimmed(where.text)));
    }
    for (const auto& [place, is_assert] : a.executor().assumed_stops()) {
      const report::SourcePlace where = counterexample::source_place(program_, place, lines_);
      const std::string at = fmt::format("{}:{}", where.file, where.line);
      report::add_once(out_.assumptions,
                       is_assert ? fmt::format("the assertion at {} holds: {}", at, trimmed(where.text))
                                 : fmt::format("no thread reaches the trap at {}", at));
    }
  }

  // A few rounds of every loop are unrolled first, which finds most bugs and settles most kernels. Loops that
  // go on are then proved by induction, and what is still open is unrolled as far as asked for.
  std::unique_ptr<Attempt> attempt(const symbolic::Shape& shape, Clock::time_point deadline) {
    const auto run = [&](Attempt::Strategy strategy, Clock::time_point until) {
      const report::Spending::Part part(spending_, name_of(shape, strategy.plans != nullptr));
      auto a = std::make_unique<Attempt>(program_, root_, options_, shape, until, strategy, deadline);
      a->run();
      return a;
    };
    const auto left = [&](double share) {
      return Clock::now() + std::chrono::duration_cast<Clock::duration>((deadline - Clock::now()) * share);
    };
    // With the threads' numbers as variables, rounds of a loop are dear and induction is not.
    const int few = shape.is_sample() ? 0 : std::min(kFirstRounds, options_.unroll);
    // By induction, until the plans hold or the time is over.
    const auto induct = [&](symbolic::LoopPlans& plans, Clock::time_point until) {
      std::unique_ptr<Attempt> out;
      for (int i = 0; i < kMostWeakenings && Clock::now() < until; ++i) {
        out = run({few, &plans, false, kPatience}, until);
        std::size_t fresh = 0;
        for (const auto& head : out->executor().unbounded_loops())
          fresh += plans.try_emplace(head).second ? 1 : 0;
        if (!out->to_repeat() && fresh == 0) break;
      }
      return out;
    };
    const auto settles = [&](const std::unique_ptr<Attempt>& a) {
      return a != nullptr && !a->to_repeat() && (a->proved() || a->violated());
    };
    // What held of the loops for others is where to begin.
    symbolic::LoopPlans& known = known_plans_[shape.is_sample()];
    if (!known.empty()) {
      auto plans = known;
      if (auto again = induct(plans, left(0.4)); settles(again)) return again;
    }
    auto first = run({few, nullptr, false, kPatience}, left(0.4));
    const bool cut_short = first->cut_short();
    if (!cut_short && (first->proved() || first->violated() || first->executor().unbounded_loops().empty()))
      return first;
    symbolic::LoopPlans plans;
    for (const auto& head : first->executor().unbounded_loops()) plans[head];
    auto inductive = induct(plans, left(shape.is_sample() ? 0.85 : 0.6));
    if (settles(inductive)) {
      known = std::move(plans);
      return inductive;
    }
    if (cut_short) {
      first = run({few, nullptr, false}, left(0.4));
      if (first->proved() || first->violated()) return first;
    }
    const int many = shape.is_sample() ? std::min(kRoundsOfASample, options_.unroll) : options_.unroll;
    if (few >= many)
      return inductive != nullptr && !inductive->to_repeat() ? std::move(inductive) : std::move(first);
    // Loops for which no plan works are unrolled, behind those for which one does.
    const bool helps =
        std::any_of(plans.begin(), plans.end(), [](const auto& p) { return p.second.failed.empty(); });
    auto unrolled = run({many, helps && !shape.is_sample() ? &plans : nullptr, true}, deadline);
    const bool settled = inductive != nullptr && !inductive->to_repeat();
    if (unrolled->to_repeat()) return settled ? std::move(inductive) : std::move(first);
    if (unrolled->proved() || unrolled->violated() || !settled) return unrolled;
    return inductive->unknown().size() <= unrolled->unknown().size() ? std::move(inductive)
                                                                     : std::move(unrolled);
  }

  // Any two threads, or warps, in place of the whole block, within a share of the time that is left: much
  // less to follow, but what threads pass each other through memory is forgotten. Null where that proves
  // nothing.
  std::unique_ptr<Attempt> prove_by_sample(symbolic::Shape s, double share) {
    using Follow = symbolic::Shape::Follow;
    if (!may_sample(s)) return nullptr;
    s.follow = uses_warps() ? Follow::TwoWarps : Follow::TwoThreads;
    auto result = attempt(s, after(share));
    if (!result->proved() || (result->executor().assumes_initialised() && reads_what_nobody_wrote(s)))
      return nullptr;
    return result;
  }

  bool may_sample(const symbolic::Shape& s) const {
    // One warp of any number stands for all where they do not meet and lanes do.
    const bool others_stand_in = s.symbolic_size && !warps_meet() && uses_warps();
    if (!options_.use_samples || broken_run_ || !function_.is_entry || others_stand_in ||
        s.all_threads() == 1)
      return false;
    return !uses_warps() || s.all_threads() > s.warp_size;
  }

  // When that share of the time that is left will be over.
  Clock::time_point after(double share) const {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>((deadline_ - Clock::now()) * share);
  }

  // What a sample has to assume is looked at with all threads of one block.
  bool reads_what_nobody_wrote(symbolic::Shape s) {
    s.follow = symbolic::Shape::Follow::Everyone;
    s.space.reset();
    if (s.symbolic_size) {
      s.symbolic_size = false;
      std::uint32_t n =
          std::min(s.block[0], (std::max(64u, s.multiple) + s.multiple - 1) / s.multiple * s.multiple);
      while (n < s.block[0] && !is_allowed(n)) n += s.multiple;
      s.block = {n, 1, 1};
    }
    if (static_cast<std::uint32_t>(s.all_threads()) > kSmallBlock) return false;
    return attempt(s, std::min(deadline_, Clock::now() + kForEveryone))->violated();
  }

  // Is there an instruction that the kernel may reach of which this holds?
  template <typename Predicate>
  bool any_instruction(Predicate holds) const {
    const Layout layout = warpproof::layout(program_, root_);
    for (std::size_t f = 0; f < program_.functions.size(); ++f) {
      const auto& code = program_.functions[f].code;
      if (layout.reachable[f] && std::any_of(code.begin(), code.end(), holds)) return true;
    }
    return false;
  }

  // Does it read threadIdx or blockDim?
  bool reads_rows() const {
    return any_instruction([](const Instruction& ins) {
      return std::any_of(ins.sources.begin(), ins.sources.end(), [](const Operand& o) {
        return o.kind == Operand::Kind::Special && o.special >= Special::TidX && o.special <= Special::NtidZ;
      });
    });
  }

  // Are there operations of a warp?
  bool uses_warps() const {
    return any_instruction(
        [](const Instruction& ins) { return is_rendezvous(ins.op) && ins.op != Opcode::Barrier; });
  }

  // Do warps of a block meet in any way but global memory?
  bool warps_meet() const {
    return uses_shared() ||
           any_instruction([](const Instruction& ins) { return info(ins.op).cls == OpcodeClass::Barrier; });
  }

  bool uses_shared() const {
    const Layout layout = warpproof::layout(program_, root_);
    return layout.static_shared > 0 || options_.dynamic_shared.value_or(0) > 0 ||
           std::any_of(program_.variables.begin(), program_.variables.end(), [&](const Variable& v) {
             return v.space == Space::Shared &&
                    (v.function < 0 || layout.reachable[static_cast<std::size_t>(v.function)]);
           });
  }

  void check_shape() {
    const symbolic::Shape whole = shape(request_.shape);
    // Bounds are a matter of single threads.
    const bool small = static_cast<std::uint32_t>(whole.all_threads()) <= kSmallBlock && !options_.bounds;
    std::unique_ptr<Attempt> result = by_warps(whole);
    const auto open = [&] { return result == nullptr || (!result->proved() && !result->violated()); };
    const auto try_sample = [&](double share) {
      if (auto sample = prove_by_sample(whole, share)) result = std::move(sample);
    };
    if (open() && !may_sample(whole)) {
      result = attempt(whole, deadline_);
    } else if (open() && small) {
      // All of few threads first; what does not come soon may still be a matter of any two of them.
      const auto soon = after(kFirstShare);
      result = attempt(whole, soon);
      const bool more = result->ran_out();
      if (open()) try_sample(kSecondShare);
      if (open() && more) result = attempt(whole, deadline_);
    } else if (open()) {
      try_sample(kFirstShare);
      if (open()) result = attempt(whole, after(kLastShare));
      if (open()) try_sample(1);
    }
    Attempt& attempt = *result;
    take(attempt);
    out_.findings = attempt.findings();
    out_.unknown = attempt.unknown();
    out_.verdict = attempt.violated() ? report::Verdict::Violation
                   : attempt.proved() ? report::Verdict::Proved
                                      : report::Verdict::Unknown;
    const std::string text = "block " + shape_text(request_.shape);
    if (attempt.proved()) out_.holds_for = text;
    if (attempt.violated()) out_.violated_for = text;
  }

  // All shapes in one execution, the shape being a variable: any two threads, or nothing is proved.
  void check_space() {
    out_.unknown.push_back({"no proof for all block shapes at once", {program_.file, 0, 0, {}}});
    if (uses_warps()) return;
    symbolic::Shape s = shape(request_.shape);
    s.space = launch::ShapeSpace{*request_.axes, largest_, request_.multiple};
    const auto result = prove_by_sample(s, 1);
    if (result == nullptr) return;
    out_.unknown.clear();
    take(*result);
    out_.findings = result->findings();
    out_.verdict = report::Verdict::Proved;
    out_.holds_for = launch::space_text(*s.space);
  }

  // All sizes in one execution, the size being a variable; sizes one by one where that does not fold.
  void check_any() {
    const std::uint32_t largest = largest_ / request_.multiple * request_.multiple;
    if (largest == 0)
      throw InputError({program_.file, 0, 0},
                       "no block size within .maxntid is a multiple of " + std::to_string(request_.multiple));
    symbolic::Shape s = shape({largest, 1, 1});
    s.symbolic_size = true;
    s.multiple = request_.multiple;
    if (function_.is_entry && !warps_meet()) s.follow = symbolic::Shape::Follow::OneWarp;
    {
      auto result = prove_by_sample(s, kFirstShare);
      if (result == nullptr) result = attempt(s, after(0.5));  // leaves time for the sizes one by one
      const auto one_warp = [&] { return result->executor().shape().one_warp(); };
      if (one_warp() && result->proved()) {
        if (auto races = races_of_warps(s, *result)) result = std::move(races);
      }
      if (!result->proved() && !result->violated()) {
        if (auto sample = prove_by_sample(s, kLastShare)) result = std::move(sample);
      }
      Attempt& attempt = *result;
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
        const auto races = one_warp() ? races_of_warps(s, attempt) : nullptr;
        const auto clean = [&](std::uint32_t multiple, std::uint32_t low, std::uint32_t high) {
          high = std::min(high, largest);
          return attempt.clean(multiple, low, high) &&
                 (races == nullptr || races->proved() || races->clean(multiple, low, high)) &&
                 witness().exists_among([&](std::uint32_t n) { return n % multiple == 0 && low <= n && n <= high; });
        };
        const auto sizes = launch::describe(request_.multiple, attempt.smallest_bad(), clean);
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

  // A warp of any number in place of all of a block, and how any two of them race. Null where the block is no
  // row of warps that meet in global memory only.
  std::unique_ptr<Attempt> by_warps(symbolic::Shape s) {
    if (!function_.is_entry || !uses_warps() || warps_meet() || s.block[1] * s.block[2] != 1 ||
        s.all_threads() <= 2 * s.warp_size)
      return nullptr;
    s.symbolic_size = true;
    s.multiple = s.block[0];
    s.follow = symbolic::Shape::Follow::OneWarp;
    auto result = attempt(s, after(kLastShare));
    if (!result->proved()) return result;
    auto races = races_of_warps(s, *result);
    return races == nullptr ? std::move(result) : std::move(races);
  }

  // Any two warps of the block, where one was looked at by itself: what is left is how they race. Null where
  // they cannot.
  std::unique_ptr<Attempt> races_of_warps(symbolic::Shape shape, const Attempt& one_warp) {
    if (!one_warp.executor().writes_global() ||
        launch::largest_block(function_) <= static_cast<std::uint32_t>(options_.warp_size))
      return nullptr;
    shape.follow = symbolic::Shape::Follow::WarpPair;
    return attempt(shape, after(0.5));
  }

  // Sizes one by one can only help where something depends on the size.
  static bool worth_enumerating(const Attempt& a) { return a.executor().uses_block_size(); }

  void check_each_size(std::uint32_t largest) {
    std::vector<std::uint32_t> sizes;
    for (std::uint32_t n = request_.multiple; n <= largest; n += request_.multiple) {
      if (is_allowed(n)) sizes.push_back(n);
    }
    // Whole warps first: they are what is launched most.
    std::stable_partition(sizes.begin(), sizes.end(), [](std::uint32_t n) { return n % 32 == 0; });
    std::set<std::uint32_t> good;
    std::vector<report::UnknownReason> reasons = std::move(out_.unknown);
    out_.unknown.clear();
    for (const std::uint32_t n : sizes) {
      if (Clock::now() > deadline_) break;
      if (options_.progress) options_.progress(fmt::format("{}: block size {}", function_.name, n));
      const auto result = this->attempt(shape({n, 1, 1}), deadline_);
      Attempt& attempt = *result;
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
    if (witness().exists_among([&](std::uint32_t n) { return good.contains(n); }))
      out_.holds_for = launch::list_sizes(good);
    if (out_.verdict != report::Verdict::Violation) {
      out_.unknown = reasons;
      if (reasons.empty() || good.size() > 0) {
        out_.unknown.push_back(
            {fmt::format("only {} of {} block sizes were decided", good.size(), sizes.size()),
             {program_.file, 0, 0, {}}});
      }
    }
  }

  const Program& program_;
  const Function& function_;
  const std::uint32_t root_;
  const CheckOptions& asked_;
  CheckOptions options_;  // with what follows from the assumptions
  BlockRequest request_;
  std::uint32_t largest_ = launch::kLargestBlock;   // of the sizes asked for
  std::array<std::uint32_t, 3> run_grid_{1, 1, 1};  // of runs, where any grid is asked for
  Clock::time_point deadline_;
  std::optional<counterexample::Replay> broken_run_, example_;  // that break a rule; any of them
  std::map<bool, symbolic::LoopPlans> known_plans_;  // by Shape::is_sample(), that held of some shape
  bool witness_was_sought_ = false;
  std::optional<ProofWitness> witness_;
  std::optional<report::UnknownReason> missing_witness_;
  bool loads_pointers_ = false;  // some execution accessed memory through pointers from memory
  counterexample::SourceLines lines_;
  report::Spending spending_;
  report::Kernel out_;
};

// A loop that a given parameter bounds is unrolled. Where that comes to no end, what holds for all values of
// the parameters, by induction, is proved for these.
report::Kernel check_with_parameters(const Program& program, std::uint32_t function,
                                     const CheckOptions& options) {
  if (options.parameters.empty()) return KernelCheck(program, function, options).run();
  CheckOptions given = options;
  given.budget_seconds *= kShareOfGiven;
  const auto start = Clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  report::Kernel out = KernelCheck(program, function, given).run();
  if (out.verdict != report::Verdict::Unknown || out.without_witness || spent() < given.budget_seconds / 2)
    return out;
  CheckOptions any = options;
  any.parameters.clear();
  any.suggest_seconds = 0;
  any.budget_seconds = std::max(0.001, options.budget_seconds - spent());
  KernelCheck any_check(program, function, any);
  report::Kernel all = any_check.run();
  // The witness there need not have these values.
  if (all.verdict == report::Verdict::Proved)
    KernelCheck(program, function, options).require_witness_of(any_check, all);
  for (report::EffortShare share : all.effort_shares) {
    share.strategy += " with parameters of any value";
    out.effort_shares.push_back(std::move(share));
  }
  if (all.verdict == report::Verdict::Proved) {
    all.effort_shares = std::move(out.effort_shares);
    return all;
  }
  return out;
}

}  // namespace

bool has_parameter(const Program& program, std::uint32_t function,
                   const std::vector<std::string>& parameter_names, const std::string& name) {
  return find_parameter(program, function, parameter_names, name).has_value();
}

namespace {

report::Kernel check_request(const Program& program, std::uint32_t function, const CheckOptions& options) {
  // How many groups of asynchronous copies are pending is told best of rounds that are all alike, the last
  // one included.
  const auto copies = [](const Function& f) {
    return std::any_of(f.code.begin(), f.code.end(),
                       [](const Instruction& in) { return info(in.op).cls == OpcodeClass::AsyncCopy; });
  };
  if (std::none_of(program.functions.begin(), program.functions.end(), copies))
    return check_with_parameters(program, function, options);
  const Program rotated = rotate_loops(program);
  return check_with_parameters(rotated, function, options);
}

report::Kernel check(const Program& program, std::uint32_t function, const CheckOptions& options) {
  const auto space = several_dimensions(program, function, options.block);
  if (!space) return check_request(program, function, options);
  return check_shapes(program, function, options, *space,
                      [&](const CheckOptions& one) { return check_request(program, function, one); });
}

// No run was found that keeps what the proof assumes. Where that is as each leaves the shared memory of the launch, such
// as dynamic shared memory that the launch does not give, it is an error of the kernel with that launch.
void look_at_bounds(const Program& program, std::uint32_t function, const CheckOptions& options, report::Kernel& out) {
  CheckOptions judged = options;
  judged.bounds.emplace();
  report::Kernel other = check(program, function, judged);
  for (report::EffortShare& share : other.effort_shares) share.strategy += " with bounds";
  auto& shares = other.effort_shares;
  shares.insert(shares.begin(), out.effort_shares.begin(), out.effort_shares.end());
  if (other.verdict == report::Verdict::Violation && !other.findings.empty() &&
      other.findings.front().rule == spec::Rule::MemoryOutOfBounds) {
    out = std::move(other);
  } else {
    out.effort_shares = std::move(shares);
  }
}

}  // namespace

report::Kernel check_kernel(const Program& program, std::uint32_t function, const CheckOptions& options) {
  const effort::Scope scope(options.effort, options.timeout_seconds);
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t before = effort::spent();
  report::Kernel out = check(program, function, options);
  if (out.without_witness && !options.bounds) look_at_bounds(program, function, options, out);
  if (scope.cut_short()) {
    if (out.verdict == report::Verdict::Unknown) {
      out.unknown.push_back({effort::kStoppedByTime, {program.file, 0, 0, {}}});
    } else {
      report::add_once(out.approximations, effort::kStoppedByTime);
    }
  }
  out.effort = (effort::spent() - before) / 1'000;
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return out;
}

}  // namespace warpproof
