#include "src/frontend/found_compiler.h"

#include <cstdlib>
#include <filesystem>
#include <regex>

#include "src/base/source.h"
#include "src/frontend/plain_names.h"
#include "src/frontend/process.h"

namespace warpproof {
namespace {

constexpr size_t kMostOutput = 64 << 10;

std::string environment_or(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

FoundCompiler with_version(const std::string& program, const char* name, const char* pattern) {
  const ProcessResult asked = run_process({program, "--version"}, {"LC_ALL=C"}, 30, kMostOutput);
  std::smatch m;
  if (asked.exit_status != 0 || !std::regex_search(asked.output, m, std::regex(pattern))) {
    throw InputError({program},
                     "is no working " + std::string(name) + ": `--version` printed\n" + asked.output);
  }
  return {program, std::string(name) + " " + m[1].str(), std::stoi(m[1])};
}

}  // namespace

std::string clang_program(const CompileOptions& options) {
  const std::string path =
      options.search_path.empty() ? environment_or("PATH", "/usr/bin") : options.search_path;
  for (const char* name :
       {"clang++-19", "clang++-18", "clang++-17", "clang++-16", "clang++-15", "clang++-14", "clang++"}) {
    std::string program = find_program(name, path);
    if (!program.empty()) return program;
  }
  return "";
}

std::optional<FoundCompiler> find_clang(const CompileOptions& options) {
  const std::string program = clang_program(options);
  if (program.empty()) return std::nullopt;
  return with_version(program, "clang", R"(clang version (\d+[\d.]*))");
}

std::string nvcc_program(const CompileOptions& options) {
  std::string path = options.search_path;
  if (!options.cuda_path.empty()) {
    path = options.cuda_path + "/bin";
  } else if (path.empty()) {
    path = environment_or("PATH", "/usr/bin");
    const std::string home = environment_or("CUDA_HOME", "");
    if (!home.empty()) path += ":" + home + "/bin";
    path += ":/usr/local/cuda/bin";
  }
  return find_program("nvcc", path);
}

// Where the toolkit may lie: where nvcc does, or, as that may be a script elsewhere, in the usual places.
static std::vector<std::filesystem::path> toolkit_roots(const CompileOptions& options) {
  std::error_code ignored;
  const std::string program = nvcc_program(options);
  if (program.empty()) return {};
  std::vector<std::filesystem::path> out = {std::filesystem::weakly_canonical(program, ignored).parent_path().parent_path()};
  if (!options.cuda_path.empty() || !options.search_path.empty()) return out;
  if (const std::string home = environment_or("CUDA_HOME", ""); !home.empty()) out.emplace_back(home);
  out.emplace_back("/usr/local/cuda");
  return out;
}

std::string find_library_headers(const CompileOptions& options) {
  std::error_code ignored;
  for (const std::filesystem::path& root : toolkit_roots(options))
    for (const char* folder : {"include/cccl", "targets/x86_64-linux/include/cccl", "include"})
      if (std::filesystem::is_directory(root / folder / "cub", ignored)) return (root / folder).string();
  return "";
}

std::string find_toolkit_headers(const CompileOptions& options) {
  std::error_code ignored;
  for (const std::filesystem::path& root : toolkit_roots(options))
    for (const char* folder : {"include", "targets/x86_64-linux/include"})
      if (std::filesystem::is_regular_file(root / folder / "cuda_runtime.h", ignored)) return (root / folder).string();
  return "";
}

std::optional<FoundCompiler> find_nvcc(const CompileOptions& options) {
  const std::string program = nvcc_program(options);
  if (program.empty()) return std::nullopt;
  // nvcc finds its parts from where it lies, and starts them by a shell.
  std::error_code ignored;
  if (!is_plain_name(program) || !is_plain_name(std::filesystem::weakly_canonical(program, ignored).string()))
    throw InputError({program}, "nvcc would hand this name to a shell: it has to lie in a folder whose path has "
                                "letters, digits and _ . / - only");
  return with_version(program, "nvcc", R"(, V(\d+[\d.]*))");
}

}  // namespace warpproof
