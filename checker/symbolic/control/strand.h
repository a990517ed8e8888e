// Strands: threads at one position, and where they are parked or have arrived.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "checker/symbolic/lanes.h"
#include "checker/symbolic/local_memory.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

struct Frame {
  std::uint32_t function = 0, block = 0;
  std::vector<Value> registers;  // of the function; one more, the last: the carry flag CC.CF
  Value& carry() { return registers.back(); }
};

struct LoopVisit {
  int iterations = 0;  // times iteration since the loop was entered
  int undecided = 0;   // of these, iterations whose condition did not fold
  Lanes guard;         // who was at the head last
  Lanes iteration;     // times iteration, by thread (32 bits); of a loop that is not planned
  bool parted = false;                  // some threads have left the loop since
  bool planned = false, begun = false;  // proved by induction; its first iteration has begun
};

// Threads of one position. `frames` is outermost first.
struct Strand {
  std::vector<Frame> frames;
  Lanes guard;                               // when each thread is here, by the inputs
  LocalMemory storage;                       // .local and .param bytes
  std::map<std::uint64_t, LoopVisit> loops;  // (depth, loop head) -> loops it is in
  std::uint64_t signalled = 0;               // when one of its threads made its last strong write
  bool informed = false;                     // some thread may know more than parameters and launch values
  Frame& top() { return frames.back(); }
  const Frame& top() const { return frames.back(); }
};

// The key of a loop in Strand::loops.
inline std::uint64_t loop_key(const Strand& s, std::uint32_t head) {
  return static_cast<std::uint64_t>(s.frames.size()) << 32 | head;
}

// Order index, block and function for each frame: the strand with the least position runs first.
using Position = std::vector<std::uint32_t>;

// A strand parked at a rendezvous. The operands were read when it arrived.
struct Parked {
  Strand strand;        // its guard: who waits
  Value mask, a, b, c;  // member mask; data or predicate; lane operand or barrier id; clamp or count
  const Instruction* instruction = nullptr;
  int barrier_id = -1;  // block barriers: the barrier's number
  std::uint32_t place = 0;
};

// Of bar.arrive, in the generation that is not complete yet.
struct Arrival {
  Lanes guard, count;
  std::uint32_t place = 0;
  std::uint64_t time = 0;  // of the race detector
  bool aligned = false;
  Position at;
};

using LoopIterations = std::map<std::uint64_t, Lanes>;  // the iterations of each loop

// Who passed a place since they last met the others at a barrier, and in which iterations.
struct Passing {
  Lanes guard;
  LoopIterations iterations;
};

}  // namespace warpproof::symbolic
