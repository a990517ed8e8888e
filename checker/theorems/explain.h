// The text of `warpproof spec`: the rules, the policies, one rule, and the outcome of `--prove`.
//
// Plain text, lines cut at about 100 columns, no trailing blanks.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "checker/theorems/theorem.h"
#include "spec/policies.h"
#include "spec/targets.h"

namespace warpproof::theorems {

// All rules with their levels on a target and under policies, then all policies with the values in force.
std::string explain_catalogue(spec::Target target = {}, const spec::Policies& policies = {});

// One rule ("mask.self") or one policy ("program-point") in full; nothing if there is no such name.
std::optional<std::string> explain(std::string_view name, spec::Target target = {},
                                   const spec::Policies& policies = {});

// "no rule or policy 'mask.slef'; did you mean mask.self?"
std::string unknown_name_message(std::string_view name);

// One line a theorem, a witness line where one was found, and a closing count.
std::string explain_results(std::span<const TheoremResult> results);

}  // namespace warpproof::theorems
