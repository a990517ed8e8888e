// What the parts of an execution share, and all that they know of it: the terms, what is asked for, and the
// record of what is found. A part gets it by reference and keeps no other way to the Executor.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "checker/symbolic/inputs.h"
#include "checker/symbolic/local_memory.h"
#include "checker/symbolic/obligation.h"
#include "checker/symbolic/options.h"

namespace warpproof::symbolic {

struct Context {
  TermGraph& graph;
  const ExecutorOptions& options;
  const LaneOps& ops;  // over the threads that are followed

  // The record. Everything there is added to by several parts, and read when the execution has ended.
  std::vector<Input>& inputs;
  std::vector<Term>& assumptions;  // hold of each input that counts
  std::set<std::string>& assumed;  // assumptions of the verdict, in words
  Obligations& obligations;

  // True only when the condition is proved unsatisfiable under the assumptions.
  std::function<bool(Term)> infeasible_in_any_scope;
  // That no thread has found a warpproof::assume false so far.
  std::function<Term()> scope;

  // Within the scope of this moment.
  bool infeasible(Term condition) const { return infeasible_in_any_scope(graph.land(condition, scope())); }

  int threads() const { return ops.threads; }
  spec::Level level(spec::Rule rule) const { return options.level(rule); }
  // Its loops are compared with those of another execution; it shares its inputs with another one.
  bool compares() const { return options.comparison != nullptr; }
  bool traces_order() const { return options.shared_inputs != nullptr; }
  // Threads that have one unknown in common.
  int threads_sharing(Grain grain) const {
    return grain == Grain::Block ? threads() : grain == Grain::Warp ? warp_size() : 1;
  }
  // Threads of one warp that are followed.
  int warp_size() const { return options.shape.group(); }
  int warps() const { return (threads() + warp_size() - 1) / warp_size(); }

  void assume(Term holds) const { assumptions.push_back(holds); }
  void add_input(Input::Kind kind, Term term, std::uint32_t index) const {
    inputs.push_back(Input{kind, term, index, 0, -1, graph.truth(true), 0, std::nullopt});
  }
  // The variable of an input; of executions that share inputs the one that the first of them made. The caller
  // adds the input to `inputs`, once its facts are known.
  Term variable(Input::Kind kind, std::uint32_t index, std::uint32_t offset, int thread, int width,
                const std::string& name) const;
  void require_not(spec::Rule rule, std::uint32_t place, const std::string& message, Term violated) const {
    obligations.require_not(rule, level(rule), place, message, violated);
  }
};

}  // namespace warpproof::symbolic
