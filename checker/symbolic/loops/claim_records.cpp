#include "checker/symbolic/loops/claim_records.h"

#include <algorithm>
#include <set>

#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/loops/head_conditions.h"
#include "checker/symbolic/loops/loop_strides.h"
#include "checker/symbolic/unknown.h"
#include "src/program/flow.h"

namespace warpproof::symbolic {

namespace {

using claims::CellClaim;
using claims::Sharing;

constexpr int kMostCopies = 4;  // of a register into another, until what is computed

CellClaim::Kind kind_of(CellForm::Kind kind) {
  using From = CellForm::Kind;
  using To = CellClaim::Kind;
  switch (kind) {
    case From::Same:
      return To::Same;
    case From::Count:
      return To::Count;
    case From::Cycle:
      return To::Cycle;
    case From::Step:
      return To::Step;
    case From::Stride:
      return To::Stride;
    case From::AtMost:
      return To::AtMost;
    case From::Shift:
      return To::Shift;
    case From::Subset:
      return To::Subset;
    case From::LoopMask:
      return To::LoopMask;
    case From::Any:
      break;
  }
  return To::Any;
}

// Of those that are followed.
Sharing sharing_of(Grain grain, Shape::Follow follow) {
  if (grain == Grain::Block) return follow == Shape::Follow::OneWarp ? Sharing::Warp : Sharing::Block;
  if (grain == Grain::Warp) return follow == Shape::Follow::TwoThreads ? Sharing::Lane : Sharing::Warp;
  return Sharing::Lane;
}

// Where the blocks compute what the register gets; nothing where no instruction of theirs does.
std::optional<std::uint32_t> place_of_update(const Function& f, const std::vector<int>& blocks,
                                             std::uint32_t reg) {
  std::optional<std::uint32_t> found;
  for (int copies = 0; copies <= kMostCopies; ++copies) {
    std::optional<std::uint32_t> from;
    for (const int b : blocks) {
      const Block& block = f.blocks[static_cast<std::size_t>(b)];
      for (std::uint32_t i = block.first; i < block.last; ++i) {
        const Instruction& in = f.code[i];
        const bool writes = std::any_of(
            in.destinations.begin(), in.destinations.end(),
            [&](const Operand& o) { return o.kind == Operand::Kind::Register && o.index == reg; });
        if (!writes) continue;
        const bool copy =
            in.op == Opcode::Mov && in.sources.size() == 1 && in.sources[0].kind == Operand::Kind::Register;
        if (!copy) return in.place;
        found = in.place;
        from = in.sources[0].index;
      }
    }
    if (!from || *from == reg) return found;
    reg = *from;
  }
  return found;
}

// The last store of the blocks that is one of these.
template <class F>
std::optional<std::uint32_t> place_of_store(const Function& f, const std::vector<int>& blocks, F is_one) {
  std::optional<std::uint32_t> found;
  for (const int b : blocks) {
    const Block& block = f.blocks[static_cast<std::size_t>(b)];
    for (std::uint32_t i = block.first; i < block.last; ++i) {
      if (f.code[i].op == Opcode::St && is_one(f.code[i])) found = f.code[i].place;
    }
  }
  return found;
}

}  // namespace

ClaimRecords::ClaimRecords(const Parts& parts)
    : program_(parts.code.program()),
      options_(parts.context.options),
      warp_size_(parts.context.warp_size()),
      layout_(parts.code.layout()),
      assumed_(parts.record.assumed),
      code_(parts.code),
      head_conditions_(parts.head_conditions),
      loop_strides_(parts.loop_strides) {}

claims::LoopClaims ClaimRecords::claims_of(const Position& at, const LoopPlan& plan) const {
  const std::uint32_t function = at.back(), head = at[at.size() - 2];
  const Function& f = program_.functions[function];
  const FunctionGraph& graph = code_.graph_of(function);
  const Shape::Follow follow = options_.shape.follow;
  claims::LoopClaims out;
  out.at = Code::frames_of(at);
  out.place = code_.place_of_block(function, head);
  out.leaves = sharing_of(plan.scope, follow);
  const std::string where = program_.places[out.place].source().str();
  out.may_wrap = std::any_of(assumed_.begin(), assumed_.end(), [&](const std::string& text) {
    return text == loop_strides_.no_counter_wraps(out.place) ||
           text == loop_strides_.no_counter_turns_negative(out.place) || text == kModerateSteps ||
           text.starts_with("the loop at " + where + " makes so few iterations");
  });
  const auto loop = std::find_if(graph.loops.begin(), graph.loops.end(),
                                 [&](const auto& l) { return l.head == static_cast<int>(head); });
  std::vector<std::uint32_t> functions;
  for (const LoopFrame& frame : out.at) functions.push_back(frame.function);
  const std::uint64_t base = layout_.local_base(functions);
  out.local_bytes = static_cast<std::uint32_t>(base + layout_.local_size[function]);
  const Flow flow(program_, f);
  std::set<std::uint64_t> claimed;
  for (const auto& [cell, form] : plan.cells) {
    // Parameters of calls and numbers of groups of copies, which lie after, are not recorded.
    if (!cell.is_register && cell.end() > out.local_bytes) continue;
    if (cell.is_register) claimed.insert(cell.at);
    // A mask of the lanes of a warp, of which two threads are followed.
    const bool of_two_threads =
        form.kind == CellForm::Kind::LoopMask && warp_size_ != options_.shape.warp_size;
    CellClaim claim{of_two_threads ? CellClaim::Kind::Any : kind_of(form.kind), cell.is_register,
                    static_cast<std::uint32_t>(cell.at), cell.width};
    // Nothing is shared of what may be anything, whatever the form says.
    claim.sharing = claim.kind == CellClaim::Kind::Any ? Sharing::Lane : sharing_of(form.grain, follow);
    claim.step = form.step;
    claim.rises = form.rises;
    claim.may_be_undefined = form.taints;
    claim.moved_alike = sharing_of(Grain::Block, follow);
    claim.passes_block = form.wide;
    claim.table = form.table;
    claim.place = out.place;
    if (loop != graph.loops.end())
      claim.place = (cell.is_register
                         ? place_of_update(f, loop->blocks, claim.at)
                         : place_of_store(f, loop->blocks,
                                          [&](const Instruction& in) {
                                            const auto slot = flow.slot_of(in);
                                            return slot && base + layout_.address[slot->index] +
                                                                   static_cast<std::uint64_t>(slot->offset) ==
                                                               cell.at;
                                          }))
                        .value_or(out.place);
    out.cells.push_back(std::move(claim));
  }
  out.conditions = head_conditions_.claims(at, plan, base);
  const std::vector<bool>& live = graph.live_in[head];
  for (std::size_t r = 0; r < f.registers.size() && r < live.size(); ++r) {
    if (live[r] && !claimed.contains(r))
      out.kept.push_back(
          {CellClaim::Kind::Same, true, static_cast<std::uint32_t>(r), bits_of(f.registers[r].type)});
  }
  return out;
}

}  // namespace warpproof::symbolic
