// A comparison for many sizes of block: --block any and any:K.
#pragma once

#include <functional>

#include "checker/equivalence/equivalence.h"

namespace warpproof::equivalence {

// One shape of block: with options.check.block set to it.
using CompareOne = std::function<EquivalenceReport(const EquivalenceOptions&)>;

// Compares each size of one dimension that is asked for, both .maxntid and .reqntid allow, and the
// assumptions do not exclude; up to the first at which the two are not equivalent, whose report it is then.
// options.check.block is `any`. Throws InputError where there is no such size.
EquivalenceReport compare_sizes(const Side& a, const Side& b, const EquivalenceOptions& options,
                                const CompareOne& compare_one);

}  // namespace warpproof::equivalence
