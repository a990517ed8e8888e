// The report of `warpproof equiv` for people and for programs (README.md, "Equivalence").
#pragma once

#include <string>

#include "checker/equivalence/equivalence.h"

namespace warpproof::equivalence {

struct ToolVersions {
  std::string tool, z3, compiler;
};

std::string to_text(const EquivalenceReport& report);
// Schema "warpproof/1", key "equivalence".
std::string to_json(const EquivalenceReport& report, const ToolVersions& versions);
std::string verdict_name(Verdict verdict);
// 0 equivalent, 1 different or undefined, 2 unknown.
int exit_code(const EquivalenceReport& report);

}  // namespace warpproof::equivalence
