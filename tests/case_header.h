// The expectation at the top of a test case: a kernel file that says how it is launched and what must be
// found.
//
//   // case: ID   expect: unsafe|safe|unproved   class: CLASS   launch: grid(1) block(64) n=100   rule: RULE
//   at: TEXT
//   // cause: why it is wrong; also why, source, url, note, contested, compare (for readers)
//   // assume: a condition of every launch (--assume; repeatable)
//   // size: NAME=BYTES of a buffer (--size; repeatable)
//   // level: ptx|functional
//   // proved: block sizes that an unsafe case is proved for all the same ("block == 32"); `-` for none
//   // pending: why the expected verdict is not given yet
//
// `unproved`: broken in a way of which no counterexample is asked for; a proof would be wrong.
//
// Fields of the first line are two blanks apart; `rule` may be left out; `-` stands for none; `at` goes on to
// the end of the line. The header ends at the first line that is no `// key: text` comment.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/check.h"
#include "spec/rules.h"

namespace warpproof::tests {

struct CaseHeader {
  std::string id, kind;  // `case`, `class`
  bool safe = false, unproved = false;
  BlockRequest block;
  std::optional<std::array<std::uint32_t, 3>> grid;
  std::optional<std::uint64_t> dynamic_shared;  // shared(BYTES)
  bool pointers_overlap = false;     // alias(may)
  std::optional<int> target_sm;      // target(sm_NN)
  spec::Policies policies;           // policy(NAME=VALUE)
  int warp_size = 32;       // warp(LANES), for cases made by a campaign (tests/attack)
  int unroll = 64;          // unroll(ITERATIONS)
  double effort = 1;        // effort(PERCENT): less than usual, where nothing is to be proved and all would be used
  bool random_runs = true;  // runs(none): what the proof attempt alone says
  std::map<std::string, std::uint64_t> parameters;
  std::vector<std::string> assumptions, sizes;
  bool bounds = false;  // bounds(all)
  std::optional<spec::Rule> rule;
  std::string at;  // empty: anywhere
  std::optional<std::string> proved;
  bool functional = false;  // level: functional: every rule is kept, the result is wrong
  std::string pending;      // empty: the expectation must hold
};

// Throws InputError, with the line, for an unknown, missing or repeated key and for a bad value.
CaseHeader parse_case_header(const std::string& text, const std::string& file);

}  // namespace warpproof::tests
