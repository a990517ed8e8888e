// A run as the page shows it: an observer of the evaluator that makes steps for readers.
//
// Instructions of one warp that the same lanes execute one after the other, for one line of the source, are one step,
// also where other warps execute theirs in between.
// Lanes that arrive at a collective or a barrier and meet at once are one step, too. A shuffle is one step with who
// reads whom, and what is wrong with it.
//
// The size is bounded: kept are the first steps, those around each finding, and the last ones. A step has its number
// in the whole run, so that the gaps show.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/counterexample/source_place.h"
#include "checker/report/html_page.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/observer.h"
#include "src/machine/address_map.h"
#include "src/program/program.h"

namespace warpproof::counterexample {

class Recorder : public Observer {
 public:
  Recorder(const Program& program, std::uint32_t root, const std::vector<std::string>& parameter_names,
           SourceLines& lines);

  void step(std::uint32_t block, const TraceStep& step, const Snapshot& now) override;
  void wrote(std::uint32_t function, std::uint32_t reg, LaneSet lanes,
             const std::array<std::uint64_t, 32>& values) override;
  void accessed(Space space, std::uint64_t address, int bytes, int lane, Access kind,
                std::uint64_t value) override;
  void ended(std::uint32_t block, const Snapshot& now) override;

  // All that was recorded, once the run is over.
  report::PageTimeline take(const RunResult& result);
  // The step at which a finding of the run came up, by number of the step in take()'s timeline.
  std::size_t step_of(const Finding& finding, std::uint32_t block) const;

 private:
  static constexpr std::size_t kFirst = 120, kBefore = 120, kAfter = 12, kLast = 40;
  static constexpr std::size_t kMostKept = 1'500;
  static constexpr std::size_t kMostInstructions = 24, kMostAccesses = 12;  // of one step

  // An access of one instruction, whose lanes come one by one.
  struct OpenAccess {
    Space space = Space::Global;
    Access kind = Access::Read;
    int bytes = 0;
    std::uint32_t seen = 0;                                                      // lanes
    std::vector<std::pair<int, std::pair<std::uint64_t, std::uint64_t>>> lanes;  // lane, address, value
  };
  struct Step {
    report::PageStep shown;
    std::uint32_t block = 0;
    std::uint32_t place = 0, function = 0, instruction = 0;
    std::vector<std::pair<int, report::PageWarpState>> states;  // of the block's warps
    std::vector<std::string> messages;                          // of findings
  };

  int warp_number(std::uint32_t block, std::uint32_t warp, LaneSet exists);
  void read_states(std::uint32_t block, const Snapshot& now, Step& step);
  Step begin(std::uint32_t block, const TraceStep& step, const Snapshot& now);
  void run(std::uint32_t block, const TraceStep& step, const Snapshot& now);
  void finding(std::uint32_t block, const TraceStep& step, const Snapshot& now);
  void complete(std::uint32_t block, const TraceStep& step, const Snapshot& now);
  bool take_waiting(const Step& fired);
  Step* open_of(int warp);
  void close(int warp);
  void close_all();
  void close_accesses();
  void flush_waiting();
  void keep(Step step);
  void push(Step step);
  std::string where_text(Space space, std::uint64_t address, int bytes) const;
  std::string value_text(Type type, std::uint64_t value) const;
  report::ByLane group(const std::map<int, std::string>& by_lane) const;
  void set_place(std::uint32_t place, report::PageStep& step);

  const Program& program_;
  const std::uint32_t root_;
  const Layout layout_;
  const std::vector<std::string>& names_;
  SourceLines& lines_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> warps_;  // number by block and warp
  report::PageTimeline timeline_;
  // Of each warp that is at one: instructions of a line, or a finding that its shuffle may follow. By when they began.
  std::vector<Step> open_;
  std::vector<Step> waiting_;  // that may be about to complete
  std::vector<OpenAccess> accesses_;
  const Instruction* instruction_ = nullptr;  // shown last, of the open step at open_warp_
  int open_warp_ = -1;                        // its warp
  std::vector<Step> kept_;
  std::deque<Step> recent_;
  std::size_t follow_ = 0;  // steps still to keep after a finding
  std::uint64_t number_ = 0;
};

}  // namespace warpproof::counterexample
