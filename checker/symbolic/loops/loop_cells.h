// The parts of a strand's state that a loop's plan speaks of (iteration_state.h): read, written, and given any value
// that the plan allows.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/iteration_state.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loop_comparison.h"
#include "checker/symbolic/loop_plan.h"
#include "checker/symbolic/parts.h"

namespace warpproof::symbolic {

class LoopCells {
 public:
  explicit LoopCells(const Parts& parts);

  Value instance(const CellForm& form, const Value& entry, const Lanes& guard, std::uint32_t place,
                 std::optional<Term> stride = std::nullopt, const LoopUnknown* name = nullptr,
                 std::uint32_t loop = 0, const Lanes* count = nullptr);
  Lanes unknowns_for(Grain grain, int width, const Lanes& guard, std::uint32_t place,
                     const LoopUnknown* name = nullptr, std::uint32_t loop = 0);
  Lanes mask_of(const Lanes& guard) const;
  Value read_cell(const Strand& s, const StateCell& cell, std::uint32_t place);
  void write_cell(Strand& s, const StateCell& cell, Value value);

 private:
  void declare_pointers(const CellForm& form, const Lanes& unknown);

  TermGraph& g;
  const ExecutorOptions& options_;
  const int threads_;
  const int warp_size_;
  const int warps_;
  const LaneOps& ops_;
  const Context& context_;
  std::vector<Input>& inputs_;
  std::vector<Term>& assumptions_;
  std::map<std::uint32_t, Term>& strides_;
  Pointers& pointers_;
  Record& record_;
  IterationCounts& iteration_counts_;
  LoopStrides& loop_strides_;
};

}  // namespace warpproof::symbolic
