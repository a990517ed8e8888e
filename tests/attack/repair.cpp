#include "tests/attack/repair.h"

#include <algorithm>
#include <exception>
#include <vector>

#include "tests/attack/truth.h"
#include "tests/generated/compare.h"
#include "tests/generated/random.h"

namespace warpproof::attack {

namespace {

using generated::Statement;

constexpr int kMostCuts = 12;

bool remove(std::vector<Statement>& from, const Statement* what) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (&from[i] == what) {
      from.erase(from.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    if (remove(from[i].body, what) || remove(from[i].otherwise, what)) return true;
  }
  return false;
}

}  // namespace

generated::Kernel hide_errors(generated::Kernel kernel, std::uint64_t seed) {
  generated::Random random(seed * 2 + 1);
  if (random.chance(12)) return kernel;
  const TruthLimits few{random.pick<std::uint64_t>({30, 60, 100}), 20, true};
  // What the runs do not try is where an error may stay: one number of iterations, all large ones, the key.
  generated::Settings tried = kernel.settings;
  if (!tried.scalars.empty() && tried.scalars[0].size() > 2) {
    auto& counts = tried.scalars[0];
    const int some = random.below(static_cast<int>(counts.size()));
    const int mode = random.below(3);
    if (mode == 0) counts.erase(counts.begin() + some);
    if (mode == 1) counts.resize(static_cast<std::size_t>(std::max(1, some)));
  }
  if (tried.scalars.size() > 1 && random.chance(85)) tried.scalars[1].resize(1);
  try {
    for (int cut = 0; cut < kMostCuts; ++cut) {
      const Program program = generated::lower_kernel(kernel);
      const Truth truth = find_truth(program, tried, few);
      if (truth.errors.empty()) break;
      const auto by_line = kernel.statements_by_line();
      const auto line = static_cast<std::size_t>(truth.errors.begin()->line);
      const Statement* there = line < by_line.size() ? by_line[line] : nullptr;
      if (there == nullptr || !remove(kernel.statements, there)) break;
    }
  } catch (const std::exception&) {
    // A kernel that is no program is reported by who judges it.
  }
  return kernel;
}

}  // namespace warpproof::attack
