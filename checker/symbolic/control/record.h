// What an execution has found, for those who use it: obligations, what is unknown, inputs, assumptions. Several
// parts add to it; nothing is taken out again.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "checker/symbolic/inputs.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/obligation.h"
#include "checker/symbolic/parts.h"
#include "checker/symbolic/unknown.h"

namespace warpproof::symbolic {

class Record {
 public:
  explicit Record(TermGraph& graph) : obligations(graph), scope(graph.truth(true)), in_scope(scope) {}

  Obligations obligations;
  std::vector<Event> events;
  std::vector<Unknown> unknowns;
  std::vector<Input> inputs;
  std::vector<Term> assumptions;        // hold of each input that counts
  std::vector<Term> facts_of_products;  // assumptions too, that are no help to a solver which multiplies
  std::vector<Term>
      exact_conditions;  // of the conditions, that they hold as they read too (launch::Condition::exact)
  std::vector<Term>
      as_followed;  // that memory held what this execution left there, where other blocks may store
  std::set<std::string> assumed;        // assumptions of the verdict, in words
  std::set<Term> compared_alike;        // numbers that stood on both sides of a comparison
  std::set<std::string> approximations;
  // An execution counts up to the first warpproof::assume that a thread finds false: that none was so far.
  Term scope;
  Term in_scope;                             // at the end
  std::map<ParameterPart, Lanes> parameters;  // their values, in the parts that they were cut into
  std::set<std::uint32_t> handed_out;         // variables: what atomics returned
  bool stores_behind_loaded = false;  // memory was changed through loaded pointers, of which nothing is kept
  bool reaches_far = false;           // an access for which ExecutorOptions::near_accesses says something
  bool writes_global = false;
  bool multiplies_in_addresses = false;  // of global memory: unknowns, as in row * width + column
  std::vector<Term> addresses;  // of global memory, computed: those of the first and of the last thread of each access
  bool uses_block_size = false;  // anything but the presence of threads depended on the block's size

  int event(spec::Rule rule, std::uint32_t place, bool may_be_padding = false);
  void set_scope(Term scope);

 private:

  std::map<std::tuple<int, std::uint32_t, bool>, int> event_index_;
};

}  // namespace warpproof::symbolic
