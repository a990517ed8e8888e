#include "src/concrete/lane_emitter.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace warpproof::concrete {
namespace {

std::uint64_t ones(int width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

std::size_t lines_of(int width) { return width == 1 ? 1 : (width > 32 ? kSlot64 : kSlot32) / sizeof(Line); }

// The first lane of a slot.
std::uint64_t first_lane(const std::byte* slot, int width) {
  if (width == 1) return static_cast<std::uint64_t>(*slot) & 1;
  std::uint64_t out = 0;
  std::memcpy(&out, slot, width > 32 ? 8 : 4);
  return out;
}

}  // namespace

LaneWord LaneEmitter::constant(int width, std::uint64_t value) {
  value &= ones(width);
  const auto [it, added] = constants_.try_emplace({width == 1 ? 1 : width > 32 ? 64 : 32, value}, 0);
  if (added) {
    it->second = static_cast<std::uint32_t>(out_.constants.size() * sizeof(Line));
    out_.constants.resize(out_.constants.size() + lines_of(width), Line{});
    std::byte* slot = reinterpret_cast<std::byte*>(out_.constants.data()) + it->second;
    const std::uint32_t all = value != 0 ? ~0u : 0u;
    if (width == 1) std::memcpy(slot, &all, 4);
    for (std::size_t i = 0; width > 1 && i < 32; ++i) {
      std::memcpy(slot + i * (width > 32 ? 8 : 4), &value, width > 32 ? 8 : 4);  // little endian
    }
  }
  return {width, {SlotPlace::kConstant, it->second}, true, value};
}

LaneWord LaneEmitter::emit(const Pair& kernel, int width, std::uint64_t imm,
                           std::span<const LaneWord> operands) {
  const auto at = [&](std::size_t i) { return operands[std::min(i, operands.size() - 1)].place; };
  if (std::all_of(operands.begin(), operands.end(), [](const LaneWord& w) { return w.is_constant; })) {
    std::array<Line, kSlot64 / sizeof(Line)> result{};
    const auto* pool = reinterpret_cast<const std::byte*>(out_.constants.data());
    kernel.full(result.data(), pool + at(0).offset, pool + at(1).offset, pool + at(2).offset, ~0u, imm);
    return constant(width, first_lane(reinterpret_cast<const std::byte*>(result.data()), width));
  }
  const SlotPlace to{SlotPlace::kTemporary, static_cast<std::uint32_t>(temporaries_ * sizeof(Line))};
  temporaries_ += lines_of(width);
  out_.temporary_lines = std::max(out_.temporary_lines, temporaries_);
  out_.steps.push_back({kernel.full, kernel.masked, to, at(0), at(1), at(2), imm});
  return {width, to, false, 0};
}

void LaneEmitter::assign(const LaneWord& from, SlotPlace to) {
  const Pair& copy = from.width == 1 ? kernel(LaneMove::PredCopy) : kernel(LaneOp::Copy, from.width);
  out_.steps.push_back({copy.full, copy.masked, to, from.place, from.place, from.place, 0});
}

LaneWord LaneEmitter::word(LaneOp op, int width, const LaneWord& a, const LaneWord& b) {
  if (a.width == 1) throw NoKernel{};  // arithmetic on single bits does not occur
  const std::array<LaneWord, 2> operands{a, b};
  return emit(kernel(op, a.width), width, static_cast<std::uint64_t>(a.width), operands);
}

LaneWord LaneEmitter::test(LaneOp op, const LaneWord& a, const LaneWord& b, std::uint64_t imm) {
  const std::array<LaneWord, 2> operands{a, b};
  return emit(kernel(op, a.width), 1, imm, operands);
}

LaneWord LaneEmitter::logic(LaneOp op, LaneMove on_predicates, const LaneWord& a, const LaneWord& b) {
  return a.width == 1 ? move(on_predicates, 1, a, b, 0) : word(op, a.width, a, b);
}

LaneWord LaneEmitter::move(LaneMove op, int width, const LaneWord& a, const LaneWord& b, std::uint64_t imm) {
  const std::array<LaneWord, 2> operands{a, b};
  return emit(kernel(op), width, imm, operands);
}

}  // namespace warpproof::concrete
