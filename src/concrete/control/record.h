// What a run has found so far, and its trace; how many steps it has taken.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/concrete/context.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/observer.h"
#include "src/concrete/report.h"

namespace warpproof::concrete {

class Record {
 public:
  // `snapshot`: how the block's warps stand now, for observers.
  Record(const Context& context, const Threads& threads, Observer::Snapshot snapshot);
  Record(const Record&) = delete;

  Report findings;
  RunResult result;
  std::optional<std::uint32_t> traced_barrier;  // that the finding under report is about
  // How often the block has met at the barrier of the grid, and the last time where, and who did.
  struct GridMeeting {
    std::uint64_t times = 0;
    std::uint32_t place = 0;
    ThreadSet threads;
  } grid_meeting;

  bool report(spec::Rule rule, std::uint32_t place, std::uint32_t warp, LaneMask lanes, std::string message,
              std::vector<RelatedPlace> related = {});
  void trace(TraceStep step);
  bool tracing() const { return options_.trace && result.trace.size() < options_.max_trace; }
  void count_step(std::uint32_t place) {
    if (++result.steps > launch_.max_steps) end_at_limit(place);
  }
  [[noreturn]] void end_without_end(std::uint32_t place, const std::string& message, const std::string& what);

 private:
  [[noreturn]] void end_at_limit(std::uint32_t place);

  const Launch& launch_;
  const RunInputs& inputs_;
  const RunOptions& options_;
  const std::uint32_t block_;
  const std::vector<Warp>& warps_;
  const Observer::Snapshot snapshot_;
};

}  // namespace warpproof::concrete
