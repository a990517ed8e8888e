#include "src/frontend/clang_command.h"

#include <algorithm>
#include <fstream>

#include "src/frontend/compiler_arguments.h"
#include "src/frontend/compiler_flags.h"
#include "src/frontend/prelude.h"

namespace warpproof {
namespace {

// The PTX version to ask clang for: new enough for the target, old enough for the compiler.
int ptx_version(int clang_major, int target_sm) {
  if (target_sm >= 120) return 87;
  if (target_sm >= 100) return 86;
  if (clang_major >= 17) return 80;
  return clang_major == 16 ? 78 : 75;
}

std::vector<std::string> prelude_flags(const SourceFacts& facts, const std::string& folder) {
  // A toolkit that happens to be installed must not change the result.
  std::vector<std::string> out = {"--cuda-path=" + folder, "-isystem", folder + "/include",
                                  "-D__WARPPROOF__",       "-include", prelude_in(folder)};
  out.push_back("-Wno-register");  // nvcc takes `register` in C++17
  if (!facts.has_kernel) out.push_back("-DWARPPROOF_KEEP_DEVICE_FUNCTIONS");
  if (facts.uses_std) out.push_back("-DWARPPROOF_USES_STD");
  return out;
}

// Host code that uses cub, thrust or libcu++ is read with their own headers, which know this clang, and the prelude in
// place of the toolkit's others. Nothing of it is compiled. Formats that the prelude has a part of are left out.
std::vector<std::string> library_flags(const SourceFacts& facts, const CompileOptions& options) {
  if (!facts.toolkit_include) return {};
  std::vector<std::string> out;
  if (const std::string folder = find_library_headers(options); !folder.empty()) {
    out = {"-isystem",
           folder,
           "-Xclang",
           "-fcuda-allow-variadic-functions",
           "-DCCCL_DISABLE_FP16_SUPPORT",
           "-DCCCL_DISABLE_BF16_SUPPORT",
           "-DCCCL_DISABLE_FP8_SUPPORT",
           "-DCCCL_DISABLE_NVTX"};
  }
  // Of what host code calls, as cublas_v2.h: what the prelude has is found before it.
  if (const std::string folder = find_toolkit_headers(options); !folder.empty())
    out.insert(out.end(), {"-idirafter", folder});
  return out;
}

// clang 18 and later put constraints into the names of templates' instances, which nvcc and demanglers do not know.
void add_plain_mangling(std::vector<std::string>& argv, const FoundCompiler& clang) {
  if (clang.major >= 18) argv.push_back("-fclang-abi-compat=17");
}

void append(std::vector<std::string>& to, const std::vector<std::string>& words) {
  to.insert(to.end(), words.begin(), words.end());
}

}  // namespace

std::vector<std::string> clang_flags(const FoundCompiler& clang, int target_sm, const std::string& standard) {
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
          clang_standard(standard, clang.major),
          "-fno-jump-tables",
          "-ffp-contract=off",
          "-fwrapv",  // overflow is not taken for impossible before it is seen
          "-w",
          "-fno-color-diagnostics"};
}

std::vector<std::string> device_command(const FoundCompiler& clang, const std::vector<std::string>& flags,
                                        const SourceFacts& facts, const CompileOptions& options,
                                        const std::string& folder) {
  std::vector<std::string> out = {clang.program};
  append(out, flags);
  append(out, prelude_flags(facts, folder));
  if (facts.toolkit_include && facts.only_host_libraries) {
    if (const std::string toolkit = find_toolkit_headers(options); !toolkit.empty()) append(out, {"-idirafter", toolkit});
  }
  add_plain_mangling(out, clang);
  return out;
}

std::vector<std::string> ir_command(const FoundCompiler& clang, const CompileOptions& options) {
  return {clang.program,
          "-x",
          "ir",
          "--target=nvptx64-nvidia-cuda",
          "-Xclang",
          "-target-cpu",
          "-Xclang",
          "sm_" + std::to_string(options.target_sm),
          "-Xclang",
          "-target-feature",
          "-Xclang",
          "+ptx" + std::to_string(ptx_version(clang.major, options.target_sm)),
          "-S",
          "-O0",
          "-ffp-contract=off",
          "-w",
          "-fno-color-diagnostics"};
}

std::vector<std::string> host_command(const FoundCompiler& clang, const std::string& standard,
                                      const SourceFacts& facts, const CompileOptions& options,
                                      const std::string& folder) {
  std::vector<std::string> out = {clang.program,
                                  "-x",
                                  "cuda",
                                  "--cuda-host-only",
                                  "--cuda-gpu-arch=sm_" + std::to_string(options.target_sm),
                                  "-nocudainc",
                                  "-nocudalib",
                                  clang_standard(standard, clang.major),
                                  "-w",
                                  "-fno-color-diagnostics",
                                  "-fsyntax-only",
                                  "-Xclang",
                                  "-ast-dump=json"};
  append(out, prelude_flags(facts, folder));
  add_plain_mangling(out, clang);
  append(out, library_flags(facts, options));
  return out;
}

std::map<std::string, std::string> give_copies(std::vector<std::string>& argv, const std::string& path,
                                               const std::string& instances, const SourceFacts& facts,
                                               const std::string& folder) {
  auto files = facts.with_double_percents;
  if (!instances.empty()) {
    if (path.find(';') != std::string::npos)
      throw InputError({path}, "--instantiate needs a file's name without ';'");
    const auto known = std::find_if(files.begin(), files.end(), [&](const auto& f) { return f.first == path; });
    if (known == files.end()) files.emplace_back(path, source_text(path) + instances);
    else known->second += instances;
  }
  std::map<std::string, std::string> originals;
  for (const auto& [file, text] : files) {
    if (file.find(';') != std::string::npos) continue;  // ends the name for clang
    const std::string copy = folder + "/doubled" + std::to_string(argv.size());
    std::ofstream(copy, std::ios::binary) << text;
    argv.insert(argv.end(), {"-Xclang", "-remap-file", "-Xclang", as_argument(file) + ";" + copy});
    originals[copy] = file;
  }
  return originals;
}

}  // namespace warpproof
