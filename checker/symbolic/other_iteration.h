// The same accesses in another iteration of a loop that is proved by induction.
//
// An iteration that was followed stands for any one (loop_plan.h). Two accesses of which one was made in it may be of
// different iterations; to set them against each other whatever their order, all that one of them may have other values
// for gets new names: variables that were made since the loop was entered, but for inputs of the launch and the loop's
// own strides, and what was read from memory that iterations change. Facts that were assumed since then are about the
// other iteration too.
//
// What it claims: where an execution has the two accesses, in whichever iterations, there are values for the old names
// that give the one and values for the new names that give the other. Side condition: variables that were made before
// the loop was entered, inputs and the loop's strides have one value in all its iterations; that is so of the outermost
// loop around an access only, which the caller has to name.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>

#include "checker/symbolic/context.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

// When the outermost loop around an access was entered.
struct LoopEntry {
  std::size_t terms = 0;        // of the graph
  std::size_t assumptions = 0;  // of the record
  std::uint32_t contents = 0;   // numbers of contents of memory from here on are of later
  std::set<std::uint32_t> strides;  // variables: what the loop adds to its counters in each iteration
};

class OtherIteration {
 public:
  struct Names {
    std::function<std::uint32_t()> new_contents;         // a number for contents of memory
    std::function<void(Term old, Term fresh)> is_named;  // what is known of strides of the old one
  };
  OtherIteration(const Context& context, Names names) : context_(context), g(context.graph), names_(std::move(names)) {}

  // The term in the other iteration. To be asked at the end, when all facts are known. One name has one new name for
  // all terms of a loop.
  Term operator()(const LoopEntry& loop, Term t);

 private:
  struct Renamed {
    Substitute put;
    std::set<std::uint32_t> done;                      // variables
    std::map<std::uint32_t, std::uint32_t> contents;
    std::set<std::size_t> copied;                      // facts
    std::size_t facts = 0;                             // that there were when it began
  };
  void rename(const LoopEntry& loop, Renamed& names, Term t);

  const Context& context_;
  TermGraph& g;
  Names names_;
  std::map<std::size_t, Renamed> loops_;  // by LoopEntry::terms
  std::set<std::uint32_t> inputs_;        // of the launch
};

}  // namespace warpproof::symbolic
