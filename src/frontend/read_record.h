// What the result of a compiler depends on besides its words: which files it read, and where it looked for files.
//
// A later run would read the same, and give the same, where all of this is answered as before (FileAnswers::digest):
//  * `files`: their bytes, and which of them are one file by two names (#pragma once);
//  * `names` in each of `folders`, and `beside`: whether a file is there. These are all places where a preprocessor may look
//    for a file of a name that stands in a text that it read (include_names.h), whether it does or not: a header that is
//    found earlier on the path now, or that __has_include finds, is a file where none was;
//  * `canonical`: what paths are without links, by which files are distinguished in reports;
//  * `asked`: whether a file is of a library (LibraryFiles).
#pragma once

#include <ctime>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "src/base/archive.h"

namespace warpproof {

struct ReadRecord {
  std::vector<std::string> files, folders, names, beside, canonical, asked;
};

template <class Archive>
void each(Archive& archive, Is<ReadRecord> auto& value) {
  auto& [files, folders, names, beside, canonical, asked] = value;
  archive(files, folders, names, beside, canonical, asked);
}

// Answers of the file system, each asked for once. May be used by several threads.
class FileAnswers {
 public:
  // `system_dirs`: folders of libraries. Empty where a file that was read cannot be read.
  std::string digest(const ReadRecord& record, const std::vector<std::string>& system_dirs);

 private:
  struct File {
    std::string bytes;  // SHA-256; empty where it cannot be read
    std::pair<unsigned long long, unsigned long long> identity;
  };
  const File& file(const std::string& path);
  char kind(const std::string& path);
  const std::string& canonical(const std::string& path);

  std::mutex mutex_;
  std::map<std::string, File> files_;
  std::map<std::string, char> kinds_;
  std::map<std::string, std::string> canonical_;
  // What `kind` says of a name in each of some folders, by the folders and the name.
  std::map<std::string, std::map<std::string, std::string>> kinds_in_;
  std::map<std::string, bool> library_;  // by folders and file
};

// Whether nothing of it was changed since `start`: what was changed then may not be what was read.
bool is_older(const ReadRecord& record, const timespec& start);

}  // namespace warpproof
