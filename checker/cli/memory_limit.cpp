#include "checker/cli/memory_limit.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

namespace warpproof::cli {

std::uint64_t default_memory_mb() {
  const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || bytes <= 0) return 0;
  return (static_cast<std::uint64_t>(pages) / 4 * 3 * static_cast<std::uint64_t>(bytes)) >> 20;
}

void limit_memory(std::uint64_t mb) {
#if !defined(__SANITIZE_ADDRESS__)
  if (mb == 0) return;
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0) return;
  // A stricter limit that the caller set stays.
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, static_cast<rlim_t>(mb) << 20);
  setrlimit(RLIMIT_AS, &limit);
#else
  static_cast<void>(mb);
#endif
}

void limit_memory_to_share(unsigned processes) {
#if !defined(__SANITIZE_ADDRESS__)
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  limit.rlim_cur /= std::max(processes, 1u);
  setrlimit(RLIMIT_AS, &limit);
#else
  static_cast<void>(processes);
#endif
}

}  // namespace warpproof::cli
