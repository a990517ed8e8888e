#include "checker/equivalence/common_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "checker/counterexample/witness.h"
#include "checker/witness/witness_model.h"
#include "src/machine/address_map.h"

namespace warpproof::equivalence {

namespace {

class CommonRun {
 public:
  CommonRun(const Side& a, const Side& b, const Matching& matching, const EquivalenceOptions& options,
            const TakenForGranted& granted)
      : sides_{&a, &b}, matching_(matching), check_(options.check), granted_(granted) {}

  std::optional<std::string> missing() {
    counterexample::WitnessQuestion of_a = question(false), of_b = question(true);
    counterexample::WitnessSearch in_b(of_b);
    of_a.admits = [&](const Launch& launch, const RunInputs& inputs) {
      Launch same = launch_of(true);
      same.grid = launch.grid;
      same.ctaid = launch.ctaid;
      same.dynamic_shared = launch.dynamic_shared;
      same.max_steps = launch.max_steps;
      return in_b.try_run(same, mapped(inputs, true));
    };
    counterexample::WitnessSearch in_a(of_a);
    if (in_a.search()) return std::nullopt;
    for (const bool from_b : {false, true}) {
      const auto accepts = [&](const Launch& launch, const RunInputs& inputs) {
        return in_a.try_run(launch, from_b ? mapped(inputs, false) : inputs);
      };
      if (find_witness_by_model(*side(from_b).program, side(from_b).function, options_of(from_b), shape(),
                                accepts))
        return std::nullopt;
    }
    const auto of = [&](bool is_b, const counterexample::WitnessSearch& search) {
      return fmt::format("in most of {} runs of {}: {}", search.runs(), side(is_b).name, search.obstacle().text);
    };
    return "no run of the two was found in which every thread keeps all assumptions, so nothing was proved; " +
           (in_b.runs() > 0 ? of(true, in_b) : of(false, in_a));
  }

 private:
  const Side& side(bool in_b) const { return *sides_[in_b]; }

  Launch launch_of(bool in_b) const {
    Launch launch;
    launch.block = matching_.block;
    launch.grid = check_.grid.value_or(std::array<std::uint32_t, 3>{1, 1, 1});
    launch.dynamic_shared = check_.dynamic_shared.value_or(0);
    launch.warp_size = check_.warp_size;
    launch.target_sm = check_.target_sm ? *check_.target_sm : side(in_b).program->target_sm;
    launch.policies = check_.policies;
    launch.cuda_source = side(in_b).cuda_source;
    return launch;
  }

  symbolic::Shape shape() const {
    symbolic::Shape s;
    s.block = matching_.block;
    s.grid = check_.grid;
    s.dynamic_shared = check_.dynamic_shared.value_or(0);
    s.warp_size = check_.warp_size;
    return s;
  }

  // Conditions are over a's parameters.
  counterexample::WitnessQuestion question(bool in_b) const {
    counterexample::WitnessQuestion q{*side(in_b).program, side(in_b).function, launch_of(in_b), {},
                                      in_b ? matching_.fixed_b : matching_.fixed_a};
    if (!in_b && !matching_.conditions->empty()) q.assumptions = matching_.conditions.get();
    q.more_numbers_of = side(!in_b).program;
    q.any_grid = !check_.grid;
    q.real_results = granted_.reals;
    q.real_sums = granted_.sums_of_reals;
    q.zero_divides_nothing = granted_.integers;
    q.pointers_overlap = check_.pointers_overlap;
    q.loads_pointers = true;  // where they point is a matter of the checks of either
    q.dynamic_shared_is_open = !check_.dynamic_shared;
    return q;
  }

  CheckOptions options_of(bool in_b) const {
    CheckOptions o = check_;
    o.parameters.clear();
    for (const auto& [index, value] : in_b ? matching_.fixed_b : matching_.fixed_a)
      o.parameters[std::to_string(index)] = value;
    if (in_b) o.assumptions = matching_.conditions_of_b(o.assumptions);
    o.parameter_names = side(in_b).parameter_names;
    o.cuda_source = side(in_b).cuda_source;
    return o;
  }

  std::uint32_t partner(std::uint32_t number, bool of_b) const {
    return of_b ? matching_.number_of_b(number) : matching_.allocation_in_b(number);
  }

  // Parameters of one thread, or of the kernel.
  std::vector<std::vector<std::uint8_t>> mapped(const std::vector<std::vector<std::uint8_t>>& from,
                                                bool to_b) const {
    const Side& to = side(to_b);
    const Function& f = to.program->functions[to.function];
    const auto& fixed = to_b ? matching_.fixed_b : matching_.fixed_a;
    std::vector<std::vector<std::uint8_t>> out;
    for (std::uint32_t j = 0; j < f.parameters.size(); ++j) {
      std::vector<std::uint8_t> bytes(to.program->variables[f.parameters[j]].size);
      const std::uint32_t i = partner(j, to_b);
      if (i < from.size()) std::copy_n(from[i].begin(), std::min(from[i].size(), bytes.size()), bytes.begin());
      if (const auto it = fixed.find(j); it != fixed.end())
        std::memcpy(bytes.data(), &it->second, std::min<std::size_t>(8, bytes.size()));
      // What points at an allocation of a parameter points at that of its partner.
      for (std::uint32_t at = 0; at + 8 <= bytes.size(); at += 8) {
        std::uint64_t value = 0;
        std::memcpy(&value, bytes.data() + at, 8);
        const auto own = pointed_allocation({i, at}), theirs = pointed_allocation({j, at});
        if (!own || !theirs || value != allocation_base(*own)) continue;
        const std::uint64_t base = allocation_base(*theirs);
        std::memcpy(bytes.data() + at, &base, 8);
      }
      out.push_back(std::move(bytes));
    }
    return out;
  }

  RunInputs mapped(const RunInputs& inputs, bool to_b) const {
    RunInputs out;
    out.params = mapped(inputs.params, to_b);
    for (const auto& lane : inputs.per_lane_params) out.per_lane_params.push_back(mapped(lane, to_b));
    for (const MemoryCells& cells : inputs.memory)
      out.memory.push_back({partner(cells.allocation, !to_b), cells.offset, cells.bytes});
    return out;
  }

  const std::array<const Side*, 2> sides_;
  const Matching& matching_;
  const CheckOptions& check_;
  const TakenForGranted granted_;
};

}  // namespace

std::optional<std::string> missing_common_run(const Side& a, const Side& b, const Matching& matching,
                                              const EquivalenceOptions& options, const TakenForGranted& granted) {
  return CommonRun(a, b, matching, options, granted).missing();
}

}  // namespace warpproof::equivalence
