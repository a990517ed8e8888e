// One way of checking a kernel: one shape, or all sizes at once, executed symbolically, its obligations
// decided, every candidate violation replayed.
#pragma once

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "checker/check.h"
#include "checker/counterexample/counterexample.h"
#include "checker/counterexample/kept_assumptions.h"
#include "checker/smt/families.h"
#include "checker/smt/solver.h"
#include "checker/smt/without_products.h"
#include "checker/symbolic/executor.h"
#include "src/base/effort.h"
#include "src/term/traverse.h"

namespace warpproof {

// The kernel's parameter with this source name, PTX name or number from 0.
std::optional<std::uint32_t> find_parameter(const Program& program, std::uint32_t function,
                                            const std::vector<std::string>& names, const std::string& name);
// The values that the options give to parameters of this kernel, by the parameters' numbers.
std::map<std::uint32_t, std::uint64_t> fixed_parameters(const Program& program, std::uint32_t function,
                                                        const CheckOptions& options);

class Attempt {
 public:
  using Clock = effort::Clock;
  struct Strategy {
    int unroll = 64;                       // rounds of a loop whose condition does not fold
    symbolic::LoopPlans* plans = nullptr;  // loops to prove by induction; null: none
    bool last = true;                      // nothing else will be tried
    // How long it goes on, from its start, once a loop was cut off that has no plan yet, and how long loops
    // are unrolled. With plans it ends at the first such loop at once.
    std::optional<std::chrono::milliseconds> patience = std::nullopt;
  };
  Attempt(const Program& program, std::uint32_t root, const CheckOptions& options,
          const symbolic::Shape& shape, Clock::time_point deadline, Strategy strategy,
          Clock::time_point longest);
  Attempt(const Attempt&) = delete;

  void run();
  // The execution ended early because a plan was weakened: to be repeated with the weaker plans.
  bool to_repeat() const { return executor_.plans_changed(); }
  // It ended early at a loop without a plan.
  bool cut_short() const { return cut_short_; }
  bool proved() const { return findings_errors_ == 0 && unknown_.empty(); }
  bool violated() const { return findings_errors_ > 0; }
  // Something was not decided for lack of effort: with more it may be.
  bool ran_out() const { return ran_out_; }
  const std::vector<report::Finding>& findings() const { return findings_; }
  const std::vector<report::UnknownReason>& unknown() const { return unknown_; }
  // Warnings and notes that are neither shown nor excluded.
  const std::vector<report::Undecided>& undecided() const { return undecided_; }
  const symbolic::Executor& executor() const { return executor_; }
  double solver_seconds() const {
    return solver_.stats().seconds + quick_.stats().seconds + without_products_.stats().seconds;
  }
  std::uint64_t solved() const { return solved_ + without_products_.stats().queries; }
  std::uint32_t smallest_bad() const { return smallest_bad_; }
  // The first run that was found to break a rule.
  const std::optional<counterexample::Replay>& example() const { return example_; }
  bool searched_convergence() const { return searched_convergence_; }
  // Sizes are judged one at a time with the size put in as a number, which folds most of what is left.
  enum class AtSize { Clean, Bad, Unknown };
  AtSize at_size(std::uint32_t n);
  // False: what is assumed here, as terms, leaves this launch with these inputs out, or a thread of it finds a
  // warpproof::assume false. The contents of memory and what is open between threads are anything.
  bool admits(const Launch& launch, const RunInputs& inputs);
  bool clean(std::uint32_t multiple, std::uint32_t low, std::uint32_t high);

 private:
  void follow_and_decide();
  bool lost_patience() const;
  bool hurried() const;
  SolverOptions solver_options(double seconds) const;
  symbolic::ExecutorOptions executor_options(const symbolic::Shape& shape);

  AtSize judge_size(std::uint32_t n);
  // Terms with the block's size as a number.
  struct PutSize {
    PutSize(Attempt& a, std::uint32_t n) : attempt(a), put(a.graph_), size(n) {
      put.map(*a.executor_.numbers().block_size(), a.graph_.constant(32, n));
    }
    Term operator()(Term t) { return put(t); }
    void assumptions(std::vector<Term>& query) {
      for (const Term t : attempt.executor_.assumptions()) query.push_back(put(t));
    }
    Attempt& attempt;
    Substitute put;
    std::uint32_t size;
  };

  report::SourcePlace place_of(std::uint32_t place) {
    return counterexample::source_place(program_, place, lines_);
  }

  // Milliseconds of these that are left.
  unsigned time_for(unsigned at_most_ms) const;
  // Of the effort that is left, for one of so many questions.
  unsigned share(unsigned questions) const;
  Answer check(std::span<const Term> query, SmtModel* model, bool quick = false, unsigned at_most_ms = ~0u);
  // Called while the kernel is executed; later assumptions only narrow what was possible.
  bool infeasible(Term t);
  bool excluded_without_products(Term t, unsigned at_most_ms);
  void take_assumptions();
  // What a replay can reproduce: pointers at their allocations, choices as the canonical schedule makes them.
  std::vector<Term> replayable();
  Launch base_launch() const;
  // Obligations of several threads at one place give one reason.
  void unknown(const std::string& reason, std::uint32_t place) {
    report::SourcePlace where = place_of(place);
    const bool known = std::any_of(unknown_.begin(), unknown_.end(), [&](const report::UnknownReason& u) {
      return u.reason == reason && u.place.file == where.file && u.place.line == where.line &&
             u.place.column == where.column;
    });
    if (!known) unknown_.push_back({reason, std::move(where)});
  }

  std::vector<const symbolic::Obligation*> open_errors() const;
  void exclude_without_products();
  void decide_errors();
  void decide_sample();
  void decide_at(std::uint32_t n);
  // Asks once whether anything is violated, replays the answer, and goes on without what was explained.
  void decide(std::vector<const symbolic::Obligation*>& open, PutSize* put);
  // Replays a model. Explained: the obligations that it violates are taken out of `open`; Failed: it did not
  // replay, and is listed; Broken: the run breaks an assumption of the verdict, broken_ says which, and nothing is
  // listed.
  enum class Replayed { Explained, Failed, Broken };
  Replayed explain(std::vector<const symbolic::Obligation*>& open, const std::vector<Term>& terms,
                   const SmtModel& model);
  counterexample::Granted granted() const;
  // Those that a model violates (all, where it is none) may be broken, but no run may be shown.
  void not_shown(const std::vector<const symbolic::Obligation*>& open, const std::vector<Term>& terms,
                 const SmtModel& model);
  bool only_inexact(std::vector<Term> query, PutSize* put);
  bool dynamic_shared_is_open() const;
  bool wants_exact() const { return options_.assumed != nullptr && options_.assumed->wants_exact(); }
  // A run that breaks a rule, near one that does not (counterexample/nearby_runs.h).
  std::optional<counterexample::Replay> run_nearby(const counterexample::Replay& run,
                                                   const counterexample::Granted& granted);
  bool keep(report::Finding f);
  void not_replayed(const symbolic::Obligation& o, Term condition, const std::string& why);
  // The disjunction was too hard: each obligation on its own.
  void split_unknown(const std::vector<const symbolic::Obligation*>& open, const std::vector<Term>& terms,
                     const std::vector<Term>& constraints);
  // attempt_warnings.cpp
  void decide_warnings();
  bool shows(const symbolic::Obligation& o, const SmtModel& model);
  void leave_open(const symbolic::Obligation& o, const report::SourcePlace& place, const std::string& why);
  // A mask from activemask is right only where any grouping of lanes gives one result: searched for, not
  // proved.
  void search_convergence();
  void progress_size(std::uint32_t n) const;
  void progress(std::size_t left) const;

  const Program& program_;
  const std::uint32_t root_;
  const CheckOptions& options_;
  Clock::time_point deadline_;
  Strategy strategy_;
  const Clock::time_point start_ = Clock::now(), longest_;
  TermGraph graph_;
  const unsigned slow_ms_, quick_ms_;  // the most effort of one question
  Solver solver_, quick_;
  WithoutProducts without_products_;
  symbolic::Executor executor_;
  counterexample::SourceLines lines_;
  std::size_t assumed_ = 0, assumed_products_ = 0;
  std::set<const symbolic::Obligation*> excluded_;
  std::string broken_;  // an assumption, by the replay of the latest model
  std::uint64_t solved_ = 0;
  Clock::duration nearby_left_ = std::chrono::milliseconds(500);  // for all searches near candidates
  std::uint32_t smallest_bad_ = 0;
  bool followed_ = false;  // all that the kernel may do is in the obligations and the executor's unknowns
  std::optional<counterexample::Replay> example_;
  int findings_errors_ = 0;
  bool searched_convergence_ = false, cut_short_ = false, ran_out_ = false;
  std::map<std::uint32_t, AtSize> at_size_;
  std::uint32_t first_undecided_ = 0;
  std::vector<report::Finding> findings_;
  std::vector<report::UnknownReason> unknown_;
  std::vector<report::Undecided> undecided_;
  std::set<std::tuple<int, std::string, int, int>> seen_;
};

}  // namespace warpproof
