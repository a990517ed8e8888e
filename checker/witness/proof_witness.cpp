#include "checker/witness/proof_witness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "checker/claims/loop_monitor.h"
#include "checker/counterexample/dynamic_shared.h"
#include "checker/counterexample/random_inputs.h"
#include "checker/counterexample/random_runs.h"
#include "checker/report/add_once.h"
#include "checker/witness/witness_model.h"
#include "src/machine/address_map.h"

namespace warpproof {

namespace {

constexpr std::size_t kMostNamedSizes = 8;
constexpr std::size_t kMostMoreSizes = 3;     // beside the usual ones
constexpr std::size_t kMostSizesOfModels = 2;
constexpr std::uint32_t kSmallBlock = 128;    // threads

std::string block_text(const std::array<std::uint32_t, 3>& s) {
  return s[1] * s[2] == 1 ? fmt::format("{}", s[0]) : fmt::format("{},{},{}", s[0], s[1], s[2]);
}

// "block 64, n = 70"
std::string run_text(const Program& program, std::uint32_t root, const Launch& launch, const RunInputs& inputs,
                     const std::vector<std::string>& names) {
  std::string text = "block " + block_text(launch.block);
  if (launch.ctaid[0] != 0) text += fmt::format(", blockIdx.x = {}", launch.ctaid[0]);
  std::set<std::uint32_t> pointers;
  for (const ParameterPart part : possible_pointers(program, root)) {
    std::uint64_t value = 0;
    const auto& bytes = inputs.params.at(part.index);
    if (bytes.size() >= part.offset + 8) std::memcpy(&value, bytes.data() + part.offset, 8);
    const auto allocation = pointed_allocation(part);
    if (allocation && classify(value).allocation != kNoAllocation) pointers.insert(*allocation);
  }
  counterexample::for_each_number(inputs, pointers, [&](ParameterPart part, std::uint64_t v, int bytes) {
    text += fmt::format(", {} = {}", counterexample::parameter_name(names, part),
                        counterexample::value_text(v, 8 * bytes));
  });
  return text;
}

// Does a counter wrap around in this run, or turn negative, where the proof assumes that none does?
bool wraps_around(const ProvedLaunches& proved, const std::vector<claims::ProofClaims>& proofs, const Launch& launch,
                  const RunInputs& inputs) {
  if (!proved.program.functions[proved.root].is_entry) return false;
  return std::any_of(proofs.begin(), proofs.end(), [&](const claims::ProofClaims& proof) {
    const bool speaks_of = proof.block == std::array<std::uint32_t, 3>{0, 0, 0} || proof.block == launch.block;
    const auto assumes = [](const claims::LoopClaims& loop) { return loop.may_wrap; };
    if (!speaks_of || std::none_of(proof.loops.begin(), proof.loops.end(), assumes)) return false;
    claims::LoopMonitor monitor(proof, launch.threads(), static_cast<std::uint32_t>(launch.warp_size), true);
    RunOptions options;
    options.loops = &monitor;
    options.races = false;
    Evaluator(proved.program, proved.root, launch).run(inputs, options);
    return monitor.is_outside();
  });
}

}  // namespace

std::optional<report::UnknownReason> ProofWitness::missing(Attempt* proof,
                                                           std::vector<std::string>& assumptions) {
  counterexample::WitnessQuestion asked = question();
  asked.admits = [&](const Launch& launch, const RunInputs& inputs) {
    if (proof == nullptr) return true;
    const symbolic::Shape& shape = proof->executor().shape();
    const bool symbolic = shape.symbolic_size || shape.space;
    return ((!symbolic && shape.block != launch.block) || proof->admits(launch, inputs)) &&
           !wraps_around(proved_, proof->claims(), launch, inputs);
  };
  for (const std::uint32_t n : sizes_named_in_program()) report::add_once(asked.sizes, n);
  counterexample::WitnessSearch search(asked);
  if (search.search()) {
    tell_broken(search, assumptions);
    return std::nullopt;
  }
  const auto accepts = [&](const Launch& launch, const RunInputs& inputs) {
    return search.try_run(launch, inputs);
  };
  for (const symbolic::Shape& s : shapes_of_models()) {
    // The launch's own numbers are large: a model has them, too (strategies/smaller_numbers.h).
    if (search.only_went_on() && proved_.options.witness_seconds < CheckOptions::kWitnessSeconds) break;
    if (find_witness_by_model(proved_.program, proved_.root, proved_.options, s, accepts)) return std::nullopt;
  }
  const counterexample::Obstacle obstacle = search.obstacle();
  runs_go_on_ = search.only_went_on();
  return report::UnknownReason{
      fmt::format("all rules hold under the assumptions, but no run was found in which every thread keeps them, "
                  "so nothing was proved; in most of {} runs that were tried: {}",
                  search.runs(), obstacle.text),
      obstacle.place ? counterexample::source_place(proved_.program, *obstacle.place, lines_)
                     : report::SourcePlace{proved_.program.file, 0, 0, {}}};
}

bool ProofWitness::exists_among(const std::function<bool(std::uint32_t)>& is_proved) {
  if (std::any_of(known_.begin(), known_.end(), is_proved)) return true;
  counterexample::WitnessQuestion asked = question();
  std::erase_if(asked.sizes, [&](std::uint32_t n) { return !is_proved(n); });
  const std::uint32_t step = proved_.shape.multiple;
  std::size_t more = 0;
  for (std::uint32_t n = step; n <= proved_.shape.block[0] && more < kMostMoreSizes; n += step) {
    if (!is_proved(n) || !proved_.is_allowed(n)) continue;
    report::add_once(asked.sizes, n);
    ++more;
  }
  std::uint32_t found = 0;
  asked.admits = [&](const Launch& launch, const RunInputs&) {
    found = launch.block[0];
    return true;
  };
  if (asked.sizes.empty() || !counterexample::WitnessSearch(asked).search()) return false;
  known_.push_back(found);
  return true;
}

counterexample::WitnessQuestion ProofWitness::question() const {
  const CheckOptions& options = proved_.options;
  counterexample::WitnessQuestion asked{proved_.program, proved_.root, proved_.launch, proved_.sizes,
                                        proved_.fixed};
  asked.assumptions = options.assumed.get();
  asked.bounds = options.bounds ? &*options.bounds : nullptr;
  asked.any_grid = !options.grid;
  asked.seconds = std::min(options.witness_seconds, options.budget_seconds);
  asked.pointers_overlap = options.pointers_overlap;
  asked.loads_pointers = proved_.loads_pointers;
  asked.dynamic_shared_is_open =
      counterexample::dynamic_shared_is_open(proved_.program, proved_.root, options.dynamic_shared);
  return asked;
}

// Sizes that the kernel may ask for.
std::vector<std::uint32_t> ProofWitness::sizes_named_in_program() const {
  std::vector<std::uint32_t> out;
  if (proved_.sizes.empty()) return out;
  for (const std::uint64_t n : counterexample::compared_numbers(proved_.program)) {
    const auto size = static_cast<std::uint32_t>(n);
    if (out.size() < kMostNamedSizes && n <= proved_.shape.block[0] && n % proved_.shape.multiple == 0 &&
        proved_.is_allowed(size))
      out.push_back(size);
  }
  return out;
}

// Of which the solver is asked for a witness: the shape, or a few sizes and any of them.
std::vector<symbolic::Shape> ProofWitness::shapes_of_models() const {
  if (proved_.sizes.empty()) return {proved_.shape};
  std::vector<symbolic::Shape> out;
  for (const std::uint32_t n : proved_.sizes) {
    if (n > kSmallBlock || out.size() >= kMostSizesOfModels) continue;
    out.push_back(proved_.shape);
    out.back().block = {n, 1, 1};
    out.back().symbolic_size = false;
  }
  out.push_back(proved_.shape);
  return out;
}

// An assumption that some run breaks is listed with that run.
void ProofWitness::tell_broken(counterexample::WitnessSearch& search, std::vector<std::string>& assumptions) {
  for (const auto& [text, rule] :
       {std::pair{"accesses to shared memory stay inside it", spec::Rule::MemoryOutOfBounds},
        std::pair{"the addresses of accesses are multiples of their size", spec::Rule::MemoryMisaligned}}) {
    const auto listed = std::find(assumptions.begin(), assumptions.end(), text);
    if (listed == assumptions.end()) continue;
    search.look_for_broken(rule);
    const auto run = search.broken().find(rule);
    if (run == search.broken().end()) continue;
    const counterexample::WitnessSearch::Broken& broken = run->second;
    const report::SourcePlace at = counterexample::source_place(proved_.program, broken.place, lines_);
    *listed += fmt::format("; not so in a run with {} ({}:{}: {})",
                           run_text(proved_.program, proved_.root, broken.launch, broken.inputs,
                                    proved_.options.parameter_names),
                           at.file, at.line, broken.message);
  }
}

}  // namespace warpproof
