// Which accesses of different blocks are ordered. A run is written as words: "1 st x" is a store by block 1.
#include "src/concrete/grid_race_monitor.h"

#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace warpproof::concrete {
namespace {

using Access = GridRaceMonitor::Access;

struct Found {
  std::uint32_t earlier, later;  // blocks
  bool equal;
  bool operator==(const Found&) const = default;
};

constexpr std::uint64_t kWord = 1ull << 41;

class Run {
 public:
  explicit Run(const GridRaceMonitor::Bounds& bounds = {})
      : monitor(
            32, 2,
            [this](const Access& a, const Access& b, bool equal) {
              found.push_back({a.block, b.block, equal});
            },
            bounds) {}

  // BLOCK[.WARP] OPERATION WORD[=VALUE] separated by ";". ld, st: weak; vld, vst: volatile; add: an atomic;
  // rel, acq_add: a store that releases, an atomic that does both; fence; cta_fence; read: a strong read that
  // tells of the block; barrier: the two warps of a block meet.
  Run& does(const std::string& text) {
    std::istringstream events(text);
    for (std::string event; std::getline(events, event, ';');) {
      std::istringstream in(event);
      std::uint32_t block = 0, warp = 0;
      std::string operation, word;
      in >> block;
      if (in.peek() == '.') in.ignore(1) >> warp;
      in >> operation >> word;
      one({block, 32 * warp}, operation, word);
    }
    return *this;
  }

  std::vector<Found> found;
  GridRaceMonitor monitor;

 private:
  void one(GridRaceMonitor::Thread thread, const std::string& operation, std::string word) {
    if (operation == "fence") return monitor.fence(thread);
    if (operation == "cta_fence") return monitor.fence(thread, false);
    if (operation == "read") return monitor.read_in_block(thread);
    if (operation == "barrier") return monitor.meet(thread.block, {0, 1}, {0, 1});
    Access a;
    a.block = thread.block;
    a.thread = thread.thread;
    a.bytes = 4;
    if (const auto equals = word.find('='); equals != std::string::npos) {
      a.value = std::stoull(word.substr(equals + 1));
      word.resize(equals);
    }
    a.address = kWord + 4 * static_cast<std::uint64_t>(word.at(0) - 'a');
    const bool update = operation == "add" || operation == "acq_add";
    const bool release = operation == "rel" || operation == "acq_add";
    a.strong = operation != "ld" && operation != "st";
    a.writes = operation != "ld" && operation != "vld";
    monitor.access(a);
    if (!a.strong) return;
    if (!a.writes || update) monitor.strong_read(thread, a.address);
    if (a.writes) monitor.strong_write(thread, a.address, update, release);
  }
};

TEST_CASE("accesses of different blocks that nothing orders race", "[race]") {
  struct Case {
    const char* what;
    const char* run;
    bool races;
  };
  const Case cases[] = {
      {"a store and a load", "0 st d; 1 ld d", true},
      {"a load and a store", "0 ld d; 1 st d", true},
      {"two stores", "0 st d; 1 st d", true},
      {"two loads", "0 ld d; 1 ld d", false},
      {"one block", "0 st d; 0 ld d; 0 st d", false},
      {"two words", "0 st d; 1 st e", false},
      {"atomics", "0 add d; 1 add d; 0 vld d; 1 vst d", false},
      {"an atomic and a load", "0 add d; 1 ld d", true},
      {"a store and an atomic", "0 st d; 1 add d", true},
      {"a volatile load and a store", "0 vld d; 1 st d", true},
      {"a load between two atomics of others", "0 add d; 1 add d; 2 ld d", true},
      {"a store that another one of its block follows", "0 st d; 0 ld d; 1 ld d", true},
  };
  for (const Case& c : cases) {
    INFO(c.what);
    CHECK(Run().does(c.run).found.empty() == !c.races);
  }
}

TEST_CASE("a fence, a strong store and a strong load of its value order blocks", "[race]") {
  struct Case {
    const char* what;
    const char* run;
    bool races;
  };
  const Case cases[] = {
      {"a flag", "0 st d; 0 fence; 0 vst f; 1 vld f; 1 ld d", false},
      {"a flag without a fence", "0 st d; 0 vst f; 1 vld f; 1 ld d", true},
      {"the fence after the flag", "0 st d; 0 vst f; 0 fence; 1 vld f; 1 ld d", true},
      {"the fence before the store", "0 fence; 0 st d; 0 vst f; 1 vld f; 1 ld d", true},
      {"the flag read too early", "0 st d; 0 fence; 1 vld f; 0 vst f; 1 ld d", true},
      {"another flag read", "0 st d; 0 fence; 0 vst f; 1 vld g; 1 ld d", true},
      {"the flag read weakly", "0 st d; 0 fence; 0 vst f; 1 ld f; 1 ld d", true},
      {"a counter", "0 st d; 0 fence; 0 add f; 1 add f; 1 ld d", false},
      {"a counter without a fence", "0 st d; 0 add f; 1 add f; 1 ld d", true},
      {"a later update brings what an earlier one brought",
       "0 st d; 0 fence; 0 add f; 1 add f; 2 add f; 2 ld d", false},
      {"a later store does not", "0 st d; 0 fence; 0 vst f; 1 vst f; 2 vld f; 2 ld d", true},
      {"what is known is passed on", "0 st d; 0 fence; 0 vst f; 1 vld f; 1 fence; 1 vst g; 2 vld g; 2 ld d",
       false},
      {"not without a fence", "0 st d; 0 fence; 0 vst f; 1 vld f; 1 vst g; 2 vld g; 2 ld d", true},
      {"a store that releases", "0 st d; 0 rel f; 1 vld f; 1 ld d", false},
      {"an atomic that releases", "0 st d; 0 acq_add f; 1 acq_add f; 1 ld d", false},
      {"what comes after the release", "0 rel f; 0 st d; 1 vld f; 1 ld d", true},
      {"one of two that store", "0 st d; 0 fence; 0 add f; 1 add f; 2 add f; 2 ld d; 1 st e; 2 ld e", true},
      {"a load before a store", "0 ld d; 0 fence; 0 vst f; 1 vld f; 1 st d", false},
      {"the first of several fences is not enough",
       "0 st d; 0 fence; 0 st e; 0 vst f; 1 vld f; 1 ld d; 1 ld e", true},
      {"fences in vain", "0 st d; 0 fence; 0 fence; 0 vst f; 0 fence; 1 vld f; 1 ld d", false},
      {"a lock",
       "0 add l; 0 st d; 0 fence; 0 add l; 1 add l; 1 ld d; 1 st d; 1 fence; 1 add l; 2 add l; 2 st d",
       false},
      {"a lock let go of before the fence", "0 add l; 0 st d; 0 add l; 0 fence; 1 add l; 1 st d", true},
      {"a meeting of all",
       "0 st d; 1 st e; 0 fence; 0 add c; 1 fence; 1 add c; 0 vld c; 1 vld c; 0 ld e; 1 ld d", false},
      {"a meeting that one passes too early",
       "0 st d; 0 fence; 0 add c; 0 vld c; 0 ld e; 1 st e; 1 fence; 1 add c; 1 vld c; 1 ld d", true},
  };
  for (const Case& c : cases) {
    INFO(c.what);
    CHECK(Run().does(c.run).found.empty() == !c.races);
  }
}

TEST_CASE("what a block hands over is what its warps know of each other", "[race]") {
  struct Case {
    const char* what;
    const char* run;
    bool races;
  };
  const Case cases[] = {
      {"no barrier before the arrival", "0.1 st d; 0.1 fence; 0 fence; 0 add f; 1 add f; 1 ld d", true},
      {"a barrier", "0.1 st d; 0.1 fence; 0 barrier; 0 add f; 1 add f; 1 ld d", false},
      {"a fence after the barrier only", "0.1 st d; 0 barrier; 0 fence; 0 add f; 1 add f; 1 ld d", false},
      {"a barrier without a fence", "0.1 st d; 0 barrier; 0 add f; 1 add f; 1 ld d", true},
      {"a fence before the store", "0.1 fence; 0.1 st d; 0 barrier; 0 add f; 1 add f; 1 ld d", true},
      {"the barrier after the arrival", "0.1 st d; 0.1 fence; 0 add f; 0 barrier; 1 add f; 1 ld d", true},
      {"the other warp reads, after a barrier", "0 st d; 0 fence; 0 add f; 1 add f; 1 barrier; 1.1 ld d",
       false},
      {"the other warp reads", "0 st d; 0 fence; 0 add f; 1 add f; 1.1 ld d", true},
      {"a flag of the block", "0.1 st d; 0.1 cta_fence; 0 read; 0 fence; 0 add f; 1 add f; 1 ld d", false},
      {"a flag of the block without a fence", "0.1 st d; 0 read; 0 fence; 0 add f; 1 add f; 1 ld d", true},
      {"strong stores of both warps", "0 add d; 0.1 add d; 0 fence; 0 add f; 1 add f; 1 ld d", true},
  };
  for (const Case& c : cases) {
    INFO(c.what);
    CHECK(Run().does(c.run).found.empty() == !c.races);
  }
}

TEST_CASE("the last block may reset the counter", "[race]") {
  CHECK(Run().does("0 add c; 1 add c; 1 st c").found.empty());
  CHECK(Run().does("0 add c; 1 st c").found.size() == 1);
  CHECK(Run().does("0 add c; 1 add c; 0 add c; 1 st c").found.size() == 1);
  CHECK(Run().does("0 vld c; 1 add c; 1 st c").found.size() == 1);
  // Another one that learned of it from the last block.
  CHECK(Run().does("0 fence; 0 add c; 1 add c; 1 fence; 1 vst f; 2 vld f; 2 st c").found.empty());
}

TEST_CASE("stores of equal values are reported as such", "[race]") {
  CHECK(Run().does("0 st d=5; 1 st d=5").found == std::vector<Found>{{0, 1, true}});
  CHECK(Run().does("0 st d=5; 1 st d=6").found == std::vector<Found>{{0, 1, false}});
  CHECK(Run().does("0 st d=4; 0 st d=5; 1 st d=5").found == std::vector<Found>{{0, 1, false}});
  CHECK(Run().does("0 ld d; 0 st d=5; 1 st d=5").found == std::vector<Found>{{0, 1, false}});
  CHECK(Run().does("0 st d=5; 0 st d=5; 1 st d=5").found == std::vector<Found>{{0, 1, true}});
}

TEST_CASE("bytes of a word are distinguished", "[race]") {
  Run run;
  const auto store = [&](std::uint32_t block, std::uint64_t at, int bytes) {
    run.monitor.access({block, 0, true, false, kWord + at, bytes, {}, 0});
  };
  store(0, 0, 2);
  store(1, 2, 2);
  CHECK(run.found.empty());
  store(2, 1, 2);  // a byte of each
  CHECK(run.found.size() == 2);
  store(3, 6, 4);
  CHECK(run.found.size() == 2);
  store(4, 8, 1);
  CHECK(run.found.size() == 3);
  store(0, 0, 1);  // its own
  CHECK(run.found.size() == 3);
}

TEST_CASE("beyond its bounds the monitor says nothing", "[race]") {
  GridRaceMonitor::Bounds bounds;
  bounds.pages = 1;
  Run pages(bounds);
  pages.monitor.access({0, 0, true, false, kWord + 4096, 4, {}, 0});
  pages.monitor.access({1, 0, true, false, kWord, 4, {}, 0});
  pages.monitor.access({0, 0, true, false, kWord, 4, {}, 0});
  CHECK(pages.found.empty());
  pages.monitor.access({1, 0, true, false, kWord + 4096, 4, {}, 0});
  CHECK(pages.found.size() == 1);

  bounds = {};
  bounds.records_of_word = 2;
  CHECK(Run(bounds).does("0 ld d; 1 ld d; 2 ld d; 3 st d").found.size() == 2);

  bounds = {};
  bounds.published = 4;
  const std::string flags = "0 st d; 0 fence; 0 vst f; 1 vld f; ";
  CHECK(Run(bounds).does(flags + "1 ld e; 0 st e").found.size() == 1);
  CHECK(Run(bounds).does(flags + "0 vst g; 1 ld e; 0 st e; 1 fence; 1 vst f").found.empty());
}

}  // namespace
}  // namespace warpproof::concrete
