// Theorems about the specification: the table. checker/theorems/prove.h decides them.
//
// A theorem that Holds is proved by showing that assumption and not conclusion has no model, and that the
// assumption alone has one. A theorem that Differs states where two texts part: it expects a model, which is
// printed as a witness and run again in the scalar domain. The same definitions of spec/ are read
// symbolically and concretely.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/theorems/claim.h"

namespace warpproof::theorems {

enum class Expectation {
  Holds,    // proved for all inputs
  Differs,  // a witness against it exists and is shown
};

struct Theorem {
  std::string name;       // "shfl.bfly.involution"
  std::string statement;  // for Differs: the statement that fails
  Expectation expectation;
  Claim<TermDomain> (*symbolic)(TermDomain&, SymbolicInputs&);
  Claim<ScalarDomain> (*concrete)(ScalarDomain&, ConcreteInputs&);
};

enum class Verdict {
  Proved,   // no model, and the assumption is satisfiable
  Refuted,  // a model, confirmed by running it
  Unknown,  // the solver gave up, or its answer did not survive the check; `reason` says which
};

struct TheoremResult {
  const Theorem* theorem = nullptr;
  Verdict verdict = Verdict::Unknown;
  bool as_expected = false;
  bool folded = false;  // rewriting alone decided it
  std::string witness;  // "lane = 3, b = 33, .." of a refutation
  std::string reason;   // why unknown
  double seconds = 0;
};

// All theorems, in the order of the specification. The table lives as long as the program.
const std::vector<Theorem>& all_theorems();

// Runs a claim on values: nothing where the assumption fails, else whether the conclusion holds.
std::optional<bool> run_claim(const Theorem& theorem, const ConcreteInputs::Source& source);

std::string_view verdict_name(Verdict verdict);

namespace internal {
// A row of the table from a functor with `template <class D, class In> Claim<D> operator()(D&, In&) const`.
template <class F>
Theorem make_theorem(std::string name, std::string statement, Expectation expectation = Expectation::Holds) {
  return {std::move(name), std::move(statement), expectation,
          [](TermDomain& d, SymbolicInputs& in) { return F{}(d, in); },
          [](ScalarDomain& d, ConcreteInputs& in) { return F{}(d, in); }};
}

// The families of the table, one file each.
void add_shfl_theorems(std::vector<Theorem>& table);
void add_collective_theorems(std::vector<Theorem>& table);
void add_rendezvous_theorems(std::vector<Theorem>& table);
void add_barrier_theorems(std::vector<Theorem>& table);
}  // namespace internal

}  // namespace warpproof::theorems
