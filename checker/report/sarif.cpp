#include "checker/report/sarif.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <set>

#include "checker/report/printable.h"
#include "checker/report/remedies.h"
#include "spec/rules_help.h"

namespace warpproof::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "https://json.schemastore.org/sarif-2.1.0.json";
constexpr const char* kUndecided = "warpproof.undecided";

Json text_of(std::string_view text) { return {{"text", valid_utf8(text)}}; }

// A relative or absolute path as a URI reference (RFC 3986): bytes that may not stand in one are written %XX.
std::string uri(const std::string& path) {
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte < 0x80 && (std::isalnum(byte) != 0 || std::string_view("-._~/+,=@").find(c) != std::string_view::npos);
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return path.starts_with('/') ? "file://" + out : out;
}

Json location(const SourcePlace& place, const std::string& message = "") {
  Json out;
  Json& physical = out["physicalLocation"];
  physical["artifactLocation"]["uri"] = uri(place.file);
  if (place.line > 0) {
    physical["region"]["startLine"] = place.line;
    // Columns are counted in bytes here, in characters there: a line beyond ASCII has none.
    const bool ascii = std::all_of(place.text.begin(), place.text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (place.column > 0 && ascii) physical["region"]["startColumn"] = place.column;
    if (!place.text.empty()) physical["region"]["snippet"] = text_of(place.text);
  }
  if (!message.empty()) out["message"] = text_of(message);
  return out;
}

// Steps that lead to the finding, one thread flow a warp's trace has not: order between warps is part of it.
Json code_flow(const Finding& f) {
  Json flow;
  Json& steps = flow["threadFlows"].emplace_back()["locations"];
  steps = Json::array();
  int order = 0;
  for (const TraceStep& step : f.trace) {
    Json& entry = steps.emplace_back();
    entry["location"] = location(step.place, fmt::format("warp {} lanes {}: {}{}{}", step.warp, step.lanes, step.what,
                                                         step.waiting.empty() ? "" : "; ", step.waiting));
    entry["executionOrder"] = ++order;
    entry["importance"] = step.weight == TraceStep::Weight::Finding   ? "essential"
                          : step.weight == TraceStep::Weight::Related ? "important"
                                                                      : "unimportant";
  }
  return flow;
}

// Stays the same when lines move: what is found, in which kernel, in which line's text.
std::string fingerprint(const Kernel& k, const Finding& f) {
  std::uint64_t hash = 14695981039346656037ull;  // FNV-1a
  for (const std::string& part : {std::string(spec::rule_id(f.rule)), k.name, f.place.file, f.place.text}) {
    for (const char c : part + '\0') hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  }
  return fmt::format("{:016x}", hash);
}

class Writer {
 public:
  explicit Writer(const Report& report) : report_(report) {}

  std::string run() {
    Json results = Json::array();
    for (const Kernel& k : report_.kernels) {
      for (const Finding& f : k.findings) results.push_back(result(k, f));
      for (const Suppressed& s : k.suppressed) {
        Json entry = result(k, s.finding);  // 3.35
        entry["suppressions"] = Json::array({{{"kind", s.in_source ? "inSource" : "external"}, {"justification", valid_utf8(s.reason)}}});
        results.push_back(std::move(entry));
      }
      if (k.verdict == Verdict::Unknown) results.push_back(undecided(k));
    }
    Json run;
    run["tool"]["driver"] = driver();
    run["invocations"] = Json::array({invocation()});
    run["columnKind"] = "utf16CodeUnits";
    run["results"] = std::move(results);
    Json root;
    root["$schema"] = kSchema;
    root["version"] = "2.1.0";
    root["runs"] = Json::array({std::move(run)});
    return root.dump(2, ' ', /*ensure_ascii=*/true) + "\n";
  }

 private:
  static const char* level_of(spec::Level level) {
    return level == spec::Level::Error ? "error" : level == spec::Level::Warning ? "warning" : "note";
  }

  // All rules, in the order of the catalogue, so that indices do not depend on what was found.
  Json driver() const {
    Json out;
    out["name"] = "warpproof";
    if (!report_.tool_version.empty()) out["version"] = valid_utf8(report_.tool_version);
    out["rules"] = Json::array();
    for (const spec::RuleInfo* info : spec::kRules) {
      Json& rule = out["rules"].emplace_back();
      rule["id"] = info->id;
      rule["shortDescription"] = text_of(info->statement);
      rule["fullDescription"] = text_of(info->explanation);
      rule["help"] = text_of(spec::rule_help(info->rule));
      rule["defaultConfiguration"]["level"] = info->level == spec::Level::Off ? "none" : level_of(info->level);
      rule["defaultConfiguration"]["enabled"] = info->level != spec::Level::Off;
      rule["properties"]["source"] = info->citation;
      if (!info->guideline.empty()) rule["properties"]["guideline"] = info->guideline;
    }
    Json& rule = out["rules"].emplace_back();
    rule["id"] = kUndecided;
    rule["shortDescription"] = text_of("it is not known whether the kernel keeps the rules");
    rule["help"] = text_of("state what holds of the launches (--assume, --block, --param), or try harder (--effort)");
    rule["defaultConfiguration"]["level"] = "warning";
    return out;
  }

  Json invocation() const {
    Json out;
    out["executionSuccessful"] = report_.unread.empty();
    Json notifications = Json::array();
    for (const UnreadFile& file : report_.unread) {
      Json& entry = notifications.emplace_back();
      entry["level"] = "error";
      entry["message"] = text_of(file.reason);
      entry["locations"] = Json::array({location({file.file, 0, 0, ""})});
    }
    for (const std::string& note : report_.notes)
      notifications.push_back({{"level", "note"}, {"message", text_of(note)}});
    if (!notifications.empty()) out["toolExecutionNotifications"] = std::move(notifications);
    return out;
  }

  static Json logical(const Kernel& k) {
    return Json::array({{{"fullyQualifiedName", valid_utf8(k.name)}, {"kind", "function"}}});
  }

  static Json result(const Kernel& k, const Finding& f) {
    Json out;
    out["ruleId"] = spec::rule_id(f.rule);
    out["ruleIndex"] = static_cast<std::size_t>(f.rule);
    out["level"] = level_of(f.level);
    out["message"] = text_of(f.message + ". To mend it: " + std::string(remedy(f)) + ".");
    Json place = location(f.place);
    place["logicalLocations"] = logical(k);
    out["locations"] = Json::array({std::move(place)});
    Json related = Json::array();
    for (const Related& r : f.related) related.push_back(location(r.place, r.message));
    for (const SourcePlace& caller : f.inlined_at) related.push_back(location(caller, "called from here"));
    for (std::size_t i = 0; i < related.size(); ++i) related[i]["id"] = i;
    if (!related.empty()) out["relatedLocations"] = std::move(related);
    if (!f.trace.empty()) out["codeFlows"] = Json::array({code_flow(f)});
    out["partialFingerprints"]["warpproof/1"] = fingerprint(k, f);
    Json& properties = out["properties"];
    properties["launch"] = valid_utf8(f.launch);
    properties["lanes"] = valid_utf8(f.lanes);
    properties["replayed"] = f.replayed;
    properties["inputs"] = Json::object();
    for (const auto& [name, value] : f.inputs) properties["inputs"][valid_utf8(name)] = valid_utf8(value);
    properties["rerun"] = Json::array();
    for (const std::string& word : f.rerun) properties["rerun"].push_back(valid_utf8(word));
    return out;
  }

  static Json undecided(const Kernel& k) {
    const UnknownReason* const first = k.unknown.empty() ? nullptr : &k.unknown.front();
    const bool placed = first != nullptr && !first->place.file.empty();
    Json out;
    out["ruleId"] = kUndecided;
    out["ruleIndex"] = spec::kRuleCount;
    out["kind"] = "open";
    out["level"] = "none";  // SARIF 2.1.0, 3.27.10: of every kind but "fail"
    out["message"] = text_of(fmt::format("kernel {} was not decided{}{}", k.name, first == nullptr ? "" : ": ",
                                         first == nullptr ? "" : first->reason));
    Json place = location(placed ? first->place : SourcePlace{k.file, 0, 0, ""});
    place["logicalLocations"] = logical(k);
    out["locations"] = Json::array({std::move(place)});
    return out;
  }

  const Report& report_;
};

}  // namespace

std::string to_sarif(const Report& report) { return Writer(report).run(); }

}  // namespace warpproof::report
