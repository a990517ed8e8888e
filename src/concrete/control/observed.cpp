#include "src/concrete/control/observed.h"

#include "spec/shfl.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/schedule.h"
#include "src/concrete/control/threads.h"
#include "src/machine/collective.h"
#include "src/machine/scalar_domain.h"

namespace warpproof::concrete {

Observed::Observed(const Parts& parts)
    : launch_(parts.context.launch),
      options_(parts.context.options),
      warps_(parts.threads.warps),
      code_(parts.code),
      schedule_(parts.schedule) {}

std::vector<WarpSnapshot> Observed::snapshot() const {
  std::vector<WarpSnapshot> out(warps_.size());
  const auto stand = [&](std::uint32_t w, LaneMask lanes, std::uint32_t place, bool waits) {
    for (WarpSnapshot::Standing& s : out[w].standing) {
      if (s.place != place || s.waits != waits) continue;
      s.lanes.bits |= lanes;
      return;
    }
    out[w].standing.push_back({LaneSet{lanes}, place, waits});
  };
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    const Warp& warp = warps_[w];
    out[w].exists.bits = warp.exists;
    out[w].exited.bits = warp.exited;
    out[w].halted.bits = warp.halted;
    out[w].waiting.bits = warp.waiting;
    for_each_lane(warp.waiting, [&](int lane) {
      stand(w, 1u << lane, code_.instruction_of(warp.waits[lane]).place, true);
    });
  }
  for (const StandingPlace& standing : schedule_.places()) {
    const std::uint32_t place = code_.place_of(standing.position);
    for (std::uint32_t w = 0; w < warps_.size(); ++w) {
      if (standing.group[w] != 0) stand(w, standing.group[w], place, false);
    }
  }
  return out;
}

void Observed::tell_written(const Instruction& in, const Bank& bank, LaneMask mask) {
  for (const Operand& to : in.destinations) {
    if (to.kind != Operand::Kind::Register) continue;
    LaneVector word;
    bank.load(to.index, word);
    std::array<std::uint64_t, kLanes> values{};
    for (int lane = 0; lane < kLanes; ++lane) values[static_cast<std::size_t>(lane)] = word.at(lane);
    options_.observer->wrote(bank.function, to.index, LaneSet{mask}, values);
  }
}

void Observed::tell_access(const Accessed& a, RaceMonitor::Kind kind, int bytes, int lane,
                          std::uint64_t value) {
  using Access = Observer::Access;
  const Access how = kind == RaceMonitor::Kind::Read    ? Access::Read
                     : kind == RaceMonitor::Kind::Write ? Access::Write
                                                        : Access::Atomic;
  const bool is_known = how == Access::Write || bytes > 8;
  options_.observer->accessed(a.space, a.address, bytes, lane, how,
                              is_known ? value : a.memory->read(a.address, bytes).bits);
}

// As compute_shuffle() judges them.
void Observed::add_sources(const Instruction& in, const Warp& warp, LaneMask participants,
                          TraceStep& step) const {
  if (in.op != Opcode::Shfl) return;
  ScalarDomain d;
  step.sources.assign(static_cast<std::size_t>(launch_.warp_size), -1);
  for_each_lane(participants, [&](int lane) {
    const Wait& wait = warp.waits[lane];
    const auto source =
        spec::shfl_source(d, shfl_mode(in), d.constant<5>(static_cast<std::uint64_t>(lane)),
                          ScalarDomain::Word<32>{wait.b}, ScalarDomain::Word<32>{wait.c}, launch_.warp_size);
    const auto from = static_cast<int>(source.lane.value);
    step.sources[static_cast<std::size_t>(lane)] = static_cast<std::int8_t>(from);
    if (((participants & wait.mask) >> from & 1) == 0) step.missing_sources.bits |= 1ull << lane;
  });
}

}  // namespace warpproof::concrete
