#include "checker/symbolic/access_judge.h"

#include "src/machine/address_map.h"

namespace warpproof::symbolic {

void AccessJudge::judge_bounds(const Target& target, Term room, int bytes, std::uint32_t place) {
  const Term size = g.constant(64, static_cast<std::uint64_t>(bytes));
  const Term too_small = g.ult(room, size), last = g.sub(room, size);
  for (int t = 0; t < context_.threads(); ++t) {
    const Term guard = target.guard.at(t);
    if (g.is_false(guard)) continue;
    const Term offset = target.offset.at(t);
    const Term is_outside = g.land(guard, g.lor(too_small, g.ult(last, offset)));
    context_.require_not(spec::Rule::MemoryOutOfBounds, place, "", is_outside);
    if (g.is_false(is_outside)) continue;
    const Term near = g.ult(g.add(offset, g.constant(64, kWindowSize / 2)), g.constant(64, kWindowSize));
    if (!g.is_true(near)) within_reach_.push_back(g.implies(guard, near));
  }
}

void AccessJudge::note_reach(const Target& target, int bytes, std::uint64_t end) {
  const auto size = static_cast<std::uint64_t>(bytes);
  for (int t = 0; t < context_.threads(); ++t) {
    const Term guard = target.guard.at(t), offset = target.offset.at(t);
    if (g.is_false(guard)) continue;
    const std::uint64_t high = g.unsigned_range(offset).second;
    if (size <= end && high <= end - size) continue;
    beyond_shared_.push_back(size <= end ? g.land(guard, g.ult(g.constant(64, end - size), offset)) : guard);
  }
}

void AccessJudge::note_far(const Target& target) {
  constexpr std::size_t kMost = 512;
  if (far_.size() >= kMost) return;
  for (int t = 0; t < context_.threads(); ++t) {
    if (g.is_false(target.guard.at(t)) || g.unsigned_range(target.offset.at(t)).second < kNearBytes) continue;
    far_.push_back({target.guard, target.offset});
    return;
  }
}

void AccessJudge::judge_alignment(const Target& target, int bytes, std::uint32_t place) {
  if (bytes < 2) return;
  if (target.space == Space::Global && target.allocation != kNoAllocation) {
    int& widest = widest_[target.allocation];
    widest = std::max(widest, bytes);
  }
  std::vector<Term> misaligned;
  for (int t = 0; t < context_.threads(); ++t) {
    const Term guard = target.guard.at(t);
    if (g.is_false(guard)) continue;
    const Alignment::Answer answer = alignment_.judge(target.offset.at(t), bytes);
    if (answer.assumed) context_.assumed.insert("the addresses of accesses are multiples of their size");
    if (!g.is_false(answer.misaligned)) misaligned.push_back(g.land(guard, answer.misaligned));
    if (target.guard.is_uniform() && target.offset.is_uniform()) break;
  }
  context_.require_not(spec::Rule::MemoryMisaligned, place, "", g.disj(misaligned));
}

}  // namespace warpproof::symbolic
