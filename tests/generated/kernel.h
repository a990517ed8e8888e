// A generated kernel as a tree of statements: what the generator makes, the minimiser shrinks and the printer
// writes.
//
// The kernel: k(.u64 in, .u64 out), one-dimensional blocks. Lane values live in a small pool of registers,
// all written in the prologue unless the settings leave some out, so that a statement can be taken away
// without making what follows meaningless:
//   %x        the thread's input, in[tid] cut to `input_bits` bits       %tid, %lane   as named
//   %v0..%v5  values      %p0..%p3  predicates      %m0..%m3  member masks that may be wrong
//   %s0..%s4  by depth of nesting: the mask of the lanes that are there, where the generator kept it right
//   %t0..%t3, %q9  scratch of one statement
//   %c0.., %q0..   counters and conditions of loops, by depth
//   %pw            the thread is in warp 0
//   %sa, %sx, %sw  addresses of the thread's own word of `box`, of its neighbour's (tid ^ 1), of that of the same lane
//                  in the other warp; box[8..15] are nobody's
// Functions: flip(a) is (a ^ 1) & 3; any_of(a, m) votes under m; meet() is a block barrier; share(a, m)
// leaves early where a is even and else exchanges values under m.
//
// A kernel may bring a frame of its own in place of this one (Frame; attack_frame.h has that of the loops).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace warpproof::generated {

inline constexpr int kDeepest = 3;  // nesting of branches and loops

// The last line before the generated statements.
inline constexpr const char* kPrologueEnd = "  setp.ne.u32 %q9, %x, %lane;";

struct Settings {
  int warp_size = 4;
  std::uint32_t block = 4;  // threads
  int input_bits = 2;       // of each thread's input
  int sm = 80;
  bool cuda_source = true;
  std::vector<int> unwritten;  // %v registers that the prologue leaves out
  int schedules = 0;           // tried for every assignment besides the canonical one
  std::uint32_t rows = 1;      // of the block, which is block / rows threads wide
  // Values tried of each parameter after the two pointers, 32 bits each.
  std::vector<std::vector<std::uint32_t>> scalars;
  bool closed = true;                // the kernel can tell no other values of its parameters from these
  int unroll = 64;                   // iterations, for the checker
  std::vector<std::uint32_t> sizes;  // not empty: the checker is asked for every size, these are run

  std::array<std::uint32_t, 3> shape() const { return {block / rows, rows, 1}; }
  // Every assignment of the threads' inputs: 2^(block * input_bits).
  std::uint32_t inputs() const { return 1u << (block * static_cast<std::uint32_t>(input_bits)); }
};

struct Statement {
  enum class Kind : std::uint8_t {
    Lines,  // `lines`, instructions without the semicolon
    If,     // `lines`, then `body` where `condition` holds, else `otherwise`
    // `setup`; then, iteration after iteration, `lines`, `body` and `step`, as long as `condition` holds
    // after `lines`
    While,
    Until,  // `setup`; then `body` and `lines`, again as long as `condition` holds after `lines`
  };
  Kind kind = Kind::Lines;
  // In the body of a loop "$next" is the label of its next step, "$done" that of what follows it.
  std::vector<std::string> setup, lines, step;
  std::string condition;  // "%p1" or "!%p1"
  std::vector<Statement> body, otherwise;
  std::vector<std::string> otherwise_lines;  // If: at the start of the other side
};

// What stands around the statements.
struct Frame {
  std::string functions, parameters;  // before the kernel; "(.param .u64 in, ...)" without the parentheses
  std::vector<std::string> prologue, epilogue;  // declarations included, without the semicolon
  bool empty() const { return parameters.empty(); }
};

struct Kernel {
  Settings settings;
  std::vector<Statement> statements;
  std::string result = "%v0";  // stored to out[tid] at the end, without a frame of its own
  Frame frame;

  std::string text() const;  // PTX
  // By line of the text, from 1: the innermost statement that it is part of, null for the frame.
  std::vector<const Statement*> statements_by_line() const;
  int size() const;  // statements, nested ones included
};

}  // namespace warpproof::generated
