#include "src/frontend/library_files.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace warpproof {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSystemFolders[] = {"/usr/include/", "/usr/lib/"};
constexpr std::string_view kStandardLibrary = "/include/c++/";  // of compilers elsewhere

// What a folder of headers holds, and is called where that says no more than the file's name.
struct Mark {
  const char *folder, *file;
};
constexpr Mark kMarks[] = {
    {"", "cuda_runtime.h"}, {"cub", "cub.cuh"}, {"thrust", "version.h"}, {"cuda", "std/version"}};

}  // namespace

LibraryFiles::LibraryFiles(const std::vector<std::string>& folders) {
  std::error_code ignored;
  for (const std::string& folder : folders) {
    std::string path = fs::weakly_canonical(fs::absolute(folder, ignored), ignored).string();
    while (path.ends_with('/')) path.pop_back();
    if (!path.empty()) folders_.push_back(path + "/");
  }
}

bool LibraryFiles::contains(const std::string& file) {
  std::error_code ignored;
  const std::string path = fs::weakly_canonical(fs::absolute(file, ignored), ignored).string();
  if (path.find(kStandardLibrary) != std::string::npos) return true;
  if (std::any_of(std::begin(kSystemFolders), std::end(kSystemFolders),
                  [&](std::string_view folder) { return path.starts_with(folder); }))
    return true;
  if (std::any_of(folders_.begin(), folders_.end(), [&](const std::string& f) { return path.starts_with(f); })) return true;
  return is_below(fs::path(path).parent_path().string());
}

bool LibraryFiles::is_below(const std::string& directory) {
  const auto [known, added] = directories_.try_emplace(directory, false);
  if (!added) return known->second;
  std::error_code ignored;
  const fs::path here = directory;
  const bool marked = std::any_of(std::begin(kMarks), std::end(kMarks), [&](const Mark& mark) {
    return (*mark.folder == 0 || here.filename() == mark.folder) &&
           fs::is_regular_file(here / mark.file, ignored);
  });
  const bool is_root = !here.has_relative_path();
  const bool out = marked || (!is_root && is_below(here.parent_path().string()));
  return directories_[directory] = out;
}

}  // namespace warpproof
