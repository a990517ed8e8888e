#include "checker/cli/saved_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "checker/cli/json_file.h"
#include "checker/report/printable.h"
#include "src/frontend/compiler_flags.h"

namespace warpproof::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "warpproof-inputs/1";
constexpr std::size_t kMostRuns = 10'000, kMostWords = 100'000;

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

std::vector<std::string> command_of(const JsonFile& json, const JsonFile::Path& command) {
  const std::size_t count = json.list_at(command, kMostWords).size();
  std::vector<std::string> words;
  for (std::size_t i = 0; i < count; ++i) words.push_back(json.text_at(command / i));
  if (words.size() < 3 || words[0] != "warpproof" || words[1] != "run" || words[2].empty() || words[2].starts_with("-"))
    json.fail(command, "\"command\" does not begin with: warpproof run FILE");
  for (std::size_t i = 3; i < words.size(); ++i) {
    if (words[i] == "--unsized" || words[i] == "--compare-activemask") continue;
    if (!is_taken(words[i])) json.fail(command / i, "option '" + words[i] + "' is none that a saved run may have");
    if (i + 1 == words.size()) json.fail(command / i, "option '" + words[i] + "' has no value");
    if (!is_value(words[i], words[i + 1]))
      json.fail(command / (i + 1), "'" + words[i + 1] + "' is no value of " + words[i] + " that a saved run may have");
    ++i;
  }
  words.erase(words.begin(), words.begin() + 2);
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
  const JsonFile json(text, file, kSchema, "check --save-inputs");
  const JsonFile::Path runs("/runs");
  const std::size_t count = json.list_at(runs, kMostRuns).size();
  if (count == 0) json.fail(runs, "has no run");
  std::vector<std::vector<std::string>> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(command_of(json, runs / i / "command"));
  return out;
}

}  // namespace warpproof::cli
