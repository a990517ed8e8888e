#include "src/machine/name_in_source.h"

#include "src/machine/collective.h"

namespace warpproof {
namespace {

std::string shuffle(const Instruction& in) {
  const char* const sync = in.mod.sync ? "_sync" : "";
  switch (in.mod.shuffle) {
    case ShuffleMode::Up:
      return std::string("__shfl_up") + sync;
    case ShuffleMode::Down:
      return std::string("__shfl_down") + sync;
    case ShuffleMode::Bfly:
      return std::string("__shfl_xor") + sync;
    case ShuffleMode::Idx:
      return std::string("__shfl") + sync;
    case ShuffleMode::None:
      break;
  }
  return "";
}

std::string vote(const Instruction& in) {
  const char* const sync = in.mod.sync ? "_sync" : "";
  switch (in.mod.vote) {
    case VoteMode::All:
      return std::string("__all") + sync;
    case VoteMode::Any:
      return std::string("__any") + sync;
    case VoteMode::Ballot:
      return std::string("__ballot") + sync;
    case VoteMode::Uni:  // CUDA C++ has none
    case VoteMode::None:
      break;
  }
  return "";
}

std::string reduction(const Instruction& in) {
  switch (in.mod.reduce) {
    case ReduceOp::Add:
      return "__reduce_add_sync";
    case ReduceOp::Min:
      return "__reduce_min_sync";
    case ReduceOp::Max:
      return "__reduce_max_sync";
    case ReduceOp::And:
      return "__reduce_and_sync";
    case ReduceOp::Or:
      return "__reduce_or_sync";
    case ReduceOp::Xor:
      return "__reduce_xor_sync";
    default:
      return "";
  }
}

// Those of barrier 0 for the whole block have names.
std::string barrier(const Instruction& in) {
  const BarrierOperands operands = barrier_operands(in);
  const Operand* const id =
      operands.id < static_cast<int>(in.sources.size()) ? &in.sources[static_cast<std::size_t>(operands.id)] : nullptr;
  const bool is_first = id == nullptr || (id->kind == Operand::Kind::Immediate && id->bits == 0);
  if (!is_first || operands.count >= 0 || !in.mod.aligned) return "";
  switch (barrier_op(in)) {
    case spec::BarrierOp::Sync:
      return "__syncthreads";
    case spec::BarrierOp::RedPopc:
      return "__syncthreads_count";
    case spec::BarrierOp::RedAnd:
      return "__syncthreads_and";
    case spec::BarrierOp::RedOr:
      return "__syncthreads_or";
    case spec::BarrierOp::Arrive:
      break;
  }
  return "";
}

std::string cuda_name(const Instruction& in) {
  switch (in.op) {
    case Opcode::Shfl:
      return shuffle(in);
    case Opcode::Vote:
      return vote(in);
    case Opcode::Match:
      return in.mod.match == MatchMode::All ? "__match_all_sync" : "__match_any_sync";
    case Opcode::Redux:
      return reduction(in);
    case Opcode::Activemask:
      return "__activemask";
    case Opcode::BarWarpSync:
      return "__syncwarp";
    case Opcode::Barrier:
      return barrier(in);
    default:
      return "";
  }
}

}  // namespace

std::string name_in_source(const Instruction& in, bool cuda_source) {
  const std::string name = cuda_source && !in.inline_assembly ? cuda_name(in) : "";
  return name.empty() ? operation_name(in) : name;
}

}  // namespace warpproof
