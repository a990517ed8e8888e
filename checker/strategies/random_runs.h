// Runs of the kernel on random inputs (counterexample/random_runs.h).
//
// Applies to every kernel, before anything is proved: 400,000 units of effort, 1,200,000 where all blocks of
// a grid run. Proves nothing; what breaks a rule is shown. Then what comes after is only there to find a
// smaller counterexample and more violations, and gets 4,000,000 units. Assumes nothing but that the
// evaluator runs a kernel as hardware may.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "checker/counterexample/coverage.h"
#include "checker/counterexample/random_runs.h"
#include "checker/strategies/kernel_report.h"
#include "checker/strategies/situation.h"

namespace warpproof::strategies::random_runs {

// The launches, and what is taken for granted of their runs.
counterexample::RunQuestion question_of(const Question& question, Situation::Clock::time_point deadline);

// What runs get to, in as much work with a small --effort as with 1: what they do not get to is taken as out of reach.
counterexample::Coverage coverage_of(const Question& question, counterexample::CountedRuns counted);

// The lines of source that some instruction of `places` (indices into Program::places) stands for.
using LineOfFile = std::pair<std::string, int>;
std::set<LineOfFile> lines_of(const Program& program, const std::set<std::uint32_t>& places);

void run(Situation& s, KernelReport& report);

// The run that broke a rule becomes the verdict where the proof attempts found no violation, also where
// they claim that nothing is wrong: the run shows otherwise.
void report_broken_run(const Situation& s, KernelReport& report);

}  // namespace warpproof::strategies::random_runs
