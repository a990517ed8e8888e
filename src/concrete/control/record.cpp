#include "src/concrete/control/record.h"

#include <cstddef>
#include <utility>

#include "src/concrete/ends.h"

namespace warpproof::concrete {

Record::Record(const Context& context, const Threads& threads, Observer::Snapshot snapshot)
    : findings(context.launch),
      launch_(context.launch),
      inputs_(context.inputs),
      options_(context.options),
      block_(context.block),
      warps_(threads.warps),
      snapshot_(std::move(snapshot)) {
  findings.tell_uses([this](std::uint32_t place, std::uint32_t warp, std::uint32_t lanes, std::string text) {
    trace({TraceStep::Kind::Finding, place, 0, 0, warp, LaneSet{lanes}, 0, {}, {}, std::move(text)});
  });
}

void Record::end_at_limit(std::uint32_t place) {
  end_without_end(place,
                  "the run did not come to an end within " + std::to_string(launch_.max_steps) +
                      " warp instructions of a block; it was stopped here",
                  kStepLimit);
}

void Record::end_without_end(std::uint32_t place, const std::string& message, const std::string& what) {
  if (inputs_.extents && !inputs_.only_bounds)
    report(spec::Rule::LoopUnbounded, place, 0, warps_[0].live(), message);
  throw Stop{what, place};
}

// What is said of findings is kept also where a long run has filled the trace.
void Record::trace(TraceStep step) {
  constexpr std::size_t kMostBeyond = 64;
  const bool tells = step.kind == TraceStep::Kind::Finding || step.kind == TraceStep::Kind::Access ||
                     step.kind == TraceStep::Kind::Standstill;
  if (!tracing() && (!tells || !options_.trace || result.trace.size() >= options_.max_trace + kMostBeyond))
    return;
  step.barrier = traced_barrier;
  if (options_.observer != nullptr) return options_.observer->step(block_, step, snapshot_);
  if (step.kind == TraceStep::Kind::Halt && !result.trace.empty()) {
    TraceStep& last = result.trace.back();
    if (last.kind == step.kind && last.warp == step.warp && last.function == step.function &&
        last.instruction == step.instruction && last.text == step.text && last.barrier == step.barrier) {
      last.lanes.bits |= step.lanes.bits;
      return;
    }
  }
  result.trace.push_back(std::move(step));
}

bool Record::report(spec::Rule rule, std::uint32_t place, std::uint32_t warp, LaneMask lanes,
                    std::string message, std::vector<RelatedPlace> related) {
  const bool added = findings.add(rule, place, warp, lanes, message, std::move(related));
  if (added)
    trace({TraceStep::Kind::Finding, place, 0, 0, warp, LaneSet{lanes}, 0, {}, {}, std::move(message)});
  return added;
}

}  // namespace warpproof::concrete
