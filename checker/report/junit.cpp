#include "checker/report/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "checker/report/printable.h"

namespace warpproof::report {
namespace {

// Text and values of attributes. Control characters are none of XML 1.0: they are escaped as printable() does. Nor are
// U+FFFE and U+FFFF.
std::string xml(std::string_view text) {
  std::string out, line;
  const auto flush = [&] {
    std::string escaped = printable(line);
    for (const auto& [none, instead] : {std::pair("\xEF\xBF\xBE", "\\u{FFFE}"), std::pair("\xEF\xBF\xBF", "\\u{FFFF}")}) {
      for (std::size_t at = escaped.find(none); at != std::string::npos; at = escaped.find(none, at)) escaped.replace(at, 3, instead);
    }
    for (const char c : escaped) {
      switch (c) {
        case '&':
          out += "&amp;";
          break;
        case '<':
          out += "&lt;";
          break;
        case '>':
          out += "&gt;";
          break;
        case '"':
          out += "&quot;";
          break;
        default:
          out += c;
      }
    }
    line.clear();
  };
  for (const char c : text) {
    if (c != '\n') {
      line += c;
      continue;
    }
    flush();
    out += '\n';
  }
  flush();
  return out;
}

// A name on one line.
std::string xml_name(std::string_view name) { return xml(printable(name)); }

std::string reasons(const Kernel& k) {
  std::string out;
  for (const UnknownReason& reason : k.unknown) out += (out.empty() ? "" : "\n") + reason.reason;
  return out;
}

std::string case_of(const Kernel& k) {
  const std::string launch = k.source ? k.source->text : "block " + k.block + ", grid " + k.grid;
  const std::string head = fmt::format("    <testcase name=\"{}\" classname=\"{}\" time=\"{:.3f}\"", xml_name(k.name + " (" + launch + ")"),
                                       xml_name(k.file), k.seconds);
  if (k.verdict == Verdict::Proved) return head + "/>\n";
  TextOptions text;
  if (k.verdict == Verdict::Violation) {
    const std::string message = k.findings.empty() ? "violation" : k.findings.front().message;
    return fmt::format("{}>\n      <failure message=\"{}\" type=\"{}\">{}</failure>\n    </testcase>\n", head, xml(message),
                       k.findings.empty() ? "violation" : spec::rule_id(k.findings.front().rule),
                       xml(findings_text(k.findings, text)));
  }
  return fmt::format("{}>\n      <error message=\"{}\" type=\"unknown\">{}</error>\n    </testcase>\n", head,
                     xml(k.unknown.empty() ? "not decided" : k.unknown.front().reason), xml(reasons(k)));
}

}  // namespace

std::string to_junit(const Report& report) {
  std::vector<std::string> files;
  for (const Kernel& k : report.kernels) {
    if (std::find(files.begin(), files.end(), k.file) == files.end()) files.push_back(k.file);
  }
  std::string suites;
  std::size_t failures = 0, errors = 0;
  for (const std::string& file : files) {
    std::string cases;
    std::size_t tests = 0, failed = 0, open = 0;
    double seconds = 0;
    for (const Kernel& k : report.kernels) {
      if (k.file != file) continue;
      ++tests;
      failed += k.verdict == Verdict::Violation ? 1 : 0;
      open += k.verdict == Verdict::Unknown ? 1 : 0;
      seconds += k.seconds;
      cases += case_of(k);
    }
    failures += failed;
    errors += open;
    suites += fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\">\n{}  </testsuite>\n",
                          xml_name(file), tests, failed, open, seconds, cases);
  }
  for (const UnreadFile& f : report.unread) {
    ++errors;
    suites += fmt::format(
        "  <testsuite name=\"{0}\" tests=\"1\" failures=\"0\" errors=\"1\" time=\"0.000\">\n    <testcase name=\"read\" "
        "classname=\"{0}\" time=\"0.000\">\n      <error message=\"{1}\" type=\"input\"/>\n    </testcase>\n  </testsuite>\n",
        xml_name(f.file), xml(f.reason));
  }
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"warpproof\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n{}</testsuites>\n",
                     report.kernels.size() + report.unread.size(), failures, errors, suites);
}

}  // namespace warpproof::report
