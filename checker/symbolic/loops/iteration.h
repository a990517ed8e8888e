// An iteration of a loop that is proved by induction or compared with one of another program, while it is followed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/interval.h"
#include "checker/symbolic/iteration_state.h"
#include "checker/symbolic/lanes.h"

namespace warpproof::symbolic {

struct Iteration {
  Strand entry, head;           // what came in; what the iteration began with
  std::vector<std::size_t> conditions;  // of the head that are taken to hold, by number: head_conditions.h
  Lanes came, nobody;  // who began it, and of these in whom a condition of the head fails
  std::optional<Strand> latch;  // who comes back
  int serial = 0;               // its own number, and when it began for the race detector
  std::uint64_t began = 0;
  int number = 1;    // a second iteration follows the first, for what races across iterations
  int barriers = 0;  // of the whole block, within the iteration
  std::optional<Term> met = std::nullopt;  // there was another one, of which that is not certain
  std::map<int, std::vector<Arrival>> arrivals;  // pending at the begin
  std::size_t terms = 0;                         // before its first iteration
  std::map<StateCell, Term> strides;             // stand-ins for what is added to cells in each iteration
  Term scope;                                    // before it began
  std::uint32_t loop = 0;                        // compared loops: the number of this visit
  int parent = -1;
  std::map<std::uint32_t, Strand> exits;   // who leaves in this iteration, by block outside
  std::map<int, std::vector<Term>> never;  // by thread: left to be proved
  std::shared_ptr<BlockMemory> before;
  bool disturbed = false;
  // last_iterations.h
  std::size_t inputs = 0, assumptions = 0;  // before its first iteration
  std::uint32_t contents = 0;               // of memory, likewise
  std::vector<Strand> left;                 // who waits after the loop for the iteration to end
  // iteration_counts.h
  std::optional<Lanes> count;  // iterations before this one, modulo 2^32
  Lanes quotient, phase;       // count = quotient * modulus + phase, of the first iteration
  std::uint64_t modulus = 1;
  // Asynchronous copies of the first iteration: times of the race detector at its begin and end.
  bool issues = false, commits = false, waits = false, meets = false, jumped = false;
  std::uint64_t begins = 0, ends = 0;
  std::optional<StateCell> counted_by;  // what was taken to number iterations
  std::map<StateCell, bool> moves;      // cells to which each iteration adds one number; true: upwards
  std::set<BlockMemory::Key> accessed;
  std::map<Word, std::uint64_t> words;  // that hold a number when the loop is entered
};

}  // namespace warpproof::symbolic
