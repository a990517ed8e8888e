#include "src/concrete/grid_parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>
#include <unordered_map>

#include "src/base/effort.h"
#include "src/concrete/machine.h"

namespace warpproof::concrete {
namespace {

// Views of this many blocks are kept at once.
constexpr std::uint64_t kBatch = 128;

// Who touched which bytes, over all blocks so far.
class Footprints {
 public:
  // False when the view read or wrote what an earlier one wrote, or wrote what an earlier one read.
  bool add(const CellMemory& view) {
    bool apart = true;
    view.for_each_touched([&](std::uint64_t number, const CellMemory::Touched& now) {
      CellMemory::Touched& before = pages_[number];
      for (std::size_t i = 0; i < now.read.size(); ++i) {
        apart &= ((now.read[i] | now.written[i]) & before.written[i]) == 0 &&
                 (now.written[i] & before.read[i]) == 0;
        before.read[i] |= now.read[i];
        before.written[i] |= now.written[i];
      }
    });
    return apart;
  }

 private:
  std::unordered_map<std::uint64_t, CellMemory::Touched> pages_;
};

struct BlockRun {
  std::unique_ptr<CellMemory> memory;
  RunResult result;
  std::uint64_t spent = 0;     // units of effort, by whichever thread
  std::exception_ptr failure;  // to be thrown where the launch was asked for
};

void run_block(const Setup& setup, const RunInputs& inputs, const RunOptions& options,
               const CellMemory& global, std::uint64_t number, BlockRun& out) {
  Launch launch = setup.launch;
  launch.ctaid = {static_cast<std::uint32_t>(number % launch.grid[0]),
                  static_cast<std::uint32_t>(number / launch.grid[0] % launch.grid[1]),
                  static_cast<std::uint32_t>(number / launch.grid[0] / launch.grid[1])};
  const std::uint64_t before = effort::spent();
  try {
    out.memory = std::make_unique<CellMemory>(&global);
    Machine machine(setup, launch, inputs, options, *out.memory);
    while (machine.run_some(~0ull)) {
    }
    out.result = machine.finish();
  } catch (...) {
    out.failure = std::current_exception();
  }
  out.spent = effort::spent() - before;
}

}  // namespace

bool may_run_apart(const Setup& setup, const RunOptions& options) {
  const auto& grid = setup.launch.grid;
  if (options.trace || options.random_schedule || std::uint64_t{grid[0]} * grid[1] * grid[2] == 1)
    return false;
  for (std::size_t f = 0; f < setup.program.functions.size(); ++f) {
    if (!setup.layout.reachable[f]) continue;
    for (const Instruction& in : setup.program.functions[f].code) {
      const bool is_private =
          in.mod.space == Space::Shared || in.mod.space == Space::Local || in.mod.space == Space::Param;
      const bool is_atomic = in.op == Opcode::Atom || in.op == Opcode::Red;
      if (info(in.op).cls == OpcodeClass::Memory && !is_private && (is_atomic || in.mod.is_volatile))
        return false;
    }
  }
  return true;
}

bool run_apart(const Setup& setup, const RunInputs& inputs, const RunOptions& options, CellMemory& global,
               const std::function<void(std::uint32_t, RunResult)>& take) {
  const auto& grid = setup.launch.grid;
  const std::uint64_t total = std::uint64_t{grid[0]} * grid[1] * grid[2];
  Footprints footprints;
  for (std::uint64_t first = 0; first < total; first += kBatch) {
    const std::uint64_t count = std::min(kBatch, total - first);
    std::vector<BlockRun> runs(count);
    std::atomic<std::uint64_t> next{0};
    const auto work = [&] {
      for (std::uint64_t i = next++; i < count; i = next++)
        run_block(setup, inputs, options, global, first + i, runs[i]);
    };
    std::vector<std::jthread> workers;
    const std::uint64_t processors = std::max(1u, std::thread::hardware_concurrency());
    try {
      for (std::uint64_t k = 1; k < std::min(processors, count); ++k) workers.emplace_back(work);
    } catch (const std::system_error&) {  // no memory for more of them: these do it all
    }
    const std::uint64_t before = effort::spent();
    work();
    workers.clear();  // joins them
    std::uint64_t all = 0;
    for (const BlockRun& run : runs) all += run.spent;
    effort::charge(all - (effort::spent() - before));  // what the others did
    for (std::uint64_t i = 0; i < count; ++i) {
      if (runs[i].failure) std::rethrow_exception(runs[i].failure);
      // A block that did not end may have waited for another one.
      if (runs[i].result.outcome == RunResult::Outcome::Unknown) return false;
      if (!footprints.add(*runs[i].memory)) return false;
      global.absorb(*runs[i].memory);
      take(static_cast<std::uint32_t>(first + i), std::move(runs[i].result));
    }
  }
  return true;
}

}  // namespace warpproof::concrete
