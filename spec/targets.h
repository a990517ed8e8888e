// Which architecture the code runs on: sm_NN, and what depends on it.
//
// Source   PTX ISA 9.x, "Target ISA Notes" of each instruction; CUDA C++ Programming Guide 13.0, "Independent
// Thread Scheduling".
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace warpproof::spec {

// The number in sm_NN: 60, 70, 80, 90, 100, ..
struct Target {
  int sm = 80;
  bool operator==(const Target&) const = default;
};

// Lanes of a warp have program counters of their own and convergence persists only through .sync operations.
constexpr bool has_independent_thread_scheduling(Target t) { return t.sm >= 70; }
// Up to sm_6x a collective is judged at the instruction, in lockstep (spec/rendezvous.h, judge_pre70).
constexpr bool judges_at_instruction(Target t) { return !has_independent_thread_scheduling(t); }
// Up to sm_6x a block barrier counts a warp as soon as one of its threads is there (PTX ISA 9.x, 9.7.13.1).
constexpr bool counts_barrier_arrivals_per_warp(Target t) { return t.sm < 70; }
// Unaligned barrier{.cta}.sync: barrier without .aligned needs sm_70.
constexpr bool has_unaligned_barrier(Target t) { return t.sm >= 70; }
// shfl and vote without .sync are gone (PTX ISA 9.x, 9.7.9.5: not for sm_70 and later).
constexpr bool has_legacy_collectives(Target t) { return t.sm < 70; }

constexpr bool has_sync_collectives(Target t) { return t.sm >= 30; }
constexpr bool has_match(Target t) { return t.sm >= 70; }
constexpr bool has_redux(Target t) { return t.sm >= 80; }
constexpr bool has_async_copy(Target t) { return t.sm >= 80; }
constexpr bool has_elect(Target t) { return t.sm >= 90; }

// target.isa as a table: the lowest sm number of each instruction that came later than shfl.sync.
struct MinimumTarget {
  std::string_view instruction;
  int sm;
};
inline constexpr std::array<MinimumTarget, 5> kMinimumTargets = {{
    {"match.sync", 70},
    {"barrier.sync", 70},
    {"redux.sync", 80},
    {"cp.async", 80},
    {"elect.sync", 90},
}};

// "sm_80", "sm_90a", "compute_70" or "80"; nothing for anything else.
constexpr std::optional<Target> parse_target(std::string_view text) {
  for (const std::string_view prefix : {std::string_view("sm_"), std::string_view("compute_")}) {
    if (text.starts_with(prefix)) {
      text.remove_prefix(prefix.size());
      break;
    }
  }
  if (!text.empty() && (text.back() == 'a' || text.back() == 'f')) text.remove_suffix(1);
  if (text.size() < 2 || text.size() > 3) return std::nullopt;
  int sm = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    sm = sm * 10 + (c - '0');
  }
  if (sm < 30) return std::nullopt;
  return Target{sm};
}

}  // namespace warpproof::spec
