#include "src/frontend/compile_cache.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "src/base/digest.h"
#include "src/frontend/clang_command.h"
#include "src/frontend/compiler_arguments.h"
#include "src/frontend/compiler_environment.h"
#include "src/frontend/process.h"
#include "src/frontend/source_facts.h"

namespace warpproof {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrelude = "/nonexistent/warpproof-prelude";  // in commands that only the driver sees
constexpr std::size_t kMostOutput = 1 << 20;
constexpr int kSeconds = 30;
constexpr std::size_t kMostRecords = 4;
constexpr int kFirstWithoutClock = 16;  // clang's version: what __DATE__ gives is fixed by the environment

class Key {
 public:
  void put(const std::string& text) { digest_.add(text); }
  void put(std::uint64_t number) { digest_.add(number); }
  void put(const std::vector<std::string>& all) {
    put(all.size());
    for (const std::string& one : all) put(one);
  }
  // All members are named: one that is added and forgotten here does not compile. Not part of a result: a limit of time
  // (what it cut short is not kept), who keeps it, and the folder of the build, whose flags are among the others by now.
  void put(const CompileOptions& options) {
    const auto& [compiler, target_sm, target_is_given, include_dirs, system_dirs, forced_includes, defines,
                 instances, flags, standard, build_dir, cuda_path, search_path, timeout_seconds, cache,
                 trace] = options;
    static_cast<void>(build_dir);
    static_cast<void>(timeout_seconds);
    static_cast<void>(cache);
    static_cast<void>(trace);
    put(static_cast<std::uint64_t>(compiler));
    put(static_cast<std::uint64_t>(target_sm));
    put(target_is_given ? 1 : 0);
    for (const auto* list : {&include_dirs, &system_dirs, &forced_includes, &defines, &instances, &flags})
      put(*list);
    for (const auto* text : {&standard, &cuda_path, &search_path}) put(*text);
  }
  void put(const SourceFacts& facts) {
    const auto& [has_kernel, uses_std, may_launch, launches, toolkit_include, toolkit_header, all_declared, only_host_libraries,
                 kernel_templates, part_header, with_double_percents] = facts;
    static_cast<void>(launches);  // what is read from the tree does not depend on them
    for (const bool fact :
         {has_kernel, uses_std, may_launch, all_declared, only_host_libraries, part_header, toolkit_include.has_value()})
      put(fact ? 1 : 0);
    if (toolkit_include) {
      put(toolkit_include->str());
      put(toolkit_header);
    }
    put(kernel_templates);
    for (const auto& [file, text] : with_double_percents) {
      put(file);
      put(text);
    }
  }
  std::string hex() { return digest_.hex(); }

 private:
  Digest digest_;
};

// "  "a" "b\"c"": the words of a command as clang's driver prints it.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> out;
  for (std::size_t i = line.find('"'); i != std::string::npos && i < line.size(); i = line.find('"', i)) {
    std::string word;
    for (++i; i < line.size() && line[i] != '"'; ++i) {
      if (line[i] == '\\' && i + 1 < line.size()) ++i;
      word += line[i];
    }
    ++i;
    out.push_back(word);
  }
  return out;
}

// The folders in which a command has clang look for headers; nothing where it says so by a word that is not known here.
std::optional<std::vector<std::string>> folders_of(const std::vector<std::string>& words) {
  static constexpr const char* kFolders[] = {"-internal-externc-isystem",
                                             "-internal-isystem",
                                             "-cxx-isystem",
                                             "-c-isystem",
                                             "-isystem",
                                             "-idirafter",
                                             "-iquote",
                                             "-I"};
  static constexpr const char* kOthers[] = {"-include", "-isysroot", "-imultilib"};
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto known = std::find_if(std::begin(kFolders), std::end(kFolders),
                                    [&](const char* name) { return word.starts_with(name); });
    if (known != std::end(kFolders)) {
      const bool is_next = word == *known;
      if (is_next && i + 1 >= words.size()) return std::nullopt;
      out.push_back(is_next ? words[++i] : word.substr(std::strlen(*known)));
    } else if (std::find(std::begin(kOthers), std::end(kOthers), word) != std::end(kOthers)) {
      ++i;
    } else if (word.starts_with("-i") || word.starts_with("-F") || word.starts_with("-fmodule") ||
               word.starts_with("-embed-dir") || word.starts_with("--embed-dir") ||
               word.find("vfsoverlay") != std::string::npos) {
      return std::nullopt;
    }
  }
  std::erase_if(out, [](const std::string& folder) { return folder.starts_with(kPrelude); });
  std::vector<std::string> once;
  for (const std::string& folder : out) {
    if (std::find(once.begin(), once.end(), folder) == once.end()) once.push_back(folder);
  }
  return once;
}

// Whether a program is one that a dynamic loader completes.
bool has_loader(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  Elf64_Ehdr head{};
  if (!in.read(reinterpret_cast<char*>(&head), sizeof head) ||
      std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0)
    return true;
  if (head.e_ident[EI_CLASS] != ELFCLASS64) return true;
  for (int i = 0; i < head.e_phnum; ++i) {
    Elf64_Phdr part{};
    in.seekg(static_cast<std::streamoff>(head.e_phoff + static_cast<std::uint64_t>(i) * head.e_phentsize));
    if (!in.read(reinterpret_cast<char*>(&part), sizeof part) || part.p_type == PT_INTERP) return true;
  }
  return false;
}

// What the loader says that it loads: "name => /path (0x..)" or "/path (0x..)".
std::vector<std::string> libraries_in(const std::string& output) {
  std::vector<std::string> out;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find('/');
    const std::size_t arrow = line.find("=> ");
    const std::size_t start = arrow != std::string::npos ? arrow + 3 : begin;
    const std::size_t end = line.rfind(" (0x");
    if (start == std::string::npos || end == std::string::npos || start >= end || line[start] != '/')
      continue;
    out.push_back(line.substr(start, end - start));
  }
  return out;
}

std::string result_key(const std::string& key, const std::string& record, const std::string& answers) {
  return "result " + Digest().add(key).add(record).add(answers).hex();
}

}  // namespace

struct CompileCache::Driver {
  std::string text;                  // all that it printed
  std::vector<std::string> folders;  // that are searched
  std::string program;               // that compiles
};

struct CompileCache::Question {
  std::string key;
  std::vector<std::string> folders, words, included_by_command;
};

CompileCache::CompileCache(Store& store, std::string tool) : store_(store), tool_(std::move(tool)) {}

std::optional<FoundCompiler> CompileCache::clang(const CompileOptions& options) {
  const std::string program = clang_program(options);
  if (program.empty()) return std::nullopt;
  const auto known = compilers_.find(program);
  if (known != compilers_.end()) return known->second;
  const std::optional<FoundCompiler> found = find_clang(options);
  if (found) compilers_.emplace(program, *found);
  return found;
}

// Of the program's bytes and those of all that is loaded into it; empty where they cannot be known.
std::string CompileCache::bytes_of_program(const std::string& path) {
  const auto [it, fresh] = programs_.try_emplace(path);
  if (!fresh) return it->second;
  const ProcessResult asked =
      run_process({path}, {"LC_ALL=C", "LD_TRACE_LOADED_OBJECTS=1"}, kSeconds, kMostOutput);
  const std::vector<std::string> libraries = libraries_in(asked.output);
  if (asked.timed_out || asked.truncated || (libraries.empty() && has_loader(path))) return "";
  Digest digest;
  std::vector<std::string> files = {path};
  files.insert(files.end(), libraries.begin(), libraries.end());
  for (const std::string& file : files) {
    const std::string bytes = sha256_of_file(file);
    if (bytes.empty()) return "";
    digest.add(bytes);
  }
  return it->second = digest.hex();
}

std::shared_ptr<const CompileCache::Driver> CompileCache::driver(const std::vector<std::string>& command) {
  const auto [it, fresh] = drivers_.try_emplace(command);
  if (!fresh) return it->second;
  const TemporaryDirectory temporary;
  const ProcessResult asked =
      run_process(command, compiler_environment(temporary.path()), kSeconds, kMostOutput);
  if (asked.exit_status != 0 || asked.timed_out || asked.truncated) return nullptr;
  if (asked.output.find(temporary.path()) != std::string::npos) return nullptr;  // it differs from run to run
  std::vector<std::vector<std::string>> commands;
  std::istringstream lines(asked.output);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(" \"")) continue;
    commands.push_back(words_of(line));
  }
  if (commands.size() != 1 || commands[0].size() < 2 || commands[0][1] != "-cc1") return nullptr;
  auto folders = folders_of(commands[0]);
  if (!folders) return nullptr;
  return it->second =
             std::make_shared<const Driver>(Driver{asked.output, *std::move(folders), commands[0][0]});
}

std::optional<CompileCache::Question> CompileCache::question(What what, const std::string& path,
                                                             const CompileOptions& options) {
  if (tool_.empty() || options.compiler == CompileOptions::Compiler::Nvcc) return std::nullopt;
  const SourceFacts facts = source_facts(path, options);
  std::vector<std::string> users = clang_arguments(path, options).words;
  const std::lock_guard lock(mutex_);
  const std::optional<FoundCompiler> found = clang(options);
  if (!found || found->major < kFirstWithoutClock) return std::nullopt;
  const std::string standard = options.standard.empty() ? "c++17" : options.standard;
  std::vector<std::string> command =
      what == What::Program
          ? device_command(*found, clang_flags(*found, options.target_sm, standard), facts, options, kPrelude)
          : host_command(*found, standard, facts, options, kPrelude);
  command.insert(command.begin() + 1, "-###");
  command.insert(command.end(), users.begin(), users.end());
  command.back() = "/dev/null";  // the source
  command.insert(command.end(), {"-o", "/dev/null"});
  const auto driver_says = driver(command);
  if (!driver_says) return std::nullopt;
  const std::string bytes = bytes_of_program(driver_says->program),
                    of_driver = bytes_of_program(found->program);
  if (bytes.empty() || of_driver.empty()) return std::nullopt;

  std::error_code error;
  const std::string here = fs::current_path(error).string();
  if (error) return std::nullopt;
  Key key;
  key.put("warpproof-compilation-1");
  key.put(static_cast<std::uint64_t>(what));
  key.put(tool_);
  key.put(here);
  key.put(fs::weakly_canonical(here, error).string());
  key.put(path);
  key.put(options);
  key.put(facts);
  key.put(users);
  key.put(kept_environment());
  key.put(command);
  key.put(found->program);
  key.put(driver_says->text);
  key.put(bytes);
  key.put(of_driver);
  // Which compiler is chosen depends on whether there is an nvcc; what it does, not: that is not kept.
  key.put(nvcc_program(options));
  Question out;
  out.key = "compilation " + key.hex();
  out.folders = driver_says->folders;
  out.words = options.defines;
  out.included_by_command = options.forced_includes;
  return out;
}

std::vector<std::string> CompileCache::records_of(const std::string& key) {
  const auto bytes = store_.get(key);
  try {
    return bytes ? unpacked<std::vector<std::string>>(*bytes) : std::vector<std::string>();
  } catch (const std::runtime_error&) {
    return {};
  }
}

std::optional<std::string> CompileCache::find_result(const std::string& key, const std::string& record,
                                                     const CompileOptions& options) {
  try {
    const std::string answers = answers_.digest(unpacked<ReadRecord>(record), options.system_dirs);
    return answers.empty() ? std::nullopt : store_.get(result_key(key, record, answers));
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

std::string CompileCache::get(What what, const std::string& path, const CompileOptions& options,
                              const Compute& compute) {
  ++asked_;
  std::optional<Question> asked;
  try {
    asked = question(what, path, options);
  } catch (const std::runtime_error&) {
    // What is wrong with the input is said where it is compiled.
  }
  CompileOptions traced = options;
  traced.cache = nullptr;
  if (!asked) {
    ReadTrace nobody_asks({}, {});
    traced.trace = &nobody_asks;
    return compute(traced);
  }
  // Those of the latest results: who goes from one branch to another comes back.
  std::vector<std::string> records = records_of(asked->key);
  for (const std::string& record : records) {
    if (auto kept = find_result(asked->key, record, options)) {
      ++taken_;
      return *std::move(kept);
    }
  }
  ReadTrace trace(asked->folders, asked->words);
  trace.source(path);
  for (const std::string& name : asked->included_by_command) trace.included_by_command(name);
  traced.trace = &trace;
  std::string result = compute(traced);
  if (!trace.is_known()) return result;
  const ReadRecord record = trace.record();
  // Asked now, and of files that are as they were when the compiler was started.
  FileAnswers now;
  const std::string answers = now.digest(record, options.system_dirs);
  if (answers.empty() || !is_older(record, trace.start())) return result;
  const std::string bytes = packed(record);
  store_.put(result_key(asked->key, bytes, answers), result);
  std::erase(records, bytes);
  records.insert(records.begin(), bytes);
  if (records.size() > kMostRecords) records.resize(kMostRecords);
  store_.put(asked->key, packed(records));
  return result;
}

}  // namespace warpproof
