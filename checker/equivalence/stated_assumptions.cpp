#include "checker/equivalence/stated_assumptions.h"

#include <fmt/format.h>

#include <vector>

#include "checker/counterexample/dynamic_shared.h"
#include "checker/equivalence/contraction.h"
#include "checker/report/add_once.h"

namespace warpproof::equivalence {

const char* const kStridesNotFar =
    "where loops move an index by a stride that is an input, it is moved by no more than 2^31 less two "
    "strides, or a pointer by 2^33 bytes less two strides: beyond that, numbers of 32 bits may wrap around "
    "on "
    "one side only";
const char* const kNearAccesses =
    "no access to global memory is 2^31 elements (of its own size) or more from where its pointer points, so "
    "that indices of 32 bits do not wrap around on one side only";

namespace {

constexpr const char* kBitForBit =
    "floating point is compared bit for bit: signed zeros count, and where PTX leaves the bits of a NaN open "
    "one choice is made for both (arithmetic and cvt give the canonical NaN, neg and abs change the sign "
    "only), which hardware need not make";
constexpr const char* kNotFused =
    "products are not fused with the sums that they go into (nvcc and ptxas: -fmad=false)";
constexpr const char* kWraps = "signed integers of CUDA C++ wrap around (nvcc may take overflow not to happen, as C++ leaves it undefined)";
constexpr const char* kOverReals =
    "floating-point arithmetic is taken over the real numbers: no rounding, overflow, NaN or signed zeros";
constexpr const char* kSameOrders =
    "what depends on the order of atomics is the same for every such order: both perform the same atomics at "
    "the same points, so that the same orders are possible in both";
constexpr const char* kPointersInRange =
    "pointers that loops move and compare, and their offsets, do not wrap around";

}  // namespace

std::string bound_text(const LoopRelation::AssumedBound& assumed, const report::SourcePlace& place) {
  const std::string loop = place.line > 0 ? fmt::format("the loop at {}:{}", place.file, place.line)
                                          : fmt::format("loop {}", assumed.loop + 1);
  const auto& bound = assumed.bound;
  return fmt::format(
      "{} runs at most {} iterations each time it is entered: beyond that an index of {} bits that each "
      "iteration moves by {} may wrap around on one side only",
      loop, bound.most + 1, bound.width, bound.step);
}

void state_assumptions(const Compared& compared, const EquivalenceOptions& options, EquivalenceReport& out) {
  TwoExecutions& both = compared.both;
  for (const std::string& text : options.check.given) report::add_once(out.assumptions, "given: " + text);
  if (!out.compared_returns) {
    if (!options.check.grid)
      report::add_once(out.assumptions, "a grid has less than 2^31 threads along x");
    report::add_once(out.assumptions, kBlocksApart);
  }
  for (Execution* e : {&both.a(), &both.b()}) {
    for (const auto& note : e->executor().record().assumed) report::add_once(out.assumptions, note);
  }
  for (Execution* e : {&both.a(), &both.b()}) {
    if (e->uses_dynamic_shared() && !options.check.dynamic_shared)
      report::add_once(out.assumptions, "dynamic shared memory is as large as the accesses to it need");
    if (e->takes_no_dynamic_shared())
      report::add_once(out.assumptions, counterexample::kNoDynamicShared);
  }
  for (const Side* side : {&out.a, &out.b}) {
    if (out.bit_for_bit && computes_floats(*side->program, side->function)) report::add_once(out.assumptions, kBitForBit);
  }
  for (const Side* side : {&out.a, &out.b}) {
    if (out.bit_for_bit && may_be_fused(*side->program, side->function, side->cuda_source)) report::add_once(out.assumptions, kNotFused);
  }
  if (out.a.cuda_source || out.b.cuda_source) report::add_once(out.assumptions, kWraps);
  if (compared.matched_atomics) {
    report::add_once(out.assumptions, kSameOrders);
  }
  if (both.relation() != nullptr && both.assumes_pointers()) {
    report::add_once(out.assumptions, kPointersInRange);
  }
  if (!out.bit_for_bit) {
    report::add_once(out.assumptions, kOverReals);
    compared.real_conditions.add(both.real_conditions());
    if (both.relation() != nullptr) compared.real_conditions.add(both.relation()->real_conditions());
    for (const auto& text : compared.real_conditions.texts()) report::add_once(out.assumptions, text);
  }
}

}  // namespace warpproof::equivalence
