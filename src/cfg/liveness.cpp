#include "src/cfg/liveness.h"

namespace warpproof {
namespace {

// Registers as bits of 64-bit words.
class Rows {
 public:
  Rows(std::size_t rows, std::size_t bits) : words_((bits + 63) / 64), data_(rows * words_) {}
  std::size_t words() const { return words_; }
  std::uint64_t* row(std::size_t i) { return data_.data() + i * words_; }
  void set(std::size_t i, std::uint32_t bit) { row(i)[bit / 64] |= std::uint64_t{1} << (bit % 64); }
  void clear(std::size_t i, std::uint32_t bit) { row(i)[bit / 64] &= ~(std::uint64_t{1} << (bit % 64)); }
  bool get(std::size_t i, std::uint32_t bit) { return (row(i)[bit / 64] >> (bit % 64) & 1) != 0; }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> data_;
};

template <typename Visit>
void for_each_read(const Instruction& in, std::uint32_t carry, Visit visit) {
  if (reads_carry(in)) visit(carry);
  if (in.guard.reg >= 0) visit(static_cast<std::uint32_t>(in.guard.reg));
  for (const Operand& source : in.sources)
    if (source.kind == Operand::Kind::Register) visit(source.index);
  const OpcodeClass cls = info(in.op).cls;
  const bool copies = in.op == Opcode::CpAsync;
  const bool has_address =
      cls == OpcodeClass::Memory || copies || in.op == Opcode::Prefetch || in.op == Opcode::Prefetchu;
  if (has_address && in.address.base == Address::Base::Register) visit(in.address.index);
  if (copies && in.copied_from.base == Address::Base::Register) visit(in.copied_from.index);
}

}  // namespace

std::vector<std::vector<bool>> live_registers(const Function& function, const Digraph& graph,
                                              const std::vector<int>& sorted) {
  const std::size_t blocks = function.blocks.size(), registers = function.registers.size() + 1;
  const auto carry = static_cast<std::uint32_t>(function.registers.size());
  if (blocks > kMaxLivenessBits / registers) throw CfgError("the function has too many blocks and registers");
  Rows live(blocks, registers), kept(blocks, registers);  // kept: not certainly written by the block
  for (std::size_t b = 0; b < blocks; ++b) {
    for (std::size_t w = 0; w < kept.words(); ++w) kept.row(b)[w] = ~std::uint64_t{0};
    const Block& block = function.blocks[b];
    for (std::uint32_t i = block.last; i-- > block.first;) {
      const Instruction& in = function.code[i];
      // What a guard may skip is not certainly written.
      for (const Operand& d : in.destinations) {
        if (d.kind != Operand::Kind::Register || in.guard.reg >= 0) continue;
        live.clear(b, d.index);
        kept.clear(b, d.index);
      }
      if (writes_carry(in) && in.guard.reg < 0) {
        live.clear(b, carry);
        kept.clear(b, carry);
      }
      for_each_read(in, carry, [&](std::uint32_t r) { live.set(b, r); });
    }
  }
  const Digraph back = graph.reversed();
  std::vector<int> work(sorted.begin(), sorted.end());  // taken from the end: blocks near the exit first
  std::vector<char> queued(blocks, 1);
  while (!work.empty()) {
    const int b = work.back();
    work.pop_back();
    queued[b] = 0;
    for (const int from : back.successors(b)) {
      bool grew = false;
      for (std::size_t w = 0; w < live.words(); ++w) {
        const std::uint64_t added = live.row(b)[w] & kept.row(from)[w] & ~live.row(from)[w];
        live.row(from)[w] |= added;
        grew = grew || added != 0;
      }
      if (grew && !queued[from]) {
        queued[from] = 1;
        work.push_back(from);
      }
    }
  }
  std::vector<std::vector<bool>> out(blocks, std::vector<bool>(registers));
  for (std::size_t b = 0; b < blocks; ++b)
    for (std::uint32_t r = 0; r < registers; ++r) out[b][r] = live.get(b, r);
  return out;
}

}  // namespace warpproof
