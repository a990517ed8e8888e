// Findings that somebody has decided to live with: `// warpproof: allow(rule) reason` in the source, --baseline FILE, and
// [[suppress]] tables of a project's file.
//
// A suppressed error makes no violation, and no proof either: the check ended where it found the error, and what comes after
// an error that is let pass was looked at by nobody. Such a kernel is unknown, and says why.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "checker/report/report.h"
#include "spec/rule.h"

namespace warpproof::cli {

struct Allowance {
  int line = 0;  // of the code that it is about: its own, or the next line with code where it stands alone
  spec::Rule rule{};
  std::string reason;
};

// Those of a source text. Throws InputError, with line and column in `file`, for a rule that there is not, for one without a
// reason, and for what begins like one and is none.
std::vector<Allowance> allowances_of(std::string_view text, const std::string& file);

// One finding of a baseline: it stays known when lines move, and becomes new when its line is changed.
struct KnownFinding {
  std::string rule, kernel, file, text;
  auto operator<=>(const KnownFinding&) const = default;
};
using Baseline = std::map<KnownFinding, std::size_t>;  // how often

// JSON, schema "warpproof-baseline/1": all errors and warnings of the report.
std::string baseline_text(const report::Report& report);
// Throws InputError, with line and column in `file`, for what is no such text.
Baseline read_baseline(std::string_view text, const std::string& file);

// Files of a pattern (path_pattern.h) below a folder, whose path is canonical; an empty pattern is all files.
struct FilePattern {
  std::string folder, pattern;
  bool holds(const std::string& file) const;
};

// A [[suppress]] table of a project's file: findings of a rule in files of a pattern, in all kernels or in those of a name.
struct AllowedByProject {
  spec::Rule rule{};
  FilePattern file;
  std::string kernel;
  std::string reason;
};

// Takes what is allowed or known out of the findings, into Kernel::suppressed. Reads the files that findings are in.
void suppress(report::Kernel& kernel, const Baseline& baseline, const std::vector<AllowedByProject>& project = {});

}  // namespace warpproof::cli
