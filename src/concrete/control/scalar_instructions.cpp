#include "src/concrete/control/scalar_instructions.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>

#include "src/concrete/control/record.h"
#include "src/concrete/control/registers.h"
#include "src/concrete/ends.h"
#include "src/machine/alu.h"
#include "src/machine/approximation.h"
#include "src/program/forms.h"
#include "src/term/float_eval.h"
#include "src/term/float_op.h"

namespace warpproof::concrete {

namespace {

double as_double(std::uint64_t bits, Type type) {
  if (type == Type::F64) return std::bit_cast<double>(bits);
  if (type == Type::F32) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  FloatOp widen;
  widen.code = FloatCode::Cvt;
  widen.operand = type == Type::BF16 ? FloatFormat::BF16 : FloatFormat::F16;
  widen.result = FloatFormat::F64;
  const std::uint64_t in[] = {bits & 0xffff};
  return std::bit_cast<double>(float_eval(widen.pack(), in));
}

bool computes_one_number(const Instruction& in) {
  return in.type == Type::F16 || in.type == Type::BF16 || in.type == Type::F32 || in.type == Type::F64;
}

// The source that decides it; nothing for operations that have a result for all numbers.
std::optional<std::size_t> deciding_source(const Instruction& in) {
  if (!computes_one_number(in)) return {};
  if (in.op == Opcode::Div) return 1;
  const bool one =
      in.op == Opcode::Rcp || in.op == Opcode::Sqrt || in.op == Opcode::Rsqrt || in.op == Opcode::Lg2;
  return one ? std::optional<std::size_t>(0) : std::nullopt;
}

bool has_real_result(Opcode op, double x) {
  if (op == Opcode::Div || op == Opcode::Rcp) return x < 0 || x > 0;
  return op == Opcode::Sqrt ? x >= 0 : x > 0;
}

bool divides_integers(const Instruction& in) {
  return (in.op == Opcode::Div || in.op == Opcode::Rem) && !is_float(in.type);
}

}  // namespace

ScalarInstructions::ScalarInstructions(const Parts& parts)
    : setup_(parts.context.setup),
      inputs_(parts.context.inputs),
      report_(parts.record.findings),
      result_(parts.record.result),
      domain_(parts.registers.domain),
      registers_(parts.registers) {}

void ScalarInstructions::note_real_domain(const Instruction& in, LaneMask mask) {
  const auto source = deciding_source(in);
  if (!source) return;
  bool& inside = result_.real_domains[in.place];
  for_each_lane(mask, [&](int lane) {
    if (!inside) inside = has_real_result(in.op, as_double(words_[*source].at(lane), in.type));
  });
}

void ScalarInstructions::note_real_sum(const Instruction& in, LaneMask mask) {
  const bool is_sum = in.op == Opcode::Add || in.op == Opcode::Sub || in.op == Opcode::Mul ||
                      in.op == Opcode::Fma || in.op == Opcode::Mad;
  if (!is_sum || !computes_one_number(in)) return;
  bool& inside = result_.real_domains[in.place];
  for_each_lane(mask, [&](int lane) {
    if (!inside) inside = !std::isnan(as_double(results_[0].at(lane), in.type));
  });
}

// Ends the run at an instruction without a meaning. The answer is remembered for each instruction.
void ScalarInstructions::require_supported(const Instruction& in, std::uint32_t function) {
  const std::vector<Instruction>& code = setup_.program.functions[function].code;
  if (supported_.size() <= function) supported_.resize(setup_.program.functions.size());
  if (supported_[function].empty()) supported_[function].assign(code.size(), false);
  const auto index = static_cast<std::size_t>(&in - code.data());
  if (supported_[function][index]) return;
  std::string why;
  if (!alu_supported(in, &why)) throw Stop{why, in.place};
  supported_[function][index] = true;
}

void ScalarInstructions::note_approximation(const Instruction& in) {
  result_.approximations.insert({std::string(info(in.op).mnemonic) + (in.mod.full ? ".full." : ".approx.") +
                                     (in.mod.ftz ? "ftz." : "") + std::string(word_of_type(in.type)),
                                 documented_error(in)});
}

void ScalarInstructions::scalar(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask) {
  require_supported(in, bank.function);
  if (is_approximate(in)) note_approximation(in);
  const std::size_t carry = reads_carry(in) ? 1 : 0, count = in.sources.size() + carry;
  const std::uint32_t carry_register = bank.lanes->carry();
  if (reads_.size() < count) reads_.resize(count);
  words_.resize(count);
  LaneMask tainted = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i < in.sources.size() && registers_.load_defined(bank, in.sources[i], mask, words_[i])) {
      reads_[i].tainted = 0;
      continue;
    }
    if (i == in.sources.size()) {
      registers_.load_register(bank, carry_register, mask, in.place, reads_[i]);
    } else {
      registers_.read_operand(in, in.sources[i], alu_operand_bits(in, i), warp, bank, mask, reads_[i]);
    }
    tainted |= reads_[i].tainted;
    words_[i] = reads_[i].word;
  }
  domain_.active = mask;
  execute_alu(domain_, in, std::span<const LaneVector>(words_), results_);
  std::array<OriginId, kLanes> origin;
  if (tainted != 0) {
    taint_of_result(in, mask, tainted, origin);
    if (divides_integers(in)) registers_.report_use(reads_[1], mask, in, warp, "a divisor");
  }
  if (divides_integers(in)) {
    const LaneMask zero = zero_divisors(in, mask, tainted, origin);
    if (zero != 0 && !result_.divided_by_zero_at) result_.divided_by_zero_at = in.place;
    if (!inputs_.only_bounds || inputs_.also_alignment_and_division) tainted |= zero;
  }
  if (inputs_.notes_real_domains) note_real_domain(in, mask & ~tainted);
  if (inputs_.notes_real_sums) note_real_sum(in, mask & ~tainted);
  const std::size_t written = results_.size() - (writes_carry(in) ? 1 : 0);
  for (std::size_t i = 0; i < written; ++i) {
    registers_.write_destination(in, i, bank, mask, results_[i], alu_result_signed(in), tainted, origin);
  }
  if (writes_carry(in))
    registers_.store_register(bank, carry_register, mask, results_.back(), tainted, origin);
}

// The lanes that divide by a defined zero: what they get is undefined.
LaneMask ScalarInstructions::zero_divisors(const Instruction& in, LaneMask mask, LaneMask tainted,
                                std::array<OriginId, kLanes>& origin) {
  const std::uint64_t keep = bits_of(in.type) >= 64 ? ~0ull : (1ull << bits_of(in.type)) - 1;
  LaneMask zero = 0;
  for_each_lane(mask & ~tainted, [&](int lane) {
    if ((words_[1].at(lane) & keep) != 0) return;
    zero |= 1u << lane;
    origin[lane] = report_.origin(spec::Rule::ValueDivisionByZero, in.place);
  });
  return zero;
}

// Which lanes' results are undefined, and why: any undefined source makes them so, except that a defined
// selector picks one side, and a defined 0 (or all ones) decides an `and` (or an `or`) alone.
void ScalarInstructions::taint_of_result(const Instruction& in, LaneMask mask, LaneMask& tainted,
                              std::array<OriginId, kLanes>& origin) {
  const std::size_t count = words_.size();
  const bool selects = in.op == Opcode::Selp;
  const bool decides = in.op == Opcode::And || in.op == Opcode::Or;
  const std::uint64_t ones = bits_of(in.type) >= 64 ? ~0ull : (1ull << bits_of(in.type)) - 1;
  LaneMask out = 0;
  for_each_lane(tainted & mask, [&](int lane) {
    const LaneMask bit = 1u << lane;
    const auto is_tainted = [&](std::size_t i) { return (reads_[i].tainted & bit) != 0; };
    OriginId from = 0;
    if (selects && !is_tainted(2)) {
      const bool first = (words_[2].at(lane) != 0) != in.sources[2].negated;
      const std::size_t chosen = first ? 0 : 1;
      from = is_tainted(chosen) ? reads_[chosen].origin[lane] : 0;
    } else {
      for (std::size_t i = 0; i < count && from == 0; ++i) {
        if (is_tainted(i)) from = reads_[i].origin[lane];
      }
      const auto is_decisive = [&](std::size_t i) {
        const std::uint64_t wanted = (in.op == Opcode::Or) != in.sources[i].negated ? ones : 0;
        return !is_tainted(i) && words_[i].at(lane) == wanted;
      };
      if (decides && count == 2 && (is_decisive(0) || is_decisive(1))) from = 0;
    }
    if (from == 0) return;
    out |= bit;
    origin[lane] = from;
  });
  tainted = out;
}

}  // namespace warpproof::concrete
