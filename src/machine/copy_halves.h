// What an asynchronous copy (spec/async_copy.h) loads and what it stores, as instructions of their own, each
// of a word.
#pragma once

#include "src/program/program.h"

namespace warpproof {

struct CopyHalves {
  static constexpr int kBytes = 4;  // of a word: how races see a copy, for what is copied is seldom read as one
  Instruction load, store;
};

inline CopyHalves halves_of_copy(const Instruction& in) {
  CopyHalves out;
  out.load.op = Opcode::Ld;
  out.load.mod.space = Space::Global;
  out.load.address = in.copied_from;
  out.store.op = Opcode::St;
  out.store.mod.space = Space::Shared;
  out.store.address = in.address;
  out.load.type = out.store.type = Type::B32;
  out.load.place = out.store.place = in.place;
  return out;
}

}  // namespace warpproof
