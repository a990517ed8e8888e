// A proof says something only if there are executions that it speaks of. A witness is one of them: a run on
// the evaluator in which every thread of a launch gets to its end, through everything that proofs assume.
//
// What a run must keep to be one:
//   - it satisfies the conditions of --assume and --size, and no thread finds a warpproof::assume false;
//   - every thread ends: no loop goes on for ever, nobody waits for ever, nobody traps or fails an assertion;
//   - no rule is broken, accesses stay inside shared and private memory, the module's variables and buffers of
//     a given size, addresses are multiples of the size of the access, and no quotient of a division by zero
//     is used;
//   - where asked, each quotient, root and logarithm has a result over the reals for one of the threads that
//     compute it, and no integer is divided by zero;
//   - pointers name the buffers that they are given (RunResult::stray).
// So one run shows all that was assumed to be possible, each by itself and all together.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/counterexample/random_inputs.h"
#include "checker/counterexample/random_runs.h"
#include "src/base/effort.h"
#include "src/concrete/evaluator.h"
#include "src/machine/launch.h"
#include "src/program/program.h"

namespace warpproof::counterexample {

// Why a run is no witness, in words that go on "in every run that was tried, ..".
struct Obstacle {
  std::string text;
  std::optional<std::uint32_t> place = std::nullopt;  // index into Program::places
  auto operator<=>(const Obstacle&) const = default;
};

struct WitnessQuestion {
  const Program& program;
  std::uint32_t root;  // a kernel, or a device function whose parameters each thread has for itself
  Launch launch;       // everything but the block's size where `sizes` are given
  std::vector<std::uint32_t> sizes;              // one-dimensional blocks to try instead of the launch's
  std::map<std::uint32_t, std::uint64_t> fixed;  // parameters with a given value
  const launch::Assumptions* assumptions = nullptr;  // null: none
  const launch::Bounds* bounds = nullptr;            // null: no buffer has a given size
  bool any_grid = false;           // launches of several blocks count, too
  bool pointers_overlap = false;   // those not declared __restrict__
  bool loads_pointers = false;     // memory holds pointers: where they point is not judged
  bool dynamic_shared_is_open = false;  // as large as the accesses need
  bool real_results = false;  // quotients, roots and logarithms have a real result for some thread, everywhere
  bool real_sums = false;     // so do sums and products
  bool zero_divides_nothing = false;  // no integer, even if the quotient is not used
  double seconds = 6;         // of effort, for all runs: an instruction may be worth many accesses of lanes
  const Program* more_numbers_of = nullptr;  // another one that compares with numbers; null: none
  // Whether the proof speaks of this launch with these inputs, as far as that can be decided: what it assumes beyond the
  // above, in terms, must not leave it out. Null: it does.
  std::function<bool(const Launch&, const RunInputs&)> admits = nullptr;
};

class WitnessSearch {
 public:
  explicit WitnessSearch(const WitnessQuestion& question);

  // Random inputs, as find_violating_run() draws them, and numbers that the program compares with; a bounded
  // number of runs, of steps and of work. True: a witness was found.
  bool search();
  // One more run, of inputs that somebody else found.
  bool try_run(const Launch& launch, RunInputs inputs);
  // A run of an otherwise good launch that breaks a rule which proofs only assume to be kept: accesses past the
  // end of shared memory or the like, misaligned ones. It is no violation that was shown, as the assumption is.
  struct Broken {
    std::string message;
    std::uint32_t place = 0;
    Launch launch;
    RunInputs inputs;
  };
  const std::map<spec::Rule, Broken>& broken() const { return broken_; }
  // A few more runs, for those; after search().
  void look_for_broken(spec::Rule rule);
  int runs() const { return runs_; }
  // What stood in the way most often.
  Obstacle obstacle() const;
  // All that stood in the way was that runs came to no end, and one of them was long.
  bool only_went_on() const;

 private:
  using Clock = effort::Clock;
  bool may_go_on() const;
  std::uint64_t steps_within_work() const;
  bool at_block(const std::array<std::uint32_t, 3>& block);
  bool try_once(Evaluator& machine, const Launch& launch, RunInputs inputs, bool whole_grid);
  bool runs_came_to_no_end() const;
  bool in_large_grid(InputShape shape, Launch launch, Random& random);
  bool in_grid_for_small_numbers(const InputShape& shape, Launch launch, Random& random);
  bool tells_pointers_by_runs() const;
  void note_broken(const RunResult& result, const Launch& launch, const RunInputs& inputs);
  std::optional<Obstacle> judge(const RunResult& result) const;
  void plant(InputShape& shape, Random& random, RunInputs& inputs) const;
  RunInputs lane_inputs(const Launch& launch, Random& random) const;

  const WitnessQuestion& q_;
  std::vector<std::uint64_t> numbers_;
  bool goes_on_ = false;  // after a witness
  spec::Rule wanted_{};   // then: to be broken
  int runs_ = 0;
  std::map<spec::Rule, Broken> broken_;
  std::uint64_t steps_ = 0;  // of all runs
  Clock::time_point began_, until_;
  std::map<Obstacle, int> obstacles_;
};

}  // namespace warpproof::counterexample
