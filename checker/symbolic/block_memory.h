// Shared and global memory of one block under the canonical schedule.
//
// For a program without data races every schedule leaves the same bytes, so one is enough. Addresses that are
// known numbers keep a cell each; once a store goes to an address that is a term, that allocation continues
// as a log of stores, which a load folds. What becomes too large to follow is reported as inexact and the
// caller takes a fresh value, which keeps proofs sound. Same-size accesses are naturally aligned (PTX
// ISA 9.x, 9.7.9.8, ld), so two of them overlap only when their addresses are equal.
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
  struct Cell {
    Term value, taint;
    Origins origins;
    int bytes = 0;
    bool order_dependent = false;  // what a load would see depends on the order of atomics or on other blocks
    bool order_open = false;       // so does what is left at the end, in this block alone
    int writer = -1;               // event of the store; -1: bytes of several stores
    int atomic_operation = 0;
    std::uint64_t atomic_interval = 0;
    // What strong accesses wrote since the last barrier, others may find as it was before: its taint then. Of that interval only.
    std::optional<Term> taint_before = std::nullopt;
    std::uint64_t taint_interval = 0;
  };
  struct Loaded {
    Value value;
    bool exact = true;             // false: the bits are only placeholders
    // Not known: whether all of it was stored to; of what is exact, where a strong load may come before strong stores.
    bool maybe_unwritten = false;
    bool order_dependent = false;  // written by atomics whose order matters, or by other blocks
    bool order_open = false;       // the order of this block's own atomics matters
  };

  // `initial` gives the bytes of constant variables; nothing: global memory is an unknown input, shared
  // memory is undefined (0, tainted by `undefined_event`). `event` of a store or atomic: one of its place,
  // which later readers and `writer` name.
  Loaded load(Key key, const Lanes& guard, const Lanes& offset, int bytes, int undefined_event,
              const std::vector<std::uint8_t>* initial = nullptr);
  // `strong` stores may come before or after atomics of other threads, and each other; `collides`: lanes may
  // store to one address, and any of them last.
  void store(Key key, const Lanes& guard, const Lanes& offset, const Value& value, int undefined_event,
             bool strong = false, bool collides = false);
  // A read-modify-write of one thread at a time, in thread order: `update(old, thread)` gives the new bits.
  // Returns the old value a thread, or nothing when the addresses are not known numbers (the allocation is
  // then havocked). `operation` tells apart what commutes with itself only: add and max between two barriers
  // have no common order.
  struct Old {
    std::vector<Term> bits, taint;
    Origins origins;
    bool maybe_unwritten = false;  // by another order of strong accesses
  };
  template <class F>
  std::optional<Old> atomic(Key key, const Lanes& guard, const Lanes& offset, int bytes, bool commutative,
                            int operation, int undefined_event, F update) {
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
      old.maybe_unwritten = old.maybe_unwritten || may_come_before_writes(before);
      old.origins = merge_origins(old.origins, before.origins);
      const Term after = update(before.value, t);
      // The caller reports the use of an undefined value; what is stored then counts as defined.
      Cell cell{g.ite(guard.at(t), after, before.value), g.land(before.taint, g.lnot(guard.at(t))),
                before.origins, bytes};
      if (g.is_false(cell.taint)) cell.origins = nullptr;
      const bool mixed = are_unordered(key, before.atomic_interval) && before.atomic_operation != operation;
      cell.order_open = before.order_open || !commutative || mixed;
      cell.order_dependent = before.order_dependent || cell.order_open || key.space != Space::Shared;
      cell.atomic_operation = operation;
      cell.atomic_interval = interval_;
      cell.writer = undefined_event;
      keep_taint_before(before, cell);
      put(key, at, cell);
    }
    return old;
  }
  // What a load would see, of which only the taint counts. What was stored to stays so, whatever is stored later: this does
  // not depend on the values, which may be lost. Nothing where it would take long to tell.
  // `by_strong`: set where a strong access there may come before others that have stored since the last barrier.
  std::optional<Value> definedness(Key key, const Lanes& guard, const Lanes& offset, int bytes, int undefined_event,
                                   bool* by_strong = nullptr);
  // Nothing is known about an allocation's values any more; about those of all of them.
  void havoc(Key key) { allocations_[key].unknown = true; }
  void havoc_all(bool shared_too);
  // An allocation may have been stored to any number of times: from now on it holds unknown bytes, which stay
  // what they are until they are stored to. Shared memory is then taken to be defined.
  // `number`: of the unknown contents; 0: a number that this memory alone uses.
  void forget(Key key, std::uint32_t number = 0);
  // A number for unknown contents that nothing was read from yet; the one that is next.
  std::uint32_t new_contents() { return kForgottenAllocations + forgotten_++; }
  std::uint32_t next_contents() const { return kForgottenAllocations + forgotten_; }
  // The same at a barrier of a block of which only some threads are followed: what the others did is over.
  void settle(Key key) {
    forget(key);
    if (key.space == Space::Shared) allocations_[key].unknown = false;
  }
  // What is stored at known addresses; null where something was stored after that at computed ones, unless
  // asked for despite that, or where nothing is known.
  const std::map<std::uint64_t, Cell>* cells(Key key, bool despite_log = false) const;
  // The word holds a number where `when` holds.
  void set_word(Key key, std::uint64_t offset, int bytes, std::uint64_t value, Term when,
                int undefined_event);
  // A load met bytes of forgotten shared memory.
  bool read_forgotten_shared() const { return read_forgotten_shared_; }
  // There are other blocks, which may change words of global memory between any two atomics of this one.
  void share_with_blocks() { shared_with_blocks_ = true; }
  // A barrier of the whole block: atomics before it are ordered before those after it.
  void end_interval() { ++interval_; }

  struct Store {
    Lanes guard, offset;
    Value value;
    int writer = -1;
    bool order_open = false;
    bool strong = false;  // not ordered with strong stores of other threads, which do not race with it
    std::uint64_t interval = 0;
  };
  struct Allocation {
    std::map<std::uint64_t, Cell>
        cells;               // by byte offset, never overlap; stores to known addresses before the log
    std::vector<Store> log;  // oldest first
    bool unknown = false;
    bool order_dependent = false;
    std::uint32_t forgotten = 0;  // the stand-in for its contents, 0 for those at the start
  };
  // All that were loaded from or stored to so far.
  const std::map<Key, Allocation>& allocations() const { return allocations_; }
  bool lost(Key key) const {
    const auto it = allocations_.find(key);
    return (it != allocations_.end() && it->second.unknown) || everything_lost(key.space);
  }
  bool everything_lost(Space space) const {
    return space == Space::Shared ? all_shared_unknown_ : all_global_unknown_;
  }
  // What a load would see there if nothing had been stored since the start, or since it was forgotten.
  Term unwritten(Key key, Term offset, int bytes) {
    return initial_cell(key, offset, bytes, 0, nullptr).value;
  }
  // The number under which an allocation's initial contents are read; two executions that share a term graph
  // agree on them. Without it an allocation's own number.
  void rename_initial(std::uint32_t allocation, std::uint32_t number) {
    initial_number_[allocation] = number;
  }

 private:
  bool constant_offsets(const Lanes& guard, const Lanes& offset) const;
  const std::vector<Store>& log_of(Key key) { return allocations_[key].log; }
  Cell load_cell(Key key, std::uint64_t offset, int bytes, int undefined_event,
                 const std::vector<std::uint8_t>* initial);
  void look_up(const std::vector<std::uint8_t>& table, Term offset, int bytes, Cell& out, bool& exact);
  Cell load_term(Key key, Term offset, int bytes, int undefined_event,
                 const std::vector<std::uint8_t>* initial, bool& exact);
  bool load_lanes(Key key, const Lanes& guard, const Lanes& offset, int bytes, int undefined_event,
                  const std::vector<std::uint8_t>* initial, Loaded& out);
  Cell initial_cell(Key key, Term offset, int bytes, int undefined_event,
                    const std::vector<std::uint8_t>* initial);
  void put(Key key, std::uint64_t offset, Cell cell);
  // A strong access may come before what was written by others since the last barrier.
  bool may_come_before_writes(const Cell& cell) const {
    return cell.taint_before && cell.taint_interval == interval_ && !g.is_false(*cell.taint_before);
  }
  void keep_taint_before(const Cell& before, Cell& after) const {
    after.taint_before = before.taint_before && before.taint_interval == interval_ ? *before.taint_before : before.taint;
    after.taint_interval = interval_;
  }

  LaneOps ops_;
  TermGraph& g;
  std::map<Key, Allocation> allocations_;
  bool all_global_unknown_ = false, all_shared_unknown_ = false;
  bool read_forgotten_shared_ = false;
  std::uint32_t forgotten_ = 0;
  std::map<std::uint32_t, std::uint32_t> initial_number_;
  // May something come between an atomic now and those of that interval (0: none)? Of the block only where no barrier
  // orders them; but no barrier of a block orders what other blocks do.
  bool are_unordered(Key key, std::uint64_t interval) const {
    const bool shared = key.space == Space::Global && shared_with_blocks_;
    return interval == interval_ || (shared && interval != 0);
  }
  std::uint64_t interval_ = 1;
  bool shared_with_blocks_ = false;
  std::uint64_t work_ = 0;  // comparisons of symbolic addresses so far
};

}  // namespace warpproof::symbolic
