// From a model of the solver to a run of the evaluator, and from that run to findings for the report.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/counterexample/source_place.h"
#include "checker/report/report.h"
#include "checker/smt/solver.h"
#include "checker/symbolic/executor.h"
#include "src/base/effort.h"
#include "src/concrete/evaluator.h"
#include "src/machine/address_map.h"
#include "src/machine/launch.h"

namespace warpproof::counterexample {

inline constexpr std::size_t kMostNamedInputs = 24;  // shown with a finding

// A value of that many bits as readers know it: "5", "-1 (0xffffffff)".
std::string value_text(std::uint64_t value, int bits);

// "n"; of a member of a structure at byte 8 "p+8"; without a name "parameter 2".
std::string parameter_name(const std::vector<std::string>& names, ParameterPart part);
std::string buffer_name(const std::vector<std::string>& names, std::uint32_t allocation);

// "byte 64 of memory": of a pointer that may overlap others.
std::string place_in_memory(std::uint64_t address);

struct Replay {
  Launch launch;
  RunInputs inputs;
  RunResult result;
  std::optional<std::uint64_t> schedule =
      std::nullopt;  // RunOptions::random_schedule; nothing: the canonical one
  std::vector<std::pair<std::string, std::string>> named_inputs;  // for the reader
  std::size_t named_scalars = 0;                                  // the first of them; the rest is memory
  // Of a run of the whole grid, as Evaluator::GridResult has them; empty where launch.ctaid ran alone.
  std::vector<std::uint32_t> finding_block = {}, trace_block = {};
  std::vector<bool> is_between_blocks = {};
  bool whole_grid = false;
  std::uint32_t root = 0;
  bool dynamic_shared_is_open = false;  // the launch has more than enough (dynamic_shared.h)

  // The launch as it is reported: with as much dynamic shared memory as the run needed.
  Launch reported_launch(const Program& program) const;
  // Some error is a race between blocks. Others may follow from it.
  bool any_between_blocks() const;
};

// Adds the words of memory that are not 0 to the inputs named, "p[byte 8]", kMostNamedInputs in all.
void name_words(const std::vector<MemoryCells>& memory, const std::vector<std::string>& parameter_names,
                std::vector<std::pair<std::string, std::string>>& named);

using Clock = effort::Clock;

// Time for a replay that begins now, within a deadline: enough to confirm what was found just before it.
Clock::time_point replay_until(Clock::time_point deadline);

// `base` gives what the model does not decide: warp size, target, policies, shape. A run that lasts longer
// than `until` is stopped (RunOptions). Pointers are no inputs worth showing where the model leaves them
// open. It judges the executor's bounds, and what assumptions say of accesses and divisors where that is asked
// (kept_assumptions.h).
Replay replay(const Program& program, std::uint32_t root, TermGraph& graph,
              const symbolic::Executor& executor, const SmtModel& model, const Launch& base,
              const std::vector<std::string>& parameter_names, Clock::time_point until,
              bool judges_assumptions = false);

// For each of `terms`, whether it is true under the model.
std::vector<bool> violated_under(TermGraph& graph, const symbolic::Executor& executor,
                                 const std::vector<Term>& terms, const SmtModel& model);

// "block 64, grid 2, blockIdx 1, 128 bytes of dynamic shared memory".
std::string launch_text(const Program& program, const Replay& replay);

// The findings of a run, errors first, with the trace attached to the errors. `parameter_names` as in
// replay().
std::vector<report::Finding> to_findings(const Program& program, const Replay& replay, SourceLines& lines,
                                         const std::vector<std::string>& parameter_names);

// The steps of the warps that the finding is about, and all steps at its barrier (null: all steps); of one
// block where the whole grid ran.
std::vector<report::TraceStep> to_trace(const Program& program, const Replay& replay, SourceLines& lines,
                                        const std::vector<std::string>& parameter_names,
                                        const Finding* about = nullptr, std::uint32_t block = 0);

}  // namespace warpproof::counterexample
