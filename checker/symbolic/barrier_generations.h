// Generations of a block barrier, and which of them an arrival falls into: rules barrier.rearrive and barrier.count
// across generations. That must not be up to the schedule (spec/barrier.h, reuse).
// src/concrete/meetings/barrier_reuse.h judges a run in the same way.
//
// What it claims: of a complete generation it keeps who took part and who knows, by meetings at barriers since, that it
// is complete. An arrival of a thread that does not know breaks a rule. Side conditions, and who sees to them: each
// arrival is judged and noted, and each generation noted, in the order in which the canonical schedule completes them
// (block_barriers.h); times are those of the race detector, whose clock goes forward at each meeting; a generation is
// left out only when a later one stands for it (note()).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checker/symbolic/context.h"

namespace warpproof::symbolic {

// Where threads of one generation came from.
struct BarrierSite {
  std::uint32_t place = 0;
  bool aligned = false, blocking = false;
  Lanes guard;
  std::vector<std::uint32_t> at;  // their position
};

class BarrierGenerations {
 public:
  explicit BarrierGenerations(const Context& context)
      : context_(context),
        g(context.graph),
        ops_(context.ops),
        threads_(context.threads()),
        warp_size_(context.warp_size()) {}

  // A complete generation of a barrier to which later arrivals there must be related when it `counts`.
  struct Generation {
    Lanes arrived, waited;                                // its participants, and those of them that waited
    std::vector<std::pair<std::uint64_t, Lanes>> others;  // those that did not, with times of their arrivals
    std::uint64_t time = 0;                               // of its completion, on the race detector's clock
    Lanes knows;                                          // who knows that it is complete
    std::map<int, Lanes> informed;  // by barrier: pending arrivals of threads that knew it then
    bool counted = false;
    Term happened;
    Term counts;    // it is one to which arrivals must be related, and no later one stands for it
    Term one_warp;  // its count is one warp, which came whole
    std::vector<std::pair<std::uint32_t, Term>> places;  // where it comes from, each when it is the first
  };
  // One that completes `when`; `sites` are those of all its participants. Its place is the first in the program
  // where a thread waits; where nobody does, of an arrival.
  Generation make(const Lanes& waited, const std::vector<std::pair<std::uint64_t, Lanes>>& released,
                  const std::vector<BarrierSite>& sites, Term when, std::optional<Term> count,
                  std::uint64_t now) const;

  // Threads arrive, with the count that each gives.
  void judge_arrival(int id, const Lanes& guard, const Lanes& counts, bool aligned, std::uint32_t place);
  // They do not wait.
  void note_arrival(int id, const Lanes& guard);
  // More warps are there than the generation counts: who of them is left comes unaware of it.
  void judge_overfull(const Generation& fired, const std::vector<Lanes>& others);
  void note(int id, Generation fired, const Lanes& exited);
  // Is there one to which arrivals must be related?
  bool any() const;

 private:
  void require_not_shared(const Generation& generation, const std::string& how, Term shared);
  Term tells(int id, const Generation& fired, const Generation& generation, const Lanes& exited);

  const Context& context_;
  TermGraph& g;
  const LaneOps& ops_;
  const int threads_, warp_size_;
  std::map<int, std::vector<Generation>> generations_;  // by barrier id, the latest last
};

}  // namespace warpproof::symbolic
