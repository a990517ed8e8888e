#include "checker/launch/cluster.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace warpproof::launch {

void add_cluster(const Function& f, std::vector<Condition>& conditions) {
  if (!f.is_entry || !f.cluster) return;
  for (std::size_t d = 0; d < 3; ++d) {
    const std::uint32_t blocks = (*f.cluster)[d];
    if (blocks < 2) continue;
    Condition condition = Condition::parse(fmt::format("gridDim.{} % {} == 0", "xyz"[d], blocks), [](const std::string&) { return std::nullopt; });
    condition.set_origin("from the kernel's cluster");
    const auto is_same = [&](const Condition& c) { return c.text() == condition.text(); };
    if (std::none_of(conditions.begin(), conditions.end(), is_same)) conditions.push_back(std::move(condition));
  }
}

}  // namespace warpproof::launch
