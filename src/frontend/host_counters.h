// Of host values: variables that loops count.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/frontend/host_values.h"

namespace warpproof {

// `variable op= number`; of "=" the number, of the variable's type, is all.
struct HostStep {
  std::string op;  // empty: another change
  std::uint64_t number = 0;
  bool is_own_type = false;  // it is computed in the variable's type
};
// What a change does; `node` names the variable.
HostStep step_of(HostValues& values, const AstNode& variable, const AstNode& node);

// A part of the expression that is computed no more than once with it: GNU C++ has statements in expressions.
bool is_once(const AstNode& part, const AstNode& whole);
// The largest value with which the condition may hold, where a part of it says so.
std::optional<std::uint64_t> last_of(HostValues& values, const AstNode& condition, const AstNode& variable);
// Where the condition holds, the variable's next value is a number of its type, whose largest is given.
bool stays_below(HostValues& values, const AstNode& condition, const AstNode& variable, const HostStep& step,
                 std::uint64_t largest);

// Bounds of the variables that the use names and that only grow, or only shrink.
void counter_facts(HostValues& values, std::vector<HostIntegerPtr>& out);
// for (unsigned s = 1; s < 256; s *= 2): from s < 256 follows that 2 * s is a number.
void counted_fact(HostValues& values, const AstNode& loop, std::vector<HostIntegerPtr>& out);

const AstNode& without_parentheses(const AstNode& e);

// The expression is the value of the variable itself, of its own type.
bool reads_variable(const AstNode& e, const AstNode& variable);

}  // namespace warpproof
