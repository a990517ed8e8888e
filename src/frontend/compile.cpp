#include "src/frontend/compile.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "src/frontend/build_commands.h"
#include "src/frontend/clang_command.h"
#include "src/frontend/compile_cache.h"
#include "src/frontend/compiler_arguments.h"
#include "src/frontend/compiler_environment.h"
#include "src/frontend/compiler_flags.h"
#include "src/frontend/diagnostics.h"
#include "src/frontend/found_compiler.h"
#include "src/frontend/inlined_calls.h"
#include "src/frontend/library_files.h"
#include "src/frontend/plain_names.h"
#include "src/frontend/prelude.h"
#include "src/frontend/process.h"
#include "src/frontend/ptx_text.h"
#include "src/frontend/read_trace.h"
#include "src/frontend/run_compiler.h"
#include "src/frontend/source_facts.h"

namespace warpproof {
namespace {

namespace fs = std::filesystem;
using Compiler = CompileOptions::Compiler;

std::vector<std::string> nvcc_flags(int target_sm, const std::string& standard) {
  return {"-ptx",
          "-G",
          "-keep-device-functions",
          "-arch=sm_" + std::to_string(target_sm),
          nvcc_standard(standard),
          "--extended-lambda",
          "--expt-relaxed-constexpr",  // std::max in kernels, as clang takes it
          "-w"};
}

// What a file is compiled as, one after the other: nobody has to say that it is C++20.
std::vector<std::string> standards(const CompileOptions& options) {
  if (!options.standard.empty()) return {options.standard};
  return {"c++17", "c++20"};
}

// What `attempt` gives for the first standard that the file compiles as. Where it compiles as none, the error that is
// furthest in the file is its author's.
template <class Attempt>
auto with_standard(const CompileOptions& options, const Attempt& attempt) {
  std::optional<InputError> first;
  for (const std::string& standard : standards(options)) {
    try {
      return attempt(standard);
    } catch (const InputError& error) {
      if (error.where().line == 0) throw;  // not about the text
      const bool further = first && error.where().file == first->where().file && error.where().line > first->where().line;
      if (!first || further) first = error;
    }
  }
  throw *first;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

// Spells the file names of the PTX as the user spelt them: relative to the working directory where he did so.
std::string tidy_files(const std::string& ptx, const std::string& path, const TemporaryDirectory& temporary, ReadTrace* trace) {
  if (trace != nullptr) trace->asks_canonical(path);
  std::error_code ignored;
  const fs::path user = fs::weakly_canonical(path, ignored);
  const fs::path here = fs::weakly_canonical(fs::current_path(ignored), ignored);
  const std::string prelude = fs::weakly_canonical(temporary.path(), ignored).string();
  return rename_files(ptx, [&](const std::string& name) {
    const fs::path full = fs::weakly_canonical(name, ignored);
    if (full == user) return path;
    if (full.string().starts_with(prelude + "/")) return kPreludeName + full.string().substr(prelude.size());
    if (trace != nullptr) trace->asks_canonical(name);
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

std::string nothing_to_check(const SourceFacts& facts) {
  if (facts.kernel_templates.empty())
    return "nothing to check: no __global__ and no __device__ function came out (of a template, --instantiate 'f<int>' "
           "checks an instance)";
  std::string names;
  for (const std::string& name : facts.kernel_templates) names += (names.empty() ? "" : ", ") + name;
  return "nothing to check: nothing instantiates the kernel templates (" + names + "); --instantiate '" +
         facts.kernel_templates.front() + "<..>' checks an instance";
}

void list_device_functions(const std::string& path, const SourceFacts& facts, CompileResult& result) {
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
    throw NothingToCheck({path}, nothing_to_check(facts));
  }
}

// nvcc takes alignas after __shared__, where the standard, and clang, do not; an attribute may stand there.
constexpr const char* kLenientAlignas = "-Dalignas(...)=__attribute__((aligned(__VA_ARGS__)))";
bool is_about_alignas(const InputError& error) { return error.message().find("an attribute list cannot appear here") != std::string::npos; }

std::string run_leniently(const FoundCompiler& clang, const std::vector<std::string>& argv, const std::string& path,
                          const CompileOptions& options, const TemporaryDirectory& temporary) {
  const CompilerArguments arguments = clang_arguments(path, options);
  try {
    return run_by_ir(clang, argv, path, arguments, options, temporary);
  } catch (const InputError& error) {
    if (!is_about_alignas(error)) throw;
  }
  std::vector<std::string> lenient = argv;
  lenient.push_back(kLenientAlignas);
  return run_by_ir(clang, std::move(lenient), path, arguments, options, temporary);
}

std::string run_clang(const FoundCompiler& clang, std::vector<std::string> argv, const std::string& path, const CompileOptions& options,
                      const SourceFacts& facts, const TemporaryDirectory& temporary) {
  give_copies(argv, path, text_of_instances(options), facts, temporary.path());
  return run_leniently(clang, argv, path, options, temporary);
}

// clang converts floats to 8 bits through 16, and takes what is beyond the 8 for impossible; a GPU computes
// with it.
bool has_narrow_conversions(const std::string& ptx) {
  for (const char* type : {"s16.f32", "u16.f32", "s16.f64", "u16.f64"}) {
    if (ptx.find(std::string("cvt.rzi.") + type) != std::string::npos) return true;
  }
  return false;
}

std::string with_users(std::string flags, const CompileOptions& options) {
  return options.flags.empty() ? flags : flags + " " + joined(options.flags);
}

// clang names the prelude in a line of its own, with these as they are.
void require_quotable(const TemporaryDirectory& temporary) {
  if (!has_quotes_or_breaks(temporary.path())) return;
  throw InputError({temporary.path()}, "clang cannot include files from a folder with a quote or a line break in its "
                                       "name: set TMPDIR to another one");
}

CompileResult compile_with_clang(const std::string& path, CompileOptions options, const SourceFacts& facts,
                                 const FoundCompiler& clang, const std::string& standard) {
  const TemporaryDirectory temporary, links;
  if (links_folders(options, links.path()) && options.trace != nullptr) options.trace->spoil();
  require_quotable(temporary);
  write_prelude(temporary.path());
  const std::vector<std::string> flags = clang_flags(clang, options.target_sm, standard);
  std::vector<std::string> argv = device_command(clang, flags, facts, options, temporary.path());
  CompileResult result;
  result.compiler = clang.name;
  result.flags = with_users(joined(flags), options);
  result.standard = standard;
  result.prelude_name = kPreludeName;
  std::string ptx = run_clang(clang, argv, path, options, facts, temporary);
  if (has_narrow_conversions(ptx)) {
    const std::string saturating = "-fno-strict-float-cast-overflow";
    argv.push_back(saturating);
    result.flags += " " + saturating;
    ptx = run_clang(clang, std::move(argv), path, options, facts, temporary);
  }
  result.ptx = tidy_files(strip_debug_sections(ptx), path, temporary, options.trace);
  list_device_functions(path, facts, result);
  return result;
}

CompileResult compile_with_nvcc(const std::string& path, const CompileOptions& options, const SourceFacts& facts,
                                const FoundCompiler& nvcc,
                                const std::string& standard) {
  if (nvcc.major >= 13 && options.target_sm < 75) {
    throw InputError({path}, nvcc.name + " compiles for sm_75 and later, not for sm_" +
                                 std::to_string(options.target_sm) +
                                 "; choose a later --target or --compiler clang");
  }
  if (options.trace != nullptr) options.trace->spoil();  // what nvcc reads is not known
  const TemporaryDirectory temporary;
  PlainNames names(temporary.path());
  const CompilerArguments arguments = nvcc_arguments(path, options, names);
  const std::vector<std::string> flags = nvcc_flags(options.target_sm, standard);
  std::vector<std::string> argv = {nvcc.program};
  argv.insert(argv.end(), flags.begin(), flags.end());
  argv.insert(argv.end(), {"-D__WARPPROOF__", "-isystem", write_own_header(temporary.path() + "/include")});
  CompileResult result;
  result.compiler = nvcc.name;
  result.flags = with_users(joined(flags), options);
  result.standard = standard;
  const std::string ptx = run_compiler(std::move(argv), path, arguments, options, temporary);
  result.ptx = tidy_files(strip_debug_sections(with_inlined_calls(ptx)), path, temporary, options.trace);
  list_device_functions(path, facts, result);
  return result;
}

}  // namespace

LaunchTexts launch_texts(const std::string& path, const CompileOptions& options) {
  SourceFacts facts = source_facts(path, with_build_flags(options, path).options);
  return {facts.may_launch, std::move(facts.launches)};
}

namespace {

// Which functions host code may name: those for the host, or, as nvcc chooses among them, all.
enum class HostSees : std::uint8_t { HostFunctions, AllFunctions, LenientAlignas };

void read_host_tree_as(const std::string& standard, HostSees sees, const std::string& path,
                       CompileOptions options, const HostTreeReader& reader) {
  const SourceFacts facts = source_facts(path, options);
  // What the user checks is his own even where a library lies.
  auto library = std::make_shared<LibraryFiles>(options.system_dirs);
  const TemporaryDirectory links;
  if (links_folders(options, links.path()) && options.trace != nullptr) options.trace->spoil();
  const std::optional<FoundCompiler> clang = find_clang(options);
  if (!clang) throw InputError({path}, "no clang found; install the Debian package clang-19");
  const TemporaryDirectory temporary;
  require_quotable(temporary);
  write_prelude(temporary.path());
  const std::string errors = temporary.path() + "/errors";
  std::vector<std::string> argv = host_command(*clang, standard, facts, options, temporary.path());
  if (sees == HostSees::LenientAlignas) argv.push_back(kLenientAlignas);
  if (sees == HostSees::AllFunctions) argv.push_back("-DWARPPROOF_DEVICE_FUNCTIONS_FOR_HOST");
  const std::map<std::string, std::string> originals = give_copies(argv, path, "", facts, temporary.path());
  const CompilerArguments arguments = clang_arguments(path, options);
  argv.insert(argv.end(), arguments.words.begin(), arguments.words.end());
  const bool is_library = library->contains(path);
  if (options.trace != nullptr) options.trace->asks_library(path);
  reader.begin([library, is_library, originals, folder = temporary.path() + "/",
                trace = options.trace](const std::string& named) -> std::optional<std::string> {
    const auto copied = originals.find(named);
    const std::string& file = copied == originals.end() ? named : copied->second;
    if (file.starts_with(folder) || file.starts_with("<")) return std::nullopt;
    if (trace != nullptr) trace->asks_library(file);
    return is_library || !library->contains(file) ? std::optional(file) : std::nullopt;
  });
  const HeaderList headers(options.trace, temporary.path());
  headers.ask(argv);
  const ProcessResult ran =
      run_process(argv, compiler_environment(temporary.path()), options.timeout_seconds, reader.take, errors);
  if (ran.truncated) {
    if (options.trace != nullptr) options.trace->spoil();
    return;
  }
  const std::string program = fs::path(argv[0]).filename().string();
  if (ran.timed_out)
    throw InputError({path}, program + " did not finish in " + std::to_string(options.timeout_seconds) + " seconds of processor time");
  std::ifstream in(errors, std::ios::binary);
  std::string text(kDiagnosticsLimit, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  headers.take(ran, text);
  if (ran.exit_status == 0) return;
  throw first_error(replace_all(text, temporary.path(), kPreludeName), path, program);
}

}  // namespace

void read_host_tree(const std::string& path, const CompileOptions& given, const HostTreeReader& reader) {
  const CompileOptions options = with_build_flags(given, path).options;
  const auto read = [&](HostSees sees) {
    with_standard(options,
                  [&](const std::string& standard) { read_host_tree_as(standard, sees, path, options, reader); });
  };
  try {
    read(HostSees::HostFunctions);
  } catch (const InputError& error) {
    if (error.where().line == 0) throw;  // not about the text
    if (is_about_alignas(error)) return read(HostSees::LenientAlignas);
    try {
      // Side condition: the functions that are chosen then are those that nvcc chooses. nvcc does not distinguish functions
      // apart by who may call them, and two that differ in nothing else are an error here as there.
      read(HostSees::AllFunctions);
    } catch (const InputError&) {
      throw error;
    }
  }
}

namespace {

// "clang 19.1.7 does not compile it: k.cu:3:5: use of undeclared identifier 'f'"
std::string rejected(const FoundCompiler& compiler, const InputError& error) {
  const std::string& message = error.message();
  return compiler.name + " does not compile it: " + (error.where().line > 0 ? error.where().str() + ": " : "") +
         message.substr(0, message.find('\n'));
}

CompileResult compile_as_built(const std::string& path, const CompileOptions& options) {
  const SourceFacts facts = source_facts(path, options);
  const auto by_nvcc = [&](const FoundCompiler& nvcc) {
    return with_standard(options, [&](const std::string& s) { return compile_with_nvcc(path, options, facts, nvcc, s); });
  };
  const auto by_clang = [&](const FoundCompiler& clang) {
    return with_standard(options, [&](const std::string& s) { return compile_with_clang(path, options, facts, clang, s); });
  };
  // Without a toolkit, what the prelude declares is better than nothing.
  const bool is_declared = facts.all_declared && options.compiler != Compiler::Nvcc;
  const bool is_host_library = facts.only_host_libraries && !find_toolkit_headers(options).empty() && options.compiler != Compiler::Nvcc;
  const bool needs_nvcc = facts.toolkit_include && !is_host_library &&
                          !(is_declared && (options.compiler == Compiler::Clang || !find_nvcc(options)));
  if (needs_nvcc && options.compiler == Compiler::Clang) {
    throw InputError(*facts.toolkit_include,
                     "<" + facts.toolkit_header +
                         "> belongs to the CUDA toolkit, which clang is run without; use "
                         "--compiler nvcc (and --cuda-path DIR for a toolkit elsewhere)");
  }
  if (needs_nvcc || options.compiler == Compiler::Nvcc) {
    const std::optional<FoundCompiler> nvcc = find_nvcc(options);
    // A toolkit without the header: what the prelude declares is better than nothing there, too.
    if (nvcc && is_declared && options.compiler == Compiler::Auto && find_clang(options)) {
      try {
        return by_nvcc(*nvcc);
      } catch (const InputError& error) {
        if (error.message().find("No such file or directory") == std::string::npos) throw;
      }
      return by_clang(*find_clang(options));
    }
    if (nvcc) return by_nvcc(*nvcc);
    if (needs_nvcc) {
      throw InputError(*facts.toolkit_include,
                       "<" + facts.toolkit_header +
                           "> needs nvcc, which is not installed (looked in PATH, CUDA_HOME "
                           "and /usr/local/cuda); install NVIDIA's CUDA toolkit, or name its folder with "
                           "--cuda-path");
    }
    throw InputError({path}, "nvcc is not installed (looked in PATH, CUDA_HOME and /usr/local/cuda); --cuda-path names a toolkit elsewhere");
  }
  const std::optional<FoundCompiler> clang = find_clang(options);
  const std::optional<FoundCompiler> nvcc =
      options.compiler == Compiler::Auto ? find_nvcc(options) : std::nullopt;
  if (clang) {
    try {
      return by_clang(*clang);
    } catch (const NothingToCheck&) {
      throw;
    } catch (const InputError& of_clang) {
      // A name of the toolkit that the prelude lacks, perhaps. What neither takes is clang's to explain,
      // unless it is code that uses a header of which the prelude has a part.
      if (!nvcc) throw;
      if (of_clang.where().line == 0 && of_clang.where().file != path) throw;  // about temporary files
      try {
        CompileResult result = by_nvcc(*nvcc);
        result.why_not_clang = rejected(*clang, of_clang);
        return result;
      } catch (const InputError& error) {
        if (facts.part_header) throw InputError(error.where(), error.message() + "\n" + rejected(*clang, of_clang));
        throw InputError(of_clang.where(), of_clang.message() + "\n" + rejected(*nvcc, error));
      }
    }
  }
  constexpr const char* kInstall = "no clang found; install the Debian package clang-19";
  if (!nvcc) throw InputError({path}, kInstall);
  try {
    return by_nvcc(*nvcc);
  } catch (const NothingToCheck&) {
    throw;
  } catch (const InputError& error) {
    throw InputError({path}, std::string(kInstall) + "\n" + rejected(*nvcc, error));
  }
}

}  // namespace

template <class Archive>
static void each(Archive& archive, Is<CompileResult> auto& value) {
  auto& [ptx, compiler, flags, standard, why_not_clang, system_dirs, not_followed, device_functions, prelude_name] = value;
  archive(ptx, compiler, flags, standard, why_not_clang, system_dirs, not_followed, device_functions, prelude_name);
}

CompileResult compile_cuda(const std::string& path, const CompileOptions& options) {
  const BuildFlags build = with_build_flags(options, path);
  auto result = kept_or<CompileResult>(CompileCache::What::Program, path, build.options,
                                       [&](const CompileOptions& o) { return compile_as_built(path, o); });
  result.not_followed = build.not_followed;
  result.system_dirs = build.options.system_dirs;
  return result;
}

}  // namespace warpproof
