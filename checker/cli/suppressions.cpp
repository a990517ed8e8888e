#include "checker/cli/suppressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "checker/cli/code_lines.h"
#include "checker/cli/input.h"
#include "checker/cli/json_file.h"
#include "checker/cli/kernel_names.h"
#include "checker/cli/path_pattern.h"
#include "checker/report/printable.h"
#include "spec/rules.h"
#include "src/base/source.h"
#include "src/base/text.h"

namespace warpproof::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMark = "warpproof:", kAllow = "allow";
constexpr const char* kSchema = "warpproof-baseline/1";
constexpr std::size_t kMostKnown = 1'000'000;

// "warpproof: allow(a, b) reason", from the column on that `comment` stands at.
std::vector<Allowance> read_comment(std::string_view comment, const SourceLocation& where) {
  const auto fail = [&](std::string_view at, const std::string& message) {
    SourceLocation place = where;
    place.column += static_cast<int>(at.data() - comment.data());
    throw InputError(place, message);
  };
  std::string_view rest = trimmed(comment);
  if (!rest.starts_with(kMark)) return {};
  const std::string_view mark = rest;
  rest = trimmed(rest.substr(kMark.size()));
  const std::size_t close = rest.find(')');
  if (!rest.starts_with(kAllow) || !trimmed(rest.substr(kAllow.size())).starts_with('(') || close == std::string_view::npos)
    fail(mark, "after 'warpproof:' comes allow(RULE) and a reason");
  const std::string_view reason = trimmed(rest.substr(close + 1));
  std::string_view rules = rest.substr(rest.find('(') + 1, close - rest.find('(') - 1);
  if (reason.empty()) fail(mark, fmt::format("allow({}) needs a reason after it", rules));
  std::vector<Allowance> out;
  for (bool more = true; more;) {
    const std::size_t comma = rules.find(',');
    const std::string_view id = trimmed(rules.substr(0, comma));
    const spec::RuleInfo* const info = spec::find_rule(id);
    if (info == nullptr) fail(rules, fmt::format("no rule '{}' to allow; `warpproof spec` lists them", report::printable(id)));
    out.push_back({where.line, info->rule, std::string(reason)});
    more = comma != std::string_view::npos;
    if (more) rules.remove_prefix(comma + 1);
  }
  return out;
}

KnownFinding known_of(const report::Kernel& k, const report::Finding& f) {
  return {std::string(spec::rule_id(f.rule)), k.name, f.place.file, std::string(trimmed(f.place.text))};
}

}  // namespace

std::vector<Allowance> allowances_of(std::string_view text, const std::string& file) {
  std::vector<Allowance> out;
  if (text.find(kMark) == std::string_view::npos) return out;
  CodeLines lines;
  std::size_t open = 0;  // of the last ones, so many stand alone and wait for a line with code
  int number = 0;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::string_view line = text.substr(from, end - from);
    from = end + 1;
    ++number;
    const CodeLines::Line parts = lines.next(line);
    if (parts.has_code) {
      for (; open > 0; --open) out[out.size() - open].line = number;
    }
    if (!parts.comment) continue;
    const auto read = read_comment(line.substr(*parts.comment), {file, number, static_cast<int>(*parts.comment) + 1});
    out.insert(out.end(), read.begin(), read.end());
    if (!parts.has_code) open += read.size();
  }
  return out;
}

std::string baseline_text(const report::Report& report) {
  Json root;
  root["schema"] = kSchema;
  root["findings"] = Json::array();
  for (const report::Kernel& k : report.kernels) {
    for (const report::Finding& f : k.findings) {
      if (f.level < spec::Level::Warning) continue;
      const KnownFinding known = known_of(k, f);
      root["findings"].push_back({{"rule", known.rule},
                                  {"kernel", report::valid_utf8(known.kernel)},
                                  {"file", report::valid_utf8(known.file)},
                                  {"text", report::valid_utf8(known.text)}});
    }
  }
  return root.dump(2, ' ', /*ensure_ascii=*/true) + "\n";
}

Baseline read_baseline(std::string_view text, const std::string& file) {
  const JsonFile json(text, file, kSchema, "check --write-baseline");
  const JsonFile::Path findings("/findings");
  const std::size_t count = json.list_at(findings, kMostKnown).size();
  Baseline out;
  for (std::size_t i = 0; i < count; ++i) {
    const JsonFile::Path entry = findings / i;
    const KnownFinding known{json.text_at(entry / "rule"), json.text_at(entry / "kernel"), json.text_at(entry / "file"), json.text_at(entry / "text")};
    if (spec::find_rule(known.rule) == nullptr) json.fail(entry / "rule", fmt::format("no rule '{}'; `warpproof spec` lists them", known.rule));
    ++out[known];
  }
  return out;
}

bool FilePattern::holds(const std::string& file) const {
  if (pattern.empty()) return true;
  std::error_code ignored;
  // A file goes by its own name, also where that is a link to another one.
  const std::filesystem::path full = std::filesystem::absolute(file, ignored);
  const std::filesystem::path parent = std::filesystem::weakly_canonical(full.parent_path(), ignored);
  return matches_pattern(pattern, (parent / full.filename()).lexically_relative(folder).generic_string());
}

void suppress(report::Kernel& kernel, const Baseline& baseline, const std::vector<AllowedByProject>& project) {
  std::map<std::string, std::vector<Allowance>> files;
  const auto allowed_in = [&](const std::string& file) -> const std::vector<Allowance>& {
    const auto [it, fresh] = files.try_emplace(file);
    if (fresh && !file.empty()) {
      std::string text;
      try {
        text = read_file(file);
      } catch (const InputError&) {
        return it->second;  // what cannot be read, as a place in PTX that a compiler made, allows nothing
      }
      it->second = allowances_of(text, file);
    }
    return it->second;
  };
  Baseline left = baseline;
  std::vector<report::Finding> rest;
  bool error = false;
  for (report::Finding& f : kernel.findings) {
    std::optional<report::Suppressed> why;
    for (const Allowance& a : allowed_in(f.place.file)) {
      if (a.rule == f.rule && a.line == f.place.line) why = report::Suppressed{{}, a.reason, true};
    }
    if (const auto known = left.find(known_of(kernel, f)); !why && known != left.end() && known->second > 0) {
      --known->second;
      why = report::Suppressed{{}, "in the baseline", false};
    }
    for (const AllowedByProject& a : project) {
      const bool is_kernels = a.kernel.empty() || names_kernel(parse_kernel_name(kernel.name), a.kernel);
      if (!why && a.rule == f.rule && is_kernels && a.file.holds(f.place.file)) why = report::Suppressed{{}, a.reason, false};
    }
    if (!why) {
      rest.push_back(std::move(f));
      continue;
    }
    error = error || f.level == spec::Level::Error;
    why->finding = std::move(f);
    kernel.suppressed.push_back(std::move(*why));
  }
  kernel.findings = std::move(rest);
  const bool has_error = std::any_of(kernel.findings.begin(), kernel.findings.end(),
                                     [](const report::Finding& f) { return f.level == spec::Level::Error; });
  if (!error || has_error || kernel.verdict != report::Verdict::Violation) return;
  kernel.verdict = report::Verdict::Unknown;
  kernel.violated_for.clear();
  kernel.only_partial_warps = false;
  kernel.unknown.insert(kernel.unknown.begin(),
                        {"not proved: an error is suppressed, and what comes after it was not judged", {}});
}

}  // namespace warpproof::cli
