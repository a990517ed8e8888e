// Holds the claims of a proof about loops against a run, iteration by iteration.
//
// What one lane has is judged under every schedule. What lanes have in common is judged under the canonical schedule only,
// which proofs follow too: of lanes that entered the loop together, in the same iteration of it. Together are those that
// came to the head in the same iterations of the loops around it before any of them went on from there.
//
// A claim that fails is wrong only where the run keeps what the proof assumes; that is for the caller to find out.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "checker/claims/claims.h"
#include "src/concrete/loop_observer.h"

namespace warpproof::claims {

// What a run shows.
struct FailedClaim {
  std::size_t loop = 0;           // of ProofClaims::loops, or of `repeats`
  std::optional<CellClaim> cell;  // none: of who leaves together, `condition`, or how often it repeats
  std::uint32_t thread = 0;
  std::uint64_t iteration = 0;         // 0: when the loop was entered
  std::uint64_t entry = 0, value = 0;  // of the cell
  std::string what;                    // "is 7 in thread 3 and 9 in thread 0"
  std::optional<ConditionClaim> condition = std::nullopt;  // its sides are `entry` and `value`
  bool repeats = false;  // more often than claimed
};

class LoopMonitor final : public LoopObserver {
 public:
  // Lives for one run; `threads` of the block. `canonical`: the schedule.
  LoopMonitor(const ProofClaims& claims, std::uint32_t threads, std::uint32_t warp_size, bool canonical);

  int number_of(const std::vector<LoopFrame>& at) override;
  void enters(int loop, std::uint32_t warp, std::uint32_t lanes, const std::array<std::uint64_t, 32>& around,
              const State& state) override;
  void comes_back(int loop, std::uint32_t warp, std::uint32_t lanes, const State& state) override;
  void goes_on(int loop) override;
  // The run came to its end: what had to be seen of everyone is judged.
  void end();

  // The first that was found.
  const std::optional<FailedClaim>& failed() const { return failed_; }
  std::uint64_t iterations() const { return iterations_; }  // that were looked at, of a warp
  // The run breaks what is assumed of counters: it says nothing of the claims.
  bool is_outside() const { return blind_; }

 private:
  using Row = std::array<std::uint64_t, 32>;
  static constexpr std::uint32_t kNoGroup = ~0u;
  // The lanes of one warp, as they last came to the head of one loop.
  struct Lanes {
    std::array<std::uint32_t, 32> group;  // of those that entered together; kNoGroup: did not enter
    std::array<std::uint64_t, 32> iteration{};
    std::vector<Row> entry, before, stride;  // by cell, those that are kept after the others
    std::vector<std::uint32_t> defined;      // by cell, when the loop was entered
    std::array<std::vector<std::uint8_t>, 32> bytes, defined_bytes;  // of .local memory, likewise
    Lanes() { group.fill(kNoGroup); }
  };
  struct Loop {
    const LoopClaims* claims = nullptr;
    std::map<std::uint32_t, Lanes> warps;
    std::vector<std::uint8_t> is_kept;  // by byte of .local memory
    std::map<std::uint64_t, std::uint32_t>
        open;  // groups that lanes may still join, by the iterations around
  };
  // What threads have in common: must be, or which bits must be 1 and which 0.
  struct Common {
    std::uint64_t value = 0, ones = 0, zeros = 0;
    std::uint32_t thread = 0;
  };
  struct Key {
    std::uint64_t iteration;
    std::uint32_t group, cell, unit;  // unit: the warp, or 0 for the block
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& k) const;
  };
  struct Mask {  // LoopMask: who is in the iteration, and what they have
    std::uint32_t lanes = 0;
    std::map<std::size_t, std::uint64_t> values;  // by lane
  };

  const CellClaim& cell(const Loop& loop, std::size_t i) const {
    const auto& claimed = loop.claims->cells;
    return i < claimed.size() ? claimed[i] : loop.claims->kept[i - claimed.size()];
  }
  std::size_t cells(const Loop& loop) const { return loop.claims->cells.size() + loop.claims->kept.size(); }
  // A cell as the lanes have it now; the lanes in which it is defined.
  std::uint32_t read(const CellClaim& claim, std::uint32_t lanes, const State& state, Row& out) const;
  void repeat(std::size_t number, std::uint32_t warp, std::uint32_t lanes);
  void read_local(const Loop& loop, std::uint32_t lanes, const State& state);
  void judge_condition(std::size_t number, const ConditionClaim& claim, std::uint32_t warp,
                       std::uint32_t lanes, const Lanes& all, const State& state);
  void judge_kept_bytes(std::size_t number, std::uint32_t warp, std::uint32_t lanes, const Lanes& all);
  void judge(std::size_t number, std::uint32_t warp, std::uint32_t lanes, const State& state);
  void judge_cell(std::size_t number, std::size_t cell, std::uint32_t warp, std::uint32_t lanes, Lanes& all,
                  const Row& now, std::uint32_t defined);
  // Empty: the value is as claimed.
  std::string judge_value(const Loop& loop, const CellClaim& claim, std::size_t cell, std::size_t lane,
                          Lanes& all, std::uint64_t now);
  // What the claim says lanes have in common, of one of them.
  static Common common_of(const CellClaim& claim, std::uint64_t entry, std::uint64_t now);
  void share(std::size_t number, std::size_t cell, std::uint32_t warp, std::uint32_t lanes, const Lanes& all,
             const Row& now);
  void share_stride(std::size_t number, std::size_t cell, std::uint32_t warp, std::size_t lane,
                    const Lanes& all);
  void note_mask(std::size_t number, std::size_t cell, std::uint32_t warp, std::uint32_t lanes,
                 const Lanes& all, const Row& now, std::uint32_t defined);
  void leave(std::size_t number, std::uint32_t warp, std::size_t lane, Lanes& all);
  void fail(std::size_t number, const CellClaim* claim, std::uint32_t thread, std::uint64_t iteration,
            std::uint64_t entry, std::uint64_t now, std::string what);
  std::uint32_t thread_of(std::uint32_t warp, std::size_t lane) const {
    return warp * warp_size_ + static_cast<std::uint32_t>(lane);
  }

  const ProofClaims& claims_;
  const std::uint32_t threads_, warp_size_;
  const bool canonical_;
  std::vector<Loop> loops_;
  // Of ProofClaims::repeats, by warp and lane; their loops are numbered after the others.
  std::vector<std::map<std::uint32_t, std::array<std::uint64_t, 32>>> repeated_;
  std::array<std::vector<std::uint8_t>, 32> bytes_, defined_bytes_;  // of .local memory, of the lanes at hand
  std::uint32_t groups_ = 0;
  std::unordered_map<Key, Common, Hash> common_;
  std::unordered_map<Key, Common, Hash> strides_;
  struct MaskAt {
    std::size_t loop, cell;
    std::uint32_t group, warp;
    std::uint64_t iteration;
    auto operator<=>(const MaskAt&) const = default;
  };
  std::map<MaskAt, Mask> masks_;
  // By group and unit: after which iteration a lane left, and which one.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::uint64_t, std::uint32_t>> left_;
  std::optional<FailedClaim> failed_;
  std::uint64_t iterations_ = 0;
  bool blind_ = false;  // what is assumed does not hold any more
};

}  // namespace warpproof::claims
