// float_eval against the arithmetic recorded on an H200 (sm_90): 588 instructions, 65,536 samples each, as
// digests. record_float_hardware.py produced the record and names the samples that differ when it is run
// again.
#include <catch2/catch.hpp>

#include "src/term/float_eval.h"
#include "src/term/float_samples.h"

namespace warpproof {
namespace {

struct Row {
  const char* ptx;
  std::uint64_t packed;
  std::uint64_t digest;
};

const Row kRows[] = {
#include "src/term/float_hardware_arithmetic.inc"
#include "src/term/float_hardware_comparisons.inc"
#include "src/term/float_hardware_conversions.inc"
};

}  // namespace

TEST_CASE("float_eval computes what the hardware computed") {
  for (const Row& row : kRows) {
    const FloatOp op = FloatOp::unpack(row.packed);
    std::uint64_t digest = 0;
    for (std::uint64_t i = 0; i < 1u << 16; ++i) {
      const std::uint64_t in[] = {float_operand(op, i, 0), float_operand(op, i, 1), float_operand(op, i, 2)};
      digest = digest_step(digest, comparable(op, float_eval(row.packed, {in, op.arity()})));
    }
    if (digest != row.digest) FAIL_CHECK(row.ptx << " (" << op.str() << ") differs from the record");
  }
}

TEST_CASE("a packed operation unpacks to itself") {
  for (const Row& row : kRows) CHECK(FloatOp::unpack(row.packed).pack() == row.packed);
}

}  // namespace warpproof
