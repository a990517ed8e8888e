// A search for a violation by running the kernel: most broken kernels break for almost any input, and a run
// takes a millisecond where a proof attempt may take a minute. What it finds is replayed by construction;
// that it finds nothing proves nothing. It knows nothing of the symbolic executor, so it is also a second
// opinion on every proof.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/counterexample/counterexample.h"
#include "checker/launch/assumptions.h"
#include "src/base/effort.h"
#include "src/machine/launch.h"
#include "src/program/program.h"

namespace warpproof::counterexample {

// Numbers that the program compares with, or hands on (a function's argument), but for those that random
// words have often enough.
std::vector<std::uint64_t> compared_numbers(const Program& program);

// Some elements of each of these buffers, of some size, get one of the numbers.
void plant_numbers(RunInputs& inputs, const std::set<std::uint32_t>& buffers,
                   const std::vector<std::uint64_t>& numbers, std::uint64_t seed);

struct RunQuestion {
  const Program& program;
  std::uint32_t root;
  Launch launch;                                 // everything but the block's size where `sizes` are given
  std::vector<std::uint32_t> sizes;              // one-dimensional blocks to try instead of the launch's
  std::map<std::uint32_t, std::uint64_t> fixed;  // parameters with a given value
  std::vector<std::string> parameter_names;
  effort::Clock::time_point deadline;
  const launch::Assumptions* assumptions = nullptr;  // that inputs satisfy; null: none
  const launch::Bounds* bounds = nullptr;            // that accesses are to keep to; null: none
  bool any_grid = true;                              // the launch's is one of any
  bool dynamic_shared_is_open = false;               // the launch has more than enough
  bool whole_grid = false;                           // all blocks of the launch are of interest
  bool pointers_overlap = false;                     // those not declared __restrict__
};

// A run that breaks a rule (a finding of level error), its inputs made as small as they get in the time;
// nothing where none was found, or where the kernel is no kernel or has very large parameters.
//
// Runs keep to the canonical schedule; where what a run does may depend on the schedule (atomics whose
// results are used, activemask, volatile loads), some inputs are run under a random one as well.
//
// Where the whole grid is of interest, it runs as well if it has 2 to 64 blocks: that is when races between
// blocks show (src/concrete/grid_race_monitor.h). The first few blocks of a larger one would be another
// launch.
//
// Runs obey what verdicts assume, up to the error (kept_assumptions.h): pointers name distinct allocations and no
// access leaves its allocation. A parameter of 8 bytes, or so many of a structure, count as a pointer where a trial run reads
// or writes through them.
std::optional<Replay> find_violating_run(const RunQuestion& question);

}  // namespace warpproof::counterexample
