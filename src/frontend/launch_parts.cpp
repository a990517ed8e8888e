#include "src/frontend/launch_parts.h"

#include <algorithm>

#include "src/frontend/host_uses.h"

namespace warpproof {

// clang calls the host's half of a kernel __device_stub__NAME; PTX has the kernel under its own name. How many characters
// a name has comes before it, and what comes before that may end in digits too, as the unnamed namespace,
// 12_GLOBAL__N_1, does: the number is known from the name (Itanium C++ ABI, 5.1.3 <source-name>).
std::string without_stub(std::string symbol, const std::string& name) {
  static const std::string kStub = "__device_stub__";
  const std::string stub = std::to_string(kStub.size() + name.size()) + kStub + name;
  if (symbol == kStub + name) return name;  // extern "C"
  if (const std::size_t at = symbol.find(stub); at != std::string::npos)
    symbol.replace(at, stub.size(), std::to_string(name.size()) + name);
  return symbol;
}

std::optional<LaunchParts> launch_of_call(const AstNode& node) {
  LaunchParts out;
  if (node.inner.size() < 2 || node.inner[1]->inner.size() < 3) {
    out.problem = "its configuration has an unknown form";
    return out;
  }
  out.kernel = node.inner[0].get();
  const AstNode& configuration = *node.inner[1];
  out.grid = configuration.inner[1].get();
  out.block = configuration.inner[2].get();
  if (configuration.inner.size() > 3) out.shared = configuration.inner[3].get();
  for (std::size_t i = 2; i < node.inner.size(); ++i) out.arguments.push_back(node.inner[i].get());
  return out;
}

std::optional<LaunchParts> launch_of_runtime_call(const AstNode& node) {
  if (node.inner.empty()) return std::nullopt;
  const std::string name = without_wrapping(*node.inner[0]).refers_name;
  static constexpr const char* kNodes[] = {"cudaGraphAddKernelNode", "cudaGraphKernelNodeSetParams", "cudaGraphExecKernelNodeSetParams",
                                           "cudaGraphAddNode",       "cudaGraphNodeSetParams",       "cudaGraphExecNodeSetParams"};
  if (std::any_of(std::begin(kNodes), std::end(kNodes), [&](const char* n) { return name == n; })) {
    LaunchParts node_of_graph;
    node_of_graph.problem = "what " + name + " is given is not followed";
    return node_of_graph;
  }
  if (!name.starts_with("cudaLaunch") || name.starts_with("cudaLaunchHostFunc")) return std::nullopt;
  LaunchParts out;
  out.cooperative = name == "cudaLaunchCooperativeKernel";
  if ((name == "cudaLaunchKernel" || out.cooperative) && node.inner.size() >= 5) {
    out.kernel = node.inner[1].get();
    out.grid = node.inner[2].get();
    out.block = node.inner[3].get();
    out.argument_array = node.inner[4].get();
    if (node.inner.size() > 5) out.shared = node.inner[5].get();
  } else if (name == "cudaLaunchKernelEx" && node.inner.size() >= 3) {
    out.cooperative = true;
    out.configuration = node.inner[1].get();
    out.kernel = node.inner[2].get();
    for (std::size_t i = 3; i < node.inner.size(); ++i) out.arguments.push_back(node.inner[i].get());
    out.converts = true;
  } else if (name == "cudaLaunchKernelExC" && node.inner.size() == 4) {
    out.cooperative = true;
    out.configuration = node.inner[1].get();
    out.kernel = node.inner[2].get();
    out.argument_array = node.inner[3].get();
  } else {
    out.problem = "the configuration of " + name + " is not followed";
  }
  return out;
}

std::array<std::uint32_t, 3> cluster_of(HostValues& values, const AstNode& kernel) {
  constexpr std::uint64_t kMark = 0x57617270;  // prelude/attributes.cuh
  constexpr std::uint64_t kMostBlocks = 1024;  // of a cluster: more than any GPU has
  std::array<std::uint32_t, 3> out{1, 1, 1};
  for (const auto& attribute : kernel.inner) {
    if (attribute->kind != "AnnotateAttr" || attribute->inner.size() < 2 || attribute->inner.size() > 4) continue;
    const auto number = [&](std::size_t i) -> std::optional<std::uint64_t> {
      const HostIntegerPtr e = values.integer(*attribute->inner[i]);
      return e == nullptr ? std::nullopt : e->value();
    };
    if (number(0) != kMark) continue;
    for (std::size_t d = 0; d + 1 < attribute->inner.size(); ++d) {
      const auto blocks = number(d + 1);
      if (blocks && *blocks >= 1 && *blocks <= kMostBlocks) out[d] = static_cast<std::uint32_t>(*blocks);
    }
  }
  return out;
}

std::string require_cluster(const std::array<std::uint32_t, 3>& cluster, const std::optional<HostShape>& grid) {
  for (std::size_t d = 0; d < 3; ++d) {
    const auto size = grid ? (*grid)[d]->value() : std::nullopt;
    if (size && *size % cluster[d] != 0)
      return "no GPU takes its grid of " + std::to_string(*size) + " blocks along " + "xyz"[d] + " in clusters of " + std::to_string(cluster[d]);
  }
  return "";
}

}  // namespace warpproof
