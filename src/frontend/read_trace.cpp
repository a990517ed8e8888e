#include "src/frontend/read_trace.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "src/frontend/include_names.h"
#include "src/frontend/library_files.h"

namespace warpproof {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (!in || (in.peek() != std::ifstream::traits_type::eof() && !(text << in.rdbuf()))) return std::nullopt;
  return text.str();
}

std::string folder_of(const std::string& path) {
  const std::string parent = fs::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

std::string normal(const std::string& path) { return fs::path(path).lexically_normal().string(); }

// A line of clang's list: a name as a string of C without its quotes. Nothing for what it would write otherwise.
std::optional<std::string> name_in(const std::string& line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\') {
      if (++i >= line.size() || (line[i] != '\\' && line[i] != '"')) return std::nullopt;
    }
    out += line[i];
  }
  return out;
}

}  // namespace

ReadTrace::ReadTrace(std::vector<std::string> folders, const std::vector<std::string>& words)
    : folders_(std::move(folders)) {
  ::clock_gettime(CLOCK_REALTIME, &start_);
  for (const std::string& word : words) {
    const IncludeNames names = include_names(word, false);
    is_spoilt_ |= names.is_untold;
    has_first_part_ |= names.has_first_part;
    has_last_part_ |= names.has_last_part;
  }
}

void ReadTrace::source(const std::string& path) {
  sources_.insert(path);
  if (files_.insert(path).second) read(path, true);
}

void ReadTrace::included_by_command(const std::string& name) {
  if (name.starts_with("/")) {
    beside_.insert(name);
  } else {
    beside_.insert("./" + name);
    names_.insert(name);
  }
}

void ReadTrace::read(const std::string& path, bool is_own) {
  const auto text = text_of(path);
  if (!text) return spoil();
  const bool is_system = !is_own && LibraryFiles().contains(path);
  const IncludeNames names = include_names(*text, is_system);
  is_spoilt_ |= names.is_untold;
  if (!is_system) {
    has_first_part_ |= names.has_first_part;
    has_last_part_ |= names.has_last_part;
  }
  const std::string folder = folder_of(path);
  if (names.has_computed) {
    has_computed_ = true;
    computed_in_.insert(folder);
  }
  for (const auto* list : {&names.angled, &names.quoted}) {
    for (const std::string& name : *list) {
      if (name.starts_with("/"))
        beside_.insert(name);
      else
        names_.insert(name);
      if (list == &names.quoted && !name.starts_with("/")) beside_.insert(folder + "/" + name);
    }
  }
}

void ReadTrace::ran(const std::string& headers, const std::string& prelude) {
  const auto list = text_of(headers);
  if (!list) return spoil();
  const std::string own = normal(prelude + "/");
  std::istringstream lines(*list);
  for (std::string line; std::getline(lines, line);) {
    const auto name = name_in(line);
    if (!name) return spoil();
    const std::string path = normal(*name);
    if (!path.starts_with(own)) {
      if (files_.insert(*name).second) read(*name, false);
      continue;
    }
    // Part of this program, but for what it includes of others.
    const auto text = text_of(path);
    if (!text) return spoil();
    const IncludeNames names = include_names(*text, true);
    is_spoilt_ |= names.is_untold;
    names_.insert(names.angled.begin(), names.angled.end());
  }
}

void ReadTrace::failed(std::string_view output) {
  has_failed_ = true;
  // For want of something else than a file, perhaps: of memory, of file descriptors.
  if (output.find("file not found") != std::string_view::npos ||
      output.find("cannot open file") != std::string_view::npos)
    spoil();
}

// Each file was named by a text that was read: else the texts were not understood.
bool ReadTrace::is_each_named() const {
  std::set<std::string> places;
  for (const std::string& place : beside_) places.insert(normal(place));
  for (const std::string& name : names_) {
    if (name.find("./") == std::string::npos) continue;
    for (const std::string& folder : folders_) places.insert(normal(folder + "/" + name));
  }
  std::vector<std::string> starts;
  for (const std::string& folder : folders_) starts.push_back(normal(folder + "/"));
  const auto is_named = [&](const std::string& file) {
    const std::string whole = normal(file);
    return places.contains(whole) || std::any_of(starts.begin(), starts.end(), [&](const std::string& start) {
             if (start == "./") return names_.contains(whole);
             return whole.starts_with(start) && names_.contains(whole.substr(start.size()));
           });
  };
  return std::all_of(files_.begin(), files_.end(),
                     [&](const std::string& file) { return sources_.contains(file) || is_named(file); });
}

// What a macro names was read, so that its name follows from its place: all that it may be, seen from each folder.
void ReadTrace::add_names_of_files() {
  std::set<std::string> more;
  std::set<std::string> starts = computed_in_;
  starts.insert(folders_.begin(), folders_.end());
  for (const std::string& file : files_) {
    const std::string whole = normal(file);
    for (const std::string& folder : starts) {
      const std::string start = normal(folder + "/");
      if (whole.starts_with(start)) more.insert(whole.substr(start.size()));
      if (start == "./" && !whole.starts_with("/")) more.insert(whole);
    }
  }
  for (const std::string& name : more) {
    names_.insert(name);
    for (const std::string& folder : computed_in_) beside_.insert(folder + "/" + name);
  }
}

bool ReadTrace::is_known() {
  if (is_spoilt_ || (has_first_part_ && has_last_part_)) return false;
  // Of a run that failed it is not known that every name was found.
  if (has_computed_ && has_failed_) return false;
  if (is_closed_) return true;
  is_closed_ = true;
  if (has_computed_) {
    add_names_of_files();
    return true;
  }
  is_spoilt_ = !is_each_named();
  return !is_spoilt_;
}

ReadRecord ReadTrace::record() const {
  const auto list = [](const std::set<std::string>& all) {
    return std::vector<std::string>(all.begin(), all.end());
  };
  return {list(files_), folders_, list(names_), list(beside_), list(canonical_), list(asked_)};
}

}  // namespace warpproof
