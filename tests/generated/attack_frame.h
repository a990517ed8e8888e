// What the generators of long loops share: a frame of its own, state that lives across iterations, conditions
// that hold rarely, and statements that a wrong claim about the state turns into a missed error. The checker
// is told to unroll little, so that it has to prove these loops by induction.
//
//   %x      the thread's input bits     %tid, %lane    linear thread number, lane
//   %n, %key  parameters: all values of %n that matter are tried, %key is only ever compared
//   %u0..3  start the same in all threads     %v0..3  differ     %h0, %h1 of 16 bits, %w0, %w1 of 64
//   loc     32 bytes of private memory, the first 16 the same in all threads at the start; %la its address
//   box     256 bytes of shared memory, 0 at the start but for the first word of each thread; %sa its address
//   %so     of the thread's own word there, %sn of that of its neighbour (tid ^ 1)
//   %c0..3  counters, by depth; %q0..3 conditions of loops, %q4..9, %t0..5, %r0, %r1 scratch of one statement
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/generated/kernel.h"
#include "tests/generated/random.h"

namespace warpproof::generated {

using Lines = std::vector<std::string>;

Statement plain_statement(Lines lines);

class LoopWriter {
 public:
  explicit LoopWriter(std::uint64_t seed);
  virtual ~LoopWriter() = default;

  Kernel run();

 protected:
  // One statement of this category at that depth of loops; may add to budget_.
  virtual Statement statement() = 0;
  // Called once, before any statement: settings_ may be changed.
  virtual void choose_settings() {}
  virtual Lines more_prologue() { return {}; }
  // The last statements, where what is left of the state may show.
  virtual std::vector<Statement> ending();

  bool careful() { return random_.chance(care_); }
  std::string u() { return fmt_register("%u", 4); }
  std::string v() { return fmt_register("%v", 4); }
  // Of what is alike in all threads; of anything.
  std::string uniform_source(), source();
  std::string pick(const std::vector<std::string>& from) { return random_.pick(from); }

  // Sets `predicate`; `rare` conditions hold for one value of a parameter or in one iteration.
  void condition(Lines& out, const std::string& predicate, bool uniform, bool rare);
  Lines update(const std::string& target, bool uniform);
  Lines memory_update(bool uniform);
  Lines narrow_update(bool uniform);
  Statement state();  // some update, maybe under a condition
  Statement guarded(Statement inner, bool uniform, bool rare);
  Statement loop();
  Statement jump();  // break or continue
  Statement sink();  // where wrong state is an error
  Statement assertion();
  Statement barrier();
  Statement exchange();
  Statement race_if();
  Statement collective();
  Statement assumption();
  std::vector<Statement> block();

  static std::string call_with(const std::string& function, const std::string& predicate);

  Random random_;
  Settings settings_;
  int care_ = 100, budget_ = 0;
  std::uint32_t most_ = 7;  // n is at most that
  bool masked_ = true;      // in the kernel, else by the values tried
  // Loops around, the innermost last.
  struct Around {
    std::string counter;  // a register of 32 bits
    int span;             // values it takes
    bool uniform;
  };
  std::vector<Around> loops_;
  bool uniform_ = true;  // all threads are here

 private:
  std::string fmt_register(const char* name, int n);
  Frame frame();
};

}  // namespace warpproof::generated
