#include "checker/report/html_page.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace warpproof::report {
namespace {

using Json = nlohmann::json;

constexpr const char* kHostile = "</script><script>alert(1)</script>\"'&<!-- \xe2\x80\xae \xff \x1b[31m";

Report hostile() {
  Finding f;
  f.rule = spec::Rule::Race;
  f.level = spec::Level::Error;
  f.place = {kHostile, 3, 1, kHostile};
  f.lanes = f.message = f.launch = kHostile;
  f.rerun = {"warpproof", kHostile};
  f.inputs = {{kHostile, kHostile}};
  f.related = {{{kHostile, 2, 2, kHostile}, kHostile}};
  Kernel k;
  k.name = k.file = k.block = k.grid = k.holds_for = k.safe_if = kHostile;
  k.verdict = Verdict::Violation;
  k.findings = {f};
  k.assumptions = k.approximations = k.notes = {kHostile};
  k.unknown = {{kHostile, f.place}};
  k.undecided = {{spec::Rule::Race, spec::Level::Warning, kHostile, f.place}};
  k.source = LaunchSource{kHostile, kHostile, 8, 2, kHostile, kHostile, kHostile, {}, {}};
  Report report;
  report.tool_version = report.compiler = kHostile;
  report.kernels = {k};
  report.notes = {kHostile};
  return report;
}

PageRuns hostile_runs() {
  PageStep step;
  step.kind = PageStep::Kind::Error;
  step.number = 1;
  step.warp = 0;
  step.lanes = 0xffff;
  step.file = step.what = kHostile;
  step.values = {{1, kHostile}};
  step.instructions = {{kHostile, kHostile, {{1, kHostile}}}};
  step.accesses = {{kHostile, kHostile, {{1, kHostile}}}};
  step.changed = {{0, {0, 0, 0, {{1, kHostile, 3, true}}}}};
  PageRuns runs;
  runs.timelines = {{{{kHostile, ~0u}}, {step}, {{kHostile, kHostile, kHostile, 1}}, true}};
  runs.of_finding[{0, 0}] = {0, 0};
  return runs;
}

std::string data_of(const std::string& page) {
  const std::string open = "id=\"data\">";
  const std::size_t from = page.find(open) + open.size();
  return page.substr(from, page.find("</script>", from) - from);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t out = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++out;
  return out;
}

TEST_CASE("text of the input is data in a page, never markup") {
  const std::string page = to_html(hostile(), hostile_runs());
  CHECK(count(page, "<script") == 2);  // the data, and the page's own
  CHECK(count(page, "</script") == 2);
  CHECK(count(page, "<!--") == 0);
  CHECK(count(page, "\x1b") == 0);
  CHECK(count(page, "\xe2\x80\xae") == 0);
  CHECK(count(page, "\xff") == 0);
  const std::string data = data_of(page);
  CHECK(data.find_first_of("<>&") == std::string::npos);
  const Json json = Json::parse(data);
  const std::string message = json["kernels"][0]["findings"][0]["message"];
  CHECK(message.find("</script><script>alert(1)</script>") == 0);
  CHECK(json["timelines"][0]["steps"][0]["what"] == message);
}

TEST_CASE("a page has all of the report and of the runs") {
  const Json json = Json::parse(data_of(to_html(hostile(), hostile_runs())));
  CHECK(json["kernels"].size() == 1);
  CHECK(json["kernels"][0]["verdict"] == "violation");
  CHECK(json["kernels"][0]["assumptions"].size() == 1);
  CHECK(json["kernels"][0]["findings"][0]["timeline"] == 0);
  const Json& step = json["timelines"][0]["steps"][0];
  CHECK(step["lanes"] == 0xffff);
  CHECK(step["acts"] == true);
  CHECK(step["state"][0][4][0][2] == 3);
  CHECK(json["timelines"][0]["waitFor"]["cycle"] == true);
}

TEST_CASE("a finding without a run says why") {
  PageRuns runs;
  runs.why_none[{0, 0}] = "because";
  const Json json = Json::parse(data_of(to_html(hostile(), runs)));
  CHECK(json["kernels"][0]["findings"][0]["timeline"] == -1);
  CHECK(json["kernels"][0]["findings"][0]["why_no_steps"] == "because");
}

TEST_CASE("an empty report is a page") {
  CHECK(Json::parse(data_of(to_html(Report(), PageRuns())))["kernels"].empty());
}

}  // namespace
}  // namespace warpproof::report
