#include "tests/equivalence/pair_case.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <sstream>
#include <utility>

#include "checker/cli/options.h"
#include "checker/cli/reference.h"
#include "checker/cli/sides.h"
#include "checker/counterexample/kept_assumptions.h"
#include "checker/equivalence/report.h"
#include "tests/effort/processor_time.h"
#include "tests/equivalence/random_runs.h"

namespace warpproof::tests {
namespace {

constexpr double kBudgetSeconds = 120;

using Fields = std::vector<std::pair<std::string, std::string>>;

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

// "key: value  key: value".
Fields fields_of(const std::string& line, const InputError& error) {
  Fields out;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = line.find("  ", at);
    if (end == std::string::npos) end = line.size();
    const std::string field = trimmed(line.substr(at, end - at));
    at = end + 2;
    if (field.empty()) continue;
    const std::size_t colon = field.find(": ");
    if (colon == std::string::npos) throw error;
    out.emplace_back(field.substr(0, colon), trimmed(field.substr(colon + 2)));
  }
  return out;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> out;
  std::stringstream in(text);
  for (std::string part; std::getline(in, part, at);) out.push_back(part);
  return out;
}

bool set_verdict(PairCase& c, const std::string& text) {
  for (const auto v : {equivalence::Verdict::Equivalent, equivalence::Verdict::Different,
                       equivalence::Verdict::Undefined, equivalence::Verdict::Unknown}) {
    if (equivalence::verdict_name(v) != text) continue;
    c.expect = v;
    return true;
  }
  return false;
}

bool set_field(PairCase& c, const std::string& key, const std::string& value) {
  auto& check = c.options.check;
  if (key == "pair") {
    const auto names = split(value, ' ');
    if (names.empty() || names.size() > 2) return false;
    c.a = names[0];
    c.b = names.size() == 2 ? names[1] : "";
  } else if (key == "spec") {
    c.spec = value;
  } else if (key == "expect") {
    return set_verdict(c, value);
  } else if (key == "lanes") {
    c.options.lanes = cli::parse_lanes(value);
  } else if (key == "fp") {
    if (value != "real") return false;
    c.options.floats = equivalence::FloatMeaning::Real;
  } else if (key == "block") {
    check.block = cli::parse_block(value);
  } else if (key == "grid") {
    check.grid = cli::parse_grid(value);
  } else if (key == "map") {
    for (const std::string& entry : split(value, ',')) c.options.map.push_back(cli::parse_map(entry));
  } else if (key == "param") {
    for (const std::string& entry : split(value, ',')) check.parameters.insert(cli::parse_parameter(entry));
  } else if (key == "effort") {
    const auto percent = cli::parse_integer(value);
    if (!percent || *percent < 1 || *percent > 100) return false;
    check.effort = static_cast<double>(*percent) / 100;
  } else if (key == "lists") {
    c.lists = value;
  } else if (key == "from") {
    c.from = value;
  } else if (key == "with") {
    c.with = value;
  } else if (key == "target") {
    c.target_sm = cli::parse_target(value);
  } else {
    return false;
  }
  return true;
}

PairCase parse_pair(const std::string& line, const std::string& file, int number) {
  const InputError error({file, number, 1}, "not a pair as tests/equivalence/pair_case.h says: " + line);
  PairCase c;
  c.file = file;
  c.line = line;
  c.options.check.budget_seconds = kBudgetSeconds;
  std::map<std::string, int> seen;
  for (const auto& [key, value] : fields_of(line, error)) {
    if (seen[key]++ > 0) throw error;
    try {
      if (!set_field(c, key, value)) throw error;
    } catch (const cli::OptionError& e) {
      throw InputError({file, number, 1}, e.what());
    }
  }
  if (seen["pair"] == 0 || seen["expect"] == 0 || c.b.empty() == c.spec.empty()) throw error;
  return c;
}

// What verdicts list, runs that tell two kernels apart are held against, or it is said why not.
std::string unknown_assumption(const equivalence::EquivalenceReport& report) {
  for (const std::string& text : report.assumptions) {
    if (counterexample::kind_of_assumption(text) == nullptr)
      return "the assumption \"" + text + "\" has no row in kept_assumptions.cpp";
  }
  return "";
}

// Pairs of one file come one after the other: it is compiled once.
std::shared_ptr<const cli::Input> loaded(const std::string& file, const CompileOptions& compile) {
  constexpr std::size_t kMostKept = 4;
  static std::map<std::pair<std::string, int>, std::shared_ptr<const cli::Input>> kept;
  const std::pair key(file, compile.target_sm);
  if (const auto found = kept.find(key); found != kept.end()) return found->second;
  if (kept.size() >= kMostKept) kept.clear();
  return kept[key] = std::make_shared<const cli::Input>(cli::load_input(file, compile));
}

}  // namespace

std::vector<PairCase> parse_pairs(const std::string& text, const std::string& file) {
  std::vector<PairCase> out;
  std::stringstream in(text);
  int number = 0;
  for (std::string line; std::getline(in, line) && line.starts_with("// ");) {
    ++number;
    if (line.starts_with("// why: ")) continue;
    out.push_back(parse_pair(line.substr(3), file, number));
  }
  if (out.empty()) throw InputError({file, 1, 1}, "holds no pair");
  return out;
}

PairResult run_pair(const PairCase& pair) {
  PairResult result;
  try {
    CompileOptions compile;
    if (pair.target_sm) compile.target_sm = *pair.target_sm;
    const std::string folder = pair.file.substr(0, pair.file.find_last_of('/') + 1);
    const auto first = loaded(pair.from.empty() ? pair.file : folder + pair.from, compile);
    std::shared_ptr<const cli::Input> other;
    if (!pair.with.empty()) other = loaded(folder + pair.with, compile);
    const auto a = cli::find_side(*first, pair.a, "");
    const bool own = pair.spec.find(':') != std::string::npos;
    cli::Specifications specifications(a, own ? folder + pair.spec : pair.spec, "", compile);
    equivalence::Side b;
    if (pair.spec.empty()) b = cli::find_side(other ? *other : *first, pair.b, "");
    const auto b_for = [&](std::uint32_t threads) -> const equivalence::Side& {
      return pair.spec.empty() ? b : b = specifications.of(threads).side;
    };
    const double before = processor_seconds();
    const auto report = equivalence::check_equivalence(a, b_for, pair.options);
    result.processor_seconds = processor_seconds() - before;
    result.effort = report.effort;
    result.report = equivalence::to_text(report);
    if (report.verdict != pair.expect) {
      result.difference = fmt::format("expected {}, got {}", equivalence::verdict_name(pair.expect),
                                      equivalence::verdict_name(report.verdict));
    } else if (report.verdict == equivalence::Verdict::Different &&
               (!report.difference || report.difference->values.empty())) {
      result.difference = "no values that differ";
    } else if (report.verdict == equivalence::Verdict::Equivalent && report.bit_for_bit) {
      const auto& block = pair.options.check.block;
      const bool any = block && block->any;
      const std::uint32_t threads = any ? block->multiple : equivalence::block_shape(a, block)[0];
      result.difference = find_random_difference(a, b_for(threads), pair.options);
    }
    if (result.difference.empty()) result.difference = unknown_assumption(report);
    if (result.difference.empty() && result.report.find(pair.lists) == std::string::npos)
      result.difference = "the report does not list: " + pair.lists;
  } catch (const std::exception& error) {
    result.difference = error.what();
  }
  return result;
}

}  // namespace warpproof::tests
