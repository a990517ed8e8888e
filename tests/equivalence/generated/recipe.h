// A small kernel as a recipe, which can be written in several ways that mean the same.
//
// The kernel: k(.u64 in, .u64 out, .u32 n), one block of four threads in a warp of four lanes. %v0 starts as
// the thread's input, in[tid] & 1, %v1 as its number, %v2 as 1, %v3 as 0. At the end out[tid] = %v0 + 8 %v1,
// out[4 + tid] = %v2 and out[8 + tid] = %v3. out[12] is a word for atomics, out[16 ..] has slots.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpproof::pairs {

struct Step {
  enum class Kind : std::uint8_t {
    Compute,   // v[to] = v[from] OP (v[with], or `number` where with < 0)
    Sum,       // v[to] = the sum of `terms` and `number`
    Load,      // v[to] = in[v[from] & 3] & 1
    If,        // `body` where v[from] & 3 == number
    Loop,      // `body`, again and again; its counter is added to v[to] in each iteration
    Exchange,  // through shared memory, with the neighbour (tid ^ 1)
    Update,    // atomicAdd(&out[12], v[from] & 3), nothing returned
    Slot,      // where v[from] & 1: out[16 + (atomicAdd(&out[12], 1) & 7)] = v[with]
  };
  Kind kind = Kind::Compute;
  int to = 0, from = 0, with = -1;
  std::string operation = "add.s32";
  std::uint32_t number = 0;
  std::vector<int> terms;
  // Loop: how often. Times: `number` times; Masked: n & number; Open: n.
  enum class Count : std::uint8_t { Times, Masked, Open } count = Count::Times;
  int width = 32;          // of a second counter, which the loop leaves in v[with]: bits
  std::uint32_t step = 1;  // of that counter
  std::uint32_t rare = 0;  // in the iteration of that number v[to] gets 1 more; 0: in none
  std::vector<Step> body;
};

using Recipe = std::vector<Step>;

// How a recipe is written. Every choice means the same.
struct Style {
  bool counts_down = false;  // loops count what is left
  bool wide = false;         // loops count in 64 bits
  bool by_pointer = false;   // addresses are kept, not indices
  bool swapped = false;      // operands that commute, terms of sums, in the other order
  bool reordered = false;    // neighbours that do not depend on each other change places
  int unrolled = 1;          // iterations written out as one; what is left goes in a loop of its own
  bool other_barrier = false;
};

std::string ptx(const Recipe& recipe, const Style& style);
bool has(const Recipe& recipe, Step::Kind kind);
bool is_open(const Recipe& recipe);  // a loop that runs as often as an input says

}  // namespace warpproof::pairs
