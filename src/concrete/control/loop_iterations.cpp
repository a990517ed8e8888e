#include "src/concrete/control/loop_iterations.h"

#include <algorithm>
#include <span>

#include "src/base/effort.h"
#include "src/concrete/accessed.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/loop_observer.h"
#include "src/concrete/memory/block_memory.h"

namespace warpproof::concrete {

namespace {

constexpr int kNotAsked = -2;

class StateOfWarp final : public LoopObserver::State {
 public:
  StateOfWarp(const Bank& bank, std::span<const std::unique_ptr<CellMemory>> local)
      : bank_(bank), local_(local) {}

  std::uint32_t read(std::uint32_t reg, Values& out) const override {
    bank_.load(reg, word_);
    for (int lane = 0; lane < kLanes; ++lane) out[static_cast<std::size_t>(lane)] = word_.at(lane);
    return bank_.defined[reg] & ~bank_.tainted[reg];
  }

  void read_local(std::size_t lane, std::size_t count, std::uint8_t* bytes,
                  std::uint8_t* defined) const override {
    if (lane < local_.size() && local_[lane]) return local_[lane]->copy_bytes(0, count, bytes, defined);
    std::fill_n(bytes, count, std::uint8_t{0});
    std::fill_n(defined, count, std::uint8_t{0});
  }

 private:
  const Bank& bank_;
  const std::span<const std::unique_ptr<CellMemory>> local_;  // by lane
  mutable LaneVector word_;
};

}  // namespace

LoopIterations::LoopIterations(const Parts& parts)
    : setup_(parts.context.setup),
      launch_(parts.context.launch),
      options_(parts.context.options),
      positions_(parts.code.positions),
      holds_barrier_(parts.code.holds_barrier),
      local_(parts.block_memory.local),
      threads_(parts.threads),
      counts_iterations_(holds_barrier_ || options_.random_schedule || options_.races ||
                         options_.loops != nullptr || options_.changes != nullptr) {}

// Lanes go on from one block to another. Coming back to the head of a loop is one more iteration of it.
void LoopIterations::pass_loop_head(PositionId position, std::uint32_t from, std::uint32_t to,
                                    std::uint32_t w, Bank& bank, LaneMask lanes) {
  if (!counts_iterations_ || lanes == 0) return;
  const FunctionGraph& graph = *setup_.graphs[positions_.at(position).function];
  if (!graph.is_loop_head(static_cast<int>(to))) return;
  bool again = false;
  for (std::size_t loop = 0; loop < graph.loops.size(); ++loop) {
    if (graph.loops[loop].head != static_cast<int>(to)) continue;
    again = graph.in_loop_of_head(static_cast<int>(to), static_cast<int>(from));
    for_each_lane(lanes, [&](int lane) {
      std::uint32_t& iterations = bank.iterations[loop * kLanes + static_cast<std::size_t>(lane)];
      iterations = again ? iterations + 1 : 0;
    });
  }
  if (options_.loops != nullptr) tell_loop_head(positions_.sibling(position, to), w, bank, lanes, again);
}

// The observer's number for the loop with that head; less than 0 for none.
int LoopIterations::number_of_loop(PositionId head) {
  if (loop_numbers_.size() <= head) loop_numbers_.resize(head + std::size_t{1}, kNotAsked);
  int& number = loop_numbers_[head];
  if (number != kNotAsked) return number;
  std::vector<LoopFrame> frames;
  for (PositionId p = head; p != kNoPosition; p = positions_.at(p).caller)
    frames.push_back({positions_.at(p).function, positions_.at(p).block});
  std::reverse(frames.begin(), frames.end());
  return number = options_.loops->number_of(frames);
}

void LoopIterations::tell_loop_head(PositionId head, std::uint32_t w, const Bank& bank, LaneMask lanes,
                                    bool again) {
  const int loop = number_of_loop(head);
  if (loop < 0) return;
  effort::spend(effort::Work::Step);
  const std::size_t first = threads_.thread_of(w, 0);
  const StateOfWarp state(
      bank, std::span(local_).subspan(
                first, std::min(static_cast<std::size_t>(launch_.warp_size), local_.size() - first)));
  if (again) return options_.loops->comes_back(loop, w, lanes, state);
  constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15ull;
  Numbers around;
  around.fill(head);
  const auto own = positions_.at(head);
  threads_.for_each_loop_at(head, w, [&](int depth, std::size_t number, const std::uint32_t* iterations) {
    const bool is_this =
        depth == own.depth && setup_.graphs[own.function]->loops[number].head == static_cast<int>(own.block);
    if (is_this) return;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      around[lane] = (around[lane] ^ iterations[lane]) * kMix;
      around[lane] ^= around[lane] >> 29;
    }
  });
  options_.loops->enters(loop, w, lanes, around, state);
}

// Those who stand at a place are about to run its block.
void LoopIterations::tell_going_on(PositionId position) {
  const Positions::Node& node = positions_.at(position);
  if (!setup_.graphs[node.function]->is_loop_head(static_cast<int>(node.block))) return;
  if (const int loop = number_of_loop(position); loop >= 0) options_.loops->goes_on(loop);
}

}  // namespace warpproof::concrete
