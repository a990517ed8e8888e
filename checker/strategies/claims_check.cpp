#include "checker/strategies/claims_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checker/claims/claim_text.h"
#include "checker/counterexample/claim_runs.h"
#include "checker/report/add_once.h"
#include "checker/strategies/random_runs.h"

namespace warpproof::strategies::claims_check {

namespace {

using Clock = Situation::Clock;
using claims::CellClaim;
using claims::LoopClaims;

constexpr std::uint64_t kLeast = 400'000'000, kMost = 1'500'000'000;  // nanoseconds
constexpr double kPartOfBudget = 0.1;  // at most, as one kernel may be checked for many shapes of blocks
constexpr std::size_t kMostNamedInputs = 8;
constexpr std::size_t kMostCells = 24;  // of a loop, that are reported

class Words {
 public:
  explicit Words(const Program& program) : program_(program) {}

  report::SourcePlace place(std::uint32_t at) { return counterexample::source_place(program_, at, lines_); }

  // "i", "the value of k.cu:13 in register %r4"
  std::string name(const LoopClaims& loop, const CellClaim& cell) {
    const report::SourcePlace at = place(cell.place);
    if (const auto variable = variable_at(cell)) return *variable;
    const Function& f = program_.functions[loop.at.back().function];
    const std::string what = !cell.is_register ? fmt::format("byte {} of private memory", cell.at)
                             : cell.at < f.registers.size() ? "register " + f.registers[cell.at].name
                                                            : "the carry flag";
    return cell.place == loop.place ? what : fmt::format("what line {} computes ({})", at.line, what);
  }
  // A variable of the source that the loop changes.
  std::optional<std::string> variable_at(const CellClaim& cell) {
    if (program_.places[cell.place].own != 0) return std::nullopt;  // of a library's function
    const report::SourcePlace at = place(cell.place);
    return claims::assigned_variable(at.text, at.column, !cell.is_register);
  }
  std::string text(const LoopClaims& loop, const CellClaim& cell) {
    return claims::text(cell, name(loop, cell));
  }
  std::string text(const LoopClaims& loop, const claims::ConditionClaim& claim) {
    const auto less = side(loop, claim, claim.less), more = side(loop, claim, claim.more);
    if (less && more) return claims::text(claim, *less, *more);
    return fmt::format("what line {} compares holds at the start of each iteration, too", place(claim.condition.place).line);
  }

 private:
  // A number, or a variable that the loop changes.
  std::optional<std::string> side(const LoopClaims& loop, const claims::ConditionClaim& claim,
                                  const claims::ConditionClaim::Side& side) {
    if (!side.cell) return claims::number_text(side.number, claim.condition.width, claim.condition.is_signed);
    const auto changes = std::find_if(loop.cells.begin(), loop.cells.end(), [&](const CellClaim& cell) {
      return cell.is_register == side.cell->is_register && cell.at == side.cell->at;
    });
    return changes != loop.cells.end() ? variable_at(*changes) : std::nullopt;
  }

  const Program& program_;
  counterexample::SourceLines lines_;
};

std::string run_text(const Program& program, const counterexample::Replay& run) {
  std::string out = counterexample::launch_text(program, run);
  for (std::size_t i = 0; i < std::min(run.named_inputs.size(), kMostNamedInputs); ++i)
    out += fmt::format(", {} = {}", run.named_inputs[i].first, run.named_inputs[i].second);
  if (run.named_inputs.size() > kMostNamedInputs) out += ", ..";
  return out;
}

constexpr const char* kReport = "Please report this kernel and the command line to the authors of warpproof";

report::UnknownReason reason(const Program& program, const counterexample::ClaimFailure& failure) {
  Words words(program);
  const claims::FailedClaim& failed = *failure.failed;
  const std::string run = run_text(program, failure.run);
  if (failed.repeats) {
    const claims::RepeatClaim& loop = failure.proof->repeats[failed.loop];
    const report::SourcePlace head = words.place(loop.place);
    return {fmt::format("internal error: what the proof says of a loop is false in a run, so nothing was proved. Of the loop at "
                        "{}:{} it says that {}; in the run with {}, thread {} comes back more often. {}",
                        head.file, head.line, claims::text(loop), run, failed.thread, kReport),
            head};
  }
  const LoopClaims& loop = failure.proof->loops[failed.loop];
  const auto& cell = failed.cell;
  const auto& condition = failed.condition;
  const std::string claim = cell        ? words.text(loop, *cell)
                            : condition ? words.text(loop, *condition)
                                        : claims::text_of_leaving(loop);
  const std::string what = cell ? words.name(loop, *cell) + " " + failed.what : failed.what;
  const report::SourcePlace head = words.place(loop.place);
  std::string text = fmt::format(
      "internal error: an invariant of the proof is false in a run, so nothing was proved. Of the loop at {}:{} it was "
      "inferred that {}; in the run with {}, {}",
      head.file, head.line, claim, run, what);
  if (cell) text += fmt::format(" when its lanes come to the loop's head for iteration {}", failed.iteration + 1);
  return {text + ". " + kReport, head};
}

// Of atomic counters.
report::UnknownReason reason_of_numbers(const Program& program, const counterexample::ClaimFailure& failure) {
  Words words(program);
  const claims::FailedNumbers& failed = *failure.numbers;
  const report::SourcePlace at = words.place(failed.addition), by = words.place(failed.by);
  const std::string after = failed.next ? fmt::format(" before the addition at line {}", words.place(*failed.next).line) : "";
  return {fmt::format("internal error: what the proof says of a counter is false in a run, so nothing was proved. Of the word that "
                      "the atomic addition at {}:{} adds to, it says that nothing else changes it{}; in the run with {}, thread {} "
                      "does so at {}:{}. {}",
                      at.file, at.line, after, run_text(program, failure.run), failed.thread, by.file, by.line, kReport),
          at};
}

// "line 3", "lines 3 and 7".
std::string lines_text(Words& words, const std::vector<claims::InstructionAt>& all) {
  std::set<int> lines;
  for (const claims::InstructionAt& one : all) lines.insert(words.place(one.place).line);
  std::string out = lines.size() == 1 ? "line " : "lines ";
  std::size_t left = lines.size();
  for (const int line : lines) {
    out += fmt::format("{}", line);
    if (--left > 0) out += left == 1 ? " and " : ", ";
  }
  return out;
}

report::LoopClaims explained(Words& words, const claims::NumbersClaim& numbers, const std::string& by) {
  const claims::InstructionAt& first = numbers.additions[numbers.apart.front().first];
  report::LoopClaims out{report::LoopClaims::Of::Counter, words.place(first.place), by, {}};
  out.claims.push_back("no two additions take one number from it between two stores to it");
  out.claims.push_back(fmt::format("only the additions at {} change it", lines_text(words, numbers.additions)) +
                       (numbers.stores.empty() ? "" : ", and perhaps the stores at " + lines_text(words, numbers.stores)));
  return out;
}

}  // namespace

void run(Situation& s, KernelReport& report, std::uint64_t spent) {
  report::Kernel& out = report.out();
  const auto& proofs = report.claims();
  const Question& q = s.question;
  if (out.verdict != report::Verdict::Proved) return;
  const std::chrono::nanoseconds wanted(std::clamp(spent, kLeast, kMost));
  const auto time = std::min<Clock::duration>(wanted, effort::seconds(kPartOfBudget * q.options().budget_seconds));
  const counterexample::RunQuestion question = random_runs::question_of(q, Clock::now() + time);
  const report::Spending::Part part(s.spending, "runs that test what the proof rests on");
  auto failure = counterexample::find_failed_claim(question, proofs, out.assumptions);
  if (!failure) return;
  out.without_witness = false;
  if (failure->failed) {
    KernelReport::take_back(out, reason(q.program(), *failure));
  } else if (failure->numbers) {
    KernelReport::take_back(out, reason_of_numbers(q.program(), *failure));
  } else {
    s.broken_run = std::move(failure->run);
    report.keep_example(s.broken_run);
    random_runs::report_broken_run(s, report);
  }
}

void explain(const Situation& s, KernelReport& report) {
  Words words(s.question.program());
  for (const claims::ProofClaims& proof : report.claims()) {
    for (const LoopClaims& loop : proof.loops) {
      report::LoopClaims listed{report::LoopClaims::Of::Loop, words.place(loop.place), proof.by, {}};
      std::size_t others = 0;
      for (const CellClaim& cell : loop.cells) {
        const bool is_named = cell.is_register || words.variable_at(cell);
        if (is_named && listed.claims.size() < kMostCells) {
          report::add_once(listed.claims, words.text(loop, cell));
        } else {
          ++others;
        }
      }
      for (const claims::ConditionClaim& condition : loop.conditions)
        report::add_once(listed.claims, words.text(loop, condition));
      if (others > 0)
        listed.claims.push_back(fmt::format("the same holds for {} more {} that iterations change", others,
                                          others == 1 ? "value" : "values"));
      listed.claims.push_back("all other registers and private memory keep their values from before the loop");
      listed.claims.push_back(claims::text_of_leaving(loop));
      report::add_once(report.out().loops, listed);
    }
    for (const claims::RepeatClaim& loop : proof.repeats) {
      const report::LoopClaims listed{report::LoopClaims::Of::Loop, words.place(loop.place), proof.by, {claims::text(loop)}};
      report::add_once(report.out().loops, listed);
    }
    for (const claims::NumbersClaim& numbers : proof.numbers)
      report::add_once(report.out().loops, explained(words, numbers, proof.by));
  }
}

}  // namespace warpproof::strategies::claims_check
