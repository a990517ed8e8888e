// Calls, returns, and the memory of frames.

#include <algorithm>

#include "src/concrete/machine.h"

namespace warpproof::concrete {

void Machine::copy_param(Bank& from, std::uint32_t from_variable, Bank& to, std::uint32_t to_variable,
                         int lane) {
  const Layout& layout = setup_.layout;
  const std::uint64_t size =
      std::min(setup_.program.variables[from_variable].size, setup_.program.variables[to_variable].size);
  const auto index = static_cast<std::uint64_t>(lane);
  const std::uint64_t source = index * layout.param_size[from.function] + layout.address[from_variable];
  const std::uint64_t target = index * layout.param_size[to.function] + layout.address[to_variable];
  for (std::uint64_t i = 0; i < size; ++i) {
    const CellMemory::Value byte = from.params.read(source + i, 1);
    if (!byte.unwritten) to.params.write(target + i, 1, byte.bits, byte.origin);
  }
}

// Bytes of local memory that the frames around `position` take.
std::uint64_t Machine::local_base(PositionId position) const {
  std::uint64_t base = 0;
  for (PositionId p = positions_.at(position).caller; p != kNoPosition; p = positions_.at(p).caller) {
    base += setup_.layout.local_size[positions_.at(p).function];
  }
  return base;
}

// A frame starts with nothing written: registers, parameters, local variables.
void Machine::reset_frame(Bank& bank, std::uint32_t w, PositionId position, LaneMask mask) {
  for (LaneMask& defined : bank.defined) defined &= ~mask;
  bank.defined.back() = ~0u;
  for (LaneMask& tainted : bank.tainted) tainted &= ~mask;
  for (std::size_t i = 0; i < bank.iterations.size(); ++i) {
    if ((mask >> (i % kLanes)) & 1) bank.iterations[i] = 0;
  }
  const Layout& layout = setup_.layout;
  const std::uint64_t param_size = layout.param_size[bank.function];
  const std::uint64_t local_size = layout.local_size[bank.function], base = local_base(position);
  for_each_lane(mask, [&](int lane) {
    bank.params.forget(static_cast<std::uint64_t>(lane) * param_size, param_size);
    const auto& local = local_[thread_of(w, lane)];
    if (local && local_size > 0) local->forget(base, local_size);
  });
}

void Machine::call(const Instruction& in, PositionId position, const Group& group) {
  if (in.callee < 0) return call_external(in, position, group);
  const auto callee = static_cast<std::uint32_t>(in.callee);
  const Function& f = setup_.program.functions[callee];
  if (!f.has_body) return call_external(in, position, group);
  if (positions_.at(position).depth >= 200) throw Stop{"calls nested deeper than 200", in.place};
  const PositionId inside = positions_.intern(position, callee, 0);
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] == 0) continue;
    count_step(in.place);
    Bank& to = bank_of(w, inside);
    Bank& from = bank_of(w, position);
    reset_frame(to, w, inside, group[w]);
    for (std::size_t i = 0; i < in.call_arguments.size() && i < f.parameters.size(); ++i) {
      for_each_lane(group[w],
                    [&](int lane) { copy_param(from, in.call_arguments[i], to, f.parameters[i], lane); });
    }
    enter(inside, w, group[w]);
  }
}

// The few functions that have no body in PTX and yet a meaning here.
void Machine::call_external(const Instruction& in, PositionId position, const Group& group) {
  const OutsideCall kind = outside_call(in.name);
  if (kind == OutsideCall::None) throw Stop{"call of " + in.name, in.place};
  if (kind == OutsideCall::Assume || kind == OutsideCall::AssertThat)
    return judge_claim(in, kind, position, group);
  if (kind == OutsideCall::AssertFail) return judge_stop(group, true);
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] == 0) continue;
    count_step(in.place);
    if (kind == OutsideCall::GridMeeting) warps_[w].at_grid_barrier |= group[w];
    Bank& bank = bank_of(w, position);
    for (const std::uint32_t variable : in.call_results) {
      const std::uint64_t size = setup_.layout.param_size[bank.function];
      for_each_lane(group[w], [&](int lane) {
        const std::uint64_t at = static_cast<std::uint64_t>(lane) * size + setup_.layout.address[variable];
        for (std::uint64_t i = 0; i < setup_.program.variables[variable].size; ++i)
          bank.params.write(at + i, 1, 0);
      });
    }
    advance(position, w, group[w]);
  }
}

// warpproof::assume and warpproof::assert_that.
void Machine::judge_claim(const Instruction& in, OutsideCall kind, PositionId position, const Group& group) {
  const bool assumes = kind == OutsideCall::Assume;
  if (in.call_arguments.empty()) throw Stop{"call of " + in.name + " without a condition", in.place};
  const std::uint32_t variable = in.call_arguments.front();
  const auto bytes = static_cast<int>(std::min<std::uint64_t>(8, setup_.program.variables[variable].size));
  bool outside = false;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] == 0) continue;
    count_step(in.place);
    const Bank& bank = bank_of(w, position);
    LaneMask fails = 0;
    for_each_lane(group[w], [&](int lane) {
      const std::uint64_t at = static_cast<std::uint64_t>(lane) * setup_.layout.param_size[bank.function] +
                               setup_.layout.address[variable];
      const CellMemory::Value condition = bank.params.read(at, bytes);
      const OriginId origin =
          condition.unwritten ? report_.origin(spec::Rule::ValueUninitialised, in.place) : condition.origin;
      if (origin != 0)
        report_.tainted_use(origin, in.place, w, 1u << lane, assumes ? "an assumption" : "an assertion");
      if (origin == 0 && condition.bits == 0) fails |= 1u << lane;
    });
    if (fails != 0) {
      report_.add(
          spec::Rule::AssertUser, assumes ? spec::Level::Note : report_.level(spec::Rule::AssertUser),
          in.place, ThreadSet(static_cast<int>(w), LaneSet{fails}),
          assumes ? "what is assumed here does not hold: the run is outside of the assumptions and ends here"
                  : "what is asserted here does not hold");
      outside = outside || assumes;
    }
  }
  if (outside) throw OutsideAssumptions{in.place};
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] != 0) advance(position, w, group[w]);
  }
}

void Machine::return_from(PositionId position, const Group& group) {
  const Positions::Node node = positions_.at(position);
  const bool outermost = node.caller == kNoPosition;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] == 0) continue;
    count_step(instruction_at(position).place);
    Bank& from = bank_of(w, position);
    if (outermost) {
      take_results(w, group[w], from);
      exit_lanes(w, group[w]);
      continue;
    }
    const Instruction& call = instruction_at(node.caller);
    const Function& f = setup_.program.functions[node.function];
    Bank& to = bank_of(w, node.caller);
    for (std::size_t i = 0; i < call.call_results.size() && i < f.results.size(); ++i) {
      for_each_lane(group[w],
                    [&](int lane) { copy_param(from, f.results[i], to, call.call_results[i], lane); });
    }
    to.defined[to.lanes->carry()] &= ~group[w];  // spec/carry.h
    advance(node.caller, w, group[w]);
  }
}

// What a device function that runs as the root returns.
void Machine::take_results(std::uint32_t w, LaneMask lanes, Bank& bank) {
  const Function& f = setup_.program.functions[setup_.root];
  if (f.is_entry) return;
  for_each_lane(lanes, [&](int lane) {
    ThreadResult& out = result_.results[thread_of(w, lane)];
    const std::uint64_t base = static_cast<std::uint64_t>(lane) * setup_.layout.param_size[bank.function];
    for (const std::uint32_t variable : f.results) {
      for (std::uint64_t i = 0; i < setup_.program.variables[variable].size; ++i) {
        const CellMemory::Value byte = bank.params.read(base + setup_.layout.address[variable] + i, 1);
        out.bytes.push_back(static_cast<std::uint8_t>(byte.bits));
        out.tainted |= byte.unwritten || byte.origin != 0;
      }
    }
  });
}

}  // namespace warpproof::concrete
