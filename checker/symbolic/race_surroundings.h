// What is known, outside of what accesses themselves tell, of who may race, and where races are reported.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/element.h"
#include "spec/rules.h"
#include "src/term/term.h"

namespace warpproof::symbolic {

struct RaceSurroundings {
  // `report(rule, earlier place, later place, condition)`.
  std::function<void(spec::Rule, std::uint32_t, std::uint32_t, Term, bool equal_values)> report;
  // What is known, besides their terms, about the addresses of two accesses that happen and overlap.
  std::function<Term(BlockMemory::Key, const Use&, const Use&)> facts;
  // Parts of it, for terms that cover many accesses, in which results of atomics and loaded pointers are
  // not to be found. What strides tell; the loaded pointers that an offset in that memory comes from; when
  // those of two offsets are one.
  std::function<Term(const Use&, const Use&)> strides;
  std::function<std::set<Term>(BlockMemory::Key, Term)> loaded_pointers;
  std::function<Term(BlockMemory::Key, Term, Term)> one_pointer;
  // Whether two threads of different groups of `warp_size` are of one warp; false where groups are warps.
  std::function<Term(int, int)> same_warp;
  // Whether it is worth while, and true, that a condition is proved to hold for no input.
  std::function<bool(Term)> excluded;
  // The same of many pairs at once, of which that many make it worth while.
  std::function<bool(Term)> excluded_in_bulk;
  std::size_t pairs_for_bulk = 0;
  // Numbers of a thread that go up evenly where its addresses do.
  std::function<std::vector<std::uint64_t>(int)> coordinates;
  // The same, under all scopes.
  std::function<bool(Term)> never_holds;
  std::function<bool(Term)> infeasible;
  std::function<bool()> out_of_time;  // polled
  // Under what executions count, when something happens; and again when it is judged.
  std::function<Term()> scope;
  std::function<void(Term)> set_scope;
};

}  // namespace warpproof::symbolic
