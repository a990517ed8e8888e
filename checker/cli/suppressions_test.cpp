#include "checker/cli/suppressions.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "spec/rules.h"
#include "src/base/source.h"
#include "src/frontend/process.h"

using namespace warpproof;
using namespace warpproof::cli;
using spec::Level;
using spec::Rule;

namespace {

report::Finding at(Rule rule, const std::string& file, int line, Level level = Level::Error) {
  report::Finding f;
  f.rule = rule;
  f.level = level;
  f.place = {file, line, 1, "  s[0] = 1;"};
  return f;
}

report::Kernel broken(std::vector<report::Finding> findings) {
  report::Kernel k;
  k.name = std::string("k");
  k.verdict = report::Verdict::Violation;
  k.findings = std::move(findings);
  return k;
}

std::string complaint(const std::string& text) {
  try {
    allowances_of(text, "k.cu");
  } catch (const InputError& error) {
    return error.where().str() + ": " + error.message();
  }
  return "";
}

}  // namespace

TEST_CASE("an allowance is about its own line, or about the next one with code") {
  const auto all = allowances_of(
      "a;  // warpproof: allow(race) one\n"
      "// warpproof: allow(mask.self, mask.missing)  two words\n"
      "\n"
      "  // another comment\n"
      "b;\n"
      "// not warpproof: allow(race) x\n"
      "/* // warpproof: allow(race) no */ \" // warpproof: allow(race) no\"\n"
      "/*\n// warpproof: allow(race) no\n*/\n",
      "k.cu");
  REQUIRE(all.size() == 3);
  CHECK(all[0].line == 1);
  CHECK(all[0].rule == Rule::Race);
  CHECK(all[0].reason == "one");
  CHECK(all[1].line == 5);
  CHECK(all[1].rule == Rule::MaskSelf);
  CHECK(all[2].line == 5);
  CHECK(all[2].rule == Rule::MaskMissing);
  CHECK(all[2].reason == "two words");
}

TEST_CASE("an allowance without a rule that there is, or without a reason, is an error with its place") {
  CHECK(complaint("\n x; // warpproof: allow(rac) why") == "k.cu:2:25: no rule 'rac' to allow; `warpproof spec` lists them");
  CHECK(complaint("// warpproof: allow(race)").find("needs a reason") != std::string::npos);
  CHECK(complaint("// warpproof: allow(race) \t").find("needs a reason") != std::string::npos);
  CHECK(complaint("// warpproof: allow() why").find("no rule ''") != std::string::npos);
  CHECK(complaint("// warpproof: allow(race,) why").find("no rule ''") != std::string::npos);
  for (const char* text : {"// warpproof: allow race why", "// warpproof: alow(race) why", "// warpproof:", "// warpproof: allow(race"})
    CHECK(complaint(text).find("comes allow(RULE)") != std::string::npos);
}

TEST_CASE("a suppressed error makes no violation, and never a proof") {
  const TemporaryDirectory folder;
  const std::string file = folder.path() + "/k.cu";
  std::ofstream(file) << "a;\nb;  // warpproof: allow(race) known\nc;\n";
  report::Kernel k = broken({at(Rule::Race, file, 2)});
  suppress(k, {});
  CHECK(k.findings.empty());
  REQUIRE(k.suppressed.size() == 1);
  CHECK(k.suppressed[0].reason == "known");
  CHECK(k.suppressed[0].in_source);
  CHECK(k.verdict == report::Verdict::Unknown);
  REQUIRE_FALSE(k.unknown.empty());
  // Another rule, another line, a file that cannot be read: a violation as before.
  for (const report::Finding& other : {at(Rule::MaskSelf, file, 2), at(Rule::Race, file, 1), at(Rule::Race, file + "x", 2)}) {
    report::Kernel still = broken({at(Rule::Race, file, 2), other});
    suppress(still, {});
    CHECK(still.findings.size() == 1);
    CHECK(still.verdict == report::Verdict::Violation);
  }
  report::Kernel proved = broken({at(Rule::Race, file, 2, Level::Warning)});
  proved.verdict = report::Verdict::Proved;
  suppress(proved, {});
  CHECK(proved.verdict == report::Verdict::Proved);
  CHECK(proved.suppressed.size() == 1);
}

TEST_CASE("a baseline knows its findings as often as it has them, wherever their lines are now") {
  report::Report r;
  r.kernels = {broken({at(Rule::Race, "none.cu", 5), at(Rule::Race, "none.cu", 6), at(Rule::MaskExited, "none.cu", 7, Level::Note)})};
  const Baseline baseline = read_baseline(baseline_text(r), "b.json");
  CHECK(baseline.size() == 1);
  CHECK(baseline.begin()->second == 2);
  report::Kernel same = broken({at(Rule::Race, "none.cu", 15), at(Rule::Race, "none.cu", 16)});
  suppress(same, baseline);
  CHECK(same.findings.empty());
  CHECK(same.verdict == report::Verdict::Unknown);
  report::Kernel more = broken({at(Rule::Race, "none.cu", 1), at(Rule::Race, "none.cu", 2), at(Rule::Race, "none.cu", 3)});
  suppress(more, baseline);
  CHECK(more.findings.size() == 1);
  CHECK(more.verdict == report::Verdict::Violation);
}

TEST_CASE("no text but a baseline is taken") {
  for (const char* text : {"", "[]", "{}", R"({"schema": "warpproof-baseline/1"})", R"({"schema": "warpproof-baseline/1", "findings": [5]})",
                           R"({"schema": "warpproof-baseline/1", "findings": [{"rule": "x", "kernel": "k", "file": "f", "text": "t"}]})",
                           R"({"schema": "warpproof-baseline/1", "findings": [{"rule": "race", "kernel": 5, "file": "f", "text": "t"}]})"})
    CHECK_THROWS_AS(read_baseline(text, "b.json"), InputError);
}
