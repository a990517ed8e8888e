#include "checker/cli/project.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "checker/cli/check_line.h"
#include "checker/cli/input.h"
#include "checker/cli/memory_limit.h"
#include "checker/cli/path_pattern.h"
#include "checker/cli/project_keys.h"
#include "spec/rules.h"
#include "src/frontend/build_commands.h"

namespace warpproof::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = 1 << 20, kMostUnits = 10'000;
constexpr int kMostFolders = 32;

// Words of a command line, by the key that they come from.
struct Said {
  std::vector<std::string> words;
  SourceLocation where;
};
using Settings = std::map<std::string, Said>;

class ProjectReader {
 public:
  ProjectReader(std::string file, const GivenOptions& given, const std::vector<std::string>& files)
      : file_(std::move(file)), given_(given), files_(files) {}

  ReadProject run() {
    const std::string text = read_file(file_);
    if (text.size() > kMostBytes) throw InputError({file_, 0, 0}, "is larger than 1 MB");
    root_ = parse_toml(text, file_);
    const fs::path folder = fs::path(file_).parent_path();
    folder_ = folder.generic_string();
    std::error_code ignored;
    canonical_ = fs::weakly_canonical(fs::absolute(folder.empty() ? "." : folder, ignored), ignored).generic_string();
    top_ = settings_of(root_, Level::Project);
    out_.request.has_all_files = files_.empty();
    if (const TomlNode* const files = root_.find("files")) take_flags_of_database(*files);
    if (files_.empty()) find_files();
    const std::vector<Settings> launches = launches_of(root_);
    add_units(0, top_, launches, {});
    read_kernel_tables(launches);
    read_suppressions();
    note_targets();
    out_.request.project = file_;
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(const TomlNode& node, const std::string& message) const { throw InputError(node.where, message); }

  std::string path_of(const std::string& name) const {
    return folder_.empty() || fs::path(name).is_absolute() ? name : (fs::path(folder_) / name).lexically_normal().generic_string();
  }

  FilePattern pattern_of(const TomlNode& node) const { return {canonical_, fs::path(text_of(node)).lexically_normal().generic_string()}; }

  // The options of a table, each judged by itself, so that a complaint has its place.
  Settings settings_of(const TomlNode& table, Level level) const {
    Settings out;
    for (const auto& [key, node] : table.members) {
      if (is_structure(key, level)) continue;
      const ProjectKey* const known = find_key(key, level);
      if (known == nullptr) fail(node, unknown_key(key, level));
      const std::vector<std::string> words = words_of_key(*known, node, [&](const std::string& name) { return path_of(name); });
      if (given_.contains(known->option)) continue;
      try {
        CheckArguments ignored;
        read_words(words, ignored);
      } catch (const OptionError& error) {
        fail(node, fmt::format("{}: {}", key, error.what()));
      }
      out[known->option] = {words, node.where};
    }
    return out;
  }

  // As the command line would be read. Throws OptionError.
  static std::uint64_t read_words(const std::vector<std::string>& words, CheckArguments& arguments) {
    CLI::App app("");
    RawCheck raw;
    std::uint64_t memory_mb = default_memory_mb();
    add_check_line(app, raw, arguments, memory_mb);
    try {
      app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::ParseError& error) {
      throw OptionError(error.what());
    }
    read_raw(raw, arguments);
    return memory_mb;
  }

  static std::vector<TomlNode> list_of(const TomlNode& table, const std::string& key) {
    const TomlNode* const node = table.find(key);
    if (node == nullptr) return {};
    const bool is_list = node->kind == TomlNode::Kind::List &&
                         std::all_of(node->elements.begin(), node->elements.end(),
                                     [](const TomlNode& n) { return n.kind == TomlNode::Kind::Table; });
    if (!is_list) throw InputError(node->where, fmt::format("{} is a list of tables: [[{}]]", key, key));
    return node->elements;
  }

  // What is asked for on the command line is in place of the launches of the file.
  std::vector<Settings> launches_of(const TomlNode& table) const {
    std::vector<Settings> out;
    const bool is_given = given_.contains("--block") || given_.contains("--grid");
    for (const TomlNode& launch : list_of(table, "launch")) {
      Settings one = settings_of(launch, Level::Launch);
      if (launch.find("block") == nullptr && launch.find("grid") == nullptr) fail(launch, "a launch has a block or a grid");
      if (!is_given) out.push_back(std::move(one));
    }
    return out;
  }

  // One unit for each launch; one for the launches of the source where none is given.
  void add_units(std::size_t table, const Settings& settings, const std::vector<Settings>& launches,
                 const std::set<std::string>& own) {
    const auto is_own = [&](const char* option) { return own.contains(option); };
    std::vector<Settings> all{settings};
    if (!launches.empty()) all.clear();
    for (Settings launch : launches) {
      launch.insert(settings.begin(), settings.end());
      all.push_back(std::move(launch));
    }
    for (const Settings& one : all) {
      if (out_.request.units.size() == kMostUnits)
        throw InputError({file_, 0, 0}, fmt::format("asks for more than {} launches", kMostUnits));
      CheckUnit unit;
      unit.table = table;
      unit.own_assumptions = is_own("--assume");
      unit.own_sizes = is_own("--size");
      unit.own_parameters = is_own("--param");
      std::vector<std::string> words;
      for (const auto& [option, said] : one) words.insert(words.end(), said.words.begin(), said.words.end());
      for (const auto& [option, values] : given_) {
        for (const std::string& value : values) words.push_back(word_of(option, value));
      }
      try {
        const std::uint64_t memory = read_words(words, unit.arguments);
        if (out_.request.units.empty()) out_.memory_mb = memory;
      } catch (const OptionError& error) {
        throw InputError({file_, 0, 0}, error.what());
      }
      unit.arguments.files = files_;
      out_.request.units.push_back(std::move(unit));
    }
  }

  // What a table says stands in place of what the file says of all kernels.
  void read_kernel_tables(const std::vector<Settings>& launches_of_all) {
    for (const TomlNode& node : list_of(root_, "kernel")) {
      KernelTable table;
      table.where = node.where;
      const TomlNode* const name = node.find("name");
      if (name == nullptr) fail(node, "[[kernel]] needs a name");
      table.name = text_of(*name);
      if (const TomlNode* const file = node.find("file")) table.file = pattern_of(*file);
      Settings settings = settings_of(node, Level::Kernel);
      std::set<std::string> own;
      for (const auto& [option, said] : settings) own.insert(option);
      settings.insert(top_.begin(), top_.end());
      std::vector<Settings> launches = launches_of(node);
      const bool has_shape = own.contains("--block") || own.contains("--grid");
      if (launches.empty() && !has_shape) {
        launches = launches_of_all;
        for (Settings& launch : launches) {
          for (const std::string& option : own) launch.erase(option);
        }
      }
      out_.request.tables.push_back(std::move(table));
      add_units(out_.request.tables.size(), settings, launches, own);
    }
  }

  // Where there are several, each check says which is its own.
  void note_targets() {
    std::set<int> targets;
    for (const CheckUnit& unit : out_.request.units) targets.insert(unit.arguments.compile.target_sm);
    if (targets.size() < 2) return;
    for (CheckUnit& unit : out_.request.units) unit.note = fmt::format("checked for sm_{}", unit.arguments.compile.target_sm);
  }

  void read_suppressions() {
    for (const TomlNode& node : list_of(root_, "suppress")) {
      AllowedByProject allowed;
      for (const auto& [key, value] : node.members) {
        if (key == "file") allowed.file = pattern_of(value);
        else if (key == "kernel") allowed.kernel = text_of(value);
        else if (key != "rule" && key != "reason") fail(value, fmt::format("no key '{}' in [[suppress]]; there are: rule, file, kernel, reason", key));
      }
      const TomlNode* const rule = node.find("rule");
      const TomlNode* const reason = node.find("reason");
      if (rule == nullptr) fail(node, "[[suppress]] needs a rule");
      if (reason == nullptr || text_of(*reason).find_first_not_of(' ') == std::string::npos) fail(node, "[[suppress]] needs a reason");
      const spec::RuleInfo* const info = spec::find_rule(text_of(*rule));
      if (info == nullptr) fail(*rule, fmt::format("no rule '{}' to suppress; `warpproof spec` lists them", text_of(*rule)));
      allowed.rule = info->rule;
      allowed.reason = text_of(*reason);
      out_.request.allowed.push_back(std::move(allowed));
    }
  }

  // `files`, without what `exclude` names. A pattern that no file matches is an error: what is not checked is not proved.
  void find_files() {
    const TomlNode* const node = root_.find("files");
    if (node == nullptr) throw InputError({file_, 0, 0}, "needs files, as in files = [\"src/**/*.cu\"], or files on the command line");
    std::vector<std::string> excluded;
    if (const TomlNode* const exclude = root_.find("exclude")) {
      for (const TomlNode& one : texts_of(*exclude)) excluded.push_back(text_of(one));
    }
    std::set<std::string> seen;
    for (const TomlNode& one : texts_of(*node)) {
      const std::vector<std::string> names = files_of(one);
      if (names.empty()) fail(one, fmt::format("no file matches '{}'", text_of(one)));
      for (const std::string& name : names) {
        const bool is_out = std::any_of(excluded.begin(), excluded.end(), [&](const std::string& p) { return matches_pattern(p, name); });
        if (!is_out && seen.insert(name).second) files_.push_back(path_of(name));
      }
    }
    if (files_.size() > kMostFiles) fail(*node, fmt::format("names more than {} files", kMostFiles));
    if (files_.empty()) fail(*node, "all files are excluded");
  }

  std::vector<std::string> files_of(const TomlNode& node) {
    const std::string text = text_of(node);
    if (text.empty()) fail(node, "a file needs a name");
    if (is_database(text)) return files_of_database(text);
    if (!is_pattern(text)) return {text};  // that it is not there is said where it is read
    try {
      return files_of_pattern(folder_, text);
    } catch (const std::runtime_error& error) {
      fail(node, error.what());
    }
  }

  // The CUDA files of a build, with the flags that it compiles them with.
  std::vector<std::string> files_of_database(const std::string& text) const {
    std::vector<std::string> out;
    for (const std::string& full : cuda_files_of_build(path_of(text))) {
      const std::string relative = fs::path(full).lexically_relative(canonical_).generic_string();
      out.push_back(relative.empty() ? full : relative);
    }
    return out;
  }

  static bool is_database(const std::string& text) { return fs::path(text).filename() == "compile_commands.json"; }

  // Whichever of its files are checked, they have the flags that it has for them.
  void take_flags_of_database(const TomlNode& files) {
    for (const TomlNode& one : texts_of(files)) {
      const std::string text = text_of(one);
      if (is_database(text) && !given_.contains("-p")) top_.try_emplace("-p", Said{{word_of("-p", path_of(text))}, one.where});
    }
  }

  const std::string file_;
  const GivenOptions& given_;
  std::vector<std::string> files_;
  TomlNode root_;
  std::string folder_, canonical_;
  Settings top_;
  ReadProject out_;
};

}  // namespace

std::string find_project_file() {
  std::error_code error;
  std::string up;
  fs::path here = fs::current_path(error);
  for (int i = 0; i < kMostFolders && !error; ++i) {
    std::error_code ignored;
    if (fs::is_regular_file(here / kProjectFile, ignored)) return up + kProjectFile;
    if (fs::exists(here / ".git", ignored) || here == here.parent_path()) break;
    here = here.parent_path();
    up += "../";
  }
  return "";
}

ReadProject read_project(const std::string& file, const GivenOptions& given, const std::vector<std::string>& files) {
  return ProjectReader(file, given, files).run();
}

}  // namespace warpproof::cli
