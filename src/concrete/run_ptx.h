// Test support: runs the body of a PTX kernel on the evaluator.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "src/concrete/evaluator.h"
#include "src/program/library_calls.h"

namespace warpproof::testing {

// The kernel around a body: k(.u64 out, .u64 in, .u32 n), registers %p0.. %h0.. %r0.. %f0.. %rd0.. of each
// type; %r0 holds tid.x, %rd0 out, %rd1 in, %r1 n, %rd2 the address of out[tid.x] (32-bit words).
std::string kernel_text(const std::string& body, const std::string& declarations = "");

struct Run {
  std::uint32_t block = 32;
  int warp_size = 32;
  int sm = 80;
  bool cuda = true;
  std::uint32_t n = 0;
  spec::Policies policies;
  RunInputs inputs;  // parameters are filled in
  bool trace = false;
  std::optional<std::uint64_t> schedule;  // random, by seed
  std::uint64_t max_steps = 100'000;
  IsLibraryFile is_library;  // null: no file is
};

// Lowers `text` and runs its first kernel.
RunResult run_text(const std::string& text, const Run& run);
inline RunResult run_body(const std::string& body, const Run& run = {}) {
  return run_text(kernel_text(body), run);
}

// out[0 .. count), 32-bit words.
std::vector<std::uint32_t> output(const RunResult& result, std::size_t count);

// Ids of the rules found at this level.
std::set<std::string> rules_at(const RunResult& result, spec::Level level);

}  // namespace warpproof::testing
