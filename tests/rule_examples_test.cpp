// Every rule's example in spec/ gives what the rule says: the checker finds the rule in the bad one, and
// nothing but what other rules say in the good one.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "spec/rules.h"
#include "tests/case_runner.h"

namespace warpproof::tests {
namespace {

class ExampleFile {
 public:
  ExampleFile(const spec::RuleInfo& rule, const spec::RuleExample& example, const char* expectation) {
    std::string folder = (std::filesystem::temp_directory_path() / "warpproof-XXXXXX").string();
    REQUIRE(mkdtemp(folder.data()) != nullptr);
    folder_ = folder;
    path_ = folder + "/example.cu";
    std::ofstream(path_) << "// case: " << rule.id << "   expect: " << expectation
                         << "   class: example   launch: grid(1) block(" << example.block << ") target("
                         << example.target << ")   at: -\n"
                         << example.code;
  }
  ~ExampleFile() { std::filesystem::remove_all(folder_); }
  const std::string& path() const { return path_; }

 private:
  std::string folder_, path_;
};

// "error: .. [race]" or "warning: .. [race, ..". An undefined value is reported under the rule that made it undefined.
bool reports(const std::string& report, const spec::RuleInfo& rule) {
  if (rule.rule == spec::Rule::ValueTaintedUse) return report.find("used here as") != std::string::npos;
  const std::string found = "[" + std::string(rule.id);
  return report.find(found + "]") != std::string::npos || report.find(found + ", ") != std::string::npos;
}

TEST_CASE("the bad example of each checked rule is found to break it, the good one to keep it") {
  for (const spec::RuleInfo* rule : spec::kRules) {
    // The examples of this one are inline assembly, judged as PTX is.
    const spec::Language language =
        rule->rule == spec::Rule::ShflCBits ? spec::Language::Ptx : spec::Language::Cuda;
    const spec::Level level =
        spec::level(rule->rule, *spec::parse_target(rule->bad.target), spec::Policies{}, language);
    if (!rule->checked || level == spec::Level::Off || level == spec::Level::Note) continue;
    DYNAMIC_SECTION(rule->id) {
      const CaseResult bad = run_case(ExampleFile(*rule, rule->bad, "unsafe").path());
      CAPTURE(bad.report);
      CHECK(reports(bad.report, *rule));
      const CaseResult good = run_case(ExampleFile(*rule, rule->good, "safe").path());
      CAPTURE(good.report);
      CHECK_FALSE(reports(good.report, *rule));
      CHECK(good.difference == "");
    }
  }
}

}  // namespace
}  // namespace warpproof::tests
