#include "checker/symbolic/meetings/matrix_operations.h"

#include <algorithm>

#include "checker/symbolic/alignment.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/scalar_instructions.h"
#include "checker/symbolic/control/thread_sets.h"
#include "checker/symbolic/launch_numbers.h"
#include "checker/symbolic/pointers.h"
#include "spec/matrix.h"
#include "spec/matrix_alignment.h"
#include "spec/rules.h"
#include "src/machine/collective.h"
#include "src/program/matrix.h"

namespace warpproof::symbolic {

namespace {

using spec::MatrixRole;
using spec::Rule;

}  // namespace

MatrixOperations::MatrixOperations(const Parts& parts)
    : g(parts.context.graph),
      threads_(parts.context.threads()),
      warp_size_(parts.context.warp_size()),
      warps_(parts.context.warps()),
      ops_(parts.context.ops),
      context_(parts.context),
      numbers_(parts.numbers),
      pointers_(parts.pointers),
      obligations_(parts.record.obligations),
      approximations_(parts.record.approximations),
      assumed_(parts.record.assumed),
      thread_sets_(parts.thread_sets),
      scalar_instructions_(parts.scalar_instructions) {}

void MatrixOperations::finish_aligned(Strand& s, const Instruction& ins, const Exchange& e) {
  if (warp_size_ != spec::kMatrixLanes)
    return thread_sets_.give_up_threads(s.guard, operation_name(ins) + " of a smaller warp", ins.place);
  switch (ins.op) {
    case Opcode::Ldmatrix:
    case Opcode::Stmatrix:
      return give_row_addresses(s, ins, e);
    case Opcode::Mma:
    case Opcode::WmmaMma:
      return give_products(s, ins);
    case Opcode::WmmaLoad:
    case Opcode::WmmaStore:
      return judge_same_operands(s, ins);
    default:
      return;
  }
}

void MatrixOperations::give_row_addresses(Strand& s, const Instruction& ins, const Exchange& e) {
  const MatrixModifiers& m = ins.mod.matrix;
  const int width = e.a.width, halves = m.transposed ? 2 : 1;
  std::vector<Term> misaligned;
  for (int t = 0; t < threads_; ++t) {
    if (t % warp_size_ >= 8 * m.count || g.is_false(e.arrived.at(t))) continue;
    const Term low = g.extract(e.a.bits.at(t), 3, 0);
    misaligned.push_back(g.land(e.arrived.at(t), g.lnot(g.eq(low, g.constant(4, 0)))));
  }
  obligations_.require_not(Rule::MemoryMisaligned, context_.level(Rule::MemoryMisaligned), ins.place,
                           "address of a matrix's row", g.disj(misaligned));
  for (std::size_t d = 0; d < ins.destinations.size(); ++d) {
    const int matrix = static_cast<int>(d) / halves, half = static_cast<int>(d) % halves;
    std::vector<Term> bits, taint;
    for (int t = 0; t < threads_; ++t) {
      const int lane = t % warp_size_;
      const int from = t - lane + spec::matrix_row_lane(matrix, m.transposed, half, lane);
      const bool exists = from < threads_;
      const auto offset = static_cast<std::uint64_t>(spec::matrix_row_offset(m.transposed, half, lane));
      bits.push_back(exists ? g.add(e.a.bits.at(from), g.constant(width, offset)) : g.constant(width, 0));
      taint.push_back(exists ? e.a.taint.at(from) : g.truth(false));
    }
    scalar_instructions_.write(s, ins, ins.destinations[d],
          Value{Lanes::each(std::move(bits)), Lanes::each(std::move(taint)), e.a.origins, width});
  }
}

// A lane's result is undefined where an element of its row of A, its column of B or of C is.
void MatrixOperations::give_products(Strand& s, const Instruction& ins) {
  const MatrixModifiers& m = ins.mod.matrix;
  approximations_.insert("results of matrix products are treated as unknown");
  const auto lines_of = [&](MatrixRole role) {
    return static_cast<std::size_t>(role == MatrixRole::B ? m.shape.n : m.shape.m);
  };
  Origins origins;
  // By warp and line; of C by warp and element.
  const auto nothing = [&](std::size_t count) {
    return std::vector<std::vector<Term>>(static_cast<std::size_t>(warps_) * count);
  };
  const auto elements = lines_of(MatrixRole::A) * lines_of(MatrixRole::B);
  auto rows = nothing(lines_of(MatrixRole::A)), columns = nothing(lines_of(MatrixRole::B)),
       own = nothing(elements);
  const auto own_of = [&](int w, const spec::MatrixPlace& p) -> std::vector<Term>& {
    return own[static_cast<std::size_t>(w) * elements +
               static_cast<std::size_t>(p.row * m.shape.n + p.column)];
  };
  auto whole = nothing(1);
  std::size_t next = 0;
  for (const auto& [role, element] :
       {std::pair{MatrixRole::A, m.a}, std::pair{MatrixRole::B, m.b}, std::pair{MatrixRole::C, m.c}}) {
    const int registers = matrix_registers(role, m.shape, element),
              each = spec::elements_in_register(element);
    for (int r = 0; r < registers; ++r) {
      const Value v =
          scalar_instructions_.read(s, ins.sources[next++], matrix_register_type(element), ins.place);
      if (!v.origins) continue;
      origins = merge_origins(origins, v.origins);
      for (int t = 0; t < threads_; ++t) {
        const Term undefined = g.land(s.guard.at(t), v.taint.at(t));
        if (g.is_false(undefined)) continue;
        const int w = t / warp_size_;
        if (ins.op == Opcode::WmmaMma) {  // of which it is open which row and column it is in
          whole[static_cast<std::size_t>(w)].push_back(undefined);
          continue;
        }
        for (int i = 0; i < each; ++i) {
          const auto p = spec::fragment_place(role, m.shape, element, t % warp_size_, r * each + i);
          const std::size_t line = static_cast<std::size_t>(w) * lines_of(role) +
                                   static_cast<std::size_t>(role == MatrixRole::B ? p.column : p.row);
          (role == MatrixRole::A   ? rows[line]
           : role == MatrixRole::B ? columns[line]
                                   : own_of(w, p))
              .push_back(undefined);
        }
      }
    }
  }
  const int distinct = matrix_registers(MatrixRole::C, m.shape, m.d), each = spec::elements_in_register(m.d);
  for (std::size_t d = 0; d < ins.destinations.size(); ++d) {
    const int width = std::max(32, spec::element_bits(m.d));
    Lanes taint = ops_.no();
    if (origins) {
      std::vector<Term> undefined;
      for (int t = 0; t < threads_; ++t) {
        const int w = t / warp_size_;
        std::vector<Term> any = whole[static_cast<std::size_t>(w)];
        for (int i = 0; i < each; ++i) {
          const auto p = spec::fragment_place(MatrixRole::C, m.shape, m.d, t % warp_size_,
                                              static_cast<int>(d) % distinct * each + i);
          const auto add = [&](const std::vector<Term>& terms) {
            any.insert(any.end(), terms.begin(), terms.end());
          };
          add(rows[static_cast<std::size_t>(w) * lines_of(MatrixRole::A) + static_cast<std::size_t>(p.row)]);
          add(columns[static_cast<std::size_t>(w) * lines_of(MatrixRole::B) +
                      static_cast<std::size_t>(p.column)]);
          add(own_of(w, p));
        }
        undefined.push_back(g.disj(any));
      }
      taint = Lanes::each(std::move(undefined));
    }
    scalar_instructions_.write(s, ins, ins.destinations[d],
          Value{scalar_instructions_.fresh_choices(s, width, ins.place, "product"), taint, origins, width});
  }
}

// warp.operands: all lanes give one address and one stride. memory.misaligned: both are multiples of what
// spec/matrix_alignment.h says; the lanes' accesses are judged for their own sizes besides.
void MatrixOperations::judge_same_operands(Strand& s, const Instruction& ins) {
  const MatrixModifiers& m = ins.mod.matrix;
  Alignment alignment(g, [this](Term variable) { return numbers_.is_of_launch(variable); });
  // `named`: what the guide has, of which an answer is an assumption where less is needed.
  const auto multiple_of = [&](const Lanes& guard, const Lanes& number, int needed, int named,
                               const char* what) {
    std::vector<Term> misaligned;
    for (int t = 0; t < threads_; ++t) {
      if (g.is_false(guard.at(t))) continue;
      const Alignment::Answer answer = alignment.judge(number.at(t), needed),
                              stricter = alignment.judge(number.at(t), named);
      if (answer.assumed)
        assumed_.insert("matrices of wmma begin, and their lines follow, at multiples that the manual names");
      else if (needed < named && (stricter.assumed || !g.is_false(stricter.misaligned)))
        assumed_.insert("matrices of wmma of elements of 8 bits or fewer begin at any multiple of a "
                        "lane's part (PTX ISA), not of 32 bytes (CUDA Programming Guide)");
      misaligned.push_back(g.land(guard.at(t), answer.misaligned));
    }
    obligations_.require_not(Rule::MemoryMisaligned, context_.level(Rule::MemoryMisaligned), ins.place, what,
                             g.disj(misaligned));
  };
  std::vector<Term> differ;
  for (std::size_t i = 0; i < 2; ++i) {
    const Value v = scalar_instructions_.read(s, ins.sources[i], i == 0 ? ins.type : Type::U32, ins.place);
    scalar_instructions_.use(s.guard, v, ins.place, i == 0 ? "address" : "stride of a matrix");
    if (i == 1) {
      const int multiple = spec::fragment_stride_multiple(m.role, m.shape, m.a);
      multiple_of(s.guard, v.bits, multiple, multiple, "stride of a matrix");
    } else {  // an address that may be of several allocations is given up at the lanes' accesses
      const int multiple = spec::fragment_address_multiple(m.role, m.shape, m.a);
      for (const Target& target : pointers_.locate(v.bits, ins.mod.space, s.guard).targets)
        multiple_of(target.guard, target.offset, multiple, spec::kFragmentAddressBytes,
                    "address of a matrix");
    }
    if (v.bits.is_uniform()) continue;
    for (int t = 0; t < threads_; ++t) {
      const int first = t / warp_size_ * warp_size_;
      const Term both = g.land(s.guard.at(t), s.guard.at(first));
      differ.push_back(g.land(both, g.lnot(g.eq(v.bits.at(t), v.bits.at(first)))));
    }
  }
  obligations_.require_not(Rule::WarpOperands, context_.level(Rule::WarpOperands), ins.place, "",
                           g.disj(differ));
}

}  // namespace warpproof::symbolic
