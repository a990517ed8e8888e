// The report for programs, schema "warpproof/1". Keys are only ever added within a schema version. Text
// beyond ASCII is written as \uXXXX, which keeps control and bidirectional characters out of terminals too.
#include <nlohmann/json.hpp>

#include "checker/report/printable.h"
#include "checker/report/remedies.h"
#include "checker/report/report.h"

namespace warpproof::report {

namespace {

using Json = nlohmann::ordered_json;

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::Proved:
      return "proved";
    case Verdict::Violation:
      return "violation";
    case Verdict::Unknown:
      break;
  }
  return "unknown";
}

// file, line, column and source text, into an object that may hold more.
void put_place(Json& object, const SourcePlace& place) {
  object["file"] = valid_utf8(place.file);
  object["line"] = place.line;
  object["column"] = place.column;
  object["text"] = valid_utf8(place.text);
}

Json strings(const std::vector<std::string>& items) {
  Json array = Json::array();
  for (const std::string& item : items) array.push_back(valid_utf8(item));
  return array;
}

Json step_json(const TraceStep& step) {
  Json object;
  put_place(object, step.place);
  object["warp"] = step.warp;
  object["lanes"] = valid_utf8(step.lanes);
  object["what"] = valid_utf8(step.what);
  object["waiting"] = valid_utf8(step.waiting);
  return object;
}

Json finding_json(const Finding& f) {
  const spec::RuleInfo& info = spec::rule_info(f.rule);
  Json object;
  object["rule"] = info.id;
  object["level"] = spec::level_name(f.level);
  object["guideline"] = info.guideline;
  put_place(object, f.place);
  object["inlined_at"] = Json::array();
  for (const SourcePlace& caller : f.inlined_at) put_place(object["inlined_at"].emplace_back(), caller);
  object["lanes"] = valid_utf8(f.lanes);
  object["message"] = valid_utf8(f.message);
  object["help"] = remedy(f);
  object["replayed"] = f.replayed;
  object["launch"] = valid_utf8(f.launch);
  object["rerun"] = strings(f.rerun);
  object["trace"] = Json::array();
  for (const TraceStep& step : f.trace) object["trace"].push_back(step_json(step));
  object["inputs"] = Json::object();
  for (const auto& [name, value] : f.inputs) object["inputs"][valid_utf8(name)] = valid_utf8(value);
  object["related"] = Json::array();
  for (const Related& r : f.related) {
    Json& related = object["related"].emplace_back();
    put_place(related, r.place);
    related["message"] = valid_utf8(r.message);
  }
  return object;
}

Json kernel_json(const Kernel& k) {
  Json object;
  object["name"] = valid_utf8(k.name);
  object["file"] = valid_utf8(k.file);
  object["verdict"] = verdict_name(k.verdict);
  object["launch"] = {{"block", valid_utf8(k.block)},
                      {"grid", valid_utf8(k.grid)},
                      {"holds_for", valid_utf8(k.holds_for)},
                      {"violated_for", valid_utf8(k.violated_for)},
                      {"safe_if", valid_utf8(k.safe_if)}};
  if (k.source) {
    Json& source = object["launch"]["source"];
    source["file"] = valid_utf8(k.source->file);
    source["line"] = k.source->line;
    source["column"] = k.source->column;
    source["text"] = valid_utf8(k.source->text);
    source["block"] = valid_utf8(k.source->block);
    source["grid"] = valid_utf8(k.source->grid);
    source["dynamic_shared"] = valid_utf8(k.source->dynamic_shared);
    source["called_from"] = strings(k.source->called_from);
    source["also_at"] = strings(k.source->also_at);
  }
  object["launch"]["only_partial_warps"] = k.only_partial_warps;
  object["notes"] = strings(k.notes);
  object["findings"] = Json::array();
  for (const Finding& f : k.findings) object["findings"].push_back(finding_json(f));
  object["assumptions"] = strings(k.assumptions);
  object["approximations"] = strings(k.approximations);
  for (const LoopClaims& loop : k.loops) {
    Json& entry = object["loops"].emplace_back();
    put_place(entry, loop.place);
    entry["of"] = loop.of == LoopClaims::Of::Loop ? "loop" : "counter";
    entry["by"] = valid_utf8(loop.by);
    entry["claims"] = strings(loop.claims);
  }
  object["unknown"] = Json::array();
  for (const UnknownReason& reason : k.unknown) {
    Json& entry = object["unknown"].emplace_back();
    entry["reason"] = valid_utf8(reason.reason);
    put_place(entry, reason.place);
  }
  object["undecided"] = Json::array();
  for (const Undecided& open : k.undecided) {
    Json& entry = object["undecided"].emplace_back();
    entry["rule"] = spec::rule_id(open.rule);
    entry["level"] = spec::level_name(open.level);
    entry["reason"] = valid_utf8(open.reason);
    put_place(entry, open.place);
  }
  object["obligations"] = {{"folded", k.obligations.folded},
                           {"solved", k.obligations.solved},
                           {"solver_seconds", k.obligations.solver_seconds}};
  object["effort"] = {{"all", k.effort}};
  for (const EffortShare& share : k.effort_shares) object["effort"]["by"][share.strategy] = share.units;
  object["findings_left_out"] = Json::object();
  for (const auto& [rule, count] : k.left_out) object["findings_left_out"][rule] = count;
  object["suppressed"] = Json::array();
  for (const Suppressed& s : k.suppressed) {
    Json entry = finding_json(s.finding);
    entry["reason"] = valid_utf8(s.reason);
    // A baseline gives no reasons of its own.
    entry["suppressed_in"] = s.in_source ? "source" : s.reason == "in the baseline" ? "baseline" : "project";
    object["suppressed"].push_back(std::move(entry));
  }
  if (k.fix)
    object["fix"] = {{"what", valid_utf8(k.fix->what)},
                     {"holds_for", valid_utf8(k.fix->holds_for)},
                     {"diff", valid_utf8(k.fix->diff)}};
  object["seconds"] = k.seconds;
  return object;
}

// As a value that stands so many columns to the right.
std::string printed(const Json& value, std::size_t indent) {
  const std::string text = value.dump(2, ' ', /*ensure_ascii=*/true);
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == '\n') out.append(indent, ' ');
  }
  return out;
}

}  // namespace

// What the tools are stands at the end: a file that is read later may need another compiler.
std::string json_opening(const Report&) { return "{\n  \"schema\": \"warpproof/1\",\n  \"kernels\": ["; }

std::string json_kernel(const Kernel& kernel, bool is_first) {
  return (is_first ? "\n    " : ",\n    ") + printed(kernel_json(kernel), 4);
}

std::string json_closing(const Report& report, bool has_kernels) {
  const Json tool = {{"version", valid_utf8(report.tool_version)},
                     {"z3", valid_utf8(report.z3_version)},
                     {"compiler", valid_utf8(report.compiler)}};
  Json unread = Json::array();
  for (const UnreadFile& file : report.unread)
    unread.push_back({{"file", valid_utf8(file.file)}, {"reason", valid_utf8(file.reason)}});
  return (has_kernels ? "\n  ]" : "]") + (",\n  \"notes\": " + printed(strings(report.notes), 2)) +
         ",\n  \"unread\": " + printed(unread, 2) + ",\n  \"tool\": " + printed(tool, 2) + "\n}\n";
}

std::string to_json(const Report& report) {
  std::string out = json_opening(report);
  for (const Kernel& k : report.kernels) out += json_kernel(k, &k == &report.kernels.front());
  return out + json_closing(report, !report.kernels.empty());
}

}  // namespace warpproof::report
