// Turns the checker's side conditions off one at a time (checker/soundness_switches.h) and looks for a kernel
// that shows it: one that is broken and is proved only without the condition (README.md).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checker/report/report.h"
#include "checker/soundness_switches.h"
#include "tests/attack/judge.h"
#include "tests/attack/repair.h"
#include "tests/case_runner.h"
#include "tests/generated/compare.h"
#include "tests/generated/generator.h"

namespace {

using namespace warpproof;
using namespace warpproof::attack;

struct Options {
  std::vector<std::string> only, cases{"tests/cases"};
  std::uint64_t first = 0;
  int seeds = 40;
  double timeout = 4;
  bool show = false;
};

// A kernel that must not be proved.
class Attack {
 public:
  virtual ~Attack() = default;
  virtual std::string name() const = 0;
  virtual bool proved(double timeout) = 0;
};

class CaseAttack : public Attack {
 public:
  CaseAttack(std::string file, tests::LoadedCase loaded, bool show)
      : file_(std::move(file)), loaded_(std::move(loaded)), show_(show) {}
  std::string name() const override { return file_; }
  bool proved(double timeout) override {
    const auto kernels = tests::check_case(loaded_, {nullptr, CheckOptions::Runs::None, timeout});
    if (show_) {
      report::Report report;
      report.kernels = kernels;
      const int off = soundness::switched_off;
      fmt::print("--- {} off\n{}", off == soundness::kAllOn ? "nothing" : kSideConditionNames[static_cast<std::size_t>(off)],
                 report::to_text(report, {}));
    }
    return std::any_of(kernels.begin(), kernels.end(),
                       [](const auto& k) { return k.verdict == report::Verdict::Proved; }) &&
           kernels.size() == 1;
  }

 private:
  std::string file_;
  tests::LoadedCase loaded_;
  bool show_;
};

class GeneratedAttack : public Attack {
 public:
  GeneratedAttack(std::string name, generated::Kernel kernel)
      : name_(std::move(name)), kernel_(std::move(kernel)) {}
  std::string name() const override { return name_; }
  bool proved(double timeout) override { return judge(kernel_, timeout).outcome == Outcome::WrongProof; }

 private:
  std::string name_;
  generated::Kernel kernel_;
};

std::vector<std::unique_ptr<Attack>> attacks_of(const Options& options) {
  std::vector<std::unique_ptr<Attack>> out;
  const auto files = options.cases.empty() ? std::vector<std::string>{} : tests::find_cases(options.cases);
  for (const std::string& file : files) {
    try {
      tests::LoadedCase loaded = tests::load_case(file);
      const bool broken = !loaded.header.safe && !loaded.header.functional && loaded.header.pending.empty();
      if (broken) out.push_back(std::make_unique<CaseAttack>(file, std::move(loaded), options.show));
    } catch (const std::exception&) {
      // Its own test says so.
    }
  }
  for (std::uint64_t seed = options.first; seed < options.first + static_cast<std::uint64_t>(options.seeds);
       ++seed) {
    for (const auto category : generated::kLoopCategories) {
      generated::Kernel kernel = hide_errors(generated::generate(seed, category), seed);
      const Program program = generated::lower_kernel(kernel);
      if (find_truth(program, kernel.settings).errors.empty()) continue;
      out.push_back(std::make_unique<GeneratedAttack>(
          fmt::format("{} seed {}", generated::category_name(category), seed), std::move(kernel)));
    }
  }
  return out;
}

class Table {
 public:
  explicit Table(const Options& options) : by_(std::size(kSideConditionNames)) {
    for (std::size_t c = 0; c < by_.size(); ++c) {
      const std::string name(kSideConditionNames[c]);
      if (options.only.empty() || std::find(options.only.begin(), options.only.end(), name) != options.only.end())
        open_.push_back(c);
    }
    tried_ = open_.size();
  }
  bool done() const { return open_.empty(); }

  // First with all conditions on, which tells those that the kernel has to do with.
  void run(Attack& attack, double timeout) {
    soundness::asked = 0;
    if (attack.proved(timeout)) {
      fmt::print("{}: proved as it is\n", attack.name());
      return;
    }
    const std::uint64_t asked = soundness::asked;
    std::erase_if(open_, [&](std::size_t c) {
      if ((asked >> c & 1) == 0) return false;
      soundness::switched_off = static_cast<int>(c);
      const bool wrong = attack.proved(timeout);
      soundness::switched_off = soundness::kAllOn;
      if (!wrong) return false;
      by_[c] = attack.name();
      fmt::print("{} {}\n", kSideConditionNames[c], attack.name());
      std::fflush(stdout);
      return true;
    });
  }

  int print() const {
    for (const std::size_t c : open_) fmt::print("not noticed: {}: {}\n", kSideConditionNames[c], kSideConditionTexts[c]);
    fmt::print("\n{} of {} noticed\n", tried_ - open_.size(), tried_);
    return open_.empty() ? 0 : 1;
  }

 private:
  std::vector<std::string> by_;
  std::vector<std::size_t> open_;
  std::size_t tried_ = 0;
};

int run(const Options& options) {
  Table table(options);
  const auto attacks = attacks_of(options);
  fmt::print("{} kernels that must not be proved\n", attacks.size());
  for (const auto& attack : attacks) {
    if (table.done()) break;
    table.run(*attack, options.timeout);
  }
  return table.print();
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Turns side conditions of the checker off and says which kernels notice it.");
  app.add_option("--only", options.only, "these conditions (repeatable)");
  app.add_option("--cases", options.cases, "folders of test cases, none: \"\"");
  app.add_option("--first", options.first, "the first seed of generated kernels");
  app.add_option("--seeds", options.seeds, "of each category");
  app.add_option("--timeout", options.timeout, "seconds for one check");
  app.add_flag("--show", options.show, "print what each check says of a test case");
  CLI11_PARSE(app, argc, argv);
  if (const char* here = std::getenv("BUILD_WORKING_DIRECTORY")) std::filesystem::current_path(here);
  std::erase(options.cases, "");
  return run(options);
}
