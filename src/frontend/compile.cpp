#include "src/frontend/compile.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "src/frontend/diagnostics.h"
#include "src/frontend/inlined_calls.h"
#include "src/frontend/library_files.h"
#include "src/frontend/plain_names.h"
#include "src/frontend/prelude.h"
#include "src/frontend/process.h"
#include "src/frontend/ptx_text.h"
#include "src/frontend/source_scan.h"

namespace warpproof {
namespace {

namespace fs = std::filesystem;
using Compiler = CompileOptions::Compiler;

constexpr const char* kPreludeName = "warpproof-prelude";
constexpr size_t kDiagnosticsLimit = 64 << 10;
constexpr size_t kPtxLimit = 256 << 20;

std::string read_file(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) throw InputError({path}, "is a directory, expected a CUDA source file");
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf())) throw InputError({path}, "cannot read the file (or it is empty)");
  return text.str();
}

// What the file and the files it includes by local name hold together.
struct SourceFacts {
  bool has_kernel = false, uses_std = false, has_launch = false;
  std::optional<SourceLocation> toolkit_include;  // the first one
  std::string toolkit_header;
  bool part_header = false;  // one of those that the prelude has a part of
  std::vector<std::pair<std::string, std::string>> with_double_percents;  // by path, where they are not
};

class SourceReader {
 public:
  explicit SourceReader(const std::vector<std::string>& include_dirs) : include_dirs_(include_dirs) {}

  SourceFacts read(const std::string& path) {
    visit(path, read_file(path));
    return facts_;
  }

 private:
  void visit(const std::string& path, const std::string& text) {
    std::error_code ignored;
    if (!seen_.insert(fs::weakly_canonical(path, ignored).string()).second) return;
    const SourceScan scan = scan_source(text);
    facts_.has_kernel |= scan.has_kernel;
    facts_.uses_std |= scan.uses_std;
    facts_.has_launch |= scan.has_launch;
    if (!scan.lone_percents.empty())
      facts_.with_double_percents.emplace_back(path, with_double_percents(text, scan));
    for (const IncludeLine& include : scan.includes) {
      const bool part = is_part_header(include.name);
      facts_.part_header |= part;
      if (!facts_.toolkit_include && !part && is_toolkit_header(include.name)) {
        facts_.toolkit_include = SourceLocation{path, include.line, 0};
        facts_.toolkit_header = include.name;
      }
      if (const std::string found = resolve(path, include); !found.empty()) visit(found, read_file(found));
    }
  }

  std::string resolve(const std::string& from, const IncludeLine& include) const {
    std::vector<fs::path> places;
    if (include.quoted) places.push_back(fs::path(from).parent_path());
    places.insert(places.end(), include_dirs_.begin(), include_dirs_.end());
    for (const fs::path& place : places) {
      std::error_code ignored;
      const fs::path candidate = place / include.name;
      if (fs::is_regular_file(candidate, ignored)) return candidate.string();
    }
    return "";
  }

  const std::vector<std::string>& include_dirs_;
  std::set<std::string> seen_;
  SourceFacts facts_;
};

struct FoundCompiler {
  std::string program;  // path
  std::string name;     // "clang 19.1.7"
  int major = 0;
};

std::string environment_or(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

FoundCompiler with_version(const std::string& program, const char* name, const char* pattern) {
  const ProcessResult asked = run_process({program, "--version"}, {"LC_ALL=C"}, 30, kDiagnosticsLimit);
  std::smatch m;
  if (asked.exit_status != 0 || !std::regex_search(asked.output, m, std::regex(pattern))) {
    throw InputError({program},
                     "is no working " + std::string(name) + ": `--version` printed\n" + asked.output);
  }
  return {program, std::string(name) + " " + m[1].str(), std::stoi(m[1])};
}

std::optional<FoundCompiler> find_clang(const CompileOptions& options) {
  const std::string path =
      options.search_path.empty() ? environment_or("PATH", "/usr/bin") : options.search_path;
  for (const char* name :
       {"clang++-19", "clang++-18", "clang++-17", "clang++-16", "clang++-15", "clang++-14", "clang++"}) {
    const std::string program = find_program(name, path);
    if (!program.empty()) return with_version(program, "clang", R"(clang version (\d+[\d.]*))");
  }
  return std::nullopt;
}

std::optional<FoundCompiler> find_nvcc(const CompileOptions& options) {
  std::string path = options.search_path;
  if (path.empty()) {
    path = environment_or("PATH", "/usr/bin");
    const std::string home = environment_or("CUDA_HOME", "");
    if (!home.empty()) path += ":" + home + "/bin";
    path += ":/usr/local/cuda/bin";
  }
  const std::string program = find_program("nvcc", path);
  if (program.empty()) return std::nullopt;
  return with_version(program, "nvcc", R"(, V(\d+[\d.]*))");
}

// The PTX version to ask clang for: new enough for the target, old enough for the compiler.
int ptx_version(int clang_major, int target_sm) {
  if (target_sm >= 120) return 87;
  if (target_sm >= 100) return 86;
  if (clang_major >= 17) return 80;
  return clang_major == 16 ? 78 : 75;
}

std::vector<std::string> clang_flags(const FoundCompiler& clang, int target_sm) {
  return {"-x",
          "cuda",
          "--cuda-device-only",
          "--cuda-gpu-arch=sm_" + std::to_string(target_sm),
          "-nocudainc",
          "-nocudalib",
          "-Xclang",
          "-target-feature",
          "-Xclang",
          "+ptx" + std::to_string(ptx_version(clang.major, target_sm)),
          "-S",
          "-O0",
          "-gline-directives-only",
          "-std=c++17",
          "-fno-jump-tables",
          "-ffp-contract=off",
          "-fwrapv",  // overflow is not taken for impossible before it is seen
          "-w",
          "-fno-color-diagnostics"};
}

std::vector<std::string> nvcc_flags(int target_sm) {
  return {"-ptx",
          "-G",
          "-keep-device-functions",
          "-arch=sm_" + std::to_string(target_sm),
          "-std=c++17",
          "--extended-lambda",
          "-w"};
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::string replace_all(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// A path that the compiler cannot take for an option.
std::string as_argument(const std::string& path) { return path.starts_with("-") ? "./" + path : path; }

// What the user named, as arguments: clang takes any name, nvcc plain ones.
struct Arguments {
  std::vector<std::string> words;
  std::function<std::string(std::string)> with_user_names = [](std::string text) { return text; };
};

Arguments clang_arguments(const std::string& path, const CompileOptions& options) {
  Arguments out;
  for (const std::string& directory : options.include_dirs) out.words.push_back("-I" + directory);
  for (const std::string& define : options.defines) out.words.push_back("-D" + define);
  out.words.push_back(as_argument(path));
  return out;
}

Arguments nvcc_arguments(const std::string& path, const CompileOptions& options, PlainNames& names) {
  Arguments out;
  const PlainNames::Source source = names.source(path);
  if (!source.include_folder.empty()) out.words.push_back("-I" + source.include_folder);
  for (const std::string& directory : options.include_dirs)
    out.words.push_back("-I" + names.include_folder(directory));
  if (!options.defines.empty()) out.words.insert(out.words.end(), {"-include", names.macros(options.defines)});
  out.words.push_back(source.path);
  out.with_user_names = [&names](std::string text) { return names.with_user_names(std::move(text)); };
  return out;
}

std::string run_compiler(std::vector<std::string> argv, const std::string& path, const Arguments& arguments,
                         const CompileOptions& options, const TemporaryDirectory& temporary) {
  const std::string output = temporary.path() + "/out.ptx";
  argv.insert(argv.end(), {"-o", output});
  argv.insert(argv.end(), arguments.words.begin(), arguments.words.end());
  const ProcessResult ran = run_process(argv, {"LC_ALL=C", "TMPDIR=" + temporary.path()},
                                        options.timeout_seconds, kDiagnosticsLimit);
  const std::string program = fs::path(argv[0]).filename().string();
  if (ran.timed_out) {
    throw InputError({path},
                     program + " did not finish in " + std::to_string(options.timeout_seconds) + " seconds");
  }
  std::error_code error;
  const auto size = fs::file_size(output, error);
  if (ran.exit_status != 0 || error) {
    std::string text = replace_all(arguments.with_user_names(ran.output), temporary.path(), kPreludeName);
    if (ran.truncated) text += "\n(further messages left out)";
    if (std::regex_search(
            text,
            std::regex("error: (use of undeclared|no member named|unknown type name|no template named)")) &&
        program != "nvcc") {
      text +=
          "note: if this is a name of the CUDA toolkit that the prelude lacks, --compiler nvcc reads "
          "NVIDIA's headers";
    }
    throw first_error(text, path, program);
  }
  if (size > kPtxLimit) throw InputError({path}, "compiles to more than 256 MiB of PTX");
  return read_file(output);
}

// Spells the file names of the PTX as the user spelt them: relative to the working directory where he did so.
std::string tidy_files(const std::string& ptx, const std::string& path, const TemporaryDirectory& temporary) {
  std::error_code ignored;
  const fs::path user = fs::weakly_canonical(path, ignored);
  const fs::path here = fs::weakly_canonical(fs::current_path(ignored), ignored);
  const std::string prelude = fs::weakly_canonical(temporary.path(), ignored).string();
  return rename_files(ptx, [&](const std::string& name) {
    const fs::path full = fs::weakly_canonical(name, ignored);
    if (full == user) return path;
    if (full.string().starts_with(prelude + "/")) return kPreludeName + full.string().substr(prelude.size());
    const fs::path relative = full.lexically_relative(here);
    const bool below = !relative.empty() && *relative.begin() != "..";
    return fs::path(path).is_relative() && below ? relative.string() : name;
  });
}

bool is_lambda(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && std::string(text.get()).find("{lambda") != std::string::npos;
}

void list_device_functions(const std::string& path, CompileResult& result) {
  const std::vector<PtxFunction> all = function_definitions(result.ptx);
  std::set<std::string> names;
  for (const PtxFunction& function : all) names.insert(function.name);
  bool any_entry = false;
  for (const PtxFunction& function : all) {
    any_entry |= function.entry;
    if (function.entry || function.file != path || is_lambda(function.name)) continue;
    // A constructor comes twice, the complete one (C1) calling the base one (C2).
    const size_t complete = function.name.rfind("C1E");
    if (complete != std::string::npos &&
        names.contains(std::string(function.name).replace(complete, 3, "C2E"))) {
      continue;
    }
    result.device_functions.push_back(function.name);
  }
  if (!any_entry && result.device_functions.empty()) {
    throw InputError(
        {path},
        "nothing to check: no __global__ and no __device__ function came out (a template needs an "
        "explicit instantiation)");
  }
}

// nvcc takes alignas behind __shared__, where the standard, and clang, do not; an attribute may stand there.
std::string run_leniently(const std::vector<std::string>& argv, const std::string& path,
                          const CompileOptions& options, const TemporaryDirectory& temporary) {
  const Arguments arguments = clang_arguments(path, options);
  try {
    return run_compiler(argv, path, arguments, options, temporary);
  } catch (const InputError& error) {
    if (error.message().find("an attribute list cannot appear here") == std::string::npos) throw;
  }
  std::vector<std::string> lenient = argv;
  lenient.push_back("-Dalignas(...)=__attribute__((aligned(__VA_ARGS__)))");
  return run_compiler(std::move(lenient), path, arguments, options, temporary);
}

// nvcc also takes asm("mov.u32 %0, %laneid;"): clang reads such files with the sign doubled, under their
// names.
void remap_doubled(std::vector<std::string>& argv, const SourceFacts& facts, const TemporaryDirectory& temporary) {
  for (const auto& [file, text] : facts.with_double_percents) {
    const std::string copy = temporary.path() + "/doubled" + std::to_string(argv.size());
    std::ofstream(copy, std::ios::binary) << text;
    argv.insert(argv.end(), {"-Xclang", "-remap-file", "-Xclang", file + ";" + copy});
  }
}

std::string run_clang(std::vector<std::string> argv, const std::string& path, const CompileOptions& options,
                      const SourceFacts& facts, const TemporaryDirectory& temporary) {
  remap_doubled(argv, facts, temporary);
  return run_leniently(argv, path, options, temporary);
}

// clang converts floats to 8 bits by way of 16, and takes what is beyond the 8 for impossible; a GPU computes
// with it.
bool has_narrow_conversions(const std::string& ptx) {
  for (const char* type : {"s16.f32", "u16.f32", "s16.f64", "u16.f64"}) {
    if (ptx.find(std::string("cvt.rzi.") + type) != std::string::npos) return true;
  }
  return false;
}

std::vector<std::string> prelude_flags(const SourceFacts& facts, const TemporaryDirectory& temporary,
                                       const std::string& prelude) {
  // A toolkit that happens to be installed must not change the result.
  std::vector<std::string> out = {"--cuda-path=" + temporary.path(), "-isystem", temporary.path() + "/include",
                                  "-D__WARPPROOF__", "-include", prelude};
  if (!facts.has_kernel) out.push_back("-DWARPPROOF_KEEP_DEVICE_FUNCTIONS");
  if (facts.uses_std) out.push_back("-DWARPPROOF_USES_STD");
  return out;
}

CompileResult compile_with_clang(const std::string& path, const CompileOptions& options,
                                 const SourceFacts& facts, const FoundCompiler& clang) {
  const TemporaryDirectory temporary;
  const std::string prelude = write_prelude(temporary.path());
  const std::vector<std::string> flags = clang_flags(clang, options.target_sm);
  std::vector<std::string> argv = {clang.program};
  argv.insert(argv.end(), flags.begin(), flags.end());
  const std::vector<std::string> before = prelude_flags(facts, temporary, prelude);
  argv.insert(argv.end(), before.begin(), before.end());
  CompileResult result;
  result.compiler = clang.name;
  result.flags = joined(flags);
  result.prelude_name = kPreludeName;
  std::string ptx = run_clang(argv, path, options, facts, temporary);
  if (has_narrow_conversions(ptx)) {
    const std::string saturating = "-fno-strict-float-cast-overflow";
    argv.push_back(saturating);
    result.flags += " " + saturating;
    ptx = run_clang(std::move(argv), path, options, facts, temporary);
  }
  result.ptx = tidy_files(strip_debug_sections(ptx), path, temporary);
  list_device_functions(path, result);
  return result;
}

CompileResult compile_with_nvcc(const std::string& path, const CompileOptions& options,
                                const FoundCompiler& nvcc) {
  if (nvcc.major >= 13 && options.target_sm < 75) {
    throw InputError({path}, nvcc.name + " compiles for sm_75 and later, not for sm_" +
                                 std::to_string(options.target_sm) +
                                 "; choose a later --target or --compiler clang");
  }
  const TemporaryDirectory temporary;
  PlainNames names(temporary.path());
  const Arguments arguments = nvcc_arguments(path, options, names);
  const std::vector<std::string> flags = nvcc_flags(options.target_sm);
  std::vector<std::string> argv = {nvcc.program};
  argv.insert(argv.end(), flags.begin(), flags.end());
  argv.insert(argv.end(), {"-D__WARPPROOF__", "-isystem", write_own_header(temporary.path() + "/include")});
  CompileResult result;
  result.compiler = nvcc.name;
  result.flags = joined(flags);
  const std::string ptx = run_compiler(std::move(argv), path, arguments, options, temporary);
  result.ptx = tidy_files(strip_debug_sections(with_inlined_calls(ptx)), path, temporary);
  list_device_functions(path, result);
  return result;
}

}  // namespace

bool may_launch(const std::string& path, const CompileOptions& options) {
  return SourceReader(options.include_dirs).read(path).has_launch;
}

void read_host_tree(const std::string& path, const CompileOptions& options, const HostTreeReader& reader) {
  const SourceFacts facts = SourceReader(options.include_dirs).read(path);
  const std::optional<FoundCompiler> clang = find_clang(options);
  if (!clang) throw InputError({path}, "no clang found; install the Debian package clang-19");
  const TemporaryDirectory temporary;
  const std::string prelude = write_prelude(temporary.path());
  const std::string errors = temporary.path() + "/errors";
  std::vector<std::string> argv = {clang->program, "-x", "cuda", "--cuda-host-only",
                                   "--cuda-gpu-arch=sm_" + std::to_string(options.target_sm), "-nocudainc", "-nocudalib",
                                   "-std=c++17", "-w", "-fno-color-diagnostics", "-fsyntax-only", "-Xclang",
                                   "-ast-dump=json"};
  const std::vector<std::string> before = prelude_flags(facts, temporary, prelude);
  argv.insert(argv.end(), before.begin(), before.end());
  remap_doubled(argv, facts, temporary);
  const Arguments arguments = clang_arguments(path, options);
  argv.insert(argv.end(), arguments.words.begin(), arguments.words.end());
  // What the user checks is his own even where a library lies.
  auto library = std::make_shared<LibraryFiles>();
  const bool is_library = library->contains(path);
  reader.begin([library, is_library, folder = temporary.path() + "/"](const std::string& file) {
    return !file.starts_with(folder) && !file.starts_with("<") && (is_library || !library->contains(file));
  });
  const ProcessResult ran = run_process(argv, {"LC_ALL=C", "TMPDIR=" + temporary.path()}, options.timeout_seconds,
                                        reader.take, errors);
  if (ran.truncated) return;
  const std::string program = fs::path(argv[0]).filename().string();
  if (ran.timed_out)
    throw InputError({path}, program + " did not finish in " + std::to_string(options.timeout_seconds) + " seconds");
  if (ran.exit_status == 0) return;
  std::ifstream in(errors, std::ios::binary);
  std::string text(kDiagnosticsLimit, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  throw first_error(replace_all(text, temporary.path(), kPreludeName), path, program);
}

CompileResult compile_cuda(const std::string& path, const CompileOptions& options) {
  const SourceFacts facts = SourceReader(options.include_dirs).read(path);
  const bool needs_nvcc = facts.toolkit_include.has_value();
  if (needs_nvcc && options.compiler == Compiler::Clang) {
    throw InputError(*facts.toolkit_include,
                     "<" + facts.toolkit_header +
                         "> belongs to the CUDA toolkit, which clang is run without; use "
                         "--compiler nvcc");
  }
  if (needs_nvcc || options.compiler == Compiler::Nvcc) {
    const std::optional<FoundCompiler> nvcc = find_nvcc(options);
    if (nvcc) return compile_with_nvcc(path, options, *nvcc);
    if (needs_nvcc) {
      throw InputError(*facts.toolkit_include,
                       "<" + facts.toolkit_header +
                           "> needs nvcc, which is not installed (looked in PATH, CUDA_HOME "
                           "and /usr/local/cuda); install NVIDIA's CUDA toolkit");
    }
    throw InputError({path}, "nvcc is not installed (looked in PATH, CUDA_HOME and /usr/local/cuda)");
  }
  const std::optional<FoundCompiler> clang = find_clang(options);
  const std::optional<FoundCompiler> nvcc =
      options.compiler == Compiler::Auto ? find_nvcc(options) : std::nullopt;
  if (clang) {
    try {
      return compile_with_clang(path, options, facts, *clang);
    } catch (const InputError&) {
      // A name of the toolkit that the prelude lacks, perhaps. What neither takes is clang's to explain,
      // unless it is code that uses a header of which the prelude has a part.
      if (!nvcc) throw;
      try {
        return compile_with_nvcc(path, options, *nvcc);
      } catch (const InputError&) {
        if (facts.part_header) throw;
      }
      throw;
    }
  }
  if (nvcc) return compile_with_nvcc(path, options, *nvcc);
  throw InputError({path}, "no compiler for CUDA found; install the Debian package clang-19");
}

}  // namespace warpproof
