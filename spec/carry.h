// The condition code CC.CF: how extended-precision instructions hand a carry from one to the next.
//
// Syntax   add.cc, addc{.cc}, mad.cc, madc{.cc}   write and read CC.CF as a carry
//          sub.cc, subc{.cc}                      write and read the same CC.CF, as not-borrow
// Sources  PTX ISA 9.x, 9.7.2 (extended precision): "carry-out written to CC.CF" for additions, "borrow-out
//          written to CC.CF" for subtractions. HW: tests/hardware/carry.ptx, every mix of three instructions in
//          32 and 64 bits on an H200, ptxas 13.0 -O0 and -O3, 4,096 words.
// Contradiction: read literally, "borrow-out" says that `sub.cc 5, 3` leaves 0. On hardware it leaves 1: the
//          flag is the carry of a + ~b + 1, there is one flag for both kinds of chains, and `addc 0, 0` after it
//          gives 1. Chains of one kind cannot tell the two readings apart; for mixed ones hardware decides.
// Calls    "The condition code register is not preserved across calls" (9.7.2): after a call, and where a function
//          begins, it is undefined. A function without such instructions that was inlined is no call.
//
// Shapes: words of one width; the flag is a word of 1 bit. G is a domain of words whose width is known when
// the text runs (src/machine): add, sub, ult, bit_or, bit_not, zext(word, bits), width(word).
#pragma once

#include <optional>

namespace warpproof::spec {

template <class W>
struct WithCarry {
  W value;
  W flag;  // CC.CF after the instruction
};

// a + b + CF. Without `flag` nothing comes in (add.cc, mad.cc).
template <class G, class W>
WithCarry<W> add_with_carry(G& g, const W& a, const W& b, const std::optional<W>& flag) {
  const W sum = g.add(a, b);
  const W carry = g.ult(sum, a);
  if (!flag) return {sum, carry};
  const W total = g.add(sum, g.zext(*flag, g.width(a)));
  return {total, g.bit_or(carry, g.ult(total, sum))};
}

// a - b - (1 - CF), which is a + ~b + CF. Without `flag` no borrow comes in (sub.cc).
template <class G, class W>
WithCarry<W> subtract_with_carry(G& g, const W& a, const W& b, const std::optional<W>& flag) {
  const W difference = g.sub(a, b);
  const W borrow = g.ult(a, b);
  if (!flag) return {difference, g.bit_not(borrow)};
  const W in = g.zext(g.bit_not(*flag), g.width(a));
  return {g.sub(difference, in), g.bit_not(g.bit_or(borrow, g.ult(difference, in)))};
}

}  // namespace warpproof::spec
