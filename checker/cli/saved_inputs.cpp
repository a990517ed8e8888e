#include "checker/cli/saved_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "checker/report/printable.h"
#include "src/base/source.h"
#include "src/frontend/compiler_flags.h"

namespace warpproof::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "warpproof-inputs/1";
constexpr std::size_t kMostRuns = 10'000;

[[noreturn]] void fail(const std::string& file, const std::string& message) { throw InputError({file, 0, 0}, message); }

// Options of `run` that say which run it is, each with a value.
bool is_taken(std::string_view option) {
  static constexpr std::array kTaken = {
      "--kernel",  "--compiler", "-I",       "--isystem",        "--include", "-D",         "--instantiate", "-X",
      "--std",     "-p",         "--block",  "--cuda-path",      "--grid",    "--target",   "--block-index", "--policy",
      "--arg",     "--bytes",    "--clock",  "--dynamic-shared", "--register", "--schedule", "--activemask"};
  return std::find(kTaken.begin(), kTaken.end(), option) != kTaken.end();
}

// A value that begins with a dash could be read as an option: only flags for the compiler do.
bool is_value(std::string_view option, const std::string& value) {
  if (option == "-X") return words_of_flag(value).has_value();
  if (value.starts_with("-")) return false;
  const std::size_t equals = value.find('=');
  return option != "--arg" || (equals != std::string::npos && !value.substr(equals + 1).starts_with("file:") &&
                               !value.starts_with("file:"));
}

std::vector<std::string> command_of(const Json& run, const std::string& file, std::size_t number) {
  const auto bad = [&](const std::string& what) { fail(file, fmt::format("run {}: {}", number, what)); };
  if (!run.is_object() || !run.contains("command") || !run["command"].is_array()) bad("\"command\" is no list of words");
  std::vector<std::string> words;
  for (const Json& word : run["command"]) {
    if (!word.is_string()) bad("\"command\" is no list of words");
    words.push_back(word.get<std::string>());
  }
  if (words.size() < 3 || words[0] != "warpproof" || words[1] != "run" || words[2].empty() || words[2].starts_with("-"))
    bad("\"command\" does not begin with: warpproof run FILE");
  words.erase(words.begin(), words.begin() + 2);
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "--unsized" || words[i] == "--compare-activemask") continue;
    if (!is_taken(words[i])) bad("option '" + words[i] + "' is none that a saved run may have");
    if (i + 1 == words.size()) bad("option '" + words[i] + "' has no value");
    if (!is_value(words[i], words[i + 1])) bad("'" + words[i + 1] + "' is no value of " + words[i] + " that a saved run may have");
    ++i;
  }
  return words;
}

}  // namespace

std::string saved_inputs(const report::Report& report) {
  Json root;
  root["schema"] = kSchema;
  root["runs"] = Json::array();
  std::set<std::vector<std::string>> seen;
  for (const report::Kernel& k : report.kernels) {
    for (const report::Finding& f : k.findings) {
      if (f.rerun.empty() || !seen.insert(f.rerun).second) continue;
      Json& run = root["runs"].emplace_back();
      run["kernel"] = report::valid_utf8(k.name);
      run["rule"] = spec::rule_id(f.rule);
      run["file"] = report::valid_utf8(f.place.file);
      run["line"] = f.place.line;
      run["message"] = report::valid_utf8(f.message);
      run["inputs"] = Json::object();
      for (const auto& [name, value] : f.inputs) run["inputs"][report::valid_utf8(name)] = report::valid_utf8(value);
      run["command"] = Json::array();
      for (const std::string& word : f.rerun) run["command"].push_back(report::valid_utf8(word));
    }
  }
  return root.dump(2, ' ', /*ensure_ascii=*/true) + "\n";
}

std::vector<std::vector<std::string>> read_saved_runs(std::string_view text, const std::string& file) {
  const Json root = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (root.is_discarded()) fail(file, "is no JSON");
  if (!root.is_object() || !root.contains("schema") || root["schema"] != kSchema)
    fail(file, std::string("is not of schema ") + kSchema + ", which check --save-inputs writes");
  if (!root.contains("runs") || !root["runs"].is_array()) fail(file, "has no list \"runs\"");
  if (root["runs"].size() > kMostRuns) fail(file, fmt::format("has more than {} runs", kMostRuns));
  std::vector<std::vector<std::string>> out;
  for (const Json& run : root["runs"]) out.push_back(command_of(run, file, out.size() + 1));
  if (out.empty()) fail(file, "has no run");
  return out;
}

}  // namespace warpproof::cli
