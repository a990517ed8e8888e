#include "src/frontend/read_record.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>

#include "src/base/digest.h"
#include "src/frontend/library_files.h"

namespace warpproof {
namespace {

namespace fs = std::filesystem;

constexpr long kTick = 20'000'000;  // nanoseconds by which times of files may be older than the clock says

// Which of a record's files are one file by two names, as numbers.
class Identities {
 public:
  std::uint64_t number(const std::pair<unsigned long long, unsigned long long>& identity) {
    return numbers_.try_emplace(identity, numbers_.size()).first->second;
  }

 private:
  std::map<std::pair<unsigned long long, unsigned long long>, std::uint64_t> numbers_;
};

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += std::to_string(word.size()) + ":" + word;
  return out;
}

char kind_of(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return '-';
  if (!S_ISREG(info.st_mode)) return 'd';
  return ::access(path.c_str(), R_OK) == 0 ? 'f' : 'u';
}

// Looks at times of files and folders, once each.
class Times {
 public:
  explicit Times(const timespec& start) : start_(start) {
    const char* variable = std::getenv("TMPDIR");
    std::error_code ignored;
    temporary_ = fs::absolute(variable != nullptr && *variable != '\0' ? variable : "/tmp", ignored)
                     .lexically_normal()
                     .string();
  }

  // Both what a link is and what it leads to. The folder in which this program itself makes folders is passed over.
  bool are_old(const std::string& path) {
    const auto [it, fresh] = old_.try_emplace(path, true);
    if (!fresh) return it->second;
    std::error_code ignored;
    if (fs::absolute(path, ignored).lexically_normal() == temporary_) return true;
    struct stat info {};
    bool out = true;
    if (::lstat(path.c_str(), &info) == 0) out = is_old(info.st_ctim);
    if (out && ::stat(path.c_str(), &info) == 0) out = is_old(info.st_ctim);
    return old_[path] = out;
  }

  // A place where a file may be, and each folder from `folder` on that leads there: what comes or goes changes the folder
  // in which it does.
  bool are_old_below(const std::string& folder, const std::string& name) {
    if (!are_old(folder)) return false;
    for (std::size_t end = name.find('/'); end != std::string::npos; end = name.find('/', end + 1)) {
      if (!are_old(folder + "/" + name.substr(0, end))) return false;
    }
    return are_old(folder + "/" + name);
  }

 private:
  bool is_old(const timespec& changed) const {
    const long long from = start_.tv_sec * 1'000'000'000LL + start_.tv_nsec - kTick;
    return changed.tv_sec * 1'000'000'000LL + changed.tv_nsec < from;
  }

  const timespec start_;
  std::string temporary_;
  std::map<std::string, bool> old_;
};

}  // namespace

const FileAnswers::File& FileAnswers::file(const std::string& path) {
  const auto [it, fresh] = files_.try_emplace(path);
  if (fresh) {
    struct stat info {};
    if (::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode)) {
      it->second.identity = {info.st_dev, info.st_ino};
      it->second.bytes = sha256_of_file(path);
    }
  }
  return it->second;
}

char FileAnswers::kind(const std::string& path) {
  const auto [it, fresh] = kinds_.try_emplace(path, '-');
  if (fresh) it->second = kind_of(path);
  return it->second;
}

const std::string& FileAnswers::canonical(const std::string& path) {
  const auto [it, fresh] = canonical_.try_emplace(path);
  std::error_code ignored;
  if (fresh) it->second = fs::weakly_canonical(path, ignored).string();
  return it->second;
}

std::string FileAnswers::digest(const ReadRecord& record, const std::vector<std::string>& system_dirs) {
  const auto& [files, folders, names, beside, canonical_paths, asked] = record;
  const std::lock_guard lock(mutex_);
  Digest out;
  Identities identities;
  for (const std::string& path : files) {
    const File& known = file(path);
    if (known.bytes.empty()) return "";
    out.add(known.bytes).add(identities.number(known.identity));
  }
  auto& kinds_in = kinds_in_[joined(folders)];
  for (const std::string& name : names) {
    const auto [it, fresh] = kinds_in.try_emplace(name);
    if (fresh) {
      for (const std::string& folder : folders) it->second += kind(folder + "/" + name);
    }
    out.add(it->second);
  }
  std::string places;
  for (const std::string& path : beside) places += kind(path);
  out.add(places);
  for (const std::string& path : canonical_paths) out.add(canonical(path));
  const std::string libraries = joined(system_dirs);
  std::optional<LibraryFiles> of_libraries;
  for (const std::string& path : asked) {
    const auto [it, fresh] = library_.try_emplace(libraries + path, false);
    if (fresh) {
      if (!of_libraries) of_libraries.emplace(system_dirs);
      it->second = of_libraries->contains(path);
    }
    out.add(it->second ? 1 : 0);
  }
  return out.hex();
}

bool is_older(const ReadRecord& record, const timespec& start) {
  Times times(start);
  for (const std::string& path : record.files) {
    if (!times.are_old(path)) return false;
  }
  for (const std::string& folder : record.folders) {
    for (const std::string& name : record.names) {
      if (!times.are_old_below(folder, name)) return false;
    }
  }
  for (const std::string& path : record.beside) {
    const std::size_t end = path.rfind('/');
    if (end != std::string::npos && !times.are_old(path.substr(0, std::max<std::size_t>(end, 1))))
      return false;
    if (!times.are_old(path)) return false;
  }
  return true;
}

}  // namespace warpproof
