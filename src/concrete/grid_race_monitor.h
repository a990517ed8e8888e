// A happens-before race detector between the blocks of one launch, for global memory: vector clocks, one
// component a warp, over the accesses that really took place. Races inside a block are race_monitor.h's.
//
// Two accesses of different blocks to one byte, at least one of them a store or an update, not both strong
// (atomic, volatile, relaxed, acquire, release, at a scope beyond the block), are a race unless they are
// ordered (PTX ISA 9.x, memory consistency model, 8.7 to 8.9, taken at the granularity of warps):
//   - What a warp did is known to another once the other has strongly read a word that brings it: one that
//     the first stored to or updated strongly, after it executed a fence after what it did, or by an
//     operation that releases by itself. Later updates of the word by others leave what it brings and add to
//     it; a store begins anew. What is known is passed on.
//   - Warps that meet at a barrier of their block know of each other, and strong stores of any of them bring
//     what any of them had fenced.
//   - A strong access to a word comes after the strong stores to it that the run had made by then, for what
//     its block does to that word later (coherence): the last block of many may reset their counter.
// Lenient on purpose:
//   - A fence of any lane and a strong store of any lane of one warp go together if the run made them in this
//     order.
//   - A thread that strongly reads shared memory, or global memory for its block only, knows all that its
//     block did by then, if a thread of the block has executed a fence since it last read so.
//   - The reader needs no fence after its strong read. NVIDIA's own sample of a reduction by the last block
//     (threadFenceReduction) has none after its atomic, and hardware keeps the order there because of the
//     branch and the barrier that follow.
//   - Scope .cluster counts as .gpu: whether two blocks are of one cluster is not known here.
// It says nothing of what goes beyond the bounds below. The order in which the evaluator runs the blocks is
// of no account, except that it decides what is read; one thread at a time may call.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace warpproof::concrete {

class GridRaceMonitor {
 public:
  struct Access {
    std::uint32_t block = 0;    // its number in the grid
    std::uint32_t thread = 0;   // in the block
    bool writes = false;        // a store or an update
    bool strong = false;        // for threads of other blocks
    std::uint64_t address = 0;  // generic
    int bytes = 0;
    std::optional<std::uint64_t> value;  // of a store
    std::uint32_t place = 0;
  };
  // `equal_values`: both are stores of one value to the same bytes.
  using Report = std::function<void(const Access& earlier, const Access& later, bool equal_values)>;

  // Beyond these it says nothing: of words on other pages, of the oldest of many accesses to one word; of
  // anything where more is handed over than is kept.
  struct Bounds {
    std::size_t pages = 1 << 14;         // of kPageCells words
    std::size_t records_of_word = 128;   // a warp has at most 4
    std::size_t published = 1ull << 24;  // words that bring something, times warps
    bool coherence = true;               // strong accesses to a word order what their blocks do to it later
  };
  struct Thread {
    std::uint32_t block = 0, thread = 0;
  };

  GridRaceMonitor(std::uint32_t warp_size, std::uint32_t warps_of_block, Report report)
      : GridRaceMonitor(warp_size, warps_of_block, std::move(report), Bounds()) {}
  GridRaceMonitor(std::uint32_t warp_size, std::uint32_t warps_of_block, Report report, const Bounds& bounds)
      : warp_size_(warp_size), warps_(warps_of_block), report_(std::move(report)), bounds_(bounds) {}

  void access(const Access& access);
  // A fence; `releases`: at a scope beyond the block.
  void fence(Thread thread, bool releases = true);
  // Strong accesses, after they were given to access(). `updates`: by a read-modify-write; `releases`: by
  // itself, without a fence.
  void strong_read(Thread thread, std::uint64_t address);
  void strong_write(Thread thread, std::uint64_t address, bool updates, bool releases);
  // A strong read that tells of threads of the block only.
  void read_in_block(Thread thread);
  // Warps of a block meet at a barrier, where those of `waiting`, which are some of them, wait for all.
  void meet(std::uint32_t block, const std::vector<std::uint32_t>& warps,
            const std::vector<std::uint32_t>& waiting);

 private:
  static constexpr std::uint64_t kCellBytes = 4, kPageCells = 64, kPageBytes = kCellBytes * kPageCells;
  using Time = std::uint32_t;
  using Clock = std::vector<Time>;              // by warp: what it did at times up to this; beyond the end 0
  using Clocks = std::shared_ptr<const Clock>;  // null: nothing

  struct WarpState {
    Time now = 1;
    bool did_something = true;  // since its last fence
    Clocks known;               // of the others
    Clocks fenced;              // what its strong stores bring
    Time fenced_at = 0;
    Clocks learned;                // what it learned last
    std::uint32_t seen_fence = 0;  // of the block, by number
  };
  struct Record {
    Access access;
    Time time = 0;
    bool severe = false;     // stands for something with which an equal store races like any other
    std::uint8_t bytes = 0;  // of the cell, a bit each
  };
  using Cell = std::vector<Record>;  // the oldest first
  using Page = std::array<Cell, kPageCells>;

  std::size_t warp_of(const Access& a) const { return warp_of(Thread{a.block, a.thread}); }
  std::size_t warp_of(Thread t) const { return std::size_t{t.block} * warps_ + t.thread / warp_size_; }
  WarpState& state(std::size_t warp);
  bool knows(const Access& later, const Record& record);
  bool behind_by_coherence(const Cell& cell, std::size_t earlier, const Access& later) const;
  void compare(const Cell& cell, const Access& later, std::uint8_t bytes);
  void put(Cell& cell, Record record);
  Cell* cell_at(std::uint64_t address);
  Clocks release(std::size_t warp);
  static Clocks joined(const Clocks& a, const Clocks& b);

  const std::uint32_t warp_size_, warps_;
  Report report_;
  Bounds bounds_;
  bool gave_up_ = false;
  std::vector<WarpState> states_;                        // by warp of the grid
  std::vector<std::uint32_t> fences_;                    // by block, how many of its threads executed
  std::unordered_map<std::uint64_t, Clocks> published_;  // by address, what comes with its value
  std::unordered_map<std::uint64_t, Page> pages_;
  std::uint64_t recent_number_ = ~0ull;
  Page* recent_ = nullptr;
};

}  // namespace warpproof::concrete
