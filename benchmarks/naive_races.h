// The race freedom of a kernel over shared memory as one query, written out for every pair of threads and
// handed to Z3 as it is: what a checker without rewriting, address maps or samples of threads would ask.
#pragma once

#include <string>
#include <vector>

namespace warpproof {

// One access of every thread: {t} stands for the thread's number, a 32-bit word, and {d} for a number of its
// own that is loaded.
struct NaiveAccess {
  std::string guard, address;  // SMT-LIB
  bool writes = false, atomic = false;
};

// What threads do between two barriers.
using NaiveInterval = std::vector<NaiveAccess>;

// "reduction", "scan", "transpose" or "histogram" (benchmarks/blocks.cpp) for a block of `threads`.
std::vector<NaiveInterval> naive_intervals(const std::string& kernel, int threads);

// Satisfiable if some two threads race.
std::string naive_query(const std::vector<NaiveInterval>& intervals, int threads);

}  // namespace warpproof
