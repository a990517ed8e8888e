#include "checker/cli/path_pattern.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

namespace warpproof::cli {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> parts_of(std::string_view path) {
  std::vector<std::string> out;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    const bool repeats = part == "**" && !out.empty() && out.back() == "**";
    if (!part.empty() && part != "." && !repeats) out.emplace_back(part);
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return out;
}

bool matches_name(const std::string& pattern, const std::string& name) {
  return ::fnmatch(pattern.c_str(), name.c_str(), FNM_PERIOD) == 0;
}

// reached[i]: the first i parts of the pattern are a way to where the walk stands. One set in place of trying each way:
// the work is bounded by the pattern's length for each name, however many ** it has.
using Reached = std::vector<bool>;

void skip_any(const std::vector<std::string>& pattern, Reached& reached) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (reached[i] && pattern[i] == "**") reached[i + 1] = true;
  }
}

Reached begin_of(const std::vector<std::string>& pattern) {
  Reached out(pattern.size() + 1, false);
  out[0] = true;
  skip_any(pattern, out);
  return out;
}

Reached step(const std::vector<std::string>& pattern, const Reached& before, const std::string& name) {
  Reached out(pattern.size() + 1, false);
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (!before[i]) continue;
    if (pattern[i] == "**") out[i] = out[i] || !name.starts_with('.');
    else if (matches_name(pattern[i], name)) out[i + 1] = true;
  }
  skip_any(pattern, out);
  return out;
}

class Walk {
 public:
  Walk(const std::string& folder, const std::string& pattern) : folder_(folder), pattern_(parts_of(pattern)) {}

  std::vector<std::string> run() {
    enter("", begin_of(pattern_), 0);
    std::sort(found_.begin(), found_.end());
    return std::move(found_);
  }

 private:
  static bool is_some(const Reached& reached) {
    return std::find(reached.begin(), reached.end() - 1, true) != reached.end() - 1;
  }

  void enter(const std::string& below, const Reached& reached, std::size_t depth) {
    if (depth > kDeepestFolder) throw std::runtime_error(fmt::format("folders lie deeper than {}", kDeepestFolder));
    // Names without a pattern are looked up, not searched for, so that ".." and hidden folders can be named.
    std::vector<std::string> names;
    for (std::size_t i = 0; i < pattern_.size(); ++i) {
      if (reached[i] && !is_pattern(pattern_[i])) names.push_back(pattern_[i]);
    }
    std::error_code error;
    const fs::path here = fs::path(folder_.empty() ? "." : folder_) / below;
    for (auto it = fs::directory_iterator(here, fs::directory_options::skip_permission_denied, error);
         !error && it != fs::directory_iterator(); it.increment(error)) {
      if (++entries_ > kMostEntries) throw std::runtime_error(fmt::format("there are more than {} files to look at", kMostEntries));
      names.push_back(it->path().filename().string());
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    for (const std::string& name : names) visit(below, name, reached, depth);
  }

  void visit(const std::string& below, const std::string& name, const Reached& reached, std::size_t depth) {
    const Reached next = step(pattern_, reached, name);
    std::error_code error;
    const std::string path = below.empty() ? name : below + "/" + name;
    const fs::path full = fs::path(folder_.empty() ? "." : folder_) / path;
    const bool is_named = std::find(pattern_.begin(), pattern_.end(), name) != pattern_.end();
    const fs::file_status status = is_named ? fs::status(full, error) : fs::symlink_status(full, error);
    if (next.back() && (fs::is_regular_file(status) || (fs::is_symlink(status) && fs::is_regular_file(full, error)))) {
      if (found_.size() == kMostFiles) throw std::runtime_error(fmt::format("names more than {} files", kMostFiles));
      found_.push_back(path);
    }
    if (fs::is_directory(status) && is_some(next)) enter(path, next, depth + 1);
  }

  std::string folder_;
  std::vector<std::string> pattern_, found_;
  std::size_t entries_ = 0;
};

}  // namespace

bool is_pattern(std::string_view text) { return text.find_first_of("*?[") != std::string_view::npos; }

bool matches_pattern(std::string_view pattern, std::string_view path) {
  const std::vector<std::string> parts = parts_of(pattern);
  Reached reached = begin_of(parts);
  for (const std::string& name : parts_of(path)) reached = step(parts, reached, name);
  return reached.back();
}

std::vector<std::string> files_of_pattern(const std::string& folder, const std::string& pattern) {
  return Walk(folder, pattern).run();
}

}  // namespace warpproof::cli
