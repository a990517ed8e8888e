// The lane kernels of floating-point operations.
#pragma once

#include <span>

#include "src/concrete/lane_emitter.h"

namespace warpproof::concrete {

// The steps of a FloatOp (src/term/float_op.h).
LaneWord emit_float_op(LaneEmitter& out, std::uint64_t packed_op, int result_width,
                       std::span<const LaneWord> operands);

}  // namespace warpproof::concrete
