#include "src/concrete/control/calls.h"

#include <algorithm>

#include "src/concrete/control/code.h"
#include "src/concrete/control/control_flow.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/schedule.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/ends.h"
#include "src/concrete/memory/block_memory.h"

namespace warpproof::concrete {

Calls::Calls(const Parts& parts)
    : setup_(parts.context.setup),
      positions_(parts.code.positions),
      warps_(parts.threads.warps),
      report_(parts.record.findings),
      result_(parts.record.result),
      local_(parts.block_memory.local),
      code_(parts.code),
      threads_(parts.threads),
      record_(parts.record),
      schedule_(parts.schedule),
      control_flow_(parts.control_flow) {}

void Calls::copy_param(Bank& from, std::uint32_t from_variable, Bank& to, std::uint32_t to_variable,
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

// A frame starts with nothing written: registers, parameters, local variables.
void Calls::reset_frame(Bank& bank, std::uint32_t w, PositionId position, LaneMask mask) {
  for (LaneMask& defined : bank.defined) defined &= ~mask;
  bank.defined.back() = ~0u;
  for (LaneMask& tainted : bank.tainted) tainted &= ~mask;
  for (std::size_t i = 0; i < bank.iterations.size(); ++i) {
    if ((mask >> (i % kLanes)) & 1) bank.iterations[i] = 0;
  }
  const Layout& layout = setup_.layout;
  const std::uint64_t param_size = layout.param_size[bank.function];
  const std::uint64_t local_size = layout.local_size[bank.function], base = code_.local_base(position);
  for_each_lane(mask, [&](int lane) {
    bank.params.forget(static_cast<std::uint64_t>(lane) * param_size, param_size);
    const auto& local = local_[threads_.thread_of(w, lane)];
    if (local && local_size > 0) local->forget(base, local_size);
  });
}

void Calls::call(const Instruction& in, PositionId position, const Group& group) {
  if (in.callee < 0) return call_external(in, position, group);
  const auto callee = static_cast<std::uint32_t>(in.callee);
  const Function& f = setup_.program.functions[callee];
  if (!f.has_body) return call_external(in, position, group);
  if (positions_.at(position).depth >= 200) throw Stop{"calls nested deeper than 200", in.place};
  const PositionId inside = positions_.intern(position, callee, 0);
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] == 0) continue;
    record_.count_step(in.place);
    Bank& to = threads_.bank_of(w, inside);
    Bank& from = threads_.bank_of(w, position);
    reset_frame(to, w, inside, group[w]);
    for (std::size_t i = 0; i < in.call_arguments.size() && i < f.parameters.size(); ++i) {
      for_each_lane(group[w],
                    [&](int lane) { copy_param(from, in.call_arguments[i], to, f.parameters[i], lane); });
    }
    schedule_.enter(inside, w, group[w]);
  }
}

// The few functions that have no body in PTX and yet a meaning here.
void Calls::call_external(const Instruction& in, PositionId position, const Group& group) {
  const OutsideCall kind = outside_call(in.name);
  if (kind == OutsideCall::None) throw Stop{"call of " + in.name, in.place};
  if (kind == OutsideCall::Assume || kind == OutsideCall::AssertThat)
    return judge_claim(in, kind, position, group);
  if (kind == OutsideCall::AssertFail) return control_flow_.judge_stop(group, true);
  if (kind == OutsideCall::AnyWord && (in.call_arguments.size() != 1 || in.call_results.size() != 1))
    throw Stop{"call of " + in.name + ", which takes one word and gives one", in.place};
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] == 0) continue;
    record_.count_step(in.place);
    if (kind == OutsideCall::GridMeeting) warps_[w].at_grid_barrier |= group[w];
    Bank& bank = threads_.bank_of(w, position);
    for (const std::uint32_t variable : in.call_results) {
      const std::uint64_t size = setup_.layout.param_size[bank.function];
      for_each_lane(group[w], [&](int lane) {
        if (kind == OutsideCall::AnyWord)
          return copy_param(bank, in.call_arguments.front(), bank, variable, lane);
        const std::uint64_t at = static_cast<std::uint64_t>(lane) * size + setup_.layout.address[variable];
        for (std::uint64_t i = 0; i < setup_.program.variables[variable].size; ++i)
          bank.params.write(at + i, 1, 0);
      });
    }
    control_flow_.advance(position, w, group[w]);
  }
}

// warpproof::assume and warpproof::assert_that.
void Calls::judge_claim(const Instruction& in, OutsideCall kind, PositionId position, const Group& group) {
  const bool assumes = kind == OutsideCall::Assume;
  if (in.call_arguments.empty()) throw Stop{"call of " + in.name + " without a condition", in.place};
  const std::uint32_t variable = in.call_arguments.front();
  const auto bytes = static_cast<int>(std::min<std::uint64_t>(8, setup_.program.variables[variable].size));
  bool outside = false;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] == 0) continue;
    record_.count_step(in.place);
    const Bank& bank = threads_.bank_of(w, position);
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
          assumes ? "this assumption is false in the run, which ends here"
                  : "what is asserted here does not hold");
      outside = outside || assumes;
    }
  }
  if (outside) throw OutsideAssumptions{in.place};
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] != 0) control_flow_.advance(position, w, group[w]);
  }
}

void Calls::return_from(PositionId position, const Group& group) {
  const Positions::Node node = positions_.at(position);
  const bool outermost = node.caller == kNoPosition;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] == 0) continue;
    record_.count_step(code_.instruction_at(position).place);
    Bank& from = threads_.bank_of(w, position);
    if (outermost) {
      take_results(w, group[w], from);
      control_flow_.exit_lanes(w, group[w]);
      continue;
    }
    const Instruction& call = code_.instruction_at(node.caller);
    const Function& f = setup_.program.functions[node.function];
    Bank& to = threads_.bank_of(w, node.caller);
    for (std::size_t i = 0; i < call.call_results.size() && i < f.results.size(); ++i) {
      for_each_lane(group[w],
                    [&](int lane) { copy_param(from, f.results[i], to, call.call_results[i], lane); });
    }
    to.defined[to.lanes->carry()] &= ~group[w];  // spec/carry.h
    control_flow_.advance(node.caller, w, group[w]);
  }
}

// What a device function that runs as the root returns.
void Calls::take_results(std::uint32_t w, LaneMask lanes, Bank& bank) {
  const Function& f = setup_.program.functions[setup_.root];
  if (f.is_entry) return;
  for_each_lane(lanes, [&](int lane) {
    ThreadResult& out = result_.results[threads_.thread_of(w, lane)];
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
