// What the generators of programs share: lines of PTX, the kernel's head, the registers that every kernel
// has.
#pragma once

#include <initializer_list>
#include <string>

#include "tools/gpu_conformance/program.h"
#include "tools/gpu_conformance/values.h"

namespace warpproof::conformance {

// How many registers %r, %d, %h and %p a kernel declares, and 32-bit words of shared memory `s`. Helpers
// %x (32 bits), %y (64), %z (16) and %q (predicates) are there always.
struct Registers {
  int words = 14, doubles = 7, halves = 7, predicates = 6;
  std::uint32_t shared = 1024;
};

class Writer {
 protected:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  // The pieces of one line. A list, because the pieces draw from random_ and only a list fixes their order.
  void line(std::initializer_list<std::string> pieces);
  void line(const std::string& text) { line({text}); }
  std::string label() { return "L" + number(labels_++); }
  void use(const std::string& form) { out_.forms.insert(form); }

  // Instructions that give NaNs in `reg`, the result of `opcode`, one pattern. They use %x14, %x15, %q6, %q7.
  void make_nan_canonical(const std::string& opcode, const std::string& reg);

  // Declarations, and then %x0 the thread in the block, %x1 in the grid, %x2 the lane, %y0 the address of the
  // thread's output, %y1 that of the input.
  void begin(const Registers& registers);
  ConformanceProgram end();

  Random random_;
  ConformanceProgram out_;
  std::string body_;

 private:
  int labels_ = 0;
};

}  // namespace warpproof::conformance
