// The race monitor against a plain one that keeps a list of accesses for each byte.
#include "src/concrete/race_monitor.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <tuple>

namespace warpproof::concrete {
namespace {

using Access = RaceMonitor::Access;
using Kind = RaceMonitor::Kind;
constexpr std::uint32_t kWarp = 32, kThreads = 64;

// Rule, the two places, the two threads, equal values.
using Found = std::tuple<spec::Rule, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, bool>;
using Races = std::set<Found>;
RaceMonitor::Report into(Races& races) {
  return [&races](spec::Rule rule, const Access& earlier, const Access& later, bool equal) {
    races.insert({rule, earlier.place, later.place, earlier.thread, later.thread, equal});
  };
}

// One list a byte, one record an access.
class PlainMonitor {
 public:
  explicit PlainMonitor(Races& races) : report_(into(races)), clocks_(kThreads, Clock(kThreads, 0)) {
    for (std::uint32_t t = 0; t < kThreads; ++t) clocks_[t][t] = 1;
  }

  // All accesses of one instruction: compared with those before it, and then put on record.
  void instruction(const std::vector<Access>& accesses) {
    for (const Access& access : accesses) {
      for (int i = 0; i < access.bytes; ++i) {
        for (const Record& earlier : bytes_[access.address + static_cast<std::uint64_t>(i)])
          compare(earlier, access);
      }
    }
    for (const Access& access : accesses) {
      for (int i = 0; i < access.bytes; ++i)
        record(bytes_[access.address + static_cast<std::uint64_t>(i)], access);
    }
  }
  void meet(const std::vector<std::uint32_t>& threads) {
    Clock known(kThreads, 0);
    for (const std::uint32_t t : threads) {
      for (std::uint32_t u = 0; u < kThreads; ++u)
        known[u] = std::max(known[u], clocks_[t][u] + (u == t ? 1 : 0));
    }
    for (const std::uint32_t t : threads) clocks_[t] = known;
  }
  void everyone_met() { bytes_.clear(); }
  void collective(std::uint32_t warp, std::uint64_t time) { last_collective_[warp] = time; }

 private:
  using Clock = std::vector<std::uint64_t>;
  struct Record {
    Access access;
    std::uint64_t clock = 0;
    bool severe = false;
  };
  bool ordered(const Record& earlier, std::uint32_t thread) const {
    return earlier.access.thread == thread || earlier.clock < clocks_[thread][earlier.access.thread];
  }
  void compare(const Record& earlier, const Access& later) {
    const Access& first = earlier.access;
    const bool alike = first.address == later.address && first.bytes == later.bytes;
    if (first.kind != Kind::Write && later.kind != Kind::Write) {
      const auto one_is = [&](Kind kind) { return first.kind == kind || later.kind == kind; };
      if (!one_is(Kind::Atomic)) return;         // reads
      if (!one_is(Kind::Read) && alike) return;  // both strong, of the same bytes
    }
    if (ordered(earlier, later.thread)) return;
    const bool one_warp = first.thread / kWarp == later.thread / kWarp;
    if (one_warp && first.instruction == later.instruction) return;
    spec::Rule rule = spec::Rule::Race;
    if (one_warp && first.execution == later.execution && !earlier.severe) {
      rule = spec::Rule::StoreSameInstruction;
    } else if (!alike) {
      rule = spec::Rule::RaceMixedSize;
    } else if (one_warp) {
      rule = last_collective_[first.thread / kWarp] > first.instruction ? spec::Rule::MemoryCollectiveAsFence
                                                                        : spec::Rule::MemoryImplicitWarpSync;
    }
    report_(rule, first, later,
            first.kind == Kind::Write && later.kind == Kind::Write && alike && first.value == later.value &&
                !earlier.severe);
  }
  void record(std::vector<Record>& records, const Access& access) {
    Record later{access, clocks_[access.thread][access.thread]};
    std::erase_if(records, [&](const Record& earlier) {
      const Access& a = earlier.access;
      if (a.instruction == access.instruction) return false;
      const bool same_bytes = a.address == access.address && a.bytes == access.bytes;
      if (access.kind != Kind::Write)
        return a.thread == access.thread && a.kind == access.kind &&
               (access.kind == Kind::Read || same_bytes);
      if (!ordered(earlier, access.thread)) return false;
      if (a.kind == Kind::Write && a.address == access.address && a.bytes == access.bytes &&
          a.value == access.value && !earlier.severe)
        return true;
      if (a.thread == access.thread && earlier.clock == later.clock) return later.severe = true;
      for (std::uint32_t t = 0; t < kThreads; ++t) {
        if (!ordered(earlier, t)) return false;
      }
      return true;
    });
    records.push_back(later);
  }

  RaceMonitor::Report report_;
  std::vector<Clock> clocks_;
  std::map<std::uint32_t, std::uint64_t> last_collective_;
  std::map<std::uint64_t, std::vector<Record>> bytes_;
};

// Random programs of a few instructions over a few words, mostly rows of a warp, so that rows begin, go on
// and break up.
void run_both(std::uint64_t seed, Races& found, Races& expected) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  RaceMonitor monitor(kThreads, kWarp, into(found));
  PlainMonitor plain(expected);
  for (std::uint32_t place = 0; place < 40; ++place) {
    const auto warp = static_cast<std::uint32_t>(below(5) == 0);
    const std::uint64_t what = below(20);
    if (what < 2) {
      std::vector<std::uint32_t> threads;
      for (std::uint32_t t = 0; t < kThreads; ++t) {
        if (what == 0 ? t / kWarp == warp : below(3) == 0) threads.push_back(t);
      }
      monitor.meet(threads);
      plain.meet(threads);
    } else if (what == 2 && below(3) == 0) {
      monitor.everyone_met();
      plain.everyone_met();
    } else if (what == 3) {
      monitor.collective(warp);
      plain.collective(warp, monitor.next_instruction() - 1);
    } else {
      const auto kind = static_cast<Kind>(below(6) == 0 ? 2 + below(2) : below(2));
      const int bytes = what < 17 ? (below(4) == 0 ? 8 : 4) : 1 << below(4);
      const std::uint64_t start = 4096 + (below(6) == 0 ? 8 * below(8) : 128 * below(2));
      const std::uint64_t instruction = monitor.next_instruction();
      std::array<std::uint64_t, kWarp> values;
      for (auto& value : values) value = kind == Kind::Write ? below(below(3) == 0 ? 2 : 1) : 0;
      std::vector<Access> accesses;
      for (std::uint32_t i = 0; i < kWarp; ++i) {
        accesses.push_back({warp * kWarp + i, kind, start + i * static_cast<std::uint64_t>(bytes), bytes,
                            values[i], instruction, place, instruction});
      }
      if (what < 17) {  // a row
        std::array<std::uint32_t, kWarp> words;
        std::copy(values.begin(), values.end(), words.begin());
        const void* stored = bytes == 8 ? static_cast<const void*>(values.data()) : words.data();
        monitor.access_row(accesses[0], kind == Kind::Write ? stored : nullptr);
      } else {  // some lanes, anywhere
        std::erase_if(accesses, [&](const Access&) { return below(3) != 0; });
        for (Access& access : accesses) access.address = 4096 + below(300);
        for (const Access& access : accesses) monitor.access(access);
      }
      plain.instruction(accesses);
    }
  }
}

TEST_CASE("races found by rows of words and parts of them are those found byte by byte") {
  std::size_t races = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    INFO("seed " << seed);
    Races found, expected;
    run_both(seed, found, expected);
    REQUIRE(found == expected);
    races += found.size();
  }
  CHECK(races > 500);
}

TEST_CASE("accesses around the last address race as others do") {
  Races races;
  RaceMonitor monitor(kThreads, kWarp, into(races));
  for (const std::uint32_t thread : {0u, 40u}) {
    const std::uint64_t now = monitor.next_instruction();
    monitor.access({thread, Kind::Write, ~std::uint64_t{4}, 4, thread, now, thread, now});
    monitor.access({thread, Kind::Write, ~std::uint64_t{1}, 4, thread, now, thread, now});
  }
  CHECK(races.size() == 2);  // word on word, and the first of one with the second of the other
}

TEST_CASE("a row goes on for its own warp, and others race with it") {
  Races races;
  RaceMonitor monitor(kThreads, kWarp, into(races));
  std::array<std::uint32_t, kWarp> words{};
  const auto row = [&](std::uint32_t warp, Kind kind) {
    const std::uint64_t now = monitor.next_instruction();
    monitor.access_row({warp * kWarp, kind, 256, 4, 0, now, static_cast<std::uint32_t>(now), now},
                       kind == Kind::Write ? words.data() : nullptr);
  };
  for (int i = 0; i < 10; ++i) {
    row(0, Kind::Write);
    row(0, Kind::Read);
    words.fill(static_cast<std::uint32_t>(i));
  }
  CHECK(races.empty());
  row(1, Kind::Read);
  CHECK(races.size() == 32);  // each lane with its counterpart's last store
  monitor.everyone_met();
  races.clear();
  row(1, Kind::Write);
  CHECK(races.empty());
}

TEST_CASE("a fence before a strong store and one after its reading order what is around them") {
  const auto hand_over = [](bool fence_before, bool fence_after, bool between) {
    Races races;
    RaceMonitor monitor(kThreads, kWarp, into(races));
    const auto access = [&](std::uint32_t thread, Kind kind, std::uint64_t address) {
      const std::uint64_t now = monitor.next_instruction();
      monitor.access({thread, kind, address, 4, thread, now, thread, now});
    };
    access(0, Kind::Write, 64);
    if (fence_before) monitor.fence(0, true, true);
    if (between) access(0, Kind::Write, 128);
    access(0, Kind::Atomic, 256);
    monitor.strong_write(0, 256, true, false);
    // Another thread's update stands in between.
    access(5, Kind::Atomic, 256);
    monitor.strong_read(5, 256, false);
    monitor.strong_write(5, 256, true, false);
    access(40, Kind::Atomic, 256);
    monitor.strong_read(40, 256, false);
    if (fence_after) monitor.fence(40, true, true);
    access(40, Kind::Read, 64);
    if (between) access(40, Kind::Read, 128);
    return races.size();
  };
  CHECK(hand_over(true, true, false) == 0);
  CHECK(hand_over(false, true, false) == 1);
  CHECK(hand_over(true, false, false) == 1);
  CHECK(hand_over(true, true, true) == 1);  // what came after the fence
}

TEST_CASE("a release and an acquire order without fences, a store by itself breaks the chain") {
  for (const bool replaced : {false, true}) {
    Races races;
    RaceMonitor monitor(kThreads, kWarp, into(races));
    std::uint64_t now = monitor.next_instruction();
    monitor.access({0, Kind::Write, 64, 4, 0, now, 0, now});
    monitor.strong_write(0, 256, true, true);
    if (replaced) monitor.strong_write(9, 256, false, false);
    monitor.strong_read(40, 256, true);
    now = monitor.next_instruction();
    monitor.access({40, Kind::Write, 64, 4, 1, now, 1, now});
    CHECK(races.size() == (replaced ? 1 : 0));
  }
}

// Copies in a loop, each iteration of which starts one: lanes run ahead of each other, wait for some of their copies,
// and meet where they are in the same iteration. Where no two copies count as started at one place, each has a record
// of its own.
std::map<std::uint64_t, int> worst_of_copies(std::uint64_t seed, bool one_place) {
  std::map<std::uint64_t, int> worst;  // by instruction: 0 nothing .. 3 a race
  RaceMonitor monitor(kThreads, kWarp, [&](spec::Rule rule, const Access&, const Access& later, bool equal) {
    const bool one_store = rule == spec::Rule::StoreSameInstruction;
    const int badness = equal ? (one_store ? 0 : 1) : (one_store ? 2 : 3);
    worst[later.instruction] = std::max(worst[later.instruction], badness);
  });
  std::mt19937_64 random(seed);
  const std::vector<std::uint32_t> threads{0, 1, 40};
  std::vector<std::uint32_t> warp(kWarp), all(kThreads);
  std::iota(warp.begin(), warp.end(), 0);
  std::iota(all.begin(), all.end(), 0);
  std::map<std::uint32_t, std::uint32_t> iterations, done;
  std::uint32_t copies = 0;
  for (int i = 0; i < 40; ++i) {
    const std::uint32_t thread = threads[random() % threads.size()];
    const std::uint64_t now = monitor.next_instruction();
    const std::uint64_t address = 64 + random() % 3 * 4;
    const std::uint64_t value = random() % 2;
    switch (random() % 8) {
      case 0:
        done[thread] = std::max(done[thread], static_cast<std::uint32_t>(random() % (iterations[thread] + 1)));
        monitor.complete(thread, [&](std::uint32_t group) { return group < done[thread]; });
        break;
      case 1:
        if (iterations[0] == iterations[1]) monitor.meet(warp);
        break;
      case 2:
        if (iterations[0] != iterations[1] || iterations[0] != iterations[40]) break;
        monitor.meet(all);
        monitor.everyone_met();
        break;
      case 3:
        monitor.access({thread, random() % 2 == 0 ? Kind::Read : Kind::Write, address, 4, value, now, 7, now, 7});
        break;
      default: {
        const std::uint32_t iteration = iterations[thread]++;
        const std::uint64_t execution = 1'000'000 + iteration * 100 + thread / kWarp;
        const std::uint32_t position = one_place ? 1 : 100 + copies++;
        monitor.access({thread, Kind::Write, address, 4, value, now, 1, execution, position, iteration});
      }
    }
  }
  return worst;
}

TEST_CASE("of the copies that a thread starts in a loop the last one stands for all") {
  std::size_t races = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    INFO("seed " << seed);
    const auto each = worst_of_copies(seed, false);
    REQUIRE(worst_of_copies(seed, true) == each);
    races += each.size();
  }
  CHECK(races > 3000);
}

TEST_CASE("a loop of copies that nobody waits for costs the same in each iteration") {
  for (const bool meets : {false, true}) {
    int reports = 0;
    RaceMonitor monitor(kThreads, kWarp, [&](spec::Rule, const Access&, const Access&, bool) { ++reports; });
    for (std::uint32_t i = 0; i < 1000; ++i) {
      const std::uint64_t now = monitor.next_instruction();
      monitor.access({0, Kind::Write, 64, 4, i, now, 1, now, 1, i});
      if (meets) monitor.everyone_met();
    }
    CHECK(reports == 999);
  }
}

// Records that others stand for are left in a cell for a while: they must not be reported, nor change the order.
TEST_CASE("A store races with the last read of each of many readers, in the order of these reads") {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;  // thread and place of the read
  RaceMonitor monitor(kThreads, kWarp, [&](spec::Rule, const Access& earlier, const Access& later, bool) {
    CHECK(later.place == 99);
    found.emplace_back(earlier.thread, earlier.place);
  });
  const auto access = [&](std::uint32_t thread, Kind kind, std::uint32_t place) {
    Access one;
    one.thread = thread;
    one.kind = kind;
    one.address = 1 << 20;
    one.bytes = 4;
    one.place = place;
    one.instruction = one.execution = monitor.next_instruction();
    monitor.access(one);
  };
  // Each reads three times, in another order each time.
  for (std::uint32_t time = 0; time < 3; ++time) {
    for (std::uint32_t i = 1; i < kThreads; ++i) access((i * (2 * time + 1)) % kThreads, Kind::Read, time);
  }
  access(0, Kind::Write, 99);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> expected;
  for (std::uint32_t i = 1; i < kThreads; ++i) expected.emplace_back(i * 5 % kThreads, 2);
  CHECK(found == expected);
}

}  // namespace
}  // namespace warpproof::concrete
