// Strands that can run, that wait, and that join: whose turn it is, and what is known of threads where two of them
// meet.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/parts.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class Strands {
 public:
  explicit Strands(const Parts& parts);

  std::map<Position, Strand> runnable;
  std::map<Position, Parked> parked;             // a block barrier's position ends with its number
  std::map<int, std::vector<Arrival>> arrivals;  // of bar.arrive, by the barrier's number
  std::map<Position, Passing> passed;            // places after a barrier

  std::map<Position, Strand>::iterator next_to_run();
  void enter(Strand s);  // makes a strand runnable at its top block
  void merge_into(Strand& into, const Strand& from);
  void note_split(const Lanes& whole, const Lanes& one, const Lanes& other);
  Lanes unite(const Lanes& one, const Lanes& other);

 private:
  bool polls(std::uint32_t function, std::uint32_t head);

  const Program& program_;
  const std::uint32_t root_;
  TermGraph& g;
  const int threads_;
  const LaneOps& ops_;
  Code& code_;
  Record& record_;

  std::map<std::pair<std::uint32_t, std::uint32_t>, Term> wholes_;  // of two guards, by term id
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> polling_loops_;  // by function and head
};

}  // namespace warpproof::symbolic
