#include "src/concrete/evaluator.h"

#include <optional>
#include <stdexcept>

#include "spec/lanes.h"
#include "src/base/effort.h"
#include "src/cfg/edit_blocks.h"
#include "src/concrete/grid.h"
#include "src/concrete/machine.h"

namespace warpproof {

namespace {

constexpr std::uint64_t kBlocksAtOnce = 4096;  // basic blocks between two looks at the clock

// By these accesses threads communicate.
bool communicates(const Instruction& in) {
  return in.op == Opcode::Atom || in.op == Opcode::Red ||
         (info(in.op).cls == OpcodeClass::Memory && in.mod.is_volatile);
}

// Others may go on after each such access: blocks end there.
void split_after_communication(Program& program) {
  for (Function& f : program.functions) {
    for (std::uint32_t b = 0; b < f.blocks.size(); ++b) {
      for (std::uint32_t i = f.blocks[b].first; i + 1 < f.blocks[b].last; ++i) {
        if (!communicates(f.code[i])) continue;
        split_block(f, b, i + 1);
        break;  // the rest is a later block
      }
    }
  }
}

}  // namespace

struct Evaluator::Impl {
  concrete::Setup setup;
  Program in_parts;  // for random schedules
  std::optional<concrete::Setup> parts;

  const concrete::Setup& setup_for(const RunOptions& options);
};

bool RunResult::has(spec::Rule rule) const { return find(rule) != nullptr; }

const Finding* RunResult::find(spec::Rule rule) const {
  for (const Finding& finding : findings) {
    if (finding.rule == rule) return &finding;
  }
  return nullptr;
}

Evaluator::Evaluator(const Program& program, std::uint32_t root, const Launch& launch) {
  if (root >= program.functions.size() || !program.functions[root].has_body) {
    throw std::invalid_argument("the function to run has no body");
  }
  if (launch.warp_size < 1 || !spec::is_warp_size(static_cast<std::size_t>(launch.warp_size))) {
    throw std::invalid_argument("a warp has 1, 2, 4, 8, 16 or 32 lanes");
  }
  if (launch.threads() == 0) throw std::invalid_argument("a block has at least one thread");
  impl_ = std::make_unique<Impl>(Impl{concrete::prepare(program, root, launch), {}, std::nullopt});
}

const concrete::Setup& Evaluator::Impl::setup_for(const RunOptions& options) {
  if (!options.random_schedule) return setup;
  if (!parts) {
    in_parts = setup.program;
    split_after_communication(in_parts);
    parts.emplace(concrete::prepare(in_parts, setup.root, setup.launch));
  }
  return *parts;
}

Evaluator::~Evaluator() = default;

RunResult Evaluator::run(const RunInputs& inputs, const RunOptions& options) {
  CellMemory global;
  const concrete::Setup& setup = impl_->setup_for(options);
  concrete::load_memory(setup, inputs, global);
  concrete::Machine machine(setup, setup.launch, inputs, options, global);
  while (machine.run_some(options.until ? kBlocksAtOnce : ~0ull)) {
    if (options.until && effort::Clock::now() > *options.until) machine.stop("out of effort");
  }
  RunResult result = machine.finish();
  result.global = std::move(global);
  return result;
}

Evaluator::GridResult Evaluator::run_grid(const RunInputs& inputs, const RunOptions& options) {
  return concrete::run_grid(impl_->setup_for(options), inputs, options);
}

}  // namespace warpproof
