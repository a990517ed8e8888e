// An oracle for pairs that were proved equivalent: both on the evaluator, with random inputs.
#pragma once

#include <string>

#include "checker/equivalence/equivalence.h"

namespace warpproof::tests {

// What differed, in words; empty when nothing did. Parameters of eight bytes are taken for pointers to
// buffers of their own unless they are parameters of a device function, and go together by position unless
// `options.map` says otherwise.
std::string find_random_difference(const equivalence::Side& a, const equivalence::Side& b,
                                   const equivalence::EquivalenceOptions& options);

}  // namespace warpproof::tests
