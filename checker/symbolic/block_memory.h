// Shared and global memory of one block under the canonical schedule.
//
// For a program without data races every schedule leaves the same bytes, so one is enough. Addresses that are known
// numbers keep a cell each; once a store goes to an address that is a term, that allocation continues as a log of
// stores, which a load folds. What becomes too large to follow is reported as inexact and the caller takes a fresh
// value, which keeps proofs sound. Same-size accesses are naturally aligned (PTX ISA 9.x, 9.7.9.8, ld), so two of them
// overlap only when their addresses are equal.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "checker/symbolic/local_memory.h"
#include "src/machine/address_map.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class BlockMemory {
 public:
  BlockMemory(TermGraph& graph, int threads) : ops_(graph, threads), g(graph) {}

  struct Key {
    Space space = Space::Global;
    std::uint32_t allocation = 0;
    auto operator<=>(const Key&) const = default;
  };
  struct Loaded {
    Value value;
    bool exact = true;          // false: `value` is only a placeholder
    bool order_dependent = false;  // written by atomics whose order matters, or by other blocks
  };

  // `initial` gives the bytes of constant variables; nothing: global memory is an unknown input, shared memory is
  // undefined (0, tainted by `undefined_event`).
  Loaded load(Key key, const Lanes& guard, const Lanes& offset, int bytes, int undefined_event,
              const std::vector<std::uint8_t>* initial = nullptr);
  void store(Key key, const Lanes& guard, const Lanes& offset, const Value& value, int undefined_event);
  // A read-modify-write of one thread at a time, in thread order: `update(old, thread)` gives the new bits. Returns
  // the old value a thread, or nothing when the addresses are not known numbers (the allocation is then havocked).
  struct Old {
    std::vector<Term> bits, taint;
    Origins origins;
  };
  template <class F>
  std::optional<Old> atomic(Key key, const Lanes& guard, const Lanes& offset, int bytes, bool commutative,
                                          int undefined_event, F update) {
    if (!constant_offsets(guard, offset) || !log_of(key).empty()) {
      havoc(key);
      return std::nullopt;
    }
    Old old;
    old.bits.assign(static_cast<std::size_t>(ops_.threads), g.constant(bytes * 8, 0));
    old.taint.assign(static_cast<std::size_t>(ops_.threads), g.truth(false));
    for (int t = 0; t < ops_.threads; ++t) {
      if (g.is_false(guard.at(t))) continue;
      const std::uint64_t at = g.value(offset.at(t));
      const Cell before = load_cell(key, at, bytes, undefined_event, nullptr);
      old.bits[t] = before.value;
      old.taint[t] = before.taint;
      old.origins = merge_origins(old.origins, before.origins);
      const Term after = update(before.value, t);
      // The caller reports the use of an undefined value; what is stored then counts as defined.
      Cell cell{g.ite(guard.at(t), after, before.value), g.land(before.taint, g.lnot(guard.at(t))), before.origins, bytes};
      if (g.is_false(cell.taint)) cell.origins = nullptr;
      cell.order_dependent = before.order_dependent || !commutative || key.space != Space::Shared;
      put(key, at, cell);
    }
    return old;
  }
  // Nothing is known about an allocation any more; about all of them.
  void havoc(Key key) { allocations_[key].unknown = true; }
  void havoc_all(bool shared_too);
  // An allocation may have been stored to any number of times: from now on it holds unknown bytes, which stay what they
  // are until they are stored to. Shared memory is then taken to be defined.
  void forget(Key key);
  // A load met bytes of forgotten shared memory.
  bool read_forgotten_shared() const { return read_forgotten_shared_; }

 private:
  struct Cell {
    Term value, taint;
    Origins origins;
    int bytes = 0;
    bool order_dependent = false;
  };
  struct Store {
    Lanes guard, offset;
    Value value;
  };
  struct Allocation {
    std::map<std::uint64_t, Cell> cells;  // never overlap
    std::vector<Store> log;
    bool unknown = false;
    bool order_dependent = false;
    std::uint32_t forgotten = 0;  // the stand-in for its contents, 0 for those at the start
  };

  bool constant_offsets(const Lanes& guard, const Lanes& offset) const;
  const std::vector<Store>& log_of(Key key) { return allocations_[key].log; }
  Cell load_cell(Key key, std::uint64_t offset, int bytes, int undefined_event, const std::vector<std::uint8_t>* initial);
  Cell load_term(Key key, Term offset, int bytes, int undefined_event, const std::vector<std::uint8_t>* initial, bool& exact);
  Cell initial_cell(Key key, Term offset, int bytes, int undefined_event, const std::vector<std::uint8_t>* initial);
  void put(Key key, std::uint64_t offset, Cell cell);

  LaneOps ops_;
  TermGraph& g;
  std::map<Key, Allocation> allocations_;
  bool all_global_unknown_ = false, all_shared_unknown_ = false;
  bool read_forgotten_shared_ = false;
  std::uint32_t forgotten_ = 0;
  std::uint64_t work_ = 0;  // comparisons of symbolic addresses so far
};

}  // namespace warpproof::symbolic
