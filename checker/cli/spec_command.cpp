#include "checker/cli/spec_command.h"

#include <algorithm>
#include <ostream>

#include "checker/cli/progress.h"
#include "checker/report/printable.h"
#include "checker/theorems/explain.h"
#include "checker/theorems/prove_z3.h"
#include "src/concrete/coverage.h"

namespace warpproof::cli {
namespace {

int prove(const SpecArguments& arguments, const Console& console) {
  const theorems::Decide decide = theorems::z3_decide(arguments.prove_budget_ms);
  std::vector<theorems::TheoremResult> results;
  {
    ProgressLine progress(console.err, console.err_is_terminal);
    for (const theorems::Theorem& theorem : theorems::all_theorems()) {
      if (theorem.name.find(arguments.name) == std::string::npos) continue;
      progress.show("proving " + theorem.name);
      results.push_back(theorems::prove(theorem, decide));
    }
  }
  if (results.empty()) {
    console.err << "warpproof: error: no theorem's name holds '" << report::printable(arguments.name)
                << "'\n";
    return kExitBadInput;
  }
  console.out << theorems::explain_results(results);
  const auto unexpected = [&](bool unknown) {
    return std::any_of(results.begin(), results.end(), [&](const theorems::TheoremResult& r) {
      return !r.as_expected && (r.verdict == theorems::Verdict::Unknown) == unknown;
    });
  };
  if (unexpected(false)) return 1;
  return unexpected(true) ? 2 : 0;
}

}  // namespace

int run_spec(const SpecArguments& arguments, const Console& console) {
  if (arguments.prove) return prove(arguments, console);
  if (arguments.instructions) {
    console.out << coverage_page();
    return 0;
  }
  if (arguments.name.empty()) {
    console.out << theorems::explain_catalogue(arguments.target, arguments.policies);
    return 0;
  }
  const auto text = theorems::explain(arguments.name, arguments.target, arguments.policies);
  if (!text) {
    console.err << "warpproof: error: " << report::printable(theorems::unknown_name_message(arguments.name))
                << '\n';
    return kExitBadInput;
  }
  console.out << *text;
  return 0;
}

}  // namespace warpproof::cli
