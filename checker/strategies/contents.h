// Violations that hang on what memory holds.
//
// A kernel is checked for any contents of its buffers. Where the program itself wrote a buffer before the launch, by another
// kernel or cudaMemset (CheckOptions::written_before), not all contents occur there, nor in a variable of the module that
// other kernels of the program name: a counterexample that needs certain ones is none of the program yet. Does the same run, with
// other contents of such buffers and all else as it was, break no rule? Then the findings are reported as warnings for some
// contents of the buffer, and the verdict is unknown: whether the earlier launches leave such contents is not looked at. Never
// proved. What only the host copies into a buffer is the program's input, of which all contents count, unless all that is wrong is
// that several threads store to one place.
//
// The same is asked of structures that the program sets and a kernel gets by value, with other numbers in their members.
//
// Applies where every error that is reported is at a place where the run has one that was kept as the example, of one block. The other run has
// to end, to keep what is assumed and to find no error at all.
#pragma once

#include "checker/strategies/kernel_report.h"
#include "checker/strategies/situation.h"

namespace warpproof::strategies::contents {

void tell(Situation& s, KernelReport& report);

}  // namespace warpproof::strategies::contents
