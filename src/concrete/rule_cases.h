// Test support: a program and the rules that the evaluator says it breaks.
#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <functional>
#include <set>
#include <string>

#include "src/concrete/run_ptx.h"

namespace warpproof::testing {

using Outcome = RunResult::Outcome;
using Rules = std::set<std::string>;

struct Case {
  std::string name;
  std::string body;
  Rules errors, warnings;
  Outcome outcome = Outcome::Finished;
  std::function<void(Run&)> change = [](Run&) {};
};

inline void check(const Case& c) {
  INFO(c.name);
  Run run;
  c.change(run);
  const RunResult result = run_body(c.body, run);
  std::string found;
  for (const Finding& f : result.findings) {
    found += std::string(spec::rule_id(f.rule)) + " [" + f.threads.str() + "] " + f.message + "\n";
  }
  INFO(found);
  INFO(result.unknown);
  CHECK(result.outcome == c.outcome);
  CHECK(rules_at(result, spec::Level::Error) == c.errors);
  CHECK(rules_at(result, spec::Level::Warning) == c.warnings);
}

inline const std::string kStore = "st.global.u32 [%rd2], %r9;\nret;\n";

// Lanes below 16 do the first, the others the second, and all meet again.
inline std::string split(const std::string& low, const std::string& high, const std::string& then) {
  return "setp.ge.u32 %p0, %r0, 16;\nmov.u32 %r9, 0;\n@%p0 bra HIGH;\n" + low + "\nbra JOIN;\nHIGH:\n" +
         high + "\nJOIN:\n" + then;
}

}  // namespace warpproof::testing
