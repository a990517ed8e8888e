#include "checker/theorems/theorem.h"

namespace warpproof::theorems {

const std::vector<Theorem>& all_theorems() {
  static const std::vector<Theorem> table = [] {
    std::vector<Theorem> t;
    internal::add_shfl_theorems(t);
    internal::add_collective_theorems(t);
    internal::add_rendezvous_theorems(t);
    internal::add_barrier_theorems(t);
    return t;
  }();
  return table;
}

std::optional<bool> run_claim(const Theorem& theorem, const ConcreteInputs::Source& source) {
  ScalarDomain d;
  ConcreteInputs inputs(d, source);
  const Claim<ScalarDomain> claim = theorem.concrete(d, inputs);
  if (!claim.assumption.value) return std::nullopt;
  return claim.conclusion.value;
}

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::Proved:
      return "proved";
    case Verdict::Refuted:
      return "refuted";
    case Verdict::Unknown:
      return "unknown";
  }
  return "";
}

}  // namespace warpproof::theorems
