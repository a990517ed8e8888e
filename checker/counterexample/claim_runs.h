// Holds what proofs rest on against runs (checker/claims): random inputs with the program's constants among them, some
// with loops of many iterations, several schedules. That nothing fails proves nothing. What fails in a run that keeps
// what the proof assumes is a defect of ours.
#pragma once

#include <optional>
#include <vector>

#include "checker/claims/claims.h"
#include "checker/claims/loop_monitor.h"
#include "checker/counterexample/random_runs.h"

namespace warpproof::counterexample {

struct ClaimFailure {
  const claims::ProofClaims* proof = nullptr;
  claims::FailedClaim failed;
  Replay run;
};

// Blocks are those that some of the proofs speak of. Ends at the question's deadline.
std::optional<ClaimFailure> find_failed_claim(const RunQuestion& question,
                                              const std::vector<claims::ProofClaims>& proofs);

}  // namespace warpproof::counterexample
