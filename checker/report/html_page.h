// The report as one HTML page: the verdicts, and of each finding the run, step by step. The page needs nothing but
// itself: no network, no fonts, no other files. All text from input is data in it, and never markup (html_page.cpp).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "checker/report/report.h"

namespace warpproof::report {

// A text for the lanes of a mask.
using ByLane = std::vector<std::pair<std::uint32_t, std::string>>;

struct PageInstruction {
  std::string text, reg;  // PTX; the register that it wrote, may be empty
  ByLane values;
};

struct PageAccess {
  std::string what, where;  // "writes 4 bytes", "s[byte 12]"
  ByLane values;
};

// Of one warp between two steps.
struct PageWarpState {
  std::uint32_t waiting = 0, exited = 0, stopped = 0;
  struct Standing {
    std::uint32_t lanes = 0;
    std::string file;
    int line = 0;
    bool waits = false;
    bool operator==(const Standing&) const = default;
  };
  std::vector<Standing> standing;
  bool operator==(const PageWarpState&) const = default;
};

struct PageStep {
  enum class Kind : std::uint8_t { Run, Wait, Complete, Branch, Arrive, Stop, Access, Error, Deadlock, End };
  Kind kind = Kind::Run;
  std::uint64_t number = 0;             // in the whole run, from 1
  int warp = -1;                        // index into PageTimeline::warps; -1: all of them
  std::uint32_t lanes = 0, marked = 0;  // marked: those of the finding
  bool has_mask = false;
  std::uint32_t mask = 0;  // the member mask
  std::string file, what;
  int line = 0, column = 0;
  struct Source {
    int lane = 0, from = 0;
    bool is_there = true;  // the source takes part and is named by the reader's mask
  };
  std::vector<Source> sources;  // of a shuffle
  ByLane values;                // the result of a collective
  std::vector<PageInstruction> instructions;
  std::size_t more_instructions = 0;
  std::vector<PageAccess> accesses;
  std::vector<std::pair<int, PageWarpState>> changed;  // warps whose state is not that of the step before
};

struct PageTimeline {
  struct Warp {
    std::string name;  // "warp 2", "block 1 warp 2"
    std::uint32_t exists = 0;
  };
  std::vector<Warp> warps;
  std::vector<PageStep> steps;  // never empty
  struct StuckGroup {
    std::string who, at, file;
    int line = 0;
  };
  std::vector<StuckGroup> stuck;  // each waits for the next
  bool stuck_in_cycle = false;
};

// What the page needs beside the report.
struct PageRuns {
  std::vector<PageTimeline> timelines;
  struct At {
    std::size_t timeline = 0, step = 0;
  };
  std::map<std::pair<std::size_t, std::size_t>, At>
      of_finding;  // by number of the kernel, and of its finding
  std::map<std::pair<std::size_t, std::size_t>, std::string> why_none;
};

// Source lines of files that the page names, as far as they can be read, come with it.
std::string to_html(const Report& report, const PageRuns& runs);

}  // namespace warpproof::report
