#include "src/concrete/memory/race_judge.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "src/base/effort.h"
#include "src/base/symbol_name.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/memory/access_judge.h"
#include "src/machine/address_map.h"
#include "src/program/synchronisation.h"

namespace warpproof::concrete {

namespace {

// "4 bytes at "
std::string size_text(const RaceMonitor::Access& access) {
  return std::to_string(access.bytes) + (access.bytes == 1 ? " byte at " : " bytes at ");
}

// "threads 31 and 63 both write 4 bytes at byte 124 of s", "thread 31 writes 4 bytes at .. and thread 7 reads them".
template <class Who, class What, class Bytes>
std::string pair_text(const RaceMonitor::Access& earlier, const RaceMonitor::Access& later, const Who& who,
                      const What& what, const Bytes& bytes_text) {
  const bool alike = earlier.address == later.address && earlier.bytes == later.bytes;
  const std::string a = who(earlier), b = who(later), word = "thread ";
  if (alike && earlier.kind == later.kind && a.starts_with(word) && b.starts_with(word) && a != b) {
    std::string verb = what(later.kind);  // writes
    verb.pop_back();
    const bool in_order = earlier.thread < later.thread;
    return "threads " + (in_order ? a : b).substr(word.size()) + " and " +
           (in_order ? b : a).substr(word.size()) + " both " + verb + " " + bytes_text(later);
  }
  // What stores is reported first.
  const bool swaps = !stores(earlier.kind) && stores(later.kind);
  const RaceMonitor::Access &first = swaps ? later : earlier, &second = swaps ? earlier : later;
  return who(first) + " " + what(first.kind) + " " + bytes_text(first) + " and " + who(second) + " " +
         what(second.kind) + " " + (alike ? std::string("it") : bytes_text(second));
}

std::string what_is_missing(spec::Rule rule, bool cuda_source) {
  const std::string warp_barrier = cuda_source ? "__syncwarp()" : "bar.warp.sync";
  if (rule == spec::Rule::MemoryImplicitWarpSync) return "no " + warp_barrier + " or barrier orders them";
  if (rule == spec::Rule::MemoryCollectiveAsFence)
    return "what the lanes execute in between orders no memory, as " + warp_barrier + " does";
  return "no barrier or atomic orders them";
}

}  // namespace

RaceJudge::RaceJudge(const Parts& parts)
    : setup_(parts.context.setup),
      launch_(parts.context.launch),
      options_(parts.context.options),
      positions_(parts.code.positions),
      warps_(parts.threads.warps),
      report_(parts.record.findings),
      result_(parts.record.result),
      code_(parts.code),
      record_(parts.record),
      access_judge_(parts.access_judge) {}

void RaceJudge::report_race(spec::Rule rule, const RaceMonitor::Access& earlier,
                          const RaceMonitor::Access& later, bool equal_values) {
  if (options_.orders) {
    result_.order_shows = result_.order_shows || !equal_values;
    return;
  }
  const auto lanes = static_cast<std::uint32_t>(launch_.warp_size);
  const auto what = [](RaceMonitor::Kind kind) -> std::string {
    return !stores(kind) ? "reads" : kind == AccessKind::Write ? "writes" : "updates";
  };
  spec::Level level = report_.level(rule);
  if (equal_values && rule == spec::Rule::StoreSameInstruction) return;  // that value stands
  if (equal_values) level = std::min(level, spec::equal_value_race_level(launch_.policies));
  if (level == spec::Level::Off) return;
  effort::spend(effort::Work::Visit);
  const bool one_store = rule == spec::Rule::StoreSameInstruction;
  const std::array both{earlier.thread, later.thread};
  if (!one_store && report_.add_to_known(rule, level, later.place, both, earlier.place)) return;
  ThreadSet threads;
  for (const std::uint32_t t : both) {
    threads.add(static_cast<int>(t / lanes), static_cast<int>(t % lanes));
  }
  const bool open =
      of_open_lanes(earlier.fragment, later.fragment, earlier.thread / lanes == later.thread / lanes);
  const auto who = [&](const RaceMonitor::Access& access) {
    return open && access.fragment != 0 ? "some lane of warp " + std::to_string(access.thread / lanes)
                                        : "thread " + std::to_string(access.thread);
  };
  // "4 bytes at byte 124 of grid (shared memory)"
  const auto bytes_text = [&](const RaceMonitor::Access& access) {
    const Location where = classify(access.address);
    return size_text(access) + (where.space == Space::Shared ? access_judge_.describe_shared(where.offset)
                                                             : access_judge_.describe_address(where));
  };
  std::string message;
  if (one_store) {
    message = threads.str(warps_.size() > 1) +
              " of one store write different values to common bytes; which value stands is undefined";
  } else if (rule == spec::Rule::AsyncUnwaited) {
    message = "thread " + std::to_string(later.thread) + " " + what(later.kind) + " " + bytes_text(later) +
              ", which its own asynchronous copy " + what(earlier.kind) + ", and has not waited for the copy";
  } else if (earlier.group) {
    message = "data race: " + who(later) + " " + what(later.kind) + " " + bytes_text(later) + ", which " +
              who(earlier) + " " + what(earlier.kind) + " by an asynchronous copy that it has not waited for";
  } else {
    message = "data race: " + pair_text(earlier, later, who, what, bytes_text) + "; " +
              what_is_missing(rule, launch_.cuda_source);
  }
  std::vector<RelatedPlace> related;
  if (!one_store) related.push_back({earlier.place, "the other access"});
  for (RelatedPlace& call : code_.calls_from_elsewhere(later.position, later.place))
    related.push_back(std::move(call));
  if (!report_.add(rule, level, later.place, threads, message, std::move(related)) || !options_.trace) return;
  trace_access(earlier);
  trace_access(later);
  record_.trace({TraceStep::Kind::Finding,
         later.place,
         0,
         0,
         later.thread / lanes,
         LaneSet{1u << later.thread % lanes},
         0,
         {},
         {},
         message});
}

// One of the accesses that race: what it does to which bytes, and the calls that led there.
void RaceJudge::trace_access(const RaceMonitor::Access& access) {
  const auto lanes = static_cast<std::uint32_t>(launch_.warp_size);
  TraceStep step;
  step.kind = TraceStep::Kind::Access;
  step.place = access.place;
  step.warp = access.thread / lanes;
  step.lanes = LaneSet{1u << access.thread % lanes};
  step.text = "thread " + std::to_string(access.thread) +
              (access.kind == RaceMonitor::Kind::Read    ? " reads "
               : access.kind == RaceMonitor::Kind::Write ? " writes "
                                                         : " updates ") +
              size_text(access);
  const Location where = classify(access.address);
  if (where.space != Space::Shared &&
      pointing_part(where.allocation).index < setup_.program.functions[setup_.root].parameters.size()) {
    step.text += "byte " + std::to_string(where.offset) + " of ";
    step.parameter = where.allocation;
  } else {
    step.text += where.space == Space::Shared ? access_judge_.describe_shared(where.offset)
                                              : access_judge_.describe_address(where);
  }
  for (PositionId p = positions_.at(access.position).caller; p != kNoPosition; p = positions_.at(p).caller)
    step.callers.push_back(code_.instruction_at(p).place);
  record_.trace(std::move(step));
}

}  // namespace warpproof::concrete
