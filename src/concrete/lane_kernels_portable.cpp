#include "src/concrete/lane_kernels.h"
#include "src/concrete/lane_kernels.inc"

namespace warpproof::concrete::internal {

const LaneKernels& portable_kernels() {
  static const LaneKernels& kKernels = table("portable");
  return kKernels;
}

}  // namespace warpproof::concrete::internal
