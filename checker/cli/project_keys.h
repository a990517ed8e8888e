// The keys of a project's file, and its TOML as a tree with places.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "src/base/source.h"

namespace warpproof::cli {

struct TomlNode {
  enum class Kind { Text, Integer, Number, Flag, List, Table, Other };
  Kind kind = Kind::Other;
  SourceLocation where;
  std::string text;  // of values: numbers as they are written out again
  bool flag = false;
  std::vector<TomlNode> elements;
  std::vector<std::pair<std::string, TomlNode>> members;  // by key, each with its key's place

  const TomlNode* find(const std::string& key) const;
};

// Throws InputError for what is no TOML, and for text with control characters, which no option takes.
TomlNode parse_toml(const std::string& text, const std::string& file);

// Throw InputError for a node of another type. A text alone is a list of one.
std::string text_of(const TomlNode& node);
std::vector<TomlNode> texts_of(const TomlNode& node);

enum class Level { Project, Kernel, Launch };

struct ProjectKey {
  enum class Type { Text, Texts, Number, Flag, Pairs, Path, Paths, Headers, Sizes };
  const char *name, *option;
  Type type;
  Level level;  // the innermost table that may have it
};

// Nothing where a table of that level has no such option. Keys that are no options are structure: files, [[kernel]], ..
const ProjectKey* find_key(const std::string& name, Level level);
bool is_structure(const std::string& name, Level level);
std::string unknown_key(const std::string& name, Level level);

// "--block=32", "-DN=3": an option with its value in one word, so that no value is read as an option.
std::string word_of(const std::string& option, const std::string& value);

// The words of a command line. `path` makes a path of the file's one of the working folder's.
std::vector<std::string> words_of_key(const ProjectKey& key, const TomlNode& node,
                                      const std::function<std::string(const std::string&)>& path);

}  // namespace warpproof::cli
