// Steps of the order in which atomics take effect (order_trace.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/order_trace.h"
#include "checker/symbolic/parts.h"
#include "checker/symbolic/target.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class OrderRecorder {
 public:
  explicit OrderRecorder(const Parts& parts);

  OrderStep atomic_step(const Instruction& ins, const std::vector<Target>& targets, const Value& b,
                        const Value& c);
  void trace_meeting(const Lanes& arrived, const Lanes& mask, const Instruction& ins);
  void trace_barrier(OrderStep::Kind kind, int id, const Lanes& guard, std::uint32_t place);
  void trace_fence(const Lanes& active, const Instruction& ins);
  void trace_strong(const Instruction& ins, Space space);
  void trace_iteration(OrderStep::Kind kind, const Iteration& iteration, std::uint32_t place);

 private:
  const Context& context_;
  BlockMemory& memory_;
  OrderTrace& order_;
  std::optional<OtherBlocks>& other_blocks_;
};

}  // namespace warpproof::symbolic
