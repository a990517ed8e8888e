// What the firing lanes of all partners bring to a warp collective, by thread of the block.
#pragma once

#include "checker/symbolic/lanes.h"
#include "checker/symbolic/local_memory.h"

namespace warpproof::symbolic {

struct Exchange {
  Lanes arrived, mask;
  Value a;
};

}  // namespace warpproof::symbolic
