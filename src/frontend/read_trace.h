// What the compilers that are run for one result read, as they go.
#pragma once

#include <cstddef>
#include <ctime>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/frontend/read_record.h"

namespace warpproof {

class ReadTrace {
 public:
  // `folders`: all that clang searches. `words`: texts of the command that are read as code, macros say.
  ReadTrace(std::vector<std::string> folders, const std::vector<std::string>& words);

  // A source, before it is compiled, or a header that is included by the command.
  void source(const std::string& path);
  void included_by_command(const std::string& name);
  // A run of clang has ended: the file in which it listed its headers, one a line, and the folder of the prelude.
  void ran(const std::string& headers, const std::string& prelude);
  // It did not compile.
  void failed(std::string_view output);
  void asks_canonical(const std::string& path) { canonical_.insert(path); }
  void asks_library(const std::string& path) { asked_.insert(path); }
  // The result depends on something else.
  void spoil() { is_spoilt_ = true; }

  // Nothing where it is not known what the result depends on.
  bool is_known();
  ReadRecord record() const;
  const timespec& start() const { return start_; }

 private:
  void read(const std::string& path, bool is_own);
  bool is_each_named() const;
  void add_names_of_files();

  timespec start_{};
  std::vector<std::string> folders_;
  std::set<std::string> sources_, files_, names_, beside_, canonical_, asked_;
  std::set<std::string> computed_in_;  // folders of files that include what a macro says
  bool has_computed_ = false, has_failed_ = false, is_spoilt_ = false, is_closed_ = false;
  bool has_first_part_ = false, has_last_part_ = false;
};

}  // namespace warpproof
