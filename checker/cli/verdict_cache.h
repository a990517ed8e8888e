// Verdicts of earlier runs, in a folder: `--cache DIR`, or `cache` in a project's file.
//
// A verdict is taken from there only if all that decides it is what it was. What could make a verdict stale, and what stands
// against it:
//  * a source or a header was changed, another header is found first, the compiler, its flags or its environment are others:
//    the PTX text that comes out is part of the key, and is itself kept only by all that decides it (CompileCache);
//  * a line that a report quotes was changed, though the PTX is the same: the bytes of each file that the PTX names, or that
//    it cannot be read, are part of the key;
//  * what is a library's file and what is the user's lies elsewhere: which line of each place is the user's is part of the key;
//  * the host code launches otherwise: all that is known of a launch is part of the key, and kept as the PTX text is;
//  * an option is another one: all of them are part of the key;
//  * a check gets to depend on something new: members of options and launches that the key does not name do not compile;
//  * warpproof is another one, or Z3, or a library of numbers: the bytes of the program that runs and of all that is loaded
//    into it are part of the key; where they cannot be read, or are no longer those that run, nothing is kept or taken;
//  * a clock had a part in it: what was checked with a limit of real time is not kept (may_keep);
//  * lack of memory, or a process that ended early, had a part in it: where that was met, what is unknown is not kept
//    (src/base/shortage.h). A proof is one whatever else fell short on the way, and a violation was replayed. What ends a
//    check without a result, an internal error, say, is no verdict;
//  * the entry is damaged, or another key's: Store. Who may write into the folder can put any verdict there, as with a program.
// Findings are put in the words of the source, and suppressed, anew in each run: neither is kept.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "checker/cli/launch_plan.h"
#include "checker/report/report.h"
#include "src/base/store.h"
#include "src/frontend/compile_cache.h"

namespace warpproof::cli {

class VerdictCache {
 public:
  explicit VerdictCache(const std::string& folder);

  // Empty where there is no key: nothing is kept or taken then.
  std::string key_of(const Job& job, const CheckOptions& options) const;

  std::optional<report::Kernel> get(const std::string& key);
  // `shortage`: it was met on the way, or is not excluded.
  void put(const std::string& key, const report::Kernel& kernel, const CheckOptions& options, bool shortage);

  // Why verdicts are not kept, or not all; empty where they are.
  std::string problem() const;

  // What else is kept in the same folder, of the same program.
  CompileCache& compilations() { return compilations_; }

 private:
  Store store_;
  std::string tool_;  // a digest of the program; empty where it cannot be known
  CompileCache compilations_;
};

// Is a verdict one that every machine comes to?
bool may_keep(const report::Kernel& kernel, const CheckOptions& options, bool shortage);

}  // namespace warpproof::cli
