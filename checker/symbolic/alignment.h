// memory.misaligned: the address of an access is a multiple of its size, of a vector's of the whole vector
// (PTX ISA 9.x, 9.7.9, ld, st; what happens otherwise is undefined).
//
// Much rests on it: accesses of one size overlap only where their addresses are equal, of private arrays and
// tables only whole elements are looked at. So each access of more than a byte is judged, whatever its state
// space. What the program and the launch decide is an obligation: low bits that are known, and not 0, whatever
// the others are; and those that depend on nothing but numbers of threads and blocks and sizes of these.
// Where inputs have a part in it, alignment is an assumption of the verdict.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "src/term/term.h"

namespace warpproof::symbolic {

class Alignment {
 public:
  // `is_of_launch(variable)`: it is the number of a thread or block, or the size of one.
  Alignment(TermGraph& graph, std::function<bool(Term)> is_of_launch)
      : g(graph), is_of_launch_(std::move(is_of_launch)) {}

  struct Answer {
    Term misaligned;       // when the offset is for certain no multiple of the size
    bool assumed = false;  // that it is one where that does not hold
  };
  // Of an offset in bytes from an aligned base, and an access of `bytes`, a power of two from 2 on. Sizes that
  // are none are taken for the power below.
  Answer judge(Term offset, int bytes);

 private:
  Answer decide(Term offset, int bits);

  TermGraph& g;
  std::function<bool(Term)> is_of_launch_;
  std::map<std::pair<std::uint32_t, int>, Answer> known_;  // by term and bits
};

}  // namespace warpproof::symbolic
