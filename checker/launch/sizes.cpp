#include "checker/launch/sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace warpproof::launch {

std::string all_sizes(std::uint32_t step, std::uint32_t largest) {
  if (step == 1) return fmt::format("every block size from 1 to {}", largest);
  return largest == kLargestBlock ? fmt::format("block % {} == 0", step)
                                  : fmt::format("block % {} == 0 and block <= {}", step, largest);
}

SizeVerdict describe(std::uint32_t step, std::uint32_t smallest_bad,
                     const std::function<bool(std::uint32_t, std::uint32_t, std::uint32_t)>& clean) {
  SizeVerdict out;
  out.violated_for = fmt::format("block {}", smallest_bad);
  // The weakest condition of the forms that users write.
  for (std::uint32_t multiple = 2; multiple <= 512; multiple *= 2) {
    if (multiple <= step || multiple % step != 0 || smallest_bad % multiple == 0) continue;
    if (clean(multiple, multiple, kLargestBlock)) {
      out.holds_for = fmt::format("block % {} == 0", multiple);
      return out;
    }
  }
  for (const std::uint32_t from : {32u, 64u, 128u, 256u, 512u}) {
    if (from > smallest_bad && clean(step, from, kLargestBlock)) {
      out.holds_for = fmt::format("block >= {}", from);
      if (step > 1) out.holds_for += fmt::format(" and block % {} == 0", step);
      return out;
    }
  }
  if (smallest_bad % 32 != 0 && clean(32, 32, 32)) {
    out.holds_for = "block == 32";
    // A whole number of warps, up to some size.
    std::uint32_t good = 32;
    while (good * 2 <= kLargestBlock && clean(32, 32, good * 2)) good *= 2;
    if (good > 32) out.holds_for = fmt::format("block % 32 == 0 and block <= {}", good);
    return out;
  }
  if (smallest_bad > step && clean(step, step, smallest_bad - 1)) {
    out.holds_for = step == 1 ? fmt::format("block < {}", smallest_bad)
                              : fmt::format("block % {} == 0 and block < {}", step, smallest_bad);
  }
  return out;
}

std::string list_sizes(const std::set<std::uint32_t>& sizes) {
  if (sizes.empty()) return {};
  std::string out = "block ";
  constexpr std::size_t kMostRanges = 8;
  std::size_t ranges = 0;
  for (auto it = sizes.begin(); it != sizes.end();) {
    // The longest run of equal steps, 1 or a warp.
    auto end = std::next(it);
    const std::uint32_t step = end == sizes.end() ? 0 : *end - *it;
    auto last = it;
    while ((step == 1 || step == 32) && end != sizes.end() && *end - *last == step) last = end++;
    if (ranges > 0) out += ", ";
    if (ranges++ == kMostRanges) return out + "..";
    out += last == it  ? fmt::format("{}", *it)
           : step == 1 ? fmt::format("{}-{}", *it, *last)
                       : fmt::format("{}-{} in steps of {}", *it, *last, step);
    it = std::next(last);
  }
  return out;
}

std::uint32_t largest_block(const Function& kernel) {
  if (!kernel.maximum_block) return kLargestBlock;
  const auto& m = *kernel.maximum_block;
  return std::min(kLargestBlock, m[0] * std::max(1u, m[1]) * std::max(1u, m[2]));
}

bool allows_block(const Function& kernel, const std::array<std::uint32_t, 3>& block) {
  if (kernel.required_block && *kernel.required_block != block) return false;
  return block[0] * std::uint64_t{block[1]} * block[2] <= largest_block(kernel);
}

}  // namespace warpproof::launch
