// What the generators of long loops share: a frame of its own around what StateWriter writes, loops, and statements that
// a wrong claim about the state turns into a missed error. The checker is told to unroll little, so that it has to prove
// these loops by induction.
//
//   %x      the thread's input bits     %tid, %lane    linear thread number, lane
//   box     256 bytes of shared memory, 0 at the start but for the first word of each thread; %sa its address
//   %so     of the thread's own word there, %sn of that of its neighbour (tid ^ 1)
//   %c0..3  counters, by depth; %q0..3 conditions of loops, %q4..9, %t0..5, %r0, %r1 scratch of one statement
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/generated/kernel.h"
#include "tests/generated/state_writer.h"

namespace warpproof::generated {

Statement plain_statement(Lines lines);

class LoopWriter : protected StateWriter {
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

  Settings settings_;
  int budget_ = 0;
  bool masked_ = true;   // %n is, in the kernel, else by the values tried
  bool uniform_ = true;  // all threads are here

 private:
  Frame frame();
};

}  // namespace warpproof::generated
