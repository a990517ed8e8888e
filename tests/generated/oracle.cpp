// Every assignment of the inputs through the evaluator.
#include "src/concrete/evaluator.h"
#include "src/machine/address_map.h"
#include "src/program/lower.h"
#include "tests/generated/compare.h"
#include "tests/generated/random.h"

namespace warpproof::generated {

namespace {

constexpr std::uint64_t kMostSteps = 20'000;  // warp instructions; a kernel has far fewer
constexpr int kGroupings = 24;                // outcomes of activemask tried for each assignment

void note(const warpproof::Program& program, const RunResult& run, Outcome& out) {
  if (run.outcome == RunResult::Outcome::Unknown) out.unknown = run.unknown;
  for (const Finding& f : run.findings) {
    if (f.level < spec::Level::Warning) continue;
    const Fault fault{f.rule, program.places[f.place].ptx.line};
    out.faults.insert(fault);
    if (f.level == spec::Level::Error) out.errors.insert(fault);
  }
}

// Where threads race, or store to one place at once, what happens next depends on the schedule.
bool is_about_order(spec::Rule rule) {
  return rule == spec::Rule::Race || rule == spec::Rule::RaceMixedSize ||
         rule == spec::Rule::StoreSameInstruction || rule == spec::Rule::MemoryImplicitWarpSync ||
         rule == spec::Rule::MemoryCollectiveAsFence;
}

// Without races every schedule breaks the same rules, up to what atomics return.
void try_schedules(const warpproof::Program& program, Evaluator& evaluator, const RunInputs& inputs,
                   int schedules, Outcome& out) {
  for (const Fault& f : out.faults) {
    if (is_about_order(f.rule)) return;
  }
  for (int schedule = 1; schedule <= schedules; ++schedule) {
    RunOptions options;
    options.random_schedule = static_cast<std::uint64_t>(schedule);
    for (const Finding& f : evaluator.run(inputs, options).findings) {
      if (f.level == spec::Level::Error) out.errors.insert({f.rule, program.places[f.place].ptx.line});
    }
  }
}

// Group numbers for the first visits of every warp.
void choose_groups(Random& random, int number, const Settings& settings, RunInputs& inputs) {
  constexpr int kVisits = 12;
  const auto warps = (settings.block + static_cast<std::uint32_t>(settings.warp_size) - 1) /
                     static_cast<std::uint32_t>(settings.warp_size);
  inputs.activemask_groups.assign(warps, {});
  for (auto& visits : inputs.activemask_groups) {
    for (int visit = 0; visit < kVisits; ++visit) {
      std::array<std::uint8_t, 32> groups{};
      for (int lane = 0; lane < settings.warp_size; ++lane) {
        const int most = number == 0   ? 1
                         : number == 1 ? settings.warp_size
                                       : 1 + random.below(settings.warp_size);
        groups[static_cast<std::size_t>(lane)] =
            static_cast<std::uint8_t>(number == 1 ? lane : random.below(most));
      }
      visits.push_back(groups);
    }
  }
}

}  // namespace

warpproof::Program lower_kernel(const Kernel& kernel) { return load_ptx(kernel.text(), "generated.ptx"); }

std::uint32_t entry_of(const warpproof::Program& program) {
  std::uint32_t f = 0;
  while (!program.functions[f].is_entry) ++f;
  return f;
}

std::vector<Outcome> run_all_inputs(const warpproof::Program& program, const Settings& settings, Also also) {
  Launch launch;
  launch.block = {settings.block, 1, 1};
  launch.warp_size = settings.warp_size;
  launch.target_sm = settings.sm;
  launch.cuda_source = settings.cuda_source;
  launch.max_steps = kMostSteps;
  Evaluator evaluator(program, entry_of(program), launch);
  RunInputs inputs;
  for (std::uint32_t parameter = 0; parameter < 2; ++parameter) {
    std::vector<std::uint8_t> bytes;
    for (int i = 0; i < 8; ++i)
      bytes.push_back(static_cast<std::uint8_t>(allocation_base(parameter) >> (8 * i)));
    inputs.params.push_back(bytes);
  }
  inputs.memory.push_back({0, 0, std::vector<std::uint8_t>(std::size_t{4} * settings.block, 0)});
  const std::uint32_t one = (1u << settings.input_bits) - 1;
  std::vector<Outcome> out(settings.inputs());
  Random random(program.functions[entry_of(program)].code.size());
  for (std::uint32_t assignment = 0; assignment < settings.inputs(); ++assignment) {
    for (std::uint32_t t = 0; t < settings.block; ++t) {
      inputs.memory[0].bytes[std::size_t{4} * t] = static_cast<std::uint8_t>(
          assignment >> (t * static_cast<std::uint32_t>(settings.input_bits)) & one);
    }
    for (int grouping = 0; grouping < (also.groupings ? kGroupings : 1); ++grouping) {
      if (also.groupings) choose_groups(random, grouping, settings, inputs);
      note(program, evaluator.run(inputs), out[assignment]);
    }
    if (also.schedules) try_schedules(program, evaluator, inputs, settings.schedules, out[assignment]);
  }
  return out;
}

}  // namespace warpproof::generated
