// The meaning of every scalar (one lane at a time) instruction, over any word builder.
//
// A word builder G has the building operations of TermGraph (src/term/term.h) with its own word type: words
// of 1 to 64 bits whose width travels with them, predicates being words of width 1. TermGraph builds terms;
// VectorDomain (src/concrete/vector_domain.h) computes a whole warp at a time. Both execute this one text.
//
// Operands and results
//   * sources[i] is the value of Instruction::sources[i] as it stands in its register or immediate: the caller reads
//     registers, special registers and addresses; widths are fitted here (a wider register is truncated, a narrower one
//     extended as the operand's type says: PTX ISA, "Operand Size Exceeding Instruction-Type Size"). An immediate or an
//     address should be given alu_operand_bits() wide. A predicate operand written !p is negated here.
//   * results[i] is the value for Instruction::destinations[i], alu_result_bits() wide. A wider destination
//     register takes it through fit_word() with alu_result_signed().
//   * The carry flag CC.CF is explicit: an instruction with reads_carry() takes one more source, of width 1,
//     after the written ones, and one with writes_carry() gives one more result, of width 1, after the
//     written ones.
//     What it holds after sub.cc and subc is not-borrow: spec/carry.h.
// A guard is the caller's: execute_alu computes unguarded.
//
// Source: PTX ISA 9.x, section 9.7.1 to 9.7.9 (arithmetic, comparison, logic and shift, data movement and
// conversion). Division and remainder by zero, which PTX leaves unspecified, are those of SMT-LIB: all ones
// (udiv), -1 or 1 by the sign of the dividend (sdiv), the dividend (rem). The smallest signed value divided
// by -1 is itself, remainder 0.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "src/program/program.h"

namespace warpproof {

template <class G>
using AluWord = decltype(std::declval<G&>().constant(1, std::uint64_t{0}));

// False when execute_alu has no meaning for the instruction; `why` (may be null) then names what is
// unsupported.
bool alu_supported(const Instruction& instruction, std::string* why);

// The type, and its width in bits, in which source i is read.
Type alu_operand_type(const Instruction& instruction, std::size_t i);
int alu_operand_bits(const Instruction& instruction, std::size_t i);
// Width of result i, and whether a wider destination register takes it sign-extended.
int alu_result_bits(const Instruction& instruction, std::size_t i);
bool alu_result_signed(const Instruction& instruction);

// `word` truncated or extended to `width` bits.
template <class G>
AluWord<G> fit_word(G& g, const AluWord<G>& word, int width, bool sign);

// Computes the results; requires alu_supported(). Replaces the contents of `results`.
template <class G>
void execute_alu(G& g, const Instruction& instruction, std::span<const AluWord<G>> sources,
                 std::vector<AluWord<G>>& results);

}  // namespace warpproof

#include "src/machine/alu_dispatch.h"
