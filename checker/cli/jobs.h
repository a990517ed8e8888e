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

// A piece of work: `here`, in a thread of this process, or `apart`, in a process of its own; then `done` gets what that
// returned, or nothing where the process ended early. None of them may throw. `done` is called by one thread at a time.
struct Piece {
  std::function<void()> here;
  std::function<std::string()> apart;
  std::function<void(std::optional<std::string>)> done;
};

// Makes pieces as `next` gives them, at most `at_once` (1 or more) at a time, until it gives none. `next` is called from
// several threads, and may wait for what becomes of other pieces. A process may take its share of the memory that this one may.
// Where fewer than `at_once` are at work, it may go two ways at once (src/base/race.h).
void run_pieces(unsigned at_once, const std::function<std::optional<Piece>()>& next);

}  // namespace warpproof::cli
