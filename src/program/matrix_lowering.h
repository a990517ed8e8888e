// Matrix instructions, made of what the machines have: an operation of the whole warp (spec/matrix.h), at
// which its lanes meet and by which addresses or elements change lanes, and plain loads and stores of each
// lane, so that memory is accessed in one way only.
//
//   ldmatrix    the operation gives each lane the addresses of its elements; loads of them
//   stmatrix    likewise; stores
//   wmma.load   the operation, at which address and stride must be the same in all lanes; loads of the
//               elements that a run takes the lane to have; moves that are open to a proof (of_fragment)
//   wmma.store  the operation, such moves, stores
//   mma, wmma.mma, setmaxnreg    the operation alone
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "src/program/body.h"

namespace warpproof::lowering {

class MatrixLowering {
 public:
  explicit MatrixLowering(Body& body) : body_(body) {}

  // Throws UnsupportedForm where the words are not known.
  void add(const ptx::Statement& st, Instruction in, std::span<const std::string_view> words);

 private:
  struct FragmentAccess;
  Operand temporary(Type type);
  Operand compute(const Instruction& head, Opcode op, Type type, std::vector<Operand> sources);
  std::vector<ptx::Operand> registers_in(const ptx::Operand& text) const;
  std::vector<Operand> registers_of(const ptx::Operand& text, Type type, int count, bool written,
                                    bool may_repeat);
  Operand address_of(const ptx::Operand& text, Instruction& in);
  void add_access(const Instruction& head, Opcode op, Type type, const Operand& address,
                  const Operand& value);
  void move_halves(const Instruction& head, const Operand& word, const Operand& low, const Operand& high,
                   bool packs);
  void rows_of_eight(const ptx::Operand* operands, Instruction in);
  void product(const ptx::Operand* operands, Instruction in);
  void fragment(const ptx::Operand* operands, std::uint32_t count, Instruction in);
  std::vector<FragmentAccess> fragment_accesses(const MatrixModifiers& m, int reg) const;
  std::pair<Operand, Operand> fragment_base(const Instruction& in, const Operand& stride);
  Operand fragment_address(const Instruction& head, const std::pair<Operand, Operand>& base,
                           const FragmentAccess& access);
  Operand move_fragment(const Instruction& head, Type type, const Operand& source,
                        const Operand& destination);
  void join_bytes(const Instruction& head, const Operand& word, const std::vector<Operand>& bytes);

  Body& body_;
};

}  // namespace warpproof::lowering
