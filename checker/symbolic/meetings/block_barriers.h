// bar and barrier: the rendezvous of a block. Meaning and arrival counts come from spec/barrier.h.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "checker/symbolic/barrier_generations.h"
#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/parts.h"
#include "spec/barrier.h"
#include "src/machine/term_domain.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class BlockBarriers {
 public:
  explicit BlockBarriers(const Parts& parts);

  void note_meeting_of_all();
  void read_barrier_operands(Parked& p, const Instruction& ins);
  void barrier_arrive(Strand s, const Instruction& ins);
  std::vector<Position> waiting_at_barrier(int id) const;
  bool try_fire_barriers(bool standstill);

 private:
  Term order_by_barrier(const Lanes& waited, const std::vector<std::pair<std::uint64_t, Lanes>>& released,
                        Term when, std::optional<Term> count);
  void settle_generation(int id);
  void check_count(int id, Parked& p);
  void note_arrival(int id, const Parked& p);
  bool try_fire_barrier(int id, bool standstill);
  Lanes within_count(Term count, const std::vector<spec::BarrierThread<TermDomain>>& threads);
  void fire_barrier(int id, const std::vector<Position>& waiting, Term when, std::optional<Term> count,
                    const std::vector<spec::BarrierThread<TermDomain>>& threads);
  void judge_sites(const std::vector<BarrierSite>& sites);

  TermGraph& g;
  const ExecutorOptions& options_;
  const int threads_;
  const int warp_size_;
  const int warps_;
  const LaneOps& ops_;
  const Context& context_;
  LaunchNumbers& numbers_;
  std::map<Position, Iteration>& iterations_;
  std::map<Position, Parked>& parked_;
  std::map<int, std::vector<Arrival>>& arrivals_;
  std::map<Position, Passing>& passed_;
  Lanes& present_;
  Lanes& exited_;
  Lanes& cut_;
  BlockMemory& memory_;
  BarrierGenerations& generations_;
  std::optional<OtherBlocks>& other_blocks_;
  RaceDetector& races_;
  CopyGroups& copy_groups_;
  Obligations& obligations_;
  std::map<BlockMemory::Key, std::set<Position>>& read_in_one_iteration_;
  Code& code_;
  ThreadSets& thread_sets_;
  ScalarInstructions& scalar_instructions_;
  ControlFlow& control_flow_;
  OrderRecorder& order_recorder_;
  Induction& induction_;
  LoopsInStep& loops_in_step_;
  WarpMeetings& warp_meetings_;
  ExitedLanes& exited_lanes_;
  BarrierReuse& barrier_reuse_;
  Bypasses& bypasses_;
  GridMeetings& grid_meetings_;
  SampleBarriers& sample_barriers_;
};

}  // namespace warpproof::symbolic
