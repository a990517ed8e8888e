// Holds what proofs rest on against runs (checker/claims): random inputs with the program's constants among them, some
// with loops of many iterations, several schedules. That nothing fails proves nothing. What fails in a run that keeps
// what the proof assumes is a defect of ours.
//
// Claims about loops are held against each iteration, those about atomic counters against each change of memory. That no two
// accesses of a block race, that every thread comes to each barrier, and whatever else the rules ask, is judged of all threads
// and all pairs of them: so a wrong step of the proof about addresses that differ, or about threads that stand for all, comes
// out where it hides an error of the run.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checker/claims/claims.h"
#include "checker/claims/loop_monitor.h"
#include "checker/claims/number_monitor.h"
#include "checker/counterexample/random_runs.h"

namespace warpproof::counterexample {

struct ClaimFailure {
  const claims::ProofClaims* proof = nullptr;
  // At most one of the two. None: the run breaks a rule, which the proof says no run does.
  std::optional<claims::FailedClaim> failed;
  std::optional<claims::FailedNumbers> numbers;
  Replay run;                                 // with its trace where it breaks a rule
};

// Blocks are those that some of the proofs speak of; of proofs without loops, which claim nothing of any, all of the
// question's. Ends at the question's deadline. `assumptions`: the texts that the proofs list; what breaks one of them is no error.
std::optional<ClaimFailure> find_failed_claim(const RunQuestion& question, const std::vector<claims::ProofClaims>& proofs,
                                              std::span<const std::string> assumptions);

}  // namespace warpproof::counterexample
