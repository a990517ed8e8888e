// Where two runs part.
#pragma once

#include "checker/counterexample/source_place.h"
#include "checker/equivalence/equivalence.h"
#include "src/concrete/evaluator.h"

namespace warpproof::equivalence {

// "3", "-1 (0xffffffff)", "0.5 (0x3f000000)": a value of that many bytes for the reader.
std::string value_text(std::uint64_t value, int bytes, bool floats);

// The first collective, in the order in which they complete, that is another one or gives other values. Both
// results have traces.
void find_parting(const Side& a, const RunResult& run_a, const Side& b, const RunResult& run_b, bool floats,
                  counterexample::SourceLines& lines, Difference& out);

}  // namespace warpproof::equivalence
