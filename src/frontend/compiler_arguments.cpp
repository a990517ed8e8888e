#include "src/frontend/compiler_arguments.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>

#include "src/base/source.h"
#include "src/frontend/compiler_flags.h"
#include "src/frontend/source_facts.h"

namespace warpproof {
namespace {

namespace fs = std::filesystem;

FlagWords known(const std::string& flag) {
  if (auto words = words_of_flag(flag)) return *std::move(words);
  throw InputError({}, "the flag '" + flag + "' is not passed on to a compiler");
}

// clang's driver hands names on to a compiler that reads options out of @FILE too: -Ix as two words, a source by its
// name without its folder.
void require_no_file_of_options(const std::string& path) {
  if (!fs::path(path).filename().string().starts_with("@")) return;
  throw InputError({path}, "clang would take a name that begins with @ for a file of options: rename the file");
}

// Line breaks end the comments in which clang's output names files.
bool has_breaks(const std::string& name) {
  return std::any_of(name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

void require_no_breaks(const std::string& name) {
  if (!has_breaks(name)) return;
  throw InputError({name}, "clang cannot be given a name with a line break or another control character: rename it");
}

void require_macros(const std::vector<std::string>& defines) {
  for (const std::string& define : defines)
    if (!is_macro(define))
      throw InputError({}, "-D " + define + ": expected NAME, NAME=VALUE or NAME(A,B)=VALUE, on one line");
}

// Where it is a file, that; else what the compiler finds by this name.
std::string as_header(const std::string& name) {
  std::error_code ignored;
  return fs::is_regular_file(name, ignored) ? fs::absolute(name, ignored).string() : name;
}

}  // namespace

bool has_quotes_or_breaks(const std::string& name) {
  return std::any_of(name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f || c == '"'; });
}

std::string as_argument(const std::string& path) {
  return path.starts_with("-") || path.starts_with("@") ? "./" + path : path;
}

bool is_instance(const std::string& text) {
  const auto fits = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || std::string_view("_:<>,()+-*&|^!~=.' []").find(c) != std::string_view::npos;
  };
  const auto begins = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == ':'; };
  return !text.empty() && begins(text[0]) && text.find('<') != std::string::npos && text.ends_with('>') &&
         std::all_of(text.begin(), text.end(), fits);
}

std::string text_of_instances(const CompileOptions& options) {
  std::string out;
  for (std::size_t i = 0; i < options.instances.size(); ++i) {
    if (!is_instance(options.instances[i]))
      throw InputError({}, "--instantiate " + options.instances[i] + ": expected a template with arguments, f<int, 128>");
    // What names a function has it instantiated; code that is never called may name kernels and device functions.
    out += "\n#line 1 \"--instantiate\"\n__attribute__((host)) __attribute__((device)) inline void warpproof_instance_" +
           std::to_string(i) + "() { (void)&" + options.instances[i] + "; }\n";
  }
  return out;
}

bool links_folders(CompileOptions& options, const std::string& folder) {
  int links = 0;
  for (auto* directories : {&options.include_dirs, &options.system_dirs}) {
    for (std::string& directory : *directories) {
      if (!has_breaks(directory) || is_toolkit_folder(directory)) continue;
      const std::string link = folder + "/include" + std::to_string(++links);
      std::error_code error;
      fs::create_directory_symlink(fs::absolute(directory), link, error);
      if (error) throw InputError({directory}, "cannot be linked to: " + error.message());
      directory = link;
    }
  }
  return links > 0;
}

CompilerArguments clang_arguments(const std::string& path, const CompileOptions& options) {
  require_no_file_of_options(path);
  require_macros(options.defines);
  require_no_breaks(path);
  std::for_each(options.forced_includes.begin(), options.forced_includes.end(), require_no_breaks);
  CompilerArguments out;
  // The prelude stands in for the toolkit's headers.
  for (const std::string& directory : options.include_dirs)
    if (!is_toolkit_folder(directory)) out.words.push_back("-I" + as_argument(directory));
  for (const std::string& directory : options.system_dirs)
    if (!is_toolkit_folder(directory)) out.words.insert(out.words.end(), {"-isystem", as_argument(directory)});
  for (const std::string& define : options.defines) out.words.push_back("-D" + define);
  for (const std::string& flag : options.flags) {
    const FlagWords words = known(flag);
    out.words.insert(out.words.end(), words.clang.begin(), words.clang.end());
  }
  for (const std::string& header : options.forced_includes) {
    const std::string name = as_header(header);
    if (has_quotes_or_breaks(name))
      throw InputError({header}, "clang cannot include a header with a quote in its name: rename it");
    out.words.insert(out.words.end(), {"-include", as_argument(name)});
  }
  out.words.push_back(as_argument(path));
  return out;
}

CompilerArguments nvcc_arguments(const std::string& path, const CompileOptions& options, PlainNames& names) {
  CompilerArguments out;
  const PlainNames::Source source = names.source(path, text_of_instances(options));
  if (!source.include_folder.empty()) out.words.push_back("-I" + source.include_folder);
  for (const std::string& directory : options.include_dirs)
    out.words.push_back("-I" + names.include_folder(directory));
  for (const std::string& directory : options.system_dirs)
    out.words.insert(out.words.end(), {"-isystem", names.include_folder(directory)});
  for (const std::string& flag : options.flags) {
    const FlagWords words = known(flag);
    out.words.insert(out.words.end(), words.nvcc.begin(), words.nvcc.end());
  }
  if (!options.defines.empty()) out.words.insert(out.words.end(), {"-include", names.macros(options.defines)});
  for (const std::string& header : options.forced_includes)
    out.words.insert(out.words.end(), {"-include", names.header(as_header(header))});
  out.words.push_back(source.path);
  out.with_user_names = [&names](std::string text) { return names.with_user_names(std::move(text)); };
  return out;
}

}  // namespace warpproof
