// Warp collectives: arrival and firing. Rendezvous comes from spec/.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/meetings/warp_operands.h"
#include "checker/symbolic/parts.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class WarpMeetings {
 public:
  explicit WarpMeetings(const Parts& parts);

  // Activemask was executed: what lanes see depends on which of them run converged.
  bool uses_activemask() const { return activemask_visits_ > 0; }

  void arrive(Strand s, const Instruction& ins);
  void park(const Position& at, Parked p, const Instruction& ins);
  std::uint32_t next_block(const Strand& s) const;
  std::vector<Position> partners_of(const Position& at) const;
  Term gone(int thread);  // the lane counts as exited
  bool try_fire(const Position& at, bool standstill);

 private:
  void warp_arrive(Strand s, const Instruction& ins);
  void write_undefined(Strand& s, const Instruction& ins, int cause);
  std::map<Position, Lanes> may_fire(const std::vector<Position>& partners);
  void fire(const std::map<Position, Lanes>& who);
  void fire_in_lockstep(const Position& at, const Instruction& ins);
  void note_point_mismatch(const std::vector<Parked>& partners, const std::vector<Lanes>& firing);
  void judge_whole_warps(const Lanes& firing, const Parked& parked);
  void execute_activemask(Strand s, const Instruction& ins);
  void execute_legacy(Strand s, const Instruction& ins);

  const Program& program_;
  TermGraph& g;
  const ExecutorOptions& options_;
  const int threads_;
  const int warp_size_;
  const int warps_;
  const LaneOps& ops_;
  const Context& context_;
  std::map<Position, Parked>& parked_;
  Lanes& present_;
  Lanes& exited_;
  SharedWords& shared_words_;
  RaceDetector& races_;
  CopyGroups& copy_groups_;
  Obligations& obligations_;
  std::vector<Input>& inputs_;
  Code& code_;
  Record& record_;
  ThreadSets& thread_sets_;
  Strands& strands_;
  ScalarInstructions& scalar_instructions_;
  ControlFlow& control_flow_;
  OrderRecorder& order_recorder_;
  Induction& induction_;
  CollectiveResults& collective_results_;
  ExitedLanes& exited_lanes_;
  BlockBarriers& block_barriers_;
  WarpOperands operands_;

  std::uint32_t activemask_visits_ = 0;
};

}  // namespace warpproof::symbolic
