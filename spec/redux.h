// redux.sync: a reduction over the lanes of a mask.
//
// Syntax   redux.sync.{add,min,max}.{u32,s32} d, a, membermask;     redux.sync.{and,or,xor}.b32 d, a,
// membermask;
//          redux.sync.{min,max}{.abs}{.NaN}.f32 d, a, membermask;   (sm_100a)
// Source   PTX ISA 9.x, redux.sync (sm_80 and later); CUDA C++ Programming Guide 13.0, "Warp Reduce
// Functions". The sum is truncated to 32 bits. Reductions order no memory. Measured on an H200: with lanes
// 24-31 exited and mask ~0, add counted the other 24 lanes only.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "spec/lanes.h"
#include "spec/value_domain.h"

namespace warpproof::spec {

enum class ReduxOp { Add, MinU, MaxU, MinS, MaxS, And, Or, Xor };

// Forms of the manual that have no definition here; a reader of PTX reports them by name.
inline constexpr std::array<std::string_view, 8> kReduxUnsupported = {
    "min.f32", "min.abs.f32", "min.NaN.f32", "min.abs.NaN.f32",
    "max.f32", "max.abs.f32", "max.NaN.f32", "max.abs.NaN.f32",
};

// The operand that leaves the other one unchanged; stands in for lanes that do not take part.
template <ValueDomain D>
Word<D, 32> redux_identity(D& d, ReduxOp op) {
  switch (op) {
    case ReduxOp::Add:
    case ReduxOp::MaxU:
    case ReduxOp::Or:
    case ReduxOp::Xor:
      return literal<32>(d, 0);
    case ReduxOp::MinU:
    case ReduxOp::And:
      return literal<32>(d, 0xffffffffu);
    case ReduxOp::MinS:
      return literal<32>(d, 0x7fffffffu);
    case ReduxOp::MaxS:
      return literal<32>(d, 0x80000000u);
  }
  throw std::invalid_argument("redux operation");
}

template <ValueDomain D>
Word<D, 32> redux_combine(D& d, ReduxOp op, Word<D, 32> a, Word<D, 32> b) {
  switch (op) {
    case ReduxOp::Add:
      return d.add(a, b);
    case ReduxOp::MinU:
      return d.select(d.ule(a, b), a, b);
    case ReduxOp::MaxU:
      return d.select(d.ule(a, b), b, a);
    case ReduxOp::MinS:
      return d.select(d.sle(a, b), a, b);
    case ReduxOp::MaxS:
      return d.select(d.sle(a, b), b, a);
    case ReduxOp::And:
      return d.bit_and(a, b);
    case ReduxOp::Or:
      return d.bit_or(a, b);
    case ReduxOp::Xor:
      return d.bit_xor(a, b);
  }
  throw std::invalid_argument("redux operation");
}

// The reduction of the participants' values; the same word for every participant of one firing. All eight
// operations are associative and commutative, so no order is stated.
template <ValueDomain D>
Word<D, 32> redux(D& d, ReduxOp op, std::size_t caller, std::span<const Contribution<D, 32>> lanes) {
  const auto takes_part = participants<D, 32>(d, caller, lanes);
  const auto identity = redux_identity(d, op);
  Word<D, 32> result = identity;
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    result = redux_combine(d, op, result, d.select(takes_part[k], lanes[k].value, identity));
  }
  return result;
}

}  // namespace warpproof::spec
