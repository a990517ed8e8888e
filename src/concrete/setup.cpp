#include "src/concrete/setup.h"

#include <algorithm>
#include <cstddef>

#include "spec/targets.h"
#include "src/concrete/ordering.h"
#include "src/program/synchronisation.h"

namespace warpproof::concrete {

namespace {

// The one kind of update that commutes and whose results nothing reads; 0 where they do not all do the same (two kinds
// on one word do not commute with each other), or there is none.
std::uint32_t one_commuting_update(const Setup& setup) {
  std::uint32_t out = 0;
  for (std::size_t f = 0; f < setup.graphs.size(); ++f) {
    if (setup.graphs[f] == nullptr) continue;
    for (const Instruction& in : setup.program.functions[f].code) {
      const std::uint32_t own = commuting_update(in);
      if (own == 0 || !is_silent(setup.program.functions[f], in)) continue;
      if (out != 0 && out != own) return 0;
      out = own;
    }
  }
  return out;
}

bool synchronises(const Setup& setup) {
  for (std::size_t f = 0; f < setup.graphs.size(); ++f) {
    if (setup.graphs[f] == nullptr) continue;
    for (const Instruction& in : setup.program.functions[f].code) {
      const bool is_access = info(in.op).cls == OpcodeClass::Memory;
      if (is_fence(in) || (is_access && (orders(in, "release") || orders(in, "acquire")))) return true;
    }
  }
  return false;
}

bool reads_only(const Setup& setup) {
  for (std::size_t f = 0; f < setup.graphs.size(); ++f) {
    if (setup.graphs[f] == nullptr) continue;
    const auto& code = setup.program.functions[f].code;
    if (std::any_of(code.begin(), code.end(), [](const Instruction& in) { return in.mod.read_only; }))
      return true;
  }
  return false;
}

// A loop reads memory in order to see what others store meanwhile.
bool may_spin(const Setup& setup) {
  if (!spec::has_independent_thread_scheduling(spec::Target{setup.launch.target_sm})) return false;
  for (std::size_t f = 0; f < setup.graphs.size(); ++f) {
    if (setup.graphs[f] == nullptr) continue;
    const Function& function = setup.program.functions[f];
    const bool is_called = f != setup.root;  // perhaps from a loop
    for (std::size_t b = 0; b < function.blocks.size(); ++b) {
      const Block& block = function.blocks[b];
      for (std::uint32_t i = block.first; i < block.last; ++i) {
        const Instruction& in = function.code[i];
        const bool reads = in.op == Opcode::Atom || in.op == Opcode::Ld;
        if (reads && is_strong(in) && (is_called || setup.graphs[f]->loop_of[b] >= 0)) return true;
      }
    }
  }
  return false;
}

}  // namespace

// Where only the order of accesses is asked for, a read-only load is a load like others.
bool judges_read_only(const Setup& setup, const RunOptions& options) {
  return setup.reads_only && options.races && !options.orders;
}

void load_memory(const Setup& setup, const RunInputs& inputs, CellMemory& global) {
  const Program& program = setup.program;
  const Layout& layout = setup.layout;
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    const Variable& variable = program.variables[v];
    if (layout.allocation[v] != kNoAllocation && variable.initial) {
      global.write_bytes(layout.address[v], *variable.initial);
    }
  }
  for (const MemoryCells& cells : inputs.memory) {
    global.write_bytes(allocation_base(cells.allocation) + cells.offset, cells.bytes);
  }
}

Setup prepare(const Program& program, std::uint32_t root, const Launch& launch) {
  Setup setup{program, root, launch, layout(program, root), {}, {}, {}, {}, false, false};
  setup.graphs.assign(program.functions.size(), nullptr);
  setup.lanes.resize(program.functions.size());
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    if (!setup.layout.reachable[f] || !program.functions[f].has_body) continue;
    setup.lanes[f] = prepare(program, program.functions[f], setup.layout);
    try {
      setup.owned_graphs.push_back(std::make_unique<FunctionGraph>(analyse(program.functions[f])));
      setup.graphs[f] = setup.owned_graphs.back().get();
    } catch (const CfgError& error) {
      setup.too_large = error.what();
    }
  }
  setup.synchronises = synchronises(setup);
  setup.reads_only = reads_only(setup);
  setup.commuting_update = one_commuting_update(setup);
  setup.may_spin = may_spin(setup);
  return setup;
}

}  // namespace warpproof::concrete
