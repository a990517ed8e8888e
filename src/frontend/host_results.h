// Of host values: what functions of the user's give back, and what they leave in variables that they are given by reference.
//
//   Config config_for(int n) { Config c; c.block = dim3(256); c.grid = dim3((n + c.block.x - 1) / c.block.x); return c; }
//   void shape_of(int n, dim3& grid, dim3& block) { block = dim3(256); grid = dim3((n + block.x - 1) / block.x); }
//
// Side conditions.
// - The code that runs is the one that is seen (runs_as_written), and the call's arguments have no effects.
// - A parameter stands for its argument, read at the call, where the function changes nothing of it; one that is a reference
//   only where nothing else changes what it refers to during the call (is_kept_during).
// - What is given back are the expressions of the return statements, each under the conditions that lead to it. All of them
//   are found: one in a loop, a switch or the like is not followed. Each is looked at where it stands, by HostUses.
// - Of what a function reads besides its parameters and its own variables nothing is known to its callers: it is named after
//   the call and the place, so that it equals nothing else.
// - A variable that a reference is bound to has, after the call, what the function left in its parameter at its end. No
//   other name changes it meanwhile (HostUses::is_sole_name), nothing changes it after the call (latest_change), and no return
//   leaves the function before its end.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/frontend/host_values.h"

namespace warpproof {

class HostResults {
 public:
  using Member = HostValues::Member;

  static bool is_call_of_function(const AstNode& e);
  // What a call gives. Null, or nothing, where it is not known.
  static HostIntegerPtr integer(HostValues& caller, const AstNode& call, const HostSince& since, int depth);
  static std::optional<HostShape> shape(HostValues& caller, const AstNode& call, const HostSince& since, int depth);
  static Member part(const HostValues& caller, const AstNode& call, const std::vector<const AstNode*>& fields,
                     const HostSince& since, int depth);
  // A member, by its name, of the structure that an expression gives.
  static Member named_part(const HostValues& at, const AstNode& e, const std::string& name, const HostSince& since, int depth);

  // A variable that the last call before the use had by reference: the parameter, and the end of the function.
  struct Left {
    std::shared_ptr<HostValues> values;
    const AstNode* parameter = nullptr;
  };
  static std::optional<Left> left_in(const HostValues& user, const AstNode& variable, const std::string& member, int depth);
  static HostIntegerPtr integer_left(const HostValues& user, const AstNode& variable, IntegerType type, int depth);
  static HostIntegerPtr axis_left(const HostValues& user, const AstNode& variable, std::size_t axis, int depth);
  static std::optional<HostShape> shape_of(HostValues& at, const AstNode& variable, const HostSince& since, int depth);
  static Member part_left(const HostValues& user, const AstNode& variable, const std::vector<const AstNode*>& fields, int depth);

  // auto [grid, block] = shape_of(n);
  static Member bound_part(const HostValues& at, const AstNode& binding, std::vector<const AstNode*> fields, const HostSince& since,
                           int depth);
  // The value that the class gives a member of an object that is made without a word, `Config c;`.
  static Member given_in_class(const HostValues& at, const AstNode& made, const AstNode& named);
  // std::pair<dim3, dim3>(grid, block), or what std::make_pair gives. Null where it is none.
  static const AstNode* part_of_pair(const HostAst& ast, const AstNode& e, const std::string& name);

 private:
  struct Entered {
    const AstNode* body;
    HostPlace inside;  // its end, with the parameters as they are at each place of the function
  };
  struct Result {
    const AstNode* value = nullptr;
    std::vector<std::pair<const AstNode*, bool>> conditions;
  };
  static std::optional<Entered> enter(const HostValues& caller, const AstNode& call, const HostSince& since, int depth);
  static bool is_kept_during(const HostValues& caller, const AstNode& call, const AstNode& argument);
  static std::shared_ptr<HostValues> at_place(const Entered& entered, const AstNode& place);
  static bool collect(const AstNode& s, std::vector<std::pair<const AstNode*, bool>>& conditions, std::vector<Result>& out, bool& ends);
  static std::vector<Result> results_of(const AstNode& body);
  static HostIntegerPtr condition_of(const Entered& entered, const Result& result);
  template <class Number>
  static HostIntegerPtr chosen(const Entered& entered, const std::vector<Result>& results, const Number& number);
};

}  // namespace warpproof
