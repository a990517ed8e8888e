#include "checker/equivalence/one_outcome.h"

#include <algorithm>

#include "checker/equivalence/whole_launch.h"
#include "src/machine/address_map.h"
#include "src/machine/collective.h"
#include "src/program/matrix.h"

namespace warpproof::equivalence {

namespace {

bool is_open(const Operand& o) {
  if (o.kind != Operand::Kind::Special) return false;
  switch (o.special) {
    case Special::WarpId:
    case Special::NWarpId:
    case Special::SmId:
    case Special::NSmId:
    case Special::GridId:
    case Special::Clock:
    case Special::ClockHi:
    case Special::Clock64:
    case Special::GlobalTimer:
    case Special::GlobalTimerLo:
    case Special::GlobalTimerHi:
    case Special::PerformanceCounter:
    case Special::PerformanceCounter64:
    case Special::Envreg:
    case Special::Other:
      return true;
    default:
      return false;
  }
}

// Where not all threads take part, who does may depend on who comes first.
bool is_for_some(const Instruction& in, const Launch& launch) {
  const int count = barrier_operands(in).count;
  if (count < 0) return false;
  const Operand& o = in.sources[static_cast<std::size_t>(count)];
  const std::uint64_t all = std::uint64_t{launch.warps()} * static_cast<std::uint64_t>(launch.warp_size);
  return o.kind != Operand::Kind::None && (o.kind != Operand::Kind::Immediate || o.bits < all);
}

bool is_open(const Instruction& in, const Launch& launch) {
  if (in.op == Opcode::Activemask || in.op == Opcode::Elect) return true;
  if ((in.op == Opcode::Shfl || in.op == Opcode::Vote) && !in.mod.sync) return true;
  if (in.op == Opcode::Barrier && is_for_some(in, launch)) return true;
  return std::any_of(in.sources.begin(), in.sources.end(), [](const Operand& o) { return is_open(o); });
}

}  // namespace

bool depends_on_schedule(const Program& program, std::uint32_t root, const Launch& launch) {
  const auto reachable = layout(program, root).reachable;
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    if (!reachable[f]) continue;
    for (const Instruction& in : program.functions[f].code) {
      if (is_open(in, launch)) return true;
    }
  }
  return false;
}

bool has_one_outcome(const Side& side, const Launch& launch, const RunInputs& inputs,
                     effort::Clock::time_point until) {
  if (depends_on_schedule(*side.program, side.function, launch)) return false;
  RunOptions options;
  options.orders = true;
  options.until = until;
  const RunResult r = run_whole_launch(side, launch, inputs, options);
  const bool products = std::any_of(r.approximations.begin(), r.approximations.end(),
                                    [](const Approximation& a) { return is_product_of_reals(a.name); });
  return r.outcome == RunResult::Outcome::Finished && !r.order_shows && !products;
}

}  // namespace warpproof::equivalence
