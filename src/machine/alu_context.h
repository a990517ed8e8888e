// What the families of scalar instructions share: fitted operands and small shorthands. Included through
// alu.h.
#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "src/program/program.h"

namespace warpproof {

template <class G>
using AluWord = decltype(std::declval<G&>().constant(1, std::uint64_t{0}));

Type alu_operand_type(const Instruction& instruction, std::size_t i);
int alu_operand_bits(const Instruction& instruction, std::size_t i);
int alu_result_bits(const Instruction& instruction, std::size_t i);

template <class G>
AluWord<G> fit_word(G& g, const AluWord<G>& word, int width, bool sign) {
  const int from = g.width(word);
  if (from == width) return word;
  if (from > width) return g.extract(word, width - 1, 0);
  return sign ? g.sext(word, width) : g.zext(word, width);
}

namespace alu {

template <class G>
struct Context {
  using W = AluWord<G>;
  G& g;
  const Instruction& in;
  std::span<const W> sources;
  std::vector<W>& results;

  int bits() const { return bits_of(in.type); }
  bool sign() const { return is_signed(in.type); }

  // Source i in the width its operand type has.
  W src(std::size_t i) const {
    const Type type = alu_operand_type(in, i);
    W word = fit_word(g, sources[i], alu_operand_bits(in, i), is_signed(type));
    if (i < in.sources.size() && in.sources[i].negated) word = g.bit_not(word);
    return word;
  }
  W carry() const { return sources[in.sources.size()]; }
  void out(const W& word) const { results.push_back(word); }

  W k(int width, std::uint64_t value) const {
    return g.constant(width, width >= 64 ? value : value & ((1ull << width) - 1));
  }
  W ones(int width) const { return k(width, ~0ull); }
  W is_zero(const W& word) const { return g.eq(word, k(g.width(word), 0)); }
  W is_negative(const W& word) const { return g.bit(word, g.width(word) - 1); }
  W less(const W& a, const W& b, bool as_signed) const { return as_signed ? g.slt(a, b) : g.ult(a, b); }
  W concat2(const W& high, const W& low) const {
    const std::array<W, 2> parts{high, low};
    return g.concat(std::span<const W>(parts));
  }
  W half(const W& word, int index) const { return g.extract(word, 16 * index + 15, 16 * index); }
  W byte(const W& word, int index) const { return g.extract(word, 8 * index + 7, 8 * index); }
};

}  // namespace alu
}  // namespace warpproof
