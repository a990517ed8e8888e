// One attempt at a kernel: one shape, or all sizes at once, executed symbolically, its obligations decided, every
// candidate violation replayed. Which attempts are made, in which order, is a matter of checker/strategies.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checker/attempt/check_options.h"
#include "checker/attempt/errors.h"
#include "checker/attempt/followed.h"
#include "checker/attempt/limits.h"
#include "checker/attempt/outcome.h"
#include "checker/attempt/questions.h"
#include "checker/attempt/replays.h"
#include "checker/attempt/sizes.h"
#include "checker/claims/claims.h"
#include "checker/symbolic/executor.h"

namespace warpproof {

class Attempt {
 public:
  using Clock = Limits::Clock;
  Attempt(const Program& program, std::uint32_t root, const CheckOptions& options,
          const symbolic::Shape& shape, Limits limits, LoopTreatment loops, KnownAnswers& known);
  Attempt(const Attempt&) = delete;

  void run();
  // The execution ended early because a plan was weakened: to be repeated with the weaker plans.
  bool to_repeat() const { return executor_.plans_changed(); }
  // It ended early at a loop without a plan.
  bool cut_short() const { return cut_short_; }
  bool proved() const { return outcome_.errors() == 0 && outcome_.unknowns().empty(); }
  bool violated() const { return outcome_.errors() > 0; }
  bool settled() const { return proved() || violated(); }
  // Something was not decided for lack of effort: with more it may be.
  bool ran_out() const { return ran_out_; }
  const Outcome& outcome() const { return outcome_; }
  const symbolic::Executor& executor() const { return executor_; }
  double solver_seconds() const { return questions_.seconds(); }
  std::uint64_t solved() const { return questions_.asked(); }
  std::uint32_t smallest_bad() const { return sizes_.smallest_bad(); }
  // The first run that was found to break a rule.
  const std::optional<counterexample::Replay>& example() const { return replays_.example(); }
  bool searched_convergence() const { return searched_convergence_; }
  // Where the size is a variable: are all multiples of `multiple` from `low` to `high` shown to break nothing?
  bool clean(std::uint32_t multiple, std::uint32_t low, std::uint32_t high) {
    return followed_all_ && sizes_.clean(multiple, low, high);
  }
  // What was taken to hold of loops, where this is a proof by induction; then what other parts of the proof took.
  const std::vector<claims::ProofClaims>& claims() const { return claims_; }
  void name_claims(const std::string& by);
  void add_claims(const Attempt& part) {
    claims_.insert(claims_.end(), part.claims_.begin(), part.claims_.end());
  }
  // Another part of this proof: what that assumes, this assumes as well.
  void rests_on(std::unique_ptr<Attempt> part) {
    add_claims(*part);
    part_ = std::move(part);
  }
  const Attempt* part() const { return part_.get(); }
  // Does a rule depend on the sum of a product of floats, each rounded by itself? PTX ISA 9.x, add, sub, mul: without a rounding
  // modifier the two may become one operation, as compilers make of CUDA C++ unless -fmad=false is given.
  bool sums_products() const;
  // Products of parameters that it took to fit an int, in words.
  std::vector<std::string> assumed_of_sizes() const;
  // admits.h
  bool admits(const Launch& launch, const RunInputs& inputs);

 private:
  void follow_and_decide();
  // What is open once the kernel was followed is not known.
  void list_unknowns();
  void look_at_convergence();
  bool lost_patience() const;
  bool hurried() const;
  bool infeasible(Term t, unsigned at_most_ms);  // called while the kernel is executed
  symbolic::ExecutorOptions executor_options(const symbolic::Shape& shape);

  const Program& program_;
  const std::uint32_t root_;
  const CheckOptions& options_;
  Limits limits_;
  LoopTreatment loops_;
  TermGraph graph_;
  Questions questions_;
  symbolic::Executor executor_;
  Outcome outcome_;
  const Followed followed_;
  Replays replays_;
  ProductQuestions products_;
  Errors errors_;
  Sizes sizes_;
  std::vector<claims::ProofClaims> claims_;
  std::unique_ptr<Attempt> part_;  // null: there is none
  bool followed_all_ = false;  // all that the kernel may do is in the obligations and the executor's unknowns
  bool searched_convergence_ = false, cut_short_ = false, ran_out_ = false;
};

}  // namespace warpproof
