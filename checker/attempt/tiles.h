// Matrices that are cut into whole tiles: with dim3(n / 16, m / 16) blocks of 16 by 16 threads, the kernel need not compare
// blockIdx.y * 16 + threadIdx.y with m, as it is less.
#pragma once

#include "checker/attempt/check_options.h"
#include "checker/smt/without_products.h"
#include "checker/symbolic/executor.h"

namespace warpproof {

// Asks what the launch's conditions imply; each question once. Null where there are none, or the block's size is open.
WithoutProducts::Tiles tiles_of(TermGraph& graph, const symbolic::Executor& executor, const CheckOptions& options);

}  // namespace warpproof
