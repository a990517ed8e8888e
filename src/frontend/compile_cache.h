// Results of compilers from earlier runs: PTX, and launches that were read from host code.
//
// A result is taken only if all that it depends on is what it was:
//  * the key: what is asked for; every option and flag; what is known of the source and of the headers beside it before a
//    compiler is chosen; the working directory; the environment, but for variables that the compiler is not given
//    (compiler_environment.h); the bytes of this program, of clang, and of the libraries that it loads; and the command
//    that clang's driver makes of all this, with each folder that it searches (its configuration files, the C++ library that
//    it finds, precompiled headers: it decides by looking at the file system, so it is asked in each run);
//  * the record of what was read and looked for (read_record.h), whose answers are those of now.
// What is known by the key alone are records of earlier results; a result is kept under the key, the record, and the
// answers. So it does not matter whose records are found: where they are answered otherwise, there is no result.
// Not kept are results in which nvcc, time, memory or a full disk had a part, and those of which the record is not known to
// be whole (ReadTrace::is_known), or of files that were changed while the compiler ran (is_older).
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "src/base/archive.h"
#include "src/base/store.h"
#include "src/frontend/compile.h"
#include "src/frontend/found_compiler.h"
#include "src/frontend/read_record.h"
#include "src/frontend/read_trace.h"

namespace warpproof {

class CompileCache {
 public:
  enum class What : std::uint8_t { Program, Launches };
  using Compute = std::function<std::string(const CompileOptions& traced)>;

  // `tool`: a digest of this program; nothing is kept or taken where it is empty.
  CompileCache(Store& store, std::string tool);

  // What `compute` gives for the options with a trace of what is read, or gave.
  std::string get(What what, const std::string& path, const CompileOptions& options, const Compute& compute);

  // Of the calls so far: all, and those that were answered by an earlier run.
  std::size_t asked() const { return asked_; }
  std::size_t taken() const { return taken_; }

 private:
  struct Question;
  struct Driver;
  std::optional<Question> question(What what, const std::string& path, const CompileOptions& options);
  std::optional<FoundCompiler> clang(const CompileOptions& options);
  std::shared_ptr<const Driver> driver(const std::vector<std::string>& command);
  std::string bytes_of_program(const std::string& path);
  std::vector<std::string> records_of(const std::string& key);
  std::optional<std::string> find_result(const std::string& key, const std::string& record,
                                         const CompileOptions& options);

  Store& store_;
  const std::string tool_;
  FileAnswers answers_;
  std::atomic<std::size_t> asked_ = 0, taken_ = 0;
  std::mutex mutex_;
  std::map<std::string, FoundCompiler> compilers_;  // by path
  std::map<std::string, std::string> programs_;     // digests of programs and their libraries, by path
  std::map<std::vector<std::string>, std::shared_ptr<const Driver>> drivers_;
};

// What was thrown instead of a result.
struct KeptError {
  SourceLocation where;
  std::string message;
  bool is_nothing_to_check = false;
};

template <class Archive>
void each(Archive& archive, Is<SourceLocation> auto& value) {
  auto& [file, line, column] = value;
  archive(file, line, column);
}
template <class Archive>
void each(Archive& archive, Is<KeptError> auto& value) {
  auto& [where, message, is_nothing_to_check] = value;
  archive(where, message, is_nothing_to_check);
}

// What `compute` gives or throws, through the cache of the options where they have one. Errors that are about no line of a text may
// be the machine's.
template <class T, class Compute>
T kept_or(CompileCache::What what, const std::string& path, const CompileOptions& options,
          const Compute& compute) {
  if (options.cache == nullptr) return compute(options);
  const auto packed_result = [&](const CompileOptions& traced) {
    std::pair<std::optional<T>, std::optional<KeptError>> out;
    try {
      out.first = compute(traced);
    } catch (const NothingToCheck& error) {
      out.second = KeptError{error.where(), error.message(), true};
    } catch (const InputError& error) {
      if (error.where().line == 0) traced.trace->spoil();
      out.second = KeptError{error.where(), error.message(), false};
    }
    return packed(out);
  };
  auto [value, error] = unpacked<std::pair<std::optional<T>, std::optional<KeptError>>>(
      options.cache->get(what, path, options, packed_result));
  if (error && error->is_nothing_to_check) throw NothingToCheck(error->where, error->message);
  if (error) throw InputError(error->where, error->message);
  if (!value) throw std::runtime_error("a kept result is empty");
  return *std::move(value);
}

}  // namespace warpproof
