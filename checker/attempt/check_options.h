// What is asked of one kernel.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checker/launch/assumptions.h"
#include "checker/launch/bounds.h"
#include "checker/launch/shapes.h"
#include "spec/policies.h"

namespace warpproof {

// An assumption of proofs, as verdicts name it.
inline constexpr const char* kBlocksApart =
    "different blocks do not race with each other: one block is followed, and memory may hold anything when it starts";

// `--block`: one shape, or `any`: each number of threads that is a multiple of `multiple`, along as many
// dimensions as the kernel reads (checker/strategies/block_shapes.h), or what `axes` say.
struct BlockRequest {
  bool any = false;
  std::uint32_t multiple = 1;
  std::array<std::uint32_t, 3> shape{32, 1, 1};
  std::string text;  // as written
  std::optional<std::array<launch::Axis, 3>> axes{};  // `any` too
};

// What one kernel gets: enough for the slowest of the kernels that the tool is measured with.
inline constexpr double kBudgetSeconds = 25;

// What a verdict for sizes ends with where nothing is said of blocks of several dimensions.
inline constexpr const char* kOneDimension = " (one dimension)";

struct CheckOptions {
  std::optional<BlockRequest> block;  // nothing: .reqntid, else every size up to .maxntid, else any
  std::optional<std::array<std::uint32_t, 3>> grid;  // nothing: any grid
  std::optional<std::uint64_t> dynamic_shared;       // bytes; nothing: as many as the accesses need
  std::optional<int> target_sm;                      // nothing: the module's .target
  spec::Policies policies;
  int unroll = 64;                                  // iterations of a loop whose condition does not fold
  double effort = 1;                                // --effort: 10 tries ten times as hard
  // The work for one kernel, in seconds of effort::Clock, and its real time, 0 for any: a safety net. Within
  // an effort::Scope only the first counts.
  double budget_seconds = kBudgetSeconds, timeout_seconds = 0;
  bool cuda_source = true;                          // judge by the CUDA rules, not only by those of plain PTX
  std::map<std::string, std::uint64_t> parameters;  // --param NAME=VALUE
  std::vector<std::string> parameter_names;         // of this kernel, in order, where known from the source
  // By parameter, of what its type points to: bytes that an address of it is a multiple of. Of others it is kPointeeAlignment.
  std::map<std::uint32_t, std::uint32_t> pointee_alignments;
  static constexpr std::uint32_t kPointeeAlignment = 4;
  std::vector<launch::Condition> assumptions;       // --assume, over this kernel's parameters
  std::vector<std::string> given = {};              // what else narrows the verdict, in words: "n == 5", "grid 4"
  // What follows from them; check_kernel finds it.
  std::shared_ptr<const launch::Assumptions> assumed;
  launch::FactMap facts;
  std::optional<launch::Bounds> bounds;  // --bounds, --size: accesses out of them are errors
  bool pointers_overlap = false;         // --alias may: but for those declared __restrict__
  int warp_size = 32;
  // Seconds of effort::Clock to look for a condition under which a broken kernel is proved, over these
  // parameters and the block's size.
  double suggest_seconds = 0;
  std::map<std::string, launch::Quantity> scalars;
  bool use_samples =
      true;  // false, for measuring: all threads of a shape are followed, whatever their number
  // Runs on random inputs beside the proof attempt. Less than all of them is for tests.
  enum class Runs : std::uint8_t {
    None,      // the verdict is the attempt's own
    OfProofs,  // those that test what a proof rests on
    All,       // also a search for violations, before anything is proved
  };
  Runs runs = Runs::All;
  // Seconds of effort::Clock to look for a run that keeps what a proof assumes.
  static constexpr double kWitnessSeconds = 6;
  double witness_seconds = kWitnessSeconds;
  // By parameter, who may have written its memory before the launch: "the launch of count at radix.cu:88". A violation
  // that needs certain contents of it is not shown to be one of the program (checker/strategies/contents.h).
  struct Writers {
    std::string text;
    bool are_copies = true;  // from the host, all of them
  };
  std::map<std::uint32_t, Writers> written_before;
  bool is_of_program = false;  // the launch is one of the program's: its other kernels may run before
  bool explain = false;  // the report tells what proofs took to hold of loops
  // "block_reduce: 3 obligations left"; called often, prints at most what a terminal can show.
  std::function<void(const std::string&)> progress;
};

}  // namespace warpproof
