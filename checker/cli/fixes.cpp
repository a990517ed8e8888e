#include "checker/cli/fixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "checker/cli/fix_candidates.h"
#include "checker/cli/input.h"
#include "checker/cli/options.h"
#include "src/base/effort.h"
#include "src/base/replace_file.h"
#include "src/base/source.h"
#include "src/frontend/process.h"

namespace warpproof::cli {
namespace {

constexpr int kMostChecks = 24, kMostEdits = 6;
constexpr double kSeconds = 40, kSecondsOfCheck = 5;  // of effort: for all edits, and for one

SourceText lines_of(const std::string& text) {
  SourceText out;
  std::size_t from = 0;
  while (from < text.size()) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    out.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return out;
}

std::string text_of(const SourceText& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + '\n';
  return out;
}

// What identifies a finding when lines move.
struct Mark {
  spec::Rule rule;
  std::string line;
  bool operator==(const Mark&) const = default;
};

const report::Finding* first_error(const report::Kernel& k) {
  const auto it = std::find_if(k.findings.begin(), k.findings.end(),
                               [](const report::Finding& f) { return f.level == spec::Level::Error; });
  return it == k.findings.end() ? nullptr : &*it;
}

class Search {
 public:
  Search(const Selected& kernel, const CompileOptions& compile, const CheckOptions& options)
      : kernel_(kernel), compile_(compile), options_(options) {
    options_.suggest_seconds = 0;
    options_.budget_seconds = std::min(options_.budget_seconds, kSecondsOfCheck);
    options_.progress = nullptr;
    const std::filesystem::path file(kernel.input->file);
    const std::string folder = file.parent_path().empty() ? "." : file.parent_path().string();
    compile_.include_dirs.insert(compile_.include_dirs.begin(), folder);
    copy_ = folder_.path() + "/" + file.filename().string();
  }

  std::optional<report::ProvedFix> run(const report::Kernel& broken) {
    text_ = read_file(kernel_.input->file);
    const SourceText original = lines_of(text_);
    SourceText lines = original;
    const report::Finding* const error = first_error(broken);
    if (error == nullptr) return std::nullopt;
    report::Finding finding = *error;
    std::string file = kernel_.input->file, what;
    // What is wrong with blocks of parts of warps only is mended by saying so: with whole warps any edit is proved.
    for (int edits = 0; edits < kMostEdits && !broken.only_partial_warps; ++edits) {
      const auto step = mend(finding, file, lines, original, what);
      if (!step) break;
      if (step->fix) return step->fix;
      finding = step->next;
      lines = step->lines;
      what = step->what;
      file = copy_;
    }
    return of_the_launch(broken.safe_if, original);
  }

 private:
  // A condition under which the kernel is safe is what it asserts: of the size of blocks, or a bound or a multiple of a
  // parameter. That a parameter is the block's size is what one launch may have, not what a kernel is written for.
  std::optional<report::ProvedFix> of_the_launch(const std::string& condition, const SourceText& original) {
    const auto has = [&](const char* what) { return condition.find(what) != std::string::npos; };
    if (condition.empty() || has("gridDim") || has("!=") || has("== blockDim")) return std::nullopt;
    if (!has("blockDim") && !has("%") && !has("<") && !has(">")) return std::nullopt;
    const auto candidate = asserted(condition, kernel_.candidate->name.substr(0, kernel_.candidate->name.find('<')), original);
    if (!candidate) return std::nullopt;
    const auto result = check(candidate->lines, false);
    if (!result || result->verdict != report::Verdict::Proved) return std::nullopt;
    return report::ProvedFix{candidate->what, result->holds_for,
                             unified_diff(kernel_.input->file, original, candidate->lines), text_, text_of(candidate->lines)};
  }

  struct Step {
    std::optional<report::ProvedFix> fix;
    report::Finding next;  // what is broken with these lines, if that is no fix
    SourceText lines;
    std::string what;
  };

  // An edit that proves the kernel, else the first one with which something else is broken.
  std::optional<Step> mend(const report::Finding& finding, const std::string& file, const SourceText& lines,
                           const SourceText& original, const std::string& before) {
    std::optional<Step> other;
    for (const FixCandidate& candidate : fix_candidates(finding, file, lines)) {
      if (checks_++ >= kMostChecks || effort::Clock::now() > until_) break;
      const auto result = check(candidate.lines);
      if (!result) continue;
      const std::string what = before + (before.empty() ? "" : ", ") + candidate.what;
      if (result->verdict == report::Verdict::Proved) {
        report::ProvedFix fix{what, result->holds_for, unified_diff(kernel_.input->file, original, candidate.lines),
                              text_, text_of(candidate.lines)};
        if (fix.diff.empty()) continue;
        return Step{std::move(fix), {}, {}, {}};
      }
      const report::Finding* const next = first_error(*result);
      if (next == nullptr || other) continue;
      const Mark mended{finding.rule, finding.place.text}, left{next->rule, next->place.text};
      if (!(mended == left)) other = Step{std::nullopt, *next, candidate.lines, what};
    }
    return other;
  }

  // The kernel of the same name in the edited file; nothing where that does not compile. `or_whole_warps`: these will do.
  std::optional<report::Kernel> check(const SourceText& lines, bool or_whole_warps = true) {
    try {
      {
        std::ofstream out(copy_, std::ios::binary | std::ios::trunc);
        out << text_of(lines);
        if (!out.flush()) return std::nullopt;
      }
      const Input input = load_input(copy_, compile_, LibraryKernels::TakenIn);
      for (const Candidate& candidate : input.candidates) {
        if (candidate.symbol != kernel_.candidate->symbol) continue;
        report::Kernel result = check_kernel(input.program, candidate.function, options_);
        if (options_.block || result.verdict == report::Verdict::Proved || !or_whole_warps) return result;
        // Where nobody says which block, whole warps are what most launches have.
        CheckOptions whole = options_;
        whole.block = parse_block("any:32");
        return check_kernel(input.program, candidate.function, whole);
      }
    } catch (const InputError&) {
      // An edit that does not compile is none.
    }
    return std::nullopt;
  }

  const Selected& kernel_;
  CompileOptions compile_;
  CheckOptions options_;
  TemporaryDirectory folder_;
  std::string copy_, text_;  // the copy's name; the file as it was
  const effort::Clock::time_point until_ = effort::Clock::now() + effort::seconds(kSeconds);
  int checks_ = 0;
};

}  // namespace

std::optional<report::ProvedFix> find_fix(const Selected& kernel, const CompileOptions& compile, CheckOptions options,
                                          const report::Kernel& broken) {
  if (!kernel.input->cuda_source || broken.verdict != report::Verdict::Violation) return std::nullopt;
  return Search(kernel, compile, options).run(broken);
}

std::string apply_fix(const std::string& file, const report::ProvedFix& fix) {
  namespace fs = std::filesystem;
  try {
    if (read_file(file) != fix.before) return "it was changed meanwhile; run --fix again";
    const fs::path target = fs::canonical(file);  // of a link, what it names
    const auto mode = static_cast<mode_t>(fs::status(target).permissions());
    const int error = replace_file(target.string(), fix.after, mode);
    return error == 0 ? std::string() : std::string("it cannot be written: ") + std::strerror(error);
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace warpproof::cli
