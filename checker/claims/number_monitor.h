// Holds what a proof takes for granted of atomic counters (NumbersClaim) against a run: nothing but additions changes a word
// between two additions whose numbers were taken to be different.
//
// That additions alone return different numbers is the specification's, and that they do not wrap around is an assumption of
// the verdict. So what is looked at is who changes the words, and when. Two additions are compared in the same iterations of
// all loops around them, where they are what the proof followed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "checker/claims/claims.h"
#include "src/concrete/change_observer.h"

namespace warpproof::claims {

// What a run shows.
struct FailedNumbers {
  std::size_t claim = 0;               // of ProofClaims::numbers
  std::uint32_t addition = 0, by = 0;  // places: of the addition, and of what changes its word
  std::uint32_t thread = 0;            // that changes it
  // The other addition, which comes after the change. None: nothing but additions and known stores was to change it.
  std::optional<std::uint32_t> next;
};

class NumberMonitor final : public ChangeObserver {
 public:
  // Lives for one run. `canonical`: the schedule; additions are compared with each other under that one only, which proofs
  // follow.
  NumberMonitor(const std::vector<NumbersClaim>& claims, bool canonical);

  void changes(const Change& change) override;
  // The first that was found.
  const std::optional<FailedNumbers>& failed() const { return failed_; }
  std::uint64_t additions() const { return looked_at_; }  // that were looked at

 private:
  struct Word {
    int bytes = 0;
    std::uint64_t generation = 0;  // how often something else than additions changed it
    std::uint32_t first = 0;       // place of the first addition that counts
    std::uint32_t changed_by = 0, changed_in = 0;  // place and thread of the last change
    // By addition and iterations: in which generation it added.
    std::map<std::pair<std::size_t, std::uint64_t>, std::uint64_t> added;
  };
  struct Claim {
    const NumbersClaim* claim = nullptr;
    std::map<InstructionAt, std::size_t> additions;
    std::vector<std::vector<std::size_t>> partners;  // by addition
    std::map<std::uint64_t, Word> words;             // by address
  };
  void add(std::size_t number, std::size_t addition, const Change& change);
  void change_others(std::size_t number, const Change& change);

  const bool canonical_;
  std::vector<Claim> claims_;
  std::optional<FailedNumbers> failed_;
  std::uint64_t looked_at_ = 0;
};

}  // namespace warpproof::claims
