// The report for people. Findings start with `file:line:column: level:` at the left margin, as compilers
// print them, so that editors find the places; everything about a finding is indented below it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "checker/report/printable.h"
#include "checker/report/remedies.h"
#include "checker/report/report.h"
#include "checker/report/trace_table.h"

namespace warpproof::report {

namespace {

constexpr std::size_t kMostRelated = 5, kMostUndecided = 10;  // places of a finding, warnings of a kernel
constexpr std::size_t kLongestCommand = 1000;  // characters of a command that makes a run again
constexpr std::string_view kBold = "1", kRed = "1;31", kGreen = "1;32", kYellow = "1;33", kCyan = "1;36";

std::string counted(std::uint64_t n, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", n, n == 1 ? singular : plural);
}

std::string_view level_colour(spec::Level level) {
  switch (level) {
    case spec::Level::Error:
      return kRed;
    case spec::Level::Warning:
      return kYellow;
    default:
      return kCyan;
  }
}

// "4-15" of "lanes 4-15"; "warp 1 lanes 0-3" stays.
std::string_view bare_lanes(std::string_view lanes) {
  for (const std::string_view word : {"lanes ", "lane "}) {
    if (lanes.starts_with(word)) return lanes.substr(word.size());
  }
  return lanes;
}

// As a POSIX shell reads it back.
std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain = "_-./:=,@%+";
  const auto is_plain = [&](unsigned char c) {
    return c < 0x80 && (std::isalnum(c) != 0 || kPlain.find(static_cast<char>(c)) != std::string_view::npos);
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  const bool is_printable = printable(word) == word;
  std::string out = is_printable ? "'" : "$'";
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_printable) {
      out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    } else if (byte < 0x20 || byte >= 0x7f) {
      out += fmt::format("\\{:03o}", byte);
    } else {
      out += (c == '\'' || c == '\\' ? "\\" : "") + std::string(1, c);
    }
  }
  return out + "'";
}

class TextWriter {
 public:
  explicit TextWriter(const TextOptions& options) : options_(options) {}

  std::string run(const std::vector<Finding>& findings) {
    for (const Finding& f : findings) finding(f);
    return std::move(out_);
  }

  std::string run(const Kernel& k) {
    kernel(k);
    return std::move(out_);
  }

  // What follows the kernels.
  std::string run(const Report& report) {
    if (report.kernels.size() + report.unread.size() > 1) totals(report);
    if (!report.notes.empty() && !report.kernels.empty()) out_ += '\n';
    for (const std::string& note : report.notes) out_ += fmt::format("note: {}\n", printable(note));
    if (!report.kernels.empty() && !report.compiler.empty() && !is_quiet()) {
      out_ += fmt::format("\ncompiled by {}\n", printable(report.compiler));
    }
    return std::move(out_);
  }

 private:
  std::string paint(std::string_view text, std::string_view code) const {
    return options_.colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
  }
  template <typename... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    while (!out_.empty() && out_.back() == ' ') out_.pop_back();
    out_ += '\n';
  }

  void kernel(const Kernel& k) {
    last_trace_.clear();
    last_rerun_.clear();
    line("{} ({}): {}", paint(fmt::format("kernel {}", printable(k.name)), kBold), printable(k.file),
         verdict(k));
    // Cause, place and remedy of the first finding come next.
    for (const Finding& f : k.findings) finding(f);
    left_out(k);
    if (!k.only_partial_warps && k.verdict == Verdict::Violation && !k.holds_for.empty())
      line("  proved for {}", printable(k.holds_for));
    if (!k.safe_if.empty()) line("  safe if {}", printable(k.safe_if));
    fix(k);
    suppressed(k);
    reasons(k);
    if (is_quiet()) return;
    undecided(k);
    bullets("launches", k.notes);
    if (!k.source && (k.verdict != Verdict::Proved || k.holds_for.empty()))
      line("  asked for block {}, grid {}", printable(k.block), printable(k.grid));
    bullets("assumptions", k.assumptions);
    bullets("approximations", k.approximations);
    for (const LoopClaims& loop : k.loops)
      bullets(fmt::format("{} at {}:{}, proved by {}",
                          loop.of == LoopClaims::Of::Loop ? "the loop" : "the counter of the atomic addition",
                          loop.place.file, loop.place.line, loop.by),
              loop.claims);
    line("  {}: {} answered by simplification, {} by Z3 in {:.2f} s; {:.2f} s in all",
         counted(k.obligations.folded + k.obligations.solved, "question", "questions"), k.obligations.folded,
         k.obligations.solved, k.obligations.solver_seconds, k.seconds);
    line("  {}", effort(k));
  }

  static std::string effort(const Kernel& k) {
    std::string out = fmt::format("effort {}", k.effort);
    for (const EffortShare& share : k.effort_shares)
      out += fmt::format("{} {} {}", &share == &k.effort_shares.front() ? ":" : ",", share.strategy,
                         share.units);
    return out;
  }

  std::string verdict(const Kernel& k) const {
    if (k.source) return verdict_of_launch(k);
    const std::string violated = paint("VIOLATION", kRed) + (k.violated_for.empty() ? "" : " for " + printable(k.violated_for));
    if (k.only_partial_warps)
      return fmt::format("{} for {}; partial warps: {}", paint("proved", kGreen), printable(k.holds_for), violated);
    switch (k.verdict) {
      case Verdict::Proved:
        return paint("proved", kGreen) + (k.holds_for.empty() ? "" : " for " + printable(k.holds_for));
      case Verdict::Violation:
        return violated;
      case Verdict::Unknown:
        break;
    }
    return paint("unknown", kYellow) +
           (k.holds_for.empty() ? "" : "; proved only for " + printable(k.holds_for));
  }

  // The launch says which block; sizes are said where it has several.
  std::string verdict_of_launch(const Kernel& k) const {
    const bool several = !k.holds_for.starts_with("block ") || k.holds_for.find(' ', 6) != std::string::npos;
    const std::string sizes = several && !k.holds_for.empty() ? "; " + printable(k.holds_for) : "";
    const std::string source = " for " + printable(k.source->text);
    switch (k.verdict) {
      case Verdict::Proved:
        return paint("proved", kGreen) + source + sizes;
      case Verdict::Violation:
        return paint("VIOLATION", kRed) + source;
      case Verdict::Unknown:
        break;
    }
    return paint("unknown", kYellow) + source + (k.holds_for.empty() ? "" : "; proved only for " + printable(k.holds_for));
  }

  bool is_quiet() const { return options_.detail == TextOptions::Detail::Quiet; }
  bool is_verbose() const { return options_.detail == TextOptions::Detail::Verbose; }
  // How many of a list are printed. JSON has all.
  std::size_t at_most(std::size_t limit, std::size_t size) const { return is_verbose() ? size : std::min(limit, size); }

  void finding(const Finding& f) {
    const spec::RuleInfo& info = spec::rule_info(f.rule);
    const std::string guideline =
        info.guideline.empty() ? "" : fmt::format(", NVIDIA guideline {}", info.guideline);
    line("{}: {} {} [{}{}]", paint(place_text(f.place), kBold),
         paint(fmt::format("{}:", spec::level_name(f.level)), level_colour(f.level)), printable(f.message), info.id,
         guideline);
    if (f.level >= spec::Level::Warning) line("  {} {}", paint("help:", kGreen), remedy(f));
    if (is_quiet()) return;
    quote(f.place);
    for (const SourcePlace& caller : f.inlined_at) line("    inlined at {}", place_text(caller));
    field("lanes", bare_lanes(f.lanes));
    field("launch", f.launch);
    if (!f.inputs.empty()) inputs(f);
    rerun(f);
    if (f.level == spec::Level::Error && options_.replayed)
      field("replayed", f.replayed ? "yes, on the evaluator" : "no");
    trace(f);
    const std::size_t shown = at_most(kMostRelated, f.related.size());
    for (std::size_t i = 0; i < shown; ++i) {
      const Related& r = f.related[i];
      line("  {}: {} {}", place_text(r.place), paint("note:", kCyan), printable(r.message));
      quote(r.place);
    }
    if (shown < f.related.size()) line("  and {} (-v shows them)", counted(f.related.size() - shown, "more place", "more places"));
  }

  void field(std::string_view name, std::string_view value) {
    if (!value.empty()) line("    {:<9} {}", name, printable(value));
  }

  void inputs(const Finding& f) {
    if (f.inputs.front() == std::pair<std::string, std::string>("all of them", "any")) return field("inputs", "any");
    const std::size_t shown = is_verbose() ? f.inputs.size() : std::min(f.inputs.size(), options_.inputs);
    std::string text;
    for (std::size_t i = 0; i < shown; ++i)
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", f.inputs[i].first, f.inputs[i].second);
    // All of them are in JSON and in what --save-inputs writes.
    if (shown < f.inputs.size()) text += fmt::format(", and {} more (-v shows them)", f.inputs.size() - shown);
    field("inputs", text);
  }

  // Findings of one run have one command.
  void rerun(const Finding& f) {
    if (f.rerun.empty() || f.rerun == last_rerun_) return;
    std::string text;
    for (const std::string& word : f.rerun) text += (text.empty() ? "" : " ") + shell_word(word);
    // The words of memory make it long. JSON and --save-inputs have all of it.
    if (!is_verbose() && text.size() > kLongestCommand)
      text = fmt::format("a command of {} characters: -v prints it; with --save-inputs FILE, `warpproof replay FILE` makes the run again", text.size());
    field("rerun", text);
    last_rerun_ = f.rerun;
  }

  // The source line with a caret below the column.
  void quote(const SourcePlace& place) {
    if (place.text.empty() || place.line <= 0) return;
    const QuotedLine quoted = quote_line(place.text, place.column);
    line("{:>7} | {}", place.line, quoted.text);
    if (place.column > 0) line("        | {:>{}}{}", "", quoted.caret, paint("^", kGreen));
  }

  // One run often shows several findings; its trace is printed with the first.
  void trace(const Finding& f) {
    if (f.trace.empty()) return;
    std::vector<std::string> table = trace_table(f.trace, f.place.file, is_verbose() ? 0 : options_.trace_steps);
    if (table == last_trace_) {
      line("    trace     as for the finding above");
      return;
    }
    line("    trace");
    for (const std::string& row : table) line("      {}", row);
    last_trace_ = std::move(table);
  }

  void suppressed(const Kernel& k) {
    if (k.suppressed.empty()) return;
    line("  {}:", counted(k.suppressed.size(), "suppressed finding", "suppressed findings"));
    for (const Suppressed& s : k.suppressed)
      line("  - {}: {} {}: {}", place_text(s.finding.place), spec::level_name(s.finding.level), spec::rule_id(s.finding.rule),
           printable(s.reason));
  }

  // Tabs of the source stay: the text is one for `patch`.
  void fix(const Kernel& k) {
    if (!k.fix) return;
    line("  {} {}; with it the kernel is proved{}{}", paint("fix:", kGreen), printable(k.fix->what),
         k.fix->holds_for.empty() ? "" : " for ", printable(k.fix->holds_for));
    std::string_view rest = k.fix->diff;
    while (!rest.empty()) {
      const std::string_view row = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(row.size() + 1, rest.size()));
      std::string text;
      for (std::size_t from = 0; from <= row.size();) {
        const std::size_t tab = std::min(row.find('\t', from), row.size());
        text += printable(row.substr(from, tab - from)) + (tab < row.size() ? "\t" : "");
        from = tab + 1;
      }
      out_ += "    " + (row.starts_with('+') ? paint(text, kGreen) : row.starts_with('-') ? paint(text, kRed) : text) + '\n';
    }
  }

  void left_out(const Kernel& k) {
    if (k.left_out.empty()) return;
    std::uint64_t all = 0;
    std::string rules;
    for (const auto& [rule, count] : k.left_out) {
      all += count;
      rules += fmt::format("{}{} {}", rules.empty() ? "" : ", ", count, rule);
    }
    line("  and {} (--max-findings shows more): {}", counted(all, "more finding", "more findings"), rules);
  }

  void reasons(const Kernel& k) {
    if (k.unknown.empty()) return;
    std::vector<std::string> lines;
    for (const UnknownReason& reason : k.unknown) {
      std::string text = (reason.place.file.empty() ? "" : place_text(reason.place) + ": ") + reason.reason;
      if (std::find(lines.begin(), lines.end(), text) == lines.end()) lines.push_back(std::move(text));
    }
    bullets("not decided", lines);
  }

  void undecided(const Kernel& k) {
    if (k.undecided.empty()) return;
    line("  warnings and notes that were not decided:");
    const std::size_t shown = at_most(kMostUndecided, k.undecided.size());
    for (std::size_t i = 0; i < shown; ++i) {
      const Undecided& open = k.undecided[i];
      line("  - {}: {} {}: {}", place_text(open.place), spec::level_name(open.level), spec::rule_id(open.rule),
           printable(open.reason));
    }
    if (shown < k.undecided.size()) line("  - and {} more (-v shows them)", k.undecided.size() - shown);
  }

  void bullets(std::string_view title, const std::vector<std::string>& items) {
    if (items.empty()) return;
    line("  {}:", title);
    for (const std::string& item : items) line("  - {}", printable(item));
  }

  // A row a kernel: the verdict, and what it rests on most.
  void totals(const Report& report) {
    std::array<std::size_t, 3> count{};
    for (const Kernel& k : report.kernels) ++count[static_cast<std::size_t>(k.verdict)];
    const std::string unread =
        report.unread.empty() ? "" : fmt::format("; {} not read", counted(report.unread.size(), "file was", "files were"));
    line("{}{}: {} proved, {}, {} unknown{}", report.kernels.empty() ? "" : "\n",
         counted(report.kernels.size(), "kernel", "kernels"), count[0], counted(count[1], "violation", "violations"),
         count[2], unread);
    std::size_t name_width = 0, file_width = 0;
    for (const Kernel& k : report.kernels) {
      name_width = std::max(name_width, display_width(printable(k.name)));
      file_width = std::max(file_width, display_width(printable(k.file)));
    }
    for (const UnreadFile& f : report.unread) file_width = std::max(file_width, display_width(printable(f.file)));
    const auto row = [&](std::string_view verdict, std::string_view colour, const std::string& file,
                         const std::string& name, const std::string& what) {
      const auto padded = [](const std::string& text, std::size_t width) {
        return text + std::string(width - std::min(width, display_width(text)), ' ');
      };
      line("  {}{}  {}  {}  {}", paint(verdict, colour), std::string(9 - verdict.size(), ' '), padded(file, file_width),
           padded(name, name_width), what);
    };
    for (const Kernel& k : report.kernels) {
      const bool proved = k.verdict == Verdict::Proved, violated = k.verdict == Verdict::Violation;
      row(proved ? "proved" : violated ? "VIOLATION" : "unknown", proved ? kGreen : violated ? kRed : kYellow,
          printable(k.file), printable(k.name), gist(k));
    }
    for (const UnreadFile& f : report.unread) row("not read", kRed, printable(f.file), "", printable(f.reason));
  }

  static std::string gist(const Kernel& k) {
    if (k.verdict == Verdict::Proved) return printable(k.holds_for);
    if (k.verdict == Verdict::Unknown) return k.unknown.empty() ? "" : printable(k.unknown.front().reason);
    std::vector<std::pair<std::string, std::uint64_t>> rules;
    for (const Finding& f : k.findings) {
      if (f.level != spec::Level::Error) continue;
      const std::string id(spec::rule_id(f.rule));
      if (rules.empty() || rules.back().first != id) rules.emplace_back(id, 0);
      ++rules.back().second;
    }
    std::string out;
    for (const auto& [id, n] : rules) out += (out.empty() ? "" : ", ") + id + (n > 1 ? fmt::format(" ({})", n) : "");
    return out;
  }

  const TextOptions& options_;
  std::string out_;
  std::vector<std::string> last_trace_, last_rerun_;
};

}  // namespace

std::string kernel_text(const Kernel& kernel, const TextOptions& options) { return TextWriter(options).run(kernel); }

std::string closing_text(const Report& report, const TextOptions& options) { return TextWriter(options).run(report); }

std::string to_text(const Report& report, const TextOptions& options) {
  std::string out;
  for (const Kernel& k : report.kernels) out += (out.empty() ? "" : "\n") + kernel_text(k, options);
  return out + closing_text(report, options);
}

std::string findings_text(const std::vector<Finding>& findings, const TextOptions& options) {
  return TextWriter(options).run(findings);
}

}  // namespace warpproof::report
