#include "src/concrete/meetings/collective_inputs.h"

#include <algorithm>
#include <string>

#include "spec/activemask.h"
#include "spec/cuda_shfl.h"
#include "spec/elect.h"
#include "spec/match.h"
#include "spec/redux.h"
#include "spec/rendezvous.h"
#include "spec/shfl.h"
#include "spec/vote.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/registers.h"
#include "src/concrete/control/threads.h"
#include "src/machine/alu.h"
#include "src/machine/collective.h"
#include "src/machine/name_in_source.h"
#include "src/machine/scalar_domain.h"

namespace warpproof::concrete {

namespace {

using Domain = ScalarDomain;

using Word32 = ScalarWord<32>;

}  // namespace

CollectiveInputs::CollectiveInputs(const Parts& parts)
    : launch_(parts.context.launch),
      positions_(parts.code.positions),
      current_instruction_(parts.code.current_instruction),
      report_(parts.record.findings),
      threads_(parts.threads),
      record_(parts.record),
      registers_(parts.registers) {}

// Reads the operands of each lane and judges those that the rules restrict.
void CollectiveInputs::read_collective(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
                              PositionId position) {
  const CollectiveOperands at = collective_operands(in);
  const auto read = [&](int index, int width, Read& out) {
    registers_.read_operand(in, in.sources.at(index_of(index)), width, warp, bank, mask, out);
    if (out.word.width == 1 && in.sources[index_of(index)].negated) out.word.mask = ~out.word.mask;
  };
  const int value_width = in.op == Opcode::Vote ? 1 : std::max(bits_of(in.type), 32);
  Read value, b, c, member;
  if (at.value >= 0) read(at.value, value_width, value);
  if (at.b >= 0) read(at.b, 32, b);
  if (at.c >= 0) read(at.c, 32, c);
  if (at.mask >= 0) read(at.mask, 32, member);
  for_each_lane(mask, [&](int lane) {
    Wait& wait = warp.waits[lane];
    wait = Wait{};
    wait.position = position;
    wait.function = positions_.at(position).function;
    wait.instruction = current_instruction_;
    // The deprecated forms have no mask: they name every lane, and the active ones take part.
    wait.mask = at.mask >= 0 ? static_cast<std::uint32_t>(member.word.at(lane))
                             : static_cast<std::uint32_t>(LaneSet::first(launch_.warp_size).bits);
    if (at.value >= 0) {
      wait.value = value.word.at(lane);
      wait.value_origin = (value.tainted >> lane) & 1 ? value.origin[lane] : 0;
    }
    if (at.b >= 0) wait.b = static_cast<std::uint32_t>(b.word.at(lane));
    if (at.c >= 0) wait.c = static_cast<std::uint32_t>(c.word.at(lane));
  });
  if (at.b >= 0) registers_.report_use(b, mask, in, warp, "the lane operand of a shuffle");
  if (at.c >= 0) registers_.report_use(c, mask, in, warp, "the clamp operand of a shuffle");
  if (at.mask >= 0) registers_.report_use(member, mask, in, warp, "a member mask");
  if (at.value >= 0 && in.op != Opcode::Shfl && !is_aligned_collective(in.op))
    registers_.report_use(value, mask, in, warp, "the operand of a collective");
  judge_operands(in, warp, bank, mask);
}

// Which rules about the operands of a shuffle have something to say about this lane's.
void CollectiveInputs::note_odd_operands(const Instruction& in, int lane, std::uint32_t b_bits,
                                         std::uint32_t c_bits, OddOperands& out) const {
  Domain d;
  const spec::ShflMode mode = shfl_mode(in);
  const LaneMask bit = 1u << lane;
  const Word32 b{b_bits}, c{c_bits};
  // Inline assembly may choose any c; one whose clamp field is that of the CUDA lowering speaks of a width.
  const std::uint32_t clamp =
      mode == spec::ShflMode::Up ? 0 : static_cast<std::uint32_t>(launch_.warp_size) - 1;
  const bool from_cuda = (c_bits & 0xff) == clamp;
  if (from_cuda && !spec::c_is_from_cuda_width(d, mode, c, launch_.warp_size).value) out.width |= bit;
  if (spec::shfl_offset_is_truncated(d, mode, b, launch_.warp_size).value) out.offset |= bit;
  if (spec::shfl_c_has_ignored_bits(d, c, launch_.warp_size).value) out.ignored |= bit;
}

void CollectiveInputs::judge_operands(const Instruction& in, Warp& warp, Bank&, LaneMask mask) {
  const std::uint32_t w = threads_.warp_index(warp);
  LaneMask undefined = 0;
  OddOperands odd;
  for_each_lane(mask, [&](int lane) {
    const Wait& wait = warp.waits[lane];
    const LaneMask bit = 1u << lane;
    if (wait.value_origin != 0 && !is_aligned_collective(in.op)) {
      const Report::Origin& origin = report_.origin_of(wait.value_origin);
      if (origin.rule == spec::Rule::ValueUninitialised && !origin.may_be_padding) undefined |= bit;
    }
    if (in.op == Opcode::Shfl) note_odd_operands(in, lane, wait.b, wait.c, odd);
  });
  // What is only a note for this language is how PTX defines the instruction, hence not worth a finding.
  const auto judge = [&](spec::Rule rule, LaneMask lanes, const std::string& message) {
    if (lanes != 0 && report_.level(rule) > spec::Level::Note)
      record_.report(rule, in.place, w, lanes, message);
  };
  judge(spec::Rule::ValueUninitialised, undefined,
        "the value given to " + name_in_source(in, launch_.cuda_source) + " was never written");
  judge(spec::Rule::ShflWidth, odd.width,
        launch_.cuda_source && !in.inline_assembly
            ? "the width is not 1, 2, 4, 8, 16 or 32"
            : "the clamp operand is not that of a width of 1, 2, 4, 8, 16 or 32");
  judge(spec::Rule::ShflOffset, odd.offset,
        "the distance is the warp size or more and is cut to its low bits");
  const std::string of_c = "bits of the clamp operand that the instruction ignores are set";
  if (odd.ignored != 0 && in.inline_assembly && in.mod.sync) {
    // Its c was written by hand.
    report_.add(spec::Rule::ShflCBits,
                spec::level(spec::Rule::ShflCBits, spec::Target{launch_.target_sm}, launch_.policies,
                            spec::Language::Ptx),
                in.place, ThreadSet(static_cast<int>(w), LaneSet{odd.ignored}), of_c);
    return;
  }
  judge(spec::Rule::ShflCBits, odd.ignored, of_c);
}

}  // namespace warpproof::concrete
