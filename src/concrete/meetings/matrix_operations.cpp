#include "src/concrete/meetings/matrix_operations.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "spec/matrix.h"
#include "spec/matrix_alignment.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/control_flow.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/registers.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/ends.h"
#include "src/concrete/meetings/collectives.h"
#include "src/concrete/meetings/meeting_order.h"
#include "src/concrete/memory/access_judge.h"
#include "src/machine/collective.h"
#include "src/machine/name_in_source.h"
#include "src/program/matrix.h"

namespace warpproof::concrete {

namespace {

constexpr std::string_view kOpenSums = "none given: the order of the sums and their rounding are open";

using spec::MatrixElement;

using spec::MatrixPlace;

using spec::MatrixRole;

// IEEE formats of less than 32 bits, and E4M3, which has one NaN of either sign and no infinity.
double short_float(std::uint64_t bits, int exponent_bits, int fraction_bits, bool has_infinity) {
  const auto fraction = static_cast<int>(bits & ((1u << fraction_bits) - 1));
  const auto exponent = static_cast<int>(bits >> fraction_bits & ((1u << exponent_bits) - 1));
  const int most = (1 << exponent_bits) - 1, bias = (1 << (exponent_bits - 1)) - 1;
  const double sign = (bits >> (exponent_bits + fraction_bits) & 1) != 0 ? -1 : 1;
  if (exponent == most && has_infinity)
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : sign * std::numeric_limits<double>::infinity();
  if (exponent == most && fraction == (1 << fraction_bits) - 1)
    return std::numeric_limits<double>::quiet_NaN();
  const int whole = exponent == 0 ? fraction : fraction + (1 << fraction_bits);
  return sign * std::ldexp(whole, std::max(exponent, 1) - bias - fraction_bits);
}

double real_value(MatrixElement e, std::uint64_t bits) {
  switch (e) {
    case MatrixElement::F16:
      return short_float(bits, 5, 10, true);
    case MatrixElement::BF16:
      return short_float(bits, 8, 7, true);
    case MatrixElement::E4M3:
      return short_float(bits, 4, 3, false);
    case MatrixElement::E5M2:
      return short_float(bits, 5, 2, true);
    case MatrixElement::F64:
      return std::bit_cast<double>(bits);
    case MatrixElement::TF32:  // the lower 13 bits of the word are ignored
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits) & ~0x1fffu);
    default:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  }
}

std::int64_t whole_value(MatrixElement e, std::uint64_t bits) {
  const int width = spec::element_bits(e);
  const bool is_signed = e == MatrixElement::S8 || e == MatrixElement::S4 || e == MatrixElement::S32;
  if (!is_signed) return static_cast<std::int64_t>(bits);
  return static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
}

std::uint64_t half_bits(double value) {
  if (std::isnan(value)) return 0x7fff;
  const std::uint64_t sign = std::signbit(value) ? 0x8000 : 0;
  const double size = std::fabs(value);
  if (size >= 65520) return sign | 0x7c00;
  if (size == 0) return sign;
  const int exponent = std::max(std::ilogb(size), -14);
  const auto whole = static_cast<std::uint64_t>(std::nearbyint(std::ldexp(size, 10 - exponent)));
  return sign | ((static_cast<std::uint64_t>(exponent + 15) << 10) + whole - 1024);  // may carry
}

std::uint64_t real_bits(MatrixElement e, double value) {
  if (e == MatrixElement::F16) return half_bits(value);
  if (e == MatrixElement::F64) return std::bit_cast<std::uint64_t>(value);
  return std::isnan(value) ? 0x7fffffffu : std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

std::uint64_t whole_bits(std::int64_t value, bool saturates) {
  using Limits = std::numeric_limits<std::int32_t>;
  if (saturates) value = std::clamp<std::int64_t>(value, Limits::min(), Limits::max());
  return static_cast<std::uint32_t>(value);
}

// What the lanes hold of a matrix, as bits, and which of it is undefined.
struct Elements {
  MatrixElement element{};
  int columns = 0;
  std::vector<std::uint64_t> bits;
  std::vector<OriginId> origin;  // 0: defined

  Elements(MatrixRole role, spec::MatrixShape shape, MatrixElement e)
      : element(e),
        columns(spec::columns_of(role, shape)),
        bits(static_cast<std::size_t>(spec::rows_of(role, shape) * columns)),
        origin(bits.size()) {}
  std::size_t at(int row, int column) const { return static_cast<std::size_t>(row * columns + column); }
};

// Adds up what a sum is made of: whether every order of its additions, each rounded to so many digits, gives
// the same.
class Exactness {
 public:
  explicit Exactness(int digits) : digits_(digits) {}
  void add(double term) {
    if (term == 0) return;
    int exponent = 0;
    const double fraction = std::frexp(term, &exponent);
    if (std::isfinite(term))
      lowest_ = std::min(
          lowest_,
          exponent - 53 + std::countr_zero(static_cast<std::uint64_t>(std::fabs(std::ldexp(fraction, 53)))));
    total_ += std::fabs(term);
  }
  bool holds() const { return total_ < std::ldexp(1.0, lowest_ + digits_); }

 private:
  int digits_, lowest_ = 1000;
  double total_ = 0;
};

// One element of D. The products of reals are exact in double precision but for .f64. `iterations` where
// their sum may come out otherwise.
std::uint64_t sum_of_products(const MatrixModifiers& m, const Elements& a, const Elements& b,
                              const Elements& c, int row, int column, bool& iterations) {
  const auto in_a = [&](int k) { return a.bits[a.at(row, k)]; };
  const auto in_b = [&](int k) { return b.bits[b.at(k, column)]; };
  const std::uint64_t before = c.bits[c.at(row, column)];
  if (spec::is_integer(m.a)) {
    std::int64_t sum = whole_value(m.c, before);
    for (int k = 0; k < m.shape.k; ++k) {
      sum += m.bits == BoolOp::Xor   ? static_cast<std::int64_t>(in_a(k) ^ in_b(k))
             : m.bits == BoolOp::And ? static_cast<std::int64_t>(in_a(k) & in_b(k))
                                     : whole_value(m.a, in_a(k)) * whole_value(m.b, in_b(k));
    }
    return whole_bits(sum, m.saturates);
  }
  double sum = real_value(m.c, before);
  Exactness exact(m.a == MatrixElement::F64 ? 53 : m.d == MatrixElement::F16 ? 11 : 24);
  exact.add(sum);
  for (int k = 0; k < m.shape.k; ++k) {
    const double x = real_value(m.a, in_a(k)), y = real_value(m.b, in_b(k));
    exact.add(x * y);
    iterations = iterations || std::fma(x, y, -(x * y)) != 0;  // doubles
    sum = std::fma(x, y, sum);
  }
  iterations = iterations || !exact.holds();
  return real_bits(m.d, sum);
}

OriginId undefined_operand(const MatrixModifiers& m, const Elements& a, const Elements& b, const Elements& c,
                           int row, int column) {
  OriginId out = c.origin[c.at(row, column)];
  for (int k = 0; k < m.shape.k && out == 0; ++k) {
    out = a.origin[a.at(row, k)];
    if (out == 0) out = b.origin[b.at(k, column)];
  }
  return out;
}

}  // namespace

MatrixOperations::MatrixOperations(const Parts& parts)
    : launch_(parts.context.launch),
      warps_(parts.threads.warps),
      result_(parts.record.result),
      code_(parts.code),
      threads_(parts.threads),
      record_(parts.record),
      registers_(parts.registers),
      control_flow_(parts.control_flow),
      access_judge_(parts.access_judge),
      collectives_(parts.collectives),
      meeting_order_(parts.meeting_order) {}

// warp.divergent, where lanes can never come; others are waited for.
void MatrixOperations::judge_whole_warp(const Instruction& in, std::uint32_t w, LaneMask participants) {
  const auto all = static_cast<LaneMask>(LaneSet::first(launch_.warp_size).bits);
  const LaneMask gone = all & ~participants;
  if (gone == 0) return;
  const Warp& warp = warps_[w];
  const std::string who = std::popcount(gone) == 1 ? "lane " : "lanes ";
  record_.report(spec::Rule::WarpDivergent, in.place, w, participants,
         name_in_source(in, launch_.cuda_source) + " needs all lanes of the warp; " + who + LaneSet{gone}.str() +
             ((gone & warp.exists) == 0 ? (std::popcount(gone) == 1 ? " does not exist" : " do not exist")
                                        : (std::popcount(gone) == 1 ? " has exited" : " have exited")));
}

void MatrixOperations::fire_aligned(std::uint32_t w, LaneMask participants) {
  Warp& warp = warps_[w];
  const PositionId position = warp.waits[std::countr_zero(participants)].position;
  const Instruction& in = code_.instruction_of(warp.waits[std::countr_zero(participants)]);
  if (launch_.warp_size != spec::kMatrixLanes)
    throw Stop{operation_name(in) + " of a smaller warp", in.place};
  Bank& bank = threads_.bank_of(w, position);
  judge_whole_warp(in, w, participants);
  meeting_order_.order_collective(in, w, participants);
  collectives_.trace_firing(in, warp, w, participants, {});
  switch (in.op) {
    case Opcode::Ldmatrix:
    case Opcode::Stmatrix:
      matrix_rows(in, warp, bank, participants);
      break;
    case Opcode::Mma:
    case Opcode::WmmaMma:
      matrix_product(in, warp, bank, participants);
      break;
    case Opcode::WmmaLoad:
    case Opcode::WmmaStore:
      judge_same_operands(in, warp, bank, participants);
      break;
    default:
      break;
  }
  warp.waiting &= ~participants;
  control_flow_.advance(position, w, participants);
}

// Each lane gets the addresses of its elements, from the lanes that gave those of their rows.
void MatrixOperations::matrix_rows(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask) {
  const MatrixModifiers& m = in.mod.matrix;
  const std::uint32_t w = threads_.warp_index(warp);
  LaneMask misaligned = 0;
  for_each_lane(mask & static_cast<LaneMask>(LaneSet::first(8 * m.count).bits), [&](int lane) {
    if (warp.waits[lane].value % spec::kMatrixRowBytes != 0) misaligned |= 1u << lane;
  });
  if (misaligned != 0)
    record_.report(spec::Rule::MemoryMisaligned, in.place, w, misaligned,
           "the address of a matrix's row that a lane gives is no multiple of 16");
  const int halves = m.transposed ? 2 : 1;
  for (std::size_t d = 0; d < in.destinations.size(); ++d) {
    const int matrix = static_cast<int>(d) / halves, half = static_cast<int>(d) % halves;
    LaneVector out(bits_of(in.type));
    LaneMask tainted = 0;
    std::array<OriginId, kLanes> origin{};
    for (int lane = 0; lane < kLanes; ++lane) {
      const Wait& from = warp.waits[spec::matrix_row_lane(matrix, m.transposed, half, lane)];
      out.set(lane,
              from.value + static_cast<std::uint64_t>(spec::matrix_row_offset(m.transposed, half, lane)));
      if (from.value_origin == 0) continue;
      tainted |= 1u << lane;
      origin[static_cast<std::size_t>(lane)] = from.value_origin;
    }
    registers_.write_destination(in, d, bank, mask, out, false, tainted, origin);
  }
}

void MatrixOperations::matrix_product(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask) {
  const MatrixModifiers& m = in.mod.matrix;
  bool iterations = false;
  Elements a(MatrixRole::A, m.shape, m.a), b(MatrixRole::B, m.shape, m.b), c(MatrixRole::C, m.shape, m.c);
  std::size_t next = 0;
  for (const auto& [role, into] :
       {std::pair{MatrixRole::A, &a}, std::pair{MatrixRole::B, &b}, std::pair{MatrixRole::C, &c}}) {
    const int registers = matrix_registers(role, m.shape, into->element);
    const int each = spec::elements_in_register(into->element), bits = spec::element_bits(into->element);
    const std::uint64_t keep = bits == 64 ? ~0ull : (1ull << bits) - 1;
    for (int r = 0; r < registers; ++r) {
      Read word;
      registers_.read_operand(in, in.sources[next++], std::max(bits, 32), warp, bank, mask, word);
      for_each_lane(mask, [&](int lane) {
        for (int i = 0; i < each; ++i) {
          const MatrixPlace p = spec::fragment_place(role, m.shape, into->element, lane, r * each + i);
          const std::size_t at = into->at(p.row, p.column);
          into->bits[at] = word.word.at(lane) >> (i * bits) & keep;
          into->origin[at] =
              (word.tainted >> lane & 1) != 0 ? word.origin[static_cast<std::size_t>(lane)] : 0;
        }
      });
    }
  }
  const int distinct = matrix_registers(MatrixRole::C, m.shape, m.d);
  const int each = spec::elements_in_register(m.d), bits = spec::element_bits(m.d);
  for (std::size_t d = 0; d < in.destinations.size(); ++d) {
    LaneVector out(std::max(bits, 32));
    out.lane.fill(0);
    LaneMask tainted = 0;
    std::array<OriginId, kLanes> origin{};
    for_each_lane(mask, [&](int lane) {
      for (int i = 0; i < each; ++i) {
        const int index = static_cast<int>(d) % distinct * each + i;
        const MatrixPlace p = spec::fragment_place(MatrixRole::C, m.shape, m.d, lane, index);
        out.lane[lane] |= sum_of_products(m, a, b, c, p.row, p.column, iterations) << (i * bits);
        const OriginId undefined = undefined_operand(m, a, b, c, p.row, p.column);
        if (undefined == 0) continue;
        tainted |= 1u << lane;
        origin[static_cast<std::size_t>(lane)] = undefined;
      }
    });
    registers_.write_destination(in, d, bank, mask, out, false, tainted, origin);
  }
  if (iterations) result_.approximations.insert({operation_name(in), kOpenSums});
}

// warp.operands: all lanes give one address and one stride. memory.misaligned: both are multiples of what
// spec/matrix_alignment.h says.
void MatrixOperations::judge_same_operands(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask) {
  for (std::size_t i = 0; i < 2; ++i) {
    Read word;
    registers_.read_operand(in, in.sources[i], i == 0 ? bits_of(in.type) : 32, warp, bank, mask, word);
    registers_.report_use(word, mask, in, warp, i == 0 ? "an address" : "the stride of a matrix");
    const MatrixModifiers& m = in.mod.matrix;
    const int multiple = i == 0 ? spec::fragment_address_multiple(m.role, m.shape, m.a)
                                : spec::fragment_stride_multiple(m.role, m.shape, m.a);
    LaneMask misaligned = 0;
    for_each_lane(mask, [&](int lane) {
      if (word.word.at(lane) % static_cast<std::uint64_t>(multiple) != 0) misaligned |= 1u << lane;
    });
    if (misaligned != 0 && access_judge_.judges_alignment(in))
      record_.report(spec::Rule::MemoryMisaligned, in.place, threads_.warp_index(warp), misaligned,
             i == 0 ? "the address of a matrix is no multiple of " + std::to_string(multiple) + " bytes"
                    : "the stride of a matrix is no multiple of " + std::to_string(multiple) + " elements");
    const int first = std::countr_zero(mask);
    LaneMask others = 0;
    for_each_lane(mask,
                  [&](int lane) { others |= word.word.at(lane) != word.word.at(first) ? 1u << lane : 0; });
    if (others == 0) continue;
    record_.report(spec::Rule::WarpOperands, in.place, threads_.warp_index(warp), others,
           std::string(i == 0 ? "the address" : "the stride") + " is not the same in all lanes of the warp");
  }
}

}  // namespace warpproof::concrete
