// What warp collectives give to lanes. Meaning comes from spec/.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/meetings/exchange.h"
#include "checker/symbolic/parts.h"
#include "spec/lanes.h"
#include "src/machine/term_domain.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class CollectiveResults {
 public:
  explicit CollectiveResults(const Parts& parts);

  Exchange collect(const std::vector<Parked>& partners, const std::vector<Lanes>& firing);
  void finish_collective(Strand& s, const Instruction& ins, const Parked& self, const Exchange& e);

 private:
  struct FirstLane {
    std::vector<Term> bits;   // the first of these that holds
    std::vector<Term> lanes;  // makes this the lane; one more: none holds
  };

  template <int N>
  std::vector<spec::Contribution<TermDomain, N>> contributions(const Exchange& e, int warp);
  template <class F>
  Lanes for_firing(const Lanes& firing, const Lanes& mask, bool shared, int width, F f);
  void finish_elect(Strand& s, const Instruction& ins, const Parked& self, const Exchange& e);
  std::optional<FirstLane> first_lane(Term lane);
  void note_choice(Term chosen, const FirstLane& first, const std::vector<TermWord<32>>& values);
  void finish_shuffle(Strand& s, const Instruction& ins, const Parked& self, const Exchange& e);

  TermGraph& g;
  const ExecutorOptions& options_;
  const int threads_;
  const int warp_size_;
  const int warps_;
  const LaneOps& ops_;
  const Context& context_;
  AtomicCounters& counters_;
  Obligations& obligations_;
  std::vector<Input>& inputs_;
  std::vector<Term>& assumptions_;
  std::set<std::string>& approximations_;
  Record& record_;
  ScalarInstructions& scalar_instructions_;
  MatrixOperations& matrix_operations_;

  std::map<std::vector<std::uint32_t>, Term> elected_;  // leaders, by warp, mask and who meets
};

}  // namespace warpproof::symbolic
