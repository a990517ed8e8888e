#include "checker/symbolic/meetings/warp_operands.h"

#include <algorithm>
#include <optional>

#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/scalar_instructions.h"
#include "spec/cuda_shfl.h"
#include "spec/rules.h"
#include "spec/shfl.h"
#include "src/machine/alu.h"
#include "src/machine/collective.h"
#include "src/machine/term_domain.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

using spec::Rule;

WarpOperands::WarpOperands(const Parts& parts)
    : g(parts.context.graph),
      options_(parts.context.options),
      threads_(parts.context.threads()),
      warp_size_(parts.context.warp_size()),
      ops_(parts.context.ops),
      context_(parts.context),
      obligations_(parts.record.obligations),
      events_(parts.record.events),
      scalar_instructions_(parts.scalar_instructions) {}

// Reads the operands for everyone in the strand.
void WarpOperands::read(Parked& p, const Instruction& ins) {
  Strand& s = p.strand;
  const CollectiveOperands which = collective_operands(ins);
  const auto operand = [&](int i, Type type) {
    return i >= 0 ? scalar_instructions_.read(s, ins.sources[static_cast<std::size_t>(i)], type, ins.place)
                  : Value{};
  };
  p.instruction = &ins;
  p.place = ins.place;
  p.mask = operand(which.mask, Type::B32);
  p.b = operand(which.b, Type::B32);
  p.c = operand(which.c, Type::B32);
  p.a = operand(which.value, ins.op == Opcode::Vote   ? Type::Pred
                             : ins.op == Opcode::Shfl ? Type::B32
                                                      : ins.type);
  if (which.value >= 0 && ins.sources[static_cast<std::size_t>(which.value)].negated)
    p.a.bits = ops_.lnot(p.a.bits);
  for (Value* v : {&p.mask, &p.b, &p.c}) {
    if (v->width != 0 && v->width != 32) {
      v->bits = ops_.map([&](Term t) { return fit_word(g, t, 32, false); }, v->bits);
      v->width = 32;
    }
  }
  if (p.a.width > 1) {
    const bool may_be_wide = ins.op == Opcode::Match || is_aligned_collective(ins.op);
    const int width = may_be_wide && bits_of(ins.type) == 64 ? 64 : 32;
    p.a.bits = ops_.map([&](Term t) { return fit_word(g, t, width, is_signed(ins.type)); }, p.a.bits);
    p.a.width = width;
  }
}

// mask.from-activemask: the mask holds what an activemask returned.
bool WarpOperands::derives_from_activemask(const Lanes& mask) const {
  if (group_variables_.empty()) return false;
  std::vector<Term> roots;
  for (int t = 0; t < threads_; ++t) {
    if (!g.is_const(mask.at(t))) roots.push_back(mask.at(t));
    if (mask.is_uniform()) break;
  }
  const auto leaves = collect_leaves(g, roots);
  return std::any_of(leaves.variables.begin(), leaves.variables.end(),
                     [&](Term t) { return group_variables_.contains(t.id); });
}

// Rules about the operands alone, for lanes that execute the instruction.
void WarpOperands::judge(const Parked& p, const Instruction& ins) {
  const Lanes& guard = p.strand.guard;
  scalar_instructions_.use(guard, p.mask, ins.place, "member mask");
  if (derives_from_activemask(p.mask.bits)) {
    obligations_.require_not(Rule::MaskFromActivemask, context_.level(Rule::MaskFromActivemask), ins.place,
                             "", ops_.any(guard));
  }
  if (ins.op == Opcode::Shfl) {
    scalar_instructions_.use(guard, p.b, ins.place, "lane operand");
    scalar_instructions_.use(guard, p.c, ins.place, "clamp and segment operand");
    judge_shuffle_shape(p, ins);
  }
  if (ins.op == Opcode::Vote || ins.op == Opcode::Match || ins.op == Opcode::Redux) {
    scalar_instructions_.use(guard, p.a, ins.place, "operand of a collective");
  }
  const bool argument_matters = options_.cuda_source && options_.policies.uninitialised_argument ==
                                                            spec::UninitialisedArgument::ByLanguage;
  if (ins.op == Opcode::Shfl && argument_matters && p.a.origins) judge_argument(guard, p.a, ins.place);
}

// CUDA: passing an uninitialised variable to an intrinsic is undefined whether or not the result is used.
void WarpOperands::judge_argument(const Lanes& guard, const Value& a, std::uint32_t place) {
  // Taint of another kind is no error here. Where there is some of both, which one it is shows in the replay.
  const bool uninitialised = std::any_of(a.origins->begin(), a.origins->end(), [&](int e) {
    return events_[e].rule == Rule::ValueUninitialised && !events_[e].may_be_padding;
  });
  if (!uninitialised) return;
  obligations_.require_not(Rule::ValueUninitialised, context_.level(Rule::ValueUninitialised), place,
                           "argument of a shuffle", ops_.any(ops_.land(guard, a.taint)));
}

void WarpOperands::judge_shuffle_shape(const Parked& p, const Instruction& ins) {
  TermDomain d{g};
  const spec::ShflMode mode = shfl_mode(ins);
  const auto check = [&](Rule rule, auto condition, std::optional<spec::Level> own_level = std::nullopt) {
    const spec::Level lvl = own_level.value_or(context_.level(rule));
    if (lvl == spec::Level::Off || lvl == spec::Level::Note) return;
    const Lanes violated = ops_.map(condition, p.b.bits, p.c.bits);
    obligations_.require_not(rule, lvl, ins.place, "", ops_.any(ops_.land(p.strand.guard, violated)));
  };
  if (options_.cuda_source || options_.policies.shuffle_operand == spec::ShuffleOperand::Error) {
    // Inline assembly may choose any c; one whose clamp field is that of the CUDA lowering speaks of a width.
    const std::uint64_t clamp = mode == spec::ShflMode::Up ? 0 : static_cast<std::uint64_t>(warp_size_) - 1;
    check(Rule::ShflWidth, [&](Term, Term c) {
      const Term from_cuda = g.eq(g.extract(c, 7, 0), g.constant(8, clamp));
      return g.land(from_cuda, g.lnot(spec::c_is_from_cuda_width<TermDomain>(d, mode, {c}, warp_size_).t));
    });
  }
  check(Rule::ShflOffset,
        [&](Term b, Term) { return spec::shfl_offset_is_truncated<TermDomain>(d, mode, {b}, warp_size_).t; });
  // In CUDA the header packs c; that of inline assembly was written by hand.
  if (!options_.cuda_source || (ins.inline_assembly && ins.mod.sync)) {
    check(
        Rule::ShflCBits,
        [&](Term, Term c) { return spec::shfl_c_has_ignored_bits<TermDomain>(d, {c}, warp_size_).t; },
        spec::level(Rule::ShflCBits, options_.target, options_.policies, spec::Language::Ptx));
  }
}

}  // namespace warpproof::symbolic
