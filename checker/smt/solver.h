// Decides whether predicates over terms can hold together. The only folder that includes Z3.
//
// Unsat is a proof: every step towards it (simplification, leaving out unrelated assumptions, uninterpreted
// floating point, Z3) only ever admits more assignments. Sat is a checked claim: the assignment was evaluated
// with src/term/evaluate.h (exact IEEE arithmetic, consistent memory) and makes every assertion and
// assumption true. Everything else, time-outs and Z3's own errors included, is Unknown with a reason.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "checker/smt/answer.h"
#include "checker/smt/known_answers.h"
#include "checker/smt/model.h"
#include "src/term/term.h"

namespace warpproof {

// "4.8.12", of the library in use.
std::string z3_version();

struct SmtStats {
  std::uint64_t queries = 0, sat = 0, unsat = 0, unknown = 0;
  std::uint64_t folded = 0;    // answered without Z3, by rewriting
  std::uint64_t searched = 0;  // answered without Z3, by trying assignments
  double seconds = 0.0;
};

struct SolverOptions {
  unsigned budget_ms = 10'000;  // of effort::Clock, for one check, all its attempts together
  unsigned seed = 0;
  KnownAnswers* known = nullptr;  // of this and other solvers, outlives them; null: each question is asked
  unsigned memory_mb = 6'000;  // Z3's limit for the process; past it the answer is Unknown
};

class Solver {
 public:
  explicit Solver(TermGraph& graph, SolverOptions options = {});
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  // Holds in every later check. Throws std::invalid_argument when the term is no predicate.
  void assume(Term predicate);
  // For the checks to come, SolverOptions::budget_ms.
  void set_budget_ms(unsigned budget_ms);
  // Whether all assertions can hold together with the assumptions and the ranges of variables.
  Answer check(std::span<const Term> assertions, SmtModel* model = nullptr);
  // Why the last check was Unknown.
  std::string reason() const;
  const SmtStats& stats() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warpproof
