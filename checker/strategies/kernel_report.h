// The report of one kernel, as strategies fill it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checker/attempt/attempt.h"
#include "checker/claims/claims.h"
#include "checker/report/report.h"
#include "checker/strategies/situation.h"
#include "checker/witness/proof_witness.h"
#include "src/machine/address_map.h"

namespace warpproof::strategies {

class KernelReport {
 public:
  explicit KernelReport(Situation& s);

  report::Kernel& out() { return out_; }
  // A reason without a place in the source.
  void add_unknown(std::string reason) { out_.unknown.push_back(without_place(std::move(reason))); }
  report::UnknownReason without_place(std::string reason) const;

  // What an attempt cost, assumed and left open. The last attempt of a proof also says whether there is a run
  // that the proof speaks of.
  void take(Attempt& a);
  // Verdict and findings of the attempt that decides one shape.
  void take_verdict(const Attempt& a);

  // Is there a run that keeps what is assumed, with a size that was proved?
  bool has_witness_among(const std::function<bool(std::uint32_t)>& is_proved) {
    return witness().exists_among(is_proved);
  }
  // Nothing where there is one; `loads_pointers`: some execution accessed memory through pointers from
  // memory.
  std::optional<report::UnknownReason> missing_witness(bool loads_pointers, std::vector<std::string>& assumptions);
  // Nothing was proved where no run keeps what the proof assumes.
  void require_witness() {
    if (out_.verdict != report::Verdict::Proved || !missing_) return;
    take_back(out_, std::move(*missing_));
    out_.runs_go_on = witness().runs_go_on();
  }
  static void take_back(report::Kernel& proved, report::UnknownReason why);

  // Of all attempts that were taken, as far as they prove something.
  const std::vector<claims::ProofClaims>& claims() const { return claims_; }
  bool loads_pointers() const { return loads_pointers_; }
  // Any run that breaks a rule.
  const std::optional<counterexample::Replay>& example() const { return example_; }
  void keep_example(const std::optional<counterexample::Replay>& run) {
    if (!example_) example_ = run;
  }

 private:
  void look_for_witness(Attempt* proof);
  ProofWitness& witness();
  void state_assumptions(const Attempt& a);
  void state_pointers(const Attempt& a, const Layout& memory);
  void state_alignments(const Attempt& a);
  void state_places(const Attempt& a);
  void state_addresses(const Layout& memory);
  void assume(const std::string& text);
  void approximate(const std::string& text);

  Situation& s_;
  report::Kernel out_;
  bool witness_was_sought_ = false;
  std::optional<ProofWitness> witness_;
  std::optional<report::UnknownReason> missing_;
  bool loads_pointers_ = false;
  std::optional<counterexample::Replay> example_;
  counterexample::SourceLines lines_;
  std::vector<claims::ProofClaims> claims_;
};

}  // namespace warpproof::strategies
