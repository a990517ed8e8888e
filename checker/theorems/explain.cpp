#include "checker/theorems/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "spec/rules.h"
#include "spec/rules_help.h"

namespace warpproof::theorems {
namespace {

// Of a rule that `warpproof check` does not decide as it is called by default.
const char* unchecked_text(spec::Rule rule) {
  return rule == spec::Rule::MemoryOutOfBounds ? "only with --bounds or --size" : "by warpproof run only";
}

constexpr std::size_t kColumns = 100;

// `text` broken between words, each line after `indent` blanks.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string result;
  std::string line(indent, ' ');
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string_view word = text.substr(start, end - start);
    if (line.size() > indent && line.size() + 1 + word.size() > kColumns) {
      result += line + "\n";
      line.assign(indent, ' ');
    }
    if (line.size() > indent) line += ' ';
    line += word;
    start = end + 1;
  }
  return result + line + "\n";
}

std::string indented(std::string_view code) {
  std::string result;
  std::size_t start = 0;
  while (start < code.size()) {
    const std::size_t end = std::min(code.find('\n', start), code.size());
    const std::string_view line = code.substr(start, end - start);
    result += line.empty() ? "\n" : fmt::format("    {}\n", line);
    start = end + 1;
  }
  return result;
}

std::string example(std::string_view title, const spec::RuleExample& e) {
  return fmt::format("  {} (block of {}, {}):\n{}", title, e.block, e.target, indented(e.code));
}

std::string explain_rule(const spec::RuleInfo& rule, spec::Target target, const spec::Policies& policies) {
  using spec::level_name;
  const auto cuda = spec::level(rule.rule, target, policies, spec::Language::Cuda);
  const auto ptx = spec::level(rule.rule, target, policies, spec::Language::Ptx);
  std::string level(level_name(cuda));
  if (ptx != cuda) level = fmt::format("{} in CUDA, {} in PTX", level_name(cuda), level_name(ptx));

  std::string text = fmt::format("{}\n", rule.id);
  text += wrapped(fmt::format("Fires when {}.", rule.statement), 2);
  text += "\n" + wrapped(rule.explanation, 2) + "\n";
  text += fmt::format("  level      {} on sm_{}\n", level, target.sm);
  text += fmt::format("  judged     {}\n", spec::judged_text(rule.judged));
  if (!rule.guideline.empty())
    text += fmt::format("  guideline  NVIDIA CUDA C++ Guidelines {}\n", rule.guideline);
  text += fmt::format("  source     {}\n", wrapped(rule.citation, 13).substr(13));
  text.pop_back();
  text += fmt::format("  help       {}\n", wrapped(spec::rule_help(rule.rule), 13).substr(13));
  text.pop_back();
  if (!rule.checked) text += fmt::format("  checked    {}\n", unchecked_text(rule.rule));
  text += "\n" + example("Breaks it", rule.bad) + "\n" + example("Keeps it", rule.good);
  return text;
}

std::string explain_policy(const spec::PolicyInfo& row, const spec::Policies& policies) {
  std::string text = fmt::format("{}={}\n", row.name, spec::policy_value(row, policies));
  text += wrapped(row.explanation, 2);
  for (const spec::PolicyValue& value : row.values) {
    const bool in_force = value.name == spec::policy_value(row, policies);
    text += fmt::format("  {} {:<24} {}\n", in_force ? '*' : ' ', value.name, value.meaning);
  }
  text += wrapped(fmt::format("source: {}", row.citation), 2);
  return text;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string explain_catalogue(spec::Target target, const spec::Policies& policies) {
  std::string text = fmt::format(
      "Rules, with their levels for CUDA on sm_{}. `warpproof spec RULE` explains one.\n\n", target.sm);
  for (const spec::RuleInfo* rule : spec::kRules) {
    const auto level = spec::level(rule->rule, target, policies);
    const std::string guideline = rule->guideline.empty() ? "" : fmt::format(" [{}]", rule->guideline);
    text += fmt::format("  {:<28} {:<8} {}{}{}\n", rule->id, spec::level_name(level), rule->statement,
                        guideline, rule->checked ? "" : fmt::format(" ({})", unchecked_text(rule->rule)));
  }
  text += "\nPolicies: --policy NAME=VALUE; an asterisk marks the value in force.\n";
  for (const spec::PolicyInfo& row : spec::kPolicies) text += "\n" + explain_policy(row, policies);
  return text;
}

std::optional<std::string> explain(std::string_view name, spec::Target target,
                                   const spec::Policies& policies) {
  if (const spec::RuleInfo* rule = spec::find_rule(name)) return explain_rule(*rule, target, policies);
  if (const spec::PolicyInfo* row = spec::find_policy(name)) return explain_policy(*row, policies);
  return std::nullopt;
}

std::string unknown_name_message(std::string_view name) {
  std::string_view best;
  std::size_t best_distance = 4;  // farther away is no likely misspelling
  const auto consider = [&](std::string_view candidate) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  };
  for (const spec::RuleInfo* rule : spec::kRules) consider(rule->id);
  for (const spec::PolicyInfo& row : spec::kPolicies) consider(row.name);
  std::string message = fmt::format("no rule or policy '{}'", name);
  if (!best.empty()) return message + fmt::format("; did you mean {}?", best);
  return message + "; `warpproof spec` lists them";
}

std::string explain_results(std::span<const TheoremResult> results) {
  std::string text;
  std::size_t as_expected = 0;
  double seconds = 0;
  for (const TheoremResult& r : results) {
    as_expected += r.as_expected;
    seconds += r.seconds;
    const char* mark = r.as_expected ? "ok  " : "FAIL";
    text += fmt::format("{} {:<36} {:<8} {:6.2f} s{}\n", mark, r.theorem->name, verdict_name(r.verdict),
                        r.seconds, r.folded ? "  by rewriting" : "");
    text += wrapped(r.theorem->statement, 5);
    if (!r.witness.empty()) text += wrapped("witness: " + r.witness, 5);
    if (!r.reason.empty()) text += wrapped("reason: " + r.reason, 5);
  }
  text += fmt::format("{} of {} theorems as expected, {:.1f} s\n", as_expected, results.size(), seconds);
  return text;
}

}  // namespace warpproof::theorems
