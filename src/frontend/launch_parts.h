// The expressions that a launch in host code is made of: kernel<<<grid, block, shared>>>(..) and the run time's functions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/frontend/host_ast.h"
#include "src/frontend/host_values.h"

namespace warpproof {

// What a launch is made of, whichever way it is written.
struct LaunchParts {
  const AstNode *kernel = nullptr, *grid = nullptr, *block = nullptr, *shared = nullptr;
  const AstNode* configuration = nullptr;  // a pointer to a cudaLaunchConfig_t, in place of the three
  bool converts = false;                   // the arguments are converted where they arrive
  std::vector<const AstNode*> arguments;  // null: not known
  const AstNode* argument_array = nullptr;
  bool cooperative = false;
  std::string problem;
};

// Of a CUDAKernelCallExpr.
std::optional<LaunchParts> launch_of_call(const AstNode& node);
// Of a CallExpr; nothing where it calls no function that launches.
std::optional<LaunchParts> launch_of_runtime_call(const AstNode& node);

// __cluster_dims__ of a kernel: the run time takes only grids that are a multiple of it (CUDA Programming Guide, Thread Block
// Clusters). A size that is not known is 1.
std::array<std::uint32_t, 3> cluster_of(HostValues& values, const AstNode& kernel);
// Not empty: the grid is none that is launched in such clusters, and nothing runs.
std::string require_cluster(const std::array<std::uint32_t, 3>& cluster, const std::optional<HostShape>& grid);

// The name that a kernel has in PTX.
std::string without_stub(std::string symbol, const std::string& name);

}  // namespace warpproof
