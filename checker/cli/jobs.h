// Pieces of work, each in a process of its own, several at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace warpproof::cli {

// As many as there are processors, but where there are several each has 4 GB of the `memory_mb` (0: any) that they share.
unsigned default_jobs(std::uint64_t memory_mb);

// Makes work(0), .., work(count - 1), at most `at_once` (1 or more) at a time, and calls done(k, what work(k) returned)
// as each ends, in any order, one at a time, from other threads than the caller's; nothing where the process ended early.
// A process may take its share of the memory that this one may. Where fewer than `at_once` are left, it may go two ways at
// once (src/base/race.h). Neither function may throw.
void run_jobs(std::size_t count, unsigned at_once, const std::function<std::string(std::size_t)>& work,
              const std::function<void(std::size_t, std::optional<std::string>)>& done);

// Makes f(0), .., f(count - 1) in threads of this process, at most `at_once` at a time; f may not throw.
void in_parallel(std::size_t count, unsigned at_once, const std::function<void(std::size_t)>& f);

}  // namespace warpproof::cli
