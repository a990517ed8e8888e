#include "src/machine/collective.h"

#include <stdexcept>

#include "src/program/matrix.h"

namespace warpproof {
namespace {

std::optional<spec::ReduxOp> find_redux_op(const Instruction& in) {
  const bool sign = is_signed(in.type);
  if (is_float(in.type)) return std::nullopt;
  switch (in.mod.reduce) {
    case ReduceOp::Add:
      return spec::ReduxOp::Add;
    case ReduceOp::Min:
      return sign ? spec::ReduxOp::MinS : spec::ReduxOp::MinU;
    case ReduceOp::Max:
      return sign ? spec::ReduxOp::MaxS : spec::ReduxOp::MaxU;
    case ReduceOp::And:
      return spec::ReduxOp::And;
    case ReduceOp::Or:
      return spec::ReduxOp::Or;
    case ReduceOp::Xor:
      return spec::ReduxOp::Xor;
    default:
      return std::nullopt;
  }
}

const char* shfl_name(ShuffleMode mode) {
  switch (mode) {
    case ShuffleMode::Up:
      return "up";
    case ShuffleMode::Down:
      return "down";
    case ShuffleMode::Bfly:
      return "bfly";
    case ShuffleMode::Idx:
      return "idx";
    case ShuffleMode::None:
      break;
  }
  return "?";
}

const char* vote_name(VoteMode mode) {
  switch (mode) {
    case VoteMode::All:
      return "all";
    case VoteMode::Any:
      return "any";
    case VoteMode::Uni:
      return "uni";
    case VoteMode::Ballot:
      return "ballot";
    case VoteMode::None:
      break;
  }
  return "?";
}

const char* reduce_name(ReduceOp op) {
  switch (op) {
    case ReduceOp::Add:
      return "add";
    case ReduceOp::Min:
      return "min";
    case ReduceOp::Max:
      return "max";
    case ReduceOp::And:
      return "and";
    case ReduceOp::Or:
      return "or";
    case ReduceOp::Xor:
      return "xor";
    case ReduceOp::Popc:
      return "popc";
    default:
      return "?";
  }
}

std::string barrier_name(const Instruction& in) {
  std::string text = "barrier.";
  text += in.mod.barrier == BarrierKind::Arrive ? "arrive"
          : in.mod.barrier == BarrierKind::Red  ? "red."
                                                : "sync";
  if (in.mod.barrier == BarrierKind::Red) text += reduce_name(in.mod.reduce);
  return text + (in.mod.aligned ? ".aligned" : "");
}

bool barrier_supported(const Instruction& in) {
  if (in.mod.barrier == BarrierKind::None) return false;
  if (in.mod.barrier != BarrierKind::Red) return true;
  return in.mod.reduce == ReduceOp::Popc || in.mod.reduce == ReduceOp::And || in.mod.reduce == ReduceOp::Or;
}

}  // namespace

bool same_operation(const Instruction& a, const Instruction& b) {
  return a.op == b.op && a.type == b.type && a.mod.shuffle == b.mod.shuffle && a.mod.vote == b.mod.vote &&
         a.mod.match == b.mod.match && a.mod.reduce == b.mod.reduce && a.mod.barrier == b.mod.barrier &&
         a.mod.sync == b.mod.sync && a.mod.aligned == b.mod.aligned && a.mod.abs == b.mod.abs &&
         a.mod.nan == b.mod.nan && a.mod.matrix == b.mod.matrix;
}

CollectiveOperands collective_operands(const Instruction& in) {
  switch (in.op) {
    case Opcode::Shfl:
      return {0, 1, 2, in.mod.sync ? 3 : -1};
    case Opcode::Vote:
      return {0, -1, -1, in.mod.sync ? 1 : -1};
    case Opcode::Match:
    case Opcode::Redux:
      return {0, -1, -1, 1};
    case Opcode::Elect:
    case Opcode::BarWarpSync:
      return {-1, -1, -1, 0};
    case Opcode::Ldmatrix:
    case Opcode::Stmatrix:
      return {0, -1, -1, 1};
    default:
      if (is_aligned_collective(in.op)) return {-1, -1, -1, static_cast<int>(in.sources.size()) - 1};
      return {};
  }
}

BarrierOperands barrier_operands(const Instruction& in) {
  const auto written = [&](int i) {
    return i < static_cast<int>(in.sources.size()) && in.sources[i].kind != Operand::Kind::None;
  };
  BarrierOperands out;
  if (in.mod.barrier == BarrierKind::Red) {
    out.predicate = static_cast<int>(in.sources.size()) - 1;
    out.count = in.sources.size() > 2 && written(1) ? 1 : -1;
  } else {
    out.count = written(1) ? 1 : -1;
  }
  return out;
}

bool collective_supported(const Instruction& in, std::string* why) {
  bool supported = true;
  switch (in.op) {
    case Opcode::Shfl:
      supported = in.mod.shuffle != ShuffleMode::None && bits_of(in.type) == 32;
      break;
    case Opcode::Vote:
      supported = in.mod.vote != VoteMode::None;
      break;
    case Opcode::Match:
      supported = in.mod.match != MatchMode::None && (bits_of(in.type) == 32 || bits_of(in.type) == 64);
      break;
    case Opcode::Redux:
      supported = find_redux_op(in).has_value();
      break;
    case Opcode::Barrier:
      supported = barrier_supported(in);
      break;
    case Opcode::Activemask:
    case Opcode::Elect:
    case Opcode::BarWarpSync:
      break;
    default:
      supported = is_aligned_collective(in.op);
  }
  if (!supported && why != nullptr) *why = in.name.empty() ? operation_name(in) : in.name;
  return supported;
}

spec::ShflMode shfl_mode(const Instruction& in) {
  switch (in.mod.shuffle) {
    case ShuffleMode::Up:
      return spec::ShflMode::Up;
    case ShuffleMode::Down:
      return spec::ShflMode::Down;
    case ShuffleMode::Bfly:
      return spec::ShflMode::Bfly;
    case ShuffleMode::Idx:
      return spec::ShflMode::Idx;
    case ShuffleMode::None:
      break;
  }
  throw std::logic_error("shfl without a mode");
}

spec::ReduxOp redux_op(const Instruction& in) { return find_redux_op(in).value(); }

spec::BarrierOp barrier_op(const Instruction& in) {
  if (in.mod.barrier == BarrierKind::Arrive) return spec::BarrierOp::Arrive;
  if (in.mod.barrier == BarrierKind::Sync) return spec::BarrierOp::Sync;
  if (in.mod.reduce == ReduceOp::And) return spec::BarrierOp::RedAnd;
  return in.mod.reduce == ReduceOp::Or ? spec::BarrierOp::RedOr : spec::BarrierOp::RedPopc;
}

bool needs_later_target(const Instruction& in, spec::Target target) {
  switch (in.op) {
    case Opcode::Match:
      return !spec::has_match(target);
    case Opcode::Redux:
      return !spec::has_redux(target);
    case Opcode::Elect:
      return !spec::has_elect(target);
    case Opcode::Barrier:
      return !in.mod.aligned && !spec::has_unaligned_barrier(target);
    default:
      return is_aligned_collective(in.op) && target.sm < minimum_target_of_matrix(in);
  }
}

bool is_legacy_collective(const Instruction& in) {
  return (in.op == Opcode::Shfl || in.op == Opcode::Vote) && !in.mod.sync;
}

std::string operation_name(const Instruction& in) {
  const std::string sync = in.mod.sync ? ".sync" : "";
  switch (in.op) {
    case Opcode::Shfl:
      return "shfl" + sync + "." + shfl_name(in.mod.shuffle);
    case Opcode::Vote:
      return "vote" + sync + "." + vote_name(in.mod.vote);
    case Opcode::Match:
      return std::string("match.") + (in.mod.match == MatchMode::All ? "all" : "any") + ".sync";
    case Opcode::Redux:
      return std::string("redux.sync.") + reduce_name(in.mod.reduce);
    case Opcode::Elect:
      return "elect.sync";
    case Opcode::Barrier:
      return barrier_name(in);
    default:
      return is_aligned_collective(in.op) ? matrix_operation_name(in) : std::string(info(in.op).mnemonic);
  }
}

}  // namespace warpproof
