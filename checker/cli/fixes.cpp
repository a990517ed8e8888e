#include "checker/cli/fixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "checker/cli/declarations.h"
#include "checker/cli/fix_candidates.h"
#include "checker/cli/input.h"
#include "checker/cli/line_origins.h"
#include "checker/cli/options.h"
#include "checker/report/add_once.h"
#include "checker/report/tell_once.h"
#include "src/base/effort.h"
#include "src/base/replace_file.h"
#include "src/base/source.h"
#include "src/base/text.h"
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

// What is wrong, each cause once.
std::vector<report::Finding> causes_of(const report::Kernel& k) {
  std::vector<report::Finding> out = k.findings;
  report::tell_once(out);
  return out;
}

const report::Finding* first_error(const std::vector<report::Finding>& findings) {
  const auto it = std::find_if(findings.begin(), findings.end(), [](const report::Finding& f) { return f.level == spec::Level::Error; });
  return it == findings.end() ? nullptr : &*it;
}

// "__syncwarp" of a line that holds this one statement; empty for other lines.
std::string_view barrier_in(std::string_view line) {
  line = trimmed(line);
  for (const std::string_view barrier : {"__syncwarp();", "__syncthreads();"}) {
    if (line == barrier) return barrier.substr(0, barrier.size() - 1);
  }
  return {};
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
    State now{causes_of(broken), kernel_.input->file, original, {}};
    if (first_error(now.findings) == nullptr) return std::nullopt;
    // What is wrong with blocks of parts of warps only is mended by saying so: with whole warps any edit is proved.
    for (int edits = 0; edits < kMostEdits && !broken.only_partial_warps; ++edits) {
      auto step = mend(now, original);
      if (!step) break;
      if (step->fix) return step->fix;
      now = std::move(step->next);
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

  // Lines that are broken, with what is wrong with them, and the edits that led there, in lines of the original.
  struct State {
    std::vector<report::Finding> findings;
    std::string file;
    SourceText lines;
    std::vector<std::string> edits;
  };
  struct Step {
    std::optional<report::ProvedFix> fix;
    State next;  // if that is no fix
  };

  // A barrier of the warp that some lanes do not reach is moved before others are put in, then the first error is mended.
  static std::vector<FixCandidate> candidates_of(const State& now) {
    std::vector<FixCandidate> out;
    const auto add = [&](const report::Finding& f) {
      for (FixCandidate& candidate : fix_candidates(f, now.file, now.lines)) out.push_back(std::move(candidate));
    };
    for (const report::Finding& f : now.findings)
      if (f.rule == spec::Rule::PointMismatch) add(f);
    const report::Finding& first = *first_error(now.findings);
    if (first.rule != spec::Rule::PointMismatch) add(first);
    return out;
  }

  // An edit that proves the kernel, else the first one with which something else is broken.
  std::optional<Step> mend(const State& now, const SourceText& original) {
    std::optional<Step> other;
    const report::Finding& finding = *first_error(now.findings);
    for (const FixCandidate& candidate : candidates_of(now)) {
      if (checks_++ >= kMostChecks || effort::Clock::now() > until_) break;
      const auto result = check(candidate.lines);
      if (!result) continue;
      State next{{}, copy_, candidate.lines, now.edits};
      next.edits.push_back(in_original_lines(candidate.what, original, now.lines));
      if (result->verdict == report::Verdict::Proved) {
        auto fix = proved_fix(std::move(next), original, result->holds_for);
        if (fix.diff.empty()) continue;
        return Step{std::move(fix), {}};
      }
      next.findings = causes_of(*result);
      const report::Finding* const left = first_error(next.findings);
      if (left == nullptr || other) continue;
      const Mark mended{finding.rule, finding.place.text}, still{left->rule, left->place.text};
      if (!(mended == still)) other = Step{std::nullopt, std::move(next)};
    }
    return other;
  }

  // Without the barriers that an earlier edit has put in, and that the proof does not need.
  report::ProvedFix proved_fix(State found, const SourceText& original, std::string holds_for) {
    for (std::size_t i = 0; i < found.lines.size() && found.edits.size() > 1; ++i) {
      const auto origins = line_origins(original, found.lines);
      const std::string_view barrier = barrier_in(found.lines[i]);
      if (barrier.empty() || !origins || (*origins)[i]) continue;
      const std::string what = in_original_lines(fmt::format("{} before line {}", barrier, i + 1), original, found.lines);
      const auto edit = std::find(found.edits.begin(), found.edits.end(), what);
      if (edit == found.edits.end()) continue;
      SourceText without = found.lines;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      const auto result = check(without);
      if (!result || result->verdict != report::Verdict::Proved || result->holds_for != holds_for) continue;
      found.lines = std::move(without);
      found.edits.erase(edit);
      --i;
    }
    return {fmt::format("{}", fmt::join(found.edits, ", ")), std::move(holds_for),
            unified_diff(kernel_.input->file, original, found.lines), text_, text_of(found.lines)};
  }

  // The kernel of the same name in the edited file; nothing where that does not compile. `or_whole_warps`: these will do.
  std::optional<report::Kernel> check(const SourceText& lines, bool or_whole_warps = true) {
    try {
      {
        std::ofstream out(copy_, std::ios::binary | std::ios::trunc);
        out << text_of(lines);
        if (!out.flush()) return std::nullopt;
      }
      Input input = load_input(copy_, compile_, LibraryKernels::TakenIn);
      read_declarations(input, compile_, kernel_.input->declared.has_value());
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

std::vector<std::string> without_fix(const report::Report& report, const std::vector<Input>& inputs) {
  std::vector<std::string> out;
  for (const report::Kernel& kernel : report.kernels) {
    if (kernel.fix || kernel.verdict != report::Verdict::Violation) continue;
    const bool is_cuda = std::any_of(inputs.begin(), inputs.end(), [&](const Input& i) { return i.file == kernel.file && i.cuda_source; });
    report::add_once(out, kernel.file + (is_cuda ? ": no edit was found with which " + kernel.name + " is proved" : ": --fix edits CUDA C++ only"));
  }
  return out;
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
