#include "src/frontend/compiler_flags.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace warpproof {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-+=.").find(c) != std::string_view::npos;
}

// -fNAME or -fno-NAME: what the language is.
constexpr std::string_view kSwitches[] = {"aligned-allocation",
                                          "aligned-new",
                                          "asm",
                                          "blocks",
                                          "char8_t",
                                          "coroutines",
                                          "coroutines-ts",
                                          "cxx-exceptions",
                                          "declspec",
                                          "delayed-template-parsing",
                                          "dollars-in-identifiers",
                                          "exceptions",
                                          "fast-math",
                                          "finite-math-only",
                                          "gnu-keywords",
                                          "gpu-defer-diag",
                                          "gpu-flush-denormals-to-zero",
                                          "math-errno",
                                          "ms-extensions",
                                          "operator-names",
                                          "reciprocal-math",
                                          "relaxed-template-template-args",
                                          "rtti",
                                          "short-enums",
                                          "short-wchar",
                                          "signed-char",
                                          "signed-zeros",
                                          "sized-deallocation",
                                          "strict-aliasing",
                                          "strict-enums",
                                          "threadsafe-statics",
                                          "trigraphs",
                                          "unsigned-char",
                                          "wchar"};
// -fNAME=VALUE
constexpr std::string_view kValues[] = {"bracket-depth",    "constexpr-depth", "constexpr-steps",
                                        "constexpr-loop-limit", "template-depth",  "visibility",
                                        "max-errors",       "ms-compatibility-version"};
// The host's instructions, without "-m".
constexpr std::string_view kMachine[] = {"64",  "arch=", "tune=", "cpu=", "avx",    "sse", "ssse", "fma",
                                         "f16c", "bmi",   "popcnt", "lzcnt", "aes", "pclmul", "adx", "no-avx", "no-sse"};
// nvcc's own switches.
constexpr std::string_view kOfNvcc[] = {"expt-relaxed-constexpr", "expt-extended-lambda", "extended-lambda"};

template <std::size_t N>
bool has(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

template <std::size_t N>
bool begins_with_one(const std::string_view (&names)[N], std::string_view text) {
  return std::any_of(std::begin(names), std::end(names), [&](std::string_view n) { return text.starts_with(n); });
}

bool is_language_flag(std::string_view name) {
  const std::size_t equals = name.find('=');
  if (equals != std::string_view::npos) return has(kValues, name.substr(0, equals)) && equals + 1 < name.size();
  return has(kSwitches, name.starts_with("no-") ? name.substr(3) : name);
}

}  // namespace

std::optional<FlagWords> words_of_flag(const std::string& flag) {
  if (flag.size() < 2 || flag[0] != '-' || !std::all_of(flag.begin(), flag.end(), is_plain)) return std::nullopt;
  const std::string_view bare = std::string_view(flag).substr(flag.starts_with("--") ? 2 : 1);
  if (has(kOfNvcc, bare)) return FlagWords{{}, {"--" + std::string(bare)}};
  if (flag.starts_with("--")) return std::nullopt;
  const FlagWords of_host{{flag}, {"-Xcompiler", flag}};
  if (flag == "-ftz=true" || flag == "-ftz=false")
    return FlagWords{flag == "-ftz=true" ? std::vector<std::string>{"-fgpu-flush-denormals-to-zero"}
                                         : std::vector<std::string>{},
                     {flag}};
  if (flag == "-ffast-math") return FlagWords{{flag}, {"--use_fast_math"}};
  if (flag == "-fgpu-flush-denormals-to-zero") return FlagWords{{flag}, {"-ftz=true"}};
  if (flag.starts_with("-fgpu-") || flag.starts_with("-fno-gpu-")) return FlagWords{{flag}, {}};
  if (flag.starts_with("-f") && is_language_flag(bare.substr(1))) return of_host;
  if (flag.starts_with("-m") && begins_with_one(kMachine, bare.substr(1))) return of_host;
  if (flag.starts_with("-U") && flag.size() > 2) return FlagWords{{flag}, {flag}};
  if (flag == "-pthread" || flag == "-pedantic") return of_host;
  // -Wl, -Wp and -Wa hand words on to other programs; they hold a comma.
  if (flag.starts_with("-W") && flag.size() > 2) return FlagWords{{flag}, {}};
  return std::nullopt;
}

bool is_immaterial_flag(const std::string& flag) {
  static constexpr std::string_view kExact[] = {
      "-c", "-dc", "-dw", "-dlink", "-device-c", "--device-c", "-G", "--device-debug", "-lineinfo", "--generate-line-info", "-pg", "-p", "-pipe",
      "-fPIC", "-fpic", "-fPIE", "-fpie", "-M", "-MM", "-MD", "-MMD", "-MG", "-MP", "-ptx", "-cubin", "-fatbin", "-keep", "--keep",
      "-v", "--verbose", "-s", "-w", "-rdc=true", "-rdc=false", "-forward-unknown-to-host-compiler",
      "--forward-unknown-to-host-compiler", "--forward-unknown-to-host-linker", "-allow-unsupported-compiler",
      "--allow-unsupported-compiler", "-restrict", "--restrict", "-Xclang", "-no-canonical-prefixes",
      "-fmad=true", "-fmad=false", "--fmad=true", "--fmad=false", "-static", "-shared", "-rdynamic", "-S", "-E",
      "-fopenmp", "-fno-plt", "-fdiagnostics-color", "-fcolor-diagnostics", "-stdpar", "-fstack-protector"};
  static constexpr std::string_view kFamilies[] = {
      "-O", "--optimize", "-g", "-W", "--Werror", "-MF", "-MT", "-MQ", "-l", "-L", "-rdc", "--relocatable-device-code", "-diag", "--diag",
      "-Xptxas", "-Xlinker", "-Xnvlink", "-Xcudafe", "-flto", "-fdiagnostics", "-fstack-", "-ffunction-sections",
      "-fdata-sections", "-fno-omit-frame-pointer", "-fomit-frame-pointer", "-fvisibility", "-fuse-ld", "--cudart",
      "-cudart", "-split-compile", "--split-compile", "-maxrregcount", "--maxrregcount", "-resource-usage",
      "--resource-usage", "-source-in-ptx", "--source-in-ptx", "-res-usage", "-t=", "--threads", "-time", "--time", "-frandom-seed", "-ffile-prefix-map",
      "-fdebug-prefix-map", "-fmacro-prefix-map", "-ccbin=", "--compiler-bindir=", "--default-stream", "-default-stream", "--no-exceptions"};
  return has(kExact, flag) || begins_with_one(kFamilies, flag);
}

std::optional<std::string> standard_of(const std::string& text) {
  const std::size_t plus = text.find("++");
  const std::string language = text.substr(0, plus);
  if (plus == std::string::npos || (language != "c" && language != "gnu")) return std::nullopt;
  static constexpr std::array<std::array<const char*, 2>, 10> kYears = {{{"11", "11"},
                                                                         {"0x", "11"},
                                                                         {"14", "14"},
                                                                         {"1y", "14"},
                                                                         {"17", "17"},
                                                                         {"1z", "17"},
                                                                         {"20", "20"},
                                                                         {"2a", "20"},
                                                                         {"23", "23"},
                                                                         {"2b", "23"}}};
  for (const auto& [name, year] : kYears)
    if (text.substr(plus + 2) == name) return language + "++" + year;
  return std::nullopt;
}

std::string clang_standard(const std::string& standard, int clang_major) {
  // clang 17 is the first to know C++23 by that name.
  const bool draft = clang_major < 17 && standard.ends_with("23");
  return "-std=" + (draft ? standard.substr(0, standard.size() - 2) + "2b" : standard);
}

std::string nvcc_standard(const std::string& standard) {
  const std::size_t plus = standard.find("++");
  return "-std=c" + standard.substr(plus);  // it has no gnu++
}

}  // namespace warpproof
