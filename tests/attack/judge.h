// The verdict on a generated kernel against the truth.
#pragma once

#include <string>

#include "checker/report/report.h"
#include "tests/attack/truth.h"
#include "tests/generated/kernel.h"

namespace warpproof::attack {

enum class Outcome : std::uint8_t {
  ProvedSafe,   // proved, no run shows an error
  FoundBroken,  // a violation, and it is one
  Unknown,
  WrongProof,  // proved, a run shows an error
  Vacuous,     // proved, no run keeps the assumptions
  FalseAlarm,  // a violation, no run shows an error although all inputs were tried
  Open,        // a violation that none of the inputs tried shows, of which there are more
  Failed,      // an exception, or a run that cannot be judged: a defect of the generator, or of ours
};
std::string_view outcome_name(Outcome outcome);
inline bool is_wrong(Outcome o) {
  return o == Outcome::WrongProof || o == Outcome::Vacuous || o == Outcome::FalseAlarm;
}

struct Judgement {
  Outcome outcome{};
  std::string text;  // what differs, or why it is unknown
  Truth truth;
  report::Kernel report;
};

// The checker without its own search by random runs: what its proofs alone say. Where it does not know, no truth is looked
// for: that costs more than the check.
Judgement judge(const generated::Kernel& kernel, double budget_seconds, const TruthLimits& limits = {});

}  // namespace warpproof::attack
