#include "src/concrete/memory/read_only_loads.h"

#include <algorithm>
#include <string>

#include "src/concrete/control/code.h"
#include "src/concrete/control/record.h"
#include "src/concrete/memory/race_judge.h"
#include "src/concrete/setup.h"

namespace warpproof::concrete {

ReadOnlyLoads::ReadOnlyLoads(const Parts& parts)
    : setup_(parts.context.setup),
      launch_(parts.context.launch),
      options_(parts.context.options),
      block_(parts.context.block),
      current_(parts.code.current),
      report_(parts.record.findings),
      result_(parts.record.result),
      code_(parts.code),
      record_(parts.record),
      race_judge_(parts.race_judge),
      read_only_(!judges_read_only(setup_, options_) ? nullptr
                 : parts.read_only != nullptr                ? parts.read_only
                                                             : &own_) {}

// A compare-and-swap that fails counts as a store, as it does for races.
void ReadOnlyLoads::note_read_only(const Instruction& in, AccessKind kind, std::uint32_t thread,
                                   std::uint64_t address, int bytes) {
  if (!in.mod.read_only && !stores(kind)) return;
  const ReadOnlyMonitor::Access own{block_, thread, address, bytes, in.place, current_};
  const auto other = in.mod.read_only ? read_only_->load(own) : read_only_->store(own);
  if (!other) return;
  in.mod.read_only ? report_read_only(own, *other, true) : report_read_only(*other, own, false);
}

// At the place of the load, in the block whose access came second.
void ReadOnlyLoads::report_read_only(const ReadOnlyMonitor::Access& load,
                                     const ReadOnlyMonitor::Access& store, bool load_is_later) {
  constexpr spec::Rule kRule = spec::Rule::MemoryReadOnly;
  const auto lanes = static_cast<std::uint32_t>(launch_.warp_size);
  const ReadOnlyMonitor::Access& own = load_is_later ? load : store;
  const bool same_block = load.block == store.block;
  std::vector<std::uint32_t> own_threads;
  ThreadSet threads;
  for (const auto& access : {load, store}) {
    if (access.block != block_) continue;
    own_threads.push_back(access.thread);
    threads.add(static_cast<int>(access.thread / lanes), static_cast<int>(access.thread % lanes));
  }
  const auto known = std::find_if(report_.findings().begin(), report_.findings().end(),
                                  [&](const Finding& f) { return f.rule == kRule && f.place == load.place; });
  const auto number = static_cast<std::size_t>(known - report_.findings().begin());
  if (same_block) result_.between_blocks.erase(number);
  const spec::Level level = report_.level(kRule);
  if (level == spec::Level::Off || report_.add_to_known(kRule, level, load.place, own_threads, store.place))
    return;
  const auto name = [&](const ReadOnlyMonitor::Access& a) {
    return "thread " + std::to_string(a.thread) + (same_block ? "" : " of block " + std::to_string(a.block));
  };
  const bool alone = same_block && load.thread == store.thread;
  const std::string message = name(load) + " reads by a read-only load what " +
                              (alone ? "it stores to itself" : name(store) + " stores to") +
                              " in the same launch";
  std::vector<RelatedPlace> related{{store.place, "the store"}};
  if (load_is_later) {
    for (RelatedPlace& call : code_.calls_from_elsewhere(load.position, load.place))
      related.push_back(std::move(call));
  }
  if (!report_.add(kRule, level, load.place, threads, message, std::move(related))) return;
  if (!same_block) result_.between_blocks.insert(number);
  if (!options_.trace) return;
  const auto traced = [&](const ReadOnlyMonitor::Access& a, RaceMonitor::Kind kind) {
    if (a.block != block_) return;
    RaceMonitor::Access step;
    step.thread = a.thread;
    step.kind = kind;
    step.address = a.address;
    step.bytes = a.bytes;
    step.place = a.place;
    step.position = a.position;
    race_judge_.trace_access(step);
  };
  if (load_is_later) traced(store, RaceMonitor::Kind::Write);
  traced(load, RaceMonitor::Kind::Read);
  if (!load_is_later) traced(store, RaceMonitor::Kind::Write);
  record_.trace({TraceStep::Kind::Finding,
         load.place,
         0,
         0,
         own.thread / lanes,
         LaneSet{1u << own.thread % lanes},
         0,
         {},
         {},
         message});
}

}  // namespace warpproof::concrete
