// What lives across an iteration of a loop that is proved by induction (induction.h).
//
// An iteration begins with any state that the claims of the loop's plan allow (loop_plan.h), and what it ends
// with must be one that they allow. So everything that an iteration hands on to the next is listed here, with
// what a plan may claim of it. A claim that the last execution has not proved again does not exist. What is
// not claimed is anything, or the loop is given up; it is never taken to be "as before".
//
//  - Registers of the loop's function that are live at its head, and the carry flag, which follows the last
//    of them. Claimed: a form (CellForm), Same or a weaker one. Proved: Executor::holds. Else: any value,
//    perhaps undefined. Of two cells: a comparison that sends threads back to the head; proved of who enters and of
//    who comes back (loops/head_conditions.h), else not claimed. (Registers that are not live nobody reads; they are dropped. Code of the functions
//    that call this one does not run in the loop, so their registers stay.)
//  - Private memory, byte by byte: variables of .local and .param in all frames; how many groups of copies
//    the thread has committed, and is known to have waited for (async_copies.h). Claimed: a form for each of
//    a set of cells that do not overlap, and Same for all bytes beside them, also that what was never written
//    still is not. Proved: Executor::holds. Else: any value, perhaps undefined.
//  - Shared and global memory. Claimed by allocation: it is not stored to (LoopPlan::written has those that
//    are). Proved: note_loop_write, by all that changes memory. Else: any contents, which are taken to be
//    defined (the verdict says so).
//  - Words of shared memory that are set back in each iteration. Claimed: the number that they held at entry
//    (Iteration::words). Proved: keeps_words. Else: as all shared memory.
//  - Arrivals at barriers that no generation has used up. Claimed: those of the same threads with the same
//    counts as at entry. Proved: keeps_arrivals. Else: the loop is given up, or goes in step with others.
//  - Generations of barriers that are complete. Nothing is claimed: those of before the loop and of one
//    iteration are set against the arrivals of a later one (check_reuse), and the order that they make comes
//    on top of none.
//  - Asynchronous copies that are not done. Claimed: of those from before the loop which are, by the numbers
//    of their groups (pass_over_done_copies). Else: they are pending, and the loop is given up where those of
//    an iteration are so too long (copies_outlast).
//  - Accesses with which later ones may race. Nothing is claimed: two iterations are followed
//    (needs_second_iteration).
//  - Who is still in the loop. Claimed: all that entered it, or all of their warp (LoopPlan::scope). Proved:
//    leaves_together. Else: anyone may have left or exited, and there is no barrier in the loop.
//  - What lanes that left earlier took with them. Claimed: what holds of the head. Proved: note_exit. Else
//    (LoopPlan::exits): any value.
//  - How often the loop was repeated. Claimed: one number for all that share it (Iteration::count). Proved:
//    keeps_count. Else: any number for each thread. Iterations of the loops around it stay, as their heads
//    are not passed.
//  - Locks that are held, and fences. Nothing is claimed: what is not of one iteration, or before the loop,
//    orders nothing (HandOver::Iterations).
//  - Numbers that atomics handed out. Nothing is claimed: each iteration that is followed has its own.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <map>
#include <vector>

#include "checker/symbolic/local_memory.h"

namespace warpproof::symbolic {

// A register, or bytes of private memory, of every thread.
struct StateCell {
  bool is_register = false;
  std::uint64_t at = 0;  // register number, the carry flag's follows the last; byte address
  int width = 0;         // bits
  auto operator<=>(const StateCell&) const = default;
  std::uint64_t end() const { return at + static_cast<std::uint64_t>(width) / 8; }  // of bytes
};

// Of the threads of one strand, in the function that the loop is in.
struct ThreadState {
  const std::vector<Value>& registers;
  const LocalMemory& memory;
};

// The bytes [from, to) that no cell of `taken` has, in ascending order, as cells. Cells of `taken` do not
// overlap.
template <class Mapped>
std::vector<StateCell> bytes_beside(const std::map<StateCell, Mapped>& taken, std::uint64_t from,
                                    std::uint64_t to);

// Cells such that each live register that a state has written, and each byte of private memory that one has,
// is in exactly one of them, but for bytes which the states share. `claimed` cells, of which no two overlap,
// are all among them; what lies beside those falls as the first of the states has it.
template <class Mapped>
std::vector<StateCell> cells_across(const std::map<StateCell, Mapped>& claimed, const std::vector<bool>& live,
                                    std::initializer_list<ThreadState> states);

// The cell as the memory has it: in the parts of which each lies in one of its cells, or in none.
std::vector<StateCell> parts_of(const StateCell& cell, const LocalMemory& memory);

// Adds a cell, or what of it lies beside those that are there: these are kept, and `merge` is called for each
// that overlaps it.
template <class Mapped, class Merge>
void add_beside(std::map<StateCell, Mapped>& cells, const StateCell& cell, const Mapped& value, Merge merge);

// --- implementation ---

namespace iteration_state {

inline StateCell bytes(std::uint64_t from, std::uint64_t to) {
  return {false, from, static_cast<int>(to - from) * 8};
}

// The first cell of private memory that ends after `from`.
template <class Mapped>
auto first_after(const std::map<StateCell, Mapped>& cells, std::uint64_t from) {
  auto it = cells.lower_bound(StateCell{false, from, 0});
  if (it != cells.begin()) {
    const auto before = std::prev(it);
    if (!before->first.is_register && before->first.end() > from) it = before;
  }
  return it;
}

}  // namespace iteration_state

template <class Mapped>
std::vector<StateCell> bytes_beside(const std::map<StateCell, Mapped>& taken, std::uint64_t from,
                                    std::uint64_t to) {
  std::vector<StateCell> out;
  for (auto it = iteration_state::first_after(taken, from);
       from < to && it != taken.end() && !it->first.is_register && it->first.at < to; ++it) {
    if (it->first.at > from) out.push_back(iteration_state::bytes(from, it->first.at));
    from = it->first.end();
  }
  if (from < to) out.push_back(iteration_state::bytes(from, to));
  return out;
}

template <class Mapped>
std::vector<StateCell> cells_across(const std::map<StateCell, Mapped>& claimed, const std::vector<bool>& live,
                                    std::initializer_list<ThreadState> states) {
  std::vector<StateCell> out;
  std::map<StateCell, bool> seen;
  for (const auto& [cell, value] : claimed) {
    out.push_back(cell);
    seen.emplace(cell, true);
  }
  for (std::size_t r = 0; r < live.size(); ++r) {
    if (!live[r]) continue;
    const auto known = claimed.lower_bound(StateCell{true, r, 0});
    if (known != claimed.end() && known->first.is_register && known->first.at == r) continue;
    int width = 0;
    for (const ThreadState& s : states) width = std::max(width, s.registers[r].width);
    if (width != 0) out.push_back({true, r, width});
  }
  const auto* first = states.begin()->memory.cells();
  bool shared = true;
  for (const ThreadState& s : states) shared = shared && s.memory.cells() == first;
  for (const ThreadState& s : states) {
    if (shared || s.memory.cells() == nullptr) continue;
    for (const auto& [address, value] : *s.memory.cells()) {
      for (const StateCell& beside :
           bytes_beside(seen, address, address + static_cast<std::uint64_t>(value.width) / 8)) {
        out.push_back(beside);
        seen.emplace(beside, true);
      }
    }
  }
  return out;
}

template <class Mapped, class Merge>
void add_beside(std::map<StateCell, Mapped>& cells, const StateCell& cell, const Mapped& value, Merge merge) {
  if (cell.is_register) {
    const auto [it, fresh] = cells.try_emplace(cell, value);
    if (!fresh) merge(it->second);
    return;
  }
  const auto beside = bytes_beside(cells, cell.at, cell.end());
  auto it = cells.lower_bound(StateCell{false, cell.at, 0});
  if (it != cells.begin() && std::prev(it)->first.end() > cell.at) --it;
  for (; it != cells.end() && !it->first.is_register && it->first.at < cell.end(); ++it) merge(it->second);
  for (const StateCell& rest : beside) cells.emplace(rest, value);
}

}  // namespace warpproof::symbolic
