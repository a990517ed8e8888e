// A happens-before race detector for one run: vector clocks, one a thread, over the accesses that really took
// place.
//
// Order: program order; a block barrier orders everything before it against everything after it; a named
// barrier orders what its arrivals did before against what its waiters do after; bar.warp.sync orders its
// lanes; what a thread did before a fence and an atomic or volatile store after that is ordered before what
// another one does after it read that store, or one of atomics upon it, and a fence (PTX ISA 9.x, memory
// consistency model: release and acquire patterns; all scopes hold within a block). Shuffles, votes, matches
// and redux order nothing (PTX ISA 9.x 8.7.1). What an asynchronous copy does comes after what its thread did
// before, and is ordered before what the thread does once it has waited for it. Two accesses of different
// threads, or of a thread and its copy, to one byte, one of them a store, not both atomic, that nothing
// orders are a race. What a warp does with wmma, any of its lanes may have done. Independent of the
// symbolic executor's bookkeeping on purpose: it is what replays the races that the executor proposes.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "spec/rules.h"
#include "src/machine/access_kind.h"

namespace warpproof::concrete {

class RaceMonitor {
 public:
  using Kind = AccessKind;
  struct Access {
    std::uint32_t thread = 0;
    Kind kind = Kind::Read;
    std::uint64_t address = 0;  // generic
    int bytes = 0;
    std::uint64_t value = 0;        // of a write
    // One number for all lanes that run an instruction at once, as one execution.
    std::uint64_t instruction = 0;
    std::uint32_t place = 0;
    // One number for the lanes of a warp that run an instruction in the same iterations of the loops around it,
    // whether or not the schedule runs them at once: their stores to one address are those of one store.
    std::uint64_t execution = 0;
    std::uint32_t position = 0;  // PositionId: where in the program, with the calls around it
    // Of an asynchronous copy that has not been waited for: the copy's group (spec/async_copy.h). Nothing is
    // ordered after it, what its own thread does included.
    std::optional<std::uint32_t> group = std::nullopt;
    std::uint32_t fragment = 0;  // fragment_kind()
  };
  using Report =
      std::function<void(spec::Rule rule, const Access& earlier, const Access& later, bool equal_values)>;

  using Clock = std::vector<std::uint64_t>;  // by thread

  RaceMonitor(std::uint32_t threads, std::uint32_t warp_size, Report report);

  // What two know together: the greater of each component.
  static void join(Clock& into, const Clock& from);

  void access(const Access& access);
  // One access by each of 32 threads from `first.thread` on, all of one warp, to consecutive words: as
  // access() of each of them, the i-th at first.address + i * first.bytes. `values` are the words that a
  // store writes, null for others. The words have 4 or 8 bytes, and the first is aligned to its size.
  void access_row(const Access& first, const void* values);
  // A thread has waited for its asynchronous copies in groups of which is_done(group): from now on what they
  // did is what it did before.
  void complete(std::uint32_t thread, const std::function<bool(std::uint32_t group)>& is_done);
  // Threads that all wait for each other: a warp's lanes, or the waiters and arrivals of a barrier.
  // `releases` gives the clocks of threads that arrived without waiting, taken by release().
  void meet(const std::vector<std::uint32_t>& threads, const Clock* released = nullptr);
  // The clock of a thread that arrives and goes on.
  Clock release(std::uint32_t thread);
  // Fences, and accesses that are not weak. `releases` and `acquires`: by themselves, without a fence;
  // `updates`: the store is that of a read-modify-write.
  void fence(std::uint32_t thread, bool acquires, bool releases);
  void strong_read(std::uint32_t thread, std::uint64_t address, bool acquires);
  void strong_write(std::uint32_t thread, std::uint64_t address, bool updates, bool releases);
  // Every live thread met: nothing before matters any more but asynchronous copies.
  void everyone_met();
  // A collective that orders nothing was executed by the warp.
  void collective(std::uint32_t warp) {
    settle();
    last_collective_[warp] = ++time_;
  }
  std::uint64_t next_instruction() { return ++time_; }

 private:
  static constexpr int kRowThreads = 32;
  static constexpr std::uint64_t kCellBytes = 4, kPageCells = 64, kPageBytes = kCellBytes * kPageCells;

  struct Record {
    std::uint8_t bytes = 0;  // of the cell, a bit each; 0: others stand for it
    // Stands for an access before it as well with which an equal store races like any other.
    bool severe = false;
    bool stands_for_equal = false;  // for a store of its value before it as well, which is another execution
    Access access;
    std::uint64_t clock = 0, time = 0;
  };
  // Accesses by the threads of one row to its words, one a thread.
  struct RowRecord {
    Access first;
    std::uint64_t time = 0;
    std::uint32_t severe = 0;  // by thread
    std::array<std::uint64_t, kRowThreads> values{}, clocks{};
  };
  // Words that only the 32 threads of one row have accessed, each its own one: their records are kept
  // together until somebody else comes.
  struct Row {
    std::uint64_t start = 0;
    int bytes = 0;  // of a word
    std::uint32_t thread = 0;
    std::uint32_t count = 0;
    std::array<RowRecord, 2> records;
  };
  // Four bytes of memory, aligned. What one record covers is a set of them, as if each byte had its own list.
  struct Cell {
    std::uint32_t row = 0;     // its number in rows_, from 1; 0: `records` hold
    std::uint32_t stores = 0;  // of `records`: where there are none, reads race with nothing
    std::uint32_t gone = 0;    // of `records`, that others stand for: they are taken out now and then
    std::uint8_t bytes = 0;    // that each of `records` covers; 0: not all cover the same, or there are none
    std::vector<Record> records;

    std::size_t size() const { return records.size() - gone; }
    void add(const Record& record);
    void drop_gone();
    void clear();
  };
  struct Page {
    std::uint64_t epoch = 0;  // older than the monitor's: nothing in it matters any more
    std::array<Cell, kPageCells> cells;
  };

  using Clocks = std::shared_ptr<const Clock>;  // null: knows of nothing
  static Clocks joined(const Clocks& a, const Clocks& b);
  void learn(std::uint32_t thread, const Clocks& from);

  bool ordered(const Record& earlier, const Access& later) const;
  bool is_open(const Access& earlier, const Access& later) const {
    return of_open_lanes(earlier.fragment, later.fragment,
                         earlier.thread / warp_size_ == later.thread / warp_size_);
  }
  bool knows(std::uint32_t thread, std::uint32_t other, std::uint64_t clock) const {
    return other == thread || clock < clocks_[thread][other];
  }
  bool warp_knows(std::uint32_t thread, const Record& record) const;  // all lanes of the thread's warp
  bool all_know(std::uint32_t other, std::uint64_t clock) const;
  void compare(const Record& earlier, const Access& later);
  bool supersedes(Record& later, const Record& earlier) const;
  void supersede(Cell& cell, Record& later) const;
  bool supersedes_copy(Record& later, const Record& earlier) const;
  void settle();
  void settle(Cell& cell, Record record);
  Cell& cell_at(std::uint64_t address);
  Row* row_of(const Access& first);
  std::uint32_t superseded(RowRecord& later, const RowRecord& earlier) const;
  bool add_to_row(Row& row, const Access& first, const void* values);
  void expand(std::uint32_t row);

  const std::uint32_t warp_size_;
  Report report_;
  std::vector<Clock> clocks_;  // [t][u]: accesses of u with a clock below this are known to t
  Clock own_;                  // clocks_[t][t]
  // By thread: its clock at its last fence, and what came with the stores that it read since its last one.
  std::vector<Clocks> fenced_, seen_;
  static constexpr std::size_t kMostPublished = 1 << 16;
  std::unordered_map<std::uint64_t, Clocks> published_;  // by address, what comes with its value
  bool gave_up_ = false;  // too many of those: whatever would be said might be wrong
  std::vector<std::uint64_t> last_collective_;
  struct Copying {  // what a copy does to one cell
    std::uint64_t at = 0, instruction = 0;
    std::uint32_t group = 0;
  };
  std::map<std::uint32_t, std::vector<Copying>> copying_;  // by thread, of copies that are pending

  std::unordered_map<std::uint64_t, Page> pages_;
  struct Recent {
    std::uint64_t number = ~0ull;
    Page* page = nullptr;
  };
  std::array<Recent, 32> recent_;  // by a hash of the page's number
  std::vector<Row> rows_;
  std::uint64_t epoch_ = 1;
  // Accesses of the instruction under execution, compared but not on record yet: what its lanes do to each
  // other is judged elsewhere, and must not hide what one of them does to an access that another of them
  // supersedes.
  std::vector<std::pair<Cell*, Record>> pending_;
  std::uint64_t time_ = 0;
};

}  // namespace warpproof::concrete
