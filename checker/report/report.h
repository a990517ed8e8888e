// What a check found, in a form that every output format prints.
//
// The verdict is a closed type. A time-out, a solver's "unknown", an unsupported instruction or a bound that
// was hit is Unknown; Violation needs a finding of level error that was replayed on the evaluator.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/rules.h"

namespace warpproof::report {

enum class Verdict { Proved, Violation, Unknown };

struct SourcePlace {
  std::string file;
  int line = 0, column = 0;  // from 1; 0 unknown
  std::string text;          // the source line, without its line end; empty when the file cannot be read
  bool operator==(const SourcePlace&) const = default;
};

// One step of a counterexample.
struct TraceStep {
  SourcePlace place;
  int warp = 0;
  std::string lanes;    // active lanes, "0-15,31"
  std::string what;     // "shfl.sync.down mask 0xffffffff", "branch taken by lanes 0-15"
  std::string waiting;  // "lanes 0-15 wait for lanes 16-31", empty when nobody waits
  // What must stay when steps are left out: the finding itself with the accesses that race, then what happens
  // at the barrier that it is about.
  enum class Weight { Other, Related, Finding };
  Weight weight = Weight::Other;
};

struct Related {
  SourcePlace place;
  std::string message;
};

struct Finding {
  spec::Rule rule{};
  spec::Level level{};
  SourcePlace place;
  std::vector<SourcePlace> inlined_at;  // call sites, innermost first
  std::string lanes;                    // "lanes 4-15", "warp 1 lanes 0-3"
  std::string message;
  bool replayed = false;
  std::string launch;                                       // "block 24, grid 1"
  // The command that makes the same run again, "warpproof run k.cu ..", a word each; from to_findings() without
  // what comes before the launch.
  std::vector<std::string> rerun;
  std::vector<std::pair<std::string, std::string>> inputs;  // name -> value
  std::vector<TraceStep> trace;
  std::vector<Related> related;
};

struct UnknownReason {
  std::string reason;
  SourcePlace place;
};
// Begins the reason where a defect of warpproof itself was noticed.
inline constexpr std::string_view kInternalError = "internal error: ";
inline bool is_internal_error(const UnknownReason& why) { return why.reason.starts_with(kInternalError); }

// A rule of level warning or note of which it is not known whether it is kept.
struct Undecided {
  spec::Rule rule{};
  spec::Level level{};
  std::string reason;
  SourcePlace place;
};

struct Obligations {
  std::uint64_t folded = 0, solved = 0;
  double solver_seconds = 0;
};

// What a proof took to hold of a loop, or of a counter in memory.
struct LoopClaims {
  enum class Of : std::uint8_t { Loop, Counter };
  Of of = Of::Loop;
  SourcePlace place;
  std::string by;  // the strategy whose proof it is
  std::vector<std::string> claims;
  bool operator==(const LoopClaims&) const = default;
};

// Units (docs/effort.md) that a strategy spent: "random runs", "any two threads, by induction".
struct EffortShare {
  std::string strategy;
  std::uint64_t units = 0;
};

// The launch in the source that a kernel was checked for.
struct LaunchSource {
  std::string text;  // "the launch at main.cu:88: block 256, grid (n + 255) / 256"
  std::string file;
  int line = 0, column = 0;
  std::string block, grid, dynamic_shared;  // as expressions of the source
  std::vector<std::string> called_from;     // "main.cu:120:3", innermost first
  std::vector<std::string> also_at;         // launches that are equal in all that is known of them
};

// A finding that the user has decided to live with (checker/cli/suppressions.h).
struct Suppressed {
  Finding finding;
  std::string reason;
  bool in_source = true;  // else in a baseline
};

// An edit with which the kernel was proved.
struct ProvedFix {
  std::string what;       // "__syncwarp() before line 12"
  std::string holds_for;  // as Kernel::holds_for
  std::string diff;       // unified
  std::string before, after;  // the whole file
};

struct Kernel {
  std::string name, file;
  Verdict verdict = Verdict::Unknown;
  std::string block, grid;        // as asked for: "64", "any", "4,4,2"
  std::string holds_for;          // "block % 32 == 0", "every block size from 1 to 1024"
  std::string violated_for;       // "block 24", empty without a violation
  std::string safe_if;            // of a violation: a condition of the launch under which it was proved
  std::vector<Finding> findings;  // errors first
  std::optional<LaunchSource> source;  // nothing: not a launch of the source, but what was asked for
  std::vector<std::string> notes;      // "no launch of k in this file"
  // Whole warps are proved (holds_for), and the findings are about blocks whose last warp is not whole.
  bool only_partial_warps = false;
  std::vector<std::string> assumptions, approximations;
  std::vector<LoopClaims> loops;  // where that was asked for
  std::vector<UnknownReason> unknown;
  std::vector<Undecided> undecided;  // say nothing against the verdict
  Obligations obligations;
  bool without_witness = false;  // Unknown only as no run keeps what the proof assumes
  bool runs_go_on = false;       // that is as no run of the launch came to its end
  double seconds = 0;
  std::uint64_t effort = 0;                // units, in all
  std::vector<EffortShare> effort_shares;  // of strategies; the rest is preparation
  // Findings that are not listed, as there are so many: how many of each rule (limit_findings).
  std::vector<std::pair<std::string, std::uint64_t>> left_out;
  std::vector<Suppressed> suppressed;
  std::optional<ProvedFix> fix;  // of a violation, where one was looked for and found
};

// A file that was asked for and could not be read or compiled.
struct UnreadFile {
  std::string file, reason;  // the first line of the complaint
};

struct Report {
  std::string tool_version, z3_version, compiler;  // compiler with its flags, empty for PTX input
  std::vector<Kernel> kernels;
  std::vector<std::string> notes = {};  // about files: "k.cu: flags of its build are not followed: -foo"
  bool nothing_to_check = false;  // all files were read, and no kernel is in them
  std::vector<UnreadFile> unread = {};
};

// 0 proved, 1 violation, 2 unknown; with several kernels the first of 1, 2, 0 that occurs. (3, bad input, is
// decided where input is read.) No kernel at all is 2, nothing was proved, or 0 where there was nothing to prove.
int exit_code(const Report& report);

// Errors first, of them what reads or uses a value last, as what went wrong before explains it; without the
// warnings that an error at the same line repeats.
void put_in_order(std::vector<Finding>& findings);

// Keeps the first `most` findings of a kernel, errors before others, and counts the rest by rule.
void limit_findings(Kernel& kernel, std::size_t most);

struct TextOptions {
  bool colour = false;
  std::size_t trace_steps = 24;  // longer traces are cut in the middle; 0: none is
  bool replayed = true;          // say of errors whether they were replayed
  // Quiet: verdicts, and of findings what is wrong, where, and the remedy. Verbose: nothing is cut.
  enum class Detail { Quiet, Usual, Verbose } detail = Detail::Usual;
  std::size_t inputs = 12;  // values of a finding's inputs; the rest is counted
};
std::string to_text(const Report& report, const TextOptions& options);
// The same in parts, in the order in which they are printed: each kernel, and what follows the last one.
std::string kernel_text(const Kernel& kernel, const TextOptions& options);
std::string closing_text(const Report& report, const TextOptions& options);
// Findings alone, as to_text() prints them.
std::string findings_text(const std::vector<Finding>& findings, const TextOptions& options);

// Schema "warpproof/1" (README.md, "JSON").
std::string to_json(const Report& report);
// The same in parts, which follow each other to the letter: what stands before the kernels, each kernel, what follows.
std::string json_opening(const Report& report);
std::string json_kernel(const Kernel& kernel, bool is_first);
std::string json_closing(const Report& report, bool has_kernels);

}  // namespace warpproof::report
