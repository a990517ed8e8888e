#include "checker/cli/project_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <toml++/toml.h>

namespace warpproof::cli {
namespace {

using Type = ProjectKey::Type;
using Kind = TomlNode::Kind;

constexpr std::array kKeys = {
    // What is checked, and how it is compiled: for the whole project.
    ProjectKey{"all", "--all", Type::Flag, Level::Project},
    ProjectKey{"define", "-D", Type::Texts, Level::Project},
    ProjectKey{"include-dir", "-I", Type::Paths, Level::Project},
    ProjectKey{"system-dir", "--isystem", Type::Paths, Level::Project},
    ProjectKey{"include", "--include", Type::Headers, Level::Project},
    ProjectKey{"instantiate", "--instantiate", Type::Texts, Level::Project},
    ProjectKey{"flag", "-X", Type::Texts, Level::Project},
    ProjectKey{"std", "--std", Type::Text, Level::Project},
    ProjectKey{"build", "-p", Type::Path, Level::Project},
    ProjectKey{"compiler", "--compiler", Type::Text, Level::Project},
    ProjectKey{"cuda-path", "--cuda-path", Type::Path, Level::Project},
    ProjectKey{"host", "--host", Type::Paths, Level::Project},
    ProjectKey{"jobs", "--jobs", Type::Number, Level::Project},
    ProjectKey{"memory", "--memory", Type::Number, Level::Project},
    ProjectKey{"seed", "--seed", Type::Number, Level::Project},
    ProjectKey{"total-timeout", "--total-timeout", Type::Number, Level::Project},
    ProjectKey{"cache", "--cache", Type::Path, Level::Project},
    ProjectKey{"baseline", "--baseline", Type::Path, Level::Project},
    ProjectKey{"max-findings", "--max-findings", Type::Number, Level::Project},
    // Of kernels.
    ProjectKey{"assume", "--assume", Type::Texts, Level::Kernel},
    ProjectKey{"size", "--size", Type::Pairs, Level::Kernel},
    ProjectKey{"param", "--param", Type::Pairs, Level::Kernel},
    ProjectKey{"policy", "--policy", Type::Pairs, Level::Kernel},
    ProjectKey{"bounds", "--bounds", Type::Flag, Level::Kernel},
    ProjectKey{"alias", "--alias", Type::Text, Level::Kernel},
    ProjectKey{"effort", "--effort", Type::Number, Level::Kernel},
    ProjectKey{"timeout", "--timeout", Type::Number, Level::Kernel},
    ProjectKey{"unroll", "--unroll", Type::Number, Level::Kernel},
    // Of launches.
    ProjectKey{"block", "--block", Type::Sizes, Level::Launch},
    ProjectKey{"grid", "--grid", Type::Text, Level::Launch},
    ProjectKey{"dynamic-shared", "--dynamic-shared", Type::Number, Level::Launch},
    ProjectKey{"target", "--target", Type::Text, Level::Launch},
};

constexpr std::array<const char*, 5> kOfProject = {"files", "exclude", "launch", "kernel", "suppress"};
constexpr std::array<const char*, 3> kOfKernel = {"name", "file", "launch"};

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::Text: return "a text";
    case Kind::Integer: return "an integer";
    case Kind::Number: return "a number";
    case Kind::Flag: return "true or false";
    case Kind::List: return "a list";
    case Kind::Table: return "a table";
    case Kind::Other: return "a date or a time";
  }
  return "";
}

[[noreturn]] void wrong(const TomlNode& node, const std::string& expected) {
  throw InputError(node.where, fmt::format("expected {}, not {}", expected, name_of(node.kind)));
}

class Converter {
 public:
  explicit Converter(const std::string& file) : file_(file) {}

  TomlNode node(const toml::node& from) const {
    TomlNode out;
    out.where = place(from.source());
    if (const auto* const text = from.as_string()) {
      out.kind = Kind::Text;
      out.text = plain(text->get(), out.where);
    } else if (const auto* const integer = from.as_integer()) {
      out.kind = Kind::Integer;
      out.text = std::to_string(integer->get());
    } else if (const auto* const number = from.as_floating_point()) {
      out.kind = Kind::Number;
      out.text = fmt::format("{}", number->get());
    } else if (const auto* const flag = from.as_boolean()) {
      out.kind = Kind::Flag;
      out.flag = flag->get();
    } else if (const auto* const array = from.as_array()) {
      out.kind = Kind::List;
      for (const toml::node& element : *array) out.elements.push_back(node(element));
    } else if (const auto* const table = from.as_table()) {
      out.kind = Kind::Table;
      for (const auto& [key, value] : *table) {
        out.members.emplace_back(plain(std::string(key.str()), place(key.source())), node(value));
        // Of values that are lists or tables the key is what a reader looks for.
        TomlNode& member = out.members.back().second;
        if (member.kind == Kind::Table || member.where.line == 0) member.where = place(key.source());
      }
    }
    return out;
  }

  SourceLocation place(const toml::source_region& region) const {
    return {file_, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
  }

 private:
  static std::string plain(const std::string& text, const SourceLocation& where) {
    const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
    if (std::any_of(text.begin(), text.end(), is_control)) throw InputError(where, "a text with a line break or another control character");
    return text;
  }

  const std::string& file_;
};

}  // namespace

const TomlNode* TomlNode::find(const std::string& key) const {
  const auto it = std::find_if(members.begin(), members.end(), [&](const auto& m) { return m.first == key; });
  return it == members.end() ? nullptr : &it->second;
}

namespace {

// Dotted keys are tables within tables, and the parser goes down one call for each.
void require_flat_keys(const std::string& text, const std::string& file) {
  constexpr int kMostDots = 200;
  int line = 1, dots = 0;
  char quote = '\0';
  for (const char c : text) {
    if (c == '\n') {
      ++line;
      dots = 0;
      quote = '\0';
    } else if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '.' && ++dots > kMostDots) {
      throw InputError({file, line, 0}, fmt::format("more than {} dots in a line", kMostDots));
    }
  }
}

}  // namespace

TomlNode parse_toml(const std::string& text, const std::string& file) {
  require_flat_keys(text, file);
  const Converter converter(file);
  try {
    const toml::table table = toml::parse(text);
    return converter.node(table);
  } catch (const toml::parse_error& error) {
    throw InputError(converter.place(error.source()), std::string(error.description()));
  }
}

std::string text_of(const TomlNode& node) {
  if (node.kind != Kind::Text) wrong(node, "a text in quotes");
  return node.text;
}

std::vector<TomlNode> texts_of(const TomlNode& node) {
  if (node.kind == Kind::Text) return {node};
  if (node.kind != Kind::List) wrong(node, "a text or a list of texts");
  for (const TomlNode& element : node.elements) text_of(element);
  return node.elements;
}

const ProjectKey* find_key(const std::string& name, Level level) {
  const auto it = std::find_if(kKeys.begin(), kKeys.end(), [&](const ProjectKey& k) { return k.name == name && k.level >= level; });
  return it == kKeys.end() ? nullptr : &*it;
}

bool is_structure(const std::string& name, Level level) {
  if (level == Level::Project) return std::find(kOfProject.begin(), kOfProject.end(), name) != kOfProject.end();
  return level == Level::Kernel && std::find(kOfKernel.begin(), kOfKernel.end(), name) != kOfKernel.end();
}

std::string unknown_key(const std::string& name, Level level) {
  if (find_key(name, Level::Kernel) != nullptr)
    return fmt::format("'{}' is not part of a launch: write it before the first table, or in [[kernel]]", name);
  if (find_key(name, Level::Project) != nullptr)
    return fmt::format("'{}' applies to the whole project: write it before the first table", name);
  std::string names;
  const auto add = [&](const char* one) { names += (names.empty() ? "" : ", ") + std::string(one); };
  if (level == Level::Project) std::for_each(kOfProject.begin(), kOfProject.end(), add);
  if (level == Level::Kernel) std::for_each(kOfKernel.begin(), kOfKernel.end(), add);
  for (const ProjectKey& key : kKeys) {
    if (key.level >= level) add(key.name);
  }
  return fmt::format("no key '{}' here; there are: {}", name, names);
}

std::string word_of(const std::string& option, const std::string& value) {
  return option.starts_with("--") ? option + "=" + value : option + value;
}

std::vector<std::string> words_of_key(const ProjectKey& key, const TomlNode& node,
                                      const std::function<std::string(const std::string&)>& path) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& value) { out.push_back(word_of(key.option, value)); };
  const bool is_number = node.kind == Kind::Integer || node.kind == Kind::Number;
  switch (key.type) {
    case Type::Flag:
      if (node.kind != Kind::Flag) wrong(node, "true or false");
      if (node.flag) out.emplace_back(key.option);
      break;
    case Type::Number:
      if (!is_number) wrong(node, "a number");
      add(node.text);
      break;
    case Type::Text:
      if (node.kind != Kind::Text && node.kind != Kind::Integer) wrong(node, "a text");
      add(node.text);
      break;
    case Type::Path:
      add(path(text_of(node)));
      break;
    case Type::Paths:
      for (const TomlNode& one : texts_of(node)) add(path(text_of(one)));
      break;
    case Type::Headers:  // by its path, or by a name that include folders are searched for
      for (const TomlNode& one : texts_of(node)) {
        std::error_code ignored;
        const std::string full = path(text_of(one));
        add(std::filesystem::is_regular_file(full, ignored) ? full : text_of(one));
      }
      break;
    case Type::Texts:
      for (const TomlNode& one : texts_of(node)) add(text_of(one));
      break;
    case Type::Sizes:
      if (node.kind == Kind::Integer) {
        add(node.text);
        break;
      }
      if (node.kind != Kind::List && node.kind != Kind::Text) wrong(node, "a text or a list of texts");
      for (const TomlNode& one : node.kind == Kind::List ? node.elements : std::vector<TomlNode>{node}) {
        if (one.kind != Kind::Text && one.kind != Kind::Integer) wrong(one, "a text");
        add(one.text);
      }
      break;
    case Type::Pairs:
      if (node.kind != Kind::Table) wrong(node, fmt::format("a table, as in {} = {{ name = .. }}", key.name));
      for (const auto& [name, value] : node.members) {
        if (value.kind != Kind::Text && value.kind != Kind::Integer) wrong(value, "a text or an integer");
        add(name + "=" + value.text);
      }
      break;
  }
  return out;
}

}  // namespace warpproof::cli
