#include "checker/report/html_page.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "checker/report/printable.h"

namespace warpproof::report {
namespace {

#include "checker/report/page_text.inc"

using Json = nlohmann::ordered_json;

constexpr int kWholeFile = 1500;  // lines; of longer files what is near a line that is named
constexpr int kAround = 25;
constexpr int kMostLines = 200'000;        // that are read of a file
constexpr std::size_t kLongestLine = 600;  // bytes of one that are shown
constexpr std::size_t kTab = 4;

std::string expand_tabs(const std::string& line) {
  std::string out;
  for (const char c : line) {
    if (c == '\t') {
      out.append(kTab - out.size() % kTab, ' ');
    } else {
      out += c;
    }
  }
  return out;
}

// Files that the page names, with the lines it names.
class Sources {
 public:
  void name(const std::string& file, int line) {
    if (!file.empty()) named_[file].insert(line);
  }
  void name(const SourcePlace& place) { name(place.file, place.line); }

  Json json() const {
    Json out = Json::object();
    for (const auto& [file, lines] : named_) out[printable(file)] = parts(file, lines);
    return out;
  }

 private:
  static Json parts(const std::string& file, const std::set<int>& named) {
    std::ifstream in(file, std::ios::binary);
    std::vector<std::string> lines;
    for (std::string line; static_cast<int>(lines.size()) < kMostLines && std::getline(in, line);) {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      line = expand_tabs(line);
      if (line.size() > kLongestLine) line = line.substr(0, kLongestLine) + " ..";
      lines.push_back(printable(line));
    }
    const int count = static_cast<int>(lines.size());
    std::set<int> shown;
    for (int n = 1; n <= count && count <= kWholeFile; ++n) shown.insert(n);
    for (const int line : named) {
      for (int n = std::max(1, line - kAround); n <= std::min(count, line + kAround); ++n) shown.insert(n);
    }
    Json out = Json::array();
    int next = 0;
    for (const int n : shown) {
      if (n != next) out.push_back({n, Json::array()});
      out.back()[1].push_back(lines[static_cast<std::size_t>(n) - 1]);
      next = n + 1;
    }
    return out;
  }

  std::map<std::string, std::set<int>> named_;
};

Json by_lane(const ByLane& values) {
  Json out = Json::array();
  for (const auto& [mask, text] : values) out.push_back({mask, printable(text)});
  return out;
}

std::string_view kind_name(PageStep::Kind kind) {
  using Kind = PageStep::Kind;
  switch (kind) {
    case Kind::Run:
      return "run";
    case Kind::Wait:
      return "wait";
    case Kind::Complete:
      return "complete";
    case Kind::Branch:
      return "branch";
    case Kind::Arrive:
      return "arrive";
    case Kind::Stop:
      return "stop";
    case Kind::Access:
      return "access";
    case Kind::Error:
      return "error";
    case Kind::Deadlock:
      return "deadlock";
    case Kind::End:
      break;
  }
  return "end";
}

// The lanes of the step execute something: they do not wait, and are not only named.
bool acts(const PageStep& step) {
  using Kind = PageStep::Kind;
  return step.kind == Kind::Run || step.kind == Kind::Complete || step.kind == Kind::Branch ||
         step.kind == Kind::Arrive ||
         (step.kind == Kind::Error && (!step.sources.empty() || !step.instructions.empty()));
}

Json strings(const std::vector<std::string>& items) {
  Json out = Json::array();
  for (const std::string& item : items) out.push_back(printable(item));
  return out;
}

class Page {
 public:
  Page(const Report& report, const PageRuns& runs) : report_(report), runs_(runs) {}

  std::string text() {
    Json root;
    root["schema"] = "warpproof/page/1";
    root["tool"] = {{"version", printable(report_.tool_version)},
                    {"z3", printable(report_.z3_version)},
                    {"compiler", printable(report_.compiler)}};
    root["notes"] = strings(report_.notes);
    root["kernels"] = Json::array();
    for (std::size_t k = 0; k < report_.kernels.size(); ++k) root["kernels"].push_back(kernel(k));
    root["timelines"] = Json::array();
    for (const PageTimeline& timeline : runs_.timelines) root["timelines"].push_back(timeline_json(timeline));
    root["files"] = sources_.json();
    return root.dump(-1, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
  }

 private:
  Json place(const SourcePlace& at) {
    sources_.name(at);
    return {{"file", printable(at.file)}, {"line", at.line}, {"column", at.column}};
  }

  Json kernel(std::size_t k) {
    const Kernel& one = report_.kernels[k];
    Json out;
    out["name"] = printable(one.name);
    out["file"] = printable(one.file);
    out["verdict"] = one.verdict == Verdict::Proved      ? "proved"
                     : one.verdict == Verdict::Violation ? "violation"
                                                         : "unknown";
    out["block"] = printable(one.block);
    out["grid"] = printable(one.grid);
    out["launch"] = one.source ? printable(one.source->text) : "";
    out["holds_for"] = printable(one.holds_for);
    out["violated_for"] = printable(one.violated_for);
    out["safe_if"] = printable(one.safe_if);
    out["summary"] = printable(one.file);
    out["assumptions"] = strings(one.assumptions);
    out["approximations"] = strings(one.approximations);
    out["notes"] = strings(one.notes);
    out["unknown"] = Json::array();
    for (const UnknownReason& reason : one.unknown)
      out["unknown"].push_back({{"reason", printable(reason.reason)}, {"place", place(reason.place)}});
    out["undecided"] = Json::array();
    for (const Undecided& open : one.undecided)
      out["undecided"].push_back({{"rule", spec::rule_id(open.rule)},
                                  {"reason", printable(open.reason)},
                                  {"place", place(open.place)}});
    out["findings"] = Json::array();
    for (std::size_t f = 0; f < one.findings.size(); ++f)
      out["findings"].push_back(finding(one.findings[f], {k, f}));
    return out;
  }

  Json finding(const Finding& one, std::pair<std::size_t, std::size_t> number) {
    const spec::RuleInfo& rule = spec::rule_info(one.rule);
    Json out;
    out["rule"] = rule.id;
    out["level"] = spec::level_name(one.level);
    out["about"] = rule.explanation;
    out["place"] = place(one.place);
    out["lanes"] = printable(one.lanes);
    out["message"] = printable(one.message);
    out["replayed"] = one.replayed;
    out["launch"] = printable(one.launch);
    std::string rerun;
    for (const std::string& word : one.rerun) rerun += (rerun.empty() ? "" : " ") + word;
    out["rerun"] = printable(rerun);
    out["inputs"] = Json::array();
    for (const auto& [name, value] : one.inputs) out["inputs"].push_back({printable(name), printable(value)});
    out["related"] = Json::array();
    for (const Related& r : one.related)
      out["related"].push_back({{"file", printable(r.place.file)},
                                {"line", r.place.line},
                                {"column", r.place.column},
                                {"message", printable(r.message)}});
    const auto at = runs_.of_finding.find(number);
    out["timeline"] = at == runs_.of_finding.end() ? -1 : static_cast<int>(at->second.timeline);
    out["step"] = at == runs_.of_finding.end() ? 0 : static_cast<int>(at->second.step);
    const auto why = runs_.why_none.find(number);
    out["why_no_steps"] =
        why == runs_.why_none.end() ? "There is no run of this finding." : printable(why->second);
    return out;
  }

  Json state(const std::pair<int, PageWarpState>& changed) {
    Json standing = Json::array();
    for (const PageWarpState::Standing& s : changed.second.standing) {
      sources_.name(s.file, s.line);
      standing.push_back({s.lanes, printable(s.file), s.line, s.waits ? 1 : 0});
    }
    return {changed.first, changed.second.waiting, changed.second.exited, changed.second.stopped, standing};
  }

  Json step(const PageStep& one) {
    sources_.name(one.file, one.line);
    Json out;
    out["kind"] = kind_name(one.kind);
    out["number"] = one.number;
    out["warp"] = one.warp;
    out["lanes"] = one.lanes;
    out["marked"] = one.marked;
    out["acts"] = acts(one);
    if (one.has_mask) out["mask"] = one.mask;
    out["file"] = printable(one.file);
    out["line"] = one.line;
    out["what"] = printable(one.what);
    out["state"] = Json::array();
    for (const auto& changed : one.changed) out["state"].push_back(state(changed));
    for (const PageStep::Source& s : one.sources)
      out["sources"].push_back({s.lane, s.from, s.is_there ? 1 : 0});
    if (!one.values.empty()) out["values"] = by_lane(one.values);
    for (const PageInstruction& i : one.instructions)
      out["instructions"].push_back(
          {{"text", printable(i.text)}, {"register", printable(i.reg)}, {"values", by_lane(i.values)}});
    if (one.more_instructions > 0) out["more"] = one.more_instructions;
    for (const PageAccess& a : one.accesses)
      out["memory"].push_back(
          {{"what", printable(a.what)}, {"where", printable(a.where)}, {"values", by_lane(a.values)}});
    return out;
  }

  Json timeline_json(const PageTimeline& one) {
    Json out;
    out["warps"] = Json::array();
    for (const PageTimeline::Warp& warp : one.warps)
      out["warps"].push_back({{"name", printable(warp.name)}, {"exists", warp.exists}});
    out["steps"] = Json::array();
    for (const PageStep& s : one.steps) out["steps"].push_back(step(s));
    if (one.stuck.empty()) return out;
    Json& chain = out["waitFor"];
    chain["cycle"] = one.stuck_in_cycle;
    chain["groups"] = Json::array();
    for (const PageTimeline::StuckGroup& group : one.stuck)
      chain["groups"].push_back({{"who", printable(group.who)},
                                 {"at", printable(group.at)},
                                 {"file", printable(group.file)},
                                 {"line", group.line}});
    return out;
  }

  const Report& report_;
  const PageRuns& runs_;
  Sources sources_;
};

// The characters that begin markup stand in JSON's strings only, and JSON has other names for them.
std::string as_data(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else if (c == '>') {
      out += "\\u003e";
    } else if (c == '&') {
      out += "\\u0026";
    } else {
      out += c;
    }
  }
  return out;
}

std::string as_text(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string to_html(const Report& report, const PageRuns& runs) {
  std::string out(kBeforeText);
  out += as_text(valid_utf8(to_text(report, {})));
  out += kBeforeData;
  out += as_data(Page(report, runs).text());
  out += kAfterData;
  return out;
}

}  // namespace warpproof::report
