#include "src/frontend/source_facts.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "src/frontend/prelude.h"
#include "src/frontend/source_scan.h"

namespace warpproof {
namespace {

namespace fs = std::filesystem;

class SourceReader {
 public:
  explicit SourceReader(const CompileOptions& options) : options_(options) {}

  SourceFacts read(const std::string& path) {
    visit(path, source_text(path), false);
    for (const std::string& header : options_.forced_includes) {
      const auto [found, is_system] = resolve(fs::path("."), header, true);
      if (!found.empty()) visit(found, source_text(found), is_system);
    }
    return facts_;
  }

 private:
  void visit(const std::string& path, const std::string& text, bool is_system) {
    std::error_code ignored;
    if (!seen_.insert(fs::weakly_canonical(path, ignored).string()).second) return;
    const SourceScan scan = scan_source(text);
    // Kernels of a library are none of the file's, nor are its launches.
    facts_.has_kernel |= scan.has_kernel && !is_system;
    for (const LaunchWords& launch : scan.launches) {
      facts_.may_launch |= !is_system || launch.in_macro;
      if (!is_system) facts_.launches.push_back({{path, launch.line, 0}, launch.kernel});
    }
    facts_.uses_std |= scan.uses_std;
    if (!is_system)
      facts_.kernel_templates.insert(facts_.kernel_templates.end(), scan.kernel_templates.begin(),
                                     scan.kernel_templates.end());
    if (!scan.lone_percents.empty())
      facts_.with_double_percents.emplace_back(path, with_double_percents(text, scan));
    for (const IncludeLine& include : scan.includes) {
      const bool part = is_part_header(include.name);
      facts_.part_header |= part;
      const bool of_toolkit = !part && is_toolkit_header(include.name);
      facts_.only_host_libraries &= !of_toolkit || is_host_library_header(include.name);
      facts_.all_declared &= !of_toolkit || is_declared_header(include.name);
      if (!facts_.toolkit_include && of_toolkit) {
        facts_.toolkit_include = SourceLocation{path, include.line, 0};
        facts_.toolkit_header = include.name;
      }
      const auto [found, below] = resolve(fs::path(path).parent_path(), include.name, include.quoted);
      if (!found.empty()) visit(found, source_text(found), is_system || below);
    }
  }

  // The file, and whether it lies in a folder of -isystem; empty where there is none.
  std::pair<std::string, bool> resolve(const fs::path& folder, const std::string& name, bool quoted) const {
    std::error_code ignored;
    const auto found = [&](const fs::path& place) { return fs::is_regular_file(place / name, ignored); };
    if (quoted && found(folder)) return {(folder / name).string(), false};
    for (const bool is_system : {false, true}) {
      for (const std::string& place : is_system ? options_.system_dirs : options_.include_dirs) {
        if (!is_toolkit_folder(place) && found(place)) return {(fs::path(place) / name).string(), is_system};
      }
    }
    return {"", false};
  }

  const CompileOptions& options_;
  std::set<std::string> seen_;
  SourceFacts facts_;
};

}  // namespace

SourceFacts source_facts(const std::string& path, const CompileOptions& options) {
  return SourceReader(options).read(path);
}

bool is_toolkit_folder(const std::string& folder) {
  std::error_code ignored;
  const fs::path place = folder;
  return fs::is_regular_file(place / "cuda_runtime.h", ignored) && fs::is_directory(place / "crt", ignored);
}

std::string source_text(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) throw InputError({path}, "is a directory, expected a CUDA source file");
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in && in.peek() == std::ifstream::traits_type::eof()) return "";
  if (!in || !(text << in.rdbuf())) throw InputError({path}, "cannot read the file");
  return text.str();
}

}  // namespace warpproof
