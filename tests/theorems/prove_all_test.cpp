// Every theorem, decided by the checker's solver for all inputs: `warpproof spec --prove`.
#include <catch2/catch.hpp>

#include "checker/theorems/prove_z3.h"

namespace warpproof::theorems {
namespace {

TEST_CASE("every theorem turns out as the specification expects", "[theorems][smt]") {
  const Decide decide = z3_decide(120000);
  for (const Theorem& theorem : all_theorems()) {
    const TheoremResult result = prove(theorem, decide);
    CAPTURE(theorem.name, verdict_name(result.verdict), result.reason, result.witness);
    CHECK(result.as_expected);
    CHECK((result.verdict == Verdict::Refuted) == !result.witness.empty());
  }
}

}  // namespace
}  // namespace warpproof::theorems
