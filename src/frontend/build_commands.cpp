#include "src/frontend/build_commands.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <tuple>

#include "src/base/source.h"
#include "src/frontend/compiler_flags.h"

namespace warpproof {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = 256 << 20;
constexpr int kDeepestFile = 8;  // files of options within each other

struct Entry {
  fs::path directory;
  std::vector<std::string> words;
};

std::string read(const fs::path& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  std::ifstream in(path, std::ios::binary);
  if (error || !in) throw InputError({path.string()}, "cannot be read");
  if (size > kMostBytes) throw InputError({path.string()}, "is larger than 256 MB");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string text_of(const nlohmann::json& object, const char* key) {
  const auto it = object.find(key);
  return it != object.end() && it->is_string() ? it->get<std::string>() : "";
}

nlohmann::json read_database(const fs::path& database) {
  auto all = nlohmann::json::parse(read(database), nullptr, false);
  if (!all.is_array())
    throw InputError({database.string()}, "is no compilation database: a list of commands was expected");
  return all;
}

// The file of an entry, by its full path.
fs::path file_of(const fs::path& database, const nlohmann::json& item) {
  std::error_code ignored;
  // A directory that is not absolute is one beside the database.
  const fs::path file = database.parent_path() / text_of(item, "directory") / text_of(item, "file");
  return fs::weakly_canonical(fs::absolute(file, ignored), ignored);
}

std::vector<std::string> words_of(const nlohmann::json& item) {
  const auto words = item.find("arguments");
  if (words == item.end() || !words->is_array()) return split_command(text_of(item, "command"));
  std::vector<std::string> out;
  for (const auto& word : *words)
    if (word.is_string()) out.push_back(word.get<std::string>());
  return out;
}

// Never empty.
std::vector<Entry> find_entries(const fs::path& database, const std::string& path) {
  std::error_code ignored;
  const fs::path wanted = fs::weakly_canonical(fs::absolute(path, ignored), ignored);
  std::vector<Entry> out;
  for (const auto& item : read_database(database)) {
    if (item.is_object() && file_of(database, item) == wanted) out.push_back({database.parent_path() / text_of(item, "directory"), words_of(item)});
  }
  if (out.empty()) throw InputError({path}, "has no command in " + database.string());
  return out;
}

bool says_cuda(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "-x" && (words[i + 1] == "cu" || words[i + 1] == "cuda")) return true;
  }
  return std::find_if(words.begin(), words.end(), [](const std::string& w) { return w == "-xcu" || w == "-xcuda"; }) != words.end();
}

// Options whose value may stand in the next word, by what is done with it.
enum class Value { Include, System, Header, Define, Undefine, Standard, Target, ForHost, ForClang, Options, Nothing };
struct Spelling {
  const char* name;
  Value value;
  bool joined = false;  // the value may follow at once, as in -Ifolder
};
constexpr Spelling kSpellings[] = {{"-I", Value::Include, true},
                                   {"--include-path", Value::Include},
                                   {"-iquote", Value::Include, true},
                                   {"-isystem", Value::System, true},
                                   {"--system-include", Value::System},
                                   {"-idirafter", Value::System, true},
                                   {"-include", Value::Header},
                                   {"--pre-include", Value::Header},
                                   {"-D", Value::Define, true},
                                   {"--define-macro", Value::Define},
                                   {"-U", Value::Undefine, true},
                                   {"--undefine-macro", Value::Undefine},
                                   {"-std", Value::Standard},
                                   {"--std", Value::Standard},
                                   {"-arch", Value::Target},
                                   {"--gpu-architecture", Value::Target},
                                   {"-gencode", Value::Target},
                                   {"--generate-code", Value::Target},
                                   {"--cuda-gpu-arch", Value::Target},
                                   {"--offload-arch", Value::Target},
                                   {"-Xcompiler", Value::ForHost},
                                   {"--compiler-options", Value::ForHost},
                                   {"-optf", Value::Options},
                                   {"--options-file", Value::Options},
                                   {"-o", Value::Nothing},
                                   {"--output-file", Value::Nothing},
                                   {"-odir", Value::Nothing},
                                   {"--output-directory", Value::Nothing},
                                   {"-code", Value::Nothing},
                                   {"--gpu-code", Value::Nothing},
                                   {"-x", Value::Nothing, true},
                                   {"--x", Value::Nothing},
                                   {"-MF", Value::Nothing},
                                   {"-MT", Value::Nothing},
                                   {"-MQ", Value::Nothing},
                                   {"-ccbin", Value::Nothing},
                                   {"--compiler-bindir", Value::Nothing},
                                   {"-Xptxas", Value::Nothing},
                                   {"--ptxas-options", Value::Nothing},
                                   {"-Xnvlink", Value::Nothing},
                                   {"--nvlink-options", Value::Nothing},
                                   {"-Xlinker", Value::Nothing},
                                   {"--linker-options", Value::Nothing},
                                   {"-Xcudafe", Value::Nothing},
                                   {"-diag-suppress", Value::Nothing},
                                   {"--diag-suppress", Value::Nothing},
                                   {"-diag-error", Value::Nothing},
                                   {"--diag-error", Value::Nothing},
                                   {"-Werror", Value::Nothing},
                                   {"-maxrregcount", Value::Nothing},
                                   {"--maxrregcount", Value::Nothing},
                                   {"-t", Value::Nothing},
                                   {"--threads", Value::Nothing},
                                   {"-cudart", Value::Nothing},
                                   {"--cudart", Value::Nothing},
                                   {"--default-stream", Value::Nothing},
                                   {"-default-stream", Value::Nothing},
                                   {"-keep-dir", Value::Nothing},
                                   {"--keep-dir", Value::Nothing},
                                   {"--machine", Value::Nothing},
                                   {"-m", Value::Nothing},
                                   {"-target", Value::Nothing},
                                   {"--sysroot", Value::Nothing},
                                   {"-Xclang", Value::ForClang},
                                   {"-mllvm", Value::Nothing}};
// Those above whose value cannot follow: g++'s -Werror has none.
bool stands_alone(const std::string& word, const std::string& next) {
  return word == "-Werror" && next != "all-warnings" && next != "cross-execution-space-call" && next != "reorder" &&
         next != "deprecated-declarations" && next != "ext-lambda-captures-this";
}

class Command {
 public:
  Command(const Entry& entry, BuildFlags& out) : directory_(entry.directory), out_(out) {}

  void take(const std::vector<std::string>& words, int depth) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i];
      if (word.starts_with("@")) {
        take_file(word.substr(1), depth);
        continue;
      }
      if (word.size() < 2 || word[0] != '-') continue;  // a file
      const Spelling* best = nullptr;
      std::string value;
      bool is_next = false;
      for (const Spelling& s : kSpellings) {
        const std::string name = s.name;
        if (word == name) {
          if (i + 1 >= words.size() || stands_alone(word, words[i + 1])) continue;
          best = &s;
          value = words[i + 1];
          is_next = true;
          break;
        }
        const bool by_equals = word.starts_with(name + "=") && name.size() > 2;
        if (!by_equals && !(s.joined && word.starts_with(name))) continue;
        best = &s;
        value = word.substr(name.size() + (by_equals ? 1 : 0));
      }
      if (best == nullptr) {
        flag(word);
        continue;
      }
      i += is_next ? 1 : 0;
      take(word, *best, value, depth);
    }
  }

 private:
  void take(const std::string& word, const Spelling& spelling, const std::string& value, int depth) {
    CompileOptions& o = out_.options;
    switch (spelling.value) {
      case Value::Include:
        return folders(value, o.include_dirs);
      case Value::System:
        return folders(value, o.system_dirs);
      case Value::Header: {
        std::error_code ignored;
        const fs::path here = directory_ / value;
        o.forced_includes.push_back(fs::is_regular_file(here, ignored) ? here.string() : value);
        return;
      }
      // The last one counts.
      case Value::Define:
        std::erase(o.flags, "-U" + macro_of(value));
        o.defines.push_back(value);
        return;
      case Value::Undefine:
        std::erase_if(o.defines, [&](const std::string& define) { return macro_of(define) == value; });
        return flag("-U" + value);
      case Value::Standard:
        if (const auto known = standard_of(value)) {
          if (o.standard.empty()) o.standard = *known;
        } else {
          out_.not_followed.push_back(word);
        }
        return;
      case Value::Target:
        return target(value);
      case Value::ForHost:
        for (const std::string& part : parts(value)) flag(part);
        return;
      case Value::ForClang:
        return not_followed(word + " " + value);
      case Value::Options:
        for (const std::string& file : parts(value)) take_file(file, depth);
        return;
      case Value::Nothing:
        return;
    }
  }

  static std::vector<std::string> parts(const std::string& list) {
    std::vector<std::string> out;
    std::istringstream in(list);
    for (std::string part; std::getline(in, part, ',');)
      if (!part.empty()) out.push_back(part);
    return out;
  }

  // nvcc takes a list; a folder's name may hold a comma too.
  void folders(const std::string& value, std::vector<std::string>& out) {
    std::error_code ignored;
    const bool is_list = value.find(',') != std::string::npos && !fs::is_directory(directory_ / value, ignored);
    for (const std::string& folder : is_list ? parts(value) : std::vector<std::string>{value})
      if (!folder.empty()) out.push_back((directory_ / folder).string());
  }

  // "sm_80", "compute_80", "arch=compute_80,code=sm_80": the first number of the command.
  void target(const std::string& value) {
    if (out_.options.target_is_given) return;
    for (const char* prefix : {"sm_", "compute_"}) {
      const std::size_t at = value.find(prefix);
      if (at == std::string::npos) continue;
      int number = 0;
      for (std::size_t i = at + std::string_view(prefix).size(); i < value.size() && number < 1000; ++i) {
        if (!std::isdigit(static_cast<unsigned char>(value[i]))) break;
        number = 10 * number + (value[i] - '0');
      }
      if (number < 30 || number > 999) continue;
      out_.options.target_sm = number;
      out_.options.target_is_given = true;
      return;
    }
  }

  void flag(const std::string& word) {
    const bool is_for_preprocessor = word.starts_with("-Wp,");
    if (is_immaterial_flag(word) && !is_for_preprocessor) return;
    if (words_of_flag(word) && !is_for_preprocessor) {
      out_.options.flags.push_back(word);
    } else {
      not_followed(word);
    }
  }

  void not_followed(const std::string& word) {
    if (std::find(out_.not_followed.begin(), out_.not_followed.end(), word) == out_.not_followed.end()) out_.not_followed.push_back(word);
  }

  // "BUG" of "BUG=1", "f" of "f(x)=x".
  static std::string macro_of(const std::string& define) { return define.substr(0, define.find_first_of("=(")); }

  void take_file(const std::string& name, int depth) {
    if (depth >= kDeepestFile) throw InputError({name}, "files of options name each other too deeply");
    take(split_command(read(directory_ / name)), depth + 1);
  }

  fs::path directory_;
  BuildFlags& out_;
};

}  // namespace

std::vector<std::string> cuda_files_of_build(const std::string& database) {
  std::vector<std::string> out;
  std::set<std::string> seen;
  for (const auto& item : read_database(database)) {
    if (!item.is_object()) continue;
    const fs::path file = file_of(database, item);
    const bool is_cuda = file.extension() == ".cu" || says_cuda(words_of(item));
    if (is_cuda && seen.insert(file.string()).second) out.push_back(file.string());
  }
  return out;
}

std::vector<std::string> split_command(const std::string& command) {
  std::vector<std::string> out;
  std::string word;
  bool in_word = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (std::isspace(static_cast<unsigned char>(c))) {
      if (in_word) out.push_back(std::exchange(word, ""));
      in_word = false;
      continue;
    }
    in_word = true;
    if (c == '\\' && i + 1 < command.size()) {
      if (command[++i] != '\n') word += command[i];
    } else if (c == '\'') {
      while (++i < command.size() && command[i] != '\'') word += command[i];
    } else if (c == '"') {
      while (++i < command.size() && command[i] != '"') {
        const bool escapes = command[i] == '\\' && i + 1 < command.size() &&
                             std::string_view("\"\\$`\n").find(command[i + 1]) != std::string_view::npos;
        if (escapes && command[++i] == '\n') continue;
        word += command[i];
      }
    } else {
      word += c;
    }
  }
  if (in_word) out.push_back(word);
  return out;
}

BuildFlags with_build_flags(const CompileOptions& options, const std::string& path) {
  BuildFlags out{options, {}};
  if (options.build_dir.empty()) return out;
  out.options.build_dir.clear();
  std::error_code ignored;
  fs::path database = options.build_dir;
  if (fs::is_directory(database, ignored)) database /= "compile_commands.json";
  const auto take = [](Entry entry, BuildFlags& flags) {
    Command command(entry, flags);
    // First comes the compiler, perhaps after one that keeps what it wrote.
    if (!entry.words.empty()) entry.words.erase(entry.words.begin());
    command.take(entry.words, 0);
  };
  const std::vector<Entry> entries = find_entries(database, path);
  const BuildFlags asked = out;
  take(entries.front(), out);
  // A file may be compiled more than once.
  const auto what_shapes_it = [](const BuildFlags& f) {
    const CompileOptions& o = f.options;
    return std::tie(o.include_dirs, o.system_dirs, o.forced_includes, o.defines, o.flags, o.standard, f.not_followed);
  };
  const bool differs = std::any_of(entries.begin() + 1, entries.end(), [&](const Entry& entry) {
    BuildFlags other = asked;
    take(entry, other);
    return what_shapes_it(other) != what_shapes_it(out);
  });
  if (differs) out.not_followed.emplace_back("(those of its other commands)");
  return out;
}

}  // namespace warpproof
