#include "tests/attack/truth.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "src/concrete/evaluator.h"
#include "src/machine/address_map.h"
#include "tests/generated/compare.h"
#include "tests/generated/random.h"

namespace warpproof::attack {

namespace {

constexpr std::uint64_t kMostSteps = 30'000;  // warp instructions of one run
constexpr std::uint64_t kMostTooLong = 20;    // runs; a kernel that spins is not looked at for long

class Search {
 public:
  Search(const Program& program, const generated::Settings& settings, const TruthLimits& limits, Truth& out)
      : program_(program),
        all_places_(places_of(program)),
        settings_(settings),
        limits_(limits),
        out_(out),
        random_(program.functions[generated::entry_of(program)].code.size()) {}

  void run_block(std::uint32_t threads) {
    Launch launch;
    launch.block = settings_.sizes.empty() ? settings_.shape() : std::array<std::uint32_t, 3>{threads, 1, 1};
    launch.warp_size = settings_.warp_size;
    launch.target_sm = settings_.sm;
    launch.cuda_source = settings_.cuda_source;
    launch.max_steps = kMostSteps;
    launch_ = launch;
    Evaluator evaluator(program_, generated::entry_of(program_), launch);
    std::uint64_t scalars = 1;
    for (const auto& values : settings_.scalars) scalars *= values.size();
    const std::uint64_t inputs = 1ull << threads * static_cast<std::uint32_t>(settings_.input_bits);
    const std::uint64_t total = scalars * inputs;
    const bool all = total <= limits_.runs && !limits_.sample;
    all_ = all_ && all;
    const std::uint64_t runs = all ? total : limits_.all_or_none ? 0 : limits_.runs;
    for (std::uint64_t i = 0; i < runs && may_go_on(); ++i)
      one(evaluator, all ? i : random_.next() % total, scalars, std::nullopt);
    for (std::uint64_t i = 0; i < limits_.random_runs && may_go_on(); ++i)
      one(evaluator, random_.next() % total, scalars, 1 + i);
  }
  void finish() { out_.all_inputs = all_ && out_.too_long == 0; }

 private:
  bool may_go_on() const { return out_.errors.empty() && out_.too_long < kMostTooLong; }

  void one(Evaluator& evaluator, std::uint64_t assignment, std::uint64_t scalars,
           std::optional<std::uint64_t> schedule) {
    RunInputs inputs;
    for (std::uint32_t parameter = 0; parameter < 2; ++parameter)
      inputs.params.push_back(bytes(allocation_base(parameter), 8));
    std::string text;
    std::uint64_t rest = assignment % scalars;
    for (const auto& values : settings_.scalars) {
      const std::uint32_t value = values[rest % values.size()];
      rest /= values.size();
      inputs.params.push_back(bytes(value, 4));
      text += fmt::format("{} ", value);
    }
    text += "inputs";
    rest = assignment / scalars;
    inputs.memory.push_back({0, 0, std::vector<std::uint8_t>(std::size_t{4} * launch_.threads(), 0)});
    for (std::uint32_t t = 0; t < launch_.threads(); ++t) {
      const auto value = static_cast<std::uint8_t>(rest & ((1u << settings_.input_bits) - 1));
      inputs.memory[0].bytes[std::size_t{4} * t] = value;
      rest >>= settings_.input_bits;
      text += fmt::format(" {}", value);
    }
    inputs.judged_alignment = all_places_;
    RunOptions options;
    options.random_schedule = schedule;
    const RunResult result = evaluator.run(inputs, options);
    ++out_.runs;
    const bool too_long = result.outcome == RunResult::Outcome::Unknown;
    const bool has_no_end = result.unknown.find("step") != std::string::npos || result.unknown == "endless loop";
    if (too_long && !has_no_end) out_.unknown = result.unknown;
    out_.too_long += too_long ? 1 : 0;
    // In the canonical order an error counts if it comes before an assumption that is false.
    if (too_long || (result.outside_assumptions && schedule) || result.spins_at) return;
    // A proof lists that addresses are multiples of their size: such a run is none of those that it is about.
    bool aligned = true;
    for (const Finding& f : result.findings) {
      if (f.rule != spec::Rule::MemoryMisaligned) continue;
      aligned = false;
      out_.misaligned.insert({f.rule, program_.places[f.place].ptx.line});
    }
    if (!aligned) return;
    out_.any_within = out_.any_within || !result.outside_assumptions;
    for (const Finding& f : result.findings) {
      if (f.level == spec::Level::Error) out_.errors.insert({f.rule, program_.places[f.place].ptx.line});
    }
    if (out_.errors.empty()) return;
    out_.run = fmt::format("block {} parameters {}", launch_.threads(), text);
    if (schedule) out_.run += fmt::format(", random schedule {}", *schedule);
  }

  static std::vector<std::uint8_t> bytes(std::uint64_t value, int n) {
    std::vector<std::uint8_t> out;
    for (int i = 0; i < n; ++i) out.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    return out;
  }

  static std::set<std::uint32_t> places_of(const Program& program) {
    std::set<std::uint32_t> out;
    for (std::uint32_t place = 0; place < program.places.size(); ++place) out.insert(out.end(), place);
    return out;
  }

  const Program& program_;
  const std::set<std::uint32_t> all_places_;
  const generated::Settings& settings_;
  const TruthLimits& limits_;
  Truth& out_;
  generated::Random random_;
  Launch launch_;
  bool all_ = true;
};

}  // namespace

Truth find_truth(const Program& program, const generated::Settings& settings, const TruthLimits& limits) {
  Truth out;
  Search search(program, settings, limits, out);
  if (settings.sizes.empty()) search.run_block(settings.block);
  for (const std::uint32_t threads : settings.sizes) {
    if (out.errors.empty()) search.run_block(threads);
  }
  search.finish();
  return out;
}

}  // namespace warpproof::attack
