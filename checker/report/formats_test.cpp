// SARIF 2.1.0 and JUnit XML: that the structure is what the standards ask for, and that nothing is lost.
//
// The validators below ask for what a schema cannot: that numbers agree, that identifiers are unique. tests/formats holds whole
// reports against schemas, which were written from the standard's text: those that others offer have terms of their own, no
// package of Debian has them, and a test fetches nothing.
#include <catch2/catch.hpp>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "checker/report/junit.h"
#include "checker/report/sarif.h"
#include "checker/report/stream.h"

using namespace warpproof;
using namespace warpproof::report;
using Json = nlohmann::json;

namespace {

Report example() {
  Report r;
  r.tool_version = "1.2.3";
  r.z3_version = "4.8.12";
  Finding f;
  f.rule = spec::Rule::Race;
  f.level = spec::Level::Error;
  f.place = {"dir with blank/k.cu", 12, 5, "  s[0] = 1;"};
  f.inlined_at = {{"k.cu", 20, 3, "  f();"}};
  f.message = "data race: <a> & \"b\"";
  f.launch = "block 64, grid 1";
  f.rerun = {"warpproof", "run"};
  f.inputs = {{"n", "5"}};
  f.trace = {{{"k.cu", 9, 3, ""}, 0, "0-31", "waits", "for lanes 1"}, {{"k.cu", 12, 5, ""}, 1, "3", "writes", ""}};
  f.trace[1].weight = TraceStep::Weight::Finding;
  f.related = {{{"k.cu", 30, 1, ""}, "the other access"}};
  Kernel bad, good, open;
  bad.name = "bad";
  good.name = "good";
  open.name = "open\x01\xEF\xBF\xBF\xFF\xC2\x85";
  bad.file = good.file = open.file = "k.cu";
  bad.verdict = Verdict::Violation;
  bad.findings = {f};
  good.verdict = Verdict::Proved;
  good.suppressed = {{f, "known", true}, {f, "old", false}};
  open.unknown = {{"loop bound not reached", {"k.cu", 7, 0, ""}}};
  r.kernels = {bad, good, open};
  r.unread = {{"gone.cu", "cannot be read"}};
  r.notes = {"k.cu: a note"};
  return r;
}

// What the SARIF 2.1.0 standard (OASIS, 2020-03-27) asks of the objects that are written here: the names of sections are
// those of its chapter 3.
class Validator {
 public:
  std::vector<std::string> problems;

  void log(const Json& log) {  // 3.13 sarifLog
    require(log, {"version", "runs"}, {"$schema"}, "sarifLog");
    is(log.value("version", "") == "2.1.0", "version");
    for (const Json& r : log["runs"]) run(r);
  }

 private:
  void is(bool holds, const std::string& what) {
    if (!holds) problems.push_back(what);
  }
  void require(const Json& object, const std::set<std::string>& needed, const std::set<std::string>& allowed,
               const std::string& what) {
    is(object.is_object(), what + " is an object");
    if (!object.is_object()) return;
    for (const std::string& key : needed) is(object.contains(key), what + " has " + key);
    for (const auto& [key, value] : object.items())
      is(needed.contains(key) || allowed.contains(key), what + " may have " + key);
  }
  void message(const Json& m, const std::string& what) {  // 3.11
    require(m, {"text"}, {}, what);
    is(m.is_object() && m.contains("text") && m["text"].is_string(), what + ".text");
  }
  void level(const Json& l) {  // 3.27.10
    is(l == "none" || l == "note" || l == "warning" || l == "error", "level");
  }
  void run(const Json& r) {  // 3.14
    require(r, {"tool"}, {"invocations", "columnKind", "results"}, "run");
    is(r["columnKind"] == "utf16CodeUnits" || r["columnKind"] == "unicodeCodePoints", "columnKind");  // 3.14.27
    const Json& driver = r["tool"]["driver"];  // 3.18, 3.19
    require(driver, {"name"}, {"version", "rules"}, "toolComponent");
    std::set<std::string> ids;
    for (const Json& rule : driver["rules"]) {  // 3.49 reportingDescriptor
      require(rule, {"id"}, {"shortDescription", "fullDescription", "help", "defaultConfiguration", "properties"}, "rule");
      is(ids.insert(rule["id"].get<std::string>()).second, "rule ids are unique");
      message(rule["help"], "help");
      message(rule["shortDescription"], "shortDescription");
      level(rule["defaultConfiguration"]["level"]);  // 3.50
    }
    for (const Json& i : r["invocations"]) {  // 3.20
      require(i, {"executionSuccessful"}, {"toolExecutionNotifications"}, "invocation");
      is(i["executionSuccessful"].is_boolean(), "executionSuccessful");
      if (!i.contains("toolExecutionNotifications")) continue;
      for (const Json& n : i["toolExecutionNotifications"]) {  // 3.58
        require(n, {"message"}, {"level", "locations"}, "notification");
        message(n["message"], "notification.message");
        level(n["level"]);
      }
    }
    for (const Json& result : r["results"]) this->result(result, driver["rules"]);
  }
  void result(const Json& r, const Json& rules) {  // 3.27
    require(r, {"message"},
            {"ruleId", "ruleIndex", "level", "kind", "locations", "relatedLocations", "codeFlows", "partialFingerprints",
             "properties", "suppressions"},
            "result");
    message(r["message"], "result.message");
    level(r["level"]);
    const std::string kind = r.value("kind", "fail");  // 3.27.9
    is(std::set<std::string>{"pass", "open", "informational", "notApplicable", "review", "fail"}.contains(kind), "kind");
    is(kind == "fail" || r["level"] == "none", "of another kind than fail the level is none");
    const auto index = r["ruleIndex"].get<std::size_t>();
    is(index < rules.size() && rules[index]["id"] == r["ruleId"], "ruleIndex and ruleId name one rule");
    for (const Json& l : r["locations"]) location(l);
    if (r.contains("relatedLocations")) {
      std::set<int> ids;
      for (const Json& l : r["relatedLocations"]) {
        location(l);
        is(ids.insert(l["id"].get<int>()).second, "ids of related locations are unique");
      }
    }
    for (const Json& s : r.value("suppressions", Json::array())) {  // 3.35
      require(s, {"kind"}, {"justification"}, "suppression");
      is(s["kind"] == "inSource" || s["kind"] == "external", "suppression.kind");
    }
    if (!r.contains("codeFlows")) return;
    for (const Json& flow : r["codeFlows"]) {  // 3.36
      require(flow, {"threadFlows"}, {"message"}, "codeFlow");
      is(!flow["threadFlows"].empty(), "a code flow has a thread flow");
      for (const Json& thread : flow["threadFlows"]) {  // 3.37
        require(thread, {"locations"}, {"id", "message"}, "threadFlow");
        is(!thread["locations"].empty(), "a thread flow has a location");
        for (const Json& step : thread["locations"]) {  // 3.38
          require(step, {}, {"location", "executionOrder", "importance"}, "threadFlowLocation");
          location(step["location"]);
          is(step["executionOrder"].is_number_unsigned() || step["executionOrder"].is_number_integer(), "executionOrder");
          is(step["importance"] == "important" || step["importance"] == "essential" || step["importance"] == "unimportant",
             "importance");
        }
      }
    }
  }
  void location(const Json& l) {  // 3.28
    require(l, {}, {"id", "physicalLocation", "logicalLocations", "message"}, "location");
    if (l.contains("message")) message(l["message"], "location.message");
    const Json& physical = l["physicalLocation"];  // 3.29
    require(physical, {"artifactLocation"}, {"region"}, "physicalLocation");
    const std::string uri = physical["artifactLocation"]["uri"];  // 3.4, RFC 3986
    is(uri.find_first_of(" <>\"\\^`{|}") == std::string::npos, "uri");
    if (!physical.contains("region")) return;
    const Json& region = physical["region"];  // 3.30
    require(region, {}, {"startLine", "startColumn", "snippet"}, "region");
    is(region["startLine"].get<int>() >= 1, "startLine");
    is(region.value("startColumn", 1) >= 1, "startColumn");
  }
};

}  // namespace

namespace {

// What junit-10.xsd asks of the elements that are written here; the numbers of suites are those of what is in them.
class JUnitValidator {
 public:
  std::vector<std::string> problems;

  void document(const std::string& xml) {
    const std::regex declaration(R"(^<\?xml version="1.0" encoding="UTF-8"\?>\n)");
    is(std::regex_search(xml, declaration), "XML declaration");
    const std::regex tag(R"re(<(/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(/?)>)re");
    std::string rest = std::regex_replace(xml, declaration, "", std::regex_constants::format_first_only);
    std::smatch m;
    bool has_root = false;
    for (; std::regex_search(rest, m, tag); rest = m.suffix()) {
      text(m.prefix());
      const std::string name = m[2];
      if (m[1] == "/") {
        is(!open_.empty() && open_.back() == name, "the end of " + name);
        if (!open_.empty()) open_.pop_back();
        if (name == "testsuite") suite_ends();
        continue;
      }
      is(!(open_.empty() && has_root), "one root");
      has_root = true;
      element(open_.empty() ? "" : open_.back(), name, attributes(m[3]));
      if (m[4] != "/") open_.push_back(name);
    }
    text(rest);
    is(has_root && open_.empty(), "all elements end");
    is(all_ == said_, "the numbers of testsuites");
  }

 private:
  using Attributes = std::map<std::string, std::string>;
  struct Numbers {
    int tests = 0, failures = 0, errors = 0;
    bool operator==(const Numbers&) const = default;
  };

  void is(bool holds, const std::string& what) {
    if (!holds) problems.push_back(what);
  }
  void text(const std::string& between) {
    is(between.find_first_of("<>") == std::string::npos, "text without < and >");
    escaped(between);
    const bool may_have = !open_.empty() && (open_.back() == "failure" || open_.back() == "error");
    is(may_have || std::all_of(between.begin(), between.end(), [](unsigned char c) { return std::isspace(c) != 0; }),
       "text in failure and error only");
  }
  void escaped(const std::string& text) {
    is(!std::regex_search(text, std::regex("&(?!(amp|lt|gt|quot);)")), "entities");
  }
  Attributes attributes(const std::string& of_tag) {
    escaped(of_tag);
    Attributes out;
    const std::regex one(R"re( ([a-z]+)="([^"<]*)")re");
    for (std::sregex_iterator it(of_tag.begin(), of_tag.end(), one), end; it != end; ++it)
      is(out.emplace((*it)[1], (*it)[2]).second, "an attribute once");
    return out;
  }
  static Numbers numbers(const Attributes& a) {
    const auto number = [&](const char* name) { return a.contains(name) ? std::stoi(a.at(name)) : -1; };
    return {number("tests"), number("failures"), number("errors")};
  }
  void element(const std::string& parent, const std::string& name, const Attributes& a) {
    static const std::map<std::string, std::pair<std::string, std::set<std::string>>> kRequired = {
        {"testsuites", {"", {"name", "tests", "failures", "errors"}}},
        {"testsuite", {"testsuites", {"name", "tests", "failures", "errors", "time"}}},
        {"testcase", {"testsuite", {"name", "classname", "time"}}},
        {"failure", {"testcase", {"message", "type"}}},
        {"error", {"testcase", {"message", "type"}}}};
    const auto it = kRequired.find(name);
    is(it != kRequired.end() && it->second.first == parent, name + " in " + parent);
    if (it == kRequired.end()) return;
    std::set<std::string> names;
    for (const auto& [key, value] : a) names.insert(key);
    is(names == it->second.second, "the attributes of " + name);
    if (a.contains("time")) is(std::regex_match(a.at("time"), std::regex(R"(\d+\.\d+)")), "time");
    if (name == "testsuites") said_ = numbers(a);
    if (name == "testsuite") said_of_suite_ = numbers(a);
    of_suite_.tests += name == "testcase" ? 1 : 0;
    of_suite_.failures += name == "failure" ? 1 : 0;
    of_suite_.errors += name == "error" ? 1 : 0;
  }
  void suite_ends() {
    is(of_suite_ == said_of_suite_, "the numbers of a testsuite");
    all_.tests += of_suite_.tests;
    all_.failures += of_suite_.failures;
    all_.errors += of_suite_.errors;
    of_suite_ = {};
  }

  std::vector<std::string> open_;
  Numbers said_, all_, said_of_suite_, of_suite_;
};

}  // namespace

TEST_CASE("JUnit is what its schema asks for") {
  for (const Report& r : {example(), Report()}) {
    JUnitValidator validator;
    validator.document(to_junit(r));
    CHECK(validator.problems == std::vector<std::string>{});
  }
}

TEST_CASE("the validator finds what is not JUnit") {
  const std::string xml = to_junit(example());
  const auto problems_with = [&](const std::string& from, const std::string& to) {
    std::string other = xml;
    const std::size_t at = other.find(from);
    REQUIRE(at != std::string::npos);
    other.replace(at, from.size(), to);
    JUnitValidator validator;
    validator.document(other);
    return validator.problems.size();
  };
  CHECK(problems_with("k.cu", "k.cu") == 0);
  CHECK(problems_with("failures=\"1\"", "failures=\"2\"") > 0);
  CHECK(problems_with(" classname=", " class=") > 0);
  CHECK(problems_with("</testcase>", "") > 0);
  CHECK(problems_with("&amp;", "&") > 0);
  CHECK(problems_with("<failure ", "<failed ") > 0);
  CHECK(problems_with("time=\"0.000\"", "time=\"soon\"") > 0);
}

TEST_CASE("SARIF is what the standard asks for") {
  for (const Report& r : {example(), Report()}) {
    Validator validator;
    validator.log(Json::parse(to_sarif(r)));
    CHECK(validator.problems == std::vector<std::string>{});
  }
}

TEST_CASE("the validator finds what is not SARIF") {
  const auto problems_of = [](const Json& log) {
    Validator validator;
    validator.log(log);
    return validator.problems.size();
  };
  Json log = Json::parse(to_sarif(example()));
  REQUIRE(problems_of(log) == 0);
  const auto with = [&](const char* pointer, const Json& value) {
    Json other = log;
    other[Json::json_pointer(pointer)] = value;
    return other;
  };
  CHECK(problems_of(with("/version", "2.0.0")) > 0);
  CHECK(problems_of(with("/runs/0/results/0/level", "fatal")) > 0);
  CHECK(problems_of(with("/runs/0/results/0/ruleIndex", 0)) > 0);
  CHECK(problems_of(with("/runs/0/results/3/level", "error")) > 0);
  CHECK(problems_of(with("/runs/0/results/0/locations/0/physicalLocation/region/startLine", 0)) > 0);
  CHECK(problems_of(with("/runs/0/results/0/unheard", 1)) > 0);
}

TEST_CASE("SARIF has rule, help, trace and related places of a finding") {
  const Json run = Json::parse(to_sarif(example()))["runs"][0];
  CHECK(run["tool"]["driver"]["rules"].size() == spec::kRuleCount + 1);
  REQUIRE(run["results"].size() == 4);
  CHECK(run["results"][1]["suppressions"][0]["justification"] == "known");
  const Json& race = run["results"][0];
  CHECK(race["ruleId"] == "race");
  CHECK(race["level"] == "error");
  CHECK(race["message"]["text"].get<std::string>().find("data race: <a> & \"b\". To mend it: put") == 0);
  CHECK(race["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "dir%20with%20blank/k.cu");
  CHECK(race["codeFlows"][0]["threadFlows"][0]["locations"].size() == 2);
  CHECK(race["relatedLocations"].size() == 2);
  CHECK(race["properties"]["inputs"]["n"] == "5");
  CHECK(run["results"][3]["kind"] == "open");
  CHECK(run["invocations"][0]["executionSuccessful"] == false);
}

TEST_CASE("a fingerprint does not depend on line numbers") {
  Report a = example(), b = example();
  b.kernels[0].findings[0].place.line = 99;
  const auto of = [](const Report& r) {
    return Json::parse(to_sarif(r))["runs"][0]["results"][0]["partialFingerprints"];
  };
  CHECK(of(a) == of(b));
  b.kernels[0].findings[0].place.text = "other();";
  CHECK(of(a) != of(b));
}

TEST_CASE("JUnit counts what was not decided, and what could not be read, as errors") {
  const std::string xml = to_junit(example());
  const auto holds = [&](const char* part) { return xml.find(part) != std::string::npos; };
  CHECK(holds("<testsuites name=\"warpproof\" tests=\"4\" failures=\"1\" errors=\"2\">"));
  CHECK(holds("<testsuite name=\"k.cu\" tests=\"3\" failures=\"1\" errors=\"1\""));
  CHECK(holds("<failure message=\"data race: &lt;a&gt; &amp; &quot;b&quot;\" type=\"race\">"));
  CHECK(holds("<error message=\"loop bound not reached\" type=\"unknown\">"));
  CHECK(holds("<error message=\"cannot be read\" type=\"input\"/>"));
  for (const char c : xml) CHECK((static_cast<unsigned char>(c) >= 0x20 || c == '\n'));
  CHECK(holds("open\\x01\\u{FFFF}\xEF\xBF\xBD\\x85"));
  // Each tag that opens closes.
  for (const char* tag : {"testsuite", "testcase", "failure"}) {
    const auto count = [&](const std::string& text) {
      std::size_t n = 0;
      for (std::size_t at = xml.find(text); at != std::string::npos; at = xml.find(text, at + 1)) ++n;
      return n;
    };
    std::size_t empty = 0;
    for (std::size_t at = xml.find(std::string("<") + tag + " "); at != std::string::npos;
         at = xml.find(std::string("<") + tag + " ", at + 1))
      empty += xml[xml.find('>', at) - 1] == '/' ? 1 : 0;
    CHECK(count(std::string("<") + tag + " ") == count(std::string("</") + tag + ">") + empty);
  }
}

TEST_CASE("a report that is streamed is the report that is written at once") {
  const Report whole = example();
  const auto page = [](const Report& r) { return "a page of " + std::to_string(r.kernels.size()) + " kernels"; };
  for (const Format format : {Format::Text, Format::Json, Format::Html}) {
    std::ostringstream out;
    Stream stream(out, format, {}, page);
    Report known = whole;
    known.kernels.clear();
    stream.open();
    for (const Kernel& k : whole.kernels) {
      stream.add(k);
      known.kernels.push_back(k);
    }
    stream.close(known);
    CHECK(out.str() == (format == Format::Text   ? to_text(whole, {})
                        : format == Format::Json ? to_json(whole)
                                                 : page(whole)));
  }
}

TEST_CASE("JSON that is streamed is JSON, with and without kernels") {
  CHECK(Json::parse(to_json(example()))["kernels"].size() == 3);
  CHECK(Json::parse(to_json(Report()))["kernels"].empty());
  CHECK(Json::parse(to_json(example()))["unread"][0]["file"] == "gone.cu");
}
