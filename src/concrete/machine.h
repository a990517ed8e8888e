// One run of one block. Internal to src/concrete; evaluator.h is the interface.
//
// The work is done by parts, each a class with a header of its own (parts.h): how lanes move (control/), accesses to
// memory (memory/), and where lanes wait for each other (meetings/).
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "src/concrete/cells.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/setup.h"

namespace warpproof::concrete {

struct AllParts;
struct Stop;
class GridRaceMonitor;
class ReadOnlyMonitor;

class Machine {
 public:
  // `launch` is setup.launch with the block's own ctaid; `global` outlives the machine and holds the launch's
  // global and constant memory. `between` hears what the block does there, null: nobody does. `read_only` is
  // that of all blocks, null: the block has its own.
  Machine(const Setup& setup, const Launch& launch, const RunInputs& inputs, const RunOptions& options,
          CellMemory& global, GridRaceMonitor* between = nullptr, ReadOnlyMonitor* read_only = nullptr);
  Machine(const Machine&) = delete;
  ~Machine();

  // Runs at most `limit` basic blocks, and not on after the place where the block waits for the grid; false when there is
  // nothing left to run.
  bool run_some(std::uint64_t limit);
  // Ends the run with an unknown outcome.
  void stop(const std::string& why);
  // How often the block has met at the barrier of the grid.
  std::uint64_t grid_meetings() const;
  // It waits there for a block that has exited: a finding, at which the run ends.
  void miss_at_grid_barrier(std::uint32_t exited_block);
  // What came of it, once run_some() is false. Leaves the machine empty.
  RunResult finish();

 private:
  void start_lanes();
  void load_inputs();
  bool step();
  void settle();
  void stop_run(const Stop& stop);

  const std::unique_ptr<AllParts> all_;
  Group stepping_;  // of a step that started with all lanes in one place
  bool stopped_ = false;
};

}  // namespace warpproof::concrete
