// What does not change between runs of a kernel.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/cfg/cfg.h"
#include "src/concrete/cells.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_program.h"
#include "src/machine/address_map.h"
#include "src/machine/launch.h"
#include "src/program/program.h"

namespace warpproof::concrete {

struct Setup {
  const Program& program;
  std::uint32_t root;
  Launch launch;
  Layout layout;
  std::vector<std::unique_ptr<FunctionGraph>> owned_graphs;
  std::vector<const FunctionGraph*> graphs;  // by function; null where unreachable
  std::string too_large;                     // why a function could not be analysed, empty if all could
  std::vector<LaneProgram> lanes;            // by function; empty where unreachable
  // By fences, or accesses that release or acquire, which the race monitor follows.
  bool synchronises = false;
  std::uint32_t commuting_update = 0;  // the one kind that there is; RunOptions::orders
  bool reads_only = false;             // some load is a read-only one (ld.global.nc, ldu)
  bool may_spin = false;  // lanes may wait in a loop for what others do (control/endless_loops.h)
};

Setup prepare(const Program& program, std::uint32_t root, const Launch& launch);

bool judges_read_only(const Setup& setup, const RunOptions& options);

// The contents of global and constant memory when a launch starts.
void load_memory(const Setup& setup, const RunInputs& inputs, CellMemory& global);

}  // namespace warpproof::concrete
